package tournament_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// regs are sound regulations of an edition with some of the switches about the games set.
func regs(edition rules.Edition, games tournament.GameRules) tournament.Regulations {
	return tournament.Regulations{
		Edition: edition, Method: tournament.Swiss, Rounds: 3, Komi: edition.Data().Komi, Options: tournament.DefaultOptions(string(edition)), Games: games,
		Time: clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 3, Period: time.Minute},
	}
}

// TestGameChoices: every word of every switch about the games is taken and read back, any other is
// refused by the switch's name, and the default isn't written: regulations of before the switches mean
// the same (options no. 1, 2, 7-10, 31, 34-39, 41, 47).
func TestGameChoices(t *testing.T) {
	for _, edition := range rules.Editions {
		for _, c := range tournament.GameChoices {
			for i, word := range c.Words {
				reg := regs(edition, tournament.GameRules{})
				if c.Get(&reg.Games) != c.Words[0] {
					t.Errorf("%s is %s by default", c.Key, c.Get(&reg.Games))
				}
				c.Set(&reg.Games, word)
				if err := reg.Validate(); err != nil || c.Get(&reg.Games) != word {
					t.Errorf("%s = %s: %v", c.Key, word, err)
				}
				text, err := json.Marshal(reg)
				if err != nil || strings.Contains(string(text), `"games"`) != (i > 0) {
					t.Errorf("%s = %s is written as %s, %v", c.Key, word, text, err)
				}
				var back tournament.Regulations
				if err := json.Unmarshal(text, &back); err != nil || back.Games != reg.Games {
					t.Errorf("%s = %s is read as %+v, %v", c.Key, word, back.Games, err)
				}
			}
			reg := regs(edition, tournament.GameRules{})
			c.Set(&reg.Games, "never mind")
			if err := reg.Validate(); fault.KeyOf(err) != "fault.tournament.optionValue" || fault.ArgOf(err, "option") != c.Key {
				t.Errorf("%s = never mind: %v", c.Key, err)
			}
		}
		for n, fine := range map[int]bool{-1: false, 0: true, tournament.MostAbsence: true, tournament.MostAbsence + 1: false} {
			reg := regs(edition, tournament.GameRules{AbsenceReading: n})
			if err := reg.Validate(); (err == nil) != fine {
				t.Errorf("absenceReading %d: %v", n, err)
			}
		}
	}
}

// TestLawOfRegulations: what the regulations say about time is the clock's law: the edition's where they
// say nothing (options no. 7-10, 36, 43).
func TestLawOfRegulations(t *testing.T) {
	for edition, want := range map[rules.Edition]clock.Law{
		"2002": {Edition: "2002", LateLimit: time.Hour, LateFactor: 2, CapturesTimed: true, OverrunPasses: 1},
		"1988": {Edition: "1988", LateLimit: time.Hour, LateFactor: 1},
	} {
		if got := regs(edition, tournament.GameRules{}).Law(); got != want {
			t.Errorf("%s: %+v, want %+v", edition, got, want)
		}
		own := regs(edition, tournament.GameRules{LateEdge: "excluded", LateFactor: "once", LateAll: "loses", OverrunPasses: "unlimited", AbsenceReading: 2})
		own.LateMinutes = 15
		want.LateLimit, want.LateExclusive, want.LateFactor, want.LateLoses, want.AbsenceReading = 15*time.Minute, true, 1, true, 2
		if want.OverrunPasses > 0 { // 1988 art. 23.5 knows no such pass
			want.OverrunPasses = clock.Unlimited
		}
		if got := own.Law(); got != want {
			t.Errorf("%s: %+v, want %+v", edition, got, want)
		}
		if got := regs(edition, tournament.GameRules{LateFactor: "twice", OverrunPasses: "never"}).Law(); got.LateFactor != 2 || got.OverrunPasses != 0 {
			t.Errorf("%s: %+v", edition, got)
		}
	}
}

// TestReservedOutside (C12.3, options no. 34): the reserved minutes are part of the limit, or come on top
// of it. Other systems don't change.
func TestReservedOutside(t *testing.T) {
	for word, base := range map[string]time.Duration{"": time.Hour, "outside": 63 * time.Minute} {
		reg := regs("2002", tournament.GameRules{Reserved: word})
		if got := reg.System(); got.Base != base || got.Reserved != 3 || got.Validate() != nil {
			t.Errorf("%q: %+v", word, got)
		}
		reg.Time = clock.System{Kind: clock.Absolute, Base: time.Hour}
		if got := reg.System(); got != reg.Time {
			t.Errorf("%q: %+v", word, got)
		}
	}
}

// TestCyclesOfRegulations (options no. 1, 2, 47): repetition is the edition's, or what the event says.
func TestCyclesOfRegulations(t *testing.T) {
	for _, edition := range rules.Editions {
		superko, rare, replay := regs(edition, tournament.GameRules{}).Cycles()
		if d := edition.Data(); superko != "" || rare != d.RareCycle || replay != d.ReplayTime {
			t.Errorf("%s: %q %s %s", edition, superko, rare, replay)
		}
		superko, rare, replay = regs(edition, tournament.GameRules{Superko: "situational", RareCycle: "noResult", ReplayTime: "full"}).Cycles()
		if superko != "situational" || rare != rules.RareNoResult || replay != rules.ReplayFull {
			t.Errorf("%s: %q %s %s", edition, superko, rare, replay)
		}
	}
}

// TestEditionChains (2002 art. 27.2.1, 1988 art. 28.2): a Swiss is ranked by points and 对手分 in 2002 unless
// the event takes 总得分, and by 总得分 in 1988.
func TestEditionChains(t *testing.T) {
	for edition, want := range map[string]string{"2002": "points sos", "1988": "totalScore"} {
		o := tournament.DefaultOptions(edition)
		if chain := strings.Join(o.Tiebreaks.Chain(tournament.Swiss), " "); !strings.HasPrefix(chain, want) {
			t.Errorf("%s: %s, want %s first", edition, chain, want)
		}
	}
	if chain := (tournament.Tiebreaks{Preset: "rules2002A"}).Chain(tournament.Swiss); chain[0] != "totalScore" {
		t.Errorf("2002 by choice: %v", chain)
	}
}
