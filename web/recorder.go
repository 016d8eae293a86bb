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
func (q *request) recorderPage(v *gameTable) error { return q.showRecorder(v, http.StatusOK, nil) }

func (q *request) showRecorder(v *gameTable, status int, failure error) error {
	if q.wantsFragment() {
		if failure != nil {
			return failure
		}
		if v.Game == nil {
			return fault.New(fault.NotFound, "fault.office.noGame", nil)
		}
		return q.boardJSON(q.boardOf(v.ID, v.Game))
	}
	data := map[string]any{"Table": v}
	if v.Game != nil {
		data["State"] = q.boardOf(v.ID, v.Game)
		data["Board"] = template.HTML(boardDiagram(v.Game, q.p.T("board.title", fault.Args{"n": len(v.Game.Turns)})).SVG())
		data["Running"] = v.Game.Phase == game.Play
		data["Mendable"] = v.Recorded() && len(v.Game.Turns) > 0 && (v.Game.Phase == game.Play || v.Game.Phase == game.Rest || v.Game.Phase == game.Settle)
		data["Going"] = v.Game.Phase == game.Ready || v.Game.Phase == game.Play || v.Game.Phase == game.Rest
		data["Fresh"] = v.Game.Phase == game.Ready
	}
	return q.showBoard("record", v, status, failure, q.p.T("recorder.title"), data)
}

// showBoard shows a page of a table's game, with a refusal.
func (q *request) showBoard(name string, v *gameTable, status int, failure error, title string, data any) error {
	return q.render(name, status, page{
		Title: title, Place: q.p.T("table.n", fault.Args{"n": v.Table}), Tab: "tables",
		Back: v.URL, Edition: string(v.Edition), Error: q.p.Fault(failure), Data: data,
	})
}

// record takes what a recorder enters. A move answers the position that he saw, under an id of its
// own: sent again, or by a second recorder, it is made once.
func (q *request) record(v *gameTable) error {
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	err := q.doRecord(v)
	fresh, failed := q.gameTable()
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
	return q.to(v.URL + "/record")
}

// sameTurn tells whether the turn that a move was to make stands there already.
func (q *request) sameTurn(v *gameTable) bool {
	n, err := strconv.Atoi(q.PostFormValue("turns"))
	if err != nil || v.Game == nil || n < 0 || n >= len(v.Game.Turns) {
		return false
	}
	turn := v.Game.Turns[n]
	switch q.PostFormValue("do") {
	case "pass":
		return turn.Kind == game.Yielded
	case "move":
		at, err := q.boardPoint(v.Game, "point")
		return err == nil && turn.Kind == game.Placed && turn.Point == at
	}
	return false
}

func (q *request) doRecord(v *gameTable) error {
	if !v.Recorded() {
		return fault.New(fault.Conflict, "fault.web.noMoves", nil)
	}
	do := q.PostFormValue("do")
	command, err := q.recordCommand(v.Game, do)
	if err != nil {
		return err
	}
	order := office.GameOrder{ID: q.PostFormValue("cmd"), Reason: q.reason(), At: v.Moment.Known, Command: command}
	if do == "move" {
		if err := q.sureOfIllegal(v, order); err != nil {
			return err
		}
	}
	return q.s.Office.DoGame(q.Context(), q.actor, v.ID, order)
}

// recordCommand is what a form of the recorder asks of the game.
func (q *request) recordCommand(g *game.Game, do string) (game.Command, error) {
	turns, err := strconv.Atoi(q.PostFormValue("turns"))
	if err != nil {
		turns = len(g.Turns)
	}
	answer := func(c game.Command) (game.Command, error) { return game.Answer{Turns: turns, Command: c}, nil }
	side := g.ToMove()
	if s := sideOf(q.PostFormValue("side")); s != rules.NoSide {
		side = s
	}
	switch do {
	case "move":
		at, err := q.boardPoint(g, "point")
		if err != nil {
			return nil, err
		}
		return answer(game.Move{Side: side, Point: at})
	case "pass":
		return answer(game.Pass{Side: side})
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
func (q *request) sureOfIllegal(v *gameTable, order office.GameOrder) error {
	answer, ok := order.Command.(game.Answer)
	if !ok || answer.Turns != len(v.Game.Turns) {
		return nil
	}
	move, ok := answer.Command.(game.Move)
	if !ok || q.PostFormValue("sure") == move.Point.SGF() {
		return nil
	}
	return q.s.Office.PreviewGame(q.Context(), q.actor, v.ID, order, func(before, after *game.Game) error {
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
