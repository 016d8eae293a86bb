package web

import (
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/rules"
)

// playOf is a game of an edition that has begun.
func playOf(t *testing.T, edition rules.Edition) *sat {
	t.Helper()
	terms, err := game.TermsOf(edition, clock.SameVenue, fiveMinutes)
	if err != nil {
		t.Fatal(err)
	}
	s := &sat{T: t, g: &game.Game{}}
	s.do(game.Create{Terms: terms, Players: [2]game.Player{{ID: "1"}, {ID: "2"}}})
	s.do(game.Start{})
	s.after(time.Minute)
	return s
}

// TestRulingWords: every ruling that the page of a case offers is said in words, in all languages, also
// while it isn't chosen yet against whom (2002 arts. 16-24, 1988 ch. 3).
func TestRulingWords(t *testing.T) {
	for _, edition := range rules.Editions {
		g := playOf(t, edition).g
		for _, lang := range i18n.Langs {
			for _, row := range rules.Law(edition) {
				for _, against := range []rules.Side{rules.NoSide, rules.Black, rules.White} {
					for _, b := range rulingViewOf(i18n.For(lang), g, row, rules.Referee, against).Blocks {
						if said := b.Title + b.Help; b.Title == "" || strings.Contains(said, "⟦") || strings.Contains(said, "{") {
							t.Errorf("%s %s %s against %q: %q", edition, lang, row.Key, against, said)
						}
					}
				}
			}
		}
	}
}
