package web

import (
	"html/template"
	"net/http"
	"strings"

	"tianyuan/clock"
	"tianyuan/fault"
)

// protocolSheet is one sheet of a game's protocol.
type protocolSheet struct {
	Page, Pages int
	// First bears the head with the players, Last the signatures.
	First, Last bool
	Lines       []logLine
	Moves       [][]playedMove
	// Figure is a stretch of the moves on the board, with its caption and what found no room on it.
	Figure         template.HTML
	Caption, Notes string
}

// How much goes onto a sheet of A4.
const (
	protocolFirst = 1950 // tenths of a millimetre for the course under the head of the first sheet
	protocolOther = 2250 // on another one; the signatures have room on each
	protocolMoves = 60   // moves in a column
)

// protocolPage prints the protocol of a game: GET /g/{d}/{n}/{table}/protocol.
func (q *request) protocolPage(v *gameTable) error {
	if v.Game == nil {
		return fault.New(fault.Conflict, "fault.web.noRecord", nil)
	}
	log, err := q.gameLog(v)
	if err != nil {
		return err
	}
	var figures []protocolSheet
	if v.Recorded() {
		if figures, err = q.figureSheets(v.tableRow); err != nil {
			return err
		}
	}
	sheets := protocolSheets(log, v.Game.Terms.Moves, figures...)
	return q.render("protocol", http.StatusOK, page{
		Title: q.p.T("protocol.title"), Place: q.p.T("table.n", fault.Args{"n": v.Table}), Data: map[string]any{"Table": v, "Round": v.Round, "Sheets": sheets, "Count": q.countView(v.Game), "Terms": q.termsOf(v), "Begun": q.begun(v, log)},
	})
}

// begun says when the game itself began; before that, when the round does.
func (q *request) begun(v *gameTable, log []logLine) string {
	p := &page{q: q}
	for _, line := range log {
		if !line.Begun.IsZero() {
			return q.p.T("paper.start", fault.Args{"time": p.Clock(line.Begun.Local())})
		}
	}
	return p.Start(v.Round)
}

// protocolSheets cuts a game's log into sheets and numbers them. The moves, where they are recorded,
// follow on sheets of their own, and the figures after them.
func protocolSheets(log []logLine, moves bool, figures ...protocolSheet) []protocolSheet {
	sheets := []protocolSheet{{First: true}}
	room := protocolFirst
	for _, line := range log {
		height := lineHeight(line)
		if height > room {
			sheets = append(sheets, protocolSheet{})
			room = protocolOther
		}
		last := &sheets[len(sheets)-1]
		last.Lines = append(last.Lines, line)
		room -= min(room, height)
	}
	sheets[len(sheets)-1].Last = true
	if moves {
		sheets = append(sheets, moveSheets(log)...)
	}
	sheets = append(sheets, figures...)
	for i := range sheets {
		sheets[i].Page, sheets[i].Pages = i+1, len(sheets)
	}
	return sheets
}

// lineHeight is the height of a line of the log in print, in tenths of a millimetre.
func lineHeight(l logLine) int {
	const (
		margin, row             = 16, 48
		sayColumns, smallerType = 66, 78
	)
	height := margin + row*rows(l.Say, sayColumns)
	if l.Reason != "" {
		height += row * rows("reason: "+l.Reason, smallerType)
	}
	return height
}

// rows is how many rows a text may take in a column that is so many Latin letters wide; a Chinese
// character is as wide as two.
func rows(text string, columns int) int {
	n := 0
	for _, r := range text {
		n++
		if r >= 0x2e80 {
			n++
		}
	}
	return max(1, (n+columns-1)/columns)
}

func moveSheets(log []logLine) []protocolSheet {
	var all []playedMove
	for _, line := range log {
		all = append(all, line.Moves...)
	}
	const columns = 4
	var sheets []protocolSheet
	for len(all) > 0 {
		var sheet protocolSheet
		for range columns {
			n := min(len(all), protocolMoves)
			if n == 0 {
				break
			}
			sheet.Moves, all = append(sheet.Moves, all[:n]), all[n:]
		}
		sheets = append(sheets, sheet)
	}
	return sheets
}

// termsOf says in a line what the game is played by.
func (q *request) termsOf(v *gameTable) string {
	t := v.Game.Terms
	said := []string{q.p.T("edition", fault.Args{"edition": string(t.Edition)}), q.p.T("protocol.komi", fault.Args{"komi": q.p.Quarters(t.Komi)})}
	if n := len(t.Handicap); n > 0 {
		said = append(said, q.p.T("pair.handicap", fault.Args{"n": n}))
	}
	if v.Own { // the regulations' time runs on the table's own clock
		if q.division.Reg.Time.Kind == clock.None {
			return strings.Join(append(said, q.p.T("gamelog.keeper.own")), "　")
		}
		return strings.Join(append(said, q.p.T("protocol.ownTime", fault.Args{"time": q.division.Reg.Time})), "　")
	}
	said = append(said, q.p.T(t.System.Words()))
	return strings.Join(said, "　")
}
