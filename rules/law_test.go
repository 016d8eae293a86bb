package rules_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/i18n"
	"tianyuan/rules"
)

// row is what an edition says about a case: article, consequences, choices, warnings, deadline,
// who may rule all of it. Every row restates the article from the printed text.
type row struct {
	article, do, choices string
	warnings             int
	deadline             rules.Deadline
	by                   rules.Official
}

const (
	referee = rules.Referee
	chief   = rules.ChiefReferee
)

// TestLawByArticle holds the whole law of both editions, case by case (C14, D17.1 to D25.1).
func TestLawByArticle(t *testing.T) {
	for _, c := range []struct {
		id, key  string
		new, old row
	}{
		{"D17.1", "wrongColours", row{"17.1", "swapColours", "", 0, rules.Move10, referee}, row{by: referee}},
		{"D17.2", "doubleMove", row{"17.2", "void warning", "", 1, "", referee}, row{"17.1", "loss", "", 0, "", referee}},
		{"D17.3", "takeBack", row{"17.3", "void putBack warning", "", 1, rules.NextMove, referee}, row{"17.2", "putBack warning", "", 1, "", referee}},
		{"D17.3b", "droppedStone", row{"17.3", "choice", "freeMove valid", 0, "", chief}, row{"17.2", "freeMove", "", 0, "", referee}},
		{"D17.4", "earlyPress", row{"17.4", "warning keepTime", "", 1, "", referee}, row{by: referee}},
		{"D17.5", "movedStone", row{"17.5", "choice", "reasonablePoint valid draw replay bothLose", 0, "", chief}, row{"17.3", "choice", "putBack valid draw replay", 0, "", chief}},
		{"D17.5", "movedStoneDeliberate", row{"17.5", "loss", "", 0, "", chief}, row{"17.3", "loss", "", 0, "", chief}},
		{"D17.6", "scatteredOutside", row{"17.6", "choice", "draw replay bothLose", 0, "", chief}, row{"17.4", "choice", "draw replay", 0, "", referee}},
		{"D17.6b", "scatteredByPlayer", row{"17.6", "choice", "reconstruct loss", 0, "", chief}, row{"17.4", "choice", "reconstruct loss", 0, "", referee}},
		{"D17.6b", "scatteredDeliberate", row{by: chief}, row{"17.4", "loss", "", 0, "", referee}},
		{"D18.1", "wrongCapture", row{"18.1", "warning putBack", "", 1, "", referee}, row{"18", "warning putBack", "", 1, "", referee}},
		{"D18.2", "missedCapture", row{"18.2", "warning remove", "", 1, "", referee}, row{by: referee}},
		{"D18.3", "koNoThreat", row{"18.3", "void pass warning", "", 1, "", referee}, row{"20.1", "void pass", "", 0, "", referee}},
		{"D19", "suicide", row{"19", "void pass", "", 0, "", referee}, row{"19", "void pass", "", 0, "", referee}},
		{"D20.2", "falseLife", row{"20.2", "void pass", "", 0, "", referee}, row{"20.2", "dead", "", 0, "", referee}},
		{"D20.3", "longCycle", row{"20.3", "choice", "void noResult draw extraGame replay", 0, "", referee}, row{"20.3", "choice", "draw replay", 0, "", referee}},
		{"D20.4", "cycleNoEnd", row{by: chief}, row{"20.4", "refuse", "", 0, "", referee}},
		{"D21.1", "endRefused", row{"21.1", "pass playOn", "", 0, "", referee}, row{"21.1", "pass playOn", "", 0, "", referee}},
		{"D21.2", "contestedPoints", row{"21.2", "halfEach", "", 0, "", referee}, row{"21.2", "halfEach", "", 0, "", referee}},
		{"D21.4", "lifeDispute", row{"21.4", "playOn claimantFirst", "", 0, "", referee}, row{"21.3", "playOn", "", 0, "", referee}},
		{"D21.3", "reopenAfterEnd", row{"21.3", "refuse", "", 0, "", referee}, row{by: referee}},
		{"D22.1", "late", row{"22.1", "choice", "deductDouble loss", 0, "", referee}, row{"23.1", "choice", "deduct loss", 0, "", referee}},
		{"D22.3", "lateBoth", row{"22.3", "choice", "deductDouble loss bothLose", 0, "", referee}, row{"23.2", "choice", "deduct loss bothLose", 0, "", referee}},
		{"D22.1b", "lateAfterPause", row{"22.1", "clockRuns", "", 0, "", referee}, row{by: referee}},
		{"D22.4", "absenceReading", row{"22.4", "choice", "playOn loss", 0, "", referee}, row{by: referee}},
		{"D22.5", "overrunLastMinute", row{"22.5", "choice", "loss pass", 0, rules.LossConfirmed, referee}, row{"23.5", "loss", "", 0, "", referee}},
		{"D22.6", "captureBeforePress", row{"22.6", "warning keepTime", "", 1, "", referee}, row{"23.4", "choice", "caution warning", 0, "", referee}},
		{"D22.7", "leaveInReading", row{"22.7", "choice", "leave keepReading", 0, "", referee}, row{"23.6", "choice", "leave keepReading", 0, "", referee}},
		{"D22.8", "clockFault", row{"22.8", "choice", "correctTime replaceClock setTime", 0, "", chief}, row{by: referee}},
		{"D22.9", "lostRecord", row{"22.9", "shareTime", "", 0, "", referee}, row{by: referee}},
		{"C14", "sealedOccupied", row{by: chief}, row{"22", "pass", "", 0, "", referee}},
		{"D23.1", "cheating", row{"23.1", "choice", "loss bothLose cancelResults", 0, "", chief}, row{by: referee}},
		{"D23.2", "withdrawal", row{"23.2", "loss", "", 0, "", chief}, row{"15.1", "withdraw", "", 0, "", chief}},
		{"D23.2", "leaveHall", row{by: chief}, row{"24.1", "warning report", "", 1, "", referee}},
		{"D23.3", "disturbing", row{"23.3", "choice", "warning loss", 0, "", chief}, row{"24.2", "choice", "caution warning", 0, "", referee}},
		{"D23.4", "consulting", row{"23.4", "choice", "warning loss", 0, "", chief}, row{"24.3", "choice", "warning loss", 0, "", chief}},
		{"D23.5", "talking", row{"23.5", "choice", "warning loss", 0, "", chief}, row{"24.3", "choice", "warning loss", 0, "", chief}},
		{"D23.6", "missedCeremony", row{"23.6", "criticism", "", 0, "", chief}, row{by: referee}},
		{"D23.7", "phoneRing", row{"23.7", "warning", "", 1, "", chief}, row{by: referee}},
		{"D23.7", "phoneLook", row{"23.7", "loss", "", 0, "", chief}, row{by: referee}},
		{"D23.8", "smoking", row{"23.8", "warning", "", 1, "", chief}, row{by: referee}},
		{"D24.2", "twoWarnings", row{"24.2", "loss", "", 0, "", referee}, row{"25.2", "loss", "", 0, "", referee}},
		{"D25.1", "uncovered", row{by: chief}, row{"25.1", "choice", "caution warning void putBack valid playOn draw replay loss", 0, "", referee}},
	} {
		for edition, want := range map[rules.Edition]row{rules.Edition2002: c.new, rules.Edition1988: c.old} {
			p, err := rules.Case(edition, c.key)
			if err != nil {
				t.Errorf("%s %s: %v", edition, c.key, err)
				continue
			}
			got := row{p.Article, words(p.Consequences), words(keys(p.Choices)), rules.Warnings(p.Consequences), p.Deadline, p.By}
			if got != want || p.ID() != c.id || p.Edition != edition || p.Silent() != (want.article == "") {
				t.Errorf("%s %s: %s %+v, want %s %+v", edition, c.key, p.ID(), got, c.id, want)
			}
		}
	}
}

func words(list []rules.Consequence) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = string(c)
	}
	return strings.Join(all, " ")
}

func keys(choices []rules.Choice) []rules.Consequence {
	var all []rules.Consequence
	for _, c := range choices {
		all = append(all, c.Key())
	}
	return all
}

// TestLawKeys: both editions have every case of the contract, in its order.
func TestLawKeys(t *testing.T) {
	const contract = "wrongColours doubleMove takeBack droppedStone earlyPress movedStone movedStoneDeliberate scatteredOutside scatteredByPlayer scatteredDeliberate wrongCapture missedCapture koNoThreat suicide falseLife longCycle cycleNoEnd endRefused contestedPoints lifeDispute reopenAfterEnd late lateBoth lateAfterPause absenceReading overrunLastMinute captureBeforePress leaveInReading clockFault lostRecord sealedOccupied cheating withdrawal leaveHall disturbing consulting talking missedCeremony phoneRing phoneLook smoking twoWarnings uncovered"
	for _, edition := range rules.Editions {
		var have []string
		for _, p := range rules.Law(edition) {
			have = append(have, p.Key)
		}
		if got := strings.Join(have, " "); got != contract {
			t.Errorf("%s has\n%s\nwant\n%s", edition, got, contract)
		}
	}
	if rules.Law("1900") != nil {
		t.Error("an unknown edition has a law")
	}
}

// TestLawIDs: every requirement ID of the referee law finds a case in both editions; D25.1 and
// C14 included. A name that is neither is refused.
func TestLawIDs(t *testing.T) {
	const ids = "D17.1 D17.2 D17.3 D17.3b D17.4 D17.5 D17.5b D17.6 D17.6b D18.1 D18.2 D18.3 D19 D20.1 D20.2 D20.3 D20.4 D21.1 D21.2 D21.3 D21.4 D22.1 D22.1b D22.2 D22.3 D22.4 D22.5 D22.6 D22.7 D22.8 D22.9 D23.1 D23.2 D23.3 D23.4 D23.5 D23.6 D23.7 D23.8 D24.1 D24.2 D25.1 C14"
	for _, edition := range rules.Editions {
		for id := range strings.FieldsSeq(ids) {
			p, err := rules.Case(edition, id)
			if err != nil || !slices.Contains(p.IDs, id) {
				t.Errorf("%s %s: %+v, %v", edition, id, p.IDs, err)
			}
		}
		for _, name := range []string{"", "D26", "d19", "suicid"} {
			if _, err := rules.Case(edition, name); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%s %q: %v", edition, name, err)
			}
		}
	}
	p, err := rules.Case(rules.Edition2002, "D23.7")
	if err != nil || p.Key != "phoneRing" || !slices.Equal(p.Siblings(), []string{"phoneLook"}) {
		t.Errorf("D23.7 is %s with %v, %v", p.Key, p.Siblings(), err)
	}
}

// clauses counts the numbered clauses of each article in the printed texts; 0 = undivided.
var clauses = map[rules.Edition]map[int]int{
	rules.Edition2002: {1: 2, 2: 5, 3: 0, 4: 2, 5: 0, 6: 0, 7: 3, 8: 2, 9: 0, 10: 0, 11: 0, 12: 5, 13: 2, 14: 0, 15: 8, 16: 7, 17: 6, 18: 3, 19: 0, 20: 3,
		21: 4, 22: 9, 23: 8, 24: 2, 25: 3, 26: 6, 27: 2, 28: 4, 29: 3, 30: 9, 31: 5, 32: 5, 33: 0},
	rules.Edition1988: {1: 2, 2: 4, 3: 0, 4: 2, 5: 0, 6: 0, 7: 2, 8: 0, 9: 0, 10: 0, 11: 0, 12: 2, 13: 2, 14: 0, 15: 5, 16: 7, 17: 4, 18: 0, 19: 0, 20: 4,
		21: 3, 22: 0, 23: 6, 24: 3, 25: 2, 26: 3, 27: 6, 28: 3, 29: 4, 30: 3, 31: 9, 32: 7, 33: 4, 34: 0},
}

// TestArticlesExist: every article that the law cites is printed, down to the clause.
func TestArticlesExist(t *testing.T) {
	for _, edition := range rules.Editions {
		for _, p := range rules.Law(edition) {
			cited := p.SeeAlso()
			if !p.Silent() {
				cited = append(cited, p.Cite())
			}
			if len(cited) == 0 {
				t.Errorf("%s %s cites nothing", edition, p.Key)
			}
			for _, a := range cited {
				if !printed(a) {
					t.Errorf("%s %s cites %s, which isn't printed", edition, p.Key, a)
				}
			}
		}
	}
}

func printed(a rules.Article) bool {
	article, clause, divided := strings.Cut(a.Number, ".")
	n, err := strconv.Atoi(article)
	count, known := clauses[a.Edition][n]
	if err != nil || !known {
		return false
	}
	if !divided {
		return true
	}
	c, err := strconv.Atoi(clause)
	return err == nil && c >= 1 && c <= count
}

// TestLawWords: whatever the law names has its words in the three languages.
func TestLawWords(t *testing.T) {
	for _, lang := range i18n.Langs {
		p := i18n.For(lang)
		has := func(key string) {
			if !p.Has(key) {
				t.Errorf("%s: no words for %s", lang, key)
			}
		}
		wordsOf := func(v interface{ Words() (string, fault.Args) }) { key, _ := v.Words(); has(key) }
		for _, edition := range rules.Editions {
			for _, c := range rules.Law(edition) {
				has(c.Text())
				wordsOf(c)
				wordsOf(c.Cite())
				wordsOf(c.By)
				wordsOf(c.ClaimUntil(""))
				for _, list := range [][]rules.Consequence{c.Consequences, c.Agreed, c.Again, c.May} {
					for _, do := range list {
						wordsOf(do)
					}
				}
				for _, choice := range c.Choices {
					wordsOf(c.Ruler(choice))
					for _, do := range choice.Do {
						wordsOf(do)
					}
					if choice.When != "" {
						has("law.when." + choice.When)
					}
				}
			}
		}
		for _, d := range rules.ClaimWindows {
			wordsOf(d)
		}
		for _, c := range rules.Cycles {
			has("law.cycle." + c.String())
		}
	}
}

// TestLawUsed: no words of the law lie about that no case uses.
func TestLawUsed(t *testing.T) {
	used := map[string]bool{"law.article.clause": true, "law.article.whole": true, "law.article.none": true, "law.deadline.none": true}
	mark := func(v interface{ Words() (string, fault.Args) }) { key, _ := v.Words(); used[key] = true }
	for _, edition := range rules.Editions {
		for _, c := range rules.Law(edition) {
			used[c.Text()] = true
			mark(c)
			mark(c.ClaimUntil(""))
			for _, do := range slices.Concat(c.Consequences, c.Agreed, c.Again, c.May) {
				mark(do)
			}
			used["law.when.bothAgree"] = used["law.when.bothAgree"] || len(c.Agreed) > 0 // what Agreed is under
			for _, choice := range c.Choices {
				used["law.when."+choice.When] = true
				for _, do := range choice.Do {
					mark(do)
				}
			}
		}
	}
	for _, d := range rules.ClaimWindows {
		mark(d)
	}
	for _, c := range rules.Cycles {
		used["law.cycle."+c.String()] = true
	}
	for _, key := range i18n.For(i18n.Hans).Keys() {
		if strings.HasPrefix(key, "law.") && !used[key] {
			t.Errorf("nothing uses %s", key)
		}
	}
}

// TestLawShape: a choice stands alone and has choices; a case without an article has no
// consequences; each choice is named once; a warning may be given at least by who rules.
func TestLawShape(t *testing.T) {
	for _, edition := range rules.Editions {
		for _, p := range rules.Law(edition) {
			if p.Silent() != (len(p.Consequences) == 0) {
				t.Errorf("%s %s: article %q with consequences %v", edition, p.Key, p.Article, p.Consequences)
			}
			chosen := slices.Contains(p.Consequences, rules.Chosen)
			if chosen != (len(p.Choices) > 1) || chosen && len(p.Consequences) > 1 {
				t.Errorf("%s %s: %v with choices %v", edition, p.Key, p.Consequences, keys(p.Choices))
			}
			names := keys(p.Choices)
			slices.Sort(names)
			if len(slices.Compact(names)) != len(p.Choices) {
				t.Errorf("%s %s: a choice is named twice in %v", edition, p.Key, names)
			}
			if p.WarnBy != "" && !p.By.Covers(p.WarnBy) {
				t.Errorf("%s %s: %s doesn't cover %s", edition, p.Key, p.By, p.WarnBy)
			}
			for _, c := range p.Choices {
				if !p.By.Covers(p.Ruler(c)) {
					t.Errorf("%s %s: %s may not rule %s", edition, p.Key, p.By, c.Key())
				}
			}
		}
	}
}

// TestDecide: rulings and what follows from them.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name     string
		edition  rules.Edition
		ruling   rules.Ruling
		do       string
		warnings int
		result   string // against White
	}{
		{"D17.2, 2002 art. 17.2", "2002", rules.Ruling{By: referee, Case: "doubleMove"}, "void warning", 1, ""},
		{"D17.2, 1988 art. 17.1", "1988", rules.Ruling{By: referee, Case: "doubleMove"}, "loss", 0, "B+"},
		{"D19 by its ID", "2002", rules.Ruling{By: referee, Case: "D19"}, "void pass", 0, ""},
		{"D17.3b: with consent the referee lets it be picked up", "2002", rules.Ruling{By: referee, Case: "droppedStone", Agreed: true, Choice: rules.StoneFree}, "freeMove", 0, ""},
		{"D17.3b: without it the chief referee decides", "2002", rules.Ruling{By: chief, Case: "droppedStone", Choice: rules.StoneValid}, "valid", 0, ""},
		{"D17.5: agreed to another point", "2002", rules.Ruling{By: referee, Case: "movedStone", Agreed: true, Choice: rules.StoneAgreed}, "agreedPoint", 0, ""},
		{"D17.5: both lose", "2002", rules.Ruling{By: chief, Case: "movedStone", Choice: rules.RuledBothLose}, "bothLose", 0, "bothlose"},
		{"D17.5: a deputy rules like the chief referee", "2002", rules.Ruling{By: rules.Deputy, Case: "movedStone", Choice: rules.RuledDraw}, "draw", 0, "draw"},
		{"D17.6b: can't be reconstructed", "1988", rules.Ruling{By: referee, Case: "scatteredByPlayer", Choice: rules.RuledLoss}, "loss", 0, "B+"},
		{"D20.3: forbidden", "2002", rules.Ruling{By: referee, Case: "longCycle", Choice: rules.MoveVoid}, "void pass", 0, ""},
		{"D20.3: the event gives no result", "2002", rules.Ruling{By: referee, Case: "longCycle", Choice: rules.RuledNoResult}, "noResult", 0, "noresult"},
		{"D20.3: replay has no result", "1988", rules.Ruling{By: referee, Case: "longCycle", Choice: rules.RuledReplay}, "replay", 0, ""},
		{"D22.1: too late", "2002", rules.Ruling{By: referee, Case: "late", Choice: rules.RuledLoss}, "loss", 0, "B+F"},
		{"D22.3, 1988 art. 23.2: both forfeit", "1988", rules.Ruling{By: referee, Case: "lateBoth", Choice: rules.RuledBothLose}, "bothLose", 0, "bothforfeit"},
		{"D22.3, 2002 art. 22.3: both lose", "2002", rules.Ruling{By: referee, Case: "lateBoth", Choice: rules.RuledBothLose}, "bothLose", 0, "bothlose"},
		{"D22.5: loss on time", "2002", rules.Ruling{By: referee, Case: "overrunLastMinute", Choice: rules.RuledLoss}, "loss", 0, "B+T"},
		{"D22.5: a pass on request", "2002", rules.Ruling{By: referee, Case: "overrunLastMinute", Choice: rules.MovePass}, "pass playOn", 0, ""},
		{"D22.5, 1988 art. 23.5", "1988", rules.Ruling{By: referee, Case: "overrunLastMinute"}, "loss", 0, "B+T"},
		{"D22.6, 1988 art. 23.4: advice", "1988", rules.Ruling{By: referee, Case: "captureBeforePress", Choice: rules.Cautioned}, "caution", 0, ""},
		{"D22.6, 1988 art. 23.4: warning", "1988", rules.Ruling{By: referee, Case: "captureBeforePress", Choice: rules.Warned}, "warning", 1, ""},
		{"D22.8: the referee corrects in proportion", "2002", rules.Ruling{By: referee, Case: "clockFault", Choice: rules.TimeCorrected}, "correctTime replaceClock", 0, ""},
		{"D23.1: with a suspension", "2002", rules.Ruling{By: chief, Case: "cheating", Choice: rules.Cancelled, With: []rules.Consequence{rules.Suspended}}, "cancelResults suspension", 0, ""},
		{"D23.2: withdrawn games are forfeits", "2002", rules.Ruling{By: chief, Case: "withdrawal"}, "loss", 0, "B+F"},
		{"D23.4: the referee warns", "2002", rules.Ruling{By: referee, Case: "consulting", Choice: rules.Warned}, "warning", 1, ""},
		{"D23.7: the first ring", "2002", rules.Ruling{By: referee, Case: "phoneRing"}, "warning", 1, ""},
		{"D23.7: the second ring", "2002", rules.Ruling{By: chief, Case: "phoneRing", Earlier: 1}, "loss", 0, "B+"},
		{"D23.8: smoking again", "2002", rules.Ruling{By: chief, Case: "smoking", Earlier: 1}, "loss", 0, "B+"},
		{"D24.2", "2002", rules.Ruling{By: referee, Case: "twoWarnings"}, "loss", 0, "B+"},
		{"D25.1: a free ruling", "1988", rules.Ruling{By: referee, Case: "uncovered", Choice: rules.Warned}, "warning", 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := c.edition.Decide(c.ruling)
			if err != nil {
				t.Fatal(err)
			}
			if words(d.Consequences) != c.do || d.Warnings != c.warnings {
				t.Errorf("%v with %d warnings, want %s with %d", d.Consequences, d.Warnings, c.do, c.warnings)
			}
			o, has := d.Outcome(rules.White)
			if o.String() != c.result || has != (c.result != "") {
				t.Errorf("result %q, %t; want %q", o, has, c.result)
			}
		})
	}
}

// TestDecideRefused: a ruling by someone who may not make it, on a case without a rule, or of a
// kind that the article doesn't offer.
func TestDecideRefused(t *testing.T) {
	for _, c := range []struct {
		name    string
		edition rules.Edition
		ruling  rules.Ruling
		key     string
	}{
		{"unknown case", "2002", rules.Ruling{By: chief, Case: "nothing"}, "fault.rules.case"},
		{"D17.4: 1988 is silent", "1988", rules.Ruling{By: chief, Case: "earlyPress"}, "fault.rules.silent"},
		{"C14: 2002 is silent", "2002", rules.Ruling{By: chief, Case: "sealedOccupied"}, "fault.rules.silent"},
		{"D17.5 is the chief referee's", "2002", rules.Ruling{By: referee, Case: "movedStone", Choice: rules.RuledDraw}, "fault.rules.official"},
		{"D17.3b without consent is the chief referee's", "2002", rules.Ruling{By: referee, Case: "droppedStone", Choice: rules.StoneFree}, "fault.rules.official"},
		{"D22.8: one side's time is the chief referee's", "2002", rules.Ruling{By: referee, Case: "clockFault", Choice: rules.TimeSet}, "fault.rules.official"},
		{"D23.4: a loss is the chief referee's", "2002", rules.Ruling{By: referee, Case: "consulting", Choice: rules.RuledLoss}, "fault.rules.official"},
		{"D23.7: the second ring is the chief referee's", "2002", rules.Ruling{By: referee, Case: "phoneRing", Earlier: 1}, "fault.rules.official"},
		{"a recorder rules nothing", "2002", rules.Ruling{By: "recorder", Case: "suicide"}, "fault.rules.official"},
		{"nobody rules nothing", "2002", rules.Ruling{Case: "suicide"}, "fault.rules.official"},
		{"D17.5: 1988 knows no loss of both", "1988", rules.Ruling{By: chief, Case: "movedStone", Choice: rules.RuledBothLose}, "fault.rules.choice"},
		{"D17.5: no choice made", "2002", rules.Ruling{By: chief, Case: "movedStone"}, "fault.rules.choice"},
		{"D17.5: a draw isn't the players' to settle", "2002", rules.Ruling{By: chief, Case: "movedStone", Agreed: true, Choice: rules.RuledDraw}, "fault.rules.choice"},
		{"D19 leaves no choice", "2002", rules.Ruling{By: chief, Case: "suicide", Choice: rules.Warned}, "fault.rules.noChoice"},
		{"D19 isn't the players' to settle", "2002", rules.Ruling{By: chief, Case: "suicide", Agreed: true}, "fault.rules.noChoice"},
		{"D22.5: once a game", "2002", rules.Ruling{By: referee, Case: "overrunLastMinute", Choice: rules.MovePass, Used: 1}, "fault.rules.again"},
		{"D22.7: the second request", "1988", rules.Ruling{By: referee, Case: "leaveInReading", Choice: rules.LeaveGranted, Used: 1}, "fault.rules.again"},
		{"D23.3 brings no suspension", "2002", rules.Ruling{By: chief, Case: "disturbing", Choice: rules.RuledLoss, With: []rules.Consequence{rules.Suspended}}, "fault.rules.addition"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, func() error { _, err := c.edition.Decide(c.ruling); return err }, c.key)
		})
	}
}

// refused wants a fault of that key which reads well in every language.
func refused(t *testing.T, try func() error, key string) {
	t.Helper()
	err := try()
	f, ok := err.(*fault.Error)
	if !ok || f.Key != key {
		t.Fatalf("got %v, want %s", err, key)
	}
	for _, lang := range i18n.Langs {
		if text := i18n.For(lang).Fault(err); strings.ContainsAny(text, "{}⟦⟧") {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

// TestPenalty: what the warnings of a game mean: 2002 art. 24, 1988 art. 25.2.
func TestPenalty(t *testing.T) {
	for _, c := range []struct {
		edition  rules.Edition
		warnings int
		want     rules.Penalty
	}{
		{rules.Edition2002, 0, rules.Penalty{}},
		{rules.Edition2002, 1, rules.Penalty{Fine: 4}},
		{rules.Edition2002, 2, rules.Penalty{Fine: 8, Loses: true}},
		{rules.Edition1988, 1, rules.Penalty{}},
		{rules.Edition1988, 2, rules.Penalty{Loses: true}},
		{rules.Edition1988, 3, rules.Penalty{Loses: true}},
	} {
		if got := c.edition.Penalty(c.warnings); got != c.want {
			t.Errorf("%s, %d warnings: %+v, want %+v", c.edition, c.warnings, got, c.want)
		}
	}
}

// TestClaim: until when a player may claim (C16, D17.1, D17.3, D22.5, D23.1, options no. 10, 35).
func TestClaim(t *testing.T) {
	before, own, confirmed := rules.Moment{Move: 88}, rules.Moment{Move: 89, Since: 1, OwnMove: true}, rules.Moment{Move: 200, Since: 150, OwnMove: true, Ended: true, Confirmed: true}
	opponent := rules.Moment{Move: 89, Since: 1}
	for _, c := range []struct {
		name    string
		edition rules.Edition
		key     string
		window  rules.Deadline
		at      rules.Moment
		inTime  bool
	}{
		{"2002 art. 17.3: before the opponent's next move", "2002", "takeBack", "", before, true},
		{"2002 art. 17.3: after it", "2002", "takeBack", "", own, false},
		{"2002 art. 17.3: no option widens it", "2002", "takeBack", rules.GameEnd, own, false},
		{"1988 art. 17.2: no window", "1988", "takeBack", "", own, true},
		{"2002 art. 17.1: move 10", "2002", "wrongColours", "", rules.Moment{Move: 10, Since: 10, OwnMove: true}, true},
		{"2002 art. 17.1: move 11", "2002", "wrongColours", "", rules.Moment{Move: 11, Since: 11, OwnMove: true}, false},
		{"2002 art. 16.3: at once", "2002", "earlyPress", "", before, true},
		{"2002 art. 16.3: the opponent moved, the claimant didn't", "2002", "earlyPress", "", opponent, true},
		{"2002 art. 16.3: after the claimant's own move", "2002", "earlyPress", "", own, false},
		{"options no. 35: before the next move of either side", "2002", "earlyPress", rules.NextMove, opponent, false},
		{"options no. 35: to the end of play", "2002", "earlyPress", rules.GameEnd, own, true},
		{"options no. 35: play has ended", "2002", "earlyPress", rules.GameEnd, rules.Moment{Move: 200, Since: 9, OwnMove: true, Ended: true}, false},
		{"2002 art. 16.4: result confirmed", "2002", "earlyPress", rules.GameEnd, confirmed, false},
		{"2002 art. 17.5: found later in the game", "2002", "movedStone", "", own, true},
		{"2002 art. 17.5: result confirmed", "2002", "movedStone", "", confirmed, false},
		{"2002 art. 21.4: result confirmed", "2002", "lifeDispute", "", confirmed, false},
		{"1988 art. 16: result confirmed", "1988", "doubleMove", "", confirmed, false},
		{"2002 art. 22.5: asked before the loss is confirmed", "2002", "overrunLastMinute", "", before, true},
		{"2002 art. 22.5: asked after it", "2002", "overrunLastMinute", "", rules.Moment{Move: 187, Confirmed: true}, false},
		{"2002 art. 23.1: proof may come later", "2002", "cheating", "", confirmed, true},
		{"2002 art. 23.6: nothing to do with a game", "2002", "missedCeremony", "", confirmed, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := rules.Case(c.edition, c.key)
			if err != nil {
				t.Fatal(err)
			}
			if !c.inTime {
				refused(t, func() error { return p.Claim(c.window, c.at) }, "fault.rules.late")
			} else if err := p.Claim(c.window, c.at); err != nil {
				t.Error(err)
			}
		})
	}
	p, err := rules.Case(rules.Edition2002, "takeBack")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, func() error { return p.Claim("whenever", before) }, "fault.rules.claimWindow")
	const want = "逾期失效：悔棋须在下一手之前提出（第 17 条第 3 款），已下第 89 手。"
	if got := i18n.For(i18n.Hans).Fault(p.Claim("", own)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestLawLaws: over any ruling, a decision never gives more warnings than it lists, a mere warning
// never decides the game, and a claim once too late stays too late.
func TestLawLaws(t *testing.T) {
	var all []rules.Consequence
	for _, edition := range rules.Editions {
		for _, p := range rules.Law(edition) {
			all = slices.Concat(all, p.Agreed, keys(p.Choices))
		}
	}
	all = append(all, "")
	officials := []rules.Official{rules.Referee, rules.Deputy, rules.ChiefReferee, "organiser", ""}
	rapid.Check(t, func(t *rapid.T) {
		edition := rapid.SampledFrom(rules.Editions).Draw(t, "edition")
		p := rapid.SampledFrom(rules.Law(edition)).Draw(t, "case")
		r := rules.Ruling{
			By: rapid.SampledFrom(officials).Draw(t, "by"), Case: p.Key, Choice: rapid.SampledFrom(all).Draw(t, "choice"),
			Agreed: rapid.Bool().Draw(t, "agreed"), Earlier: rapid.IntRange(0, 2).Draw(t, "earlier"), Used: rapid.IntRange(0, 2).Draw(t, "used"),
		}
		d, err := edition.Decide(r)
		if err == nil {
			_, decided := d.Outcome(rules.Black)
			if len(d.Consequences) == 0 || d.Warnings > 1 || d.Warnings == 1 && decided || slices.Contains(d.Consequences, rules.Chosen) || !slices.Contains(officials[:3], r.By) {
				t.Fatalf("%+v gives %v", r, d.Consequences)
			}
		}
		early := rules.Moment{Move: rapid.IntRange(0, 30).Draw(t, "move"), Ended: rapid.Bool().Draw(t, "ended")}
		early.Confirmed = early.Ended && rapid.Bool().Draw(t, "confirmed")
		later := early
		more := rapid.IntRange(0, 3).Draw(t, "more")
		later.Move, later.Since, later.OwnMove = early.Move+more, more, more > 1
		later.Confirmed = early.Confirmed || rapid.Bool().Draw(t, "later confirmed")
		if p.Claim("", early) != nil && p.Claim("", later) == nil {
			t.Fatalf("%s: too late at %+v, in time at %+v", p.Key, early, later)
		}
	})
}

// TestOfficials: who may rule for whom (roles.md): a deputy like the chief referee. The names are
// those of the roles.
func TestOfficials(t *testing.T) {
	order := []rules.Official{rules.Referee, rules.Deputy, rules.ChiefReferee, "recorder"}
	want := "[true false false false][true true true true][true true true true][false false false false]"
	got := ""
	for _, a := range order {
		var may []bool
		for _, b := range order {
			may = append(may, a.Covers(b))
		}
		got += fmt.Sprint(may)
	}
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for official, role := range map[rules.Official]account.Role{rules.Referee: account.Referee, rules.Deputy: account.Deputy, rules.ChiefReferee: account.ChiefReferee} {
		if string(official) != string(role) {
			t.Errorf("the law says %s where accounts say %s", official, role)
		}
	}
}
