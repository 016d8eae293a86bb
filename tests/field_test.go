package tests

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"tianyuan/tournament"
)

// field describes a generated division: how many players, how many rounds they have played, and
// what makes it hard to pair.
type field struct {
	players, played int
	units           int // how many units the players come from
	draws           int // of 100 games
	forbidden       int // pairs that must not meet
	late            int // players who enter in the last rounds
}

// file plays the rounds by a plain rule, neighbours by points who haven't met, and returns the
// division file. The same field gives the same file.
func (f field) file() tournament.File {
	random := rand.New(rand.NewPCG(uint64(f.players), uint64(f.played)))
	file := tournament.File{Format: tournament.FileFormat, Name: "甲组", Edition: "2002", Method: tournament.Swiss, Rounds: f.played + 3}
	points := make([]int, f.players+1)
	from := make([]int, f.players+1)
	for no := 1; no <= f.players; no++ {
		e := tournament.FileEntry{No: no, Name: "棋手" + strconv.Itoa(no), Unit: "单位" + strconv.Itoa(random.IntN(f.units)), Rank: "3d", Rating: 1000 + random.IntN(1500)}
		if no > f.players-f.late {
			e.From = 1 + random.IntN(f.played+1)
			from[no] = e.From
		}
		file.Entries = append(file.Entries, e)
	}
	met := map[[2]int]bool{}
	for round := 1; round <= f.played; round++ {
		f.play(&file, random, round, points, from, met)
	}
	if f.forbidden > 0 {
		file.Options = f.options(random)
	}
	return file
}

func (f field) options(random *rand.Rand) json.RawMessage {
	pairs := make([][2]int, f.forbidden)
	for i := range pairs {
		a := 1 + random.IntN(f.players-1)
		pairs[i] = [2]int{a, a + 1 + random.IntN(min(f.players-a, 60))}
	}
	data, err := json.Marshal(map[string]any{"forbidden": pairs})
	if err != nil {
		panic(err)
	}
	return data
}

func (f field) play(file *tournament.File, random *rand.Rand, round int, points, from []int, met map[[2]int]bool) {
	order := make([]int, 0, f.players)
	for no := 1; no <= f.players; no++ {
		if from[no] <= round {
			order = append(order, no)
		}
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(a, b int) int { return points[b] - points[a] })
	table := 0
	for len(order) > 1 {
		a, at := order[0], 1
		for k := 1; k < len(order); k++ {
			if !met[[2]int{min(a, order[k]), max(a, order[k])}] {
				at = k
				break
			}
		}
		b := order[at]
		order = slices.Delete(order, at, at+1)[1:]
		met[[2]int{min(a, b), max(a, b)}] = true
		if random.IntN(2) == 0 {
			a, b = b, a
		}
		table++
		file.Results = append(file.Results, tournament.FileResult{Round: round, Table: table, Black: a, White: b, Result: f.result(random, a, b, points)})
	}
	for _, no := range order {
		file.Byes = append(file.Byes, tournament.FileBye{Round: round, No: no})
		points[no] += 2
	}
}

func (f field) result(random *rand.Rand, black, white int, points []int) string {
	switch n := random.IntN(200); {
	case n < 2*f.draws:
		points[black]++
		points[white]++
		return "draw"
	case n%2 == 0:
		points[black] += 2
		return "B+R"
	}
	points[white] += 2
	return "W+" + strconv.Itoa(1+random.IntN(20)) + ".25"
}

// write puts the division file into the test's folder and returns its path.
func (f field) write(tb testing.TB) string {
	data, err := json.Marshal(f.file())
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "division.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}
