package web

import (
	"errors"
	"maps"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/tournament"
)

// action is one form of a division's office: how its fields become a command, which page shows a
// refusal, and where the browser goes on.
type action struct {
	command func(*request) (tournament.Command, error)
	back    func(*request, int, error) error
	next    func(*request, *tournament.Division) string
	// done is what the form keeps beside the record; nil for nothing.
	done func(*request) error
}

func roundOf(q *request) (int, error) { return q.number("round", 1, tournament.MaxRounds) }

// onRound makes an action on a whole round.
func onRound(make func(round int) tournament.Command) action {
	return action{
		command: func(q *request) (tournament.Command, error) {
			n, err := roundOf(q)
			return make(n), err
		},
		back: (*request).roundAgain, next: toRound,
	}
}

// onPlayer makes an action on a player by number.
func onPlayer(make func(q *request, no int) (tournament.Command, error)) action {
	return action{
		command: func(q *request) (tournament.Command, error) {
			no, err := q.number("no", 1, tournament.MaxEntries)
			if err != nil {
				return nil, err
			}
			return make(q, no)
		},
		back: (*request).entryAgain, next: toEntry,
	}
}

func toTab(tab string) func(*request, *tournament.Division) string {
	return func(_ *request, d *tournament.Division) string { return "/d/" + d.ID + "/" + tab }
}

func toRound(q *request, d *tournament.Division) string {
	return "/d/" + d.ID + "/round/" + strconv.Itoa(max(1, len(d.Rounds)))
}

// roundAgain shows the round's page with a refusal.
func (q *request) roundAgain(status int, failure error) error {
	q.SetPathValue("n", q.PostFormValue("round"))
	return q.showRound(status, failure)
}

// actions is the one table of forms: POST /d/{d}/do/{action}.
var actions = map[string]action{
	"checkin":     {command: (*request).checkIn, back: (*request).showEntries, next: toTab("entries")},
	"seating":     {command: (*request).seating, back: (*request).seatingAgain, next: toFloor},
	"seats":       {command: (*request).seats, back: (*request).floorAgain, next: toFloor},
	"substitute":  onFloor("out", "in", func(n, a, b int) tournament.Command { return tournament.Substitute{Round: n, Out: a, In: b} }),
	"pairwaiting": onFloor("black", "white", func(n, a, b int) tournament.Command { return tournament.PairWaiting{Round: n, Black: a, White: b} }),
	"swapplayers": onFloor("a", "b", func(n, a, b int) tournament.Command { return tournament.SwapPlayers{Round: n, A: a, B: b} }),
	"movetable":   {command: (*request).moveTable, back: (*request).floorAgain, next: toFloor},
	"draft":       {command: (*request).draft, back: (*request).regulationsAgain, next: toTab("regulations")},
	"approve":     {command: (*request).approve, back: (*request).showRegulations, next: toTab("regulations")},
	"reject":      {command: fixed(tournament.RejectRegulations{}), back: (*request).showRegulations, next: toTab("regulations")},
	"add": {
		command: (*request).addEntry, done: (*request).keepAdded,
		back: (*request).showEntries, next: toTab("entries"),
	},
	"change": {
		command: (*request).changeEntry, done: (*request).keepChanged,
		back: (*request).entryAgain, next: toTab("entries"),
	},
	"remove": {
		command: func(q *request) (tournament.Command, error) {
			e, err := q.theEntry()
			if err != nil {
				return nil, err
			}
			return tournament.RemoveEntry{ID: e.ID}, nil
		},
		back: (*request).entryAgain, next: toTab("entries"),
	},
	"draw": {
		command: func(q *request) (tournament.Command, error) {
			return tournament.Draw{How: q.PostFormValue("how"), Seed: strings.TrimSpace(q.PostFormValue("seed")), Shown: q.shownLots()}, nil
		},
		back: func(q *request, status int, failure error) error {
			if q.PostFormValue("shown") != "" {
				return q.showCeremony(status, failure)
			}
			return q.showEntries(status, failure)
		},
		next: func(q *request, d *tournament.Division) string {
			if q.PostFormValue("shown") != "" {
				return "/d/" + d.ID + "/draw"
			}
			return "/d/" + d.ID + "/entries"
		},
	},
	"withdraw": onPlayer(func(_ *request, no int) (tournament.Command, error) { return tournament.Withdraw{No: no}, nil }),
	"readmit":  onPlayer(func(_ *request, no int) (tournament.Command, error) { return tournament.Readmit{No: no}, nil }),
	"absent": onPlayer(func(q *request, no int) (tournament.Command, error) {
		n, err := roundOf(q)
		return tournament.NoteAbsence{No: no, Round: n}, err
	}),
	"present": onPlayer(func(q *request, no int) (tournament.Command, error) {
		n, err := roundOf(q)
		return tournament.CancelAbsence{No: no, Round: n}, err
	}),
	"leaveout": {
		command: func(q *request) (tournament.Command, error) {
			n, err := roundOf(q)
			if err != nil {
				return nil, err
			}
			no, err := q.number("no", 1, tournament.MaxEntries)
			return tournament.LeaveOut{No: no, Round: n}, err
		},
		back: (*request).roundAgain, next: toRound,
	},
	"prepare": {
		command: func(q *request) (tournament.Command, error) {
			return tournament.PrepareRound{Seed: strings.TrimSpace(q.PostFormValue("seed"))}, nil
		},
		back: (*request).roundAgain, next: toRound,
	},
	"swap":    {command: (*request).swap, back: (*request).roundAgain, next: toRound},
	"check":   onRound(func(n int) tournament.Command { return tournament.CheckRound{Round: n} }),
	"discard": onRound(func(n int) tournament.Command { return tournament.DiscardRound{Round: n} }),
	"publish": {command: (*request).publishRound, back: (*request).roundAgain, next: toRound},
	"plan": {
		command: func(q *request) (tournament.Command, error) {
			n, at, err := q.plannedStart()
			return tournament.PlanStart{Round: n, StartsAt: at}, err
		},
		back: (*request).roundAgain, next: toRound,
	},
	"unpublish": {command: (*request).unpublishRound, back: (*request).roundAgain, next: toRound},
	"start":     {command: (*request).startRound, back: (*request).roundAgain, next: toRound},
	"close":     {command: (*request).closeRound, back: (*request).roundAgain, next: toRound},
	"reopen":    onRound(func(n int) tournament.Command { return tournament.ReopenRound{Round: n} }),
	"take": {
		command: (*request).takeClaims, back: (*request).roundAgain,
		next: func(q *request, d *tournament.Division) string {
			to := toNamed(q, d)
			if r, err := roundOf(q); err == nil && d.Round(r) != nil {
				to += "?taken=" + strconv.Itoa(len(d.Round(r).Results)-q.before)
			}
			return to
		},
	},
	"result": {command: (*request).result, back: (*request).roundAgain, next: toNamed},
	"warn": {
		command: func(q *request) (tournament.Command, error) {
			round, table, err := q.tableOf()
			if err != nil {
				return nil, err
			}
			warned, err := q.warnings(round, table)
			return tournament.NoteWarnings{Round: round, Table: table, WarnB: warned.B, WarnW: warned.W}, err
		},
		back: (*request).roundAgain, next: toNamed,
	},
	"takeback": {
		command: func(q *request) (tournament.Command, error) {
			round, table, err := q.tableOf()
			return tournament.TakeBackResult{Round: round, Table: table}, err
		},
		back: (*request).roundAgain, next: toNamed,
	},
	"tie": {
		command: func(q *request) (tournament.Command, error) {
			c := tournament.DecideTie{How: q.PostFormValue("how"), Seed: strings.TrimSpace(q.PostFormValue("seed"))}
			for _, word := range fields(plainDigits(q.PostFormValue("numbers"))) {
				no, err := strconv.Atoi(word)
				if err != nil {
					return nil, fault.New(fault.Invalid, "fault.tournament.tieWord", fault.Args{"value": word})
				}
				c.Numbers = append(c.Numbers, no)
			}
			return c, nil
		},
		back: (*request).showRanking, next: toTab("ranking"),
	},
	"final":           {command: fixed(tournament.PublishRanking{}), back: (*request).showRanking, next: toTab("ranking")},
	"unpublish-final": {command: fixed(tournament.WithdrawRanking{}), back: (*request).showRanking, next: toTab("ranking")},
}

func fixed(c tournament.Command) func(*request) (tournament.Command, error) {
	return func(*request) (tournament.Command, error) { return c, nil }
}

// toNamed goes on at the round that the form names.
func toNamed(q *request, d *tournament.Division) string {
	return "/d/" + d.ID + "/round/" + q.PostFormValue("round")
}

// act carries out a form. A refusal shows its page again with the reason and what was typed.
func (q *request) act() error {
	a, ok := actions[q.PathValue("action")]
	if !ok {
		return fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	command, err := a.command(q)
	if err != nil && command != nil && (q.doubt != "" || q.closing != "") {
		// A question whose answer would only be refused isn't asked.
		if refusal := q.s.Office.Foresee(q.Context(), q.actor, q.division.ID, q.order(command)); refusal != nil {
			q.doubt, q.closing, err = "", "", refusal
		}
	}
	if takes, ok := command.(tournament.TakeClaims); ok {
		if r := q.division.Round(takes.Round); r != nil {
			q.before = len(r.Results)
		}
	}
	var d *tournament.Division
	if err == nil {
		d, err = q.s.Office.Do(q.Context(), q.actor, q.division.ID, q.order(command))
		err = q.noRoom(command, q.named(err))
	}
	if err != nil {
		return q.refused(a, err)
	}
	q.division = d
	if a.done != nil {
		if err := a.done(q); err != nil {
			return err
		}
	}
	if q.wantsFragment() {
		return q.answer()
	}
	return q.goOn(a.next(q, d))
}

// named puts the name of a person into a refusal that says who did something.
func (q *request) named(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	id, ok := f.Args["by"].(string)
	if !ok {
		return err
	}
	said := *f
	said.Args = maps.Clone(f.Args)
	said.Args["by"] = (&page{q: q}).UserName(id)
	if f.Key == "fault.tournament.resultDiffers" {
		q.stood = q.actor.May(account.CorrectResult)
		if !q.stood {
			said.Key = "fault.web.resultStands"
		}
	}
	return &said
}

// noRoom names the result that a full disk didn't take.
func (q *request) noRoom(command tournament.Command, err error) error {
	enter, ok := command.(tournament.EnterResult)
	if !ok || fault.KeyOf(err) != "fault.store.full" {
		return err
	}
	return fault.Wrap(err, fault.Full, "fault.web.fullResult", fault.Args{"mb": fault.ArgOf(err, "mb"), "result": (&page{q: q}).Outcome(enter.Outcome)})
}

func (q *request) refused(a action, err error) error {
	code := fault.CodeOf(err)
	if q.wantsFragment() || code != fault.Invalid && code != fault.Conflict && code != fault.NotFound && code != fault.TooLarge {
		return err
	}
	return a.back(q, statuses[code], err)
}
