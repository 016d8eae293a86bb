package tournament

import (
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Claim is what a player entered from the slip of his table. It counts for nothing until an
// official takes it.
type Claim struct {
	Outcome rules.Outcome
	// Device names the phone that sent it; it says nothing of its owner.
	Device string
	At     time.Time
	// Black is the number of who had Black, as far as the player was asked; 0 where the colours stood.
	Black int
	// Count is how often this side has claimed something.
	Count int
}

// Claims are both sides' claims of a table; zero Claims have no outcome.
type Claims struct{ Black, White Claim }

// Accord is how the claims of a table stand to each other.
type Accord string

// The accords.
const (
	NoClaim  Accord = "none"
	OneClaim Accord = "one"
	Agreed   Accord = "agree"
	OnePhone Accord = "onePhone" // both say the same, from one phone
	Differ   Accord = "differ"
)

// Accord compares both claims. "Black won" and "Black won by resignation" agree.
func (c Claims) Accord() Accord {
	b, w := c.Black.Outcome, c.White.Outcome
	switch {
	case b.IsZero() && w.IsZero():
		return NoClaim
	case b.IsZero() || w.IsZero():
		return OneClaim
	case b != w && !lessDetailed(b, w) && !lessDetailed(w, b), c.Black.Black != c.White.Black:
		return Differ
	case c.Black.Device == c.White.Device:
		return OnePhone
	}
	return Agreed
}

// Outcome is what agreeing claims say, with the detail that only one of them gave.
func (c Claims) Outcome() rules.Outcome {
	if lessDetailed(c.Black.Outcome, c.White.Outcome) {
		return c.White.Outcome
	}
	return c.Black.Outcome
}

// By returns claims of a pair by the colours that each player says, for showing: while the colours are
// open, what is kept is by the places of the list.
func (c Claims) By(p Pair) Claims {
	for _, claim := range []*Claim{&c.Black, &c.White} {
		if claim.Black == p.White {
			claim.Outcome = claim.Outcome.Turned()
		}
	}
	return c
}

func lessDetailed(a, b rules.Outcome) bool {
	return a.Manner == rules.Plain && a.Winner == b.Winner
}

// ClaimResult is a player's own entry, sent from the code on the result slip.
type ClaimResult struct {
	Round, Version, Table int
	Side                  rules.Side
	Outcome               rules.Outcome
	Device                string
	// Black is the number of who had Black, where the colours are open; Side and Outcome are then by
	// the places of the list.
	Black int
}

// maxClaims bounds how often one side of a table may change its mind.
const maxClaims = 6

// claimable are the results that players themselves may report; the others are rulings.
var claimable = []rules.Manner{rules.Plain, rules.Counted, rules.Resigned, rules.Timeout, rules.Drawn}

func (c ClaimResult) decide(d *Division, _ Context) ([]Event, error) {
	if out := d.Out(); len(out) > 0 && d.Round(c.Round) != nil && out[len(out)-1].No > c.Round {
		return nil, clash("fault.tournament.slipRound", fault.Args{"round": c.Round, "now": out[len(out)-1].No})
	}
	r := d.Round(c.Round)
	if r == nil || r.Version != c.Version || r.Phase == Prepared || r.Phase == Checked {
		return nil, clash("fault.tournament.slipOld", fault.Args{"round": c.Round, "version": c.Version})
	}
	if _, err := d.resultRound(c.Round, c.Table, Published, Started, Closed); err != nil {
		return nil, err
	}
	if c.Side == rules.NoSide || !slices.Contains(claimable, c.Outcome.Manner) || utf8.RuneCountInString(c.Device) > 64 || hasControl(c.Device) {
		return nil, refuse("fault.tournament.claim", nil)
	}
	pair, _ := r.Pair(c.Table)
	if pair.Open() != (c.Black != 0) || c.Black != 0 && c.Black != pair.Black && c.Black != pair.White {
		return nil, clash("fault.tournament.claimColours", fault.Args{"table": c.Table})
	}
	if stands, entered := r.Results[c.Table]; entered {
		if stands.Outcome == c.Outcome || lessDetailed(c.Outcome, stands.Outcome) {
			return nil, nil
		}
		return nil, clash("fault.tournament.claimLate", fault.Args{"table": c.Table, "theirs": stands.Outcome})
	}
	if r.Phase != Started {
		return nil, clash("fault.tournament.phase."+string(r.Phase), fault.Args{"round": c.Round})
	}
	old := r.Claims[c.Table].of(c.Side)
	if old.Outcome == c.Outcome && old.Device == c.Device && old.Black == c.Black {
		return nil, nil
	}
	if old.Count >= maxClaims {
		return nil, clash("fault.tournament.claimOften", fault.Args{"table": c.Table})
	}
	return []Event{ResultClaimed{Round: c.Round, Table: c.Table, Side: c.Side.String(), Outcome: c.Outcome, Device: c.Device, Black: c.Black}}, nil
}

func (c Claims) of(side rules.Side) Claim {
	if side == rules.White {
		return c.White
	}
	return c.Black
}

// TakeClaims enters the results of all tables where both players' claims agree, but for those of
// Except.
type TakeClaims struct {
	Round  int
	Except []int
}

func (c TakeClaims) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Started)
	if err != nil {
		return nil, err
	}
	var events []Event
	for _, table := range slices.Sorted(maps.Keys(r.Claims)) {
		claims := r.Claims[table]
		if _, entered := r.Results[table]; entered || claims.Accord() != Agreed || slices.Contains(c.Except, table) {
			continue
		}
		pair, _ := r.Pair(table)
		e := ResultEntered{Round: c.Round, Table: table, Outcome: claims.Outcome()}
		switch said := claims.Black.Black; {
		case pair.Open() && said == 0, !pair.Open() && said != 0 && said != pair.Black:
			continue // the colours changed under the claims
		case pair.Open():
			e.Black = said
		}
		noted := r.Noted[table]
		if e.Black == pair.White {
			e.Outcome, noted = e.Outcome.Turned(), noted.turned()
		}
		e.WarnB, e.WarnW = noted.B, noted.W
		events = append(events, e)
	}
	return events, nil
}
