package gtp

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
)

// maxFile bounds the file that loadsgf reads, in bytes.
const maxFile = 16 << 20

// loadSGF takes size, komi and position from the main line of the first game of a file, up to the
// move before the number given. A move that the rules void counts as a pass; one of a side that
// isn't to move stands, as it does in play.
func (f *Front) loadSGF(c command) answer {
	name, before := c.rest, 0
	if last := c.args[len(c.args)-1]; len(c.args) > 1 && number(last) {
		n, err := strconv.Atoi(last)
		if err != nil || n < 1 {
			return fail(syntaxError)
		}
		name, before = strings.Trim(strings.TrimSuffix(c.rest, last), " "), n
	}
	game, err := f.open(name)
	if err != nil {
		return fail(cannotLoad)
	}
	replay, err := game.Replay(record.ReplayOptions{Policy: f.policy, AnyTurn: true, Before: before})
	if err != nil {
		return fail(cannotLoad)
	}
	f.game, f.handicap = replay.Game, replay.Handicap
	if komi := game.Info().Komi; komi.Known {
		f.komi = komi.Quarters
	}
	return ok("")
}

func (f *Front) open(name string) (*record.Game, error) {
	if f.options.Open == nil {
		return nil, fs.ErrNotExist
	}
	file, err := f.options.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fs.ErrInvalid
	}
	return sgf.NewBytes(data, record.Options{}).Next()
}

// printSGF writes the game as it was played here into a file, or answers with it.
func (f *Front) printSGF(c command) answer {
	var text bytes.Buffer
	if err := sgf.WriteNormal(&text, f.record()); err != nil {
		return fail(cannotSave)
	}
	if c.rest == "" {
		return ok(text.String())
	}
	if f.options.Create == nil {
		return fail(cannotSave)
	}
	file, err := f.options.Create(c.rest)
	if err != nil {
		return fail(cannotSave)
	}
	_, err = file.Write(text.Bytes())
	if errors.Join(err, file.Close()) != nil {
		return fail(cannotSave)
	}
	return ok("")
}

func (f *Front) record() *record.Game {
	start := f.game.Position(0)
	g := record.New(start.Width(), start.Height())
	g.SetText(record.Root, "AP", programName+":"+f.options.Version)
	g.SetText(record.Root, "KM", pointText(f.komi))
	g.SetText(record.Root, "RU", "Chinese")
	if f.handicap > 0 {
		g.SetText(record.Root, "HA", strconv.Itoa(f.handicap))
	}
	black, white := start.Stones(rules.Black), start.Stones(rules.White)
	g.SetPoints(record.Root, "AB", black)
	g.SetPoints(record.Root, "AW", white)
	node := record.Root
	for ply := 1; ply <= f.game.Ply(); ply++ {
		m := f.game.Move(ply)
		node = g.Play(node, m.Colour, m.Point)
	}
	if f.handicap == 0 && len(black)+len(white) > 0 {
		g.SetText(record.Root, "PL", f.first().String())
	}
	return g
}

// first is the side that moved first, or is to move.
func (f *Front) first() rules.Side {
	if f.game.Ply() > 0 {
		return f.game.Move(1).Colour
	}
	return f.game.ToMove()
}
