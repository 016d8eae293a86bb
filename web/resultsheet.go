package web

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/record"
	"tianyuan/rules"
	"tianyuan/sheet"
	"tianyuan/tournament"
)

// resultColumns says in which columns a sheet of results has what; -1 = nowhere.
type resultColumns struct{ round, table, result, words, black, white int }

// resultHeads are the heads of a sheet of results beside those that the program writes itself.
var resultHeads = map[string][]string{
	"col.round": {"轮次", "轮", "輪次", "輪", "round"}, "col.table": {"台号", "台次", "台", "台號", "table", "board"},
	"col.result": {"成绩", "结果", "胜负", "成績", "結果", "勝負", "result"}, "col.words": {"胜法", "勝法"}, "col.no": {},
}

// headOf tells which of the heads a cell is.
func headOf(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for key, more := range resultHeads {
		if slices.Contains(more, text) {
			return key
		}
		for _, lang := range i18n.Langs {
			if strings.ToLower(i18n.For(lang).T(key)) == text {
				return key
			}
		}
	}
	return ""
}

// resultSheet finds the heads of a sheet of results: the round, the table and a result. The first
// number is Black's, the second White's.
func resultSheet(s *sheet.Sheet) (head int, c resultColumns, ok bool) {
	const searched = 10
	for i, row := range s.Rows[:min(len(s.Rows), searched)] {
		c = resultColumns{-1, -1, -1, -1, -1, -1}
		for at, cell := range row.Cells {
			switch headOf(cell.Text) {
			case "col.round":
				c.round = at
			case "col.table":
				c.table = at
			case "col.result":
				c.result = at
			case "col.words":
				c.words = at
			case "col.no":
				if c.black < 0 {
					c.black = at
				} else if c.white < 0 {
					c.white = at
				}
			}
		}
		if c.round >= 0 && c.table >= 0 && max(c.result, c.words) >= 0 {
			return i, c, true
		}
	}
	return 0, c, false
}

// resultLine is a row of a sheet of results against what stands at its table.
type resultLine struct {
	Row, Round, Table int
	Kind              entrylist.Kind
	Pair              tournament.Pair
	Was, Now          rules.Outcome
	// Going is how far the table's game has come where it is going on; "" elsewhere.
	Going   game.Phase
	Problem error
}

// readResults holds a sheet of results against the division. Rows without a table (byes) and without
// a result say nothing.
func (q *request) readResults(s *sheet.Sheet, head int, c resultColumns) ([]resultLine, error) {
	var lines []resultLine
	going := map[int]map[int]game.Phase{}
	seen := map[[2]int]int{}
	for _, row := range s.Rows[head+1:] {
		cell := func(at int) string {
			if at < 0 || at >= len(row.Cells) {
				return ""
			}
			return strings.TrimSpace(plainDigits(row.Cells[at].Text))
		}
		if cell(c.table) == "" || cell(c.result) == "" && cell(c.words) == "" {
			continue
		}
		l := resultLine{Row: row.No}
		l.Problem = q.readResult(&l, cell, c)
		at := [2]int{l.Round, l.Table}
		if other, twice := seen[at]; twice && l.Problem == nil {
			l.Problem = fault.New(fault.Invalid, "fault.web.sheetTwice", fault.Args{"round": l.Round, "table": l.Table, "other": other})
		}
		seen[at] = row.No
		switch {
		case l.Problem != nil:
			l.Kind = entrylist.Wrong
		case l.Now.IsZero() || l.Now == l.Was:
			l.Kind = entrylist.Same
		default:
			l.Kind = entrylist.Added
			if going[l.Round] == nil {
				var err error
				if going[l.Round], err = q.s.Office.GoingOnAt(q.Context(), q.division, q.division.Round(l.Round)); err != nil {
					return nil, err
				}
			}
			l.Going = going[l.Round][l.Table]
		}
		lines = append(lines, l)
	}
	return lines, nil
}

func (q *request) readResult(l *resultLine, cell func(int) string, c resultColumns) error {
	var err1, err2 error
	l.Round, err1 = strconv.Atoi(cell(c.round))
	l.Table, err2 = strconv.Atoi(cell(c.table))
	r := q.division.Round(l.Round)
	if err1 != nil || err2 != nil || r == nil || r.Version == 0 {
		return fault.New(fault.Invalid, "fault.web.sheetPlace", fault.Args{"round": cell(c.round), "table": cell(c.table)})
	}
	pair, there := r.Pair(l.Table)
	if !there {
		return fault.New(fault.Invalid, "fault.web.sheetPlace", fault.Args{"round": cell(c.round), "table": cell(c.table)})
	}
	l.Pair, l.Was = pair, r.Results[l.Table].Outcome
	for _, seat := range []struct{ at, no int }{{c.black, pair.Black}, {c.white, pair.White}} {
		if text := cell(seat.at); text != "" && text != strconv.Itoa(seat.no) {
			return fault.New(fault.Conflict, "fault.web.sheetPair", fault.Args{"round": l.Round, "table": l.Table, "value": text, "no": seat.no})
		}
	}
	now, err := readOutcome(cell(c.result), cell(c.words))
	if err != nil {
		return err
	}
	l.Now = now
	if pair.NeedsColours(now) { // the columns of the sheet don't say who drew Black
		return fault.New(fault.Conflict, "fault.tournament.coloursOpen", fault.Args{"table": l.Table})
	}
	return q.mayStand(r, l)
}

// mayStand refuses what a sheet can't do: change a result that stands, or enter one out of its time.
// Only the winner, where the manner is known already, says the same.
func (q *request) mayStand(r *tournament.Round, l *resultLine) error {
	if !l.Was.IsZero() && l.Now.Winner == l.Was.Winner && l.Now.Manner == rules.Plain {
		l.Now = l.Was
	}
	l.Now.Lot = l.Was.Lot
	grows := l.Was.Manner == rules.Plain && l.Now.Winner == l.Was.Winner
	switch {
	case l.Now.IsZero() || l.Now == l.Was:
		return nil
	case !l.Was.IsZero() && !(grows && r.Phase == tournament.Started):
		return fault.New(fault.Conflict, "fault.web.sheetStands", fault.Args{"round": l.Round, "table": l.Table, "was": l.Was, "now": l.Now})
	case r.Phase != tournament.Started:
		return fault.New(fault.Conflict, "fault.tournament.phase."+string(r.Phase), fault.Args{"round": l.Round})
	}
	return nil
}

var score = regexp.MustCompile(`^([0-2])\s*[:：\-–]\s*([0-2])$`)

// readOutcome reads a result by its score and its words; they must say the same where both stand.
func readOutcome(result, words string) (rules.Outcome, error) {
	wrong := func(text string) error {
		return fault.New(fault.Invalid, "fault.web.sheetResult", fault.Args{"value": text})
	}
	said, err := parseWords(words)
	if err != nil {
		return said, wrong(words)
	}
	m := score.FindStringSubmatch(strings.ReplaceAll(result, "\u2009", ""))
	if m == nil {
		plain, err := parseWords(result)
		switch {
		case err != nil:
			return plain, wrong(result)
		case plain.IsZero():
			return said, nil
		case said.IsZero() || said == plain:
			return plain, nil
		}
		return plain, wrong(result + " / " + words)
	}
	var scored rules.Outcome
	switch {
	case m[1] > m[2]:
		scored = rules.Outcome{Winner: rules.Black, Manner: rules.Plain}
	case m[1] < m[2]:
		scored = rules.Outcome{Winner: rules.White, Manner: rules.Plain}
	case m[1] == "1":
		scored = rules.Outcome{Manner: rules.Drawn}
	case m[1] == "2" || said.IsZero():
		return scored, wrong(result) // 0 : 0 needs its words: who was absent, who lost
	}
	if said.IsZero() {
		return scored, nil
	}
	if said.Winner != scored.Winner || (said.Manner == rules.Drawn) != (scored.Manner == rules.Drawn) {
		return said, wrong(result + " / " + words)
	}
	return said, nil
}

// outcomeWords are all results as the program says them in its languages.
var outcomeWords = sync.OnceValue(func() map[string]rules.Outcome {
	const most = 361 * 4
	all := []rules.Outcome{{}, {Manner: rules.Drawn}, {Manner: rules.BothLost}, {Manner: rules.BothAbsent}, {Manner: rules.NoResult}}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for _, manner := range []rules.Manner{rules.Plain, rules.Resigned, rules.Timeout, rules.Forfeited} {
			all = append(all, rules.Outcome{Winner: side, Manner: manner})
		}
		for margin := 1; margin <= most; margin++ {
			all = append(all, rules.Outcome{Winner: side, Manner: rules.Counted, Margin: margin})
		}
	}
	words := make(map[string]rules.Outcome, len(all)*len(i18n.Langs))
	for _, lang := range i18n.Langs {
		p := i18n.For(lang)
		for _, o := range all {
			words[strings.ToLower(p.T(o.Words()))] = o
		}
	}
	return words
})

// parseWords reads a result in the program's words, as the division file writes it, or as people
// write it.
func parseWords(text string) (rules.Outcome, error) {
	if text == "" {
		return rules.Outcome{}, nil
	}
	if o, ok := outcomeWords()[strings.ToLower(text)]; ok {
		return o, nil
	}
	o, err := rules.ParseOutcome(text, "")
	if err == nil {
		return o, nil
	}
	if read, _, ok := record.ParseResult(text); ok {
		return read, nil
	}
	return o, err
}
