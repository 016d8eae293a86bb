package weiqi

import "tianyuan/fault"

// lines returns the first, middle and last line that carry star points on a side of n lines,
// from 0: the third line on boards below 13, else the fourth. There are none below 7; the middle
// is -1 on a side of even length.
func lines(n int) (first, middle, last int, ok bool) {
	if n < 7 {
		return 0, 0, 0, false
	}
	first = 2
	if n >= 13 {
		first = 3
	}
	middle = -1
	if n%2 == 1 {
		middle = n / 2
	}
	return first, middle, n - 1 - first, true
}

// StarPoints lists the points to be marked on a board of this size, row by row: the nine stars 星
// with the centre 天元 on 19×19 (G1.1, art. 1 of both editions). Smaller boards have their corners
// and centre, and the sides' middles from 15 lines on; below 7 lines there is the centre alone.
func StarPoints(width, height int) []Point {
	var all []Point
	fx, mx, lx, okX := lines(width)
	fy, my, ly, okY := lines(height)
	if !okX || !okY {
		if width%2 == 1 && height%2 == 1 && min(width, height) >= 5 {
			all = append(all, At(width/2, height/2))
		}
		return all
	}
	for _, y := range []int{fy, my, ly} {
		for _, x := range []int{fx, mx, lx} {
			middle := x == mx || y == my
			centre := x == mx && y == my
			if x < 0 || y < 0 || middle && !centre && min(width, height) < 15 {
				continue
			}
			all = append(all, At(x, y))
		}
	}
	return all
}

// MaxFixedHandicap returns the largest number of stones that FixedHandicap knows for a board of
// this size: 9, or 4 where a side is even or of 7 lines, 0 below 7 lines.
func MaxFixedHandicap(width, height int) int {
	_, mx, _, okX := lines(width)
	_, my, _, okY := lines(height)
	switch {
	case !okX || !okY:
		return 0
	case mx < 0 || my < 0 || min(width, height) < 9:
		return 4
	}
	return 9
}

// FixedHandicap lists the points of n handicap stones (让子) as the table of GTP version 2 places
// them, 2 to 9 of them. Rectangles follow the same table.
// Fault: invalid "fault.weiqi.fixedHandicap".
func FixedHandicap(width, height, n int) ([]Point, error) {
	most := MaxFixedHandicap(width, height)
	if n < 2 || n > most {
		return nil, fault.New(fault.Invalid, "fault.weiqi.fixedHandicap", fault.Args{"stones": n, "width": width, "height": height, "max": most})
	}
	left, centre, right, _ := lines(width)
	top, middle, bottom, _ := lines(height)
	all := []Point{
		At(left, bottom), At(right, top), At(left, top), At(right, bottom),
		At(left, middle), At(right, middle), At(centre, bottom), At(centre, top),
	}
	if n < 5 || n%2 == 0 {
		return all[:n], nil
	}
	return append(all[:n-1:n-1], At(centre, middle)), nil
}

// PlaceHandicap puts Black's handicap stones (让子) on an empty board, on free points that the
// players chose or on those of FixedHandicap: at least 2, none named twice, and some point left.
// Faults: "fault.weiqi.handicapNotEmpty" (conflict), "fault.weiqi.handicapCount",
// "fault.weiqi.handicapPoint" (invalid); the board is then unchanged.
func (b *Board) PlaceHandicap(points []Point) error {
	if b.empties != b.Size() {
		return fault.New(fault.Conflict, "fault.weiqi.handicapNotEmpty", nil)
	}
	if len(points) < 2 || len(points) >= b.Size() {
		return fault.New(fault.Invalid, "fault.weiqi.handicapCount", fault.Args{"stones": len(points), "max": b.Size() - 1})
	}
	named := map[Point]bool{}
	stones := make([]Stone, len(points))
	for i, p := range points {
		if !b.On(p) || named[p] {
			return fault.New(fault.Invalid, "fault.weiqi.handicapPoint", fault.Args{"at": p.GTP(b.height)})
		}
		named[p] = true
		stones[i] = Stone{p, Black}
	}
	b.SetUp(stones...)
	return nil
}
