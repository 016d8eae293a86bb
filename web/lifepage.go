package web

import (
	"html/template"
	"net/http"
	"strings"

	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
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

// gtpList writes points as people type them.
func gtpList(points []weiqi.Point, g *game.Game) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = p.GTP(g.Terms.Size)
	}
	return strings.Join(words, " ")
}

// lifeView is the state of an opinion on a game's position, with what it counts to.
func (q *request) lifeView(g *game.Game, l game.Life) (lifeState, *diagram.Diagram, error) {
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
func (q *request) lifePage(v *gameTable) error {
	if q.wantsFragment() && v.Recorded() {
		l, err := readLife(v.Game, q.URL.Query().Get("dead"), q.URL.Query().Get("contested"))
		if err != nil {
			return err
		}
		s, _, err := q.lifeView(v.Game, l)
		if err != nil {
			return err
		}
		return q.boardJSON(s)
	}
	return q.showLife(v, http.StatusOK, nil)
}

func (q *request) showLife(v *gameTable, status int, failure error) error {
	data := map[string]any{"Table": v}
	if v.Recorded() && v.Game.Ending != nil {
		l := v.Game.Ending.Life
		if failure != nil {
			if typed, err := readLife(v.Game, q.PostFormValue("dead"), q.PostFormValue("contested")); err == nil {
				l = typed
			}
		}
		s, d, err := q.lifeView(v.Game, l)
		if err != nil {
			return err
		}
		data["State"], data["Board"] = s, template.HTML(d.SVG())
		data["Open"] = v.Game.Phase == game.Settle
		data["Agreed"] = v.Game.Ending.Agreed
		data["DeadText"], data["ContestedText"] = gtpList(l.Dead, v.Game), gtpList(l.Contested, v.Game)
	}
	return q.showBoard("life", v, status, failure, q.p.T("life.title"), data)
}

// readLife reads an opinion on what is dead and what is still open.
func readLife(g *game.Game, dead, contested string) (game.Life, error) {
	var l game.Life
	var err error
	if l.Dead, err = pointsOf(dead, g.Terms.Size); err == nil {
		l.Contested, err = pointsOf(contested, g.Terms.Size)
	}
	return l, err
}
