package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/journal"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// logLine is one line of a game's log: what happened, when and by whom.
type logLine struct {
	// Begun is when the game began, on the line that says so.
	Begun                time.Time
	At, Who, Say, Reason string
	// Ruling is the number of the ruling that the line tells of; 0 for none.
	Ruling int
	// Moves are the turns that the line stands for, by number; nil for other lines.
	Moves []playedMove
}

// playedMove is a turn as the protocol lists it.
type playedMove struct {
	No    int
	Black bool
	Text  string
}

// seatLine is a change of the device that keeps a table's clock.
type seatLine struct {
	at   time.Time
	line logLine
}

// seatLines tells from the tournament's record which device kept a table's clock when (2002 art. 22.8).
func (q *request) seatLines(table int, who func(string) string) ([]seatLine, error) {
	events, err := q.s.Office.Since(q.Context(), q.tournament.ID, 0)
	if err != nil {
		return nil, err
	}
	var lines []seatLine
	for _, e := range events {
		if e.Type != (tournament.ClockSeated{}).EventType() && e.Type != (tournament.ClockReleased{}).EventType() {
			continue
		}
		event, err := tournament.Decode(e.Type, e.Body)
		if err != nil {
			return nil, err
		}
		say := ""
		switch event := event.(type) {
		case tournament.ClockSeated:
			if event.Table == table {
				say = q.p.T("gamelog.seat.taken", fault.Args{"mark": shortMark(event.Device)})
			}
		case tournament.ClockReleased:
			if event.Table == table {
				say = q.p.T("gamelog.seat.freed")
			}
		}
		if say != "" {
			lines = append(lines, seatLine{e.At, logLine{At: e.At.Local().Format(time.TimeOnly), Who: who(e.Actor), Reason: e.Reason, Say: say}})
		}
	}
	return lines, nil
}

// gameLog tells the whole course of a table's game, oldest first.
func (q *request) gameLog(v *gameTable) ([]logLine, error) {
	events, err := q.s.Office.Log(q.Context(), v.ID)
	if err != nil {
		return nil, err
	}
	who := func(id string) string {
		if id == "" {
			return q.p.T("gamelog.table")
		}
		return (&page{q: q}).UserName(id)
	}
	seats, err := q.seatLines(v.Table, who)
	if err != nil {
		return nil, err
	}
	if len(events) > 0 { // those before belong to earlier games, those after the end to later ones
		first, last := events[0].At, events[len(events)-1].At
		seats = slices.DeleteFunc(seats, func(s seatLine) bool {
			return s.at.Before(first) || v.Game.Phase == game.Final && s.at.After(last)
		})
	}
	return courseOf(q.p, events, seats, who, func(id string) string {
		no, err := strconv.Atoi(id)
		if err != nil {
			return id
		}
		return (&page{q: q}).Name(no)
	})
}

// courseOf folds the events of a game into lines, those on its device among them by their time; turns
// that follow each other share one.
func courseOf(p *i18n.Printer, events []journal.Event, seats []seatLine, who, player func(id string) string) ([]logLine, error) {
	g := &game.Game{}
	var lines []logLine
	for _, e := range events {
		for len(seats) > 0 && seats[0].at.Before(e.At) {
			lines, seats = append(lines, seats[0].line), seats[1:]
		}
		event, err := game.Decode(e.Type, e.Body)
		if fault.CodeOf(err) == fault.Newer {
			return append(lines, logLine{At: e.At.Local().Format(time.TimeOnly), Say: p.Fault(err)}), nil
		}
		if err != nil {
			return nil, err
		}
		before := len(g.Turns)
		if err := g.Apply(game.Recorded{Event: event, Seq: e.Seq, At: e.At, Actor: e.Actor, Reason: e.Reason}); err != nil {
			return nil, err
		}
		line := logLine{At: e.At.Local().Format(time.TimeOnly), Who: who(e.Actor), Reason: e.Reason}
		if isTurn(event) {
			lines = addTurn(p, lines, line, g, before, event)
			continue
		}
		if _, ruled := event.(game.Ruled); ruled {
			line.Ruling = len(g.Rulings)
		}
		if _, begun := event.(game.Started); begun {
			line.Begun = e.At
		}
		line.Say = gistOf(p, g, event, player)
		if line.Say != "" {
			lines = append(lines, line)
		}
	}
	for _, s := range seats {
		lines = append(lines, s.line)
	}
	return lines, nil
}

// isTurn tells that a fact is of the course of play, of which there are hundreds.
func isTurn(e game.Event) bool {
	switch e.(type) {
	case game.MovePlayed, game.Passed, game.Pressed, game.StonePut:
		return true
	}
	return false
}

// movesWords names a stretch of moves, or the one move that it is.
func movesWords(p *i18n.Printer, from, to int) string {
	if from == to {
		return p.T("gamelog.move", fault.Args{"n": from})
	}
	return p.T("gamelog.moves", fault.Args{"from": from, "to": to})
}

// addTurn puts a turn into the line of those before it.
func addTurn(p *i18n.Printer, lines []logLine, line logLine, g *game.Game, before int, event game.Event) []logLine {
	if len(lines) == 0 || lines[len(lines)-1].Moves == nil {
		lines = append(lines, line)
		lines[len(lines)-1].Moves = []playedMove{}
	}
	last := &lines[len(lines)-1]
	for i := before; i < len(g.Turns); i++ {
		last.Moves = append(last.Moves, playedMove{No: i + 1, Black: g.Turns[i].Side == rules.Black, Text: turnWords(p, g, i)})
	}
	if press, ok := event.(game.Pressed); ok && press.Early {
		last.Reason = p.T("gamelog.early", fault.Args{"side": sideName(p, press.Side)})
	}
	if n := len(last.Moves); n > 0 {
		last.Say = movesWords(p, last.Moves[0].No, last.Moves[n-1].No)
		if g.Terms.Moves {
			var words []string
			for _, m := range last.Moves {
				words = append(words, m.Text)
			}
			const most = 12
			if n > most {
				words = append([]string{"…"}, words[n-most:]...)
			}
			last.Say += "　" + strings.Join(words, " ")
		}
	}
	return lines
}

// gistOf says what a fact is, in a sentence; "" for what the others tell.
func gistOf(p *i18n.Printer, g *game.Game, event game.Event, player func(id string) string) string {
	side := func(s rules.Side) fault.Args { return fault.Args{"side": sideName(p, s)} }
	person := func(x game.Person) string { return player(g.Players[x].ID) }
	key := "gamelog." + event.EventType()
	switch e := event.(type) {
	case game.Created:
		how := "gamelog.keeper.device"
		if e.Terms.System.Kind == "none" {
			how = "gamelog.keeper.own"
		}
		said := []string{p.T(key, fault.Args{"edition": string(e.Terms.Edition)}), p.T(how)}
		if e.Terms.Moves {
			said = append(said, p.T("gamelog.recorded"))
		}
		return strings.Join(said, "　")
	case game.ColoursDrawn:
		if e.Shown > 0 {
			return drawnText(p, g, e, person)
		}
		if e.Hidden == 0 {
			return p.T("gamelog.nigiri.told", fault.Args{"name": person(e.Black)})
		}
		return p.T(key, fault.Args{"hidden": e.Hidden, "name": person(e.Black)})
	case game.SeatsNoted:
		return seatsText(p, g, e, person)
	case game.AbsenceRead:
		return p.T(key, side(e.Side))
	case game.Reread:
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "n": int(time.Duration(e.From) / time.Second)})
	case game.Paused:
		return p.T(key, usedArgs(e.Black, e.White))
	case game.ReadingsConfirmed:
		return p.T(key, side(e.Side))
	case game.MoveVoided:
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "at": e.Point.GTP(g.Terms.Size)})
	case game.MoveSealed:
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "fingerprint": e.Secret.Commitment[:min(8, len(e.Secret.Commitment))]})
	case game.SealOpened:
		if e.Reason != "" {
			return p.T("gamelog.seal.pass")
		}
		return p.T(key, fault.Args{"at": pointText(e.Point, g.Terms.Size)})
	case game.RecordMended:
		return mendedText(p, g, e)
	case game.RefereeCalled:
		return p.T(key)
	case game.Claimed:
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "case": caseName(e.Case), "n": e.ID})
	case game.ClaimDismissed:
		return p.T(key, fault.Args{"n": e.ID})
	case game.Ruled:
		return ruledText(p, g, e, person)
	case game.RulingRevoked:
		return p.T(key, fault.Args{"n": e.ID})
	case game.EndProposed:
		return p.T(key, side(e.Side))
	case game.PlayEnded:
		return p.T("gamelog.ended." + e.How)
	case game.ContestGivenUp:
		return p.T(key, side(e.Side))
	case game.PlayTakenUp:
		return p.T(key, fault.Args{"side": sideName(p, e.First), "article": rules.Article{Edition: g.Terms.Edition, Number: e.Article}})
	case game.LifeProposed:
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "dead": pointsText(e.Life.Dead, g.Terms.Size)})
	case game.LifeAgreed:
		return p.T(key, side(e.Side))
	case game.Counted:
		return p.T("gamelog.counted."+e.By, fault.Args{"black": rules.Quarters(e.Black), "white": rules.Quarters(e.White)})
	case game.RecountAsked:
		if e.Side == rules.NoSide {
			return p.T(key, fault.Args{"side": p.T("role.referee")})
		}
		return p.T(key, side(e.Side))
	case game.Resigned:
		return p.T(key, side(e.Side))
	case game.ResultReached:
		return p.T(key, fault.Args{"result": e.Outcome})
	case game.ResultConfirmed:
		if e.Side == rules.NoSide {
			return p.T(key, fault.Args{"side": p.T("role.referee"), "result": e.Outcome})
		}
		return p.T(key, fault.Args{"side": sideName(p, e.Side), "result": e.Outcome})
	case game.ResultChanged:
		return p.T(key, fault.Args{"before": e.Before, "result": e.Outcome})
	}
	if p.Has(key) {
		return p.T(key)
	}
	return ""
}

func usedArgs(black, white game.Instant) fault.Args {
	return fault.Args{"black": time.Duration(black).Truncate(time.Second), "white": time.Duration(white).Truncate(time.Second)}
}

// caseName is a case that a message names.
type caseName string

// Words names the message.
func (c caseName) Words() (key string, args fault.Args) { return "law.case." + string(c), nil }

func pointText(at weiqi.Point, size int) string {
	if at == weiqi.Pass {
		return "–"
	}
	return at.GTP(size)
}

func pointsText(points []weiqi.Point, size int) string {
	if len(points) == 0 {
		return "–"
	}
	words := make([]string, len(points))
	for i, at := range points {
		words[i] = at.GTP(size)
	}
	return strings.Join(words, " ")
}

// drawnText says how colours were drawn: who held how many stones, and how many the other showed.
func drawnText(p *i18n.Printer, g *game.Game, e game.ColoursDrawn, person func(game.Person) string) string {
	hand := p.T("gamelog.nigiri.hand", fault.Args{"n": e.Hidden})
	if e.Hidden == 0 {
		hand = p.T(map[int]string{1: "gamelog.nigiri.odd", 2: "gamelog.nigiri.even"}[e.Parity])
	}
	holder := g.Nigiri.Holder
	return p.T("gamelog.nigiri.drawn", fault.Args{"holder": person(holder), "hand": hand, "other": person(holder.Other()), "shown": e.Shown, "name": person(e.Black)})
}

// seatsText says who is noted at Black, and whose the warnings stay.
func seatsText(p *i18n.Printer, g *game.Game, e game.SeatsNoted, person func(game.Person) string) string {
	said := []string{p.T("gamelog.seats.noted", fault.Args{"name": person(e.Black)})}
	for _, x := range []game.Person{game.First, game.Second} {
		if n := g.Warnings[x]; n > 0 && e.Stay {
			said = append(said, p.T("gamelog.seats.warned", fault.Args{"name": person(x), "n": n}))
		}
	}
	return strings.Join(said, "　")
}

// ruledText says a ruling: the case and its article, whom it hits, and what it does.
func ruledText(p *i18n.Printer, g *game.Game, e game.Ruled, person func(game.Person) string) string {
	said := []string{p.T("gamelog.ruling", fault.Args{"n": len(g.Rulings), "case": caseName(e.Case)})}
	if e.Article != "" {
		said[0] = p.T("gamelog.ruling.cited", fault.Args{"n": len(g.Rulings), "case": caseName(e.Case), "article": rules.Article{Edition: g.Terms.Edition, Number: e.Article}})
	}
	if e.Against != rules.NoSide {
		said = append(said, sideName(p, e.Against)+" "+person(g.Rulings[len(g.Rulings)-1].Hit))
	}
	var do []string
	for _, c := range e.Do {
		do = append(do, p.T(c.Words()))
	}
	if e.Agreed {
		do = append(do, p.T("law.when.bothAgree"))
	}
	said = append(said, strings.Join(do, p.T("rule.and")))
	if changed := ruledChanges(p, g.Terms.Size, e); len(changed) > 0 {
		said = append(said, strings.Join(changed, p.T("rule.and")))
	}
	if !e.Outcome.IsZero() {
		said = append(said, p.T(e.Outcome.Words()))
	}
	return strings.Join(said, "　")
}

// ruledChanges says what a ruling did to board and clocks, with its figures.
func ruledChanges(p *i18n.Printer, size int, e game.Ruled) []string {
	var said []string
	if b := e.Board; b != nil {
		if b.Back > 0 {
			said = append(said, p.T("gamelog.ruled.back", fault.Args{"n": b.Back}))
		}
		if b.Play != nil {
			said = append(said, p.T("gamelog.ruled.at", fault.Args{"at": b.Play.GTP(size)}))
		}
		for _, s := range b.Stones {
			said = append(said, s.Point.GTP(size)+" "+stoneWords(p, s.Colour))
		}
	}
	long := func(d game.Instant) string { return p.Duration(time.Duration(d)) }
	for _, c := range e.Clock {
		side := sideName(p, c.Side)
		switch c.Do {
		case clock.DoLate:
			said = append(said, p.T("gamelog.ruled.late", fault.Args{"side": side, "time": long(c.By)}))
		case clock.DoCorrect:
			said = append(said, p.T("gamelog.ruled.readings", fault.Args{"black": long(c.Black), "white": long(c.White), "elapsed": long(c.Elapsed)}))
		case clock.DoShare:
			said = append(said, p.T("gamelog.ruled.shared", fault.Args{"elapsed": long(c.Elapsed)}))
		case clock.DoSet:
			if c.Main != nil {
				said = append(said, p.T("gamelog.ruled.set", fault.Args{"side": side, "time": long(*c.Main)}))
			}
			if c.Left != nil && *c.Left > 0 {
				said = append(said, p.T("gamelog.ruled.left", fault.Args{"side": side, "n": *c.Left}))
			}
		}
	}
	return said
}

// mendedText says what a correction of the record made of it: the moves from one on as they stand now,
// or that they are off.
func mendedText(p *i18n.Printer, g *game.Game, e game.RecordMended) string {
	if len(e.Turns) == 0 {
		return p.T("gamelog.record.mended.back", fault.Args{"n": e.From})
	}
	const most = 12
	var words []string
	for i := e.From - 1; i < len(g.Turns) && len(words) < most; i++ {
		words = append(words, turnWords(p, g, i))
	}
	if len(e.Turns) > most {
		words = append(words, "…")
	}
	return p.T("gamelog.record.mended", fault.Args{"n": e.From, "moves": strings.Join(words, " ")})
}
