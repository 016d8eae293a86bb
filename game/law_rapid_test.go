package game_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// anyCommand draws a command of any kind, sensible or not, on a 5×5 board.
func anyCommand(r *rapid.T, g *game.Game) (game.Command, game.Context) {
	side := rapid.SampledFrom([]rules.Side{g.ToMove(), g.ToMove(), g.ToMove(), black, white}).Draw(r, "side")
	point := weiqi.At(rapid.IntRange(0, 4).Draw(r, "x"), rapid.IntRange(0, 4).Draw(r, "y"))
	by := game.Context{
		By:     rapid.SampledFrom([]rules.Official{"", rules.Referee, rules.ChiefReferee}).Draw(r, "by"),
		Reason: rapid.SampledFrom([]string{"", "why"}).Draw(r, "reason"),
	}
	row := rapid.SampledFrom(rules.Law(g.Terms.Edition)).Draw(r, "row")
	choice := rules.Consequence("")
	if len(row.Choices) > 0 {
		choice = rapid.SampledFrom(row.Choices).Draw(r, "choice").Key()
	}
	var reading [2]game.Instant
	if g.Break != nil {
		reading = [2]game.Instant{g.Break.Black, g.Break.White}
	}
	var dead []weiqi.Point
	if rapid.Bool().Draw(r, "dead") {
		dead = []weiqi.Point{point}
	}
	cmd := rapid.SampledFrom([]game.Command{
		game.Move{Side: side, Point: point}, game.Move{Side: side, Point: point}, game.Move{Side: side, Point: point},
		game.Move{Side: side, Point: point}, game.Pass{Side: side}, game.Press{Side: side}, game.Press{Side: side}, game.Start{},
		game.NoteSeats{Black: game.Second}, game.Pause{}, game.Resume{}, game.ConfirmReadings{Side: side, Black: reading[0], White: reading[1]},
		game.MakeClaim{Side: side, Case: row.Key, Urgent: true}, game.DismissClaim{ID: 1},
		game.Rule{Case: row.Key, Against: side, Choice: choice, Claim: len(g.Claims)}, game.Rule{Case: row.Key, Against: side, Choice: choice},
		game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: point, Colour: side}}},
		game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: len(g.Turns) / 2},
		game.Rule{Case: "takeBack", Against: side, Point: &point, Claim: len(g.Claims)},
		game.RuleFlag{}, game.ProposeEnd{Side: side}, game.AgreeEnd{Side: side.Other()}, game.GiveUpContest{Side: side}, game.StopPlay{},
		game.ProposeLife{Side: side, Dead: dead}, game.AgreeLife{Side: side, Dead: dead}, game.Dispute{Claimant: side}, game.TakeUp{Side: side},
		game.EnterCount{Side: side, Area: 2 * rapid.IntRange(-1, 51).Draw(r, "half")}, game.AskRecount{Side: side}, game.Resign{Side: side},
		game.MendRecord{From: rapid.IntRange(0, 1+len(g.Turns)).Draw(r, "from"), Points: []weiqi.Point{point}}, game.MendRecord{From: len(g.Turns)}, game.Answer{Turns: len(g.Turns), Command: game.Pass{Side: side}},
		game.Revoke{ID: rapid.IntRange(0, 1+len(g.Rulings)).Draw(r, "id")},
		game.Confirm{Side: side, Outcome: g.Result.Outcome}, game.Confirm{Outcome: g.Result.Outcome},
		game.Correct{Outcome: rules.Outcome{Manner: rules.Drawn}}, game.CallReferee{Side: side}, game.AnswerCall{}, game.PutDown{Side: side}, game.RuleFlag{Against: side},
	}).Draw(r, "command")
	return cmd, by
}

// anyTerms draws the terms of a game on a 5×5 board.
func anyTerms(r *rapid.T, t *testing.T) game.Terms {
	system := rapid.SampledFrom([]clock.System{
		absolute(20 * time.Minute), reading, {Kind: clock.None}, {Kind: clock.Canadian, Moves: 3, Block: 5 * time.Minute, Carry: true},
		{Kind: clock.Fischer, Base: 5 * time.Minute, Increment: 10 * time.Second},
	}).Draw(r, "system")
	return terms(t, rapid.SampledFrom(rules.Editions).Draw(r, "edition"), func(terms *game.Terms) {
		terms.Size, terms.System = 5, system
		terms.Referee = rapid.Bool().Draw(r, "referee")
		switch rapid.IntRange(0, 3).Draw(r, "mode") {
		case 0:
			terms.Mode = game.Online
		case 1:
			terms.Press = true
		case 2:
			terms.Press, terms.Moves = true, false
		}
	})
}

// TestLaws: over any sequence of commands a refused one changes nothing and says why by one key; the
// state after each event is that of the same events read from their JSON anew; and nothing is
// decided that can't be applied.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := &table{t: t, g: &game.Game{}}
		x.do(game.Create{Terms: anyTerms(r, t), Players: players})
		if rapid.IntRange(0, 9).Draw(r, "start") > 0 {
			x.do(game.Start{})
		}
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			x.wait(time.Duration(rapid.SampledFrom([]int{0, 1, 1, 5, 20, 59, 60, 400}).Draw(r, "wait")) * time.Second)
			cmd, by := anyCommand(r, x.g)
			before := snapshot(x.g, x.now)
			if _, err := x.try(cmd, by); err != nil {
				if fault.CodeOf(err) == fault.Internal || fault.KeyOf(err) == "fault.internal" {
					r.Fatalf("%T%+v: %v", cmd, cmd, err)
				}
				if after := snapshot(x.g, x.now); after != before {
					r.Fatalf("%T%+v was refused and changed\n%s\nto\n%s", cmd, cmd, before, after)
				}
			}
		}
		if got, want := snapshot(refold(t, x.log, x.reasons...), x.now), snapshot(x.g, x.now); got != want {
			r.Fatalf("folded anew:\n%s\nwant:\n%s", got, want)
		}
	})
}

// refold reads events from their JSON and folds them, with the reasons of their envelopes.
func refold(t testing.TB, log []game.Event, reasons ...string) *game.Game {
	g := &game.Game{}
	for i, e := range log {
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		back, err := game.Decode(e.EventType(), body)
		if err != nil {
			t.Fatal(err)
		}
		r := game.Recorded{Event: back, Seq: int64(i + 1)}
		if len(reasons) > 0 {
			r.Reason = reasons[i]
		}
		if err := g.Apply(r); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestTimeLaw: no time appears or vanishes: under absolute time what both have used and have left is
// what they were given, and what they have used is what passed while the game was in play and nobody
// was out, whatever is played, paused, claimed, disputed or ruled without a change of a clock.
func TestTimeLaw(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		terms := anyTerms(r, t)
		base := 20 * time.Minute
		terms.System = absolute(base)
		x := &table{t: t, g: &game.Game{}}
		x.do(game.Create{Terms: terms, Players: players})
		x.do(game.Start{})
		var ran time.Duration
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			d := time.Duration(rapid.SampledFrom([]int{0, 1, 5, 20, 200}).Draw(r, "wait")) * time.Second
			before := x.g.Time(game.Instant(x.now))
			x.wait(d)
			if before.Phase == clock.Running {
				ran += min(d, map[clock.Side]time.Duration{clock.Black: before.Black.Main, clock.White: before.White.Main}[before.Turn])
			}
			cmd, by := anyCommand(r, x.g)
			_, _ = x.try(cmd, by) // refusals are part of it
			if len(x.g.Rulings) > 0 && len(x.g.Rulings[len(x.g.Rulings)-1].Clock) > 0 {
				return // a ruling set a clock: from there on the sums are others
			}
			s := x.g.Time(game.Instant(x.now))
			if left := s.Black.Main + s.White.Main; s.Black.Used+s.White.Used != ran || left+ran != 2*base {
				r.Fatalf("%T: used %v and %v, left %v, ran %v", cmd, s.Black.Used, s.White.Used, left, ran)
			}
		}
	})
}

// FuzzDecode: any type and body are read or refused; what is read is written as it is read again,
// and the fold takes it or calls it misplaced, on a new game and on one in play.
func FuzzDecode(f *testing.F) {
	x := sit(&testing.T{}, rules.Edition2002, onBoard(5))
	x.play("C3 D3")
	x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: x.at("A1"), Colour: black}}}, chief)
	x.do(game.MakeClaim{Side: white, Case: "talking"})
	x.do(game.Pause{}, referee)
	played := x.log
	for _, e := range played {
		body, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(e.EventType(), body)
	}
	f.Add("ruling.made", []byte(`{"at":"9h","case":"takeBack","against":"W","do":["void"],"board":{"back":1,"play":"aa"},"warnings":1}`))
	f.Add("ruling.made", []byte(`{"at":"9h","case":"clockFault","do":["setTime"],"clock":[{"do":"set","side":"B","left":-5,"main":"-3h"}]}`))
	f.Add("life.proposed", []byte(`{"side":"B","life":{"dead":["aa"]}}`))
	f.Add("result.confirmed", []byte(`{"side":"W","outcome":{"result":"B+R"}}`))
	f.Add("seal.opened", []byte(`{"at":"9h","opening":{"value":"aa","salt":""},"point":"aa"}`))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		e, err := game.Decode(kind, body)
		if err != nil {
			if code := fault.CodeOf(err); code != fault.Newer && code != fault.Internal {
				t.Errorf("%v", err)
			}
			return
		}
		written, err := json.Marshal(e)
		if err != nil {
			return // a point beyond the letters: such an event was never written
		}
		again, err := game.Decode(kind, written)
		if err != nil {
			t.Fatalf("%s isn't read again: %v", written, err)
		}
		if twice, _ := json.Marshal(again); string(twice) != string(written) {
			t.Errorf("%s, then %s", written, twice)
		}
		for _, log := range [][]game.Event{nil, played[:2], played} {
			g := refold(t, log)
			if err := g.Apply(game.Recorded{Event: again, Seq: int64(len(log) + 1)}); err != nil && fault.KeyOf(err) != "fault.game.misplacedEvent" {
				t.Errorf("%s: %v", written, err)
			}
		}
	})
}

// FuzzFrequent: moves, presses and stones put down are read in a short way, which gives what
// encoding/json gives, or refuses what it refuses.
func FuzzFrequent(f *testing.F) {
	for _, body := range []string{
		`{"at":"1m2.5s","side":"B","point":"dd"}`, `{"at":"5s","side":"W","point":""}`, `{"at":"5s","side":"W"}`,
		`{"at":"5s","side":"B","early":true}`, `{"at":"5s","side":"B","early":false}`, `{"at":"5s","side":"B","point":"dd","occurrence":2}`,
		`{"at":"-5s","side":"","point":"zz"}`, `{"at":"5","side":"B"}`, `{"at":null,"side":"B"}`, `{"at":"5s","at":"6s","side":"B"}`,
		`{"AT":"5s","side":"B"}`, `{"at":"5\u0073","side":"B"}`, `{"at":"5µs","side":"B","point":"aa"}`, `{"side":"B","at":"5s"}`, `{}`, `null`, ``,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sameAsJSON[game.MovePlayed](t, body)
		sameAsJSON[game.Pressed](t, body)
		sameAsJSON[game.StonePut](t, body)
	})
}

func sameAsJSON[E game.Event](t *testing.T, body []byte) {
	var want E
	wrong := json.Unmarshal(body, &want)
	got, err := game.Decode(want.EventType(), body)
	if (err == nil) != (wrong == nil) || err == nil && got != game.Event(want) {
		t.Errorf("%s %q: %#v, %v; encoding/json: %#v, %v", want.EventType(), body, got, err, want, wrong)
	}
}

// TestFrequentRead: what a record has most of is read without encoding/json: one piece of memory for
// the fact, one for its moment.
func TestFrequentRead(t *testing.T) {
	for _, e := range []game.Event{
		game.MovePlayed{At: game.Instant(61500 * time.Millisecond), Side: black, Point: weiqi.At(3, 15)},
		game.Pressed{At: game.Instant(5 * time.Second), Side: white, Early: true},
		game.Pressed{At: game.Instant(3 * time.Hour), Side: black},
		game.StonePut{At: game.Instant(time.Millisecond), Side: white},
	} {
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := game.Decode(e.EventType(), body); err != nil || got != e {
			t.Errorf("%s: %#v, %v", body, got, err)
		}
		if n := testing.AllocsPerRun(100, func() { game.Decode(e.EventType(), body) }); n > 3 {
			t.Errorf("%s: %v pieces of memory", body, n)
		}
	}
}

// longGame is the record of 400 events: a game of 199 moves, each with its press, in play.
func longGame(b *testing.B) []game.Event {
	x := &table{t: &testing.T{}, g: &game.Game{}}
	x.do(game.Create{Terms: terms(x.t, rules.Edition2002, func(t *game.Terms) { t.Press = true }), Players: players})
	x.do(game.Start{})
	random := weiqi.NewRandom(1)
	for len(x.log) < 400 {
		side := x.g.ToMove()
		p := weiqi.At(random.Below(19), random.Below(19))
		if x.g.Board().Check(side, p) != weiqi.Legal {
			continue
		}
		x.wait(5 * time.Second)
		if _, err := x.try(game.Move{Side: side, Point: p}); err != nil {
			continue
		}
		x.do(game.Press{Side: side})
	}
	if x.g.Phase != game.Play {
		b.Fatal(x.g.Phase)
	}
	return x.log
}

// BenchmarkRebuild folds the state of a game from 400 events; Decoded has the reading of their
// bodies in it.
func BenchmarkRebuild(b *testing.B) {
	log := longGame(b)
	bodies := make([]json.RawMessage, len(log))
	for i, e := range log {
		bodies[i], _ = json.Marshal(e)
	}
	for name, read := range map[string]func(i int) game.Event{
		"Fold": func(i int) game.Event { return log[i] },
		"Decoded": func(i int) game.Event {
			e, err := game.Decode(log[i].EventType(), bodies[i])
			if err != nil {
				b.Fatal(err)
			}
			return e
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := &game.Game{}
				for i := range log {
					if err := g.Apply(game.Recorded{Event: read(i), Seq: int64(i + 1)}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
