package web

import (
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

// gameSide is one side of a table as its page shows it.
type gameSide struct {
	// Dispute is what the button says by which it claims "dead" and play goes on.
	Dispute string
	// Letter is B or W, Side the side in words.
	Letter, Side, Name, Unit string
	No, Warnings             int
	Dial                     dial
	// Readings is what the side confirms of a pause; Confirmed, that it has.
	Readings  string
	Confirmed bool
	// Signed: the side has confirmed the result.
	Signed bool
}

// gameClaim is a claim as the page tells it.
type gameClaim struct {
	ID, Move          int
	Side, Cite, Until string
	// Against is the letter of the side that a ruling on it would hit; "" where that isn't clear.
	Key, Against    string
	Case            rules.Provision
	Open, Elsewhere bool
}

// gameRuling is a ruling that was made, as the page tells it.
type gameRuling struct {
	ID   int
	Case rules.Provision
	// At and Who are when it was ruled and by whom, Note what was said with it.
	Cite, Against, Who, At, Note string
	Do                           []rules.Consequence
	Result                       string
	Revoked, Revocable, Agreed   bool
}

// gameTable is a table of a round with its game, for all pages of the table.
type gameTable struct {
	tableRow
	Edition rules.Edition
	Sides   []gameSide
	// Timed: our clock keeps the game's time, or would. Own: the table has a clock of its own, or none.
	Timed, Own, Anew bool
	// Flagged: somebody's time is out; FlagCase is what is ruled then, against FlagSide.
	Flagged            bool
	FlagCase, FlagSide string
	// Proposed: a proposal to end stands, which Answers is to answer.
	Proposed             bool
	Answers, AnswersName string
	Turn, TurnName       string
	Moves                int
	// Readings are what the two confirmations of a pause say; nil where there is nothing to confirm.
	Readings map[string]string
	Sealed   bool
	// Outcome is what a confirmation of the result says.
	Outcome            map[string]string
	ResultWords, Score string
	RefereeSigned      bool
	// Other says which result stands at the desk where it isn't the game's, as the players sit: the game's
	// can't be signed over it.
	Other              string
	Counted            bool
	MayRule, Claimable bool
	Seatable, Swapped  bool
	// Fixable: colours taken the wrong way round can still be put right (2002 art. 17.1).
	Fixable      bool
	Bare, Reread bool
	// Disputable: the game came to its end by agreement, so that life and death may be in dispute.
	Disputable bool
	Disputed   bool
	// TakeUp is what the button says that lets play go on.
	TakeUp  string
	Absence bool
	LateBy  string
	Silent  bool
	Claims  []gameClaim
	Rulings []gameRuling
	// Likely are the cases that come up in this state, where nothing else is to be ruled first.
	Likely []rules.Provision
}

// onTable wraps a handler of a table's pages.
func (s *Server) onTable(handle func(*request, *gameTable) error) http.HandlerFunc {
	return s.inDivision(func(q *request) error {
		v, err := q.gameTable()
		if err != nil {
			return err
		}
		return handle(q, v)
	})
}

// onRecord wraps a form of a table's pages, for those who keep records. Which of its acts are a
// referee's is the office's to say.
func (s *Server) onRecord(handle func(*request, *gameTable) error) http.HandlerFunc {
	return s.inDivision(func(q *request) error {
		if !q.actor.May(account.RecordGames) {
			return q.refuse(account.RecordGames)
		}
		v, err := q.gameTable()
		if err != nil {
			return err
		}
		return handle(q, v)
	})
}

// gameTable reads the table of the request's path: GET /g/{d}/{n}/{table}.
func (q *request) gameTable() (*gameTable, error) {
	d := q.division
	n, err := strconv.Atoi(q.PathValue("n"))
	none := fault.New(fault.NotFound, "fault.notFound", nil)
	if err != nil {
		return nil, none
	}
	table, err := strconv.Atoi(q.PathValue("table"))
	if err != nil {
		return nil, none
	}
	pair, err := d.PublishedPair(n, table)
	if err != nil {
		return nil, err
	}
	row, err := q.rowOf(d, d.Round(n), pair)
	if err != nil {
		return nil, err
	}
	v := &gameTable{tableRow: row, Edition: d.Reg.Edition, Timed: d.Reg.Time.Kind != clock.None}
	q.sides(v)
	if v.Game != nil {
		q.state(v)
	}
	return v, nil
}

// sides fills in who sits where.
func (q *request) sides(v *gameTable) {
	page := &page{q: q}
	for i, side := range []rules.Side{rules.Black, rules.White} {
		no := []int{v.Pair.Black, v.Pair.White}[i]
		s := gameSide{Letter: letter(side), Side: sideName(q.p, side), Dial: dial{Side: side}}
		if g := v.Game; g != nil {
			no, s.Dial, s.Warnings, s.Signed = personNo(g, side), v.dialAt(i), g.Warnings[g.Holds(side)], g.Result.Players[i]
			if g.Break != nil {
				s.Readings, s.Confirmed = q.readingsText(s.Side, []game.Instant{g.Break.Black, g.Break.White}[i]), g.Break.Confirmed[i]
			}
		}
		s.No, s.Name, s.Unit = no, page.PlainName(no), page.Unit(no)
		v.Sides = append(v.Sides, s)
	}
}

// dialAt is the clock of a side, by its place.
func (r tableRow) dialAt(i int) dial {
	if i < len(r.Dials) {
		return r.Dials[i]
	}
	return dial{}
}

// state fills in what the game's state means for the page.
func (q *request) state(v *gameTable) {
	g := v.Game
	s := g.Time(v.Moment.Known)
	v.Edition, v.Timed, v.Anew = g.Terms.Edition, g.Terms.System.Kind != clock.None, g.Phase == game.Anew
	v.Own = g.Terms.System.Kind == clock.None
	v.Moves = len(g.Turns)
	v.Turn, v.TurnName = letter(g.ToMove()), sideName(q.p, g.ToMove())
	over := g.Phase == game.Settle || g.Phase == game.Result || g.Phase == game.Final || g.Phase == game.Anew
	if v.Flagged = s.Flag != clock.Nobody && !over; v.Flagged {
		v.FlagCase, v.FlagSide = flagCase(g, s)
	}
	if g.Proposal != rules.NoSide && g.Phase == game.Play {
		v.Proposed, v.Answers, v.AnswersName = true, letter(g.Proposal.Other()), sideName(q.p, g.Proposal.Other())
	}
	if b := g.Break; b != nil && g.Phase == game.Rest {
		v.Sealed = b.Sealed != rules.NoSide
		v.Readings = map[string]string{"black": instantText(b.Black), "white": instantText(b.White)}
	}
	if g.Phase == game.Result || g.Phase == game.Final {
		text, lot := g.Result.Outcome.Text()
		v.Outcome, v.ResultWords = map[string]string{"outcome": text, "lot": lot}, q.p.T(g.Result.Outcome.Words())
		v.RefereeSigned = g.Result.Referee
		result, entered := v.Round.Results[v.Table]
		if stands, reached := v.seated(result.Outcome), g.Result.Outcome; entered && differs(g, result.Outcome) {
			v.Other = q.p.T("gt.other", fault.Args{"desk": stands, "game": reached})
			if stands != result.Outcome {
				v.Other += q.p.T("gt.other.seats", fault.Args{"desk": result.Outcome})
			}
		}
	}
	v.Counted = g.Ending != nil && g.Ending.Counted && g.Phase == game.Result
	if v.Counted {
		v.Score = q.scoreWords(g)
	}
	may := q.actor.May(account.KeepGames)
	v.MayRule = may && g.Phase != game.Draw && g.Phase != game.Anew
	v.Claimable = may && g.Phase != game.Draw && g.Phase != game.Anew
	v.Swapped = g.Black != g.Assigned
	playing := g.Phase == game.Ready || g.Phase == game.Play || g.Phase == game.Rest
	v.Fixable = playing && len(g.Turns) <= 10
	v.Seatable = playing || !v.Nigiri() && (g.Phase == game.Settle || g.Phase == game.Result)
	v.Bare = g.Terms.System.Kind == clock.Absolute && g.Terms.Edition.Data().GivesUpAll
	aloud := g.Terms.System.Kind == clock.Reserved || g.Terms.System.Kind == clock.Periods
	v.Reread = aloud && s.Phase == clock.Running && (s.Turn == clock.Black && s.Black.Reading || s.Turn == clock.White && s.White.Reading)
	v.Disputed, v.Disputable = disputed(g), g.Phase == game.Settle || g.Phase == game.Result && g.Ending != nil && g.Ending.Counted
	q.disputeWords(v)
	v.Absence = aloud && g.Phase == game.Ready
	v.LateBy = lateBy(v.Round, q.s.Now())
	v.Silent = v.Contact.Keeps && v.Contact.deaf()
	v.Claims, v.Rulings = q.claimsOf(v), q.rulingsOf(v)
	if cases := likelyCases(v); v.MayRule && !v.Flagged && !v.Disputed && v.Next() == 0 && g.Phase != game.Ready && g.Phase != game.Final {
		const most = 4
		v.Likely = cases[:min(most, len(cases))]
	}
}

// Next is the open claim that waits for its ruling: the next act on the page; 0 for none.
func (v *gameTable) Next() int {
	i := slices.IndexFunc(v.Claims, func(c gameClaim) bool { return c.Open && !c.Elsewhere })
	if v.Flagged || i < 0 {
		return 0
	}
	return v.Claims[i].ID
}

// Matter says what the matter is where the result and its signatures below don't.
func (v *gameTable) Matter() string {
	signing := v.Game != nil && v.Game.Phase == game.Result && !slices.ContainsFunc(v.Claims, func(c gameClaim) bool { return c.Open })
	if signing || v.Say == v.ResultWords {
		return ""
	}
	return v.Say
}

// Act marks the step that the game's state asks for as the next act, unless a claim or a dispute waits.
func (v *gameTable) Act() string { return nextAct(v.Next() == 0 && !v.Disputed) }

// readingsText is what a side confirms of a pause: the time used that was written down, if any was.
func (q *request) readingsText(side string, used game.Instant) string {
	if used == 0 {
		return q.p.T("gt.readings.plain", fault.Args{"side": side})
	}
	return q.p.T("gt.readings.do", fault.Args{"side": side, "time": time.Duration(used).Truncate(time.Second)})
}

// letter is B or W, "" for neither.
func letter(s rules.Side) string {
	switch s {
	case rules.Black:
		return "B"
	case rules.White:
		return "W"
	}
	return ""
}

// Holds tells that a side is to hide the stones of the nigiri.
func (v *gameTable) Holds(s gameSide) bool {
	return v.Game.Players[v.Game.Nigiri.Holder].ID == strconv.Itoa(s.No)
}

// HolderSure tells that rank or year of birth say who hides the stones.
func (v *gameTable) HolderSure() bool {
	_, sure := office.NigiriHolder(v.Division, v.Pair)
	return sure
}

// Nigiri tells that the colours come, or came, by a nigiri.
func (v *gameTable) Nigiri() bool { return v.Pair.Nigiri != tournament.Assigned }

// ResumeClass marks going on as the next act once both sides have confirmed the times.
func (v *gameTable) ResumeClass() string {
	return nextAct(v.Next() == 0 && v.Game.Break != nil && v.Game.Break.Confirmed == [2]bool{true, true})
}

// AgreeClass marks the answer to a proposal as the next act where the referee isn't called.
func (v *gameTable) AgreeClass() string { return nextAct(v.Next() == 0 && v.Game.Call == nil) }

// SignClass marks the referee's signature as the next act once both players have signed.
func (v *gameTable) SignClass() string {
	return nextAct(v.Next() == 0 && v.Game.Result.Players == [2]bool{true, true})
}

func nextAct(next bool) string {
	if next {
		return "act"
	}
	return ""
}

func instantText(i game.Instant) string { return time.Duration(i).String() }

// flagCase is the case under which a flag is ruled, and against whom.
func flagCase(g *game.Game, s clock.State) (name, side string) {
	if s.Flag == clock.Both {
		return "lateBoth", ""
	}
	x := s.Black
	if s.Flag == clock.White {
		x = s.White
	}
	side = letter(rules.Side(s.Flag))
	switch x.Lost {
	case clock.TooLate:
		return "late", side
	case clock.NeverCame:
		return "absenceReading", side
	}
	return "overrunLastMinute", side
}

// lateBy is how long ago the round started, as the form for a lateness takes it; "" before the start.
func lateBy(r *tournament.Round, now time.Time) string {
	if r.StartedAt.IsZero() || now.Before(r.StartedAt) {
		return ""
	}
	minutes := now.Sub(r.StartedAt) / time.Minute
	seconds := now.Sub(r.StartedAt) % time.Minute / time.Second
	return strconv.Itoa(int(minutes)) + ":" + twoDigits(int(seconds))
}

func twoDigits(n int) string {
	text := strconv.Itoa(n)
	if len(text) < 2 {
		text = "0" + text
	}
	return text
}

// hitBy is the side that a ruling on a side's claim is about: its opponent, or itself where it asks for
// something.
func hitBy(name string, claimant rules.Side) rules.Side {
	if name == "overrunLastMinute" || name == "leaveInReading" {
		return claimant
	}
	return claimant.Other()
}

// claimsOf are a game's claims, the open ones first.
func (q *request) claimsOf(v *gameTable) []gameClaim {
	var list []gameClaim
	for _, c := range v.Game.Claims {
		row, err := rules.Case(v.Game.Terms.Edition, c.Case)
		if err != nil {
			continue
		}
		x := gameClaim{ID: c.ID, Move: c.Move, Side: sideName(q.p, c.Side), Key: row.Key, Case: row, Open: c.Open, Elsewhere: slices.Contains(ruledElsewhere, row.Key)}
		if !row.Silent() {
			x.Cite = q.p.T(row.Cite().Words())
		}
		x.Until = q.p.T(row.ClaimUntil(v.Game.Terms.ClaimWindow).Words())
		x.Against = letter(hitBy(row.Key, c.Side))
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b gameClaim) int {
		return map[bool]int{true: 0, false: 1}[a.Open] - map[bool]int{true: 0, false: 1}[b.Open]
	})
	return list
}

// rulingsOf are a game's rulings, the last one first.
func (q *request) rulingsOf(v *gameTable) []gameRuling {
	official := q.actor.Official()
	var list []gameRuling
	for i, r := range v.Game.Rulings {
		row, err := rules.Case(v.Game.Terms.Edition, r.Case)
		if err != nil {
			continue
		}
		x := gameRuling{ID: i + 1, Case: row, Do: r.Do, Revoked: r.Revoked, Agreed: r.Agreed}
		if r.Article != "" {
			x.Cite = q.p.T(rules.Article{Edition: v.Game.Terms.Edition, Number: r.Article}.Words())
		}
		if r.Against != rules.NoSide {
			no, _ := strconv.Atoi(v.Game.Players[r.Hit].ID)
			x.Against = sideName(q.p, r.Against) + " " + (&page{q: q}).PlainName(no)
		}
		if !r.Outcome.IsZero() {
			x.Result = q.p.T(r.Outcome.Words())
		}
		x.Revocable = official.Covers(rules.ChiefReferee) && v.Game.Phase != game.Final
		list = append(list, x)
	}
	slices.Reverse(list)
	return list
}

// gameTablePage is a table's page.
func (q *request) gameTablePage(v *gameTable) error { return q.showTable(v, http.StatusOK, nil) }

func (q *request) showTable(v *gameTable, status int, failure error) error {
	data := map[string]any{"Table": v, "Round": v.Round, "Fixed": "", "Waits": "", "Law": lawGroups(rules.Law(v.Edition))}
	if result, entered := v.Round.Results[v.Table]; entered && (v.Game == nil || !v.Game.Confirmed) {
		data["Fixed"] = q.p.T(v.seated(result.Outcome).Words())
	}
	if v.Game != nil {
		log, err := q.gameLog(v)
		if err != nil {
			return err
		}
		data["Log"] = log
		for _, line := range log {
			for i := range v.Rulings {
				if r := &v.Rulings[i]; r.ID == line.Ruling {
					r.At, r.Who, r.Note = line.At, line.Who, line.Reason
				}
			}
		}
	}
	device, err := q.deviceView(v)
	if err != nil {
		return err
	}
	data["Device"] = device
	return q.render("gtable", status, page{
		Title: q.p.T("table.n", fault.Args{"n": v.Table}), Place: q.p.T("console.place", fault.Args{"division": q.division.Name, "round": v.Round.No}),
		Tab: "tables", Back: "/t/" + q.tournament.ID + "/referee", Edition: string(v.Edition), Error: q.p.Fault(failure), Data: data,
	})
}

// gameActions are the forms of a table's page: POST /g/{d}/{n}/{table}/do/{action}.
var gameActions = map[string]func(*request, *gameTable) (game.Command, error){
	"nigiri": (*request).nigiriOf,
	"colours": func(q *request, v *gameTable) (game.Command, error) {
		black, err := q.playerOf(v, "black")
		if err != nil {
			return nil, err
		}
		if v.Game.Phase == game.Draw || v.Game.Phase == game.Ready && len(v.Game.Rulings)+len(v.Game.Claims) == 0 {
			return game.TellColours{Black: black}, nil
		}
		return game.NoteSeats{Black: black}, nil
	},
	"start":   fixedGame(game.Start{}),
	"came":    fixedGame(game.AnswerCall{}),
	"resume":  fixedGame(game.Resume{}),
	"stop":    fixedGame(game.StopPlay{}),
	"absence": onSide(func(s rules.Side) game.Command { return game.ReadAbsence{Side: s} }),
	"propose": onSide(func(s rules.Side) game.Command { return game.ProposeEnd{Side: s} }),
	"agree":   onSide(func(s rules.Side) game.Command { return game.AgreeEnd{Side: s} }),
	"giveup":  onSide(func(s rules.Side) game.Command { return game.GiveUpContest{Side: s} }),
	"resign":  onSide(func(s rules.Side) game.Command { return game.Resign{Side: s} }),
	"dispute": onSide(func(s rules.Side) game.Command { return game.Dispute{Claimant: s} }),
	"takeup":  onSide(func(s rules.Side) game.Command { return game.TakeUp{Side: s} }),
	"recount": onSide(func(s rules.Side) game.Command { return game.AskRecount{Side: s} }),
	"pause": func(q *request, _ *gameTable) (game.Command, error) {
		var c game.Pause
		for name, to := range map[string]*game.Instant{"black": &c.Black, "white": &c.White} {
			if strings.TrimSpace(q.PostFormValue(name)) == "" {
				continue
			}
			used, err := lengthOf(q.PostFormValue(name))
			if err != nil {
				return nil, err
			}
			*to = game.Instant(used)
		}
		return c, nil
	},
	"seats": func(_ *request, v *gameTable) (game.Command, error) {
		return game.NoteSeats{Black: v.Game.Black.Other()}, nil
	},
	"readings": func(q *request, _ *gameTable) (game.Command, error) {
		c := game.ConfirmReadings{Side: sideOf(q.PostFormValue("side"))}
		if err := c.Black.UnmarshalText([]byte(q.PostFormValue("black"))); err != nil {
			return nil, err
		}
		return c, c.White.UnmarshalText([]byte(q.PostFormValue("white")))
	},
	"reread": func(q *request, _ *gameTable) (game.Command, error) {
		from, err := q.number("second", 0, 59)
		return game.ReadAgain{Side: sideOf(q.PostFormValue("side")), From: game.Instant(time.Duration(from) * time.Second)}, err
	},
	"confirm": func(q *request, _ *gameTable) (game.Command, error) {
		o, err := rules.ParseOutcome(q.PostFormValue("outcome"), q.PostFormValue("lot"))
		return game.Confirm{Side: sideOf(q.PostFormValue("side")), Outcome: o}, err
	},
	"correct": func(q *request, _ *gameTable) (game.Command, error) {
		o, err := q.outcome()
		return game.Correct{Outcome: o}, err
	},
	"claim": func(q *request, v *gameTable) (game.Command, error) {
		move, err := q.optional("move", len(v.Game.Turns))
		return game.MakeClaim{Side: sideOf(q.PostFormValue("side")), Case: q.PostFormValue("case"), Move: move, Urgent: q.PostFormValue("urgent") != ""}, err
	},
	"dismiss": func(q *request, _ *gameTable) (game.Command, error) {
		id, err := q.number("id", 1, 1<<30)
		return game.DismissClaim{ID: id}, err
	},
	"revoke": func(q *request, _ *gameTable) (game.Command, error) {
		id, err := q.number("id", 1, 1<<30)
		return game.Revoke{ID: id}, err
	},
	"count": (*request).countOf,
	"life":  (*request).lifeOf,
}

// nigiriOf reads a nigiri: who held the stones, one or two shown, and how many were hidden, or whether they
// were odd or even.
func (q *request) nigiriOf(v *gameTable) (game.Command, error) {
	holder, err := q.playerOf(v, "holder")
	if err != nil {
		return nil, err
	}
	shown, err := q.number("shown", 0, 10)
	if err != nil {
		return nil, err
	}
	parity := map[string]int{"odd": 1, "even": 2}[q.PostFormValue("parity")]
	if counted := strings.TrimSpace(q.PostFormValue("hidden")) != ""; parity > 0 && !counted {
		return game.TellColours{Black: game.BlackByNigiri(holder, parity, shown), Holder: &holder, Shown: shown, Parity: parity}, nil
	}
	hidden, err := q.number("hidden", 1, game.MaxHand)
	if err == nil && parity > 0 && hidden%2 != parity%2 {
		err = fault.New(fault.Invalid, "fault.web.nigiriParity", fault.Args{"hidden": hidden})
	}
	return game.DrawByHand{Hidden: hidden, Shown: shown, Holder: &holder}, err
}

// playerOf reads which of a game's players a field names by number. Fault: invalid "fault.web.number".
func (q *request) playerOf(v *gameTable, name string) (game.Person, error) {
	no, err := q.number(name, 1, tournament.MaxEntries)
	if err != nil {
		return 0, err
	}
	for _, x := range []game.Person{game.First, game.Second} {
		if v.Game.Players[x].ID == strconv.Itoa(no) {
			return x, nil
		}
	}
	first, second := v.Pair.Listed()
	return 0, fault.New(fault.Invalid, "fault.tournament.coloursWho", fault.Args{"table": v.Table, "no": no, "first": first, "second": second})
}

func fixedGame(c game.Command) func(*request, *gameTable) (game.Command, error) {
	return func(*request, *gameTable) (game.Command, error) { return c, nil }
}

func onSide(make func(rules.Side) game.Command) func(*request, *gameTable) (game.Command, error) {
	return func(q *request, _ *gameTable) (game.Command, error) {
		return make(sideOf(q.PostFormValue("side"))), nil
	}
}

// actOnGame carries out a form of a table's page. A refusal shows the page again with the reason.
func (q *request) actOnGame(v *gameTable) error {
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	err := q.doOnGame(v, q.PathValue("action"))
	switch code := fault.CodeOf(err); {
	case err == nil:
		switch back := q.PostFormValue("back"); back {
		case "count", "life", "record", "seal":
			return q.to(v.URL + "/" + back)
		}
		return q.to(v.URL)
	case code == fault.Invalid || code == fault.Conflict || code == fault.NotFound && fault.KeyOf(err) != "fault.notFound":
		return q.tableAgain(statuses[code], err)
	}
	return err
}

// tableAgain shows the page that a refused form stood on, with the game as it is now.
func (q *request) tableAgain(status int, failure error) error {
	v, err := q.gameTable()
	if err != nil {
		return err
	}
	switch q.PostFormValue("back") {
	case "count":
		return q.showCount(v, status, failure)
	case "life":
		return q.showLife(v, status, failure)
	case "record":
		return q.showRecorder(v, status, failure)
	}
	return q.showTable(v, status, failure)
}

func (q *request) doOnGame(v *gameTable, action string) error {
	ctx, cmd := q.Context(), q.PostFormValue("cmd")
	if action == "open" {
		_, err := q.s.Office.OpenGame(ctx, q.actor, office.Table{Division: q.division.ID, Round: v.Round.No, Table: v.Table},
			office.GameSetup{Moves: q.PostFormValue("moves") != "", Own: q.PostFormValue("own") != ""}, cmd)
		return err
	}
	if act, known := deviceActions[action]; known {
		return act(q, v)
	}
	if action == "colours" && v.Game == nil {
		black, err := q.number("black", 1, tournament.MaxEntries)
		if err != nil {
			return err
		}
		_, err = q.s.Office.Do(ctx, q.actor, q.division.ID, office.Order{ID: cmd, Reason: q.reason(), Command: tournament.EnterColours{Round: v.Round.No, Table: v.Table, Black: black}})
		return err
	}
	make, known := gameActions[action]
	if !known {
		return fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if v.Game == nil {
		return fault.New(fault.Conflict, "fault.web.noRecord", nil)
	}
	command, err := make(q, v)
	if err != nil {
		return err
	}
	order := office.GameOrder{ID: cmd, Reason: q.reason(), At: v.Moment.Known, Command: command, Sure: q.PostFormValue("sure") == sures[action]}
	err = q.s.Office.DoGame(ctx, q.actor, v.ID, order)
	switch fault.KeyOf(err) {
	case "fault.office.noClock", "fault.office.coloursTurn":
		q.doubt = sures[action]
	}
	return err
}

// sures answer what an act is asked about: a start without a clock at the table, and drawn colours that are
// turned in a game that goes on.
var sures = map[string]string{"start": "no clock", "colours": "turn"}

func (q *request) reason() string { return strings.TrimSpace(q.PostFormValue("reason")) }
