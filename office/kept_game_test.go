package office_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// TestGamesTravel: the games of a tournament are in its file and go on from it on another machine; a
// file whose games don't belong there, or can't be read, is refused.
func TestGamesTravel(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	if _, err := f.off.TakeLog(ctx, id, device, 1, log(1, "0s", game.Start{}, "61.25s", game.Press{Side: black})); err != nil {
		t.Fatal(err)
	}
	file, err := f.st.Export(ctx, "t-1")
	f.must(err)
	other, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	f.must(err)
	defer other.Close()
	_, err = other.Import(ctx, file, office.Judge)
	f.must(err)
	there := office.New(other, time.Now, "0.1.0")
	here, _ := f.look(id)
	f.must(there.Game(ctx, id, func(g *game.Game, place office.GamePlace) error {
		if !reflect.DeepEqual(g, here) || place.Table != 1 {
			t.Errorf("there it is %+v at %+v", g, place)
		}
		return nil
	}))
	if last, err := there.TakeLog(ctx, id, device, 3, log(3, "70s", game.Press{Side: white})); last != 3 || err != nil {
		t.Errorf("the device goes on there: %d, %v", last, err)
	}
	for name, broken := range map[string][]byte{
		"of a division that isn't there": bytes.Replace(file, []byte(`"kind":"game","parent":"d-2"`), []byte(`"kind":"game","parent":"d-9"`), 1),
		"of another division":            bytes.Replace(file, []byte(`"kind":"game","parent":"d-2"`), []byte(`"kind":"game","parent":"d-1"`), 1),
		"out of order":                   bytes.Replace(file, []byte(`"type":"game.started"`), []byte(`"type":"game.resumed"`), 1),
		"of an unknown type":             bytes.Replace(file, []byte(`"type":"game.started"`), []byte(`"type":"game.begun"`), 1),
	} {
		empty, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
		f.must(err)
		if bytes.Equal(file, broken) {
			t.Errorf("%s: the file is whole", name)
		}
		if _, err := empty.Import(ctx, broken, office.Judge); err == nil {
			t.Errorf("%s: taken in", name)
		}
		empty.Close()
	}
}

// TestNewerGame: a fact of a newer version closes a game for writing and leaves it readable.
func TestNewerGame(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	newer := journal.Event{Type: "stone.eaten"}
	if _, err := f.st.Append(ctx, journal.Write{Stream: id, Expected: 1, Events: []journal.Event{newer}}); err != nil {
		t.Fatal(err)
	}
	for _, off := range []*office.Office{f.off, office.New(f.st, time.Now, "0.1.0")} {
		f.must(off.Game(ctx, id, func(g *game.Game, _ office.GamePlace) error {
			if g.Phase != game.Ready {
				t.Errorf("read as %s", g.Phase)
			}
			return nil
		}))
		if err := off.DoGame(ctx, referee, id, office.GameOrder{Command: game.Start{}, Sure: true}); fault.CodeOf(err) != fault.Newer || fault.ArgOf(err, "version") != "0.1.0" {
			t.Errorf("written after an unknown fact: %v", err)
		}
	}
}

// TestEraseInGames: a person who is erased is named in no reason of a game any more, on the disk nor
// in memory; his games stay as they were.
func TestEraseInGames(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	st, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	off := office.New(st, time.Now, "0.1.0")
	f := &floor{t, st, off}
	f.must(off.CreateTournament(ctx, admin, "t-1", "", tournament.Info{Name: "春季赛"}))
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	_, err = off.CreateDivision(ctx, admin, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "乙组", Regulations: reg}})
	f.must(err)
	const name = "欧阳示例甲"
	f.hall("", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: name}, {Name: "乙二"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Resign{Side: white})
	f.sign(id)
	f.do(chief, id, name+"说的不对", game.Correct{Outcome: rules.Outcome{Winner: white, Manner: rules.Resigned}})
	f.must(off.DoHall(ctx, admin, "t-1", office.HallOrder{Command: tournament.PostNotice{Text: "请" + name + "到裁判台"}}))
	second := office.New(st, time.Now, "0.1.0")
	if _, err := second.Tournament(ctx, "t-1"); err != nil {
		t.Fatal(err)
	}
	f.must(second.Game(ctx, id, func(*game.Game, office.GamePlace) error { return nil }))
	before, _ := f.look(id)
	_, err = off.ErasePerson(ctx, admin, "d-2", office.Order{Reason: "本人要求", Command: tournament.ErasePerson{ID: 1}})
	f.must(err)
	if _, err := second.Division(ctx, "d-2"); err != nil {
		t.Fatal(err)
	}
	for i, o := range []*office.Office{off, second} {
		f.must(o.Game(ctx, id, func(g *game.Game, _ office.GamePlace) error {
			if g.Result.Changes[0].Reason != "匿名 1说的不对" || g.Result.Outcome != before.Result.Outcome || g.Head() != before.Head() {
				t.Errorf("office %d has %+v", i, g.Result)
			}
			return nil
		}))
		hall, err := o.Tournament(ctx, "t-1")
		f.must(err)
		if hall.Notices[0].Text != "请匿名 1到裁判台" {
			t.Errorf("office %d shows %q", i, hall.Notices[0].Text)
		}
	}
	f.must(st.Close())
	data, err := os.ReadFile(filepath.Join(dir, "tianyuan.db"))
	f.must(err)
	if bytes.Contains(data, []byte(name)) {
		t.Error("the name is still on the disk")
	}
}
