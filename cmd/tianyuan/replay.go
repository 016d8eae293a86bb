package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/i18n"
	"tianyuan/record"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

func gameFlags(c *call) {
	c.set.StringVar(&c.edition, "edition", string(rules.Editions[0]), "")
	c.set.IntVar(&c.game, "game", 1, "")
}

func replayFlags(c *call) {
	gameFlags(c)
	c.set.BoolVar(&c.strict, "strict", false, "")
	c.set.StringVar(&c.repetition, "repetition", "", "")
}

// repetitions are the forms that replay can be told to look by.
var repetitions = []weiqi.Mode{weiqi.Simple, weiqi.Positional, weiqi.Situational}

// editionOf reads the option edition.
func (c *call) editionOf() (rules.Edition, error) {
	edition := rules.Edition(c.edition)
	if !edition.Known() {
		return "", c.wrong("cli.law.edition", fault.Args{"value": c.edition})
	}
	return edition, nil
}

// wrong says what is wrong with an option.
func (c *call) wrong(key string, args fault.Args) error {
	fmt.Fprintln(c.errOut, c.printer.T(key, args))
	return errUsage
}

// given tells whether an option stands on the command line.
func (c *call) given(name string) bool {
	found := false
	c.set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// inFile puts the name of the file before what is wrong with it.
func inFile(path string, err error) error {
	return fault.Wrap(err, fault.CodeOf(err), "fault.file.in", fault.Args{"path": path, "reason": err})
}

// readGame reads the game of the file that the option game names, the first if none does.
func (c *call) readGame() (*record.Game, error) {
	if len(c.args) != 1 {
		return nil, errUsage
	}
	if c.game < 1 {
		return nil, c.wrong("cli.game", fault.Args{"value": strconv.Itoa(c.game)})
	}
	path := c.args[0]
	file, reader, _, err := openRecord(path, record.Options{})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for n := 1; ; n++ {
		game, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fault.New(fault.NotFound, "fault.file.noGame", fault.Args{"path": path, "game": c.game, "games": n - 1})
		case err != nil:
			return nil, inFile(path, err)
		case n < c.game:
			continue
		}
		if _, err := reader.Next(); err == nil && !c.given("game") {
			fmt.Fprintln(c.errOut, c.printer.T("cli.firstGame", fault.Args{"path": path}))
		}
		return game, nil
	}
}

type replayJSON struct {
	Moves  int           `json:"moves"`
	Faults []offenceJSON `json:"faults"`

	Edition    rules.Edition `json:"edition"`
	Repetition string        `json:"repetition"`
}

type offenceJSON struct {
	Move        int    `json:"move"`
	Color       string `json:"color"`
	At          string `json:"at"`
	Kind        string `json:"kind"`
	Article     string `json:"article"`
	Consequence string `json:"consequence"`

	Void         bool                `json:"void"`
	Consequences []rules.Consequence `json:"consequences"`
	Choices      []rules.Consequence `json:"choices"`
	Repeats      *int                `json:"repeats,omitempty"`
	Times        int                 `json:"times,omitempty"`
	Cycle        string              `json:"cycle,omitempty"`
	Text         string              `json:"text"`
}

// runReplay plays the main line of a record over and tells what the rules say of it.
func runReplay(_ context.Context, c *call) error {
	edition, err := c.editionOf()
	if err != nil {
		return err
	}
	policy := edition.Policy()
	if c.repetition != "" {
		form, err := weiqi.ParseMode(c.repetition)
		if err != nil || !slices.Contains(repetitions, form) {
			return c.wrong("cli.repetition", fault.Args{"value": c.repetition})
		}
		policy.FormAlone, policy.Form = true, form
	}
	game, err := c.readGame()
	if err != nil {
		return err
	}
	replay, err := game.Replay(record.ReplayOptions{Policy: policy})
	if err != nil {
		return inFile(c.args[0], err)
	}
	c.faulty = c.strict && len(replay.Offences) > 0
	_, height := game.Size()
	if c.json {
		return c.document(c.replayDocument(replay, policy, height))
	}
	c.printReplay(replay, height)
	return nil
}

func (c *call) replayDocument(r *record.Replay, policy rules.Policy, height int) replayJSON {
	out := replayJSON{Moves: r.Moves, Faults: []offenceJSON{}, Edition: policy.Edition, Repetition: "edition"}
	if policy.FormAlone {
		out.Repetition = policy.Form.String()
	}
	for _, o := range r.Offences {
		row := offenceJSON{
			Move: o.Number, Color: o.Colour.String(), At: pointName(o.At, height), Kind: o.Reason.String(),
			Article: o.Article.String(), Consequence: consequenceWords(i18n.For(i18n.En), o.Judgement), Void: o.Void,
			Consequences: full(o.Do), Choices: full(o.Choices), Text: c.offenceText(o, height),
		}
		if o.Reason == weiqi.Repetition {
			row.Repeats, row.Times, row.Cycle = &o.Repeats, o.Times, o.Cycle.Kind.String()
		}
		out.Faults = append(out.Faults, row)
	}
	return out
}

// pointName names a point as printed boards do; one off the board as the record does.
func pointName(p weiqi.Point, height int) string {
	if name := p.GTP(height); p != weiqi.Pass && name != "" {
		return name
	}
	return p.String()
}

// consequenceWords says what follows: all of it, or the results of which the referee gives one.
func consequenceWords(p *i18n.Printer, j rules.Judgement) string {
	list, between := j.Do, p.T("cli.replay.and")
	if len(j.Choices) > 0 {
		list, between = j.Choices, p.T("cli.replay.or")
	}
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = p.T(c.Words())
	}
	return strings.Join(words, between)
}

// offenceText says an offence in a sentence of the chosen language.
func (c *call) offenceText(o record.Offence, height int) string {
	p := c.printer
	return p.T("cli.replay.line", fault.Args{
		"move": o.Number, "side": p.T("cli.side." + o.Colour.String()), "at": pointName(o.At, height), "kind": c.kindWords(o),
		"edition": string(o.Article.Edition), "article": p.T(o.Article.Words()), "consequence": consequenceWords(p, o.Judgement),
	})
}

// kindWords names what is wrong with a move; a repetition with its shape and what it repeats.
func (c *call) kindWords(o record.Offence) string {
	if o.Reason != weiqi.Repetition {
		return c.printer.T("cli.kind." + o.Reason.String())
	}
	key := "cli.kind.repetition"
	if o.Repeats == 0 {
		key = "cli.kind.start"
	}
	return c.printer.T(key, fault.Args{"cycle": c.printer.T("law.cycle." + o.Cycle.Kind.String()), "ply": o.Repeats, "times": o.Times})
}

func (c *call) printReplay(r *record.Replay, height int) {
	out := bufio.NewWriter(c.out)
	defer out.Flush()
	for _, o := range r.Offences {
		fmt.Fprintln(out, c.offenceText(o, height))
	}
	fmt.Fprintln(out, c.printer.T("cli.replay.sum", fault.Args{"moves": r.Moves, "n": len(r.Offences)}))
}
