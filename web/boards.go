package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// boardTable is a table of a published round as the pages of its game need it.
type boardTable struct {
	Round *tournament.Round
	Pair  tournament.Pair
	// ID is the game's id, as it is or as it would be; Game is nil before its record is begun.
	ID   string
	Game *game.Game
	// URL is the address of the table's page, to which the others are added.
	URL string
}

// onBoard wraps a handler of a table's game, for who has an ability.
func (s *Server) onBoard(ability account.Ability, handle func(*request, *boardTable) error) http.HandlerFunc {
	return s.inDivision(func(q *request) error {
		if !q.actor.May(ability) {
			return q.refuse(ability)
		}
		round, err1 := strconv.Atoi(q.PathValue("n"))
		table, err2 := strconv.Atoi(q.PathValue("table"))
		if err1 != nil || err2 != nil {
			return fault.New(fault.NotFound, "fault.notFound", nil)
		}
		t, err := q.boardTable(round, table)
		if err != nil {
			return err
		}
		return handle(q, t)
	})
}

// boardRoutes are the pages of a game's board, and the files made of it.
func (s *Server) boardRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /g/{d}/{n}/{table}/record", s.onBoard(account.RecordGames, (*request).recorderPage))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/record", s.onBoard(account.RecordGames, (*request).record))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/life", s.onBoard(account.RecordGames, (*request).lifePage))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/life", s.onBoard(account.RecordGames, (*request).settleLife))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/read", s.onBoard(account.RecordGames, (*request).readPage))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/game.sgf", s.onBoard(account.ViewOffice, (*request).sgfFile))
	mux.HandleFunc("GET /d/{d}/round/{n}/games.zip", s.inDivision((*request).roundGames))
	mux.HandleFunc("GET /d/{d}/round/{n}/live", s.inDivision((*request).livePage))
}

// boardTable finds the game that is played at a table now.
func (q *request) boardTable(round, table int) (*boardTable, error) {
	pair, err := q.division.PublishedPair(round, table)
	if err != nil {
		return nil, err
	}
	at := office.Table{Division: q.division.ID, Round: round, Table: table}
	id, exists, err := q.s.Office.GameAt(q.Context(), at)
	if err != nil {
		return nil, err
	}
	t := &boardTable{Round: q.division.Round(round), Pair: pair, ID: id, URL: "/g/" + at.Division + "/" + strconv.Itoa(round) + "/" + strconv.Itoa(table)}
	if exists {
		err = q.s.Office.Game(q.Context(), id, func(g *game.Game, _ office.GamePlace) error { t.Game = g; return nil })
	}
	return t, err
}

// Holds is the number of the player who sits behind a side's stones.
func (t *boardTable) Holds(side rules.Side) int {
	first := t.Pair.Black
	second := t.Pair.White
	if t.Game != nil && t.Game.Holds(side) == game.Second || t.Game == nil && side == rules.White {
		return second
	}
	return first
}

// BlackNo and WhiteNo are the numbers of the players as they sit.
func (t *boardTable) BlackNo() int { return t.Holds(rules.Black) }

// WhiteNo is BlackNo for White.
func (t *boardTable) WhiteNo() int { return t.Holds(rules.White) }

// Moves tells that the game's moves are recorded.
func (t *boardTable) Moves() bool { return t.Game != nil && t.Game.Terms.Moves }

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
		return q.p.T("board.proposed", fault.Args{"side": boardSide(g.Proposal)})
	case g.Phase == game.Play:
		return q.p.T("board.toMove", fault.Args{"side": boardSide(g.ToMove()), "n": len(g.Turns) + 1})
	case g.Phase == game.Result || g.Phase == game.Final:
		return q.p.T("board.phase."+string(g.Phase), fault.Args{"result": g.Result.Outcome})
	}
	return q.p.T("board.phase." + string(g.Phase))
}

// boardSide is a side that a message names.
type boardSide rules.Side

// Words names the message.
func (s boardSide) Words() (string, fault.Args) {
	if rules.Side(s) == rules.White {
		return "game.side.W", nil
	}
	return "game.side.B", nil
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

// sideOf reads a side of a form. Fault: invalid "fault.weiqi.colour".
func (q *request) sideOf(name string) (rules.Side, error) {
	return weiqi.ParseColour(q.PostFormValue(name))
}
