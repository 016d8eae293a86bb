package weiqi

import "testing"

// benchPlayout plays uniform random games from the empty board.
func benchPlayout(b *testing.B, size int, superko bool) {
	board, err := NewBoard(size, size)
	if err != nil {
		b.Fatal(err)
	}
	p, random, moves := NewPlayout(board, superko), NewRandom(1), 0
	b.ReportAllocs()
	for b.Loop() {
		moves += p.Run(Black, random)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

func BenchmarkPlayout19(b *testing.B)        { benchPlayout(b, 19, false) }
func BenchmarkPlayout13(b *testing.B)        { benchPlayout(b, 13, false) }
func BenchmarkPlayout9(b *testing.B)         { benchPlayout(b, 9, false) }
func BenchmarkPlayoutSuperko19(b *testing.B) { benchPlayout(b, 19, true) }
func BenchmarkPlayoutSuperko13(b *testing.B) { benchPlayout(b, 13, true) }
func BenchmarkPlayoutSuperko9(b *testing.B)  { benchPlayout(b, 9, true) }

// late is a 19×19 position near the end of a random game that keeps its eyes.
func late(b *testing.B) *Board {
	board, err := NewBoard(19, 19)
	if err != nil {
		b.Fatal(err)
	}
	p := NewPlayout(board, true)
	p.Run(Black, NewRandom(2))
	return p.Board()
}

func BenchmarkLife(b *testing.B) {
	board := late(b)
	var life Life
	b.ReportAllocs()
	for b.Loop() {
		life.Find(board)
	}
}

func BenchmarkSuggest200(b *testing.B) {
	board := late(b)
	// The last moves are taken back by opening a part of the board again.
	var stones []Stone
	for y := range 6 {
		for x := range 6 {
			stones = append(stones, Stone{At(12+x, y), Empty})
		}
	}
	board.SetUp(stones...)
	random := NewRandom(1)
	for b.Loop() {
		Suggest(board, 200, random)
	}
}

// BenchmarkGame replays a game of random moves with exact superko, undo not counted.
func BenchmarkGame(b *testing.B) {
	start, err := NewBoard(19, 19)
	if err != nil {
		b.Fatal(err)
	}
	record := NewGame(start, Black, Options{Repetition: Positional})
	random, c := NewRandom(1), Black
	for record.Ply() < 250 {
		if record.Play(c, At(random.Below(19), random.Below(19))).Legal() {
			c = c.Other()
		}
	}
	moves := 0
	for b.Loop() {
		g := NewGame(start, Black, Options{Repetition: Positional})
		for ply := 1; ply <= record.Ply(); ply++ {
			g.Play(record.Move(ply).Colour, record.Move(ply).Point)
		}
		moves += g.Ply()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}
