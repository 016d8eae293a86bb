package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"tianyuan/rules"
)

// TestTreatment: what each edition makes of each kind of repetition: D18.3, D20.1 to D20.4,
// options no. 2 and 47.
func TestTreatment(t *testing.T) {
	for _, c := range []struct {
		edition rules.Edition
		cycles  []rules.Cycle
		article string
		banned  bool
		do      string
		choices string
	}{
		{rules.Edition2002, []rules.Cycle{rules.SingleKo}, "2002 art. 18.3", true, "[void pass warning]", "[]"},
		{rules.Edition2002, []rules.Cycle{rules.SendTwo}, "2002 art. 6", true, "[void pass]", "[]"},
		{rules.Edition2002, []rules.Cycle{rules.Moonshine}, "2002 art. 20.2", true, "[void pass]", "[]"},
		{rules.Edition2002, []rules.Cycle{rules.TripleKo, rules.QuadrupleKo, rules.EternalLife, rules.DoubleTwo, rules.OtherBalance}, "2002 art. 20.3", false, "[void pass]", "[noResult draw extraGame replay]"},
		{rules.Edition1988, []rules.Cycle{rules.SingleKo}, "1988 art. 20.1", true, "[void pass]", "[]"},
		{rules.Edition1988, []rules.Cycle{rules.SendTwo}, "1988 art. 20.4", true, "[void pass]", "[]"},
		{rules.Edition1988, []rules.Cycle{rules.Moonshine}, "1988 art. 20.2", true, "[void pass]", "[]"},
		{rules.Edition1988, []rules.Cycle{rules.TripleKo, rules.QuadrupleKo, rules.EternalLife, rules.DoubleTwo, rules.OtherBalance}, "1988 art. 20.3", false, "[void pass]", "[draw replay]"},
	} {
		for _, cycle := range c.cycles {
			got := c.edition.Treatment(cycle)
			if got.Article.String() != c.article || got.Banned != c.banned || fmt.Sprint(got.Do) != c.do || fmt.Sprint(got.Choices) != c.choices {
				t.Errorf("%s %s: %s, banned %t, %v, %v; want %s, %t, %s, %s", c.edition, cycle, got.Article, got.Banned, got.Do, got.Choices, c.article, c.banned, c.do, c.choices)
			}
		}
	}
	if got := rules.Edition2002.Treatment("strange"); got.Cycle != rules.OtherBalance {
		t.Errorf("an unknown kind is treated as %s", got.Cycle)
	}
}

// TestPresets: 2002 is positional and forbids the rare cycles, 1988 has basic ko and lets the
// referee give a draw (options no. 2 and 47).
func TestPresets(t *testing.T) {
	for edition, want := range map[rules.Edition][2]string{rules.Edition2002: {"positional", "forbid"}, rules.Edition1988: {"simple", "draw"}} {
		d := edition.Data()
		if got := [2]string{string(d.Superko), string(d.RareCycle)}; got != want {
			t.Errorf("%s: %v, want %v", edition, got, want)
		}
		if !slices.Contains(rules.Superkos, d.Superko) || !slices.Contains(rules.RareCycles, d.RareCycle) {
			t.Errorf("%s: %+v isn't among the values of the options", edition, d)
		}
	}
}

// TestRareCycle: when the event doesn't forbid a listed cycle, superko leaves it alone and the
// referee is called at the third occurrence; banned kinds stay banned (options no. 2 and 47).
func TestRareCycle(t *testing.T) {
	for _, cycle := range rules.Cycles {
		for _, rare := range rules.RareCycles {
			for _, edition := range rules.Editions {
				treat := edition.Treatment(cycle)
				free := !treat.Banned && rare != rules.RareForbid
				if treat.Exempt(rare) != free || treat.CallReferee(rare, 2) || treat.CallReferee(rare, 3) != free || treat.CallReferee(rare, 4) != free {
					t.Errorf("%s %s %s: exempt %t, called at 3 %t", edition, cycle, rare, treat.Exempt(rare), treat.CallReferee(rare, 3))
				}
				want := fmt.Sprint(treat.Do)
				if free {
					want = fmt.Sprintf("[%s]", rare)
				}
				if got := fmt.Sprint(treat.Under(rare)); got != want {
					t.Errorf("%s %s %s: %s, want %s", edition, cycle, rare, got, want)
				}
			}
		}
	}
}
