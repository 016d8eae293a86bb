package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

func tablesOf(r *tournament.Round) []int {
	var tables []int
	for _, p := range r.Pairs {
		tables = append(tables, p.Table)
	}
	return tables
}

// TestSeating: a division's tables begin where the hall says and leave out the numbers it skips;
// a fixed table keeps its number; a proposal at hand is numbered anew.
func TestSeating(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 8)
	d.must(tournament.SetSeating{Seating: tournament.Seating{First: 43, Skip: []int{44, 44}}})
	d.must(tournament.PrepareRound{Seed: "s"})
	if got := tablesOf(d.state.Round(1)); !slices.Equal(got, []int{43, 45, 46, 47}) {
		t.Errorf("tables %v", got)
	}
	d.must(tournament.SetSeating{Seating: tournament.Seating{First: 3, Skip: []int{4}}})
	if got := tablesOf(d.state.Round(1)); !slices.Equal(got, []int{3, 5, 6, 7}) {
		t.Errorf("numbered anew: %v", got)
	}
	d.must(tournament.DiscardRound{Round: 1})
	e := *d.state.Entry(5)
	e.FixedTable = 90
	d.must(tournament.ChangeEntry{Entry: e})
	d.must(tournament.PrepareRound{Seed: "s"})
	at := slices.IndexFunc(d.state.Round(1).Pairs, func(p tournament.Pair) bool { return p.Table == 90 })
	if at < 0 || d.state.Round(1).Pairs[at].Black != 5 && d.state.Round(1).Pairs[at].White != 5 {
		t.Errorf("number 5 isn't at table 90: %v", d.state.Round(1).Pairs)
	}
	d.refused(tournament.SetSeating{Seating: tournament.Seating{First: 10000}}, "", "fault.tournament.seating")
}

// TestSubstitute: the waiting player comes in for a no-show with a reason; the no-show has no
// points for the round, isn't waiting, and is out of the pairs after two such rounds (practice 5.4).
func TestSubstitute(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 4, 7)
	out := 0
	for round := 1; round <= 2; round++ {
		d.begin()
		r := d.state.Round(round)
		waiting := r.Byes[0]
		if out == 0 {
			out = r.Pairs[0].Black
		} else if out == waiting {
			t.Fatal("the no-show waits himself")
		}
		d.refused(tournament.Substitute{Round: round, Out: out, In: waiting}, "", "fault.tournament.reason")
		d.refused(tournament.Substitute{Round: round, Out: waiting, In: out}, "late", "fault.tournament.notWaiting")
		if err := d.try(tournament.Substitute{Round: round, Out: out, In: waiting}, "没来"); err != nil {
			t.Fatal(err)
		}
		r = d.state.Round(round)
		if len(r.Byes) != 0 || !slices.Contains(r.Absent, out) || !slices.Equal(r.NoShows, []int{out}) {
			t.Fatalf("round %d: byes %v, absent %v, no-shows %v", round, r.Byes, r.Absent, r.NoShows)
		}
		if n := len(r.Amendments); n != 1 || r.Amendments[0].Change.Kind != tournament.Substituted || r.Amendments[0].Entry.Reason != "没来" || len(r.Amendments[0].Change.Tables) != 1 {
			t.Errorf("marks: %+v", r.Amendments)
		}
		for _, p := range r.Pairs {
			d.must(tournament.EnterResult{Round: round, Table: p.Table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}})
		}
		d.must(tournament.CloseRound{Round: round})
	}
	if points := d.state.Points(3)[out]; points.String() != "0" {
		t.Errorf("the no-show has %s points", points)
	}
	p, err := d.state.Pair("s")
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range p.Tables {
		if pair.Black == out || pair.White == out {
			t.Error("who didn't come twice is still paired")
		}
	}
}

// TestPairWaiting: two players without an opponent get a free table of the division's own.
func TestPairWaiting(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 7)
	d.must(tournament.NoteAbsence{No: 7, Round: 1})
	d.must(tournament.NoteAbsence{No: 6, Round: 1})
	d.begin()
	bye := d.state.Round(1).Byes[0]
	if err := d.try(tournament.PairWaiting{Round: 1, Black: 7, White: bye}, "赶到了"); err != nil {
		t.Fatal(err)
	}
	r := d.state.Round(1)
	pair, ok := r.Pair(3)
	if !ok || pair.Black != 7 || pair.White != bye || len(r.Byes) != 0 || !slices.Equal(r.Absent, []int{6}) {
		t.Errorf("%+v, byes %v, absent %v", r.Pairs, r.Byes, r.Absent)
	}
	d.refused(tournament.PairWaiting{Round: 1, Black: 6, White: 6}, "x", "fault.tournament.changePlayers")
}

// TestSwapAndMove: places, colours and tables change after the publication, with a mark, but
// never where a result stands.
func TestSwapAndMove(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 8)
	d.begin()
	first, second := d.state.Round(1).Pairs[0], d.state.Round(1).Pairs[1]
	for _, c := range []tournament.Command{
		tournament.SwapPlayers{Round: 1, A: first.Black, B: second.Black},
		tournament.SwapPlayers{Round: 1, A: first.White, B: first.White},
		tournament.MoveTable{Round: 1, Table: 1, To: 2},
		tournament.MoveTable{Round: 1, Table: 1, To: 77},
	} {
		if err := d.try(c, "why"); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	r := d.state.Round(1)
	p2, _ := r.Pair(2)
	p77, _ := r.Pair(77)
	if p2.Black != first.White || p2.White != second.Black || p77.Black != first.Black || p77.White != second.White || len(r.Amendments) != 4 {
		t.Errorf("%+v, %d marks", r.Pairs, len(r.Amendments))
	}
	d.must(tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Manner: rules.Drawn}})
	d.refused(tournament.MoveTable{Round: 1, Table: 77, To: 2}, "why", "fault.tournament.amendResult")
	d.refused(tournament.SwapPlayers{Round: 1, A: p2.Black, B: p77.Black}, "why", "fault.tournament.amendResult")
	d.refused(tournament.MoveTable{Round: 1, Table: 5, To: 6}, "why", "fault.tournament.noTable")
}

// TestReopen: only the last closed round, and only while nothing rests on it.
func TestReopen(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	for _, p := range d.state.Round(1).Pairs {
		d.must(tournament.EnterResult{Round: 1, Table: p.Table, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	}
	d.must(tournament.CloseRound{Round: 1})
	d.refused(tournament.ReopenRound{Round: 1}, "", "fault.tournament.reason")
	if err := d.try(tournament.ReopenRound{Round: 1}, "漏了一台"); err != nil || d.state.Round(1).Phase != tournament.Started {
		t.Fatalf("%v, %s", err, d.state.Round(1).Phase)
	}
	d.must(tournament.CloseRound{Round: 1})
	d.must(tournament.PrepareRound{Seed: "s"})
	d.refused(tournament.ReopenRound{Round: 1}, "x", "fault.tournament.reopenLater")
}

// TestCheckIn: who reported is remembered by entry until it is taken back.
func TestCheckIn(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.must(tournament.CheckIn{IDs: []int{2, 3}, Present: true})
	d.must(tournament.CheckIn{IDs: []int{3}})
	if !d.state.CheckedIn[2] || d.state.CheckedIn[3] || len(d.state.CheckedIn) != 1 {
		t.Errorf("%v", d.state.CheckedIn)
	}
	d.refused(tournament.CheckIn{IDs: []int{2, 99}, Present: true}, "", "fault.tournament.noEntry")
}

// TestOverdue: the tables where somebody is missing are listed past the limit, which itself is in
// time (D22.1, 2002 art. 22.1: one hour; D22.2: 15 minutes in one place).
func TestOverdue(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 8)
	d.begin()
	d.must(tournament.MarkSeats{Round: 1, Table: 2, Seats: tournament.Seats{MissingB: true}})
	d.must(tournament.MarkSeats{Round: 1, Table: 3, Seats: tournament.Seats{MissingB: true, MissingW: true}})
	d.must(tournament.MarkSeats{Round: 1, Table: 4, Seats: tournament.Seats{MissingW: true}})
	d.must(tournament.MarkSeats{Round: 1, Table: 4})
	r := d.state.Round(1)
	if got := d.state.Overdue(r, r.StartedAt.Add(time.Hour)); got != nil {
		t.Errorf("at the limit: %v", got)
	}
	if got := d.state.Overdue(r, r.StartedAt.Add(time.Hour+time.Second)); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("past the limit: %v", got)
	}
	d.must(tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Forfeited}})
	d.state.Reg.LateMinutes = 15
	r = d.state.Round(1)
	if got := d.state.Overdue(r, r.StartedAt.Add(15*time.Minute+time.Second)); !slices.Equal(got, []int{3}) {
		t.Errorf("after a forfeit: %v", got)
	}
}

func won(side rules.Side, manner rules.Manner) rules.Outcome {
	return rules.Outcome{Winner: side, Manner: manner}
}

// TestClaims: what players say counts for nothing until it is taken; one act takes all tables where
// both agree, and only those.
func TestClaims(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 10)
	d.begin()
	say := func(table int, side rules.Side, o rules.Outcome, device string) tournament.ClaimResult {
		return tournament.ClaimResult{Round: 1, Version: 1, Table: table, Side: side, Outcome: o, Device: device}
	}
	for _, c := range []struct {
		table int
		black rules.Outcome
		white rules.Outcome
		one   bool
		want  tournament.Accord
	}{
		{1, won(rules.Black, rules.Plain), won(rules.Black, rules.Resigned), false, tournament.Agreed},
		{2, won(rules.Black, rules.Plain), won(rules.White, rules.Plain), false, tournament.Differ},
		{3, won(rules.White, rules.Plain), won(rules.White, rules.Plain), true, tournament.OnePhone},
		{4, rules.Outcome{Manner: rules.Drawn}, rules.Outcome{}, false, tournament.OneClaim},
	} {
		d.must(say(c.table, rules.Black, c.black, "p1"))
		if !c.white.IsZero() {
			device := "p2"
			if c.one {
				device = "p1"
			}
			d.must(say(c.table, rules.White, c.white, device))
		}
		if got := d.state.Round(1).Claims[c.table].Accord(); got != c.want {
			t.Errorf("table %d: %s, want %s", c.table, got, c.want)
		}
	}
	if got := d.state.Round(1).Claims[5].Accord(); got != tournament.NoClaim || len(d.state.Round(1).Results) != 0 {
		t.Errorf("table 5 %s; results %v", got, d.state.Round(1).Results)
	}
	d.must(tournament.TakeClaims{Round: 1})
	results := d.state.Round(1).Results
	if len(results) != 1 || results[1].Outcome != won(rules.Black, rules.Resigned) {
		t.Errorf("taken: %+v", results)
	}
	head := d.state.Head()
	d.must(say(1, rules.Black, won(rules.Black, rules.Plain), "p1"))
	d.must(tournament.TakeClaims{Round: 1})
	if d.state.Head() != head {
		t.Error("a repeated claim of what stands was written down")
	}
	d.refused(say(1, rules.White, won(rules.White, rules.Plain), "p2"), "", "fault.tournament.claimLate")
	old := say(5, rules.White, won(rules.White, rules.Plain), "p2")
	old.Version = 2
	d.refused(old, "", "fault.tournament.slipOld")
	d.refused(say(5, rules.White, won(rules.White, rules.Forfeited), "p2"), "", "fault.tournament.claim")
	for i := range 6 {
		d.must(say(5, rules.Black, won([]rules.Side{rules.Black, rules.White}[i%2], rules.Plain), "p1"))
	}
	d.refused(say(5, rules.Black, won(rules.Black, rules.Plain), "p1"), "", "fault.tournament.claimOften")
}

// TestUnpublishedSlips: after a publication was withdrawn its slips are refused, and what was
// claimed from them is gone.
func TestUnpublishedSlips(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.must(tournament.PrepareRound{Seed: "s"})
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.PublishRound{Round: 1})
	if err := d.try(tournament.UnpublishRound{Round: 1}, "错了"); err != nil {
		t.Fatal(err)
	}
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.PublishRound{Round: 1})
	d.must(tournament.StartRound{Round: 1})
	claim := tournament.ClaimResult{Round: 1, Version: 1, Table: 1, Side: rules.Black, Outcome: won(rules.Black, rules.Plain)}
	d.refused(claim, "", "fault.tournament.slipOld")
	claim.Version = 2
	d.must(claim)
}

// TestUnitTotals: the best two of each unit count; ties by the smaller sum of places, then shared.
func TestUnitTotals(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 1, 8)
	for no, unit := range []string{"", "东", "东", "西", "西", "东", "西", "北", ""} {
		if no > 0 {
			e := *d.state.Entry(no)
			e.Unit = unit
			d.must(tournament.ChangeEntry{Entry: e})
		}
	}
	d.begin()
	for _, p := range d.state.Round(1).Pairs {
		winner := rules.Black
		if p.White < p.Black {
			winner = rules.White
		}
		d.must(tournament.EnterResult{Round: 1, Table: p.Table, Outcome: won(winner, rules.Plain)})
	}
	totals, err := tournament.UnitTotals([]*tournament.Division{d.state}, 2)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range totals {
		got = append(got, fmt.Sprintf("%d %s %s", u.Place, u.Unit, u.Points))
	}
	// 1-5, 2-6, 3-7, 4-8 are won by 1 to 4: 东 has 1 and 2, 西 has 3 and 4, 北 has 7.
	if !slices.Equal(got, []string{"1 东 4", "1 西 4", "3 北 0"}) || len(totals[0].Members) != 2 {
		t.Errorf("%v", got)
	}
}

// hallDesk folds a tournament's own events.
type hallDesk struct {
	t     *testing.T
	state *tournament.Tournament
	seq   int64
}

func (h *hallDesk) try(c tournament.HallCommand) error {
	events, err := h.state.Decide(c, tournament.Context{Now: time.Unix(1, 0), Actor: "u"})
	for _, e := range events {
		h.seq++
		if err := h.state.Apply(tournament.Recorded{Event: e, Seq: h.seq, At: time.Unix(h.seq, 0), Actor: "u"}); err != nil {
			h.t.Fatal(err)
		}
	}
	return err
}

func (h *hallDesk) must(c tournament.HallCommand) {
	h.t.Helper()
	if err := h.try(c); err != nil {
		h.t.Fatalf("%T: %v", c, err)
	}
}

// TestHall: notices, assignments, the checklists of O30 and O32, the log, appeals decided once,
// comments and the final announcement.
func TestHall(t *testing.T) {
	h := &hallDesk{t: t, state: &tournament.Tournament{ID: "t"}}
	if err := h.try(tournament.PostNotice{Text: "x"}); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("a notice before the tournament: %v", err)
	}
	h.must(tournament.SetInfo{Info: tournament.Info{Name: "公开赛", Starts: "2026-11-28"}})
	h.must(tournament.PostNotice{Text: "午餐 12:00"})
	h.must(tournament.PostNotice{Text: "推迟十分钟", Division: "d"})
	h.must(tournament.RemoveNotice{ID: h.state.Notices[0].ID})
	for range 2 { // given again it changes nothing
		h.must(tournament.AssignReferee{User: "u-2", Name: "裁判1", Division: "d", From: 1, To: 20})
	}
	h.must(tournament.MarkDuty{Key: "venue", Done: true})
	h.must(tournament.MarkDuty{Key: "clocks", Done: true})
	h.must(tournament.MarkDuty{Key: "clocks"})
	h.must(tournament.LogIncident{Division: "d", Round: 1, Table: 3, Edition: "2002", Case: "phoneRing", Text: "手机响"})
	h.must(tournament.LodgeAppeal{By: "东城", Text: "第 3 台成绩"})
	h.must(tournament.CommentReferee{User: "u-2", Name: "裁判1", Text: "认真"})
	h.must(tournament.Announce{Text: "比赛结束"})
	s := h.state
	if len(s.Notices) != 1 || s.Notices[0].Division != "d" || len(s.Assignments) != 1 || len(s.Done) != 1 || len(s.Incidents) != 1 || s.Comments["u-2"].Text != "认真" || s.Announcement.Text != "比赛结束" {
		t.Errorf("%+v", s)
	}
	ids := map[int]bool{s.Notices[0].ID: true, s.Assignments[0].ID: true, s.Incidents[0].ID: true, s.Appeals[0].ID: true}
	if len(ids) != 4 {
		t.Errorf("ids %v", ids)
	}
	h.must(tournament.DecideAppeal{ID: s.Appeals[0].ID, Grant: true, Answer: "重赛"})
	if s.Appeals[0].Decision != "granted" {
		t.Errorf("%+v", s.Appeals[0])
	}
	if err := h.try(tournament.DecideAppeal{ID: s.Appeals[0].ID, Answer: "x"}); fault.KeyOf(err) != "fault.tournament.appealDecided" {
		t.Errorf("decided twice: %v", err)
	}
	for _, c := range []tournament.HallCommand{
		tournament.PostNotice{Text: " "}, tournament.PostNotice{Text: "a\nb"}, tournament.MarkDuty{Key: "sleep", Done: true},
		tournament.AssignReferee{Name: "裁判1", From: 5, To: 2}, tournament.LogIncident{}, tournament.SetInfo{Info: tournament.Info{Name: "x", Minors: "hide"}},
	} {
		if err := h.try(c); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("%T %+v: %v", c, c, err)
		}
	}
}

// TestPublicName: a tournament chooses how players under 18 stand in public.
func TestPublicName(t *testing.T) {
	for _, c := range []struct{ minors, birth, name, want string }{
		{"mask", "2015", "王雨涵", "王*涵"}, {"mask", "2015-03-01", "王涵", "王*"}, {"mask", "2000", "王雨涵", "王雨涵"},
		{"mask", "", "王雨涵", "王雨涵"}, {"number", "2015", "王雨涵", "#7"}, {"name", "2015", "王雨涵", "王雨涵"},
		{"mask", "2008", "王雨涵", "王雨涵"}, {"mask", "2009", "王雨涵", "王*涵"}, {"mask", "2015", "Anna Bo", "A*o"},
	} {
		info := tournament.Info{Starts: "2026-11-28", Minors: c.minors}
		if got := info.PublicName(&tournament.Entry{No: 7, ID: 9, Name: c.name, Birth: c.birth}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestMissingStays: a player who is missing stays so wherever he is moved.
func TestMissingStays(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 8)
	d.begin()
	p := d.state.Round(1).Pairs
	gone := p[0].Black
	d.must(tournament.MarkSeats{Round: 1, Table: 1, Seats: tournament.Seats{MissingB: true}})
	if err := d.try(tournament.SwapPlayers{Round: 1, A: gone, B: p[1].White}, "x"); err != nil {
		t.Fatal(err)
	}
	if seats := d.state.Round(1).Seats; len(seats) != 1 || !seats[2].MissingW {
		t.Errorf("%+v", seats)
	}
	long := strings.Repeat("长", 201)
	d.refused(tournament.MoveTable{Round: 1, Table: 1, To: 9}, long, "fault.tournament.reasonLong")
}
