package weiqi

import "testing"

// TestHashIsConfirmed: two positions with the same hash are no repetition. The hash of an earlier
// position is made equal by force, as no two known positions have the same.
func TestHashIsConfirmed(t *testing.T) {
	b, err := NewBoard(9, 9)
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(b, Black, Options{Repetition: Positional})
	g.Play(Black, At(2, 2))
	forged := g.board.hashAfter(White, cell(At(5, 5)))
	g.steps[1].hash = forged
	g.latest[forged] = 1
	if v := g.Check(White, At(5, 5)); v.Reason != Legal {
		t.Errorf("an equal hash alone is taken for %q", v.Reason)
	}

	p := NewPlayout(b, true)
	p.past.begin(&p.board)
	at := cell(At(5, 5))
	p.past.hashes[0] = p.board.hashAfter(Black, at)
	p.past.first[p.past.hashes[0]%buckets] = 1
	if p.past.has(&p.board, Black, at) {
		t.Error("in a playout an equal hash alone is taken for a repetition")
	}
}
