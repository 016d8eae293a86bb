package matching_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/pairing/matching"
)

// best tries every perfect matching: the smallest vertex left meets each other one in turn.
func best(left []int, cost func(u, v int) matching.Cost) matching.Cost {
	if len(left) == 0 {
		return matching.Cost{}
	}
	var least matching.Cost
	for i := 1; i < len(left); i++ {
		rest := append(append([]int{}, left[1:i]...), left[i+1:]...)
		c := best(rest, cost).Add(cost(left[0], left[i]))
		if i == 1 || c.Less(&least) {
			least = c
		}
	}
	return least
}

func total(t interface{ Fatalf(string, ...any) }, mate []int, cost func(u, v int) matching.Cost) matching.Cost {
	var sum matching.Cost
	for u, v := range mate {
		if v < 0 || v >= len(mate) || v == u || mate[v] != u {
			t.Fatalf("%v is no perfect matching", mate)
		}
		if u < v {
			sum = sum.Add(cost(u, v))
		}
	}
	return sum
}

// TestPerfect: the cost equals that of the best of all perfect matchings.
func TestPerfect(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := 2 * rapid.IntRange(1, 5).Draw(rt, "pairs")
		spread := rapid.Int64Range(1, 20).Draw(rt, "spread")
		table := make([]matching.Cost, n*n)
		for u := range n {
			for v := u + 1; v < n; v++ {
				for i := range matching.Width {
					c := rapid.Int64Range(0, spread).Draw(rt, "c")
					table[u*n+v][i], table[v*n+u][i] = c, c
				}
			}
		}
		cost := func(u, v int) matching.Cost { return table[u*n+v] }
		vertices := make([]int, n)
		for i := range vertices {
			vertices[i] = i
		}
		if got, want := total(rt, matching.Perfect(n, cost), cost), best(vertices, cost); got != want {
			rt.Fatalf("cost %v, the best is %v", got, want)
		}
	})
}

func BenchmarkPerfect300(b *testing.B) {
	const n = 300
	r := rand.New(rand.NewPCG(1, 2))
	table := make([]matching.Cost, n*n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			c := matching.Cost{r.Int64N(3) / 2, r.Int64N(4), r.Int64N(20), r.Int64N(1 << 20)}
			table[u*n+v], table[v*n+u] = c, c
		}
	}
	for b.Loop() {
		matching.Perfect(n, func(u, v int) matching.Cost { return table[u*n+v] })
	}
}
