package tournament_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// desk carries out commands and folds their events, as the office does.
type desk struct {
	t     testing.TB
	state *tournament.Division
	seq   int64
}

func newDesk(t testing.TB, method tournament.Method, rounds, players int) *desk {
	t.Helper()
	d := &desk{t: t, state: &tournament.Division{ID: "d"}}
	reg := tournament.Regulations{Edition: rules.Edition2002, Method: method, Rounds: rounds, Komi: 15, Time: clock.System{Kind: clock.None}, Options: tournament.DefaultOptions("2002")}
	d.must(tournament.CreateDivision{Tournament: "t", Name: "甲组", Regulations: reg})
	entries := make([]tournament.Entry, players)
	for i := range entries {
		entries[i] = tournament.Entry{Name: fmt.Sprint("棋手", i+1)}
	}
	d.must(tournament.AddEntries{Source: "form", Entries: entries})
	d.must(tournament.Draw{How: "given"})
	return d
}

func (d *desk) try(c tournament.Command, reason string) error {
	events, err := d.state.Decide(c, tournament.Context{Now: time.Unix(1, 0), Actor: "u", Reason: reason})
	if err != nil {
		return err
	}
	var facts []tournament.Recorded
	for _, e := range events {
		// What is stored is what comes back: every event goes through its JSON.
		body, err := json.Marshal(e)
		if err != nil {
			d.t.Fatal(err)
		}
		read, err := tournament.Decode(e.EventType(), body)
		if err != nil {
			d.t.Fatal(err)
		}
		d.seq++
		facts = append(facts, tournament.Recorded{Event: read, Seq: d.seq, At: time.Unix(d.seq, 0), Actor: "u", Reason: reason})
	}
	next, err := d.state.Next(facts)
	if err != nil {
		d.t.Fatal(err)
	}
	d.state = next
	return nil
}

func (d *desk) must(c tournament.Command) {
	d.t.Helper()
	if err := d.try(c, ""); err != nil {
		d.t.Fatalf("%T: %v", c, err)
	}
}

func (d *desk) refused(c tournament.Command, reason, key string) {
	d.t.Helper()
	if err := d.try(c, reason); fault.KeyOf(err) != key || err == nil {
		d.t.Errorf("%T: %v, want %s", c, err, key)
	}
}

// begin prepares, checks, publishes and starts the next round.
func (d *desk) begin() int {
	d.t.Helper()
	n := len(d.state.Rounds) + 1
	for _, c := range []tournament.Command{tournament.PrepareRound{Seed: "s"}, tournament.CheckRound{Round: n}, tournament.PublishRound{Round: n}, tournament.StartRound{Round: n}} {
		d.must(c)
	}
	return n
}

func black() rules.Outcome { return rules.Outcome{Winner: rules.Black, Manner: rules.Resigned} }

func (d *desk) play() {
	d.t.Helper()
	n := d.begin()
	for _, p := range d.state.Current().Pairs {
		d.must(tournament.EnterResult{Round: n, Table: p.Table, Outcome: black()})
	}
	d.must(tournament.CloseRound{Round: n})
}

// TestLifeOfRound: each step waits for the one before, and nothing closes with games missing.
func TestLifeOfRound(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 6)
	d.refused(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()}, "", "fault.tournament.noRound")
	d.must(tournament.PrepareRound{})
	d.refused(tournament.PublishRound{Round: 1}, "", "fault.tournament.phase.prepared")
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.PublishRound{Round: 1})
	d.refused(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()}, "", "fault.tournament.phase.published")
	d.must(tournament.StartRound{Round: 1})
	d.refused(tournament.EnterResult{Round: 1, Table: 9, Outcome: black()}, "", "fault.tournament.noTable")
	d.must(tournament.EnterResult{Round: 1, Table: 2, Outcome: black()})
	d.refused(tournament.CloseRound{Round: 1}, "", "fault.tournament.closeMissing")
	d.refused(tournament.PrepareRound{}, "", "fault.tournament.roundOpen")
}

// TestTwoOfficers: the same result twice is one; another one is refused with both values.
func TestTwoOfficers(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()})
	before := d.seq
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()})
	if d.seq != before {
		t.Error("the same result made a second event")
	}
	d.refused(tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Manner: rules.Drawn}}, "", "fault.tournament.resultDiffers")
	d.must(tournament.TakeBackResult{Round: 1, Table: 1})
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Manner: rules.Drawn}})
}

// TestCorrection: a correction needs its reason; after the next round was published its pairs
// stay, and who is affected is listed.
func TestCorrection(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 6)
	d.play()
	d.begin()
	pairs := fmt.Sprint(d.state.Current().Pairs)
	fix := tournament.CorrectResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}}
	d.refused(fix, "", "fault.tournament.reason")
	if err := d.try(fix, "misread slip"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(d.state.Current().Pairs); got != pairs {
		t.Error("the correction changed published pairs")
	}
	if len(d.state.Affected) != 1 || len(d.state.Affected[0].No) < 2 {
		t.Errorf("affected: %+v", d.state.Affected)
	}
	if r := d.state.Rounds[0].Results[1]; len(r.Corrections) != 1 || r.Corrections[0].Reason != "misread slip" {
		t.Errorf("the old result isn't kept: %+v", r)
	}
}

// TestRegulationsChange: drafted, approved, and after round 1 with a reason (2002 art. 30.1, 1988 art. 31.1).
func TestRegulationsChange(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	reg := d.state.Reg
	reg.Rounds = 5
	d.must(tournament.DraftRegulations{Name: "甲组", Regulations: reg})
	if d.state.Reg.Rounds != 3 {
		t.Error("a draft is in force before its approval")
	}
	d.refused(tournament.PrepareRound{}, "", "fault.tournament.draftOpen")
	d.must(tournament.ApproveRegulations{})
	d.play()
	reg.Rounds = 4
	d.refused(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "", "fault.tournament.reason")
	reg.Options.MaxBasis = "most"
	d.refused(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "why", "fault.tournament.optionValue")
}

// TestWithdrawal: a withdrawn Swiss player isn't paired any more (2002 art. 28.3, 1988 art. 29.3).
func TestWithdrawal(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 7)
	d.play()
	d.refused(tournament.Withdraw{No: 3}, "", "fault.tournament.reason")
	if err := d.try(tournament.Withdraw{No: 3}, "ill"); err != nil {
		t.Fatal(err)
	}
	d.must(tournament.NoteAbsence{No: 4, Round: 2})
	d.begin()
	text := fmt.Sprint(d.state.Current().Pairs, d.state.Current().Byes)
	if _, ok := d.state.Withdrawals[3]; !ok || strings.Contains(text, " 3 ") {
		t.Errorf("no. 3 is paired: %s", text)
	}
	if seats := 2*len(d.state.Current().Pairs) + len(d.state.Current().Byes); seats != 5 {
		t.Errorf("%d seats for five players", seats)
	}
}

// TestFileRoundTrip: a division written as a file gives the same standings.
func TestFileRoundTrip(t *testing.T) {
	for _, method := range []tournament.Method{tournament.Swiss, tournament.RoundRobin} {
		d := newDesk(t, method, 3, 7)
		d.play()
		d.play()
		file, err := tournament.NewFile(d.state)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		again, err := tournament.ParseFile(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tournament.Check(again) {
			if f.Level == tournament.Fault {
				t.Errorf("%s: %+v", method, f)
			}
		}
		back, err := again.Division()
		if err != nil {
			t.Fatal(err)
		}
		want, err1 := d.state.Standings(0)
		got, err2 := back.Standings(0)
		if err1 != nil || err2 != nil || fmt.Sprintf("%+v", got.Rows) != fmt.Sprintf("%+v", want.Rows) {
			t.Errorf("%s: the file ranks otherwise (%v, %v)", method, err1, err2)
		}
	}
}

// TestFileRefused: unknown keys and values are refused by name and line.
func TestFileRefused(t *testing.T) {
	const head = `{"format": "tianyuan.division/1", "name": "x", "edition": "2002", "method": "swiss", "rounds": 3,` + "\n"
	for body, key := range map[string]string{
		`"entries": [], "reslts": []}`: "fault.file.unknownKey",
		`"entries": [}`:                "fault.file.syntax",
		`"entries": [], "teams": []}`:  "fault.file.notYet",
		`"entries": [], "results": [{"round": 1, "table": 1, "result": "B+0.3"}]}`: "fault.file.result",
	} {
		if _, err := tournament.ParseFile([]byte(head + body)); fault.KeyOf(err) != key {
			t.Errorf("%s: %v, want %s", body, err, key)
		}
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add([]byte(`{"format": "tianyuan.division/1", "name": "x", "edition": "2002", "method": "swiss", "rounds": 3, "entries": [{"no": 1, "name": "a"}, {"no": 2, "name": "b"}], "results": [{"round": 1, "table": 1, "black": 1, "white": 2, "result": "B+R"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := tournament.ParseFile(data)
		if err != nil {
			return
		}
		tournament.Check(file)
		if d, err := file.Division(); err == nil {
			if _, err := d.Standings(0); err == nil {
				d.Pair("s")
			}
		}
	})
}
