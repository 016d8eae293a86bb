package pairing

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
)

// Entrant is somebody who gets a number. ID is his place in the list of entries.
type Entrant struct {
	ID     int
	Rating int64
	Unit   string
}

// The ways to give numbers.
const (
	ByLot    = "lot"
	ByRating = "rating"
	AsGiven  = "given"
)

// Draw returns the entrants' IDs in the order of their new numbers (docs/draw.md, O30: the chief
// referee presides over the draw). By lot, members of one unit are spread over the upper and the
// lower half; by rating the order of strength stands, equal ratings by lot.
func Draw(entrants []Entrant, how, seed string) []int {
	order := slices.SortedFunc(slices.Values(entrants), func(a, b Entrant) int { return a.ID - b.ID })
	if how != AsGiven {
		lots := make(map[int][sha256.Size]byte, len(order))
		for _, e := range order {
			lots[e.ID] = Lot(seed, e.ID)
		}
		slices.SortFunc(order, func(a, b Entrant) int {
			x, y := lots[a.ID], lots[b.ID]
			byLot := bytes.Compare(x[:], y[:])
			if how == ByRating {
				return cmp.Or(cmp.Compare(b.Rating, a.Rating), byLot)
			}
			return byLot
		})
	}
	if how == ByLot {
		order = spread(order)
	}
	ids := make([]int, len(order))
	for i, e := range order {
		ids[i] = e.ID
	}
	return ids
}

// Lot is what the seed gives a number: SHA-256 of the seed without blanks at its ends, a blank,
// and the number in decimal digits.
func Lot(seed string, n int) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.TrimSpace(seed) + " " + strconv.Itoa(n)))
}

// Lots returns an order drawn among tied players by the same lots.
func Lots(numbers []int, seed string) []int {
	return slices.SortedFunc(slices.Values(numbers), func(a, b int) int {
		x, y := Lot(seed, a), Lot(seed, b)
		return bytes.Compare(x[:], y[:])
	})
}

// spread deals the members of each unit in turn to the upper and the lower half. Units with more
// members come first, equal ones by their first lot; a unit begins in the half with more room
// (the upper one when both have as much). Inside a half the order of the lots stays.
func spread(order []Entrant) []Entrant {
	room := [2]int{(len(order) + 1) / 2, len(order) / 2}
	half := make(map[int]int, len(order))
	for _, unit := range units(order) {
		side := 0
		if room[1] > room[0] {
			side = 1
		}
		for _, e := range unit {
			if room[side] == 0 {
				side = 1 - side
			}
			half[e.ID] = side
			room[side]--
			side = 1 - side
		}
	}
	return slices.SortedStableFunc(slices.Values(order), func(a, b Entrant) int { return half[a.ID] - half[b.ID] })
}

// units groups the entrants by unit in lot order, the largest first; those without a unit are
// each a unit of their own.
func units(order []Entrant) [][]Entrant {
	var all [][]Entrant
	place := map[string]int{}
	for _, e := range order {
		i, known := place[e.Unit]
		if !known || e.Unit == "" {
			i = len(all)
			place[e.Unit] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], e)
	}
	slices.SortStableFunc(all, func(a, b []Entrant) int { return len(b) - len(a) })
	return all
}
