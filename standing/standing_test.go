package standing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/standing"
)

func options(chain ...string) standing.Options {
	two, one := standing.Int(2), standing.Int(1)
	return standing.Options{
		Chain: chain, MaxBasis: "attained", ByeSos: "none", ForfeitSos: "actual", WithdrawnScore: "average", HalfOf: "rounds", Reverse: "last",
		Score: standing.Score{Win: two, Draw: one, Bye: two},
	}
}

// games reads rounds such as "1-5 1:1, 6-2 2:0": the first named is Black.
func games(t testing.TB, rounds ...string) []standing.Game {
	t.Helper()
	var all []standing.Game
	for i, line := range rounds {
		for item := range strings.SplitSeq(line, ", ") {
			g := standing.Game{Round: i + 1}
			var b, w int
			if _, err := fmt.Sscanf(item, "%d-%d %d:%d", &g.Black, &g.White, &b, &w); err != nil {
				t.Fatalf("%q: %v", item, err)
			}
			results := map[int]standing.Result{2: standing.Win, 1: standing.Draw, 0: standing.Loss}
			g.BlackResult, g.WhiteResult = results[b], results[w]
			all = append(all, g)
		}
	}
	return all
}

func players(n int) []standing.Player {
	all := make([]standing.Player, n)
	for i := range all {
		all[i].No = i + 1
	}
	return all
}

func places(t standing.Table) string {
	var b strings.Builder
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%d:%d ", r.Place, r.No)
	}
	return strings.TrimSpace(b.String())
}

func rank(t testing.TB, in standing.Input) standing.Table {
	t.Helper()
	table, err := standing.Rank(in)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// w1 is the round robin of six (E27, worked example W1).
func w1(t testing.TB, warned bool) standing.Input {
	in := standing.Input{RoundRobin: true, Rounds: 5, Upto: 5, Players: players(6), Options: options("points", "beatenScore", "warnings"), Games: games(t,
		"1-6 2:0, 2-5 2:0, 3-4 0:2", "1-5 0:2, 6-4 0:2, 2-3 2:0", "1-4 1:1, 5-3 0:2, 6-2 0:2", "1-3 2:0, 4-2 2:0, 5-6 0:2", "1-2 2:0, 3-6 2:0, 4-5 0:2")}
	if warned {
		in.Games[9].WarnB = 1 // no. 1 in his game against no. 3
	}
	return in
}

// w3 is the Swiss of eight (E27, worked example W3).
func w3(t testing.TB, chain ...string) standing.Input {
	return standing.Input{Rounds: 5, Upto: 5, Players: players(8), Options: options(chain...), Games: games(t,
		"1-5 1:1, 6-2 2:0, 3-7 2:0, 8-4 2:0", "6-3 0:2, 8-1 0:2, 5-2 2:0, 7-4 2:0", "1-3 2:0, 5-6 0:2, 7-8 0:2, 2-4 0:2",
		"6-1 0:2, 3-8 0:2, 4-5 2:0, 2-7 2:0", "4-1 0:2, 8-6 0:2, 3-2 0:2, 5-7 0:2")}
}

// TestW1: round robin by points, 胜者小分, warnings (2002 art. 27.1, 1988 art. 28.1).
func TestW1(t *testing.T) {
	table := rank(t, w1(t, true))
	if got := places(table); got != "1:4 2:1 3:2 4:5 5:3 6:6" {
		t.Errorf("places %s", got)
	}
	want := map[int]string{4: "15.5", 1: "15.5", 2: "10", 5: "14", 3: "6", 6: "4"}
	for _, r := range table.Rows {
		if r.BeatenScore.String() != want[r.No] {
			t.Errorf("no. %d has 小分 %s, want %s", r.No, r.BeatenScore, want[r.No])
		}
	}
	table = rank(t, w1(t, false))
	if got := places(table); got != "1:1 1:4 3:2 4:5 5:3 6:6" || !table.Rows[0].Shared || !table.Rows[1].Shared || table.Rows[2].Shared {
		t.Errorf("without the warning 1 and 4 share: %s", got)
	}
}

// TestW3: every column of the worked Swiss (2002 art. 27.2, 1988 art. 28.2; 逆减 practice 5.4).
func TestW3(t *testing.T) {
	table := rank(t, w3(t, standing.Chain("rules2002B", false)...))
	columns := map[int]string{
		1: "9 23 25 21.5 82/9 [19 13 9 3 0]", 8: "6 27 20 12 7 [21 17 13 4 0]", 6: "6 26 18 13 61/9 [20 11 8 4 0]",
		3: "4 29 18 10 49/9 [25 19 10 4 0]", 4: "4 26 10 7 43/9 [17 14 10 6 0]", 7: "4 21 10 7 11/3 [18 14 8 4 0]",
		2: "4 21 6 8 11/3 [17 13 9 6 0]", 5: "3 27 13 8.5 4 [23 19 13 9 0]",
	}
	for _, r := range table.Rows {
		if got := fmt.Sprint(r.Points, r.Sos, r.Cumulative, r.BeatenScore, r.TotalScore, r.ReverseSos); got != columns[r.No] {
			t.Errorf("no. %d: %s\nwant   %s", r.No, got, columns[r.No])
		}
	}
	for preset, want := range map[string]string{
		"rules2002B": "1:1 2:8 3:6 4:3 5:4 6:2 6:7 8:5",
		"rules2002A": "1:1 2:8 3:6 4:3 5:4 6:5 7:2 7:7",
		"rules1988":  "1:1 2:8 3:6 4:3 5:4 6:5 7:2 7:7",
		"yunbisai":   "1:1 2:8 3:6 4:3 5:4 6:7 7:2 8:5",
		"WAGC":       "1:1 2:8 3:6 4:3 5:4 6:7 7:2 8:5",
	} {
		if got := places(rank(t, w3(t, standing.Chain(preset, false)...))); got != want {
			t.Errorf("%s: %s, want %s", preset, got, want)
		}
	}
	in := w3(t, "totalScore")
	in.Options.MaxBasis = "possible"
	want := map[int]string{1: "8.6", 8: "6.4", 6: "6.2", 3: "4.8", 4: "4.2", 7: "3.2", 2: "3.2", 5: "3.4"}
	for _, r := range rank(t, in).Rows {
		if r.TotalScore.String() != want[r.No] {
			t.Errorf("no. %d by the possible points: %s, want %s", r.No, r.TotalScore, want[r.No])
		}
	}
}

// TestDirectAndLots: 直胜 for exactly two, lots last (options no. 20).
func TestDirectAndLots(t *testing.T) {
	table := rank(t, w3(t, "points", "sos", "directWin"))
	if got := places(table); got != "1:1 2:8 3:6 4:3 5:4 6:2 7:7 8:5" {
		t.Errorf("2 beat 7 in round 4: %s", got)
	}
	if d := table.Rows[5].DirectWin; d == nil || d.String() != "1" || table.Rows[6].Decided != "directWin" {
		t.Errorf("directWin of no. 2 is %v", d)
	}
	in := w3(t, "points", "sos", "lots")
	in.Lots = []int{7, 2}
	if got := places(rank(t, in)); got != "1:1 2:8 3:6 4:3 5:4 6:7 7:2 8:5" {
		t.Errorf("lots put 7 before 2: %s", got)
	}
}

// TestWithdrawnScore holds the A formula (1988 art. 29.3): the cap is on the average.
func TestWithdrawnScore(t *testing.T) {
	for _, c := range []struct {
		points, played, rounds int
		want                   string
	}{{4, 3, 7, "8"}, {2, 4, 7, "3.5"}, {3, 4, 7, "5.25"}, {0, 2, 5, "0"}, {1, 3, 5, "5/3"}, {2, 2, 5, "5"}, {5, 3, 7, "9"}} {
		in := standing.Input{Rounds: c.rounds, Upto: c.rounds, Players: players(c.played + 1), Options: options("points", "sos"),
			Withdrawals: []standing.Withdrawal{{No: 1, After: c.played}}}
		left := c.points
		for r := 1; r <= c.played; r++ {
			take := min(2, left)
			left -= take
			g := standing.Game{Round: r, Black: 1, White: r + 1}
			g.BlackResult = []standing.Result{standing.Loss, standing.Draw, standing.Win}[take]
			g.WhiteResult = []standing.Result{standing.Win, standing.Draw, standing.Loss}[take]
			in.Games = append(in.Games, g)
		}
		table := rank(t, in)
		i := slices.IndexFunc(table.Rows, func(r standing.Row) bool { return r.No == 2 })
		if got := table.Rows[i].Sos.String(); got != c.want {
			t.Errorf("%d points in %d of %d: %s, want %s", c.points, c.played, c.rounds, got, c.want)
		}
	}
}

// TestHalf: less than half played annuls a round robin player, half keeps him (2002 art. 28.2,
// 1988 art. 29.2); the games left are wins of the others, once.
func TestHalf(t *testing.T) {
	leave := func(after int) standing.Table {
		in := w1(t, false)
		in.Games = slices.DeleteFunc(in.Games, func(g standing.Game) bool { return g.Round > after && (g.Black == 6 || g.White == 6) })
		in.Withdrawals = []standing.Withdrawal{{No: 6, After: after}}
		return rank(t, in)
	}
	table := leave(2)
	last := table.Rows[len(table.Rows)-1]
	if last.No != 6 || last.Status != standing.Annulled || last.Place != 0 {
		t.Errorf("two of five played: %+v", last)
	}
	for _, r := range table.Rows[:5] {
		if r.Wins+r.Draws+r.Losses != 4 {
			t.Errorf("no. %d still counts a game against no. 6", r.No)
		}
	}
	for _, r := range leave(3).Rows {
		if r.Wins+r.Draws+r.Losses != 5 {
			t.Errorf("no. %d counts %d games, want 5 with the walkovers", r.No, r.Wins+r.Draws+r.Losses)
		}
		if r.No == 6 && r.Status != standing.Withdrawn {
			t.Errorf("three of five played: %s", r.Status)
		}
	}
	in := w1(t, false)
	in.Withdrawals = []standing.Withdrawal{{No: 6, After: 3}}
	for i := range in.Games {
		if g := &in.Games[i]; g.Round > 3 && g.White == 6 {
			g.BlackResult, g.WhiteResult, g.Forfeit = standing.Win, standing.Loss, true
		}
	}
	for _, r := range rank(t, in).Rows {
		if r.Wins+r.Draws+r.Losses != 5 {
			t.Errorf("listed forfeits count twice for no. %d", r.No)
		}
	}
}

// TestOptions: byes, absences, late entries and forfeits by their options (options nos. 17, 18).
func TestOptions(t *testing.T) {
	base := func() standing.Input {
		return standing.Input{Rounds: 2, Upto: 2, Players: []standing.Player{{No: 1}, {No: 2}, {No: 3}, {No: 4, From: 2}}, Options: options("points", "sos"),
			Games: []standing.Game{
				{Round: 1, Black: 1, White: 2, BlackResult: standing.Win, WhiteResult: standing.Loss},
				{Round: 2, Black: 3, White: 4, BlackResult: standing.Win, WhiteResult: standing.Loss, Forfeit: true},
			},
			Byes: []standing.Mark{{Round: 1, No: 3}}, Absences: []standing.Mark{{Round: 2, No: 2}},
		}
	}
	key := func(in standing.Input, no int, k string) string {
		for _, r := range rank(t, in).Rows {
			if r.No == no {
				return fmt.Sprint(r.Keys()[k])
			}
		}
		return "?"
	}
	in := base()
	in.Options.Score.Absent, in.Options.Score.Late = standing.Int(1), standing.Int(1)
	for no, want := range map[int]string{1: "2", 2: "1", 3: "4", 4: "1"} {
		if got := key(in, no, "points"); got != want {
			t.Errorf("no. %d has %s points, want %s", no, got, want)
		}
	}
	for word, want := range map[string]string{"none": "0", "lowest": "0", "own": "4"} {
		in := base()
		in.Options.ByeSos = word
		if got := key(in, 3, "sos"); got != want {
			t.Errorf("byeSos %s gives %s, want %s", word, got, want)
		}
	}
	for word, want := range map[string]string{"actual": "4", "none": "0"} {
		in := base()
		in.Options.ForfeitSos = word
		if got := key(in, 4, "sos"); got != want {
			t.Errorf("forfeitSos %s gives %s, want %s", word, got, want)
		}
	}
	if _, err := standing.Rank(standing.Input{Upto: 1, Games: []standing.Game{{Round: 1, Black: 8, White: 9}}, Options: options("points")}); err == nil {
		t.Error("an unknown number is taken")
	}
}

// field makes a random but possible Swiss.
func field(n, rounds int, seed uint64) standing.Input {
	r := rand.New(rand.NewPCG(seed, 1))
	in := standing.Input{Rounds: rounds, Upto: rounds, Players: players(n), Options: options("points", "sos", "cumulative", "reverseSos", "warnings")}
	for round := 1; round <= rounds; round++ {
		order := r.Perm(n)
		for i := 0; i+1 < n; i += 2 {
			g := standing.Game{Round: round, Black: order[i] + 1, White: order[i+1] + 1, BlackResult: standing.Win, WhiteResult: standing.Loss, WarnB: r.IntN(8) / 7}
			switch r.IntN(5) {
			case 0, 1:
				g.BlackResult, g.WhiteResult = standing.Loss, standing.Win
			case 2:
				g.BlackResult, g.WhiteResult = standing.Draw, standing.Draw
			}
			in.Games = append(in.Games, g)
		}
		if n%2 == 1 {
			in.Byes = append(in.Byes, standing.Mark{Round: round, No: order[n-1] + 1})
		}
	}
	return in
}

// TestLaws: the order of the input doesn't matter; points add up; explanations add up;
// a warning never helps.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 14).Draw(rt, "n")
		rounds := rapid.IntRange(1, 6).Draw(rt, "rounds")
		in := field(n, rounds, rapid.Uint64().Draw(rt, "seed"))
		table, err := standing.Rank(in)
		if err != nil {
			rt.Fatal(err)
		}
		shuffled := in
		shuffled.Games, shuffled.Players = slices.Clone(in.Games), slices.Clone(in.Players)
		slices.Reverse(shuffled.Games)
		slices.Reverse(shuffled.Players)
		again, err := standing.Rank(shuffled)
		if err != nil || places(again) != places(table) {
			rt.Fatalf("order matters: %s and %s, %v", places(table), places(again), err)
		}
		var sum standing.Rat
		for _, r := range table.Rows {
			sum = sum.Add(r.Points)
		}
		if want := standing.Int(2*len(in.Games) + 2*len(in.Byes)); sum.Cmp(want) != 0 {
			rt.Fatalf("points add up to %s, want %s", sum, want)
		}
		no := rapid.IntRange(1, n).Draw(rt, "no")
		for _, key := range []string{"points", "sos", "cumulative", "beatenScore"} {
			e, err := standing.Explain(in, no, key)
			if err != nil {
				rt.Fatal(err)
			}
			var total standing.Rat
			for _, p := range e.Parts {
				total = total.Add(p.Value)
			}
			if total.String() != e.Total {
				rt.Fatalf("%s of %d: parts give %s, the key is %s", key, no, total, e.Total)
			}
		}
		warned := in
		warned.Games = slices.Clone(in.Games)
		warned.Games[0].WarnB++
		before := slices.IndexFunc(table.Rows, func(r standing.Row) bool { return r.No == in.Games[0].Black })
		after, _ := standing.Rank(warned)
		now := slices.IndexFunc(after.Rows, func(r standing.Row) bool { return r.No == in.Games[0].Black })
		if after.Rows[now].Place < table.Rows[before].Place {
			rt.Fatal("a warning improved a place")
		}
	})
}

// TestRatLaws: exactness beyond int64.
func TestRatLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) standing.Rat {
			n := standing.Int(rapid.IntRange(-1<<40, 1<<40).Draw(rt, name))
			return n.Div(standing.Int(rapid.IntRange(1, 1<<40).Draw(rt, name+"Den")))
		}
		a, b, c := draw("a"), draw("b"), draw("c")
		if a.Add(b).Mul(c).Cmp(a.Mul(c).Add(b.Mul(c))) != 0 {
			rt.Fatal("not distributive")
		}
		if a.Sub(b).Add(b).Cmp(a) != 0 || a.Cmp(b) != -b.Cmp(a) {
			rt.Fatal("subtraction or order is wrong")
		}
	})
	for text, want := range map[string]string{"2": "2", "0.5": "0.5", "1/3": "1/3", "2/4": "0.5", "-1": "-1"} {
		if r, err := standing.ParseRat(text); err != nil || r.String() != want {
			t.Errorf("%q: %s, %v", text, r, err)
		}
	}
	for _, text := range []string{"", "x", "1e9", "100000", "1/0", "0x10", "+1", "1_0"} {
		if r, err := standing.ParseRat(text); err == nil {
			t.Errorf("%q was read as %s", text, r)
		}
	}
}

func FuzzParseRat(f *testing.F) {
	f.Add("15.5")
	f.Fuzz(func(t *testing.T, s string) {
		r, err := standing.ParseRat(s)
		if err != nil {
			return
		}
		if again, err := standing.ParseRat(r.String()); err == nil && again.Cmp(r) != 0 {
			t.Fatalf("%q is written %s", s, r)
		}
	})
}

func BenchmarkRank10000x11(b *testing.B) {
	in := field(10000, 11, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := standing.Rank(in); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPlayedCounts (options no. 42; 2002 art. 28.2, 1988 art. 29.2, 29.3): whether forfeits and byes count
// as played, for the half of a round robin and for the average of who left a Swiss.
func TestPlayedCounts(t *testing.T) {
	for word, want := range map[string]struct {
		annulled bool
		sos      string
	}{"": {false, "5"}, "anyResult": {false, "7"}, "overBoard": {true, "5"}} {
		in := w1(t, false)
		in.Games = slices.DeleteFunc(in.Games, func(g standing.Game) bool { return g.Round > 3 && (g.Black == 6 || g.White == 6) })
		for i := range in.Games {
			if g := &in.Games[i]; g.Round == 3 && (g.Black == 6 || g.White == 6) {
				g.Forfeit = true
			}
		}
		in.Options.PlayedCounts, in.Withdrawals = word, []standing.Withdrawal{{No: 6, After: 3}}
		table := rank(t, in)
		i := slices.IndexFunc(table.Rows, func(r standing.Row) bool { return r.No == 6 })
		if got := table.Rows[i].Status == standing.Annulled; got != want.annulled {
			t.Errorf("%q: two played and one forfeit of five annul: %v", word, got)
		}
		// No. 1 has a draw and a loss over the board, a win by forfeit, and leaves a Swiss of 7 rounds.
		swiss := standing.Input{Rounds: 7, Upto: 7, Players: players(4), Options: options("points", "sos"), Withdrawals: []standing.Withdrawal{{No: 1, After: 3}}}
		swiss.Options.PlayedCounts = word
		for r := 1; r <= 3; r++ {
			g := standing.Game{Round: r, Black: 1, White: r + 1, BlackResult: standing.Draw, WhiteResult: standing.Draw}
			switch r {
			case 2:
				g.BlackResult, g.WhiteResult = standing.Loss, standing.Win
			case 3:
				g.BlackResult, g.WhiteResult, g.Forfeit = standing.Win, standing.Loss, true
			}
			swiss.Games = append(swiss.Games, g)
		}
		rows := rank(t, swiss).Rows
		at := slices.IndexFunc(rows, func(r standing.Row) bool { return r.No == 2 })
		// 3 points; A is 1/2 of two games over the board, or 3/3 of three results.
		if got := rows[at].Sos.String(); got != want.sos {
			t.Errorf("%q: he counts %s, want %s", word, got, want.sos)
		}
	}
}

// TestBothLoseRoundRobin (options no. 40): a game that both lose is 0 : 0 on a round robin, and neither has
// beaten the other.
func TestBothLoseRoundRobin(t *testing.T) {
	in := standing.Input{RoundRobin: true, Rounds: 1, Upto: 1, Players: players(2), Options: options("points", "beatenScore"),
		Games: []standing.Game{{Round: 1, Black: 1, White: 2, BlackResult: standing.Loss, WhiteResult: standing.Loss}}}
	for _, r := range rank(t, in).Rows {
		if r.Points.String() != "0" || r.Losses != 1 || r.Wins != 0 || r.Place != 1 {
			t.Errorf("no. %d: %+v", r.No, r)
		}
	}
}
