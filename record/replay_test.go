package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tianyuan/fault"
	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

func gameOf(t *testing.T, text string) *record.Game {
	t.Helper()
	game, err := sgf.NewBytes([]byte(text), record.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return game
}

func replayOf(t *testing.T, text string, o record.ReplayOptions) *record.Replay {
	t.Helper()
	if o.Policy.Edition == "" {
		o.Policy = rules.Edition2002.Policy()
	}
	r, err := gameOf(t, text).Replay(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// offences writes them short: "3 B suicide".
func offences(r *record.Replay) string {
	var list []string
	for _, o := range r.Offences {
		list = append(list, fmt.Sprintf("%d %s %s", o.Number, o.Colour, o.Reason))
	}
	return strings.Join(list, ", ")
}

// TestReplayTurns: who is to move. Black begins on an empty board (G2.3), White after handicap
// stones (options no. 14); moves may be set out of turn only to place them. A void move counts as
// a pass (D18.3, D19), one out of turn as nothing (D17.2).
func TestReplayTurns(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"in turn", "(;SZ[9];B[cc];W[gg];B[cg])", ""},
		{"White begins", "(;SZ[9];W[cc];B[gg];W[cg])", "1 W wrongColour"},
		{"White begins because PL says so", "(;SZ[9]PL[W];W[cc];B[gg];W[cg])", ""},
		{"Black begins although PL says White", "(;SZ[9]PL[W];B[cc];W[gg])", "1 B wrongColour"},
		{"PL in a later node", "(;SZ[9];B[cc];PL[B];B[gg];W[cg])", ""},
		{"two moves in a row", "(;SZ[9];B[cc];B[gg];W[cg];B[gc])", "2 B wrongColour"},
		{"a pass out of turn", "(;SZ[9];B[cc];B[];W[cg])", "2 B wrongColour"},
		{"passes", "(;SZ[9];B[cc];W[];B[tt];W[gg])", ""},
		{"handicap as set-up", "(;SZ[9]HA[2]AB[cc][gg];W[cg];B[gc])", ""},
		{"handicap in a second node", "(;SZ[9]HA[2];AB[cc][gg];W[cg];B[gc])", ""},
		{"Black begins after handicap", "(;SZ[9]HA[2]AB[cc][gg];B[cg];W[gc])", "1 B wrongColour"},
		{"handicap by moves", "(;SZ[9]HA[3];B[cc];B[gg];B[cg];W[gc];B[ee])", ""},
		{"handicap by moves, one too many", "(;SZ[9]HA[2];B[cc];B[gg];B[cg];W[gc];B[ee])", "3 B wrongColour"},
		{"handicap named, stones left out", "(;SZ[9]HA[2];W[cc];B[gg])", ""},
		{"handicap named, even game", "(;SZ[9]HA[2];B[cc];W[gg];B[cg])", ""},
		{"handicap moves end with White's", "(;SZ[9]HA[3];B[cc];B[gg];W[cg];B[gc];B[ee])", "5 B wrongColour"},
		{"a problem: whoever moves", "(;SZ[9]AB[cc]AW[gg];W[cg];B[gc])", ""},
		{"stones of Black alone, no handicap named", "(;SZ[9]AB[cc];B[cg];W[gc])", ""},
		{"a set-up in mid-game", "(;SZ[9];B[cc];W[gg];AB[aa];W[cg];B[gc];W[ee])", ""},
		{"a set-up with PL", "(;SZ[9];B[cc];W[gg];AB[aa]PL[B];W[cg];B[gc])", "3 W wrongColour"},
		{"an occupied point", "(;SZ[9];B[cc];W[cc];B[gg];W[cg])", "2 W occupied"},
		{"an occupied point out of turn", "(;SZ[9];B[cc];B[cc];W[gg])", "2 B occupied"},
		{"off the board", "(;SZ[9];B[cc];W[jj];B[gg])", "2 W offBoard"},
		{"off a rectangle", "(;SZ[9:5];B[hb];W[bh];B[ib])", "2 W offBoard"},
		{"tt on a large board", "(;SZ[21];B[cc];W[tt];B[tt])", "3 B occupied"},
		{"the stone of a void move doesn't stand", "(;SZ[9];B[ba];W[gg];B[ab];W[aa];B[gc];W[aa];B[cg];W[];B[aa])", "4 W suicide, 6 W suicide"},
	} {
		if got := offences(replayOf(t, c.text, record.ReplayOptions{})); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestReplayAnyTurn: without turns everything that the board allows stands.
func TestReplayAnyTurn(t *testing.T) {
	r := replayOf(t, "(;SZ[9];W[cc];W[gg];B[cg];B[cg])", record.ReplayOptions{AnyTurn: true})
	if got := offences(r); got != "4 B occupied" || r.Moves != 4 {
		t.Errorf("%q, %d moves", got, r.Moves)
	}
	if b := r.Game.Board(); b.At(weiqi.At(2, 2)) != rules.White || b.At(weiqi.At(6, 6)) != rules.White || b.At(weiqi.At(2, 6)) != rules.Black {
		t.Errorf("the board is\n%s", b)
	}
}

// ko is a record in which White takes a ko on move 1.
const ko = "(;SZ[5]AB[bb][ac][cc][bd]AW[cb][dc][cd]PL[W];W[bc]"

// TestReplayKo: D18.3, D20.1: the retaken ko is void and counts as a pass, which lifts the ko; the
// other side may fill it. Retaking it later repeats nothing once both have played elsewhere.
func TestReplayKo(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{";B[cc])", "2 B ko"},
		{";B[cc];W[cc];B[ee])", "2 B ko"},
		{";B[ee];W[ea];B[cc])", ""},
		{";B[ee];W[ea];B[cc];W[bc])", "5 W ko"},
		{";B[];W[];B[cc])", "4 B repetition"},
	} {
		if got := offences(replayOf(t, ko+c.moves, record.ReplayOptions{})); got != c.want {
			t.Errorf("%s: %q, want %q", c.moves, got, c.want)
		}
	}
	o := replayOf(t, ko+";B[];W[];B[cc])", record.ReplayOptions{}).Offences[0]
	if o.Repeats != 0 || o.Times != 2 || o.Article.String() != "2002 art. 18.3" {
		t.Errorf("the ko retaken after passes: %+v", o)
	}
}

// tripleKo begins at a triple ko; Black and White take in turn.
const tripleKo = "(;SZ[7:6]AW[aa:ga][ca][cb][ab][eb][gb][dc][fc][ae:ge]AB[bb][ac][cc][ec][gc][ad:gd]PL[B]"

// TestReplayCycle: D20.3: in 2002 each repeating move is void; in 1988 the moves stand and each is
// told with the number of times that its position has stood (options no. 2).
func TestReplayCycle(t *testing.T) {
	round := ";B[db];W[bc];B[fb];W[dc];B[bb];W[fc]"
	old := replayOf(t, tripleKo+round+round+round[:24]+")", record.ReplayOptions{Policy: rules.Edition1988.Policy()})
	if len(old.Offences) != 11 {
		t.Fatalf("1988: %s", offences(old))
	}
	for i, o := range old.Offences {
		if o.Void || o.Number != 6+i || o.Repeats != i || o.Times != 2+i/6 || o.Cycle.Kind != weiqi.TripleKo {
			t.Errorf("1988: move %d: void %t, repeats %d, %d times, %s", o.Number, o.Void, o.Repeats, o.Times, o.Cycle.Kind)
		}
	}
	now := replayOf(t, tripleKo+round+")", record.ReplayOptions{})
	if got := offences(now); got != "6 W repetition" || !now.Offences[0].Void || now.Turn != rules.Black {
		t.Errorf("2002: %s", got)
	}
	if b := now.Game.Board(); b.At(weiqi.At(5, 2)) != rules.NoSide {
		t.Errorf("the void stone stands:\n%s", b)
	}
}

// TestReplaySetUp: positions before a set-up in mid-game don't count for repetition, and numbers
// go on.
func TestReplaySetUp(t *testing.T) {
	r := replayOf(t, ko+";AE[ea];B[cc];W[bc])", record.ReplayOptions{})
	if got := offences(r); got != "3 W ko" || r.Moves != 3 {
		t.Errorf("%q, %d moves", got, r.Moves)
	}
}

// TestReplayBefore: the replay ends before a move; beyond the end it is whole.
func TestReplayBefore(t *testing.T) {
	const text = "(;SZ[9];B[aa];W[bb];B[cc];W[dd];AB[ii])"
	for before, moves := range map[int]int{0: 4, 1: 0, 3: 2, 4: 3, 5: 4, 99: 4} {
		if got := replayOf(t, text, record.ReplayOptions{Before: before}).Moves; got != moves {
			t.Errorf("before move %d: %d moves, want %d", before, got, moves)
		}
	}
}

// TestReplayHandicap: a number of stones that fits the board; 1 and nonsense are an even game.
func TestReplayHandicap(t *testing.T) {
	for text, want := range map[string]int{"(;HA[4])": 4, "(;HA[1])": 0, "(;HA[0])": 0, "(;HA[-3])": 0, "(;HA[900])": 0, "(;HA[x])": 0, "(;SZ[3]HA[9])": 0} {
		if got := replayOf(t, text, record.ReplayOptions{}).Handicap; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestReplayRefused: boards beyond 2 to 25 lines, and lines that no game has.
func TestReplayRefused(t *testing.T) {
	for text, key := range map[string]string{
		"(;SZ[52];B[aa])":    "fault.weiqi.size",
		"(;SZ[1];B[aa])":     "fault.weiqi.size",
		"(;SZ[19:26];B[aa])": "fault.weiqi.size",
		"(;SZ[9]" + strings.Repeat(";B[];W[]", record.MaxReplay/2) + ";B[])": "fault.record.replay",
	} {
		_, err := gameOf(t, text).Replay(record.ReplayOptions{Policy: rules.Edition2002.Policy()})
		if fault.KeyOf(err) != key {
			t.Errorf("%.20s: %v, want %s", text, err, key)
		}
	}
}

// FuzzReplay: any file that can be read can be played over, with every move once in it.
func FuzzReplay(f *testing.F) {
	for _, seed := range []string{ko + ";B[cc])", tripleKo + ";B[db])", "(;SZ[3:2]HA[2];B[aa];B[bb];AE[aa:cb];W[];W[zz])", "(;AB[aa:ss];W[aa];B[bb])"} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, old bool) {
		game, err := sgf.NewBytes(data, record.Options{}).Next()
		if err != nil {
			return
		}
		policy := rules.Edition2002.Policy()
		if old {
			policy = rules.Edition1988.Policy()
		}
		r, err := game.Replay(record.ReplayOptions{Policy: policy})
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatal(err)
			}
			return
		}
		last := 0
		for _, o := range r.Offences {
			if o.Number <= last || o.Number > r.Moves || o.Article.String() == "" || len(o.Do) == 0 {
				t.Fatalf("%+v after move %d of %d", o, last, r.Moves)
			}
			last = o.Number
		}
		if r.Game.Ply() > r.Moves {
			t.Fatalf("%d moves became %d", r.Moves, r.Game.Ply())
		}
	})
}
