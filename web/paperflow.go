package web

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// What a leaf has room for between its head and its foot, in tenths of a millimetre, as paper.css sets
// it. The estimates are on the safe side: a leaf that ends early is better than one that runs over.
const (
	leafRoom  = 2380 // rows and notes of a list of pairs, without its heads
	pairRow   = 58   // 5.7 mm and its rule
	largeRow  = 98   // where a page has 24 tables or fewer
	largeMost = 24
	noteLine  = 40  // a line of 9 pt
	noteGap   = 15  // above each note
	noteWide  = 108 // letters on a line of a note; a Chinese character is two
	textLine  = 43  // a line of the regulations
	textWide  = 72
	textGap   = 10
	textRoom  = 2240 // below the title of a part of the programme
	titleRoom = 110
)

// pairsLeaf is what stands on a leaf of pairs.
type pairsLeaf struct {
	Rows  []table
	Large bool
	Notes []string
}

// pairLeaves puts so many tables on a leaf, and after the last one who is free and what was changed
// since the publication; what has no room there goes on on the next leaf.
func (q *request) pairLeaves(r *tournament.Round, rows []table, most int) []leaf {
	var leaves []leaf
	room := 0
	for part := range slices.Chunk(rows, most) {
		on := &pairsLeaf{Rows: part, Large: len(part) <= largeMost}
		leaves = append(leaves, leaf{Data: on})
		row := pairRow
		if on.Large {
			row = largeRow
		}
		room = leafRoom - len(part)*row
	}
	if len(leaves) == 0 {
		return nil
	}
	for _, note := range q.pairNotes(r) {
		height := noteGap + lines(note, noteWide)*noteLine
		if height > room {
			leaves = append(leaves, leaf{Data: &pairsLeaf{}})
			room = leafRoom
		}
		room -= height
		on := leaves[len(leaves)-1].Data.(*pairsLeaf)
		on.Notes = append(on.Notes, note)
	}
	return leaves
}

// pairNotes are the lines under a list of pairs.
func (q *request) pairNotes(r *tournament.Round) []string {
	p, l := &page{q: q}, leaf{Kind: "pairs", Division: q.division}
	var notes []string
	for _, no := range q.division.Idle(r) {
		notes = append(notes, q.p.T("cli.bye", fault.Args{"no": no, "name": p.PaperAlone(l, q.division.Entry(no))}))
	}
	for _, a := range r.Amendments {
		words := []string{q.p.Clock(a.Entry.At.Local()), q.p.T("amend." + a.Change.Kind)}
		for _, table := range a.Change.Tables {
			words = append(words, q.p.T("table.n", fault.Args{"n": table}))
		}
		notes = append(notes, strings.Join(words, "　")+q.p.T("paper.because", fault.Args{"reason": a.Entry.Reason}))
	}
	return notes
}

// wide is the width of a text in letters: a Chinese character is as wide as two.
func wide(text string) int {
	width := 0
	for _, r := range text {
		if width++; utf8.RuneLen(r) > 2 {
			width++
		}
	}
	return width
}

// lines is how many lines a text takes where so many letters fit on one.
func lines(text string, fit int) int {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n += max(1, (wide(line)+fit-1)/fit)
	}
	return n
}

// evenly cuts a list into leaves of at most so many rows, all of about the same length: no sheet is
// begun for a row or two.
func evenly[T any](rows []T, most int) []leaf {
	if len(rows) == 0 {
		return nil
	}
	n := (len(rows) + most - 1) / most
	return sheets(rows, (len(rows)+n-1)/n)
}

// bookText is a part of the programme's regulations that fits on one leaf, and the officials where
// they stand on it.
type bookText struct {
	Said      []saidRow
	Officials []official
}

// bookTexts lays regulations and officials out on as many leaves as they take. A long text goes on on
// the next leaf under the same word.
func bookTexts(said []saidRow, officials []official) []bookText {
	leaves := []bookText{{}}
	room := textRoom
	next := func() *bookText {
		leaves = append(leaves, bookText{})
		room = textRoom
		return &leaves[len(leaves)-1]
	}
	on := &leaves[0]
	for _, row := range said {
		for text := row.Text; text != ""; {
			fit := (room - textGap) / textLine
			head, rest := cutLines(text, textWide, fit)
			if head == "" {
				on = next()
				continue
			}
			on.Said = append(on.Said, saidRow{Label: row.Label, Text: head})
			room -= textGap + lines(head, textWide)*textLine
			text = rest
		}
	}
	for i, o := range officials {
		height := textGap + textLine
		if i == 0 {
			height += titleRoom
		}
		if height > room {
			on = next()
			height = titleRoom + textGap + textLine
		}
		on.Officials = append(on.Officials, o)
		room -= height
	}
	return leaves
}

// cutLines gives the beginning of a text that takes at most so many lines, and what is left of it.
func cutLines(text string, fit, most int) (head, rest string) {
	if most < 1 {
		return "", text
	}
	if lines(text, fit) <= most {
		return text, ""
	}
	var kept []string
	for most > 0 && text != "" {
		line, after, _ := strings.Cut(text, "\n")
		n := max(1, (wide(line)+fit-1)/fit)
		if n > most {
			at := cutAt(line, most*fit)
			return strings.Join(append(kept, line[:at]), "\n"), line[at:] + strings.TrimPrefix(text, line)
		}
		kept = append(kept, line)
		most -= n
		text = after
	}
	return strings.Join(kept, "\n"), text
}

// cutAt is the byte after which so many letters of a line are used up.
func cutAt(line string, width int) int {
	used := 0
	for i, r := range line {
		if used += wide(string(r)); used > width {
			return i
		}
	}
	return len(line)
}
