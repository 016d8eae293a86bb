package web

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// recorderPage is where the moves of a game are recorded.
func (q *request) recorderPage(t *boardTable) error { return q.showRecorder(t, http.StatusOK, nil) }

func (q *request) showRecorder(t *boardTable, status int, failure error) error {
	if q.wantsFragment() {
		if failure != nil {
			return failure
		}
		if t.Game == nil {
			return fault.New(fault.NotFound, "fault.office.noGame", nil)
		}
		return q.boardJSON(q.boardOf(t.ID, t.Game))
	}
	data := map[string]any{"Table": t}
	if t.Game != nil {
		data["State"] = q.boardOf(t.ID, t.Game)
		data["Board"] = template.HTML(boardDiagram(t.Game, q.p.T("board.title", fault.Args{"n": len(t.Game.Turns)})).SVG())
		data["Running"] = t.Game.Phase == game.Play
		data["Mendable"] = t.Moves() && len(t.Game.Turns) > 0 && (t.Game.Phase == game.Play || t.Game.Phase == game.Rest || t.Game.Phase == game.Settle)
		data["Fresh"] = t.Game.Phase == game.Ready
	}
	return q.showBoard("record", t, status, failure, q.p.T("recorder.title"), data)
}

// showBoard shows a page of a table's game, with a refusal.
func (q *request) showBoard(name string, t *boardTable, status int, failure error, title string, data any) error {
	p := page{Title: title, Place: q.p.T("board.place", fault.Args{"division": q.division.Name, "round": t.Round.No, "table": t.Pair.Table}), Tab: "round", Data: data}
	if failure != nil {
		p.Error = q.p.Fault(failure)
	}
	return q.render(name, status, p)
}

// record takes what a recorder enters. A move answers the position that he saw, under an id of its
// own: sent again, or by a second recorder, it is made once.
func (q *request) record(t *boardTable) error {
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	err := q.doRecord(t)
	fresh, failed := q.boardTable(t.Round.No, t.Pair.Table)
	if failed != nil {
		return failed
	}
	if fault.KeyOf(err) == "fault.game.answered" && q.sameTurn(fresh) {
		err = nil // somebody else recorded the same move
	}
	if err != nil {
		code := fault.CodeOf(err)
		if q.wantsFragment() || code != fault.Invalid && code != fault.Conflict && code != fault.NotFound {
			return err
		}
		return q.showRecorder(fresh, statuses[code], err)
	}
	if q.wantsFragment() {
		return q.showRecorder(fresh, http.StatusOK, nil)
	}
	return q.to(t.URL + "/record")
}

// sameTurn tells whether the turn that a move was to make stands there already.
func (q *request) sameTurn(t *boardTable) bool {
	n, err := strconv.Atoi(q.PostFormValue("turns"))
	if err != nil || t.Game == nil || n < 0 || n >= len(t.Game.Turns) {
		return false
	}
	turn := t.Game.Turns[n]
	switch q.PostFormValue("do") {
	case "pass":
		return turn.Kind == game.Yielded
	case "move":
		at, err := q.boardPoint(t.Game, "point")
		return err == nil && turn.Kind == game.Placed && turn.Point == at
	}
	return false
}

func (q *request) doRecord(t *boardTable) error {
	do := q.PostFormValue("do")
	if do == "open" {
		return q.openRecord(t)
	}
	if t.Game == nil {
		return fault.New(fault.NotFound, "fault.office.noGame", nil)
	}
	command, err := q.recordCommand(t.Game, do)
	if err != nil {
		return err
	}
	order := office.GameOrder{ID: q.PostFormValue("cmd"), Reason: strings.TrimSpace(q.PostFormValue("reason")), Command: command}
	if do == "move" {
		if err := q.sureOfIllegal(t, order); err != nil {
			return err
		}
	}
	return q.s.Office.DoGame(q.Context(), q.actor, t.ID, order)
}

// openRecord begins a record with moves, and where the table's clock isn't ours the game itself.
func (q *request) openRecord(t *boardTable) error {
	own := q.PostFormValue("keeper") == "own"
	at := office.Table{Division: q.division.ID, Round: t.Round.No, Table: t.Pair.Table}
	id, err := q.s.Office.OpenGame(q.Context(), q.actor, at, office.GameSetup{Moves: true, Own: own}, q.PostFormValue("cmd"))
	if err != nil || !own {
		return err
	}
	err = q.s.Office.DoGame(q.Context(), q.actor, id, office.GameOrder{Command: game.Start{}})
	if strings.HasPrefix(fault.KeyOf(err), "fault.game.phase.") { // it was begun before
		return nil
	}
	return err
}

// recordCommand is what a form of the recorder asks of the game.
func (q *request) recordCommand(g *game.Game, do string) (game.Command, error) {
	turns, err := strconv.Atoi(q.PostFormValue("turns"))
	if err != nil {
		turns = len(g.Turns)
	}
	answer := func(c game.Command) (game.Command, error) { return game.Answer{Turns: turns, Command: c}, nil }
	side := g.ToMove()
	if s, err := q.sideOf("side"); err == nil {
		side = s
	}
	switch do {
	case "start":
		return game.Start{}, nil
	case "move":
		at, err := q.boardPoint(g, "point")
		if err != nil {
			return nil, err
		}
		return answer(game.Move{Side: side, Point: at})
	case "pass":
		return answer(game.Pass{Side: side})
	case "end":
		return answer(game.ProposeEnd{Side: side})
	case "agree":
		return answer(game.AgreeEnd{Side: g.Proposal.Other()})
	case "mend":
		return q.mend(g, turns)
	}
	return nil, fault.New(fault.NotFound, "fault.notFound", nil)
}

// mend reads a correction: take back all from a move on, or put another point in its place and keep
// what follows.
func (q *request) mend(g *game.Game, turns int) (game.Command, error) {
	from, err := strconv.Atoi(strings.TrimSpace(plainDigits(q.PostFormValue("from"))))
	if err != nil || from < 1 || from > len(g.Turns) {
		return nil, fault.New(fault.Invalid, "fault.web.number", fault.Args{"field": label("recorder.mend.from"), "value": q.PostFormValue("from"), "least": 1, "most": len(g.Turns)})
	}
	c := game.MendRecord{From: from}
	switch q.PostFormValue("how") {
	case "point":
		at, err := q.boardPoint(g, "point")
		if err != nil {
			return nil, err
		}
		c.Points = []weiqi.Point{at}
	case "pass":
		c.Points = []weiqi.Point{weiqi.Pass}
	default:
		return game.Answer{Turns: turns, Command: c}, nil
	}
	for _, t := range g.Turns[from:] {
		c.Points = append(c.Points, t.Point)
	}
	return game.Answer{Turns: turns, Command: c}, nil
}

// sureOfIllegal asks once before a move is recorded that the law table rules on: a slip of the finger
// mustn't cost a player a warning. Sent back as "sure", the point is recorded as it was played.
func (q *request) sureOfIllegal(t *boardTable, order office.GameOrder) error {
	answer, ok := order.Command.(game.Answer)
	if !ok || answer.Turns != len(t.Game.Turns) {
		return nil
	}
	move, ok := answer.Command.(game.Move)
	if !ok || q.PostFormValue("sure") == move.Point.SGF() {
		return nil
	}
	return q.s.Office.PreviewGame(q.Context(), q.actor, t.ID, order, func(before, after *game.Game) error {
		if len(after.Rulings) == len(before.Rulings) {
			return nil
		}
		r := after.Rulings[len(before.Rulings)]
		q.doubt = move.Point.SGF()
		row, err := rules.Case(after.Terms.Edition, r.Case)
		if err != nil {
			return err
		}
		var does []string
		for _, c := range r.Do {
			does = append(does, q.p.T(c.Words()))
		}
		return fault.New(fault.Conflict, "fault.web.recordIllegal", fault.Args{
			"at": move.Point.GTP(after.Terms.Size), "case": row, "article": rules.Article{Edition: after.Terms.Edition, Number: r.Article}, "does": q.p.List(does),
		})
	})
}
