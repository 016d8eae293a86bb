package record

import (
	"cmp"
	"slices"
	"strconv"

	"tianyuan/fault"
	"tianyuan/record/internal/proptext"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// The bounds of CheckBoard, so that no text takes long or much memory: cells looked at, and
// changes kept to be taken back, for each byte of the text and beside it.
const (
	workPerByte  = 64
	spareWork    = 1 << 24
	bytesPerUndo = 3
	spareUndo    = 1 << 16
)

// CheckBoard finds what only the stones on the board tell, in all variations, in the order of the
// text: moves on stones, set-ups that change nothing or come in mid-game, two moves of one side
// running, variations that begin in the wrong place. All of it is doubt: what the rules make of a
// line is Replay's work. It says nothing of other games than Go. It takes time and memory in
// proportion to the text, and says so where it had to stop for that (BoardUnchecked).
func (g *Game) CheckBoard() []Diagnosis {
	if gm, ok := g.Value(Root, "GM"); ok {
		if game, err := strconv.Atoi(string(gm.trimmed())); err == nil && game > 1 {
			return nil
		}
	}
	w := walk{g: g, counts: map[Code]int{}, now: state{flags: onMain}}
	w.board.begin(g.width, g.height)
	before := NoNode
	for n := range g.Nodes() {
		w.step(n, g.Parent(n) == before)
		if w.spent() {
			w.find(w.at(n), BoardUnchecked, nil)
			break
		}
		before = n
	}
	if !w.begun {
		w.handicapMissing()
	}
	return w.findings()
}

// walk goes over a tree in the order of the text with the position of each node.
type walk struct {
	g     *Game
	board position
	now   state
	// open has a fork for each node on the way here that has a variation still to come.
	open stack[fork]

	begun    bool // the main line has a move
	handicap int  // that it names
	black    int  // stones that the root sets up when it sets up none of White's
	list     []Diagnosis
	counts   map[Code]int
}

// state is what a line has come to.
type state struct {
	move  uint16 // the cell of the last node's stone, 0 when it played none
	last  uint8  // the side that moved last, NoSide when a set-up came between
	flags uint8
}

const (
	onMain = 1 << iota
	moved  // there was a move
	both   // there were moves of both sides
	played // in a fork: its main variation begins with a move
)

// fork is the state at a node that has several variations.
type fork struct {
	changes uint32
	state
}

// contents says what a node has.
type contents struct {
	moves, stones bool
	turn          bool // PL
	takesBack     bool // AE on the stone of the node before
}

// spent tells that the bounds are reached.
func (w *walk) spent() bool {
	return w.board.work > spareWork+workPerByte*len(w.g.src) || w.board.changes.n > spareUndo+len(w.g.src)/bytesPerUndo
}

// step goes to the next node of the tree, which either follows the last one or is a further
// variation of the innermost fork.
func (w *walk) step(n Node, follows bool) {
	more := w.g.Next(n) != NoNode
	first := follows && more && n != Root
	varies := first || !follows
	asked := false // whether it should begin with a move, as the variation before it does
	if first {
		w.open.push(fork{uint32(w.board.changes.n), w.now})
		w.board.logging = true
	}
	if !follows {
		top := w.open.top()
		w.board.back(int(top.changes))
		w.now = top.state
		asked = w.now.flags&played != 0
		w.now.flags &^= onMain | played
		if !more {
			w.open.pop()
			w.board.logging = w.open.n > 0
		}
	}
	has := w.node(n)
	if first && has.moves {
		w.open.top().flags |= played
	}
	switch {
	case varies && has.takesBack:
		w.find(w.at(n), VariationLevel, nil)
	case asked && !has.moves && !has.stones:
		w.find(w.at(n), VariationNoMove, nil)
	}
}

func (w *walk) is(flag uint8) bool { return w.now.flags&flag != 0 }

// node takes the set-up and the moves of a node.
func (w *walk) node(n Node) contents {
	if side, at, ok := w.g.PlainMove(n); ok {
		w.now.move = 0
		w.move(side, at, w.place(n, w.start(n)+len("B[")))
		return contents{moves: true}
	}
	has := w.look(n)
	w.now.move = 0
	if has.stones {
		w.setUp(n)
	}
	if has.stones || has.turn {
		w.now.last = uint8(rules.NoSide)
	}
	if has.moves {
		w.moves(n)
	}
	return has
}

// look tells what a node has and judges its set-up, before anything is done.
func (w *walk) look(n Node) (has contents) {
	for p := range w.g.Properties(n) {
		switch p.ID {
		case "B", "W":
			has.moves = true
		case "PL":
			has.turn = true
		case "HA":
			if w.is(onMain) {
				w.handicap, _ = strconv.Atoi(string(p.First().trimmed()))
			}
		case "AB", "AW", "AE":
			has.stones = true
			has.takesBack = w.judge(n, p) || has.takesBack
		}
	}
	if has.stones && w.is(onMain) && w.is(moved) {
		w.find(w.at(n), SetupInGame, nil)
	}
	return has
}

// stoneOf returns what a set-up property puts on its points.
func stoneOf(id string) uint8 {
	switch id {
	case "AB":
		return uint8(rules.Black)
	case "AW":
		return uint8(rules.White)
	}
	return uint8(rules.NoSide)
}

// judge looks for values of a set-up that change nothing, in whole or, for stones, in part: who
// empties an area doesn't ask what is in it. It tells whether the last move is taken back.
func (w *walk) judge(n Node, p Property) (takesBack bool) {
	stone := stoneOf(p.ID)
	for at, area := range w.areas(n, p) {
		same, all := 0, 0
		for cell := range area.cells() {
			w.board.work++
			all++
			if w.board.stone[cell] == stone {
				same++
			}
			takesBack = takesBack || p.ID == "AE" && cell == w.now.move && w.board.stone[cell] != stone
		}
		if same > 0 && (same == all || stone != uint8(rules.NoSide)) {
			w.findValue(at, SetupNoEffect, p.ID, area)
		}
	}
	return takesBack
}

// setUp puts the stones of a node on the board: Black's, White's, then what is emptied.
func (w *walk) setUp(n Node) {
	for _, id := range []string{"AB", "AW", "AE"} {
		for p := range w.g.Properties(n) {
			if p.ID != id {
				continue
			}
			for _, area := range w.areas(n, p) {
				for cell := range area.cells() {
					w.board.work++
					w.board.put(cell, stoneOf(id))
				}
			}
		}
	}
	if n == Root {
		w.countRoot()
	}
}

// countRoot counts Black's stones on a board without White's.
func (w *walk) countRoot() {
	for _, stone := range w.board.stone {
		switch stone {
		case uint8(rules.White):
			w.black = 0
			return
		case uint8(rules.Black):
			w.black++
		}
	}
}

func (w *walk) moves(n Node) {
	for p := range w.g.Properties(n) {
		if p.ID != "B" && p.ID != "W" {
			continue
		}
		if at, ok := ParseMove(p.First().raw, w.g.width, w.g.height); ok {
			w.move(side(p.ID[0]), at, w.place(n, p.from+1))
		}
	}
}

func (w *walk) move(side rules.Side, at weiqi.Point, place int) {
	if w.is(onMain) && !w.begun {
		w.begun = true
		if side == rules.White {
			w.handicapMissing()
		}
	}
	last := rules.Side(w.now.last)
	if last == side && (w.is(both) || side == rules.White) {
		w.findValue(place, SameColour, side.String(), area{at, at})
	}
	if last == side.Other() {
		w.now.flags |= both
	}
	w.now.last = uint8(side)
	w.now.flags |= moved
	if at == weiqi.Pass || !On(at, w.g.width, w.g.height) {
		return
	}
	cell := cellAt(at)
	if w.board.stone[cell] != 0 {
		w.findValue(place, MoveOccupied, side.String(), area{at, at})
		return
	}
	w.board.play(side, cell)
	w.now.move = cell
}

// handicapMissing notes stones for Black alone, with White to move, that HA doesn't speak of.
func (w *walk) handicapMissing() {
	if w.black >= 2 && w.handicap < 2 {
		w.find(w.at(Root), HandicapStones, fault.Args{"n": w.handicap, "as": w.black})
	}
}

// at returns the place of a node in the text, place that of something in it. Nodes that were
// made or changed since have none.
func (w *walk) at(n Node) int { return w.place(n, w.start(n)) }

func (w *walk) start(n Node) int { return int(w.g.link(n).at &^ addedText) }

func (w *walk) place(n Node, at int) int {
	if w.g.link(n).at&addedText != 0 {
		return 0
	}
	return at
}

func (w *walk) find(at int, code Code, args fault.Args) {
	if w.room(code) {
		w.list = append(w.list, Diagnose(int64(at), code, args))
	}
}

// findValue is find for one value of a property; its words are made only when they are listed.
func (w *walk) findValue(at int, code Code, id string, value area) {
	if w.room(code) {
		w.list = append(w.list, Diagnose(int64(at), code, fault.Args{"id": id, "value": value.String()}))
	}
}

// room counts a finding and tells whether it is still to be listed.
func (w *walk) room(code Code) bool {
	w.counts[code]++
	return w.counts[code] <= MaxFindings
}

func (w *walk) findings() []Diagnosis {
	for code, n := range w.counts {
		if n > MaxFindings {
			w.list = append(w.list, Diagnose(int64(len(w.g.src)), More, fault.Args{"code": string(code), "n": n - MaxFindings}))
		}
	}
	SortDiagnoses(w.list)
	Locate(w.list, w.g.src, w.g.Offset, w.g.wide)
	return w.list
}

// SortDiagnoses puts findings into the order of the file.
func SortDiagnoses(list []Diagnosis) {
	slices.SortStableFunc(list, func(a, b Diagnosis) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code))
	})
}

// Locate turns places in a game's text into places in its file, where the text starts at that
// offset; wide is the file's own encoding when the text is a translation of it. The list is in
// order.
func Locate(list []Diagnosis, text []byte, start int64, wide *Encoding) {
	if wide == nil {
		for i := range list {
			list[i].Offset += start
		}
		return
	}
	done := 0
	for i := range list {
		at := int(list[i].Offset)
		start += wide.Length(text[done:at])
		done, list[i].Offset = at, start
	}
}

// area is what one value of a list of points covers, cut to the board.
type area struct{ a, b weiqi.Point }

// areas runs through the values of a list of points with their places.
func (w *walk) areas(n Node, p Property) func(yield func(int, area) bool) {
	return func(yield func(int, area) bool) {
		for i := p.from; i >= 0 && !w.spent(); {
			end, next := p.s.Value(i+1, proptext.Point)
			a, b, ok := ParseRectangle(p.s.Src[i+1 : end])
			if ok && On(a, w.g.width, w.g.height) {
				b = weiqi.At(min(b.X(), w.g.width-1), min(b.Y(), w.g.height-1))
				if !yield(w.place(n, i+1), area{a, b}) {
					return
				}
			}
			i = p.s.Behind(next)
		}
	}
}

// cells runs through the cells row by row.
func (r area) cells() func(yield func(uint16) bool) {
	return func(yield func(uint16) bool) {
		for y := r.a.Y(); y <= r.b.Y(); y++ {
			for x := r.a.X(); x <= r.b.X(); x++ {
				if !yield(cellAt(weiqi.At(x, y))) {
					return
				}
			}
		}
	}
}

// String shows the area as SGF writes it.
func (r area) String() string {
	if r.a == r.b {
		return r.a.SGF()
	}
	return r.a.SGF() + ":" + r.b.SGF()
}
