// Package matching finds a perfect matching of least cost in a complete graph. Costs are vectors
// compared from the first component on; they form an ordered group, so the primal-dual method of
// Edmonds works on them as on numbers, and a lexicographic objective needs no weights.
//
// The method is Edmonds' blossom algorithm in the O(n³) form of Gabow: all free vertices grow
// alternating trees, the duals move until an edge between trees becomes tight.
package matching

import "slices"

// Width is the number of components of a cost.
const Width = 4

// Cost is a vector of costs, compared lexicographically. The sum over all vertices of one
// component has to stay below 2^60.
type Cost [Width]int64

// Less tells whether a comes before b.
func (a *Cost) Less(b *Cost) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// Add returns the sum.
func (a Cost) Add(b Cost) Cost {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func (a Cost) sub(b Cost) Cost {
	for i := range a {
		a[i] -= b[i]
	}
	return a
}

func (a Cost) half() Cost {
	for i := range a {
		a[i] /= 2
	}
	return a
}

func (a *Cost) zero() bool { return *a == Cost{} }

// Perfect returns each vertex's partner in a perfect matching of least total cost. n must be even;
// cost must be symmetric and is asked once for each pair u < v.
func Perfect(n int, cost func(u, v int) Cost) []int {
	if n == 0 {
		return nil
	}
	s := newSolver(n, cost)
	s.greedy()
	for s.stage() {
	}
	mate := make([]int, n)
	for u := 1; u <= n; u++ {
		mate[u-1] = s.match[u] - 1
	}
	return mate
}

// The kinds of nodes while trees grow.
const (
	free  = int8(-1) // in no tree
	outer = int8(0)  // an even distance from a root
	inner = int8(1)  // an odd distance from a root
)

// edge joins two real vertices; from 0 means that there is none.
type edge struct{ from, to int32 }

// solver holds vertices 1 to n and blossoms above n; 0 stands for nothing.
type solver struct {
	n, top  int
	gain    []Cost // gain[u*(n+1)+v] = −2 × cost: the algorithm maximises
	dual    []Cost
	edges   [][]edge // edges[x][y] is the best edge between two nodes
	match   []int    // the vertex that a node is matched with
	slack   []int    // the outer vertex with the tightest edge to a node
	tight   []Cost   // how far that edge is from being tight; not kept up for inner nodes
	outside []int    // the outermost blossom of a node
	parent  []int    // the vertex from which a tree reached a node
	kind    []int8
	seen    []int
	visit   int
	members [][]int
	within  [][]int32 // within[b][v] is the child of b that holds vertex v
	queue   []int
}

func newSolver(n int, cost func(u, v int) Cost) *solver {
	size := n + n/2 + 2
	s := &solver{
		n: n, top: n, gain: make([]Cost, (n+1)*(n+1)), dual: make([]Cost, size), edges: make([][]edge, size),
		match: make([]int, size), slack: make([]int, size), tight: make([]Cost, size), outside: make([]int, size), parent: make([]int, size),
		kind: make([]int8, size), seen: make([]int, size), members: make([][]int, size), within: make([][]int32, size),
	}
	for x := 1; x <= n; x++ {
		s.outside[x] = x
		s.edges[x] = make([]edge, size)
		s.within[x] = make([]int32, n+1)
		s.within[x][x] = int32(x)
	}
	for u := 1; u <= n; u++ {
		for v := u + 1; v <= n; v++ {
			c := cost(u-1, v-1)
			g := Cost{}.sub(c).sub(c)
			s.gain[u*(n+1)+v], s.gain[v*(n+1)+u] = g, g
			s.edges[u][v], s.edges[v][u] = edge{int32(u), int32(v)}, edge{int32(v), int32(u)}
		}
	}
	return s
}

// greedy starts with feasible duals, each vertex its best gain, lowers them vertex by vertex
// until an edge becomes tight, and matches along tight edges: what is left for the trees is few.
// All duals are even, which keeps every later change of the duals whole.
func (s *solver) greedy() {
	for u := 1; u <= s.n; u++ {
		first := true
		for v := 1; v <= s.n; v++ {
			if g := &s.gain[u*(s.n+1)+v]; v != u && (first || s.dual[u].Less(g)) {
				s.dual[u], first = *g, false
			}
		}
	}
	for u := 1; u <= s.n; u++ {
		if s.match[u] != 0 {
			continue
		}
		best, room := 0, Cost{}
		for v := 1; v <= s.n; v++ {
			if v == u || best != 0 && s.looser(u, v, &room) {
				continue
			}
			r := s.room(edge{int32(u), int32(v)})
			if best == 0 || r.Less(&room) || s.match[best] != 0 && s.match[v] == 0 {
				best, room = v, r
			}
		}
		s.dual[u] = s.dual[u].sub(room)
		if s.match[best] == 0 {
			s.match[u], s.match[best] = best, u
		}
	}
}

// room is how far an edge is from being tight.
func (s *solver) room(e edge) Cost {
	a, b, g := &s.dual[e.from], &s.dual[e.to], &s.gain[int(e.from)*(s.n+1)+int(e.to)]
	var r Cost
	for i := range r {
		r[i] = a[i] + b[i] - 2*g[i]
	}
	return r
}

// tighten keeps the edge from an outer vertex to a node when it is the tightest yet.
func (s *solver) tighten(u, x int) {
	if room := s.room(s.edges[u][x]); s.slack[x] == 0 || room.Less(&s.tight[x]) {
		s.slack[x], s.tight[x] = u, room
	}
}

// looser tells that an edge between two vertices is farther from being tight than a room. It
// stops at the first component that differs: nearly every edge that is looked at is such a one.
func (s *solver) looser(u, v int, room *Cost) bool {
	a, b, g := &s.dual[u], &s.dual[v], &s.gain[u*(s.n+1)+v]
	for i := range a {
		if mine := a[i] + b[i] - 2*g[i]; mine != room[i] {
			return mine > room[i]
		}
	}
	return false
}

func (s *solver) resetSlack(x int) {
	s.slack[x] = 0
	for u := 1; u <= s.n; u++ {
		if s.edges[u][x].from != 0 && s.outside[u] != x && s.kind[s.outside[u]] == outer {
			s.tighten(u, x)
		}
	}
}

func (s *solver) enqueue(x int) {
	if x <= s.n {
		s.queue = append(s.queue, x)
		return
	}
	for _, child := range s.members[x] {
		s.enqueue(child)
	}
}

func (s *solver) setOutside(x, b int) {
	s.outside[x] = b
	if x > s.n {
		for _, child := range s.members[x] {
			s.setOutside(child, b)
		}
	}
}

// turn makes the child's distance from the base of its blossom even by walking the other way
// round, and returns it.
func (s *solver) turn(b, child int) int {
	at := slices.Index(s.members[b], child)
	if at%2 == 1 {
		slices.Reverse(s.members[b][1:])
		return len(s.members[b]) - at
	}
	return at
}

// join matches node u with node v along their best edge, and the inside of a blossom with it.
func (s *solver) join(u, v int) {
	e := s.edges[u][v]
	s.match[u] = int(e.to)
	if u <= s.n {
		return
	}
	child := int(s.within[u][e.from])
	at := s.turn(u, child)
	for i := range at {
		s.join(s.members[u][i], s.members[u][i^1])
	}
	s.join(child, v)
	s.members[u] = slices.Concat(s.members[u][at:], s.members[u][:at])
}

// augment flips the path from node u to its root, with v as u's new partner.
func (s *solver) augment(u, v int) {
	for {
		next := s.outside[s.match[u]]
		s.join(u, v)
		if next == 0 {
			return
		}
		up := s.outside[s.parent[next]]
		s.join(next, up)
		u, v = up, next
	}
}

// meeting returns the node where the paths of two outer nodes to their roots meet, 0 for none.
func (s *solver) meeting(u, v int) int {
	s.visit++
	for u != 0 || v != 0 {
		if u != 0 {
			if s.seen[u] == s.visit {
				return u
			}
			s.seen[u] = s.visit
			u = s.outside[s.match[u]]
			if u != 0 {
				u = s.outside[s.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the odd cycle that the edge u–v closes above base.
func (s *solver) shrink(u, base, v int) {
	b := s.n + 1
	for b <= s.top && s.outside[b] != 0 {
		b++
	}
	s.top = max(s.top, b)
	s.dual[b], s.kind[b], s.match[b] = Cost{}, outer, s.match[base]
	s.members[b] = append(s.members[b][:0], base)
	climb := func(x int) {
		for x != base {
			y := s.outside[s.match[x]]
			s.members[b] = append(s.members[b], x, y)
			s.enqueue(y)
			x = s.outside[s.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(s.members[b][1:])
	climb(v)
	s.setOutside(b, b)
	s.gather(b)
	s.resetSlack(b)
}

// gather gives a new blossom the tightest edges of its children.
func (s *solver) gather(b int) {
	if s.edges[b] == nil {
		s.edges[b] = make([]edge, len(s.edges))
		s.within[b] = make([]int32, s.n+1)
	}
	clear(s.edges[b])
	clear(s.within[b])
	for x := 1; x <= s.top; x++ {
		if s.edges[x] != nil {
			s.edges[x][b] = edge{}
		}
	}
	best := make([]Cost, s.top+1)
	for _, child := range s.members[b] {
		for x := 1; x <= s.top; x++ {
			if x == b || s.outside[x] == 0 || s.edges[child][x].from == 0 {
				continue
			}
			room := s.room(s.edges[child][x])
			if s.edges[b][x].from == 0 || room.Less(&best[x]) {
				s.edges[b][x], s.edges[x][b], best[x] = s.edges[child][x], s.edges[x][child], room
			}
		}
		for v, holder := range s.within[child] {
			if holder != 0 {
				s.within[b][v] = int32(child)
			}
		}
	}
}

// expand dissolves an inner blossom whose dual has become 0; its path stays in the tree.
func (s *solver) expand(b int) {
	for _, child := range s.members[b] {
		s.setOutside(child, child)
	}
	entry := int(s.within[b][s.edges[b][s.parent[b]].from])
	at := s.turn(b, entry)
	for i := 0; i < at; i += 2 {
		x, y := s.members[b][i], s.members[b][i+1]
		s.parent[x] = int(s.edges[y][x].from)
		s.kind[x], s.kind[y] = inner, outer
		s.slack[x] = 0
		s.resetSlack(y)
		s.enqueue(y)
	}
	s.kind[entry], s.parent[entry] = inner, s.parent[b]
	for _, child := range s.members[b][at+1:] {
		s.kind[child] = free
		s.resetSlack(child)
	}
	s.outside[b] = 0
}

// follow grows a tree along a tight edge; true when it joined two trees and augmented.
func (s *solver) follow(e edge) bool {
	u, v := s.outside[e.from], s.outside[e.to]
	switch s.kind[v] {
	case free:
		s.parent[v], s.kind[v] = int(e.from), inner
		next := s.outside[s.match[v]]
		s.slack[v], s.slack[next] = 0, 0
		s.kind[next] = outer
		s.enqueue(next)
	case outer:
		base := s.meeting(u, v)
		if base == 0 {
			s.augment(u, v)
			s.augment(v, u)
			return true
		}
		s.shrink(u, base, v)
	}
	return false
}

// stage grows trees from all free nodes until one pair more is matched; false when all are.
func (s *solver) stage() bool {
	s.queue = s.queue[:0]
	for x := 1; x <= s.top; x++ {
		s.kind[x], s.slack[x] = free, 0
	}
	for x := 1; x <= s.top; x++ {
		if s.outside[x] == x && s.match[x] == 0 {
			s.parent[x], s.kind[x] = 0, outer
			s.enqueue(x)
		}
	}
	if len(s.queue) == 0 {
		return false
	}
	for {
		if s.scan() || s.move() {
			return true
		}
	}
}

// scan looks at the edges of all outer vertices that wait.
func (s *solver) scan() bool {
	for at := 0; at < len(s.queue); at++ {
		u := s.queue[at]
		mine := s.outside[u]
		for v := 1; v <= s.n; v++ {
			x := s.outside[v]
			if x == mine || s.kind[x] == inner || s.slack[x] != 0 && s.looser(u, v, &s.tight[x]) {
				continue
			}
			if room := s.room(edge{int32(u), int32(v)}); room.zero() {
				if s.follow(s.edges[u][v]) {
					return true
				}
				mine = s.outside[u]
			} else {
				s.tighten(u, x)
			}
		}
	}
	s.queue = s.queue[:0]
	return false
}

// move changes the duals as far as they may, and follows the edges that become tight.
func (s *solver) move() bool {
	step := s.step()
	twice := step.Add(step)
	for u := 1; u <= s.n; u++ {
		switch s.kind[s.outside[u]] {
		case outer:
			s.dual[u] = s.dual[u].sub(step)
		case inner:
			s.dual[u] = s.dual[u].Add(step)
		}
	}
	for b := s.n + 1; b <= s.top; b++ {
		if s.outside[b] != b {
			continue
		}
		switch s.kind[b] {
		case outer:
			s.dual[b] = s.dual[b].Add(twice)
		case inner:
			s.dual[b] = s.dual[b].sub(twice)
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.outside[x] != x || s.slack[x] == 0 {
			continue
		}
		switch s.kind[x] {
		case free:
			s.tight[x] = s.tight[x].sub(step)
		case outer:
			s.tight[x] = s.tight[x].sub(twice)
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.outside[x] != x || s.slack[x] == 0 || s.kind[x] == inner || s.outside[s.slack[x]] == x {
			continue
		}
		if s.tight[x].zero() && s.follow(s.edges[s.slack[x]][x]) {
			return true
		}
	}
	for b := s.n + 1; b <= s.top; b++ {
		if s.outside[b] == b && s.kind[b] == inner && s.dual[b].zero() {
			s.expand(b)
		}
	}
	return false
}

// step is the largest change of the duals that keeps every edge and blossom feasible.
func (s *solver) step() Cost {
	var best Cost
	found := false
	take := func(c Cost) {
		if !found || c.Less(&best) {
			best, found = c, true
		}
	}
	for b := s.n + 1; b <= s.top; b++ {
		if s.outside[b] == b && s.kind[b] == inner {
			take(s.dual[b].half())
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.outside[x] != x || s.slack[x] == 0 {
			continue
		}
		switch s.kind[x] {
		case free:
			take(s.tight[x])
		case outer:
			take(s.tight[x].half())
		}
	}
	return best
}
