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

// TestImplausible holds the parity rule of the counting vectors: ¾ komi and no shared point
// give Black ¾ and White ¼; a draw by count needs a komi in halves.
func TestImplausible(t *testing.T) {
	draw := rules.Outcome{Manner: rules.Drawn}
	if !draw.Implausible(15) || draw.Implausible(0) {
		t.Error("a draw is impossible with komi 3¾ and possible without komi")
	}
	half := rules.Outcome{Winner: rules.Black, Manner: rules.Counted, Margin: 2}
	quarter := rules.Outcome{Winner: rules.Black, Manner: rules.Counted, Margin: 1}
	if !half.Implausible(15) || quarter.Implausible(15) {
		t.Error("with komi 3¾ every margin ends in ¼ or ¾")
	}
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
