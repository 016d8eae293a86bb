package gtp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// entry is a command that the front knows, with how many arguments it takes.
type entry struct {
	name        string
	least, most int
	run         func(*Front, command) answer
}

var commands []entry

func init() {
	const many = math.MaxInt
	commands = []entry{
		{"protocol_version", 0, 0, func(*Front, command) answer { return ok(protocolVersion) }},
		{"name", 0, 0, func(*Front, command) answer { return ok(programName) }},
		{"version", 0, 0, func(f *Front, _ command) answer { return ok(f.options.Version) }},
		{"known_command", 0, 1, knownCommand},
		{"list_commands", 0, 0, listCommands},
		{"quit", 0, 0, func(f *Front, _ command) answer {
			f.quit = true
			return ok("")
		}},
		{"boardsize", 1, 1, (*Front).boardSize},
		{"clear_board", 0, 0, (*Front).clearBoard},
		{"komi", 1, 1, (*Front).setKomi},
		{"fixed_handicap", 1, 1, (*Front).fixedHandicap},
		{"place_free_handicap", 1, 1, (*Front).placeFreeHandicap},
		{"set_free_handicap", 0, many, (*Front).setFreeHandicap},
		{"play", 2, 2, (*Front).play},
		{"undo", 0, 0, (*Front).undo},
		{"is_legal", 2, 2, (*Front).isLegal},
		{"all_legal", 1, 1, (*Front).allLegal},
		{"captures", 1, 1, (*Front).captures},
		{"final_score", 0, 0, (*Front).finalScore},
		{"final_status_list", 1, 1, (*Front).finalStatusList},
		{"showboard", 0, 0, (*Front).showBoard},
		{"loadsgf", 1, many, (*Front).loadSGF},
		{"printsgf", 0, many, (*Front).printSGF},
	}
}

func isKnown(name string) bool {
	return slices.ContainsFunc(commands, func(e entry) bool { return e.name == name })
}

func knownCommand(_ *Front, c command) answer {
	return ok(strconv.FormatBool(isKnown(c.rest)))
}

func listCommands(*Front, command) answer {
	var names []string
	for _, e := range commands {
		names = append(names, e.name)
	}
	return ok(strings.Join(names, "\n"))
}

// boardSize clears the board, too; the protocol leaves open what stands on it.
func (f *Front) boardSize(c command) answer {
	n, err := strconv.Atoi(c.args[0])
	if err != nil && !number(c.args[0]) {
		return fail(syntaxError)
	}
	if err != nil || !f.clear(n, n) {
		return fail(badSize)
	}
	return ok("")
}

// number tells a whole number of any length.
func number(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

func (f *Front) clearBoard(command) answer {
	b := f.game.Board()
	f.clear(b.Width(), b.Height())
	return ok("")
}

// maxKomi in quarter-stones: the largest board.
const maxKomi = weiqi.Quarters * weiqi.MaxSize * weiqi.MaxSize

// setKomi takes points, of which a stone 子 has two. Counting knows nothing finer than half a
// point.
func (f *Front) setKomi(c command) answer {
	quarters, fine, valid := parsePoints(c.args[0])
	switch {
	case !valid:
		return fail(syntaxError)
	case !fine:
		return fail(unacceptable)
	}
	f.komi = quarters
	return ok("")
}

// parsePoints reads a decimal number of points and returns quarter-stones. fine is false for a
// number that isn't a multiple of half a point or is beyond every board.
func parsePoints(text string) (quarters int, fine, valid bool) {
	digits := strings.TrimPrefix(text, "-")
	negative := digits != text
	if !negative {
		digits = strings.TrimPrefix(text, "+")
	}
	whole, part, _ := strings.Cut(digits, ".")
	if whole+part == "" || strings.Trim(whole+part, "0123456789") != "" {
		return 0, false, false
	}
	half, rest := 0, strings.TrimRight(part, "0")
	if rest == "5" {
		half, rest = 1, ""
	}
	n, err := strconv.Atoi("0" + whole)
	if err != nil || rest != "" || n > maxKomi/2 {
		return 0, false, true
	}
	quarters = 2*n + half
	if negative {
		quarters = -quarters
	}
	return quarters, true, true
}

// handicapped puts handicap stones on an empty board and names them.
func (f *Front) handicapped(points []weiqi.Point, bad string) answer {
	b := f.game.Board().Clone()
	if err := b.PlaceHandicap(points); err != nil {
		return fail(bad)
	}
	f.begin(b, len(points))
	return ok(f.vertices(points))
}

// empty tells that no stone stands and no stone was moved, so that handicap may be placed.
func (f *Front) empty() bool {
	b := f.game.Board()
	return f.game.Ply() == 0 && len(b.Stones(rules.NoSide)) == b.Size()
}

func (f *Front) fixedHandicap(c command) answer {
	n, err := strconv.Atoi(c.args[0])
	if err != nil && !number(c.args[0]) {
		return fail(syntaxError)
	}
	b := f.game.Board()
	points, bad := weiqi.FixedHandicap(b.Width(), b.Height(), n)
	switch {
	case err != nil || bad != nil:
		return fail(badStones)
	case !f.empty():
		return fail(boardNotEmpty)
	}
	return f.handicapped(points, badStones)
}

// placeFreeHandicap chooses for Black: the fixed points as far as they reach, and two points of a
// board that has none. The protocol allows fewer stones than were asked for.
func (f *Front) placeFreeHandicap(c command) answer {
	n, err := strconv.Atoi(c.args[0])
	if err != nil && !number(c.args[0]) {
		return fail(syntaxError)
	}
	b := f.game.Board()
	switch {
	case err != nil || n < 2 || n >= b.Size():
		return fail(badStones)
	case !f.empty():
		return fail(boardNotEmpty)
	}
	points, bad := weiqi.FixedHandicap(b.Width(), b.Height(), min(n, weiqi.MaxFixedHandicap(b.Width(), b.Height())))
	if bad != nil {
		x, y := (b.Width()-1)/3, (b.Height()-1)/3
		points = []weiqi.Point{weiqi.At(x, b.Height()-1-y), weiqi.At(b.Width()-1-x, y)}
	}
	return f.handicapped(points, badStones)
}

func (f *Front) setFreeHandicap(c command) answer {
	var points []weiqi.Point
	for _, word := range c.args {
		p, valid := f.vertex(word)
		if !valid {
			return fail(badVertices)
		}
		points = append(points, p)
	}
	if !f.empty() {
		return fail(boardNotEmpty)
	}
	if a := f.handicapped(points, badVertices); a.failed {
		return a
	}
	return ok("")
}

func (f *Front) vertex(word string) (weiqi.Point, bool) {
	b := f.game.Board()
	p, err := weiqi.ParseGTP(word, b.Width(), b.Height())
	return p, err == nil
}

func (f *Front) vertices(points []weiqi.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = p.GTP(f.game.Board().Height())
	}
	return strings.Join(words, " ")
}

// move reads a colour and a vertex.
func (f *Front) move(c command) (rules.Side, weiqi.Point, bool) {
	colour, err := weiqi.ParseColour(c.args[0])
	p, valid := f.vertex(c.args[1])
	return colour, p, err == nil && valid
}

func (f *Front) play(c command) answer {
	colour, p, valid := f.move(c)
	switch {
	case !valid:
		return fail(syntaxError)
	case !f.legal(colour, p):
		return fail(illegalMove)
	}
	f.game.Play(colour, p)
	return ok("")
}

func (f *Front) undo(command) answer {
	if !f.game.Undo() {
		return fail(cannotUndo)
	}
	return ok("")
}

func (f *Front) isLegal(c command) answer {
	colour, p, valid := f.move(c)
	switch {
	case !valid:
		return fail(syntaxError)
	case !f.legal(colour, p):
		return ok("0")
	}
	return ok("1")
}

// allLegal lists points alone; a pass is always legal (G2.5).
func (f *Front) allLegal(c command) answer {
	colour, err := weiqi.ParseColour(c.args[0])
	if err != nil {
		return fail(syntaxError)
	}
	var points []weiqi.Point
	for p := range f.game.Board().Points() {
		if f.legal(colour, p) {
			points = append(points, p)
		}
	}
	return ok(f.vertices(points))
}

// captures counts the stones that the side has taken.
func (f *Front) captures(c command) answer {
	colour, err := weiqi.ParseColour(c.args[0])
	if err != nil {
		return fail(syntaxError)
	}
	return ok(strconv.Itoa(f.game.Board().Captured(colour.Other())))
}

// showBoard draws the board and says what doesn't show on it.
func (f *Front) showBoard(command) answer {
	b := f.game.Board()
	return ok(fmt.Sprintf("\n%scaptured by black: %d, by white: %d; komi %s; %s to move",
		b.Show(), b.Captured(rules.White), b.Captured(rules.Black), pointText(f.komi),
		map[rules.Side]string{rules.Black: "black", rules.White: "white"}[f.game.ToMove()]))
}

// pointText writes quarter-stones in points.
func pointText(quarters int) string {
	sign := ""
	if quarters < 0 {
		sign, quarters = "-", -quarters
	}
	return sign + strconv.Itoa(quarters/2) + [2]string{"", ".5"}[quarters%2]
}
