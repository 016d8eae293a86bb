package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// TestTreatment: what each edition makes of each kind of repetition: D18.3, D20.1 to D20.4,
// options no. 2 and 47.
func TestTreatment(t *testing.T) {
	for _, c := range []struct {
		edition rules.Edition
		cycles  []weiqi.CycleKind
		article string
		banned  bool
		do      string
		choices string
	}{
		{rules.Edition2002, []weiqi.CycleKind{weiqi.SingleKo}, "2002 art. 18.3", true, "[void pass warning]", "[]"},
		{rules.Edition2002, []weiqi.CycleKind{weiqi.SendTwo}, "2002 art. 6", true, "[void pass]", "[]"},
		{rules.Edition2002, []weiqi.CycleKind{weiqi.Moonshine}, "2002 art. 20.2", true, "[void pass]", "[]"},
		{rules.Edition2002, []weiqi.CycleKind{weiqi.TripleKo, weiqi.QuadrupleKo, weiqi.MultiKo, weiqi.EternalLife, weiqi.RoundRobinKo, weiqi.OtherCycle}, "2002 art. 20.3", false, "[void pass]", "[noResult draw extraGame replay]"},
		{rules.Edition1988, []weiqi.CycleKind{weiqi.SingleKo}, "1988 art. 20.1", true, "[void pass]", "[]"},
		{rules.Edition1988, []weiqi.CycleKind{weiqi.SendTwo}, "1988 art. 20.4", true, "[void pass]", "[]"},
		{rules.Edition1988, []weiqi.CycleKind{weiqi.Moonshine}, "1988 art. 20.2", true, "[void pass]", "[]"},
		{rules.Edition1988, []weiqi.CycleKind{weiqi.TripleKo, weiqi.QuadrupleKo, weiqi.MultiKo, weiqi.EternalLife, weiqi.RoundRobinKo, weiqi.OtherCycle}, "1988 art. 20.3", false, "[void pass]", "[draw replay]"},
	} {
		for _, cycle := range c.cycles {
			got := c.edition.Treatment(cycle)
			if got.Article.String() != c.article || got.Banned != c.banned || fmt.Sprint(got.Do) != c.do || fmt.Sprint(got.Choices) != c.choices {
				t.Errorf("%s %s: %s, banned %t, %v, %v; want %s, %t, %s, %s", c.edition, cycle, got.Article, got.Banned, got.Do, got.Choices, c.article, c.banned, c.do, c.choices)
			}
		}
	}
	if want := int(weiqi.RoundRobinKo) + 1; len(rules.Cycles) != want {
		t.Errorf("%d kinds of cycles are listed, weiqi tells %d apart", len(rules.Cycles), want)
	}
}

// TestPresets: 2002 is positional and forbids the rare cycles, 1988 has basic ko and lets the
// referee give a draw (options no. 2 and 47).
func TestPresets(t *testing.T) {
	for edition, want := range map[rules.Edition]string{rules.Edition2002: "positional forbid remaining", rules.Edition1988: "simple draw remaining"} {
		d := edition.Data()
		if got := fmt.Sprintf("%s %s %s", d.Repetition, d.RareCycle, d.ReplayTime); got != want {
			t.Errorf("%s: %s, want %s", edition, got, want)
		}
		if !slices.Contains(rules.RareCycles, d.RareCycle) {
			t.Errorf("%s: %s isn't a value of the option", edition, d.RareCycle)
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
