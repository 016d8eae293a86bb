package standing_test

import (
	"testing"

	"tianyuan/standing"
)

// TestCourse: what each round gives adds up to the points, with annulled games left out and games that
// a withdrawal decided in (2002 art. 28.2, 1988 art. 29.2).
func TestCourse(t *testing.T) {
	for after := range 5 {
		in := w1(t, false)
		in.Withdrawals = []standing.Withdrawal{{No: 6, After: after}}
		table, err := standing.Rank(in)
		if err != nil {
			t.Fatal(err)
		}
		course, err := standing.Course(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table.Rows {
			var sum standing.Rat
			for _, part := range course[row.No] {
				sum = sum.Add(part.Value)
				if row.Status == standing.Annulled || after < 3 && part.Opponent == 6 {
					t.Errorf("left after %d: no. %d has %+v", after, row.No, part)
				}
			}
			if sum.Cmp(row.Points) != 0 {
				t.Errorf("left after %d: no. %d's rounds give %s, his points are %s", after, row.No, sum, row.Points)
			}
		}
	}
}
