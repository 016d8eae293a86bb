package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// boardRoutes are the pages of a game's board, and the files made of it.
func (s *Server) boardRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /g/{d}/{n}/{table}/record", s.onRecord((*request).recorderPage))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/record", s.onRecord((*request).record))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/life", s.onRecord((*request).lifePage))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/read", s.onRecord((*request).readPage))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/seal", s.onKeep((*request).sealPage))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/seal", s.onKeep((*request).sealing))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/game.sgf", s.onTable((*request).sgfFile))
	mux.HandleFunc("GET /d/{d}/round/{n}/games.zip", s.inDivision((*request).roundGames))
	mux.HandleFunc("GET /d/{d}/round/{n}/live", s.inDivision((*request).livePage))
}

// Recorded tells that the moves of the table's game are recorded.
func (r tableRow) Recorded() bool { return r.Game != nil && r.Game.Terms.Moves }

// sitters are the numbers of the players as they sit, Black's first.
func (r tableRow) sitters() (black, white int) {
	if r.Game == nil {
		return r.Pair.Black, r.Pair.White
	}
	return personNo(r.Game, rules.Black), personNo(r.Game, rules.White)
}

// boardState is a game as the board's script shows it. Points are in SGF's letters.
type boardState struct {
	Game  string   `json:"game"`
	Phase string   `json:"phase"`
	Board []string `json:"board"`
	// Turns are side and point, "Bdd"; "B--" a pass, "B!!" a void move, "B==" the proposal to end.
	Turns    []string `json:"turns"`
	ToMove   string   `json:"toMove"`
	Taken    [2]int   `json:"taken"` // stones that Black and White have lost
	Last     string   `json:"last"`
	Ko       string   `json:"ko"`
	Proposal string   `json:"proposal"`
	Warnings [2]int   `json:"warnings"` // of who holds Black, of who holds White
	Said     string   `json:"said"`     // how the game stands, in words
}

// turnMarks are how a turn without a stone is told to the script.
var turnMarks = map[game.TurnKind]string{game.Yielded: "--", game.Voided: "!!", game.Proposed: "==", game.Unseen: "??"}

// boardOf is the state of a game for the board's script.
func (q *request) boardOf(id string, g *game.Game) boardState {
	b := g.Board()
	s := boardState{
		Game: id, Phase: string(g.Phase), Board: strings.Fields(b.String()), Turns: []string{}, ToMove: g.ToMove().String(),
		Taken: [2]int{b.Captured(rules.Black), b.Captured(rules.White)}, Proposal: g.Proposal.String(),
		Warnings: [2]int{g.Warnings[g.Holds(rules.Black)], g.Warnings[g.Holds(rules.White)]}, Said: q.boardSaid(g),
	}
	for _, t := range g.Turns {
		mark, without := turnMarks[t.Kind]
		if !without {
			mark = t.Point.SGF()
		}
		s.Turns = append(s.Turns, t.Side.String()+mark)
	}
	if last := boardLast(g); last != nil {
		s.Last = last.SGF()
	}
	if ko, side := b.Ko(); ko != weiqi.Outside && side == g.ToMove() {
		s.Ko = ko.SGF()
	}
	return s
}

// boardLast is the point of the last turn, nil when it put no stone.
func boardLast(g *game.Game) *weiqi.Point {
	if len(g.Turns) == 0 {
		return nil
	}
	t := g.Turns[len(g.Turns)-1]
	if t.Kind != game.Placed {
		return nil
	}
	return &t.Point
}

// boardSaid says in one sentence how a game stands.
func (q *request) boardSaid(g *game.Game) string {
	switch {
	case g.Phase == game.Play && g.Proposal != rules.NoSide:
		return q.p.T("board.proposed", fault.Args{"side": sideName(q.p, g.Proposal)})
	case g.Phase == game.Play:
		return q.p.T("board.toMove", fault.Args{"side": sideName(q.p, g.ToMove()), "n": len(g.Turns) + 1})
	case g.Phase == game.Result || g.Phase == game.Final:
		return q.p.T("board.phase."+string(g.Phase), fault.Args{"result": g.Result.Outcome})
	}
	return q.p.T("board.phase." + string(g.Phase))
}

// boardDiagram is a game's position as a picture.
func boardDiagram(g *game.Game, title string) *diagram.Diagram {
	return &diagram.Diagram{Board: g.Board(), Last: boardLast(g), Title: title}
}

// boardJSON answers a script.
func (q *request) boardJSON(v any) error {
	q.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	q.w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(q.w).Encode(v)
}

// JSON writes a value for a script into an attribute.
func (p *page) JSON(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// Words are the texts of all keys that begin in one of some ways, for a script.
func (p *page) Words(prefixes ...string) (string, error) {
	words := map[string]string{}
	for _, key := range p.q.p.Keys() {
		for _, prefix := range prefixes {
			if strings.HasPrefix(key, prefix) {
				words[key] = p.q.p.T(key)
			}
		}
	}
	return p.JSON(words)
}

// boardPoint reads a point of a form: SGF's letters from a script, or as people type it.
func (q *request) boardPoint(g *game.Game, name string) (weiqi.Point, error) {
	if letters := q.PostFormValue(name + "-sgf"); letters != "" {
		return weiqi.ParseSGF(letters, g.Terms.Size, g.Terms.Size)
	}
	return diagram.Parse(q.PostFormValue(name), g.Terms.Size, g.Terms.Size)
}
