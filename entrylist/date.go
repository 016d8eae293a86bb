package entrylist

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"tianyuan/fault"
)

var (
	parted   = regexp.MustCompile(`^(\d{4})(?:[-/.年](?:(\d{1,2})(?:[-/.月](?:(\d{1,2})日?)?)?)?)?$`)
	together = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`)
	midnight = regexp.MustCompile(`[ T]0{1,2}:00(:00(\.0+)?)?$`)
)

// firstYear is the earliest year of birth that is believed.
const firstYear = 1900

// parseBirth reads 2010-03-05, 2010/3/5, 2010.3.5, 2010年3月5日, 20100305, 2010-03 and 2010, and
// returns the date in the form of ISO 8601, as exact as it was given. why is the end of the note's
// key if it can't be.
func parseBirth(text string, today time.Time) (iso, why string, args fault.Args) {
	text = strings.ReplaceAll(midnight.ReplaceAllString(text, ""), " ", "")
	m := together.FindStringSubmatch(text)
	if m == nil {
		m = parted.FindStringSubmatch(text)
	}
	if m == nil {
		return "", "form", nil
	}
	year, month, day := atoi(m[1]), atoi(m[2]), atoi(m[3])
	iso = m[1]
	switch {
	case m[3] != "":
		if date(year, month, day) == "" {
			return "", "none", fault.Args{"month": month, "day": day}
		}
		iso = date(year, month, day)
	case m[2] != "":
		if date(year, month, 1) == "" {
			return "", "month", fault.Args{"month": month}
		}
		iso = date(year, month, 1)[:7]
	}
	if year < firstYear {
		return "", "early", fault.Args{"year": firstYear}
	}
	if now := today.Format(time.DateOnly); !today.IsZero() && iso > now[:len(iso)] {
		return "", "future", fault.Args{"today": now}
	}
	return iso, "", nil
}

// IsYear tells whether a text is a year of birth that is believed, in four digits.
func IsYear(text string) bool {
	iso, why, _ := parseBirth(text, time.Time{})
	return why == "" && len(iso) == len("2010") && iso == text
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits) // "" is 0, and the patterns let only short numbers through
	return n
}

// date writes a day that exists, else "".
func date(year, month, day int) string {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Year() != year || int(t.Month()) != month || t.Day() != day {
		return ""
	}
	return t.Format(time.DateOnly)
}

// relation of two birth dates.
type relation int

const (
	unknown relation = iota // at least one isn't exact, and they could be the same
	same
	different
)

// compare compares two birth dates of any exactness.
func compare(a, b string) relation {
	n := min(len(a), len(b))
	switch {
	case a[:n] != b[:n]:
		return different
	case n == len(time.DateOnly):
		return same
	}
	return unknown
}

var (
	newID  = regexp.MustCompile(`^\d{17}[\dX]$`)
	oldID  = regexp.MustCompile(`^\d{15}$`)
	longID = regexp.MustCompile(`^\d{12,}[A-Z]?$`)
	anyID  = regexp.MustCompile(`^[A-Z0-9()<-]{5,20}$`)
)

// checkID checks an identity number: the 18 digits of the mainland by their check digit (GB
// 11643-1999, ISO 7064 mod 11-2), the 15 older ones by their date. Other documents have no
// common check. birth is the date in it, "" if it has none; why is the end of the note's key.
func checkID(id string) (birth, why string) {
	switch {
	case newID.MatchString(id):
		if checkDigit(id) != id[17] {
			return "", "check"
		}
		birth = date(atoi(id[6:10]), atoi(id[10:12]), atoi(id[12:14]))
	case oldID.MatchString(id):
		birth = date(1900+atoi(id[6:8]), atoi(id[8:10]), atoi(id[10:12]))
	case longID.MatchString(id) || !anyID.MatchString(id):
		return "", "form"
	default:
		return "", ""
	}
	if birth == "" {
		return "", "check"
	}
	return birth, ""
}

func checkDigit(id string) byte {
	sum, weight := 0, 1
	for i := 16; i >= 0; i-- {
		weight = weight * 2 % 11
		sum += int(id[i]-'0') * weight
	}
	return "10X98765432"[sum%11]
}
