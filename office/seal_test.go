package office_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/weiqi"
)

// sealed is a floor with a game whose next move White has sealed at D16, after Black's at Q4.
func sealed(t *testing.T) (f *floor, id string, secret game.Secret) {
	f = newFloor(t, rules.Edition1988)
	id = f.open(1, office.GameSetup{Moves: true})
	f.do(referee, id, "", game.Start{}, game.Move{Side: black, Point: weiqi.At(15, 15)}, game.Press{Side: black})
	f.must(f.off.SealMove(context.Background(), referee, id, office.SealOrder{ID: "s-1", At: at("61s"), Side: white, Point: weiqi.At(3, 3)}))
	g, _ := f.look(id)
	if g.Phase != game.Rest || g.Break.Sealed != white {
		t.Fatalf("%s, %+v", g.Phase, g.Break)
	}
	return f, id, g.Break.Secret
}

// TestSealedMove: a sealed move is opened and played by the chief referee alone, also on another
// day by another start of the program (C14, 1988 art. 14, 22).
func TestSealedMove(t *testing.T) {
	ctx := context.Background()
	f, id, secret := sealed(t)
	f.must(f.off.SealMove(ctx, referee, id, office.SealOrder{ID: "s-1", Side: white, Point: weiqi.At(4, 4)})) // sent again
	if g, _ := f.look(id); g.Break.Secret.Commitment != secret.Commitment {
		t.Error("the same order sealed twice")
	}
	for _, c := range []struct {
		actor office.Actor
		key   string
	}{{referee, "fault.game.official"}, {official(account.Recorder), "fault.forbidden"}, {office.Actor{}, "fault.signIn"}} {
		if err := f.off.OpenSealed(ctx, c.actor, id, office.OpenOrder{}); fault.KeyOf(err) != c.key {
			t.Errorf("%s opens it: %v", c.actor.User.ID, err)
		}
	}
	later := office.New(f.st, time.Now, "0.1.0")
	f.must(later.OpenSealed(ctx, chief, id, office.OpenOrder{ID: "o-1"}))
	g, _ := f.look(id)
	if last := g.Turns[len(g.Turns)-1]; last.Kind != game.Placed || last.Point != weiqi.At(3, 3) || last.Side != white {
		t.Errorf("opened as %+v", last)
	}
	if err := f.off.OpenSealed(ctx, chief, id, office.OpenOrder{}); fault.KeyOf(err) != "fault.game.noSeal" {
		t.Errorf("opened twice: %v", err)
	}
	events, err := f.off.Since(ctx, id, 0)
	f.must(err)
	var opened game.SealOpened
	f.must(json.Unmarshal(events[len(events)-1].Body, &opened))
	if secret.Check(opened.Opening) != nil {
		t.Error("the opening in the record isn't what was committed to")
	}
}

// TestSealRefused: what can't be sealed leaves neither an event nor a key.
func TestSealRefused(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition1988)
	id := f.open(1, office.GameSetup{})
	for _, c := range []struct {
		actor office.Actor
		order office.SealOrder
		key   string
	}{
		{referee, office.SealOrder{Side: black, Point: 0}, "fault.game.phase.ready"},
		{referee, office.SealOrder{Side: black, Point: weiqi.At(19, 3)}, "fault.game.offBoard"},
		{official(account.Recorder), office.SealOrder{Side: black}, "fault.forbidden"},
	} {
		before := f.heads(id)
		if err := f.off.SealMove(ctx, c.actor, id, c.order); fault.KeyOf(err) != c.key {
			t.Errorf("%+v: %v", c.order, err)
		}
		if f.heads(id) != before {
			t.Errorf("%+v was recorded", c.order)
		}
	}
}

// spellings are the ways in which a key, or what it hides, would show.
func spellings(key []byte, words ...string) []string {
	return append(words, string(key), hex.EncodeToString(key), base64.StdEncoding.EncodeToString(key), base64.RawURLEncoding.EncodeToString(key))
}

// TestSealStaysHidden: until it is opened neither the journal nor an export nor the state that pages
// read holds the move, its random bytes or the key; a copy holds the key, an export never does. On a
// machine without it the chief referee reads the paper.
func TestSealStaysHidden(t *testing.T) {
	ctx := context.Background()
	f, id, secret := sealed(t)
	key, known, err := f.st.KnownSecret(ctx, id, "hidden-"+secret.Commitment)
	if err != nil || !known || len(key) != 32 {
		t.Fatalf("the key: %d bytes, %v", len(key), err)
	}
	opening, err := secret.Reveal(game.Key(key))
	f.must(err)
	if opening.Value != "dd" {
		t.Fatalf("sealed is %q", opening.Value)
	}
	file, err := f.st.Export(ctx, "t-1")
	f.must(err)
	events, err := f.off.Since(ctx, id, 0)
	f.must(err)
	record, err := json.Marshal(events)
	f.must(err)
	g, _ := f.look(id)
	state, err := json.Marshal(g)
	f.must(err)
	for name, text := range map[string][]byte{"the export": file, "the journal": record, "the state": state} {
		for _, word := range spellings(key, opening.Salt, `"dd"`, "D16") {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s holds %q", name, word)
			}
		}
	}
	other, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	f.must(err)
	defer other.Close()
	if _, err := other.Import(ctx, file, office.Judge); err != nil {
		t.Fatal(err)
	}
	there := office.New(other, time.Now, "0.1.0")
	if err := there.OpenSealed(ctx, chief, id, office.OpenOrder{}); fault.KeyOf(err) != "fault.office.sealLost" {
		t.Errorf("opened without its key: %v", err)
	}
	point := weiqi.At(3, 3)
	if err := there.OpenSealed(ctx, chief, id, office.OpenOrder{Stated: &point}); fault.KeyOf(err) != "fault.game.reason" {
		t.Errorf("read from the paper without a reason: %v", err)
	}
	f.must(there.OpenSealed(ctx, chief, id, office.OpenOrder{Stated: &point, Reason: "钥匙不在这台电脑上"}))
	copied := filepath.Join(t.TempDir(), "copy.backup")
	out, err := os.Create(copied)
	f.must(err)
	f.must(f.st.Backup(ctx, out))
	f.must(out.Close())
	third := store.Config{Dir: t.TempDir()}
	f.must(store.Restore(ctx, third, copied, false))
	restored, err := store.Open(ctx, third)
	f.must(err)
	defer restored.Close()
	f.must(office.New(restored, time.Now, "0.1.0").OpenSealed(ctx, chief, id, office.OpenOrder{}))
}

// online begins a game at a distance in place of table 1's; its time keeper is the server.
func (f *floor) online(nigiri bool) string {
	f.Helper()
	terms, err := game.TermsOf(rules.Edition2002, "separate", f.division().Reg.Time)
	f.must(err)
	terms.Mode, terms.Press, terms.Referee = game.Online, false, false
	body, err := json.Marshal(game.Created{Terms: terms, Players: [2]game.Player{{ID: "1"}, {ID: "3"}}, Nigiri: nigiri})
	f.must(err)
	id := "g-d-2-1-1.3"
	row := &journal.Stream{Kind: office.KindGame, Parent: "d-2", Title: "1-1.3", State: "draw"}
	_, err = f.st.Append(context.Background(), journal.Write{Stream: id, Events: []journal.Event{{Type: "game.created", Body: body}}, List: row})
	f.must(err)
	return id
}
