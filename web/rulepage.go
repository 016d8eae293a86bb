package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// onRuling wraps a handler of a table's pages for rulings: there must be a record.
func (s *Server) onRuling(handle func(*request, *gameTable) error) http.HandlerFunc {
	return s.inDivision(func(q *request) error {
		if !q.actor.May(account.KeepGames) {
			return q.refuse(account.KeepGames)
		}
		v, err := q.gameTable()
		if err != nil {
			return err
		}
		if v.Game == nil {
			return fault.New(fault.Conflict, "fault.web.noRecord", nil)
		}
		return handle(q, v)
	})
}

// pickCase lists the cases: GET /g/{d}/{n}/{table}/rule.
func (q *request) pickCase(v *gameTable) error {
	find := q.URL.Query().Get("find")
	var first []rules.Provision
	if strings.TrimSpace(find) == "" {
		first = likelyCases(v)
	}
	return q.render("rulepick", http.StatusOK, page{
		Title: q.p.T("rule.title"), Place: q.p.T("table.n", fault.Args{"n": v.Table}), Tab: "tables", Back: v.URL, Edition: string(v.Edition),
		Data: map[string]any{"Table": v, "Find": find, "First": first, "Groups": lawGroups(q.casesOf(v.Edition, find))},
	})
}

// likelyCases are the cases that come up in a table's state and are ruled on these pages.
func likelyCases(v *gameTable) []rules.Provision {
	var list []rules.Provision
	for _, key := range likely(v.Game, v.Game.Time(v.Moment.Known)) {
		if row, err := rules.Case(v.Edition, key); err == nil && !slices.Contains(ruledElsewhere, key) {
			list = append(list, row)
		}
	}
	return list
}

// rulingPreview is what a ruling would change.
type rulingPreview struct {
	Changes []changed
	// Refused says why it can't be ruled so; "" when it can.
	Refused string
	// Do is what the button says.
	Do string
}

// ruleCase shows a case with its choices and what the chosen one changes: GET …/rule/{case}.
func (q *request) ruleCase(v *gameTable) error { return q.showCase(v, http.StatusOK, nil) }

func (q *request) theCase(v *gameTable) (rules.Provision, error) {
	return rules.Case(v.Edition, q.PathValue("case"))
}

func (q *request) showCase(v *gameTable, status int, failure error) error {
	row, err := q.theCase(v)
	if err != nil {
		return err
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	q.presets(v, row)
	against := sideOf(q.FormValue("against"))
	view := rulingViewOf(q.p, v.Game, row, q.actor.Official(), against)
	q.chooseBlock(&view)
	after, err := q.preview(v, row, view)
	if err != nil {
		return err
	}
	if q.wantsFragment() {
		return q.render("rule-after", http.StatusOK, page{Data: map[string]any{"Table": v, "After": after, "Case": view}})
	}
	earlier := 0
	if view.Repeats && against != rules.NoSide {
		if earlier, err = q.s.Office.Offences(q.Context(), v.ID, row.Key, personNo(v.Game, against)); err != nil {
			return err
		}
		if typed := q.FormValue("earlier"); offended(v.Game, row.Key, against) || typed == "" && earlier > 0 || typed != "" && typed != "0" {
			view.again(q.p, q.actor.Official(), against)
		}
	}
	return q.render("rulecase", status, page{
		Title: q.p.T("rule.title"), Place: q.p.T("table.n", fault.Args{"n": v.Table}), Tab: "tables", Back: v.URL + "/rule", Edition: string(v.Edition), Error: q.p.Fault(failure),
		Data: map[string]any{"Table": v, "Case": view, "After": after, "Earlier": earlier, "Scope": q.repeatScope(), "Against": against != rules.NoSide, "Opponent": q.opponentWords(against)},
	})
}

// repeatScope is in what the second offence is the second, by the regulations (options no. 37).
func (q *request) repeatScope() string {
	for _, c := range tournament.GameChoices {
		if c.Key == "repeatScope" {
			return c.Get(&q.division.Reg.Games)
		}
	}
	return ""
}

// opponentWords names the other side, for a claim that is made now.
func (q *request) opponentWords(against rules.Side) string {
	if against == rules.NoSide {
		return q.p.T("rule.claim.opponent")
	}
	return sideName(q.p, against.Other())
}

// presets fills in what the state of the game says about a case that was just opened.
func (q *request) presets(v *gameTable, row rules.Provision) {
	preset := func(name, value string) {
		if _, given := q.Form[name]; !given && value != "" {
			q.Form.Set(name, value)
		}
	}
	g := v.Game
	s := g.Time(v.Moment.Known)
	for _, c := range g.Claims {
		if c.Open && c.Case == row.Key {
			preset("claim", strconv.Itoa(c.ID))
			preset("against", letter(hitBy(row.Key, c.Side)))
		}
	}
	if s.Flag == clock.Black || s.Flag == clock.White {
		preset("against", letter(rules.Side(s.Flag)))
	}
	if row.Key == "leaveInReading" && s.Turn != clock.Nobody {
		preset("against", letter(rules.Side(s.Turn.Other())))
	}
	if row.Deadline == rules.NextMove { // it is the opponent's to claim (2002 art. 17.3)
		preset("claim", "ask")
	}
	switch row.Key {
	case "late":
		preset("late", v.LateBy)
	case "lateBoth":
		preset("lateB", v.LateBy)
		preset("lateW", v.LateBy)
	case "lateAfterPause":
		preset("late", "0")
	case "clockFault", "lostRecord":
		preset("readB", colons(time.Duration(s.Black.Used)))
		preset("readW", colons(time.Duration(s.White.Used)))
	}
}

// colons writes a length of time as the forms take it.
func colons(d time.Duration) string {
	seconds := int(d / time.Second)
	text := twoDigits(seconds/60%60) + ":" + twoDigits(seconds%60)
	if seconds >= 3600 {
		text = strconv.Itoa(seconds/3600) + ":" + text
	}
	return text
}

// chooseBlock marks the choice that the form names, or the only one.
func (q *request) chooseBlock(v *rulingView) {
	choice, given := q.Form["choice"]
	for i := range v.Blocks {
		b := &v.Blocks[i]
		b.Checked = given && b.Value == choice[len(choice)-1] || !given && (len(v.Blocks) == 1 || b.Value == "")
	}
	if !given && len(v.Blocks) > 0 && slices.ContainsFunc(v.Blocks, func(b choiceBlock) bool { return b.Checked }) {
		q.Form.Set("choice", v.Blocks[slices.IndexFunc(v.Blocks, func(b choiceBlock) bool { return b.Checked })].Value)
	}
}

// ruled tells that enough is chosen to look at what a ruling would do.
func (v *rulingView) ruled() bool {
	return slices.ContainsFunc(v.Blocks, func(b choiceBlock) bool { return b.Checked })
}

// preview says what the ruling of the form would change; nil while nothing is chosen.
func (q *request) preview(v *gameTable, row rules.Provision, view rulingView) (*rulingPreview, error) {
	if !view.ruled() || view.Named && view.needsSide(q) && sideOf(q.FormValue("against")) == rules.NoSide {
		return nil, nil
	}
	ruling, err := q.ruleOf(v.Game, row)
	if q.unwritten() {
		return nil, nil
	}
	after := &rulingPreview{Do: q.p.T("rule.do")}
	if err == nil {
		at := v.Moment.Known
		err = q.s.Office.PreviewGame(q.Context(), q.actor, v.ID, q.rulingOrder(v, ruling), func(was, is *game.Game) error {
			after.Changes = changesOf(q.p, was, is, ruling, at, func(g *game.Game, side rules.Side) string { return (&page{q: q}).Name(personNo(g, side)) })
			after.Do = confirmWords(q.p, was, is, at)
			return nil
		})
	}
	switch fault.CodeOf(err) {
	case fault.Invalid, fault.Conflict, fault.Forbidden:
		after.Refused, err = q.p.Fault(err), nil
	}
	return after, err
}

// unwritten takes back the marks of a form in which nothing is wrong but that lengths of time aren't
// written yet, and tells whether it is one: nothing is said of what nobody has typed.
func (q *request) unwritten() bool {
	for _, err := range q.marked {
		if fault.KeyOf(err) != "fault.web.lengthMissing" {
			return false
		}
	}
	if len(q.marked) == 0 || q.Method != http.MethodGet {
		return false
	}
	q.marked, q.markedIn = nil, nil
	return true
}

// needsSide tells that the chosen ruling hits a side.
func (v *rulingView) needsSide(_ *request) bool {
	hit := []rules.Consequence{rules.Warned, rules.RuledLoss, rules.Withdrawn, rules.TimeDeducted, rules.TimeDoubled, rules.TimeSet, rules.LeaveGranted, rules.MoveVoid}
	for _, b := range v.Blocks {
		if b.Checked {
			return slices.ContainsFunc(b.Do, func(c rules.Consequence) bool { return slices.Contains(hit, c) })
		}
	}
	return false
}

func (q *request) rulingOrder(v *gameTable, ruling game.Rule) office.GameOrder {
	return office.GameOrder{ID: q.FormValue("cmd"), Reason: strings.TrimSpace(q.FormValue("reason")), At: v.Moment.Known, Command: ruling}
}

// sureOf answers the question about a ruling's figures: with others it is asked again.
func sureOf(r game.Rule) string {
	return fmt.Sprint(r.Late[0], r.Late[1], r.Black, r.White, r.Elapsed)
}

// rule carries out the ruling of the form: POST …/rule/{case}.
func (q *request) rule(v *gameTable) error {
	row, err := q.theCase(v)
	if err != nil {
		return err
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	ruling, err := q.ruleOf(v.Game, row)
	if err == nil {
		order := q.rulingOrder(v, ruling)
		order.Seen, _ = strconv.ParseInt(q.PostFormValue("seen"), 10, 64) // a form without it rests on nothing that was shown
		order.Sure = q.PostFormValue("sure") == sureOf(ruling)
		err = q.named(q.s.Office.DoGame(q.Context(), q.actor, v.ID, order))
		switch fault.KeyOf(err) {
		case "fault.office.lateBeyond", "fault.office.readingsOdd":
			q.doubt = sureOf(ruling)
		}
	}
	switch code := fault.CodeOf(err); {
	case err == nil:
		return q.to(v.URL)
	case code == fault.Invalid || code == fault.Conflict || code == fault.Forbidden && fault.KeyOf(err) != "fault.forbidden":
		again, failed := q.gameTable()
		if failed != nil {
			return failed
		}
		return q.showCase(again, statuses[code], err)
	}
	return err
}

// Typed is what a field of the ruling's form holds.
func (p *page) Typed(name string) string { return p.q.FormValue(name) }

// SideName is a side in words.
func (p *page) SideName(s rules.Side) string { return sideName(p.q.p, s) }
