package weiqi

import "testing"

func benchPlayout(b *testing.B, size int, superko bool) {
	board, err := NewBoard(size, size)
	if err != nil {
		b.Fatal(err)
	}
	p := NewPlayout(board, superko)
	r := NewRandom(1)
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		moves += p.Run(Black, r)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

func BenchmarkPlayout19(b *testing.B) { benchPlayout(b, 19, false) }
func BenchmarkPlayout9(b *testing.B)  { benchPlayout(b, 9, false) }

func BenchmarkPlayoutSuperko19(b *testing.B) { benchPlayout(b, 19, true) }
func BenchmarkPlayoutSuperko9(b *testing.B)  { benchPlayout(b, 9, true) }
