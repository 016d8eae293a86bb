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
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// What a choice needs to be told, beside who it is ruled against.
const (
	needsLate     = "late"     // how late the side came
	needsBothLate = "bothLate" // how late each side came
	needsReadings = "readings" // both readings of a faulty clock, and the time that passed
	needsElapsed  = "elapsed"  // the time that passed
	needsSetting  = "setting"  // what the side's clock is set to
	needsPoint    = "point"    // where the stone belongs
	needsStones   = "stones"   // what stands where
	needsTurns    = "turns"    // up to which move the board is known
	needsAsked    = "asked"    // that the side has asked for it
	needsLot      = "lot"      // who won the lot for the next pairing
)

// choiceBlock is one ruling that the page offers.
type choiceBlock struct {
	// Value is the choice's name in the form: a consequence, "" where it follows from the figures, and
	// with "agreed:" before it what both sides have settled.
	Value string
	Do    []rules.Consequence
	// Title and Help are what it does, and on which condition.
	Title, Help string
	// By is who may rule it; May, whether the reader may.
	By      rules.Official
	May     bool
	Needs   []string
	Checked bool
}

// unnamed are the cases that are ruled against neither side.
var unnamed = []string{"lateBoth", "scatteredOutside", "contestedPoints", "lostRecord", "wrongColours"}

// byFigures are the choices that follow from lateness and readings, by their conditions.
var byFigures = []string{"withinLimit", "overLimit", "bothWithin", "oneOver", "bothOver", "errorLarge", "errorSmall"}

// ruledElsewhere are the cases that the table's page deals with.
var ruledElsewhere = []string{"lifeDispute", "reopenAfterEnd"}

// rulingView is a case as the page offers it for a game.
type rulingView struct {
	rules.Provision
	Blocks []choiceBlock
	// Named: it is ruled against a side.
	Named bool
	// Claims are the open claims that it may answer.
	Claims []game.Claim
	// Repeats: an offence that is ruled otherwise from the second time on.
	Repeats bool
	// Elsewhere: it isn't ruled on this page.
	Elsewhere bool
}

// rulingViewOf makes the view of a case in a game for an official; against is the side that is chosen.
func rulingViewOf(p *i18n.Printer, g *game.Game, row rules.Provision, by rules.Official, against rules.Side) rulingView {
	v := rulingView{
		Provision: row, Named: !slices.Contains(unnamed, row.Key), Repeats: len(row.Again) > 0, Elsewhere: slices.Contains(ruledElsewhere, row.Key),
	}
	for _, c := range g.Claims {
		if c.Open && c.Case == row.Key {
			v.Claims = append(v.Claims, c)
		}
	}
	if row.Silent() || v.Elsewhere {
		return v
	}
	add := func(value string, c rules.Choice, need rules.Official) {
		b := choiceBlock{Value: value, Do: c.Do, By: need, May: by.Covers(need), Needs: needsOf(g, row.Key, c)}
		b.Title, b.Help = choiceTitle(p, c, against), choiceHelp(p, row, c, against)
		v.Blocks = append(v.Blocks, b)
	}
	for _, c := range row.Agreed {
		add("agreed:"+string(c), rules.Choice{Do: []rules.Consequence{c}, When: "bothAgree"}, rules.Referee)
	}
	if len(row.Choices) == 0 {
		add("", rules.Choice{Do: row.Consequences}, row.Ruler(rules.Choice{Do: row.Consequences}))
		return v
	}
	figured := false
	for _, c := range row.Choices {
		if !slices.Contains(byFigures, c.When) || row.Key == "absenceReading" {
			add(string(c.Key()), c, row.Ruler(c))
			continue
		}
		if !figured {
			add("", c, row.Ruler(c))
			figured = true
			b := &v.Blocks[len(v.Blocks)-1]
			b.Title, b.Help, b.Needs = p.T("rule.byFigures"), "", figuresOf(row)
		}
		b := &v.Blocks[len(v.Blocks)-1]
		if b.Help != "" {
			b.Help += "\n"
		}
		b.Help += p.T("rule.figures.line", fault.Args{"when": p.T("law.when." + c.When), "do": choiceTitle(p, c, against)})
	}
	if provided := g.Provided(row); provided != "" {
		add(string(provided), rules.Choice{Do: []rules.Consequence{provided}, When: "eventProvides"}, row.By)
	}
	return v
}

// again makes the view that of a repeated offence: what is ruled is the heavier consequence.
func (v *rulingView) again(p *i18n.Printer, by rules.Official, against rules.Side) {
	c := rules.Choice{Do: v.Provision.Again}
	for i := range v.Blocks {
		if b := &v.Blocks[i]; b.Value == "" {
			b.Do, b.Title, b.Help = c.Do, choiceTitle(p, c, against), choiceHelp(p, v.Provision, c, against)
			b.By, b.May = v.Ruler(c), by.Covers(v.Ruler(c))
		}
	}
}

// offended tells that a side has been ruled against under a case in a game already.
func offended(g *game.Game, name string, side rules.Side) bool {
	return slices.ContainsFunc(g.Rulings, func(r game.Ruling) bool {
		return !r.Revoked && r.Case == name && r.Against != rules.NoSide && side != rules.NoSide && r.Hit == g.Holds(side)
	})
}

func figuresOf(row rules.Provision) []string {
	switch row.Key {
	case "late":
		return []string{needsLate}
	case "lateBoth":
		if row.Edition == rules.Edition2002 {
			return []string{needsBothLate, needsLot}
		}
		return []string{needsBothLate}
	}
	return []string{needsReadings}
}

// needsOf tells what a choice of a case has to be told in a game.
func needsOf(g *game.Game, name string, c rules.Choice) []string {
	var needs []string
	for _, do := range c.Do {
		switch do {
		case rules.TimeDeducted, rules.TimeDoubled, rules.ClockRuns:
			needs = append(needs, needsLate)
		case rules.RuledBothLose:
			needs = append(needs, needsLot)
		case rules.TimeShared:
			needs = append(needs, needsElapsed)
		case rules.TimeSet:
			needs = append(needs, needsSetting)
		case rules.StoneReasonable, rules.StoneAgreed:
			if g.Terms.Moves {
				needs = append(needs, needsStones)
			}
		case rules.StoneValid: // it stands where it was found, and the record doesn't know (D17.5)
			if g.Terms.Moves && name == "movedStone" {
				needs = append(needs, needsStones)
			}
		case rules.BoardRebuilt:
			if g.Terms.Moves {
				needs = append(needs, needsTurns, needsStones)
			}
		}
	}
	if name == "takeBack" && g.Terms.Moves {
		needs = append(needs, needsPoint)
	}
	if c.When == "onRequest" {
		needs = append(needs, needsAsked)
	}
	return needs
}

// choiceTitle says what a choice does in a few words, with the side that it hits.
func choiceTitle(p *i18n.Printer, c rules.Choice, against rules.Side) string {
	words := make([]string, len(c.Do))
	for i, do := range c.Do {
		words[i] = p.T(do.Words())
		if do == rules.RuledLoss && against != rules.NoSide {
			words[i] = p.T("rule.loses", fault.Args{"side": sideName(p, against)})
		}
	}
	return strings.Join(words, p.T("rule.and"))
}

// choiceHelp says on which condition a choice rests and what it gives the game.
func choiceHelp(p *i18n.Printer, row rules.Provision, c rules.Choice, against rules.Side) string {
	var parts []string
	if c.When != "" {
		parts = append(parts, p.T("law.when."+c.When))
	}
	if c.PerGame > 0 {
		parts = append(parts, p.T("rule.perGame", fault.Args{"n": c.PerGame}))
	}
	if o, ends := (rules.Decision{Provision: row, Consequences: c.Do}).Outcome(against); ends {
		parts = append(parts, p.T("rule.ends", fault.Args{"result": o}))
	}
	return strings.Join(parts, p.T("rule.then"))
}

// likely are the cases that come up in a game's state, the likeliest first.
func likely(g *game.Game, s clock.State) []string {
	var keys []string
	for _, c := range g.Claims {
		if c.Open {
			keys = append(keys, c.Case)
		}
	}
	switch {
	case s.Flag != clock.Nobody && g.Phase == game.Ready:
		keys = append(keys, "late", "lateBoth", "absenceReading")
	case s.Flag != clock.Nobody:
		keys = append(keys, "overrunLastMinute", "clockFault")
	}
	reading := s.Phase == clock.Running && (s.Turn == clock.Black && s.Black.Reading || s.Turn == clock.White && s.White.Reading)
	switch g.Phase {
	case game.Ready:
		keys = append(keys, "late", "lateBoth", "absenceReading")
		if g.Nigiri == nil {
			keys = append(keys, "wrongColours")
		}
	case game.Play:
		if len(g.Turns) <= 10 && g.Black != g.Assigned {
			keys = append(keys, "wrongColours")
		}
		if g.Terms.System.Kind == clock.None {
			keys = append(keys, "overrunLastMinute")
		}
		if reading {
			keys = append(keys, "captureBeforePress", "leaveInReading")
		}
		if g.Called {
			keys = append(keys, "longCycle")
		}
		keys = append(keys, "phoneRing", "takeBack", "earlyPress", "doubleMove", "disturbing")
	case game.Rest:
		keys = append(keys, "lateAfterPause", "lostRecord", "clockFault", "consulting")
	case game.Settle, game.Result:
		keys = append(keys, "contestedPoints", "consulting", "phoneRing")
	case game.Final:
		keys = append(keys, "cheating")
	}
	const most = 6
	var once []string
	for _, key := range keys {
		if !slices.Contains(once, key) && len(once) < most {
			once = append(once, key)
		}
	}
	return once
}

// lengthOf reads a length of time as people write it: 12 are minutes, 12:30 minutes and seconds,
// 1:12:30 has hours. Fault: invalid "fault.web.length",
// "fault.web.lengthMissing".
func lengthOf(text string) (time.Duration, error) {
	parts := strings.Split(plainDigits(strings.TrimSpace(text)), ":")
	bad := fault.New(fault.Invalid, "fault.web.length", fault.Args{"value": text})
	if strings.TrimSpace(text) == "" {
		return 0, fault.New(fault.Invalid, "fault.web.lengthMissing", nil)
	}
	if len(parts) > 3 {
		return 0, bad
	}
	if len(parts) == 1 {
		parts = append(parts, "00")
	}
	seconds := 0
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 10000 || i > 0 && (n > 59 || len(part) != 2) {
			return 0, bad
		}
		seconds = 60*seconds + n
	}
	return time.Duration(seconds) * time.Second, nil
}

// pointsOf reads points as people write them, "D4 k10".
func pointsOf(text string, size int) ([]weiqi.Point, error) {
	var points []weiqi.Point
	for _, word := range fields(plainDigits(text)) {
		p, err := weiqi.ParseGTP(word, size, size)
		if err == nil && p == weiqi.Pass {
			err = fault.New(fault.Invalid, "fault.weiqi.vertex", fault.Args{"value": word, "width": size, "height": size})
		}
		if err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}

// sideOf reads a side of a form, "B" or "W"; NoSide for anything else.
func sideOf(text string) rules.Side {
	switch text {
	case "B":
		return rules.Black
	case "W":
		return rules.White
	}
	return rules.NoSide
}

// ruleOf reads the ruling that a form says.
func (q *request) ruleOf(g *game.Game, row rules.Provision) (game.Rule, error) {
	r := game.Rule{Case: row.Key, Against: sideOf(q.FormValue("against"))}
	choice := q.FormValue("choice")
	agreed, isAgreed := strings.CutPrefix(choice, "agreed:")
	r.Choice, r.Agreed = rules.Consequence(agreed), isAgreed
	if slices.Contains(unnamed, row.Key) {
		r.Against = rules.NoSide
	}
	if len(row.Again) > 0 {
		n, err := q.optional("earlier", 99)
		if err != nil {
			q.mark("earlier", err)
		}
		r.Earlier = n
	}
	for _, c := range row.May {
		if slices.Contains(q.Form["with"], string(c)) {
			r.With = append(r.With, c)
		}
	}
	r.Claim, r.Asked = q.claimOf(r)
	if r.Asked != rules.NoSide {
		move, err := q.optional("move", len(g.Turns))
		if err != nil {
			q.mark("move", err)
		}
		r.Move = move
	}
	blocks := rulingViewOf(q.p, g, row, "", r.Against).Blocks
	if choice == "" && len(blocks) > 0 && !slices.ContainsFunc(blocks, func(b choiceBlock) bool { return b.Value == "" }) {
		return r, fault.New(fault.Invalid, "fault.web.chooseRuling", fault.Args{"case": row})
	}
	for _, b := range blocks {
		if b.Value != choice {
			continue
		}
		for _, need := range b.Needs {
			q.needed(&r, g, need, choice)
		}
	}
	return r, q.firstMarked()
}

// claimOf reads which claim a ruling answers: one that is open, or one that is made now.
func (q *request) claimOf(r game.Rule) (id int, asked rules.Side) {
	switch claim := q.FormValue("claim"); claim {
	case "", "0":
		return 0, rules.NoSide
	case "ask":
		return 0, r.Against.Other()
	default:
		n, err := strconv.Atoi(claim)
		if err != nil {
			n = -1 // no claim has that number
		}
		return n, rules.NoSide
	}
}

// needed reads one of the things that a choice has to be told.
func (q *request) needed(r *game.Rule, g *game.Game, need, choice string) {
	length := func(name string, to *game.Instant) {
		d, err := lengthOf(q.FormValue(name))
		q.mark(name, err)
		*to = game.Instant(d)
	}
	switch need {
	case needsLate:
		if r.Against == rules.Black {
			length("late", &r.Late[0])
		} else {
			length("late", &r.Late[1])
		}
	case needsBothLate:
		length("lateB", &r.Late[0])
		length("lateW", &r.Late[1])
		// Where one of them came too late, it is he who loses (D22.3).
		law := g.Terms.Law()
		if over := law.TooLate(time.Duration(r.Late[0])); over != law.TooLate(time.Duration(r.Late[1])) {
			r.Against = map[bool]rules.Side{true: rules.Black, false: rules.White}[over]
		}
	case needsLot:
		both := r.Choice == rules.RuledBothLose || min(r.Late[0], r.Late[1]) > g.Terms.LateLimit
		if both {
			r.Lot = sideOf(q.FormValue("lot." + choice))
		}
	case needsReadings:
		length("readB", &r.Black)
		length("readW", &r.White)
		length("elapsed", &r.Elapsed)
	case needsElapsed:
		length("elapsed", &r.Elapsed)
	case needsSetting:
		q.setting(r)
	case needsPoint:
		q.place(r, g)
	case needsStones:
		q.stones(r, g, choice)
	case needsTurns:
		n, err := q.optional("turns", 10000)
		q.mark("turns", err)
		r.Turns = n
	case needsAsked:
		if q.FormValue("asked") != "" && r.Claim == 0 && !slices.ContainsFunc(g.Claims, func(c game.Claim) bool { return c.Open && c.Case == r.Case && c.Side == r.Against }) {
			r.Asked = r.Against
		}
	}
}

// setting reads what a clock is set to; a field left empty leaves its value.
func (q *request) setting(r *game.Rule) {
	for _, f := range []struct {
		name string
		to   **game.Instant
	}{{"main", &r.Main}, {"block", &r.Block}} {
		if strings.TrimSpace(q.FormValue(f.name)) == "" {
			continue
		}
		d, err := lengthOf(q.FormValue(f.name))
		q.mark(f.name, err)
		at := game.Instant(d)
		*f.to = &at
	}
	for _, f := range []struct {
		name string
		to   **int
	}{{"left", &r.Left}, {"movesLeft", &r.MovesLeft}} {
		if strings.TrimSpace(q.FormValue(f.name)) == "" {
			continue
		}
		n, err := q.number(f.name, 0, 1000)
		q.mark(f.name, err)
		*f.to = &n
	}
}

// place reads where a stone belongs that was taken back; left empty, the board isn't changed.
func (q *request) place(r *game.Rule, g *game.Game) {
	points, err := pointsOf(q.FormValue("point"), g.Terms.Size)
	if err == nil && len(points) > 1 {
		err = fault.New(fault.Invalid, "fault.web.onePoint", nil)
	}
	q.mark("point", err)
	if err == nil && len(points) == 1 {
		r.Point = &points[0]
	}
}

// stones reads what stands where after a ruling: points that are cleared, and stones of both colours.
func (q *request) stones(r *game.Rule, g *game.Game, choice string) {
	for _, f := range []struct {
		name   string
		colour rules.Side
	}{{"clear", rules.NoSide}, {"stonesB", rules.Black}, {"stonesW", rules.White}} {
		points, err := pointsOf(q.FormValue(f.name+"."+choice), g.Terms.Size)
		q.mark(f.name+"."+choice, err)
		for _, p := range points {
			r.Stones = append(r.Stones, game.Stone{Point: p, Colour: f.colour})
		}
	}
}
