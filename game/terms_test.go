package game_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// TestTermsOf: the editions' own values: komi 3¾ and 2¾ 子 (art. 11), a fine of 1 子 in 2002 (art. 24.1),
// lateness (D22.1), sealing in 1988 alone (C14).
func TestTermsOf(t *testing.T) {
	for e, want := range map[rules.Edition]struct{ komi, fine, factor, passes int }{"2002": {15, 4, 2, 1}, "1988": {11, 0, 1, 0}} {
		got, err := game.TermsOf(e, clock.SameVenue, absolute(time.Hour))
		if err != nil || got.Validate() != nil {
			t.Fatal(err, got.Validate())
		}
		if got.Komi != want.komi || got.Fine != want.fine || got.LateFactor != want.factor || got.OverrunPasses != want.passes ||
			got.Sealing != (e == "1988") || got.LateLimit != game.Instant(15*time.Minute) {
			t.Errorf("%+v", got)
		}
	}
	if _, err := game.TermsOf("1949", clock.SameVenue, absolute(time.Hour)); fault.KeyOf(err) != "fault.clock.edition" {
		t.Errorf("%v", err)
	}
}

// TestTermsRefused: terms that don't fit are refused by the field.
func TestTermsRefused(t *testing.T) {
	for field, change := range map[string]func(*game.Terms){
		"edition":     func(t *game.Terms) { t.Edition = "1949" },
		"mode":        func(t *game.Terms) { t.Mode = "garden" },
		"size":        func(t *game.Terms) { t.Size = 26 },
		"komi":        func(t *game.Terms) { t.Komi = -4001 },
		"fine":        func(t *game.Terms) { t.Fine = -1 },
		"moves":       func(t *game.Terms) { t.Mode, t.Press = game.Online, true },
		"press":       func(t *game.Terms) { t.Moves = false },
		"lateLimit":   func(t *game.Terms) { t.LateLimit = -1 },
		"superko":     func(t *game.Terms) { t.Superko = "triple" },
		"rareCycle":   func(t *game.Terms) { t.Rare = "" },
		"replayTime":  func(t *game.Terms) { t.Replay = "" },
		"claimWindow": func(t *game.Terms) { t.ClaimWindow = rules.Move10 },
		"colourFix":   func(t *game.Terms) { t.ColourFix = "" },
	} {
		x := &table{t: t, g: &game.Game{}}
		_, err := x.try(game.Create{Terms: terms(t, rules.Edition2002, change)})
		if fault.KeyOf(err) != "fault.game.terms" || fault.ArgOf(err, "field") != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	x := &table{t: t, g: &game.Game{}}
	for key, change := range map[string]func(*game.Terms){
		"fault.clock.kind":          func(t *game.Terms) { t.System.Kind = "sundial" },
		"fault.weiqi.handicapCount": func(t *game.Terms) { t.Handicap = make([]weiqi.Point, 1) },
	} {
		x.refused(key, "", game.Create{Terms: terms(t, rules.Edition2002, change)})
	}
	x.refused("fault.game.person", "2002 art. 10", game.Create{Terms: terms(t, rules.Edition2002, nil), Black: 2})
}

// TestHandicap (options no. 14): White moves first after the stones, and the compensation counts.
func TestHandicap(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) {
		t.Handicap, _ = weiqi.FixedHandicap(19, 19, 4)
		t.Komi, t.Compensation = 0, rules.Compensation(4)
	})
	if x.g.ToMove() != white || len(x.g.Board().Stones(black)) != 4 {
		t.Errorf("%s to move on\n%s", x.g.ToMove(), x.g.Board().Show())
	}
	x.play("C3")
	x.end()
	x.do(game.EnterCount{Side: black, Area: 2 * 365}, referee)
	x.wants(game.Result, "draw", 0, 0)
}

// TestTexts: every refusal that the source names has its words, with the article among them.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`(?:clash|invalid)\("([a-zA-Z.]+)"|refusal\([a-zA-Z.]+, "([a-zA-Z.]+)"`)
	n := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(source), -1) {
			key := "fault.game." + m[1] + m[2]
			if strings.HasSuffix(key, ".") {
				continue // the rest of the key is a state's word, which the tests reach one by one
			}
			n++
			if p := i18n.For(i18n.Hans); !p.Has(key) || !strings.Contains(p.T(key), "{article}") {
				t.Errorf("%s: %s has no words, or no article in them", file, key)
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d refusals found", n)
	}
	for _, phase := range []game.Phase{game.Draw, game.Ready, game.Play, game.Rest, game.Settle, game.Result, game.Final, game.Anew} {
		if !i18n.For(i18n.En).Has("fault.game.phase." + string(phase)) {
			t.Errorf("no words for the phase %s", phase)
		}
	}
}

// TestSecret: what is hidden is opened by its own key alone, and a commitment takes no other value,
// no other salt and nothing cut off.
func TestSecret(t *testing.T) {
	key := game.Key{1}
	secret, err := game.Hide("dd", key, bytes.NewReader(bytes.Repeat([]byte{3, 1, 4}, 30)))
	if err != nil {
		t.Fatal(err)
	}
	o, err := secret.Reveal(key)
	if err != nil || o.Value != "dd" || secret.Check(o) != nil {
		t.Errorf("%+v, %v", o, err)
	}
	for _, bad := range []game.Opening{{Value: "de", Salt: o.Salt}, {Value: "dd"}, {Value: "dd", Salt: o.Salt[2:]}, {Value: "d", Salt: o.Salt + "64"}, {Value: "dd", Salt: "zz"}} {
		if fault.KeyOf(secret.Check(bad)) != "fault.game.commitment" {
			t.Errorf("%+v opens it", bad)
		}
	}
	for _, bad := range []game.Secret{{Cipher: secret.Cipher[:5]}, {Cipher: secret.Cipher[:40]}, {Cipher: append([]byte{1}, secret.Cipher...)}} {
		if _, err := bad.Reveal(key); fault.KeyOf(err) != "fault.game.key" {
			t.Errorf("%v", err)
		}
	}
	if _, err := game.Hide("dd", key, bytes.NewReader(nil)); fault.KeyOf(err) != "fault.game.random" {
		t.Errorf("%v", err)
	}
	if other, _ := game.Hide("dd", key, bytes.NewReader(bytes.Repeat([]byte{9}, 60))); other.Commitment == secret.Commitment {
		t.Error("the commitment doesn't depend on the random bytes")
	}
}
