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
	ids := make([]int, 0, len(entrants))
	if how == ByLot {
		for _, d := range DrawByLot(entrants, seed) {
			ids = append(ids, d.ID)
		}
		return ids
	}
	order := slices.SortedFunc(slices.Values(entrants), func(a, b Entrant) int { return a.ID - b.ID })
	if how == ByRating {
		lots := lotsOf(order, seed)
		slices.SortFunc(order, func(a, b Entrant) int {
			return cmp.Or(cmp.Compare(b.Rating, a.Rating), byLot(lots, a, b))
		})
	}
	for _, e := range order {
		ids = append(ids, e.ID)
	}
	return ids
}

// Drawn is an entrant of a draw by lot with the steps that lead to his number.
type Drawn struct {
	Entrant
	Lot [sha256.Size]byte
	// Rank is the place of his lot among all lots, the smallest is 1.
	Rank int
	// Half is 0 for the upper and 1 for the lower half; Place is his place there by lot, from 1.
	Half, Place int
	// Room is how many both halves still took before he was dealt; Dealt counts the dealing from 1.
	Room  [2]int
	Dealt int
	// UnitSize is how many of his unit are in the draw, UnitTurn which of them he is by lot, from 1.
	UnitSize, UnitTurn int
}

// DrawByLot is the draw by lot with its steps, in the order of the new numbers: members of one unit
// are spread over the upper and the lower half (docs/draw.md).
func DrawByLot(entrants []Entrant, seed string) []Drawn {
	order := slices.Clone(entrants)
	lots := lotsOf(order, seed)
	slices.SortFunc(order, func(a, b Entrant) int { return byLot(lots, a, b) })
	return spread(order, lots)
}

func lotsOf(entrants []Entrant, seed string) map[int][sha256.Size]byte {
	lots := make(map[int][sha256.Size]byte, len(entrants))
	for _, e := range entrants {
		lots[e.ID] = Lot(seed, e.ID)
	}
	return lots
}

func byLot(lots map[int][sha256.Size]byte, a, b Entrant) int {
	x, y := lots[a.ID], lots[b.ID]
	return bytes.Compare(x[:], y[:])
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
func spread(order []Entrant, lots map[int][sha256.Size]byte) []Drawn {
	at := make(map[int]int, len(order)) // id → place in order
	drawn := make([]Drawn, len(order))
	for i, e := range order {
		at[e.ID] = i
		drawn[i] = Drawn{Entrant: e, Lot: lots[e.ID], Rank: i + 1}
	}
	room := [2]int{(len(order) + 1) / 2, len(order) / 2}
	dealt := 0
	for _, unit := range units(order) {
		side := 0
		if room[1] > room[0] {
			side = 1
		}
		for turn, e := range unit {
			if room[side] == 0 {
				side = 1 - side
			}
			dealt++
			d := &drawn[at[e.ID]]
			d.Half, d.Room, d.Dealt, d.UnitSize, d.UnitTurn = side, room, dealt, len(unit), turn+1
			room[side]--
			side = 1 - side
		}
	}
	slices.SortStableFunc(drawn, func(a, b Drawn) int { return a.Half - b.Half })
	upper := (len(order) + 1) / 2
	for i := range drawn {
		drawn[i].Place = i + 1 - drawn[i].Half*upper
	}
	return drawn
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
