package record

import (
	"regexp"
	"strconv"
	"strings"
)

// exactQuarters reads a decimal number without sign, as FF4 writes it, in quarters.
func exactQuarters(text string) (quarters int, ok bool) {
	whole, part, dotted := strings.Cut(text, ".")
	if len(whole) == 0 || len(whole) > 4 || dotted && part == "" {
		return 0, false
	}
	for _, c := range []byte(whole) {
		if c < '0' || c > '9' {
			return 0, false
		}
		quarters = 10*quarters + int(c-'0')
	}
	quarters *= 4
	for len(part) > 1 && part[len(part)-1] == '0' {
		part = part[:len(part)-1]
	}
	switch part {
	case "", "0":
		return quarters, true
	case "25":
		return quarters + 1, true
	case "5":
		return quarters + 2, true
	case "75":
		return quarters + 3, true
	}
	return 0, false
}

// longestFact bounds the texts that are read for a result, a komi or a date; longer ones are
// something else.
const longestFact = 256

// unit is what an amount of a komi or a margin is counted in.
type unit uint8

const (
	noUnit unit = iota
	zi          // 子, the stone of area counting
	points      // 目, 집, points: half a 子
)

// amount is a number found in words, in quarters of its unit.
type amount struct {
	quarters int
	unit     unit
	at       int // where it begins in the folded text
}

// inQuarterStones returns the amount in quarter-stones: 1 子 = 4, 1 point = 2. Quarters don't
// exist in points, so 3.75 without a unit, and even with 目, is 子.
func (a amount) inQuarterStones() int {
	if a.unit == zi || a.quarters%2 != 0 {
		return a.quarters
	}
	return a.quarters / 2
}

var folder = strings.NewReplacer(
	"¼", "又1/4", "½", "又1/2", "¾", "又3/4", "四分之一", "1/4", "四分之二", "2/4", "四分之三", "3/4", "二分之一", "1/2", "两", "2", "兩", "2",
	"　", " ", "．", ".", "／", "/", "＋", "+", "－", "-", "−", "-", "：", ":", "？", "?", "（", "(", "）", ")",
)

// fold makes full-width digits and letters ASCII, capitals small and Chinese numbers digits.
func fold(text string) string {
	text = folder.Replace(text)
	var b strings.Builder
	for _, r := range text {
		if r >= '！' && r <= '～' {
			r -= '！' - '!'
		}
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return chineseNumber.ReplaceAllStringFunc(strings.TrimSpace(b.String()), digits)
}

var chineseNumber = regexp.MustCompile(`[一二三四五六七八九十百〇零]+`)

// digits writes a Chinese number up to 999; 百 alone stays, it is often miswritten for 白.
func digits(number string) string {
	if number == "百" {
		return number
	}
	total, current, zeros := 0, 0, false
	for _, r := range number {
		switch r {
		case '十':
			total += max(current, 1) * 10
			current = 0
		case '百':
			total += max(current, 1) * 100
			current = 0
		case '〇', '零':
			zeros = true
		default:
			current = strings.Index("一二三四五六七八九", string(r))/3 + 1
		}
	}
	if total+current == 0 && !zeros {
		return number
	}
	return strconv.Itoa(total + current)
}

var amountPattern = regexp.MustCompile(
	`(?:(\d{1,4})\s*(?:又|と|and|\s|-)\s*)?(?:又)?(\d)\s*/\s*(\d)\s*(子|目|点|點|집|points?|pts?|zi)?` + // 1..4
		`|(\d{1,4})(?:[.,](\d{1,8}))?\s*(半|반)?\s*(子|目|点|點|집|points?|pts?|zi)?\s*(半|반)?(手|수|moves?|:|年|月|日|%)?` + // 5..10
		`|(半|반)\s*(子|目|点|點|집)`) // 11..12

var units = map[string]unit{"子": zi, "zi": zi}

func unitOf(word string) unit {
	if word == "" {
		return noUnit
	}
	if u, ok := units[word]; ok {
		return u
	}
	return points
}

// findAmount finds the first amount in folded text from a place on, one with a unit before one
// without. Numbers of moves and dates are none.
func findAmount(text string, from int) (found amount, ok bool) {
	for _, m := range amountPattern.FindAllStringSubmatchIndex(text[from:], -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[from+m[2*i] : from+m[2*i+1]]
		}
		a, valid := amountOf(group)
		if !valid {
			continue
		}
		a.at = from + m[0]
		if a.unit != noUnit {
			return a, true
		}
		if !ok {
			found, ok = a, true
		}
	}
	return found, ok
}

func amountOf(group func(int) string) (a amount, ok bool) {
	switch {
	case group(11) != "":
		return amount{quarters: 2, unit: unitOf(group(12))}, true
	case group(3) != "":
		whole, _ := strconv.Atoi(group(1))
		top, _ := strconv.Atoi(group(2))
		bottom, _ := strconv.Atoi(group(3))
		if bottom == 0 || top*4%bottom != 0 {
			return a, false
		}
		return amount{quarters: 4*whole + top*4/bottom, unit: unitOf(group(4))}, true
	case group(10) != "":
		return a, false
	}
	whole, _ := strconv.Atoi(group(5))
	part, ok := map[string]int{"": 0, "25": 1, "5": 2, "75": 3}[strings.TrimRight(group(6), "0")]
	if group(7) != "" || group(9) != "" {
		part += 2
	}
	return amount{quarters: 4*whole + part, unit: unitOf(group(8))}, ok
}
