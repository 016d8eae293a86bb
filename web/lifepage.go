package web

import (
	"html/template"
	"net/http"
	"strings"

	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// lifeState is what is said to be dead at the end of a game, as the board's script shows it.
type lifeState struct {
	Board     []string `json:"board"`
	Dead      []string `json:"dead"` // every stone of the chains
	Contested []string `json:"contested"`
	// Black, White and Shared are the empty points and whose they would be.
	Black  []string `json:"black"`
	White  []string `json:"white"`
	Shared []string `json:"shared"`
	Count  string   `json:"count"`
	Last   string   `json:"last"`
}

func sgfList(points []weiqi.Point) []string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = p.SGF()
	}
	return list
}

// lifeOf is the state of an opinion on a game's position, with what it counts to.
func (q *request) lifeOf(g *game.Game, l game.Life) (lifeState, *diagram.Diagram, error) {
	b := g.Board()
	var dead []weiqi.Point
	for _, p := range l.Dead {
		chain := b.Chain(p)
		if len(chain) == 0 {
			return lifeState{}, nil, fault.New(fault.Invalid, "fault.weiqi.deadEmpty", fault.Args{"at": p.GTP(b.Height())})
		}
		dead = append(dead, chain...)
	}
	area, err := b.Count(weiqi.Agreement{Dead: dead, Contested: l.Contested, To: g.GaveUp.Other()})
	if err != nil {
		return lifeState{}, nil, err
	}
	s := lifeState{Board: strings.Fields(b.String()), Dead: sgfList(dead), Contested: sgfList(l.Contested), Black: []string{}, White: []string{}, Shared: sgfList(area.Neutral)}
	if last := boardLast(g); last != nil {
		s.Last = last.SGF()
	}
	for p := range b.Points() {
		switch {
		case b.At(p) != weiqi.Empty:
		case area.Owner(p) == weiqi.Black:
			s.Black = append(s.Black, p.SGF())
		case area.Owner(p) == weiqi.White:
			s.White = append(s.White, p.SGF())
		}
	}
	count := g.Count()
	count.Black = area.Black
	s.Count = q.p.T("life.count", fault.Args{"black": rules.Quarters(area.Black), "white": rules.Quarters(area.White), "result": count.Outcome()})
	d := boardDiagram(g, q.p.T("life.board"))
	d.Dead, d.Area, d.Coordinates, d.Marks = dead, area, diagram.Letters, map[weiqi.Point]diagram.Mark{}
	for _, p := range l.Contested {
		d.Marks[p] = diagram.Circle
	}
	return s, d, nil
}

// lifePage is where both sides say what is dead (G8), for a game whose moves are recorded.
func (q *request) lifePage(t *boardTable) error {
	if q.wantsFragment() && t.Moves() {
		l, err := readLife(t.Game, q.URL.Query().Get("dead"), q.URL.Query().Get("contested"))
		if err != nil {
			return err
		}
		s, _, err := q.lifeOf(t.Game, l)
		if err != nil {
			return err
		}
		return q.boardJSON(s)
	}
	return q.showLife(t, http.StatusOK, nil)
}

func (q *request) showLife(t *boardTable, status int, failure error) error {
	data := map[string]any{"Table": t}
	if t.Moves() && t.Game.Ending != nil {
		l := t.Game.Ending.Life
		if failure != nil {
			if typed, err := readLife(t.Game, q.PostFormValue("dead"), q.PostFormValue("contested")); err == nil {
				l = typed
			}
		}
		s, d, err := q.lifeOf(t.Game, l)
		if err != nil {
			return err
		}
		data["State"], data["Board"] = s, template.HTML(d.SVG())
		data["Open"] = t.Game.Phase == game.Settle
		data["Agreed"] = t.Game.Ending.Agreed
		data["DeadText"], data["ContestedText"] = strings.Join(s.Dead, " "), strings.Join(s.Contested, " ")
	}
	return q.showBoard("life", t, status, failure, q.p.T("life.title"), data)
}

// readLife reads an opinion: points in SGF's letters as the script sends them, or as people type them.
func readLife(g *game.Game, dead, contested string) (game.Life, error) {
	var l game.Life
	var err error
	if l.Dead, err = lifePoints(g, dead); err == nil {
		l.Contested, err = lifePoints(g, contested)
	}
	return l, err
}

func lifePoints(g *game.Game, text string) ([]weiqi.Point, error) {
	var list []weiqi.Point
	for word := range strings.FieldsSeq(strings.NewReplacer("，", " ", "、", " ", ",", " ").Replace(text)) {
		p, err := weiqi.ParseSGF(word, g.Terms.Size, g.Terms.Size)
		if err != nil {
			p, err = diagram.Parse(word, g.Terms.Size, g.Terms.Size)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// settleLife takes a side's opinion, or its yes to exactly what it saw.
func (q *request) settleLife(t *boardTable) error {
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	err := q.doLife(t)
	if err == nil {
		return q.to(t.URL + "/life")
	}
	fresh, failed := q.boardTable(t.Round.No, t.Pair.Table)
	if failed != nil {
		return failed
	}
	code := fault.CodeOf(err)
	if q.wantsFragment() || code != fault.Invalid && code != fault.Conflict && code != fault.NotFound {
		return err
	}
	return q.showLife(fresh, statuses[code], err)
}

func (q *request) doLife(t *boardTable) error {
	if t.Game == nil {
		return fault.New(fault.NotFound, "fault.office.noGame", nil)
	}
	side, err := q.sideOf("side")
	if err != nil {
		return err
	}
	l, err := readLife(t.Game, q.PostFormValue("dead"), q.PostFormValue("contested"))
	if err != nil {
		return err
	}
	var command game.Command = game.ProposeLife{Side: side, Dead: l.Dead, Contested: l.Contested}
	if q.PostFormValue("do") == "agree" {
		command = game.AgreeLife{Side: side, Dead: l.Dead, Contested: l.Contested}
	}
	return q.s.Office.DoGame(q.Context(), q.actor, t.ID, office.GameOrder{ID: q.PostFormValue("cmd"), Command: command})
}
