package game_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/rules"
)

// TestC10 (2002 art. 10): shown 1, hidden 7 → the lower dan is Black; shown 2, hidden 7 → White;
// shown 2, hidden 12 → Black. The higher dan holds, of equal ones the elder.
func TestC10(t *testing.T) {
	for _, c := range []struct {
		dan           [2]int
		elder         game.Person
		holder        game.Person
		hidden, shown int
		black         game.Person
	}{
		{[2]int{5, 3}, game.Second, game.First, 7, 1, game.Second},
		{[2]int{5, 3}, game.Second, game.First, 7, 2, game.First},
		{[2]int{5, 3}, game.Second, game.First, 12, 2, game.Second},
		{[2]int{3, 5}, game.First, game.Second, 7, 1, game.First},
		{[2]int{4, 4}, game.Second, game.Second, 7, 1, game.First},
		{[2]int{4, 4}, game.First, game.First, 12, 1, game.First},
	} {
		if got := game.Holder(c.dan, c.elder); got != c.holder {
			t.Errorf("%v: player %d holds, want %d", c.dan, got, c.holder)
		}
		if got := game.BlackByNigiri(c.holder, c.hidden, c.shown); got != c.black {
			t.Errorf("hidden %d, shown %d: Black is %d, want %d", c.hidden, c.shown, got, c.black)
		}
	}
}

// TestC10Hall: by hand at the table, with the numbers entered (2002 art. 10).
func TestC10Hall(t *testing.T) {
	x := &table{t: t, g: &game.Game{}}
	x.do(game.Create{Terms: terms(t, rules.Edition2002, nil), Players: players, Nigiri: true, Holder: game.First})
	x.refused("fault.game.phase.draw", "2002 art. 10", game.Start{})
	x.refused("fault.game.shown", "2002 art. 10", game.DrawByHand{Hidden: 7, Shown: 3})
	x.refused("fault.game.hand", "2002 art. 10", game.DrawByHand{Hidden: 0, Shown: 1})
	x.refused("fault.game.nigiri.hall", "2002 art. 10", game.ShowStones{Shown: 1})
	x.do(game.DrawByHand{Hidden: 7, Shown: 1})
	if x.g.Black != game.Second || x.g.Assigned != game.Second || x.g.Phase != game.Ready {
		t.Errorf("Black %d, assigned %d, %s", x.g.Black, x.g.Assigned, x.g.Phase)
	}
	x.refused("fault.game.drawn", "2002 art. 10", game.DrawByHand{Hidden: 7, Shown: 1})
}

// TestC10Told: who drew Black is told by name; told again before the start it is put right, and the start
// fixes it. Where pairing gave the colours there is nothing to tell, and where nobody fixed them the case of
// wrong colours isn't one (2002 art. 10, 17.1).
func TestC10Told(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := &table{t: t, g: &game.Game{}}
		x.do(game.Create{Terms: terms(t, e, nil), Players: players, Nigiri: true})
		x.do(game.TellColours{Black: game.First})
		x.do(game.TellColours{Black: game.Second})
		if x.g.Black != game.Second || x.g.Assigned != game.Second || x.g.Phase != game.Ready || x.g.Nigiri.Hidden != 0 {
			t.Errorf("Black %d, assigned %d, %s, %+v", x.g.Black, x.g.Assigned, x.g.Phase, x.g.Nigiri)
		}
		x.do(game.Start{})
		x.refused("fault.game.drawn", cites(e, "10", "10"), game.TellColours{Black: game.First})
		x.refused("fault.game.coloursFree", "", game.Rule{Case: "wrongColours"}, referee)
		x.refused("fault.game.coloursFree", "", game.MakeClaim{Side: black, Case: "wrongColours"})
		x.do(game.NoteSeats{Black: game.First}, referee)
		if x.g.Assigned != game.First {
			t.Errorf("put right, and %d was assigned Black", x.g.Assigned)
		}
		y := setOut(t, e, nil)
		y.refused("fault.game.assigned", cites(e, "10", "10"), game.TellColours{Black: game.Second})
		z := &table{t: t, g: &game.Game{}}
		z.do(game.Create{Terms: terms(t, e, nil), Players: players, Drawn: true, Black: game.Second})
		if z.g.Phase != game.Ready || z.g.Nigiri == nil || z.g.Assigned != game.Second {
			t.Errorf("drawn before the record: %s, Black %d", z.g.Phase, z.g.Assigned)
		}
	})
}

// TestC10Held: another than the proposed player may hide the stones (2002 art. 10).
func TestC10Held(t *testing.T) {
	x := &table{t: t, g: &game.Game{}}
	x.do(game.Create{Terms: terms(t, rules.Edition2002, nil), Players: players, Nigiri: true, Holder: game.First})
	second := game.Second
	x.do(game.DrawByHand{Hidden: 7, Shown: 1, Holder: &second})
	if x.g.Black != game.First || x.g.Nigiri.Holder != game.Second || x.g.Nigiri.Hidden != 7 {
		t.Errorf("Black %d, %+v", x.g.Black, x.g.Nigiri)
	}
}

// TestC10Online: at a distance the number is committed to first, the guess comes before it is
// opened, and another number than the hidden one can't be opened.
func TestC10Online(t *testing.T) {
	random := bytes.NewReader(bytes.Repeat([]byte{7, 250, 31}, 100))
	key := game.Key{1, 2, 3}
	secret, err := game.Hide(game.CountValue(7), key, random)
	if err != nil {
		t.Fatal(err)
	}
	x := &table{t: t, g: &game.Game{}}
	x.do(game.Create{Terms: terms(t, rules.Edition2002, online), Players: players, Nigiri: true, Holder: game.First})
	x.refused("fault.game.notHidden", "2002 art. 10", game.ShowStones{Shown: 2})
	x.refused("fault.game.secret", "2002 art. 10", game.HideStones{Secret: game.Secret{Commitment: "00"}})
	x.do(game.HideStones{Secret: secret})
	x.refused("fault.game.hidden", "2002 art. 10", game.HideStones{Secret: secret})
	opening, err := secret.Reveal(key)
	if err != nil {
		t.Fatal(err)
	}
	x.refused("fault.game.notShown", "2002 art. 10", game.OpenStones{Opening: opening})
	x.do(game.ShowStones{Shown: 2})
	x.refused("fault.game.shownTwice", "2002 art. 10", game.ShowStones{Shown: 1})
	x.refused("fault.game.commitment", "", game.OpenStones{Opening: game.Opening{Value: game.CountValue(8), Salt: opening.Salt}})
	x.do(game.OpenStones{Opening: opening})
	if x.g.Black != game.First || x.g.Nigiri.Hidden != 7 {
		t.Errorf("hidden %d, Black is %d", x.g.Nigiri.Hidden, x.g.Black)
	}
}

// TestC13 (art. 13 of both editions): the side to move says first that play is over, the other
// agrees; 1988 by a stone outside of the board, 2002 by words.
func TestC13(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(9))
		x.play("E5 E6")
		x.refused("fault.game.endTurn", cites(e, "13", "13"), game.ProposeEnd{Side: white})
		x.refused("fault.game.noProposal", cites(e, "13", "13"), game.AgreeEnd{Side: white})
		proposed := x.do(game.ProposeEnd{Side: black})[0].(game.EndProposed)
		if want := map[rules.Edition]rules.EndSignal{"2002": rules.EndByWords, "1988": rules.EndByStone}[e]; proposed.Signal != want {
			t.Errorf("said by %s, want %s", proposed.Signal, want)
		}
		x.refused("fault.game.noProposal", cites(e, "13", "13"), game.AgreeEnd{Side: black})
		x.do(game.AgreeEnd{Side: white})
		x.wants(game.Settle, "", 0, 0)
		before := x.left(black) + x.left(white)
		x.wait(time.Hour)
		if after := x.left(black) + x.left(white); after != before {
			t.Errorf("the clocks ran on: %v, then %v", before, after)
		}
	})
}

// TestG73 (2002 art. 7): two passes in a row end play; in 1988 they don't.
func TestG73(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(9))
		x.play("E5 pass")
		x.play("pass")
		want := map[rules.Edition]game.Phase{"2002": game.Settle, "1988": game.Play}[e]
		x.wants(want, "", 0, 0)
	})
}

// TestD211 (art. 21.1 of both editions): who proposes to end gives up his move; the other may play,
// and the proposer's right revives.
func TestD211(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(9))
		x.play("E5 E6")
		x.do(game.ProposeEnd{Side: black})
		x.play("C3") // White refuses by playing
		x.refused("fault.game.noProposal", cites(e, "13", "13"), game.AgreeEnd{Side: white})
		x.play("D5 D6")
		if n := len(x.g.Turns); n != 6 || x.g.ToMove() != black {
			t.Errorf("%d turns, %s to move", n, x.g.ToMove())
		}
		x.end()
	})
}

// TestD211Presses: where presses alone are recorded, a press is the playing that refuses.
func TestD211Presses(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, func(terms *game.Terms) { terms.Moves, terms.Press = false, true })
		x.do(game.Press{Side: black})
		x.do(game.ProposeEnd{Side: white})
		x.do(game.Press{Side: black})
		if x.g.Proposal != rules.NoSide {
			t.Errorf("the proposal of %s stands", x.g.Proposal)
		}
		x.refused("fault.game.noProposal", cites(e, "13", "13"), game.AgreeEnd{Side: black})
	})
}

// TestG73Options (options no. 11): a plain pass in answer to a proposal ends play in 2002; a void
// pass counts only where the event says so (no. 38).
func TestG73Options(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(9))
	x.do(game.ProposeEnd{Side: black})
	x.do(game.Pass{Side: white})
	x.wants(game.Settle, "", 0, 0)
	for _, counts := range []bool{false, true} {
		x := suicide(t, rules.Edition2002, func(t *game.Terms) { t.VoidPassEnds = counts })
		x.play("pass")
		x.do(game.Move{Side: white, Point: x.at("A5")})
		x.wants(map[bool]game.Phase{false: game.Play, true: game.Settle}[counts], "", 0, 0)
	}
}

// TestC14 (2002 art. 14.1, 22.9; 1988 art. 14): pause time isn't counted; in 2002 both confirm the
// times written down before play goes on.
func TestC14(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(9))
		x.play("E5")
		x.wait(10 * time.Minute)
		x.refused("fault.game.official", cites(e, "31", "32"), game.Pause{})
		x.do(game.Pause{}, referee)
		x.refused("fault.game.phase.pause", cites(e, "14", "14"), game.Move{Side: white, Point: x.at("E6")})
		x.wait(24 * time.Hour)
		b := x.g.Break
		if b.Black != game.Instant(time.Second) || b.White != game.Instant(10*time.Minute) {
			t.Errorf("written down: %v", b)
		}
		x.refused("fault.game.readings", "", game.ConfirmReadings{Side: black, Black: b.Black, White: b.White + 1})
		x.do(game.ConfirmReadings{Side: black, Black: b.Black, White: b.White})
		if e == rules.Edition2002 {
			x.refused("fault.game.unconfirmed", "2002 art. 22.9", game.Resume{}, referee)
			x.do(game.ConfirmReadings{Side: white, Black: b.Black, White: b.White})
		}
		x.do(game.Resume{}, referee)
		x.wait(time.Minute)
		if got, want := x.left(white), 115*time.Minute-11*time.Minute; got != want {
			t.Errorf("White has %v, want %v", got, want)
		}
		x.refused("fault.game.notPaused", cites(e, "14", "14"), game.Resume{}, referee)
	})
}

// sealed plays a ko, has White seal a point and both confirm.
func sealed(t *testing.T, e rules.Edition, value string) (*table, game.Opening) {
	t.Helper()
	x := sit(t, e, func(t *game.Terms) { t.Size, t.Sealing = 5, true })
	x.play("B4 C4 A3 D3 B2 C2 D1 B3 C3") // Black takes the ko at C3
	key := game.Key{9}
	secret, err := game.Hide(value, key, bytes.NewReader(bytes.Repeat([]byte{5}, 64)))
	if err != nil {
		t.Fatal(err)
	}
	x.wait(3 * time.Minute)
	x.refused("fault.game.turn", "", game.Seal{Side: black, Secret: secret})
	x.do(game.Seal{Side: white, Secret: secret})
	if used := x.g.Break.White; used != game.Instant(3*time.Minute+4*time.Second) {
		t.Errorf("the sealing side's clock ran until the move was handed over: %v", used)
	}
	opening, err := secret.Reveal(key)
	if err != nil {
		t.Fatal(err)
	}
	return x, opening
}

// TestC14Sealed (C14, 1988 art. 22): a sealed move is played when it is opened; an occupied point, a
// forbidden one and a ko that can't be retaken are a pass, without a warning.
func TestC14Sealed(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, c := range []struct {
			point  string
			kind   game.TurnKind
			reason string
		}{
			{"E5", game.Placed, ""}, {"A3", game.Voided, "occupied"}, {"B3", game.Voided, "ko"}, {"A2", game.Placed, ""},
			{"pass", game.Yielded, ""},
		} {
			probe := setOut(t, e, onBoard(5))
			x, opening := sealed(t, e, game.SealedValue(probe.at(c.point)))
			x.refused("fault.game.sealedFirst", cites(e, "14", "22"), game.Resume{}, referee)
			x.refused("fault.game.official", cites(e, "30", "31"), game.OpenSeal{Opening: opening}, referee)
			x.refused("fault.game.commitment", "", game.OpenSeal{Opening: game.Opening{Value: "aa", Salt: opening.Salt}}, chief)
			opened := x.do(game.OpenSeal{Opening: opening}, chief)[0].(game.SealOpened)
			last := x.g.Turns[len(x.g.Turns)-1]
			if last.Kind != c.kind || opened.Reason != c.reason || x.g.ToMove() != black {
				t.Errorf("%s: %s %q, %s to move", c.point, last.Kind, opened.Reason, x.g.ToMove())
			}
			x.refused("fault.game.noSeal", "", game.OpenSeal{Opening: opening}, chief)
			b := x.g.Break
			x.do(game.ConfirmReadings{Side: black, Black: b.Black, White: b.White})
			x.do(game.ConfirmReadings{Side: white, Black: b.Black, White: b.White})
			x.do(game.Resume{}, referee)
			if turn := x.g.Time(game.Instant(x.now)).Turn; turn != clock.Black {
				t.Errorf("%s: the clock of %v runs", c.point, turn)
			}
			x.wants(game.Play, "", 0, 0)
		}
	})
}

// TestC14Unreadable: what is no point is a pass, and a move whose secret is lost is read from the
// paper by the chief referee, with a reason.
func TestC14Unreadable(t *testing.T) {
	for _, value := range []string{"tt", "zz", "a", "aaa"} {
		x, opening := sealed(t, rules.Edition1988, value)
		e := x.do(game.OpenSeal{Opening: opening}, chief)[0].(game.SealOpened)
		if last := x.g.Turns[len(x.g.Turns)-1]; last.Kind != game.Voided || e.Reason != "offBoard" || e.Article != "22" {
			t.Errorf("%q: %s, %+v", value, last.Kind, e)
		}
	}
	x, _ := sealed(t, rules.Edition1988, "ee")
	p := x.at("E1")
	x.refused("fault.game.official", "1988 art. 31", game.OpenSeal{Stated: &p}, referee)
	x.refused("fault.game.reason", "1988 art. 22", game.OpenSeal{Stated: &p}, game.Context{By: rules.ChiefReferee})
	x.do(game.OpenSeal{Stated: &p}, chief)
	if x.g.Board().At(p) != white {
		t.Error("the stated move wasn't played")
	}
}

// TestC14Event: 2002 art. 14 leaves sealing to the event's own rules; 1988 has its own.
func TestC14Event(t *testing.T) {
	secret, err := game.Hide(game.SealedValue(0), game.Key{}, bytes.NewReader(make([]byte, 64)))
	if err != nil {
		t.Fatal(err)
	}
	sit(t, rules.Edition2002, nil).refused("fault.game.noSealing", "2002 art. 14", game.Seal{Side: black, Secret: secret})
	sit(t, rules.Edition1988, nil).do(game.Seal{Side: black, Secret: secret})
}

// TestC14Hidden: nothing of the sealed point stands in the events before it is opened, and all
// sealed values have one length.
func TestC14Hidden(t *testing.T) {
	x, opening := sealed(t, rules.Edition1988, "ee")
	for _, e := range x.log {
		if s, ok := e.(game.MoveSealed); ok && (bytes.Contains(s.Secret.Cipher, []byte("ee")) || len(s.Secret.Cipher) != 12+32+2+16) {
			t.Errorf("the cipher shows the point: %x", s.Secret.Cipher)
		}
	}
	if opening.Value != "ee" {
		t.Errorf("opened %q", opening.Value)
	}
	if _, err := x.g.Break.Secret.Reveal(game.Key{1}); err == nil {
		t.Error("another key opened it")
	}
}

// TestHiddenCount: 1 to 20, each as often as the others over all bytes that are used.
func TestHiddenCount(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	counts := map[int]int{}
	source := bytes.NewReader(all)
	for {
		n, err := game.HiddenCount(source)
		if err != nil {
			break
		}
		counts[n]++
	}
	var seen []int
	for n, c := range counts {
		if c != 12 {
			t.Errorf("%d came %d times", n, c)
		}
		seen = append(seen, n)
	}
	slices.Sort(seen)
	if len(seen) != 20 || seen[0] != 1 || seen[19] != 20 {
		t.Errorf("counts %v", seen)
	}
}

// TestC10Drawing (2002 art. 10): a drawing that doesn't give the colours told is refused; one that does is kept
// with who hid the stones and what was shown.
func TestC10Drawing(t *testing.T) {
	x := &table{t: t, g: &game.Game{}}
	x.do(game.Create{Terms: terms(t, rules.Edition2002, nil), Players: players, Nigiri: true})
	second := game.Second
	for _, c := range []game.TellColours{
		{Black: game.First, Shown: 1, Parity: 1}, {Black: game.Second, Shown: 2, Parity: 1}, {Black: game.Second, Shown: 3, Parity: 1},
		{Black: game.First, Shown: 1}, {Black: game.First, Parity: 2}, {Black: game.Second, Shown: 1, Parity: 1, Holder: &second},
	} {
		x.refused("fault.game.drawing", "2002 art. 10", c)
	}
	x.do(game.TellColours{Black: game.First, Shown: 1, Parity: 1, Holder: &second})
	if n := x.g.Nigiri; x.g.Black != game.First || n.Holder != game.Second || n.Shown != 1 {
		t.Errorf("Black %d, %+v", x.g.Black, n)
	}
}
