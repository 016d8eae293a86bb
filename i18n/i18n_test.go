package i18n_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/i18n"
)

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

// TestSameKeys: every language has the same keys with the same placeholders, and no empty text.
func TestSameKeys(t *testing.T) {
	base := i18n.For(i18n.Hans)
	for _, lang := range i18n.Langs {
		p := i18n.For(lang)
		for _, key := range union(base.Keys(), p.Keys()) {
			if !p.Has(key) || !base.Has(key) {
				t.Errorf("%s: key %s is missing on one side", lang, key)
				continue
			}
			text := p.T(key)
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
			if got, want := holders(text), holders(base.T(key)); !slices.Equal(got, want) {
				t.Errorf("%s: %s has placeholders %v, zh-Hans has %v", lang, key, got, want)
			}
		}
	}
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func holders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// TestTraditional: the traditional texts are written by hand, without simplified characters.
func TestTraditional(t *testing.T) {
	const simplified = "围盘气点战单双长组轮积编对员规则报录销赛胜负弃权纪级业职证书语输赢终计时钟读离续开关发给会说话请谁没错码线从页检备还这个为与无样补应该"
	p := i18n.For(i18n.Hant)
	for _, key := range p.Keys() {
		for _, r := range p.T(key) {
			if strings.ContainsRune(simplified, r) {
				t.Errorf("%s: %q has the simplified character %c", key, p.T(key), r)
			}
		}
	}
}

var (
	halfWidth = regexp.MustCompile(`\p{Han}[,;:?!]|[,;!?]\p{Han}|\p{Han}\.(\s|$)`)
	unwanted  = regexp.MustCompile(`操作|提交|您|抱歉|请稍后重试|請稍後重試|！`)
)

// TestPlainChinese: full-width punctuation in Chinese, and none of the words that ui rules out.
func TestPlainChinese(t *testing.T) {
	for _, lang := range []i18n.Lang{i18n.Hans, i18n.Hant} {
		p := i18n.For(lang)
		for _, key := range p.Keys() {
			if bad := halfWidth.FindString(p.T(key)); bad != "" {
				t.Errorf("%s %s: half-width punctuation %q in %q", lang, key, bad, p.T(key))
			}
			if bad := unwanted.FindString(p.T(key)); bad != "" {
				t.Errorf("%s %s: unwanted word %q", lang, key, bad)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for header, want := range map[string]i18n.Lang{
		"": i18n.Hans, "zh-CN,zh;q=0.9": i18n.Hans, "zh-TW": i18n.Hant, "zh-HK;q=0.8": i18n.Hant, "zh-Hant-MO": i18n.Hant,
		"en-GB,en;q=0.5": i18n.En, "de,fr;q=0.5": i18n.En, "fr, zh-CN": i18n.Hans, "*": i18n.Hans,
	} {
		if got := i18n.Match(header); got != want {
			t.Errorf("%q gives %s, want %s", header, got, want)
		}
	}
	for locale, want := range map[string]i18n.Lang{"": i18n.Hans, "C": i18n.Hans, "zh_TW.UTF-8": i18n.Hant, "en_US.UTF-8": i18n.En, "C.UTF-8": i18n.Hans} {
		if got := i18n.FromLocale(locale); got != want {
			t.Errorf("locale %q gives %s, want %s", locale, got, want)
		}
	}
}

func TestPrinter(t *testing.T) {
	zh, en := i18n.For(i18n.Hans), i18n.For(i18n.En)
	for want, got := range map[string]string{
		"3/4 子":     zh.Quarters(3),
		"1 又 1/4 子": zh.Quarters(5),
		"2 子":       zh.Quarters(8),
		"1¾ zi":     en.Quarters(7),
		"3¾":        i18n.Fraction(15),
		"−½":        i18n.Fraction(-2),
		"11 月 9 日":  zh.Date(time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)),
		"⟦no.key⟧":  zh.T("no.key"),
		"还差 2 台：3、5。录完才能结束第 4 轮。":                           zh.Fault(fault.New(fault.Conflict, "fault.tournament.closeMissing", fault.Args{"n": 2, "tables": []int{3, 5}, "round": 4})),
		"还差 13 台：1、2、3、4、5、6、7、8、9、10、11、12、…。录完才能结束第 4 轮。": zh.Fault(fault.New(fault.Conflict, "fault.tournament.closeMissing", fault.Args{"n": 13, "tables": []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, "round": 4})),
		"3, 5": en.Numbers([]int{3, 5}),
		"":     zh.Numbers(nil),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// margin is a margin in quarter-stones.
type margin int

func (m margin) QuarterStones() int { return int(m) }

// TestStones: a cell of a table has ¼ ½ ¾, a sentence 1/4, 1/2, 3/4; the result's text is 黑胜 3/4 子, and
// without blanks in files (C11; ui: results).
func TestStones(t *testing.T) {
	zh, en := i18n.For("zh-Hans"), i18n.For("en")
	key, args := "result.B.counted", fault.Args{"margin": margin(7)}
	for got, want := range map[string]string{
		zh.Stones(3): "¾ 子", zh.Stones(15): "3¾ 子", zh.Stones(8): "2 子", zh.Stones(-2): "−½ 子", en.Stones(15): "3¾ zi",
		zh.Quarters(15): "3 又 3/4 子", zh.T(key, args): "黑胜 1 又 3/4 子", zh.Tight(key, args): "黑胜1又3/4子", en.T(key, args): "Black wins by 1¾ zi",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
