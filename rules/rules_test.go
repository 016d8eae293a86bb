package rules_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/rules"
)

// TestOutcomeRoundTrip: every result of the contract reads and writes as itself, in text and JSON.
func TestOutcomeRoundTrip(t *testing.T) {
	for _, text := range []string{"B+R", "B+T", "B+F", "B+0.75", "B+", "W+R", "W+T", "W+F", "W+12.5", "W+", "draw", "bothlose", "bothforfeit", "noresult", ""} {
		o, err := rules.ParseOutcome(text, "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if o.String() != text {
			t.Errorf("%q is written %q", text, o)
		}
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var back rules.Outcome
		if err := json.Unmarshal(data, &back); err != nil || back != o {
			t.Errorf("%s comes back as %v, %v", data, back, err)
		}
	}
}

// TestOutcomeRefused: what the contract doesn't list is refused.
func TestOutcomeRefused(t *testing.T) {
	for _, c := range [][2]string{{"B", ""}, {"b+r", ""}, {"B+0", ""}, {"B+0.3", ""}, {"B+-1", ""}, {"B+1.", ""}, {"B+.5", ""}, {"1-0", ""}, {"draw", "B"}, {"bothlose", "X"}, {"B+99999", ""}} {
		if o, err := rules.ParseOutcome(c[0], c[1]); err == nil {
			t.Errorf("%q with lot %q was read as %v", c[0], c[1], o)
		}
	}
}

// TestOutcomeKept: a result that can't be read leaves the one that stood there.
func TestOutcomeKept(t *testing.T) {
	for _, bad := range []string{`{"result":"B+X"}`, `{"result":"draw","lot":"B"}`, `{"result":7}`, `7`} {
		o := rules.Outcome{Winner: rules.White, Manner: rules.Counted, Margin: 3}
		was := o
		if err := json.Unmarshal([]byte(bad), &o); err == nil || o != was {
			t.Errorf("%s: %+v, %v", bad, o, err)
		}
	}
}

// TestLot: after "both lose" the lot names a winner for pairing alone (2002 art. 17.5).
func TestLot(t *testing.T) {
	o, err := rules.ParseOutcome("bothlose", "W")
	if err != nil || o.Lot != rules.White || o.Winner != rules.NoSide {
		t.Fatalf("got %+v, %v", o, err)
	}
}

// counted is a count on the full board, as far as a result says it.
func counted(e rules.Edition, komi, warnB, warnW int) rules.Count {
	c := e.Count(361, 0)
	c.Komi, c.WarnBlack, c.WarnWhite = komi, warnB, warnW
	return c
}

// TestDoubt holds the parity of counted margins (rules.md 1.1, G9.2, G9.3, C11): each row says
// what speaks against a result.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		name         string
		edition      rules.Edition
		result       string
		komi         int
		warnB, warnW int
		want         string
	}{
		{"C11: komi 3¾, Black wins by ¾", rules.Edition2002, "B+0.75", 15, 0, 0, ""},
		{"C11: komi 3¾, Black wins by 1¾", rules.Edition2002, "B+1.75", 15, 0, 0, ""},
		{"C11: komi 3¾, White wins by ¼", rules.Edition2002, "W+0.25", 15, 0, 0, ""},
		{"C11: komi 3¾, Black by ¼ needs an odd number of shared points", rules.Edition2002, "B+0.25", 15, 0, 0, "doubt.shared"},
		{"C11: komi 3¾, White by 1¾ needs an odd number of shared points", rules.Edition2002, "W+1.75", 15, 0, 0, "doubt.shared"},
		{"C11: komi 3¾, no margin ends in ½", rules.Edition2002, "B+0.5", 15, 0, 0, "doubt.fraction"},
		{"C11: komi 3¾, no margin is whole", rules.Edition2002, "W+2", 15, 0, 0, "doubt.fraction"},
		{"1988 art. 11: komi 2¾, Black by ¾", rules.Edition1988, "B+0.75", 11, 0, 0, ""},
		{"1988 art. 11: komi 2¾, White by ¼", rules.Edition1988, "W+3.25", 11, 0, 0, ""},
		{"1988 art. 11: komi 2¾, White by ¾", rules.Edition1988, "W+0.75", 11, 0, 0, "doubt.shared"},
		{"G9.3: komi 0, 181 wins by ½", rules.Edition2002, "B+0.5", 0, 0, 0, ""},
		{"G9.3: komi 0, 180 loses by ½", rules.Edition2002, "W+0.5", 0, 0, 0, ""},
		{"G9.3: komi 0, a whole margin needs a shared point", rules.Edition2002, "B+3", 0, 0, 0, "doubt.shared"},
		{"G9.3: komi 0, no margin ends in ¼", rules.Edition2002, "B+0.25", 0, 0, 0, "doubt.fraction"},
		{"komi 2½: whole margins", rules.Edition2002, "B+3", 10, 0, 0, ""},
		{"komi 2½: ½ needs a shared point", rules.Edition2002, "W+1.5", 10, 0, 0, "doubt.shared"},
		{"komi 3: margins end in ½", rules.Edition2002, "W+1.5", 12, 0, 0, ""},
		{"komi 3¼, as an own komi: Black ends in ¼", rules.Edition2002, "B+1.25", 13, 0, 0, ""},
		{"komi −3¾ for White's handicap: Black ends in ¼", rules.Edition2002, "B+4.25", -15, 0, 0, ""},
		{"D24.1: a fine of one 子 leaves the fraction", rules.Edition2002, "B+0.75", 15, 1, 0, ""},
		{"D24.1: Black 185 with a warning loses by ¼", rules.Edition2002, "W+0.25", 15, 1, 0, ""},
		{"D24.1: Black 184½ and White warned gives 1¼, by a shared point", rules.Edition2002, "B+1.25", 15, 0, 1, "doubt.shared"},
		{"G9.3: the count entered for the margin is beyond the board", rules.Edition2002, "B+185", 15, 0, 0, "doubt.beyond"},
		{"G9.3: the largest margin of Black", rules.Edition2002, "B+176.75", 15, 0, 0, ""},
		{"G9.3: more than the largest margin of Black", rules.Edition2002, "B+177.75", 15, 0, 0, "doubt.beyond"},
		{"D24.1: White's fine lifts the largest margin", rules.Edition2002, "B+177.75", 15, 0, 1, ""},
		{"G9.3: the largest margin of White", rules.Edition2002, "W+184.25", 15, 0, 0, ""},
		{"G9.3: more than the largest margin of White", rules.Edition2002, "W+185.25", 15, 0, 0, "doubt.beyond"},
		{"C11: no draw by count with komi 3¾", rules.Edition2002, "draw", 15, 0, 0, "doubt.draw"},
		{"G9.3: komi 0, a draw needs a shared point", rules.Edition2002, "draw", 0, 0, 0, "doubt.draw.shared"},
		{"komi ½: 181 is a draw", rules.Edition2002, "draw", 2, 0, 0, ""},
		{"D24.2: two warnings lose", rules.Edition2002, "B+R", 15, 2, 0, "doubt.B.warned.2002"},
		{"1988 art. 25.2: two warnings lose", rules.Edition1988, "W+T", 11, 0, 2, "doubt.W.warned.1988"},
		{"D24.2: the loser may have two", rules.Edition2002, "B+R", 15, 1, 2, ""},
		{"a resignation has no margin", rules.Edition2002, "W+R", 15, 0, 0, ""},
		{"a win without detail", rules.Edition2002, "B+", 15, 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := rules.ParseOutcome(c.result, "")
			if err != nil {
				t.Fatal(err)
			}
			if key, _ := counted(c.edition, c.komi, c.warnB, c.warnW).Doubt(c.edition, o); key != c.want {
				t.Errorf("doubt %q, want %q", key, c.want)
			}
		})
	}
}

// TestDoubtLaw: what a count on the board gives is never called impossible, and with no point
// shared it is never doubted (G9.1, G9.2, G9.3, D24.1).
func TestDoubtLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edition := rapid.SampledFrom(rules.Editions).Draw(t, "edition")
		komi := rapid.IntRange(-60, 60).Draw(t, "komi")
		warnB, warnW := rapid.IntRange(0, 1).Draw(t, "warnB"), rapid.IntRange(0, 1).Draw(t, "warnW")
		shared := rapid.IntRange(0, 9).Draw(t, "shared")
		own := rapid.IntRange(0, 361-shared).Draw(t, "own")
		count := counted(edition, komi, warnB, warnW)
		count.Compensation, count.Black = rules.Compensation(rapid.IntRange(0, 9).Draw(t, "stones")), 4*own+2*shared
		margin := count.Margin()
		o := rules.Outcome{Winner: rules.Black, Manner: rules.Counted, Margin: margin}
		if margin < 0 {
			o.Winner, o.Margin = rules.White, -margin
		}
		wantKey := "doubt.shared"
		if margin == 0 {
			o, wantKey = rules.Outcome{Manner: rules.Drawn}, "doubt.draw.shared"
		}
		if shared%2 == 0 {
			wantKey = ""
		}
		if key, _ := count.Doubt(edition, o); key != wantKey {
			t.Fatalf("%v with %d shared points, komi %d: doubt %q, want %q", o, shared, komi, key, wantKey)
		}
	})
}

// TestEndings: the question names the fractions that a count can give (rules.md 1.1).
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		result    string
		komi      int
		even, odd rules.Ending
	}{{"B+1.5", 15, 3, 1}, {"W+1.5", 15, 1, 3}, {"B+1.5", 11, 3, 1}, {"B+1.25", 0, 2, 0}, {"W+1.25", 10, 0, 2}} {
		o, err := rules.ParseOutcome(c.result, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, args := counted(rules.Edition2002, c.komi, 0, 0).Doubt(rules.Edition2002, o); args["even"] != c.even || args["odd"] != c.odd {
			t.Errorf("%s with komi %d: %v, want %v and %v", c.result, c.komi, args, c.even, c.odd)
		}
	}
}

// TestReadQuarters: a margin is read in every common writing (ui words: 1 又 3/4 子).
func TestReadQuarters(t *testing.T) {
	for text, want := range map[string]int{
		"0.75": 3, "1.25": 5, "3/4": 3, "1/4": 1, "1又3/4": 7, "1 又 3/4 子": 7, "1¾": 7, "¾": 3, "½": 2, "12": 48, "12 子": 48,
		"１．２５": 5, "３／４": 3, "2 1/4": 9, "2/4": 2, " 0.5 ": 2, "21¼": 85,
	} {
		if got, err := rules.ReadQuarters(text); err != nil || got != want {
			t.Errorf("%q is read as %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "子", "1/3", "又3/4子多", "1.5¾", "-1 3/4", "0.3", "x", "1又", "5000¾", "3/4 3/4"} {
		if got, err := rules.ReadQuarters(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

func FuzzReadQuarters(f *testing.F) {
	f.Add("1 又 3/4 子")
	f.Add("0.75")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := rules.ReadQuarters(text)
		if err != nil {
			return
		}
		if again, err := rules.ReadQuarters(rules.QuarterText(n)); err != nil || again != n {
			t.Fatalf("%q is read as %d and comes back as %d, %v", text, n, again, err)
		}
	})
}

// TestQuarterLaw: every count of quarters reads back as written.
func TestQuarterLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.IntRange(-4000, 4000).Draw(t, "quarters")
		if got, err := rules.ParseQuarters(rules.QuarterText(q)); err != nil || got != q {
			t.Fatalf("%d is written %q and read %d, %v", q, rules.QuarterText(q), got, err)
		}
	})
}

func FuzzParseOutcome(f *testing.F) {
	f.Add("B+0.75", "")
	f.Add("bothlose", "W")
	f.Fuzz(func(t *testing.T, text, lot string) {
		o, err := rules.ParseOutcome(text, lot)
		if err != nil {
			return
		}
		again, err := rules.ParseOutcome(o.Text())
		if err != nil || again != o {
			t.Fatalf("%q, %q gives %+v, written back %+v, %v", text, lot, o, again, err)
		}
	})
}
