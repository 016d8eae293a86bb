// Package gtp speaks the Go Text Protocol, version 2 (G. Farnebäck, "Specification of the Go Text
// Protocol, version 2, draft 2", 2002). Front is our own side of it: the rules without a player,
// for controllers that want a referee, a board or a check of another program.
package gtp

import (
	"io"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Options are what a front is made with.
type Options struct {
	Edition rules.Edition
	// Version is what the command version answers.
	Version string
	// Open and Create give loadsgf and printsgf their files; without them these commands fail
	// where they need one.
	Open   func(name string) (io.ReadCloser, error)
	Create func(name string) (io.WriteCloser, error)
}

// Front is one conversation: a game by the rules of an edition. It begins with an empty board of
// 19 lines and the edition's komi (C11). Moves of one side in a row are allowed, as the protocol
// wants it; what the edition voids is an illegal move: occupied points, forbidden points (G5,
// D19), retaking a ko (D18.3, D20.1), and repetitions by its policy (G6, D20).
type Front struct {
	options Options
	policy  rules.Policy
	game    *weiqi.Game
	// komi in quarter-stones, and the number of handicap stones.
	komi, handicap int
	quit           bool
}

// NewFront begins a conversation.
func NewFront(o Options) *Front {
	f := &Front{options: o, policy: o.Edition.Policy(), komi: o.Edition.Data().Komi}
	f.clear(firstSize, firstSize)
	return f
}

const firstSize = 19

// clear begins a game on an empty board; false when there is no such board.
func (f *Front) clear(width, height int) bool {
	b, err := weiqi.NewBoard(width, height)
	if err != nil {
		return false
	}
	f.begin(b, 0)
	return true
}

// begin begins a game at a position, with as many handicap stones.
func (f *Front) begin(b *weiqi.Board, handicap int) {
	first := rules.Black
	if handicap > 0 {
		first = rules.White
	}
	f.game, f.handicap = weiqi.NewGame(b, first, f.policy.Options()), handicap
}

// legal tells whether the edition lets the move stand.
func (f *Front) legal(c rules.Side, p weiqi.Point) bool { return !f.policy.Judge(f.game, c, p).Void }

// answer is what goes back to the controller.
type answer struct {
	text   string
	failed bool
}

func ok(text string) answer { return answer{text: text} }

func fail(words string) answer { return answer{words, true} }

// The words of errors, as the draft has them.
const (
	unknownCommand  = "unknown command"
	syntaxError     = "syntax error"
	badSize         = "unacceptable size"
	illegalMove     = "illegal move"
	cannotUndo      = "cannot undo"
	boardNotEmpty   = "board not empty"
	badStones       = "invalid number of stones"
	badVertices     = "bad vertex list"
	cannotLoad      = "cannot load file"
	cannotSave      = "cannot save file"
	lineTooLong     = "line too long"
	unacceptable    = "unacceptable komi"
	protocolVersion = "2"
	programName     = "Tianyuan"
)

// answer carries a command out.
func (f *Front) answer(c command) answer {
	if c.long {
		return fail(lineTooLong)
	}
	for _, known := range commands {
		if known.name != c.name {
			continue
		}
		if len(c.args) < known.least || len(c.args) > known.most {
			return fail(syntaxError)
		}
		return known.run(f, c)
	}
	return fail(unknownCommand)
}
