package sheet

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// isDateFormat tells whether a built-in number format shows a date (ECMA-376 part 1, 18.8.30,
// with the formats of East Asian versions).
func isDateFormat(id int) bool {
	return id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 54 || id == 57 || id == 58
}

// isDateCode tells whether an own number format shows a year or a day. Quoted texts, escaped
// characters and what stands in brackets (colours, languages) don't count.
func isDateCode(code string) bool {
	var b strings.Builder
	var until rune
	skip := false
	for _, r := range code {
		switch {
		case skip:
			skip = false
		case until != 0:
			if r == until {
				until = 0
			}
		case r == '"':
			until = '"'
		case r == '[':
			until = ']'
		case r == '\\' || r == '_' || r == '*':
			skip = true
		default:
			b.WriteRune(r)
		}
	}
	plain := strings.ToLower(b.String())
	return plain != "general" && strings.ContainsAny(plain, "yd")
}

// number writes a numeric cell: whole numbers without exponent, others with the 15 digits that
// spreadsheets hold, dates as 2010-03-05. What isn't a number stays as it is.
func number(raw string, date, y1904 bool) string {
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return raw
	}
	if date {
		if text, ok := dateOf(f, y1904); ok {
			return text
		}
	}
	if f, err = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64); err != nil {
		return raw
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// dateOf turns a serial day number into a date, with the time of day if it has one. In the
// system of 1900 day 60 is a 29 February that never was, kept by all programs.
func dateOf(serial float64, y1904 bool) (string, bool) {
	if serial < 1 || serial >= 2_958_466 { // up to 9999-12-31
		return "", false
	}
	day, part := math.Modf(serial)
	base := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case y1904:
		base = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case day == 60:
		return "1900-02-29", true
	case day < 60:
		base = base.AddDate(0, 0, 1)
	}
	t := base.AddDate(0, 0, int(day))
	if minutes := int(math.Round(part * 24 * 60)); minutes > 0 {
		return t.Add(time.Duration(minutes) * time.Minute).Format("2006-01-02 15:04"), true
	}
	return t.Format("2006-01-02"), true
}
