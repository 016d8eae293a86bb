package grading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tianyuan/fault"
)

// longest is the number of characters beyond which a text can't be a rank.
const longest = 30

// Parse reads a rank in the common writings: 业5段, 业余五段, 5D, 5段, 初段, 3级, 3K, 十五级,
// 职业九段, 专业初段, 9P, P9, "5 dan", "3 kyu", simplified or traditional, full-width or not.
// A dan without a word before it is an amateur's. "", 无, 无段位, - and the like are no rank.
//
// Errors are faults with the code Invalid: fault.grading.amateurDan (an amateur has 1–7 dan),
// .proDan (a professional 1–9), .kyu (25–1), .unknown (not a rank); each names what is right.
func Parse(text string) (Rank, error) {
	if utf8.RuneCountInString(text) > longest {
		return Rank{}, refuse("unknown", text)
	}
	plain := fold(text)
	if slices.Contains(noRank, plain) {
		return Rank{}, nil
	}
	kind, number := takeKind(plain)
	n, ok := parseNumber(number)
	if kind == None || !ok {
		return Rank{}, refuse("unknown", text)
	}
	switch {
	case kind == Kyu && (n < 1 || n > MostKyu):
		return Rank{}, refuse("kyu", text)
	case kind == Dan && (n < 1 || n > MostDan):
		return Rank{}, refuse("amateurDan", text)
	case kind == Pro && (n < 1 || n > MostPro):
		return Rank{}, refuse("proDan", text)
	}
	return Rank{kind, n}, nil
}

var noRank = []string{
	"", "-", "—", "–", "——", "/", "0", "无", "没有", "无段", "无级", "无段位", "无级位", "无段级", "无段级位", "未定段", "未定级",
	"none", "no", "norank", "unranked", "n/a", "na", "nr",
}

func refuse(why, text string) error {
	value := strings.TrimSpace(text)
	if runes := []rune(value); len(runes) > longest {
		value = string(runes[:longest]) + "…"
	}
	return fault.New(fault.Invalid, "fault.grading."+why, fault.Args{"value": value})
}

// fold brings a writing to one form: half-width, lower case, simplified, without blanks,
// brackets and points.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			r -= '！' - '!'
		}
		switch r {
		case '業':
			return '业'
		case '餘':
			return '余'
		case '級':
			return '级'
		case '職':
			return '职'
		case '專':
			return '专'
		case '無':
			return '无'
		case '沒':
			return '没'
		case '(', ')', '.', '[', ']', '（', '）', '\u200b', '\ufeff':
			return -1
		}
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

var (
	proWords = []string{"职业", "专业", "职", "professional", "pro", "p"}
	amaWords = []string{"业余", "业", "amateur", "ama", "a"}
	danWords = []string{"段位", "段", "dan", "d"}
	kyuWords = []string{"级位", "级", "kyu", "k"}
)

// takeKind takes the words off and leaves the number. A word may stand before or after it.
func takeKind(text string) (Kind, string) {
	rest, pro := cutWord(text, proWords)
	rest, amateur := cutWord(rest, amaWords)
	rest, dan := cutWord(rest, danWords)
	rest, kyu := cutWord(rest, kyuWords)
	switch {
	case pro && amateur, dan && kyu, pro && kyu:
		return None, ""
	case pro:
		return Pro, rest
	case dan:
		return Dan, rest
	case kyu:
		return Kyu, rest
	case amateur && strings.HasPrefix(text, "业"):
		return Dan, rest // 业5, the short form on wall lists
	}
	return None, ""
}

// cutWord removes the first of the words that begins or ends the text.
func cutWord(text string, words []string) (string, bool) {
	for _, w := range words {
		if rest, ok := strings.CutPrefix(text, w); ok {
			return rest, true
		}
		if rest, ok := strings.CutSuffix(text, w); ok {
			return rest, true
		}
	}
	return text, false
}

const numerals = "〇一二三四五六七八九"

// parseNumber reads 0–99 in digits, Chinese numerals (初 is 1, 廿 is 20) or English ordinals.
func parseNumber(text string) (int, bool) {
	if text == "初" || text == "sho" {
		return 1, true
	}
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		text = strings.TrimSuffix(text, ending)
	}
	text = strings.TrimPrefix(text, "第")
	text = strings.Replace(text, "廿", "二十", 1)
	if tens, ones, ok := strings.Cut(text, "十"); ok {
		t, tensOK := digit(tens, 1)
		o, onesOK := digit(ones, 0)
		return 10*t + o, tensOK && onesOK
	}
	n := 0
	for i, r := range []rune(text) {
		d, ok := digit(string(r), 0)
		if !ok || i > 1 {
			return 0, false
		}
		n = 10*n + d
	}
	return n, text != ""
}

// digit reads one digit of either writing; an empty text counts as given.
func digit(text string, empty int) (int, bool) {
	if text == "" {
		return empty, true
	}
	if len(text) == 1 && text[0] >= '0' && text[0] <= '9' {
		return int(text[0] - '0'), true
	}
	at := strings.Index(numerals, text)
	if at < 0 || utf8.RuneCountInString(text) != 1 {
		return 0, false
	}
	return utf8.RuneCountInString(numerals[:at]), true
}
