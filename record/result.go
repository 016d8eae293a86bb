package record

import (
	"strings"

	"tianyuan/rules"
)

// ParseResult reads a result: as FF4 writes it (B+R, W+3.5, 0, Void), where one 子 is two
// points, and in words of Chinese, Japanese, Korean and English (黑胜1又3/4子, 白番中押し勝ち,
// 흑 1집반승, Black wins by 3.5). standard tells that it was written as FF4 wants it; an unknown
// result ("", "?", 打挂) is the zero Outcome.
func ParseResult(text string) (o rules.Outcome, standard, ok bool) {
	trimmed := strings.TrimSpace(text)
	switch trimmed {
	case "", "?":
		return o, true, true
	case "0", "Draw":
		return rules.Outcome{Manner: rules.Drawn}, true, true
	case "Void":
		return rules.Outcome{Manner: rules.NoResult}, true, true
	}
	if len(trimmed) > longestFact {
		return o, false, false
	}
	if o, ok := exactResult(trimmed); ok {
		return o, true, true
	}
	folded := fold(trimmed)
	if o, ok := signResult(folded); ok {
		return o, false, true
	}
	if manner, ok := withoutWinner(folded); ok {
		return rules.Outcome{Manner: manner}, false, true
	}
	o, ok = wordResult(folded)
	return o, false, ok
}

// exactResult reads FF4's B+R, B+Resign, B+T, B+Time, B+F, B+Forfeit, B+ and B+3.5.
func exactResult(text string) (o rules.Outcome, ok bool) {
	if len(text) < 2 || text[1] != '+' || text[0] != 'B' && text[0] != 'W' {
		return o, false
	}
	o.Winner = ParseColour([]byte{text[0]})
	switch rest := text[2:]; rest {
	case "":
		o.Manner = rules.Plain
	case "R", "Resign":
		o.Manner = rules.Resigned
	case "T", "Time":
		o.Manner = rules.Timeout
	case "F", "Forfeit":
		o.Manner = rules.Forfeited
	default:
		quarters, ok := exactQuarters(rest)
		if !ok || quarters == 0 || quarters%2 != 0 {
			return rules.Outcome{}, false // quarters aren't points
		}
		o.Manner, o.Margin = rules.Counted, quarters/2
	}
	return o, true
}

// signResult reads what is meant for that, in folded text: "b+res", "w + 3.75", "b+2目半".
func signResult(text string) (o rules.Outcome, ok bool) {
	text = strings.ReplaceAll(text, " ", "")
	if len(text) < 2 || text[1] != '+' || text[0] != 'b' && text[0] != 'w' {
		return o, false
	}
	o.Winner = ParseColour([]byte{text[0]})
	switch rest := text[2:]; rest {
	case "":
		o.Manner = rules.Plain
	case "r", "res":
		o.Manner = rules.Resigned
	case "t":
		o.Manner = rules.Timeout
	case "f":
		o.Manner = rules.Forfeited
	default:
		o.Manner, o.Margin = mannerOf(rest, 0)
	}
	return o, o.Manner != rules.Plain || len(text) == 2
}

var noWinner = []struct {
	words  []string
	manner rules.Manner
}{
	{[]string{"双方均负", "雙方均負", "双方负", "雙方負", "both lose", "両負"}, rules.BothLost},
	{[]string{"双方弃权", "雙方棄權", "both forfeit"}, rules.BothAbsent},
	{[]string{"无胜负", "無勝負", "不分胜负", "不分勝負", "no result", "ノーリザルト", "무효"}, rules.NoResult},
	{[]string{"和棋", "和局", "平局", "平手", "持碁", "持棋", "ジゴ", "じご", "무승부", "빅", "draw", "jigo", "tie"}, rules.Drawn},
	{[]string{"打挂", "打掛", "未完", "未终", "未終", "中断", "中斷", "progressing", "unfinished", "suspended", "adjourned", "unknown", "봉수"}, rules.Open},
}

func withoutWinner(text string) (rules.Manner, bool) {
	for _, entry := range noWinner {
		if _, at := firstOf(text, entry.words); at >= 0 {
			return entry.manner, true
		}
	}
	return rules.Open, false
}

var (
	blackWords = []string{"黑", "黒", "black", "흑"}
	whiteWords = []string{"白", "white", "백", "百"}
	winWords   = []string{"胜", "勝", "wins", "won", "win", "승", "赢", "贏", ">>", "+"}
	lossWords  = []string{"负", "負", "认输", "認輸", "投子", "投了", "投降", "输", "輸", "loses", "lost", "resigns", "resigned", "패", "弃权", "棄權", "超时", "超時", "forfeits"}
	mannerList = []struct {
		words  []string
		manner rules.Manner
	}{
		{[]string{"中盘", "中盤", "中押", "불계", "不计", "不計", "认输", "認輸", "投子", "投了", "投降", "resign"}, rules.Resigned},
		{[]string{"超时", "超時", "时间", "時間", "逾时", "逾時", "시간", "time"}, rules.Timeout},
		{[]string{"弃权", "棄權", "棄権", "不戦", "不战", "不戰", "缺席", "기권", "forfeit", "default"}, rules.Forfeited},
	}
)

// firstOf returns the earliest of the words in the text, and where it stands, -1 for none.
func firstOf(text string, words []string) (word string, at int) {
	at = -1
	for _, w := range words {
		if i := strings.Index(text, w); i >= 0 && (at < 0 || i < at) {
			word, at = w, i
		}
	}
	return word, at
}

// wordResult reads who won from the colour before the word for winning or losing.
func wordResult(text string) (o rules.Outcome, ok bool) {
	_, at := firstOf(text, winWords)
	lost := at < 0
	if lost {
		_, at = firstOf(text, lossWords)
	}
	if at < 0 {
		return o, false
	}
	o.Winner = colourBefore(text, at)
	if o.Winner == rules.NoSide {
		return o, false
	}
	if lost {
		o.Winner = o.Winner.Other()
	}
	o.Manner, o.Margin = mannerOf(text, at)
	return o, true
}

// colourBefore returns the colour named last before a place, or else the first one behind it.
func colourBefore(text string, at int) rules.Side {
	black, white := lastOf(text[:at], blackWords), lastOf(text[:at], whiteWords)
	switch {
	case black > white:
		return rules.Black
	case white > black:
		return rules.White
	}
	return rules.NoSide
}

func lastOf(text string, words []string) int {
	last := -1
	for _, w := range words {
		last = max(last, strings.LastIndex(text, w))
	}
	return last
}

// mannerOf reads how a game was won; at is the place of the word for winning, near which an
// amount without a unit must stand.
func mannerOf(text string, at int) (rules.Manner, int) {
	for _, entry := range mannerList {
		if _, found := firstOf(text, entry.words); found >= 0 {
			return entry.manner, 0
		}
	}
	a, ok := findAmount(text, 0)
	if ok && a.unit == noUnit && a.at < at {
		a, ok = findAmount(text, at)
	}
	if margin := a.inQuarterStones(); ok && margin > 0 {
		return rules.Counted, margin
	}
	return rules.Plain, 0
}
