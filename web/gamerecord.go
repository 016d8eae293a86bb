package web

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// sgfFile sends the record of a table's game.
func (q *request) sgfFile(v *gameTable) error {
	t := v.tableRow
	if !t.Recorded() {
		return fault.New(fault.NotFound, "fault.web.noMoves", nil)
	}
	data, err := q.sgfOf(t)
	if err != nil {
		return err
	}
	return q.download(q.sgfName(t), "application/x-go-sgf; charset=utf-8", data)
}

// sgfName is "Division 5-12 Black White.sgf".
func (q *request) sgfName(t tableRow) string {
	return safeName(fmt.Sprintf("%s %d-%d %s %s", q.division.Name, t.Round.No, t.Table, t.Black, t.White)) + ".sgf"
}

// roundGames sends all records of a round that have moves.
func (q *request) roundGames() error {
	n, err := strconv.Atoi(q.PathValue("n"))
	r := q.division.Round(n)
	if err != nil || r == nil {
		return fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if r.Phase == tournament.Prepared || r.Phase == tournament.Checked {
		return fault.New(fault.NotFound, "fault.web.noMoves", nil)
	}
	var out bytes.Buffer
	pack := zip.NewWriter(&out)
	some := false
	tables, err := q.rowsOf(q.division, r, func(int) bool { return true })
	if err != nil {
		return err
	}
	for _, t := range tables {
		if !t.Recorded() {
			continue
		}
		some = true
		data, err := q.sgfOf(t)
		if err != nil {
			return err
		}
		file, err := pack.Create(q.sgfName(t))
		if err == nil {
			_, err = file.Write(data)
		}
		if err != nil {
			return fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
	}
	if !some {
		return fault.New(fault.NotFound, "fault.web.noMoves", nil)
	}
	if err := pack.Close(); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return q.download(safeName(q.division.Name+" "+strconv.Itoa(n))+".zip", "application/zip", out.Bytes())
}

func (q *request) sgfOf(t tableRow) ([]byte, error) {
	var out bytes.Buffer
	if err := sgf.WriteNormal(&out, q.gameRecord(t)); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return out.Bytes(), nil
}

// gameRecord is a recorded game as the tree that the formats write: every turn a move, what rulings
// did to the board as set-ups, and what they were in the comments.
func (q *request) gameRecord(t tableRow) *record.Game {
	g := t.Game
	r := record.New(g.Terms.Size, g.Terms.Size)
	q.recordFacts(r, t)
	node := record.Root
	if len(g.Terms.Handicap) > 0 {
		r.SetText(node, "HA", strconv.Itoa(len(g.Terms.Handicap)))
		r.SetPoints(node, "AB", g.Terms.Handicap)
	}
	edits := g.Edits
	for i := 0; ; i++ {
		for len(edits) > 0 && edits[0].After == i {
			node = recordEdit(r, node, edits[0].Stones)
			edits = edits[1:]
		}
		if i == len(g.Turns) {
			return r
		}
		turn := g.Turns[i]
		node = r.Play(node, turn.Side, turn.Point)
		r.SetText(node, "C", q.turnComment(g, turn))
	}
}

// figureMoves is how many moves a printed figure shows.
const figureMoves = 100

// figureSheets are the moves of a recorded game on the board, a hundred a sheet.
func (q *request) figureSheets(t tableRow) ([]protocolSheet, error) {
	tree := q.gameRecord(t)
	var sheets []protocolSheet
	for from := 1; from <= len(t.Game.Turns); from += figureMoves {
		to := min(from+figureMoves-1, len(t.Game.Turns))
		d, notes, err := diagram.Figure(tree, from, to)
		if err != nil {
			return nil, err
		}
		d.Print, d.Coordinates = true, diagram.Letters
		d.Title = movesWords(q.p, from, to)
		var words []string
		for _, n := range notes {
			if n.At == weiqi.Pass {
				words = append(words, strconv.Itoa(n.Move)+" "+q.p.T("board.pass"))
				continue
			}
			words = append(words, n.String(t.Game.Terms.Size))
		}
		sheets = append(sheets, protocolSheet{Figure: template.HTML(d.SVG()), Caption: d.Title, Notes: strings.Join(words, "　")})
	}
	return sheets, nil
}

// recordEdit sets the points that a ruling changed.
func recordEdit(r *record.Game, node record.Node, stones []game.Stone) record.Node {
	node = r.AddChild(node)
	for id, colour := range map[string]rules.Side{"AB": rules.Black, "AW": rules.White, "AE": rules.NoSide} {
		var points []weiqi.Point
		for _, s := range stones {
			if s.Colour == colour {
				points = append(points, s.Point)
			}
		}
		r.SetPoints(node, id, points)
	}
	return node
}

// turnComment says what a turn without a stone was.
func (q *request) turnComment(g *game.Game, t game.Turn) string {
	switch t.Kind {
	case game.Proposed:
		return q.p.T("sgf.end")
	case game.Voided:
		i := slices.IndexFunc(g.Rulings, func(r game.Ruling) bool { return !r.Revoked && r.Against == t.Side && r.At == t.At })
		if i < 0 {
			return q.p.T("sgf.void")
		}
		row, err := rules.Case(g.Terms.Edition, g.Rulings[i].Case)
		if err != nil {
			return q.p.T("sgf.void")
		}
		return q.p.T("sgf.ruled", fault.Args{"case": row, "article": row.Cite()})
	}
	return ""
}

// recordFacts writes what is known of the game as a whole. SGF counts komi in points, of which a 子
// has two.
func (q *request) recordFacts(r *record.Game, t tableRow) {
	g := t.Game
	facts := []struct{ id, text string }{
		{"EV", q.tournament.Info.Name + " " + q.division.Name}, {"RO", strconv.Itoa(t.Round.No)}, {"PC", q.tournament.Info.Venue},
		{"RU", "Chinese"}, {"KM", rules.QuarterText(2 * g.Terms.Komi)}, {"AP", "Tianyuan"},
	}
	if at := t.Round.StartedAt; !at.IsZero() {
		facts = append(facts, struct{ id, text string }{"DT", at.Format("2006-01-02")})
	}
	black, white := t.sitters()
	for _, side := range []struct {
		letter string
		no     int
	}{{"B", black}, {"W", white}} {
		if e := q.division.Entry(side.no); e != nil {
			facts = append(facts, struct{ id, text string }{"P" + side.letter, e.Name}, struct{ id, text string }{side.letter + "R", e.Rank}, struct{ id, text string }{side.letter + "T", e.Unit})
		}
	}
	if o := g.Result.Outcome; !o.IsZero() {
		facts = append(facts, struct{ id, text string }{"RE", o.SGF()})
	}
	for _, f := range facts {
		r.SetText(record.Root, f.id, f.text)
	}
}
