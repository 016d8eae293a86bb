package main

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/record"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

func scoreFlags(c *call) {
	gameFlags(c)
	c.set.StringVar(&c.komi, "komi", "", "")
	c.set.StringVar(&c.dead, "dead", "", "")
	c.set.StringVar(&c.warnings, "warnings", "", "")
}

// deadSuggested is the value of the option dead that asks for a suggestion, made by so many random
// games from a fixed seed: the same position always gets the same.
const (
	deadSuggested = "suggest"
	suggestGames  = 400
	suggestSeed   = 2002
)

type scoreJSON struct {
	Black  string   `json:"black"`
	White  string   `json:"white"`
	Winner string   `json:"winner"`
	Margin *string  `json:"margin"`
	Text   string   `json:"text"`
	RE     string   `json:"re"`
	Dead   []string `json:"dead"`
	Dame   int      `json:"dame"`

	Edition      rules.Edition `json:"edition"`
	Komi         string        `json:"komi"`
	Compensation string        `json:"compensation"`
	Warnings     [2]int        `json:"warnings"`
	Moves        int           `json:"moves"`
	Void         int           `json:"void"`
}

// scoring is a count with what it rests on.
type scoring struct {
	edition rules.Edition
	count   rules.Count
	outcome rules.Outcome
	replay  *record.Replay
	dead    []weiqi.Point
	dame    int
	height  int
	// doubtful are the chains of which a suggestion isn't sure, dead or not.
	doubtful [][]weiqi.Point
}

// runScore counts the position at the end of a record's main line.
func runScore(_ context.Context, c *call) error {
	edition, err := c.editionOf()
	if err != nil {
		return err
	}
	komi, err := c.komiOf()
	if err != nil {
		return err
	}
	warnBlack, warnWhite, err := c.warningsOf()
	if err != nil {
		return err
	}
	game, err := c.readGame()
	if err != nil {
		return err
	}
	s := &scoring{edition: edition}
	if err := s.position(game, c.dead); err != nil {
		return inFile(c.args[0], err)
	}
	s.count.Komi = c.chooseKomi(edition, komi, game)
	s.count.WarnBlack, s.count.WarnWhite = warnBlack, warnWhite
	if err := s.decide(); err != nil {
		return err
	}
	if void := s.void(); void > 0 {
		fmt.Fprintln(c.errOut, c.printer.T("cli.score.void", fault.Args{"path": c.args[0], "n": void}))
	}
	if c.json {
		return c.document(c.scoreDocument(s))
	}
	c.printScore(s)
	return nil
}

// komiOf reads the option komi, nil when it isn't given.
func (c *call) komiOf() (*int, error) {
	if !c.given("komi") {
		return nil, nil
	}
	quarters, err := rules.ParseQuarters(c.komi)
	if err != nil {
		return nil, c.wrong("fault.rules.quarters", fault.Args{"value": c.komi})
	}
	return &quarters, nil
}

// chooseKomi returns the komi in quarter-stones: what the command line says, by number or by
// edition, goes before what the record says, and that before the edition by default.
func (c *call) chooseKomi(edition rules.Edition, option *int, game *record.Game) int {
	if option != nil {
		return *option
	}
	if komi := game.Info().Komi; komi.Known && !c.given("edition") {
		return komi.Quarters
	}
	return edition.Data().Komi
}

// maxWarnings is more than any game sees.
const maxWarnings = 99

// warningsOf reads the option warnings: Black's and White's.
func (c *call) warningsOf() (black, white int, err error) {
	if !c.given("warnings") {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(c.warnings, ",")
	black, errBlack := strconv.Atoi(strings.TrimSpace(first))
	white, errWhite := strconv.Atoi(strings.TrimSpace(second))
	if errBlack != nil || errWhite != nil || min(black, white) < 0 || max(black, white) > maxWarnings {
		return 0, 0, c.wrong("cli.warnings", fault.Args{"value": c.warnings})
	}
	return black, white, nil
}

// position plays the record over and counts its last position. Who was to move isn't asked, since
// records leave passes out; what else the rules void doesn't stand.
func (s *scoring) position(game *record.Game, dead string) error {
	replay, err := game.Replay(record.ReplayOptions{Policy: s.edition.Policy(), AnyTurn: true})
	if err != nil {
		return err
	}
	s.replay = replay
	board := replay.Game.Board()
	s.height = board.Height()
	if dead == deadSuggested {
		s.suggest(board)
	} else if err := s.named(board, dead); err != nil {
		return err
	}
	area, err := board.Count(weiqi.Agreement{Dead: s.dead})
	if err != nil {
		return err
	}
	s.dame = len(area.Neutral)
	s.count = s.edition.Count(board.Size(), area.Black)
	s.count.Compensation = rules.Compensation(replay.Handicap)
	return nil
}

// named reads the option dead: points that each name the chain on them. The list has every stone
// once, chains in the order of their naming.
func (s *scoring) named(board *weiqi.Board, list string) error {
	seen := map[weiqi.Point]bool{}
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := weiqi.ParseGTP(word, board.Width(), board.Height())
		if err != nil {
			return err
		}
		if board.At(p) == rules.NoSide {
			return fault.New(fault.Invalid, "fault.weiqi.deadEmpty", fault.Args{"at": pointName(p, s.height)})
		}
		for _, stone := range board.Chain(p) {
			if !seen[stone] {
				seen[stone] = true
				s.dead = append(s.dead, stone)
			}
		}
	}
	return nil
}

func (s *scoring) suggest(board *weiqi.Board) {
	settled := weiqi.Settle(board, suggestGames, weiqi.NewRandom(suggestSeed))
	s.dead = settled.Dead
	for _, chain := range settled.Doubtful {
		s.doubtful = append(s.doubtful, chain.Stones)
	}
}

// decide gives the result: by the count, or by warnings that lose the game whatever it says (D24.2,
// 2002 art. 24.2, 1988 art. 25.2).
func (s *scoring) decide() error {
	black, white := s.edition.Penalty(s.count.WarnBlack).Loses, s.edition.Penalty(s.count.WarnWhite).Loses
	switch {
	case black && white:
		return fault.New(fault.Invalid, "fault.score.bothLost", fault.Args{"n": s.edition.Data().WarningsToLose})
	case black:
		s.outcome = rules.Outcome{Winner: rules.White, Manner: rules.Plain}
	case white:
		s.outcome = rules.Outcome{Winner: rules.Black, Manner: rules.Plain}
	default:
		s.outcome = s.count.Outcome()
	}
	return nil
}

// void counts the moves that don't stand.
func (s *scoring) void() int {
	n := 0
	for _, o := range s.replay.Offences {
		if o.Void {
			n++
		}
	}
	return n
}

func (c *call) scoreDocument(s *scoring) scoreJSON {
	out := scoreJSON{
		Black: rules.QuarterText(s.count.Black), White: rules.QuarterText(s.count.White()), Winner: s.outcome.Winner.String(),
		Text: c.printer.Tight(s.outcome.Words()), RE: s.outcome.SGF(), Dead: s.names(s.dead), Dame: s.dame,
		Edition: s.edition, Komi: rules.QuarterText(s.count.Komi), Compensation: rules.QuarterText(s.count.Compensation),
		Warnings: [2]int{s.count.WarnBlack, s.count.WarnWhite}, Moves: s.replay.Moves, Void: s.void(),
	}
	if s.outcome.Manner == rules.Drawn {
		out.Winner = "draw"
	}
	if s.outcome.Manner != rules.Plain {
		margin := rules.QuarterText(s.outcome.Margin)
		out.Margin = &margin
	}
	return out
}

func (s *scoring) names(points []weiqi.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = pointName(p, s.height)
	}
	return names
}

func (c *call) printScore(s *scoring) {
	p, out := c.printer, bufio.NewWriter(c.out)
	defer out.Flush()
	fmt.Fprintln(out, p.Tight(s.outcome.Words()))
	say := func(key string, args fault.Args) { fmt.Fprintln(out, p.T(key, args)) }
	say("cli.score.area", fault.Args{"black": rules.Quarters(s.count.Black), "white": rules.Quarters(s.count.White()), "n": s.dame})
	say("cli.score.komi", fault.Args{"edition": string(s.edition), "komi": rules.Quarters(s.count.Komi), "needed": rules.Quarters(s.count.Threshold())})
	if s.count.Compensation > 0 {
		say("cli.score.handicap", fault.Args{"n": s.replay.Handicap, "stones": rules.Quarters(s.count.Compensation)})
	}
	if s.count.WarnBlack+s.count.WarnWhite > 0 {
		say("cli.score.warnings", fault.Args{"black": s.count.WarnBlack, "white": s.count.WarnWhite, "fine": rules.Quarters(s.count.Fine)})
	}
	if len(s.dead) > 0 {
		say("cli.score.dead", fault.Args{"points": p.List(s.names(s.dead))})
	}
	for _, chain := range s.doubtful {
		say("cli.score.doubtful", fault.Args{"points": p.List(s.names(chain))})
	}
}
