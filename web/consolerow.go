package web

import (
	"bytes"
	"html/template"
	"strconv"
	"strings"
	"sync"

	"tianyuan/game"
	"tianyuan/i18n"
)

// consoleRow is what the row of a table says in the referee's list, and all that its template reads: rows
// that are equal look the same, whoever looks at them.
type consoleRow struct {
	Lang                i18n.Lang
	Division, ID, URL   string
	Table               int
	Open                bool
	Black, White        string
	Say, Small, Unheard string
	// Desk is the result that the desk has entered though the game goes on.
	Desk string
	Tag  tag
	// Hush: a device is to be heard.
	Hush bool
	// Dials are the clocks that the row shows, from the first one on.
	Dials [2]dial
	// game is the one from whose clock the page goes on counting; nil where none is shown. A state of a
	// game never changes.
	game *game.Game
}

// rowShown is what a row says in a language.
func rowShown(lang i18n.Lang, r tableRow) consoleRow {
	row := consoleRow{
		Lang: lang, Division: r.Division.ID, ID: r.ID, URL: r.URL, Table: r.Table, Open: r.Open(), Black: r.Black, White: r.White,
		Say: r.Say, Desk: r.Desk, Small: r.Small, Unheard: r.Unheard, Tag: r.Tag, Hush: r.Hush != "",
	}
	copy(row.Dials[:], r.Shown())
	if r.Digits() {
		row.game = r.Game
	}
	return row
}

// T returns the text of a key in the row's language.
func (r consoleRow) T(key string) string { return i18n.For(r.Lang).T(key) }

// Shown are the clocks that the row shows.
func (r consoleRow) Shown() []dial {
	n := 0
	for n < len(r.Dials) && r.Dials[n] != (dial{}) {
		n++
	}
	return r.Dials[:n]
}

// Snapshot is the clock from which the page goes on counting; "" where none is shown.
func (r consoleRow) Snapshot() (string, error) { return snapshot(r.game) }

// consoleRows keeps the rows as they were made last, so that twenty referees who look at the same table cost
// one row. A row is made anew when anything that it says has changed.
type consoleRows struct {
	mu   sync.Mutex
	made map[rowName]madeRow
}

// rowName is which row of which list is kept: one of each game in each language.
type rowName struct {
	lang i18n.Lang
	id   string
}

type madeRow struct {
	row  consoleRow
	html string
}

// rowsKept bounds the rows that are kept, at about a kilobyte each; beyond it all are forgotten.
const rowsKept = 4000

func (c *consoleRows) look(row consoleRow) (html string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.made[rowName{row.Lang, row.ID}]
	return kept.html, kept.row == row
}

func (c *consoleRows) put(row consoleRow, html string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil || len(c.made) >= rowsKept {
		c.made = map[rowName]madeRow{}
	}
	c.made[rowName{row.Lang, row.ID}] = madeRow{row, html}
}

// Row is the row of a table in the referee's list. The moments of its clock stand before all else in its
// tag: they differ with each answer.
func (p *page) Row(r tableRow) (template.HTML, error) {
	const opening = "<li"
	row := rowShown(p.q.p.Lang, r)
	html, ok := p.q.s.consoleRows.look(row)
	if !ok {
		var b bytes.Buffer
		if err := p.q.s.pages.ExecuteTemplate(&b, "con-row", row); err != nil {
			return "", err
		}
		html = b.String()
		p.q.s.consoleRows.put(row, html)
	}
	moments := ""
	if row.game != nil {
		moments = ` data-at="` + strconv.FormatInt(r.At, 10) + `"`
	}
	if r.Hush != "" {
		moments += ` data-hush="` + template.HTMLEscapeString(r.Hush) + `"`
	}
	return template.HTML(opening + moments + strings.TrimPrefix(html, opening)), nil
}
