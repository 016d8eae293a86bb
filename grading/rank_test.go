package grading_test

import (
	"strings"
	"testing"

	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/i18n"
)

// TestParse: every common writing gives its canonical form (issue "Ranks in every common writing").
func TestParse(t *testing.T) {
	for want, writings := range map[string]string{
		"5d":  "业5段|业余5段|业余五段|業餘五段|5D|5d|5段|五段|５Ｄ|业５段|業5段|5 dan|Amateur 5 dan|5 dan amateur|业余 5 段|5段（业余）|5th dan|业5|D5",
		"1d":  "初段|业余初段|1段|业初段|一段|shodan|1st dan|1D",
		"7d":  "业7段|七段|7D",
		"3k":  "3级|3K|三级|3 kyu|３級|3k|3rd kyu|业余3级|K3",
		"15k": "十五级|15级|15K",
		"25k": "二十五级|廿五级|25k",
		"10k": "十级|10級|一十级",
		"20k": "二十级|廿级",
		"9p":  "职业九段|职业9段|職業九段|9P|P9|９Ｐ|9 dan pro|专业九段|專業9段|9p|pro 9 dan|professional 9 dan|九段（职业）|职九段",
		"1p":  "专业初段|职业初段|1P|职业一段",
		"":    "|无|無|无段位|無段位|-|—|none|n/a|　| 无 ",
	} {
		for text := range strings.SplitSeq(writings, "|") {
			rank, err := grading.Parse(text)
			if err != nil || rank.String() != want {
				t.Errorf("%q gives %q (%v), want %q", text, rank, err, want)
			}
		}
	}
}

// TestRefused: an impossible rank is refused, and the message says what is right.
func TestRefused(t *testing.T) {
	zh := i18n.For(i18n.Hans)
	for text, want := range map[string]string{
		"业余9段":                    "1–7 段",
		"8D":                      "1–7 段",
		"九段":                      "职业九段",
		"0段":                      "1–7 段",
		"职业十段":                    "初段到九段",
		"P0":                      "初段到九段",
		"26级":                     "25–1 级",
		"0K":                      "25–1 级",
		"高手":                      "业 5 段",
		"职业3级":                    "业 5 段",
		"5":                       "业 5 段",
		"段":                       "业 5 段",
		"5D5K":                    "业 5 段",
		"123456段":                 "业 5 段",
		"十十段":                     "业 5 段",
		"业余职业5段":                  "业 5 段",
		strings.Repeat("五段", 500): "业 5 段",
	} {
		rank, err := grading.Parse(text)
		if fault.CodeOf(err) != fault.Invalid || rank != (grading.Rank{}) {
			t.Errorf("%.20q gives %v, %v; want a refusal", text, rank, err)
			continue
		}
		if got := zh.Fault(err); !strings.Contains(got, want) || len(got) > 300 {
			t.Errorf("%.20q is told %q, want %q in it", text, got, want)
		}
	}
}

func allRanks() []grading.Rank {
	ranks := []grading.Rank{{}}
	for n := grading.MostKyu; n >= 1; n-- {
		ranks = append(ranks, grading.Rank{Kind: grading.Kyu, N: n})
	}
	for n := 1; n <= grading.MostDan; n++ {
		ranks = append(ranks, grading.Rank{Kind: grading.Dan, N: n})
	}
	for n := 1; n <= grading.MostPro; n++ {
		ranks = append(ranks, grading.Rank{Kind: grading.Pro, N: n})
	}
	return ranks
}

// TestLadder: strength rises by one from no rank to professional 9 dan, and every rank is read
// back from its canonical form and from its words in all three languages.
func TestLadder(t *testing.T) {
	for i, rank := range allRanks() {
		if rank.Strength() != i {
			t.Errorf("%v has strength %d, want %d", rank, rank.Strength(), i)
		}
		texts := []string{rank.String()}
		for _, lang := range i18n.Langs {
			key, args := rank.Words()
			texts = append(texts, i18n.For(lang).T(key, args))
		}
		for _, text := range texts {
			if back, err := grading.Parse(text); err != nil || back != rank {
				t.Errorf("%q is read as %v (%v), want %v", text, back, err, rank)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		lang       i18n.Lang
		text, want string
	}{
		{i18n.Hans, "5d", "业 5 段"}, {i18n.Hans, "9p", "职业九段"}, {i18n.Hans, "1p", "职业初段"}, {i18n.Hans, "3k", "3 级"}, {i18n.Hans, "", "无段位"},
		{i18n.Hant, "5d", "業 5 段"}, {i18n.Hant, "9p", "職業九段"}, {i18n.Hant, "3k", "3 級"},
		{i18n.En, "5d", "5 dan"}, {i18n.En, "9p", "9 dan pro"}, {i18n.En, "3k", "3 kyu"},
	} {
		rank, err := grading.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		key, args := rank.Words()
		if got := i18n.For(c.lang).T(key, args); got != c.want {
			t.Errorf("%s %s says %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// FuzzParse: whatever is accepted is on the ladders and is read back from its canonical form.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"业5段", "职业九段", "十五级", "P9", "无", "3 kyu", "９Ｐ", "shodan", "业余9段", "十十", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rank, err := grading.Parse(text)
		if err != nil {
			if fault.CodeOf(err) != fault.Invalid {
				t.Fatalf("%q: %v isn't a refusal", text, err)
			}
			return
		}
		if s := rank.Strength(); s < 0 || s > 41 {
			t.Fatalf("%q gives strength %d", text, s)
		}
		if back, err := grading.Parse(rank.String()); err != nil || back != rank {
			t.Fatalf("%q gives %v, read back as %v, %v", text, rank, back, err)
		}
	})
}
