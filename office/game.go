package office

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/facts"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// KindGame is the kind of a game's stream; its parent is the division.
const KindGame = "game"

// Table is a place in a round. Table is its number now; tables may have been moved since the
// publication.
type Table struct {
	Division     string
	Round, Table int
}

// pairing names a game by who plays it: no list of games is kept. An amended pair is another game.
// Black and White are in the order of the published list, so that a nigiri doesn't change the name.
type pairing struct {
	Division            string
	Round, Black, White int
	// Anew counts the games of the pair in the round, from 1.
	Anew int
}

// id is "g-<division>-<round>-<black>.<white>", and ".2" and so on for a game played anew.
func (p pairing) id() string {
	id := fmt.Sprintf("g-%s-%d-%d.%d", p.Division, p.Round, p.Black, p.White)
	if p.Anew > 1 {
		id += "." + strconv.Itoa(p.Anew)
	}
	return id
}

// ServerKept tells from a game's row in the lists that its time keeper is the server.
func ServerKept(row journal.Stream) bool {
	var sum GameSummary
	return row.Kind == KindGame && json.Unmarshal(row.Summary, &sum) == nil && sum.Server
}

// KeepTime does what the program itself does to a game whose time keeper is the server: it pauses it,
// or rules that a flag has fallen. Faults: those of DoGame; conflict "fault.office.notKept" for a game
// with another time keeper.
func (o *Office) KeepTime(ctx context.Context, id string, at game.Instant, command game.Command) error {
	return o.play(ctx, id, "", "", Actor{}, func(ctx context.Context, h *held) (*draft[held], error) {
		_, pauses := command.(game.Pause)
		_, flags := command.(game.RuleFlag)
		if h.game.Terms.Mode != game.Online || !pauses && !flags {
			return nil, fault.New(fault.Conflict, "fault.office.notKept", nil)
		}
		return o.step(ctx, h, Actor{}, "", game.Context{At: max(at, h.game.Last())}, command)
	})
}

// parsePairing reads a game's id. Fault: notFound "fault.office.noGame".
func parsePairing(id string) (pairing, error) {
	p, ok := splitPairing(id)
	if !ok {
		return pairing{}, fault.New(fault.NotFound, "fault.office.noGame", nil)
	}
	return p, nil
}

// pairingOf reads a game's id, and returns its division with it. Faults: notFound "fault.office.noGame";
// those of Division.
func (o *Office) pairingOf(ctx context.Context, id string) (pairing, *tournament.Division, error) {
	p, err := parsePairing(id)
	if err != nil {
		return pairing{}, nil, err
	}
	d, err := o.Division(ctx, p.Division)
	return p, d, err
}

// splitPairing reads a game's id as id writes it and in no other form. Whoever follows a hall asks it of
// every stream that changes.
func splitPairing(id string) (p pairing, ok bool) {
	rest, game := strings.CutPrefix(id, "g-")
	players := strings.LastIndexByte(rest, '-')
	round := strings.LastIndexByte(rest[:max(players, 0)], '-')
	if !game || round < 0 {
		return pairing{}, false
	}
	black, others, _ := strings.Cut(rest[players+1:], ".")
	white, anew, again := strings.Cut(others, ".")
	p = pairing{Division: rest[:round], Anew: 1}
	ok = readNumber(rest[round+1:players], &p.Round) && readNumber(black, &p.Black) && readNumber(white, &p.White)
	if again {
		ok = ok && readNumber(anew, &p.Anew) && p.Anew > 1
	}
	return p, ok
}

// readNumber reads a number as strconv.Itoa writes it.
func readNumber(text string, into *int) bool {
	n, err := strconv.Atoi(text)
	*into = n
	return err == nil && strconv.Itoa(n) == text
}

// DivisionOf returns the division that a game belongs to, "" for what is no game's id.
func DivisionOf(game string) string {
	p, ok := splitPairing(game)
	if !ok {
		return ""
	}
	return p.Division
}

// GamePlace says where a game stands in its division.
type GamePlace struct {
	Division string
	Round    int
	// First and Second are the pairing numbers of the game's two players: Black and White by pairing, or
	// as they were listed where the colours are drawn.
	First, Second int
	// Table is the number now; 0 when the pair plays no longer in the round.
	Table int
	// Version of the publication.
	Version int
}

// place finds a game's table in the division as it is now.
func (p pairing) place(d *tournament.Division) GamePlace {
	at := GamePlace{Division: p.Division, Round: p.Round, First: p.Black, Second: p.White}
	r := d.Round(p.Round)
	if r == nil || r.Phase == tournament.Prepared || r.Phase == tournament.Checked {
		return at
	}
	at.Version = r.Version
	i := slices.IndexFunc(r.Pairs, func(pair tournament.Pair) bool {
		first, second := pair.Listed()
		return first == p.Black && second == p.White
	})
	if i >= 0 {
		at.Table = r.Pairs[i].Table
	}
	return at
}

// TableOf returns the table at which a game is played now; 0 when its pair plays no longer in the round.
// Faults: notFound "fault.office.noGame"; those of Division.
func (o *Office) TableOf(ctx context.Context, id string) (int, error) {
	p, d, err := o.pairingOf(ctx, id)
	if err != nil {
		return 0, err
	}
	return p.place(d).Table, nil
}

// GameSetup is what is chosen for one game; the rest follows from the regulations.
type GameSetup struct {
	// Moves are recorded, not presses alone.
	Moves bool `json:"moves,omitempty"`
	// Own: the table has a clock of its own, or none. What it shows is then the referee's word.
	Own bool `json:"own,omitempty"`
}

// GameSummary is what a game's row in the lists says beside its state, which is the game's phase.
type GameSummary struct {
	GameSetup
	// Server: the game is played at a distance, and its time keeper is the server.
	Server bool `json:"server,omitempty"`
	// Terms is a digest of what the regulations gave for the game.
	Terms string `json:"terms"`
	// Nigiri: the record began with the colours to be drawn.
	Nigiri  bool   `json:"nigiri,omitempty"`
	Version string `json:"version,omitempty"`
}

// gameTerms are the terms of a pair's game by the division's regulations, with moves recorded by
// choice. A move may be sealed: 2002 art. 14 leaves that to the event, and an official enters it.
func gameTerms(d *tournament.Division, pair tournament.Pair, setup GameSetup) (game.Terms, error) {
	reg := &d.Reg
	system := reg.System()
	if setup.Own {
		system = clock.System{Kind: clock.None}
	}
	t, err := game.TermsOf(reg.Edition, clock.SeparateVenue, system)
	if err != nil {
		return t, err
	}
	law := reg.Law()
	t.LateLimit, t.LateFactor, t.OverrunPasses = game.Instant(law.LateLimit), law.LateFactor, law.OverrunPasses
	t.LateExclusive, t.LateLoses, t.AbsenceReading = law.LateExclusive, law.LateLoses, law.AbsenceReading
	t.Superko, t.Rare, t.Replay = reg.Cycles()
	t.ClaimWindow, t.VoidPassEnds, t.LeaveWaits = rules.Deadline(reg.Games.ClaimWindow), reg.Games.VoidPassEnds == "yes", reg.Games.GrantedLeave == "waits"
	if reg.Games.ColourFix != "" {
		t.ColourFix = game.ColourFix(reg.Games.ColourFix)
	}
	t.NoBothLose = reg.Options.BothLose == "forbid"
	t.Komi, t.Compensation, t.Handicap = pair.Komi, rules.Compensation(pair.Handicap), handicapPoints(t.Size, pair.Handicap)
	t.Moves, t.Sealing = setup.Moves, true
	if setup.Own && setup.Moves { // nobody presses here: a recorded move ends its turn
		t.Press = false
	}
	return t, nil
}

// handicapPoints are where the stones of a handicap stand: the stars, and beyond nine of them the
// free points of the third line from the upper left on, which the players may choose otherwise.
func handicapPoints(size, stones int) []weiqi.Point {
	if stones < 2 {
		return nil
	}
	most := min(stones, weiqi.MaxFixedHandicap(size, size))
	points, err := weiqi.FixedHandicap(size, size, most)
	if err != nil {
		return nil
	}
	for i := 0; len(points) < stones && i < size*size; i++ {
		p := weiqi.At(i%size, i/size)
		if third := min(p.X(), p.Y(), size-1-p.X(), size-1-p.Y()) == 2; third && p.X()%2 == 0 && p.Y()%2 == 0 {
			points = append(points, p)
		}
	}
	return points
}

func digest(t game.Terms) string {
	text, err := json.Marshal(t)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// seat finds the pair at a table of a published round.
func (o *Office) seat(ctx context.Context, at Table) (*tournament.Division, tournament.Pair, error) {
	d, err := o.Division(ctx, at.Division)
	if err != nil {
		return nil, tournament.Pair{}, err
	}
	pair, err := d.PublishedPair(at.Round, at.Table)
	return d, pair, err
}

// maxAnew bounds the games of one pair in one round.
const maxAnew = 20

// current finds the pair's game: the last one that was begun in place of another, or the one to come
// when that was ruled to be played anew. A record in which nothing has happened gives way when the
// regulations have changed, or when an official wants another setup.
func (o *Office) current(ctx context.Context, d *tournament.Division, round int, pair tournament.Pair, setup *GameSetup) (id string, exists bool, err error) {
	return currentOf(d, round, pair, setup, func(id string) (journal.Stream, error) { return o.journal.Stream(ctx, id) })
}

// currentOf is current with the rows of the games from where find has them.
func currentOf(d *tournament.Division, round int, pair tournament.Pair, setup *GameSetup, find func(id string) (journal.Stream, error)) (id string, exists bool, err error) {
	p := pairing{Division: d.ID, Round: round}
	p.Black, p.White = pair.Listed()
	var last *journal.Stream // a record in which nothing has happened
	for p.Anew = 1; p.Anew <= maxAnew; p.Anew++ {
		row, err := find(p.id())
		if fault.CodeOf(err) == fault.NotFound {
			if last == nil {
				return p.id(), false, nil
			}
			var sum GameSummary
			if err := json.Unmarshal(last.Summary, &sum); err != nil {
				return "", false, fault.Wrap(err, fault.Internal, "fault.internal", nil)
			}
			terms, err := gameTerms(d, pair, GameSetup{})
			if err != nil {
				return "", false, err
			}
			open := last.State == string(game.Draw)
			if sum.Terms == digest(terms) && open == pair.Open() && (setup == nil || sum.GameSetup == *setup) {
				return last.ID, true, nil
			}
			return p.id(), false, nil
		}
		if err != nil {
			return "", false, err
		}
		last = nil
		switch {
		case untouched(row):
			last = &row
		case game.Phase(row.State) != game.Anew:
			return p.id(), true, nil
		}
	}
	return "", false, fault.New(fault.Conflict, "fault.office.tooManyGames", fault.Args{"most": maxAnew})
}

// untouched tells that nothing has happened in a record, but for the drawing of the colours.
func untouched(row journal.Stream) bool {
	var sum GameSummary
	drawn := row.Head == 2 && row.State == string(game.Ready)
	return row.Head == 1 || drawn && json.Unmarshal(row.Summary, &sum) == nil && sum.Nigiri
}

// GameAt returns the id of the game that is played at a table of a published round, and whether its
// record was begun. Faults: those of Division and of tournament.Division.PublishedPair.
func (o *Office) GameAt(ctx context.Context, at Table) (id string, exists bool, err error) {
	d, pair, err := o.seat(ctx, at)
	if err != nil {
		return "", false, err
	}
	return o.current(ctx, d, at.Round, pair, nil)
}

// OpenGame begins the record of the game at a table, or finds it. While nothing has happened in a
// record, opening it with another setup begins a new one in its place.
// Faults: forbidden; those of GameAt.
func (o *Office) OpenGame(ctx context.Context, actor Actor, at Table, setup GameSetup, cmd string) (id string, err error) {
	if err := actor.need(account.RecordGames); err != nil {
		return "", err
	}
	return o.openGame(ctx, actor, at, setup, true, cmd)
}

// SitDown is OpenGame for a table's device, which finds the game as it was set up, or begins it with
// presses alone. The caller has looked at the device's right to the table. No game begins where a result
// stands. Faults: those of GameAt; conflict "fault.office.resultStands".
func (o *Office) SitDown(ctx context.Context, at Table) (id string, err error) {
	d, pair, err := o.seat(ctx, at)
	if err != nil {
		return "", err
	}
	if rank, err := o.rankSeat(ctx, d, d.Round(at.Round), pair); err != nil {
		return "", err
	} else if rank == seatStands {
		return "", fault.New(fault.Conflict, "fault.office.resultStands", fault.Args{"table": at.Table})
	}
	return o.openGame(ctx, Actor{}, at, GameSetup{}, false, "")
}

func (o *Office) openGame(ctx context.Context, actor Actor, at Table, setup GameSetup, insist bool, cmd string) (string, error) {
	for range tries {
		d, pair, err := o.seat(ctx, at)
		if err != nil {
			return "", err
		}
		wish := &setup
		if !insist {
			wish = nil
		}
		id, exists, err := o.current(ctx, d, at.Round, pair, wish)
		if err != nil || exists {
			return id, err
		}
		err = o.begin(ctx, actor, d, id, pair, setup, cmd)
		if err == nil {
			return id, nil
		}
		if fault.KeyOf(err) != "fault.journal.conflict" {
			return "", err
		}
	}
	return "", fault.New(fault.Conflict, "fault.journal.conflict", nil)
}

// begin appends the first fact of a game. Players are known by their numbers: names stay in the
// division, so that erasing a person has nothing to do here.
func (o *Office) begin(ctx context.Context, actor Actor, d *tournament.Division, id string, pair tournament.Pair, setup GameSetup, cmd string) error {
	if d.Unread != nil {
		return d.Unread
	}
	terms, err := gameTerms(d, pair, setup)
	if err != nil {
		return err
	}
	plain, err := gameTerms(d, pair, GameSetup{})
	if err != nil {
		return err
	}
	k := o.games.desk(id)
	k.mu.Lock()
	defer k.mu.Unlock()
	state := o.games.begin(id)
	decided, err := state.game.Decide(creation(d, pair, terms), game.Context{})
	if err != nil {
		return err
	}
	events, err := o.envelopes(decided, actor, cmd, "")
	if err != nil {
		return err
	}
	draft, err := o.games.draft(ctx, id, state, events)
	if err != nil {
		return err
	}
	row, err := o.gameRow(id, draft.after)
	if err != nil {
		return err
	}
	sum, err := json.Marshal(GameSummary{GameSetup: setup, Server: terms.Mode == game.Online, Terms: digest(plain), Nigiri: pair.Open(), Version: o.version})
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	row.Summary = sum
	draft.after.summary = sum
	draft.write.List, draft.desk = row, k
	return o.commit(ctx, draft)
}

// creation is the first command of a pair's game. Who hides the stones of a nigiri is proposed.
func creation(d *tournament.Division, pair tournament.Pair, terms game.Terms) game.Create {
	first, second := pair.Listed()
	c := game.Create{Terms: terms, Players: [2]game.Player{{ID: strconv.Itoa(first)}, {ID: strconv.Itoa(second)}}, Black: game.First}
	switch pair.Nigiri {
	case tournament.Open:
		c.Nigiri = true
	case tournament.Listed:
		c.Drawn = true
	case tournament.Turned:
		c.Drawn, c.Black = true, game.Second
	}
	if pair.Nigiri != tournament.Assigned {
		c.Holder, _ = NigiriHolder(d, pair)
	}
	return c
}

// gameRow is the row of a game in the lists. It names nobody.
func (o *Office) gameRow(id string, h *held) (*journal.Stream, error) {
	p, err := parsePairing(id)
	if err != nil {
		return nil, err
	}
	return &journal.Stream{
		Kind: KindGame, Parent: p.Division, Title: strings.TrimPrefix(id, "g-"+p.Division+"-"), State: string(h.game.Phase), Summary: h.summary,
	}, nil
}

// held is a game as the office keeps it. It never changes once it is on its desk.
type held struct {
	id   string
	game *game.Game
	// logs holds the number of the last entry that was taken from each device's log, by its mark.
	logs map[string]int64
	// signed is who confirmed the result as the referee.
	signed string
	// summary is that of the game's row in the lists; nil until it is needed.
	summary json.RawMessage
	unread  error
}

func (h *held) next(all []facts.Recorded, unread error) (*held, error) {
	g, err := h.game.Next(all)
	if err != nil {
		return nil, err
	}
	next := *h
	next.game, next.unread = g, unread
	next.logs = make(map[string]int64, len(h.logs)+1)
	for mark, n := range h.logs {
		next.logs[mark] = n
	}
	for _, fact := range all {
		if mark, n, ok := parseLogCmd(fact.Cmd); ok {
			next.logs[mark] = n
		}
		if c, ok := fact.Event.(game.ResultConfirmed); ok && c.Side == rules.NoSide {
			next.signed = fact.Actor
		}
	}
	return &next, nil
}

// Game lends the state of a game as it is now, which must not be changed, and where it stands.
// Faults: notFound "fault.office.noGame"; those of look.
func (o *Office) Game(ctx context.Context, id string, look func(*game.Game, GamePlace) error) error {
	p, err := parsePairing(id)
	if err != nil {
		return err
	}
	h, err := o.games.get(ctx, id)
	if err != nil {
		return err
	}
	d, err := o.Division(ctx, p.Division)
	if err != nil {
		return err
	}
	return look(h.game, p.place(d))
}

// LastEntry returns the number of the last entry that was taken from a device's log of a game; 0
// when there was none. Fault: notFound "fault.office.noGame".
func (o *Office) LastEntry(ctx context.Context, id, device string) (int64, error) {
	h, err := o.games.get(ctx, id)
	if err != nil {
		return 0, err
	}
	return h.logs[DeviceMark(device)], nil
}

// GameOrder is a command on a game as it comes in.
type GameOrder struct {
	// ID makes a repeated command harmless; "" = not repeatable.
	ID      string
	Reason  string
	At      game.Instant
	Command game.Command
	// Seen is the number of the last event that the giver of the order had before him; 0 where the
	// order rests on none.
	Seen int64
	// Sure carries out what DoGame would ask about.
	Sure bool
}

// gameAbility is the one table of which ability a command on a game needs: its course is anybody's
// to record who keeps records, the rest is an official's.
func gameAbility(c game.Command) (account.Ability, error) {
	switch c := c.(type) {
	case game.Answer:
		return gameAbility(c.Command)
	case game.ShowStones, game.Start, game.Move, game.Pass, game.Press, game.PutDown, game.ProposeEnd, game.AgreeEnd, game.CallReferee, game.ProposeLife, game.AgreeLife, game.MendRecord,
		game.DrawByHand, game.TellColours:
		return account.RecordGames, nil
	case game.Resign, game.GiveUpContest, game.StopPlay, game.Pause, game.Resume, game.ConfirmReadings, game.ReadAbsence, game.ReadAgain,
		game.MakeClaim, game.DismissClaim, game.AnswerCall, game.Rule, game.RuleFlag, game.Revoke, game.NoteSeats, game.Dispute, game.TakeUp,
		game.EnterCount, game.AskRecount, game.Confirm, game.Correct:
		return account.KeepGames, nil
	}
	return "", fault.New(fault.Internal, "fault.internal", nil)
}

// Official is as whom the actor rules: a deputy rules as the chief referee.
func (a Actor) Official() rules.Official {
	switch {
	case slices.Contains(a.Roles, account.ChiefReferee):
		return rules.ChiefReferee
	case slices.Contains(a.Roles, account.Deputy):
		return rules.Deputy
	case slices.Contains(a.Roles, account.Referee):
		return rules.Referee
	}
	return ""
}

// DoGame carries out a command on a game, at the moment named or at the last known one when that is
// later. What it means for the round is appended with it. A command id that was carried out before
// changes nothing. What is asked about is carried out when order.Sure says so: conflict
// "fault.office.noClock", "fault.office.coloursTurn", "fault.office.lateBeyond", "fault.office.readingsOdd". Other faults: those of package game and, of what flows into the round, of package
// tournament; forbidden; notFound "fault.office.noGame"; conflict "fault.office.gameGone", and for
// what came after order.Seen "fault.office.ruledMeanwhile", "fault.office.ruledByTable",
// "fault.office.changedMeanwhile".
func (o *Office) DoGame(ctx context.Context, actor Actor, id string, order GameOrder) error {
	decide, err := o.deciding(ctx, actor, id, order)
	if err != nil {
		return err
	}
	if err := o.ownGame(ctx, actor, id, order.Command); err != nil {
		return err
	}
	if err := o.mayStart(ctx, id, order); err != nil {
		return err
	}
	if err := o.mayTurn(ctx, id, order); err != nil {
		return err
	}
	if err := o.mayRule(ctx, actor, id, order); err != nil {
		return err
	}
	return o.play(ctx, id, order.ID, order.Reason, actor, decide)
}

// mayStart refuses the start of a game in the hall before the round's, since warnings and results would find no round to
// flow into, and asks before one by our clock is started at a table where no device sits: nothing would
// count its time or read it aloud (design.md, Time). Faults: conflict "fault.tournament.phase.…",
// "fault.office.noClock".
func (o *Office) mayStart(ctx context.Context, id string, order GameOrder) error {
	if _, starts := order.Command.(game.Start); !starts {
		return nil
	}
	free, kept, place := false, order.Sure, GamePlace{}
	err := o.Game(ctx, id, func(g *game.Game, p GamePlace) error {
		free, place = g.Phase != game.Ready || g.Terms.Mode == game.Online, p
		kept = kept || g.Terms.System.Kind == clock.None
		return nil
	})
	if err != nil || free {
		return err
	}
	d, err := o.Division(ctx, place.Division)
	if err != nil {
		return err
	}
	if err := d.Playing(place.Round); err != nil || kept {
		return err
	}
	t, err := o.Tournament(ctx, d.Tournament)
	if err != nil {
		return err
	}
	if _, sits := t.Clocks[place.Table]; sits {
		return nil
	}
	return fault.New(fault.Conflict, "fault.office.noClock", fault.Args{"table": place.Table})
}

// mayTurn asks before drawn colours are turned in a game that goes on, with whose the warnings stay, and wants
// a reason for it (2002 art. 10, 24.2). Faults: invalid "fault.office.coloursReason"; conflict
// "fault.office.coloursTurn".
func (o *Office) mayTurn(ctx context.Context, id string, order GameOrder) error {
	noted, notes := order.Command.(game.NoteSeats)
	if !notes {
		return nil
	}
	turned, warned, place := false, [2]int{}, GamePlace{}
	err := o.Game(ctx, id, func(g *game.Game, p GamePlace) error {
		turned, warned, place = g.Nigiri != nil && g.Phase != game.Draw && noted.Black != g.Black, g.Warnings, p
		return nil
	})
	if err != nil || !turned {
		return err
	}
	if strings.TrimSpace(order.Reason) == "" {
		return fault.New(fault.Invalid, "fault.office.coloursReason", nil)
	}
	if order.Sure {
		return nil
	}
	d, err := o.Division(ctx, place.Division)
	if err != nil {
		return err
	}
	names := [2]string{d.Entry(place.First).Name, d.Entry(place.Second).Name}
	black := noted.Black
	return fault.New(fault.Conflict, "fault.office.coloursTurn", fault.Args{
		"black": names[black], "white": names[black.Other()], "first": names[0], "warned1": warned[0], "second": names[1], "warned2": warned[1],
	})
}

// inexact is what figures that are read and typed in a hall may be off.
const inexact = time.Minute

// mayRule asks before a lateness is ruled that is longer than the round has run, and before readings of our own
// clock are that it doesn't show or that don't go with the time that passed (2002 art. 22.1-22.3, 22.8).
// Faults: conflict "fault.office.lateBeyond", "fault.office.readingsOdd".
func (o *Office) mayRule(ctx context.Context, actor Actor, id string, order GameOrder) error {
	c, ruling := order.Command.(game.Rule)
	if !ruling || order.Sure || c.Late == [2]game.Instant{} && c.Black+c.White+c.Elapsed == 0 {
		return nil
	}
	var place GamePlace
	var used [2]time.Duration
	own := false
	err := o.Game(ctx, id, func(g *game.Game, p GamePlace) error {
		s := g.Time(max(order.At, g.Last()))
		place, own, used = p, g.Terms.System.Kind != clock.None, [2]time.Duration{s.Black.Used, s.White.Used}
		return nil
	})
	if err != nil {
		return err
	}
	d, err := o.Division(ctx, place.Division)
	if err != nil {
		return err
	}
	r := d.Round(place.Round)
	if r == nil || r.StartedAt.IsZero() {
		return nil
	}
	question := oddFigures(c, own, used, max(0, o.now().Sub(r.StartedAt)))
	if question == nil || o.PreviewGame(ctx, actor, id, order, func(_, _ *game.Game) error { return nil }) != nil {
		return nil // what is refused isn't asked about
	}
	return question
}

// oddFigures is the question about a ruling's figures, passed after the round's start; nil for none.
func oddFigures(c game.Rule, own bool, used [2]time.Duration, passed time.Duration) error {
	late := time.Duration(max(c.Late[0], c.Late[1]))
	if (c.Case == "late" || c.Case == "lateBoth") && late > passed+inexact {
		return fault.New(fault.Conflict, "fault.office.lateBeyond", fault.Args{"late": late, "passed": passed.Truncate(time.Second)})
	}
	black, white, elapsed := time.Duration(c.Black), time.Duration(c.White), time.Duration(c.Elapsed)
	if c.Case != "clockFault" || !own || elapsed == 0 && black+white == 0 {
		return nil
	}
	read := black+white > 0
	off := read && ((black-used[0]).Abs() > inexact || (white-used[1]).Abs() > inexact || black+white > 2*elapsed+inexact)
	if !off && elapsed <= passed+inexact {
		return nil
	}
	return fault.New(fault.Conflict, "fault.office.readingsOdd", fault.Args{
		"black": black, "white": white, "elapsed": elapsed, "usedB": used[0].Truncate(time.Second), "usedW": used[1].Truncate(time.Second), "passed": passed.Truncate(time.Second),
	})
}

// deciding makes the decision of an order, for an actor who may give it.
func (o *Office) deciding(ctx context.Context, actor Actor, id string, order GameOrder) (decision, error) {
	ability, err := gameAbility(order.Command)
	if err != nil {
		return nil, err
	}
	if err := actor.need(ability); err != nil {
		return nil, err
	}
	if order.Command, err = o.withRecord(ctx, id, order.Command); err != nil {
		return nil, err
	}
	return func(ctx context.Context, h *held) (*draft[held], error) {
		if err := o.seen(ctx, h, order.Seen); err != nil {
			return nil, err
		}
		at := max(order.At, h.game.Last())
		return o.step(ctx, h, actor, order.ID, game.Context{At: at, By: actor.Official(), Reason: order.Reason}, order.Command)
	}, nil
}

// seen refuses an order that was given before a ruling, a result or the end of play came: it would do
// something else than its giver was shown, as a second warning for one offence (2002 art. 24.2). The
// course of play goes on under a ruling and doesn't matter.
func (o *Office) seen(ctx context.Context, h *held, last int64) error {
	if last <= 0 || last >= h.game.Head() {
		return nil
	}
	since, err := o.journal.Load(ctx, h.id, last)
	if err != nil {
		return err
	}
	for _, e := range since {
		event, err := game.Decode(e.Type, e.Body)
		if err != nil {
			return err
		}
		switch x := event.(type) {
		case game.Ruled:
			p, err := rules.Case(h.game.Terms.Edition, x.Case)
			if err != nil {
				return err
			}
			if e.Actor == "" {
				return fault.New(fault.Conflict, "fault.office.ruledByTable", fault.Args{"case": p})
			}
			return fault.New(fault.Conflict, "fault.office.ruledMeanwhile", fault.Args{"by": e.Actor, "case": p})
		case game.RulingRevoked, game.PlayEnded, game.PlayTakenUp, game.Resigned, game.ResultReached, game.ResultChanged:
			return fault.New(fault.Conflict, "fault.office.changedMeanwhile", nil)
		}
	}
	return nil
}

// decision is what something that is done to a game would append; nil when there is nothing.
type decision func(context.Context, *held) (*draft[held], error)

// step decides one command.
func (o *Office) step(ctx context.Context, h *held, actor Actor, cmd string, c game.Context, command game.Command) (*draft[held], error) {
	if err := checkReason(c.Reason); err != nil {
		return nil, err
	}
	decided, err := h.game.Decide(command, c)
	if err != nil || len(decided) == 0 {
		return nil, err
	}
	events, err := o.envelopes(decided, actor, cmd, c.Reason)
	if err != nil {
		return nil, err
	}
	return o.games.draft(ctx, h.id, h, events)
}

// maxReason bounds a reason: it stands on pages and sheets.
const maxReason = 200

func checkReason(reason string) error {
	if len([]rune(reason)) > maxReason {
		return fault.New(fault.Invalid, "fault.tournament.reasonLong", fault.Args{"most": maxReason})
	}
	return nil
}

// play decides under the game's lock alone, so that presses never wait for the round. Only when
// something flows into the round it takes the division's lock, then the game's, and decides again.
func (o *Office) play(ctx context.Context, id, cmd, reason string, actor Actor, decide decision) error {
	p, err := parsePairing(id)
	if err != nil {
		return err
	}
	flows := false
	k := o.games.desk(id)
	k.mu.Lock()
	_, err = o.games.inTurn(ctx, id, k, cmd, func(h *held) error {
		made, err := o.draftGame(ctx, id, h, decide)
		if err != nil || made == nil {
			return err
		}
		if len(flow(made.before.game, made.after.game, GamePlace{}, "")) > 0 { // that something flows, whatever the event makes of it
			flows = true
			return nil
		}
		made.desk = k
		return o.commit(ctx, made)
	})
	k.mu.Unlock()
	if err != nil || !flows {
		return err
	}
	return o.playOn(ctx, p, cmd, reason, actor, decide)
}

// draftGame makes the draft of a decision; nil when there is nothing to write. The row in the lists
// is written when it changes.
func (o *Office) draftGame(ctx context.Context, id string, h *held, decide decision) (*draft[held], error) {
	if h.unread != nil {
		return nil, h.unread
	}
	made, err := decide(ctx, h)
	if err != nil || made == nil || made.after.game.Phase == h.game.Phase {
		return made, err
	}
	if made.after.summary == nil {
		row, err := o.journal.Stream(ctx, id)
		if err != nil {
			return nil, err
		}
		made.after.summary = row.Summary
	}
	made.write.List, err = o.gameRow(id, made.after)
	return made, err
}

// playOn decides and appends to the game and to its round in one commit.
func (o *Office) playOn(ctx context.Context, p pairing, cmd, reason string, actor Actor, decide decision) error {
	id := p.id()
	k, r := o.games.desk(id), o.divisions.desk(p.Division)
	r.mu.Lock()
	defer r.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	_, err := o.games.inTurn(ctx, id, k, cmd, func(h *held) error {
		if err := o.divisions.catchUp(ctx, p.Division, r); err != nil {
			return err
		}
		made, err := o.draftGame(ctx, id, h, decide)
		if err != nil || made == nil {
			return err
		}
		made.desk = k
		result, err := o.draftFlow(ctx, p, made, r.state.Load(), Order{ID: cmd, Reason: reason}, actor)
		if err != nil {
			return err
		}
		if result == nil {
			return o.commit(ctx, made)
		}
		result.desk = r
		return o.commit(ctx, made, result)
	})
	return err
}
