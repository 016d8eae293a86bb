package web

import (
	"html/template"
	"net/http"

	"tianyuan/account"
	"tianyuan/diagram"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// onKeep wraps what a table's page asks of an official of the game.
func (s *Server) onKeep(handle func(*request, *gameTable) error) http.HandlerFunc {
	return s.onRecord(func(q *request, v *gameTable) error {
		if !q.actor.May(account.KeepGames) {
			return q.refuse(account.KeepGames)
		}
		return handle(q, v)
	})
}

// sealView is a sealed move as its page shows it: never more than was opened.
type sealView struct {
	// Side is who seals, or sealed.
	Side rules.Side
	// Open: a move can be sealed now. Sealed: one is, under Commitment.
	Open, Sealed bool
	Commitment   string
	MayOpen      bool
	// Opened is the move that was opened last.
	Opened *sealOpened
}

// sealOpened is an opened move with what anybody needs to check it.
type sealOpened struct {
	game.Unsealed
	// Said is what was opened, in words; Void, why it counts as a pass.
	Said, Void string
	// Right: value and random bytes are what the fingerprint committed to.
	Right bool
}

// sealPage is where a move is sealed and opened (C14, 1988 art. 22). It never repeats what was sealed.
func (q *request) sealPage(v *gameTable) error { return q.showSeal(v, http.StatusOK, nil) }

func (q *request) showSeal(v *gameTable, status int, failure error) error {
	data := map[string]any{"Table": v, "Seal": sealView{}}
	if g := v.Game; g != nil {
		seal := sealView{Open: g.Phase == game.Play && g.Terms.Sealing, Side: g.ToMove(), MayOpen: q.actor.Official().Covers(rules.ChiefReferee)}
		if b := g.Break; b != nil && b.Sealed != rules.NoSide {
			seal.Sealed, seal.Side, seal.Commitment = true, b.Sealed, b.Secret.Commitment
		}
		if g.Unsealed != nil {
			seal.Opened = q.opened(g)
		}
		d := boardDiagram(g, q.p.T("board.title", fault.Args{"n": len(g.Turns)}))
		d.Coordinates = diagram.Letters
		data["Seal"], data["State"], data["Board"] = seal, q.boardOf(v.ID, g), template.HTML(d.SVG())
	}
	return q.showBoard("sealing", v, status, failure, q.p.T("seal.title"), data)
}

// opened says what was opened, and checks it against its fingerprint.
func (q *request) opened(g *game.Game) *sealOpened {
	o := &sealOpened{Unsealed: *g.Unsealed}
	o.Right = !o.Stated && o.Secret.Check(o.Opening) == nil
	o.Said = q.p.T("seal.openedPass")
	if o.Point != weiqi.Pass {
		o.Said = q.p.T("seal.opened", fault.Args{"at": o.Point.GTP(g.Terms.Size)})
	}
	if o.Reason != "" {
		o.Void = q.p.T("seal.openedVoid", fault.Args{"article": rules.Article{Edition: g.Terms.Edition, Number: o.Article}})
	}
	return o
}

// sealing takes a move in to be sealed, or opens the one that is.
func (q *request) sealing(v *gameTable) error {
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	err := q.doSeal(v)
	if err == nil {
		return q.to(v.URL + "/seal")
	}
	code := fault.CodeOf(err)
	if code != fault.Invalid && code != fault.Conflict && code != fault.NotFound {
		return err
	}
	fresh, failed := q.gameTable()
	if failed != nil {
		return failed
	}
	return q.showSeal(fresh, statuses[code], err)
}

func (q *request) doSeal(v *gameTable) error {
	if v.Game == nil {
		return fault.New(fault.Conflict, "fault.web.noRecord", nil)
	}
	at, cmd := v.Moment.Known, q.PostFormValue("cmd")
	switch q.PostFormValue("do") {
	case "open":
		return q.s.Office.OpenSealed(q.Context(), q.actor, v.ID, office.OpenOrder{ID: cmd, At: at})
	case "paper":
		stated, err := q.boardPoint(v.Game, "point")
		if err != nil {
			return err
		}
		return q.s.Office.OpenSealed(q.Context(), q.actor, v.ID, office.OpenOrder{ID: cmd, At: at, Reason: q.reason(), Stated: &stated})
	case "pass":
		return q.s.Office.SealMove(q.Context(), q.actor, v.ID, office.SealOrder{ID: cmd, At: at, Side: v.Game.ToMove(), Point: weiqi.Pass})
	}
	point, err := q.boardPoint(v.Game, "point")
	if err != nil {
		return fault.New(fault.Invalid, "fault.web.sealPoint", nil) // what was typed stays off the page
	}
	return q.s.Office.SealMove(q.Context(), q.actor, v.ID, office.SealOrder{ID: cmd, At: at, Side: v.Game.ToMove(), Point: point})
}
