package tests

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"tianyuan/weiqi"
)

// gnugo finds GNU Go, an independent board, or ends the test.
func gnugo(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("GNU Go is missing; Debian has it as gnugo")
	}
	t.Skip("GNU Go is missing; Debian has it as gnugo")
	return ""
}

// TestGNUGo plays random games on our board, some with two moves of a side in a row, puts them to
// GNU Go and compares at every move which moves are legal, the prisoners and the stones: captures,
// forbidden points, ko and whole-game repetition (G3-G6, D19, D20; art. 3-6, 19, 20 of both
// editions).
func TestGNUGo(t *testing.T) {
	t.Parallel()
	path := gnugo(t)
	for _, c := range []struct {
		option string
		mode   weiqi.Mode
		sizes  []int
	}{
		{"--positional-superko", weiqi.Positional, []int{9, 19, 5, 13, 3, 9, 4, 11, 19, 7, 2, 17, 6, 15, 3, 5, 8, 4, 9, 19}},
		{"--simple-ko", weiqi.Simple, []int{9, 13, 5, 19, 3}},
		{"--situational-superko", weiqi.Situational, []int{9, 3, 4, 13, 5, 2, 6, 7, 4, 3}},
	} {
		t.Run(c.mode.String(), func(t *testing.T) {
			random := weiqi.NewRandom(20021201)
			var script []gtpQuestion
			for _, size := range c.sizes {
				script = append(script, randomGame(t, size, c.mode, random)...)
			}
			askGNUGo(t, path, []string{"--mode", "gtp", c.option, "--forbid-suicide"}, script)
		})
	}
}

// gtpQuestion is a command of GTP with the answer that our board gives; where points isn't nil the
// answer is a list of vertices in any order.
type gtpQuestion struct {
	command, want string
	points        []weiqi.Point
	// about says where in which game it is asked.
	about string
	size  int
}

// randomGame returns the questions of one game. GNU Go keeps no more than 500 moves.
func randomGame(t *testing.T, size int, mode weiqi.Mode, random *weiqi.Random) []gtpQuestion {
	t.Helper()
	b, err := weiqi.NewBoard(size, size)
	if err != nil {
		t.Fatal(err)
	}
	g := weiqi.NewGame(b, weiqi.Black, weiqi.Options{Repetition: mode})
	script := []gtpQuestion{{command: fmt.Sprintf("boardsize %d", size)}, {command: "clear_board"}}
	// What a situation is when a side moves twice in a row is for nobody to say: GNU Go takes the
	// side that did move next, we the other than moved last. In the other modes that doesn't matter.
	inTurn := mode == weiqi.Situational
	c := weiqi.Black
	for range min(450, 40*size) {
		add := func(command, want string, points []weiqi.Point) {
			about := fmt.Sprintf("%s, move %d\n%s", mode, g.Ply()+1, g.Board())
			script = append(script, gtpQuestion{command, want, points, about, size})
		}
		legal := legalPoints(g, c)
		add("all_legal "+gtpNames[c], "", legal)
		if !inTurn {
			add("all_legal "+gtpNames[c.Other()], "", legalPoints(g, c.Other()))
		}
		p := weiqi.Pass
		if len(legal) > 0 && random.Below(30) > 0 {
			p = legal[random.Below(len(legal))]
		}
		if v := g.Play(c, p); !v.Legal() {
			t.Fatal(v.Reason)
		}
		add(fmt.Sprintf("play %s %s", gtpNames[c], p.GTP(size)), "", nil)
		for side, name := range gtpNames {
			add("captures "+name, fmt.Sprint(g.Board().Captured(side.Other())), nil)
			if g.Ply()%8 == 0 {
				add("list_stones "+name, "", slices.Concat([]weiqi.Point{}, g.Board().Stones(side)))
			}
		}
		if inTurn || random.Below(20) > 0 {
			c = c.Other()
		}
	}
	return script
}

var gtpNames = map[weiqi.Colour]string{weiqi.Black: "black", weiqi.White: "white"}

// legalPoints is never nil.
func legalPoints(g *weiqi.Game, c weiqi.Colour) []weiqi.Point {
	all := []weiqi.Point{}
	for p := range g.Board().Points() {
		if g.Check(c, p).Legal() {
			all = append(all, p)
		}
	}
	return all
}

// askGNUGo puts all questions to a program that speaks GTP and compares its answers.
func askGNUGo(t *testing.T, path string, args []string, script []gtpQuestion) {
	t.Helper()
	var commands strings.Builder
	for _, q := range script {
		commands.WriteString(q.command + "\n")
	}
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(commands.String() + "quit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(string(out), "\n\n")
	if len(answers) < len(script) {
		t.Fatalf("%d answers to %d questions", len(answers), len(script))
	}
	for i, q := range script {
		text, ok := strings.CutPrefix(answers[i], "=")
		text = strings.TrimSpace(text)
		switch {
		case !ok:
			t.Fatalf("%s, %s: %s", q.about, q.command, answers[i])
		case q.points == nil && text != q.want:
			t.Fatalf("%s, %s: GNU Go says %s, we %s", q.about, q.command, text, q.want)
		case q.points != nil && !slices.Equal(gtpVertices(t, text, q.size), q.points):
			t.Fatalf("%s, %s: GNU Go says\n%v\nwe\n%v", q.about, q.command, gtpVertices(t, text, q.size), q.points)
		}
	}
	t.Logf("%d answers are the same", len(script))
}

// gtpVertices reads a list of vertices, passes left out, and sorts it row by row.
func gtpVertices(t *testing.T, text string, size int) []weiqi.Point {
	t.Helper()
	all := []weiqi.Point{}
	for vertex := range strings.FieldsSeq(text) {
		p, err := weiqi.ParseGTP(vertex, size, size)
		if err != nil {
			t.Fatal(err)
		}
		if p != weiqi.Pass {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	return all
}
