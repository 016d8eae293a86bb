package clock

import (
	"math/big"
	"strings"
	"time"
	"unicode"

	"tianyuan/fault"
)

// units are the words for hours, minutes and seconds in the writings of the three languages,
// longer ones before those that they begin with.
var units = []struct {
	word string
	unit time.Duration
}{
	{"小时", time.Hour}, {"小時", time.Hour}, {"钟头", time.Hour}, {"鐘頭", time.Hour},
	{"hours", time.Hour}, {"hour", time.Hour}, {"hrs", time.Hour}, {"hr", time.Hour}, {"h", time.Hour}, {"时", time.Hour}, {"時", time.Hour},
	{"分钟", time.Minute}, {"分鐘", time.Minute}, {"minutes", time.Minute}, {"minute", time.Minute}, {"mins", time.Minute}, {"min", time.Minute},
	{"m", time.Minute}, {"分", time.Minute}, {"'", time.Minute}, {"′", time.Minute},
	{"秒钟", time.Second}, {"秒鐘", time.Second}, {"seconds", time.Second}, {"second", time.Second}, {"secs", time.Second}, {"sec", time.Second},
	{"s", time.Second}, {"秒", time.Second}, {`"`, time.Second}, {"″", time.Second},
}

// ParseDuration reads a length of time as people write it: 2h, 90分, 1小时30分, 半小时, 1:55:00, 2:30
// (minutes and seconds), 1h30m0s. A number without a unit is so many of bare; after a unit it is so
// many of the next smaller one (1h30). "" is 0. A fraction must come out in whole milliseconds.
// Fault: invalid "fault.clock.duration".
func ParseDuration(text string, bare time.Duration) (time.Duration, error) {
	bad := fault.New(fault.Invalid, "fault.clock.duration", fault.Args{"value": text})
	plain := plainDuration(text)
	if len(plain) > maxText {
		return 0, bad
	}
	parse := func(string) (time.Duration, bool) { return words(plain, bare) }
	if strings.Contains(plain, ":") {
		parse = colons
	}
	d, ok := parse(plain)
	if !ok || d > longest {
		return 0, bad
	}
	return d, nil
}

// maxText is the most bytes of a length of time; more is no length of time.
const maxText = 60

// plainDuration takes out blanks and brings letters and digits to half width and lower case.
func plainDuration(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case unicode.IsSpace(r) || r == '个' || r == '個': // 1 个小时
			return -1
		case r == '’':
			return '\''
		case r == '”':
			return '"'
		}
		return r
	}, text))
}

// colons reads 1:55:00 and 2:30. Only the first part may go over 59.
func colons(text string) (time.Duration, bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	var total time.Duration
	for i, part := range parts {
		n, ok := whole(part)
		if !ok || i > 0 && (len(part) != 2 || n > 59) {
			return 0, false
		}
		total = total*60 + time.Duration(n)*time.Second
	}
	return total, true
}

// whole reads up to six digits.
func whole(text string) (int, bool) {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = n*10 + int(r-'0')
	}
	return n, text != "" && len(text) <= 6
}

// words reads numbers with units, the greater unit first, each at most once.
func words(text string, bare time.Duration) (time.Duration, bool) {
	var total time.Duration
	last := 60 * time.Hour // the unit before; the next one must be smaller
	for text != "" {
		number, rest := cutNumber(text)
		unit, rest, found := cutUnit(rest)
		if !found {
			if unit = bare; last <= time.Hour {
				unit = last / 60
			}
		}
		if unit >= last || unit < time.Second || !found && rest != "" {
			return 0, false
		}
		// 1 小时半: the half belongs to the unit before it.
		if half, after := strings.CutPrefix(rest, "半"); after && found && half == "" && number != "半" {
			number, rest = number+"半", ""
		}
		d, ok := times(number, unit)
		if !ok {
			return 0, false
		}
		total, last, text = total+d, unit, rest
	}
	return total, true
}

// cutNumber cuts digits with a point, or Chinese numerals, off the beginning.
func cutNumber(text string) (number, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r == '.' || r == '半' || r == '两' || r == '兩' || strings.ContainsRune(numerals, r))
	})
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

func cutUnit(text string) (unit time.Duration, rest string, found bool) {
	for _, u := range units {
		if rest, ok := strings.CutPrefix(text, u.word); ok {
			return u.unit, rest, true
		}
	}
	return 0, text, false
}

// numerals are the Chinese digits 0 to 9 and ten.
const numerals = "零一二三四五六七八九十"

// times is a number of units: 90, 1.5, 半, 两, 三十, 1半 (one and a half).
func times(number string, unit time.Duration) (time.Duration, bool) {
	count, half := strings.CutSuffix(number, "半")
	var value big.Rat
	switch n, chinese := chineseNumber(count); {
	case count == "" && half:
	case chinese:
		value.SetInt64(int64(n))
	default:
		before, after, dotted := strings.Cut(count, ".")
		if _, ok := whole(before); !ok || dotted && after == "" || len(after) > 6 {
			return 0, false
		}
		if _, ok := value.SetString(count); !ok {
			return 0, false
		}
	}
	if half {
		value.Add(&value, big.NewRat(1, 2))
	}
	value.Mul(&value, big.NewRat(int64(unit/time.Millisecond), 1))
	if !value.IsInt() || !value.Num().IsInt64() || value.Num().Int64() > int64(longest/time.Millisecond) {
		return 0, false
	}
	return time.Duration(value.Num().Int64()) * time.Millisecond, true
}

// chineseNumber reads one of 0 to 99 in Chinese digits: 两, 十, 十五, 三十, 四十五.
func chineseNumber(text string) (int, bool) {
	runes := []rune(strings.NewReplacer("两", "二", "兩", "二").Replace(text))
	digit := func(r rune) int {
		for i, x := range []rune(numerals) {
			if x == r {
				return i
			}
		}
		return -1
	}
	n, ten := 0, false
	for i, r := range runes {
		v := digit(r)
		switch {
		case v < 0 || ten && v == 10 || i > 0 && !ten && v != 10 || i > 2:
			return 0, false
		case v == 10:
			if i == 0 {
				n = 1
			}
			n, ten = n*10, true
		case ten && i+1 < len(runes):
			return 0, false
		default:
			n += v
		}
	}
	return n, len(runes) > 0
}

// Field names one number of a system; it says itself in words.
type Field string

// The fields of a system.
const (
	FieldBase      Field = "base"
	FieldReserved  Field = "reserved"
	FieldPeriod    Field = "period"
	FieldPeriods   Field = "periods"
	FieldMoves     Field = "moves"
	FieldBlock     Field = "block"
	FieldIncrement Field = "increment"
	FieldCap       Field = "cap"
)

// Words names the message.
func (f Field) Words() (string, fault.Args) { return "clock.field." + string(f), nil }

// Kinds lists the time systems in the order of the rules.
var Kinds = []Kind{None, Absolute, Reserved, Periods, Canadian, Fischer}

// Words says a system in one line: the key "clock." and kind, with its numbers; n is how many periods
// are read.
func (s System) Words() (key string, args fault.Args) {
	key = "clock." + string(s.Kind)
	args = fault.Args{"base": s.Base, "reserved": s.Reserved, "period": s.Period, "periods": s.Periods,
		"moves": s.Moves, "block": s.Block, "increment": s.Increment, "cap": s.Cap}
	if args["n"] = s.Periods; s.Kind == Reserved {
		args["n"] = s.Reserved
	}
	if (s.Kind == Periods || s.Kind == Canadian) && s.Base == 0 {
		key += ".only"
	}
	if s.Kind == Canadian && s.Carry {
		key += ".carry"
	}
	if s.Kind == Fischer && s.Cap > 0 {
		key += ".cap"
	}
	return key, args
}
