package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tianyuan/record/internal/proptext"
	"tianyuan/rules"
)

// Player is one side as the record names it.
type Player struct{ Name, Rank, Team string }

// Komi is what Black gives White for moving first.
type Komi struct {
	// Text as the record has it.
	Text string
	// Quarters in quarter-stones: 15 = 3¾ 子 = 7½ points. Known is false when the record says
	// nothing that can be read.
	Quarters int
	Known    bool
}

// Info is what a record says of the game as a whole.
type Info struct {
	Black, White Player

	Name, Event, Round, Place, Date    string
	Rules, Time, Overtime              string
	Source, User, Annotator, Copyright string
	Opening, Comment, Program          string

	Komi     Komi
	Handicap int // stones, 0 for an even game
	// Result is the zero Outcome when there is none or ResultText can't be read.
	Result     rules.Outcome
	ResultText string
}

// Info collects the facts of the game from the main line: from the root, and from the first
// node after it that has them where the root says nothing.
func (g *Game) Info() Info {
	texts := map[string]string{}
	for n := range g.Main() {
		for p := range g.Properties(n) {
			class := proptext.Defs[p.def].Class
			if class != proptext.Info && p.ID != "AP" {
				continue
			}
			if _, known := texts[p.ID]; !known {
				texts[p.ID] = p.First().infoText()
			}
		}
	}
	i := Info{
		Black: Player{texts["PB"], texts["BR"], texts["BT"]}, White: Player{texts["PW"], texts["WR"], texts["WT"]},
		Name: texts["GN"], Event: texts["EV"], Round: texts["RO"], Place: texts["PC"], Date: texts["DT"],
		Rules: texts["RU"], Time: texts["TM"], Overtime: texts["OT"],
		Source: texts["SO"], User: texts["US"], Annotator: texts["AN"], Copyright: texts["CP"],
		Opening: texts["ON"], Comment: texts["GC"], Program: texts["AP"], ResultText: texts["RE"],
	}
	i.Handicap, _ = strconv.Atoi(strings.TrimSpace(texts["HA"]))
	i.Result, _, _ = ParseResult(i.ResultText)
	i.Komi = g.komi(texts)
	return i
}

func (v Value) infoText() string {
	if v.kind == proptext.Text {
		return v.Text()
	}
	return strings.TrimSpace(v.Line())
}

func (g *Game) komi(texts map[string]string) Komi {
	k := Komi{Text: texts["KM"]}
	fox := strings.Contains(texts["AP"], "foxwq")
	if k.Text == "" {
		if half, err := strconv.Atoi(strings.TrimSpace(texts["KI"])); err == nil {
			return Komi{Text: texts["KI"], Quarters: half, Known: true} // KI counts half points
		}
		return k
	}
	if fox && strings.TrimSpace(texts["HA"]) == "1" {
		return Komi{Text: k.Text, Known: true} // 先: the server's way to say a game without komi
	}
	k.Quarters, _, k.Known = ParseKomi(k.Text, fox)
	if even := strings.Trim(texts["HA"], " 0") == ""; fox && even && k.Quarters == 0 {
		k.Known = false // that server writes 0 where it hasn't set any
	}
	return k
}

// ParseKomi reads a komi and returns it in quarter-stones. FF4 wants points; what servers and
// people write besides is read as well: hundredths of 子 or of points (375, 750, and with fox
// 50), quarters of 子 (3.75), and words (3又3/4子, 6目半, 덤 6집반). standard tells plain points.
func ParseKomi(text string, fox bool) (quarters int, standard, ok bool) {
	number, negative := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(text), "+"), "-")
	var a amount
	a.quarters, standard = exactQuarters(number)
	if !standard {
		if len(text) > longestFact {
			return 0, false, false
		}
		number, negative = strings.CutPrefix(fold(text), "-")
		if a, ok = findAmount(number, 0); !ok {
			return 0, false, false
		}
	}
	standard = standard && a.quarters%2 == 0
	if whole := a.quarters / 4; a.unit == noUnit && a.quarters%4 == 0 && (whole >= 200 || whole == 50 && fox) {
		if whole%25 != 0 {
			return 0, false, false
		}
		// 275, 325, 375 are 子; 550, 650, 750 are points, and 50 is half a point.
		standard = false
		a = amount{quarters: whole / 25, unit: points}
		if whole >= 200 && whole < 500 {
			a.unit = zi
		}
	}
	quarters = a.inQuarterStones()
	if negative {
		quarters = -quarters
	}
	return quarters, standard, true
}

var (
	standardDate = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d)?)?(,(\d{4}-)?\d\d(-\d\d)?)*$`)
	numericDate  = regexp.MustCompile(`(\d{4})\s*[-/.年년]?\s*(\d{1,2})\s*[-/.月월]?\s*(\d{1,2})?`)
	onlyYear     = regexp.MustCompile(`(?:^|\D)(\d{4})(?:\D|$)`)
)

// plainDay tells a day as YYYY-MM-DD.
func plainDay(text string) bool {
	if len(text) != 10 {
		return false
	}
	for i, c := range []byte(text) {
		if (i == 4 || i == 7) != (c == '-') || c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	month, day := text[5:7], text[8:]
	return month >= "01" && month <= "12" && day >= "01" && day <= "31"
}

// ParseDate returns the first day of a date as YYYY-MM-DD, YYYY-MM or YYYY. standard tells that
// it was written as FF4 wants it.
func ParseDate(text string) (date string, standard, ok bool) {
	if len(text) > longestFact {
		return "", false, false
	}
	if day := strings.TrimSpace(text); plainDay(day) {
		return day, true, true
	}
	folded := fold(text)
	standard = standardDate.MatchString(strings.TrimSpace(text))
	if m := numericDate.FindStringSubmatch(folded); m != nil {
		month, _ := strconv.Atoi(m[2])
		day, _ := strconv.Atoi(m[3])
		if month >= 1 && month <= 12 && day <= 31 {
			date = fmt.Sprintf("%s-%02d", m[1], month)
			if m[3] != "" && day > 0 {
				date += fmt.Sprintf("-%02d", day)
			}
			return date, standard, true
		}
	}
	if m := onlyYear.FindStringSubmatch(folded); m != nil && len(strings.Trim(folded, "0123456789年년 ")) == 0 {
		return m[1], standard, true
	}
	return "", false, false
}
