package pairing

// Table names a way to lay out a round robin (practice 5.1).
type Table string

// The two tables.
const (
	Rotation Table = "rotation" // 逆时针轮转
	Berger   Table = "berger"   // 贝格尔
)

// RoundRobin returns the pairs [left, right] of each round for n players; 0 is the bye of an
// odd number. In every second cycle the sides are exchanged.
func RoundRobin(n, cycles int, table Table) [][][2]int {
	m := n + n%2
	var rounds [][][2]int
	for cycle := range cycles {
		for r := 1; r < m; r++ {
			pairs := rotation(m, r)
			if table == Berger {
				pairs = berger(m, r)
			}
			for i := range pairs {
				for k := range pairs[i] {
					if pairs[i][k] > n {
						pairs[i][k] = 0
					}
				}
				if cycle%2 == 1 {
					pairs[i][0], pairs[i][1] = pairs[i][1], pairs[i][0]
				}
			}
			rounds = append(rounds, pairs)
		}
	}
	return rounds
}

// rotation writes 1 to m in a U, 1 fixed at the upper left, the others moved on by one place
// anticlockwise a round.
func rotation(m, r int) [][2]int {
	at := func(place int) int { // place 1 to m-1 after the fixed one, down the left and up the right
		return (place-1-(r-1)+(m-1)*m)%(m-1) + 2
	}
	pairs := make([][2]int, 0, m/2)
	pairs = append(pairs, [2]int{1, at(m - 1)})
	for i := 1; i < m/2; i++ {
		pairs = append(pairs, [2]int{at(i), at(m - 1 - i)})
	}
	return pairs
}

// berger pairs the last number with one that moves on by half the field, and the others
// symmetrically about that one.
func berger(m, r int) [][2]int {
	wrap := func(x int) int { return (x-1+2*(m-1))%(m-1) + 1 }
	middle := wrap((r + 1) / 2)
	first := [2]int{middle, m}
	if r%2 == 0 {
		middle = wrap(m/2 + r/2)
		first = [2]int{m, middle}
	}
	pairs := [][2]int{first}
	for i := 1; i < m/2; i++ {
		pairs = append(pairs, [2]int{wrap(middle + i), wrap(middle - i)})
	}
	return pairs
}

// Colours gives a pair of a round robin its colours: left has Black, but the fixed player of the
// rotation alternates, Black in odd rounds of a cycle (practice 5.1).
func Colours(n int, table Table, round int, pair [2]int) Pair {
	inCycle := (round-1)%(n+n%2-1) + 1
	if table != Berger && inCycle%2 == 0 && (pair[0] == 1 || pair[1] == 1) {
		return Pair{Black: pair[1], White: pair[0]}
	}
	return Pair{Black: pair[0], White: pair[1]}
}
