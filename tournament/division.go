// Package tournament holds a tournament (赛事) and its divisions (组别) as folds over
// their events: regulations, entries, the draw, rounds, results, withdrawals and the ranking.
//
// Everything here is pure. A command is decided on a state and gives events (Decide);
// applying events gives the next state (Apply). An event holds what was decided, so a fold
// never pairs or ranks again.
package tournament

import (
	"slices"
	"time"

	"tianyuan/clock"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
)

// Bounds of a division. They keep hostile input small and are far above any real event.
const (
	MaxEntries = 20000
	MaxRounds  = 100
)

// Method is a competition method (E26).
type Method string

// The methods that this version runs.
const (
	Swiss      Method = "swiss"      // 积分编排, 2002 art. 26.3
	RoundRobin Method = "roundrobin" // 循环, art. 26.2
)

// OtherMethods are known to the division file and refused by name until they are built.
var OtherMethods = []Method{"knockout", "swiss-knockout", "series", "leitai", "mcmahon"}

// Regulations 规程 are what a division is held by; the whole of them stands in the journal.
type Regulations struct {
	Edition rules.Edition `json:"edition"`
	Method  Method        `json:"method"`
	// Rounds planned. On a round robin they follow from the number of players.
	Rounds int `json:"rounds"`
	// Komi in quarter-stones (C11): 15 = 3¾ 子.
	Komi    int          `json:"komiQ"`
	Time    clock.System `json:"time"`
	Options Options      `json:"options"`
	// Colours say how the colours of a game are settled (C10, 2002 art. 10).
	Colours Colours `json:"colours,omitempty"`
	// LateMinutes is how late a player may come (D22.1, D22.2); 0 means 60.
	LateMinutes int `json:"lateMinutes,omitempty"`
	// Games are the switches of the games themselves.
	Games GameRules `json:"games,omitzero"`
	// Notes are the supplementary rules 补充规定 in the organiser's words.
	Notes string `json:"notes,omitempty"`
}

// Draft is a change of the regulations that waits for the organiser (2002 art. 30.1, 1988 art. 31.1).
type Draft struct {
	Name        string
	Regulations Regulations
	By          string
	At          time.Time
	Reason      string
}

// Entry is a player of the division. Private facts are not here (package store, contacts).
type Entry struct {
	// ID counts the entries of a division from 1 and never changes.
	ID int `json:"id"`
	// No is the pairing number 序号, given by the draw; 0 before it.
	No         int    `json:"no"`
	Name       string `json:"name"`
	Unit       string `json:"unit,omitempty"`
	Rank       string `json:"rank,omitempty"` // "5d", "3k", "9p" or ""
	Rating     int    `json:"rating,omitempty"`
	Sex        string `json:"sex,omitempty"`   // "M", "F" or ""
	Birth      string `json:"birth,omitempty"` // the year alone in a journal; as written in a division file
	Seed       int    `json:"seed,omitempty"`
	From       int    `json:"from,omitempty"` // first round of a late entry; 0 and 1 mean from the start
	FixedTable int    `json:"fixedTable,omitempty"`
	Remark     string `json:"remark,omitempty"`
}

// First returns the first round in which the entry can be paired.
func (e *Entry) First() int { return max(1, e.From) }

// Phase is how far a round has come.
type Phase string

// The life of a round: 编排 → 检查 → 公布 → 开始 → 成绩 → 结束.
const (
	Prepared  Phase = "prepared"
	Checked   Phase = "checked"
	Published Phase = "published"
	Started   Phase = "started"
	Closed    Phase = "closed"
)

// Pair is one table of a round. Black and White are pairing numbers.
type Pair struct {
	Table    int `json:"table"`
	Black    int `json:"black"`
	White    int `json:"white"`
	Handicap int `json:"handicap,omitempty"`
	// Komi in quarter-stones.
	Komi int `json:"komiQ"`
	// Nigiri is how far the drawing of the colours has come, where they are drawn at the table.
	Nigiri Nigiri `json:"nigiri,omitempty"`
}

// Result is what a table has: the outcome, the warnings of the game, who entered it and when.
type Result struct {
	Outcome rules.Outcome `json:"outcome"`
	// WarnB and WarnW count the warnings 警告 of the game (D24).
	WarnB int `json:"warnB,omitempty"`
	WarnW int `json:"warnW,omitempty"`
	By    string
	At    time.Time
	// Drew: the colours became known by this entry alone, and go with it when it is taken back.
	Drew bool
	// Corrections lists the results that stood here before, oldest first.
	Corrections []Correction
}

// Correction is a result that was replaced, and why.
type Correction struct {
	Before       rules.Outcome
	WarnB, WarnW int
	Reason       string
	By           string
	At           time.Time
}

// Warnings are those of both sides in one game (D24).
type Warnings struct{ B, W int }

// WarningChange is what somebody recorded of a table's warnings: how many there were and are.
type WarningChange struct {
	Table    int
	Was, Now Warnings
	Entry    Stamp
}

// Round is one round of a division.
type Round struct {
	No      int
	Phase   Phase
	Version int // of the publication; 0 before the first
	Seed    string
	Pairs   []Pair
	Byes    []int
	// Absent are players told in time not to come; they are not paired.
	Absent []int
	Cost   pairing.Cost
	// Stood are everybody's points for pairing when the round was prepared, by number; who isn't in it
	// had none. It is nil where that isn't known, and on a round robin.
	Stood map[int]standing.Rat
	// Changes are the pairs changed by hand, with what it costs and why.
	Changes []PairChange
	// NoShows didn't come and were replaced after the publication; they are among the absent.
	NoShows []int
	// Amendments are the changes after the publication, oldest first.
	Amendments []Amendment
	// Disputes are what other officials entered at tables that had another result, by table number;
	// they end with the correction or the taking back of the result.
	Disputes map[int][]Dispute
	// Noted are the warnings given while a table has no result yet, by table number.
	Noted map[int]Warnings
	// Warned are the changes of the tables' warnings, oldest first (D24).
	Warned []WarningChange
	// Results by table number.
	Results map[int]Result
	// Seats holds, by table number, where a referee saw somebody missing.
	Seats map[int]Seats
	// Claims are the players' own entries by table number.
	Claims map[int]Claims
	// When each phase was reached; zero before.
	PreparedAt, CheckedAt, PublishedAt, StartedAt, ClosedAt time.Time
	ClosedBy                                                string
	// StartsAt is when the round is planned to start, as published; zero when nothing is planned.
	StartsAt time.Time
}

// Stamp says who recorded something, when and why.
type Stamp struct {
	At         time.Time
	By, Reason string
}

// PairChange is one change by hand.
type PairChange struct {
	At            time.Time
	By, Reason    string
	Before, After pairing.Cost
}

// Pair returns the pair at a table.
func (r *Round) Pair(table int) (Pair, bool) {
	for _, p := range r.Pairs {
		if p.Table == table {
			return p, true
		}
	}
	return Pair{}, false
}

// Missing returns the tables without a result, in order.
func (r *Round) Missing() []int {
	var tables []int
	for _, p := range r.Pairs {
		if _, ok := r.Results[p.Table]; !ok {
			tables = append(tables, p.Table)
		}
	}
	return tables
}

// Withdrawal is a player who left; After is the last round that still counts him, 0 = never started.
type Withdrawal struct {
	After  int
	Reason string
	At     time.Time
}

// Division is the state of one division.
type Division struct {
	ID string
	// Unread is set when the stream goes on with a fact that this version can't read: the state
	// stands before that fact and takes no command.
	Unread     error
	Tournament string
	Name       string
	Reg        Regulations
	Draft      *Draft
	// Entries in the order of acceptance; ID i stands at index i-1 unless removed.
	Entries []Entry
	// Drawn tells whether numbers were given; Seed and How say by what.
	Drawn bool
	Seed  string
	How   string
	// InDraw is how many were in the draw: who entered later has a higher number.
	InDraw int
	// Schedule is the round robin's table, a list of pairs for each round; 0 = bye.
	Schedule [][][2]int
	Rounds   []Round
	// Absences: round → numbers, told in time.
	Absences    map[int][]int
	Withdrawals map[int]Withdrawal
	// CheckedIn holds the ids of the entries that reported.
	CheckedIn map[int]bool
	Seating   Seating
	// TieOrder is the order among tied players by play-off or lots, best first.
	TieOrder []int
	// Ties are the decisions that it comes from, oldest first.
	Ties []Tie
	// Final is the ranking as signed and published.
	Final *Final
	// Affected lists corrections made after later rounds were published.
	Affected []Affected
	// Hidden says who took the division out of sight, when and why; nil while it is held. A hidden
	// division takes no command but RestoreDivision.
	Hidden *Stamp

	nextID int
	byNo   map[int]int // number → index in Entries
	head   int64
}

// Tie is one decision among tied players (2002 art. 27, 1988 art. 28).
type Tie struct {
	How, Seed string
	// Numbers are the players in the order that they got.
	Numbers []int
	Entry   Stamp
}

// Tie returns the last decision that ordered a player; nil when there is none.
func (d *Division) Tie(no int) *Tie {
	for i := len(d.Ties) - 1; i >= 0; i-- {
		if slices.Contains(d.Ties[i].Numbers, no) {
			return &d.Ties[i]
		}
	}
	return nil
}

// Final is a published ranking.
type Final struct {
	By    string
	At    time.Time
	Rows  []FinalRow
	Round int // after this round
}

// FinalRow is one place as it was published.
type FinalRow struct {
	Place  int               `json:"place"` // 0 = annulled
	No     int               `json:"no"`
	Shared bool              `json:"shared,omitempty"`
	Status string            `json:"status"`
	Keys   map[string]string `json:"keys"`
}

// Affected tells whose standings a late correction moved.
type Affected struct {
	Round, Table int
	// Numbers of the players whose points or opponents' points changed.
	No []int
	At time.Time
}

// Head returns the sequence number of the last event applied.
func (d *Division) Head() int64 { return d.head }

// Entry returns the entry with a pairing number; nil when there is none.
func (d *Division) Entry(no int) *Entry {
	if i, ok := d.byNo[no]; ok {
		return &d.Entries[i]
	}
	return nil
}

// EntryByID returns the entry with an id; nil when there is none.
func (d *Division) EntryByID(id int) *Entry {
	for i := range d.Entries {
		if d.Entries[i].ID == id {
			return &d.Entries[i]
		}
	}
	return nil
}

// Current returns the last round that was begun; nil before the first.
func (d *Division) Current() *Round {
	if len(d.Rounds) == 0 {
		return nil
	}
	return &d.Rounds[len(d.Rounds)-1]
}

// Round returns a round by its number; nil when it isn't there.
func (d *Division) Round(no int) *Round {
	if no < 1 || no > len(d.Rounds) {
		return nil
	}
	return &d.Rounds[no-1]
}

// LastClosed returns the number of the last closed round, 0 before the first.
func (d *Division) LastClosed() int {
	for i := len(d.Rounds) - 1; i >= 0; i-- {
		if d.Rounds[i].Phase == Closed {
			return d.Rounds[i].No
		}
	}
	return 0
}

// PlannedRounds returns how many rounds the division has: as regulated for a Swiss,
// from the table for a round robin once it is drawn.
func (d *Division) PlannedRounds() int {
	if d.Reg.Method == RoundRobin && len(d.Schedule) > 0 {
		return len(d.Schedule)
	}
	return d.Reg.Rounds
}

func (d *Division) index() {
	d.byNo = make(map[int]int, len(d.Entries))
	for i := range d.Entries {
		if no := d.Entries[i].No; no > 0 {
			d.byNo[no] = i
		}
	}
}

// SharedNames returns the names that more than one entry bears: beside them the unit is
// shown wherever the name stands alone.
func (d *Division) SharedNames() map[string]bool {
	seen := make(map[string]int, len(d.Entries))
	for i := range d.Entries {
		seen[d.Entries[i].Name]++
	}
	shared := map[string]bool{}
	for name, n := range seen {
		if n > 1 {
			shared[name] = true
		}
	}
	return shared
}
