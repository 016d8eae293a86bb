package tournament

import (
	"cmp"
	"slices"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Level says how sure a finding is: a fault contradicts the rules or itself, a doubt wants a look.
type Level string

// The two levels of a finding.
const (
	Fault Level = "fault"
	Doubt Level = "doubt"
)

// Finding is one thing that Check found; Args go with the message "finding.<code>".
type Finding struct {
	Code  string     `json:"code"`
	Level Level      `json:"level"`
	Round int        `json:"round,omitempty"`
	Table int        `json:"table,omitempty"`
	No    []int      `json:"no,omitempty"`
	Args  fault.Args `json:"-"`
}

// Check looks a division file through and lists what contradicts the rules or itself,
// ordered by round, table and code.
func Check(f *File) []Finding {
	c := checker{file: f, withdrawn: map[int]int{}, index: map[int]int{}, absent: map[place]bool{}}
	reg, err := f.regulations()
	if err != nil {
		c.addOption(err)
		reg = Regulations{Method: f.Method, Rounds: f.Rounds, Options: DefaultOptions(string(f.Edition))}
	}
	c.reg = reg
	c.checkEntries()
	c.checkGames()
	c.checkByes()
	c.checkPresence()
	c.checkMeetings()
	c.checkColours()
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(a.Round-b.Round, a.Table-b.Table, cmp.Compare(a.Code, b.Code), slices.Compare(a.No, b.No))
	})
	return c.findings
}

// senseless are the findings that leave no ranking or pairing to compute.
var senseless = []string{"unknownPlayer", "duplicateNo", "pairedTwice", "resultForBye", "sameTable"}

// Sound refuses a file that contradicts itself so far that it can't be ranked or paired.
// Fault: invalid "fault.file.faulty" with the first such finding.
func Sound(f *File) error {
	c := checker{file: f, withdrawn: map[int]int{}, index: map[int]int{}, absent: map[place]bool{}, reg: Regulations{Method: f.Method}}
	c.checkEntries()
	c.checkGames()
	c.checkByes()
	for _, finding := range c.findings {
		if slices.Contains(senseless, finding.Code) {
			return refuse("fault.file.faulty", fault.Args{"reason": finding})
		}
	}
	return nil
}

// Words is the finding's message. Some findings are about a list or about a table, and are said so.
func (f Finding) Words() (string, fault.Args) {
	key := "finding." + f.Code
	switch {
	case f.Code == "missingResult" && f.Table > 0:
		key += ".table"
	case f.Code == "unknownPlayer" && f.Round == 0:
		key += ".left"
	case (f.Code == "unknownPlayer" || f.Code == "withdrawnPaired") && f.Table == 0:
		key += ".free"
	}
	return key, f.Args
}

type checker struct {
	file      *File
	reg       Regulations
	index     map[int]int // number → place in the file's entries
	withdrawn map[int]int
	absent    map[place]bool
	findings  []Finding
}

func (c *checker) add(code string, level Level, round, table int, no ...int) {
	c.findings = append(c.findings, Finding{
		Code: code, Level: level, Round: round, Table: table, No: no,
		Args: fault.Args{"round": round, "table": table, "no": no},
	})
}

func (c *checker) addOption(err error) {
	c.findings = append(c.findings, Finding{Code: "unknownOption", Level: Fault, Args: fault.Args{"reason": err}})
}

func (c *checker) unknown(no int) bool {
	_, entered := c.index[no]
	return !entered
}

func (c *checker) checkEntries() {
	for i := range c.file.Entries {
		e := &c.file.Entries[i]
		if !c.unknown(e.No) {
			c.add("duplicateNo", Fault, 0, 0, e.No)
		}
		c.index[e.No] = i
	}
	for _, w := range c.file.Withdrawals {
		c.withdrawn[w.No] = w.After
		if c.unknown(w.No) {
			c.add("unknownPlayer", Fault, 0, 0, w.No)
		}
	}
	for _, a := range c.file.Absences {
		c.absent[place{a.Round, a.No}] = true
		if c.unknown(a.No) {
			c.add("unknownPlayer", Fault, a.Round, 0, a.No)
		}
	}
}

// place is one player in one round.
type place struct{ round, no int }

// tally counts how often a place comes in a round, for places 0 to n. A row of bytes for each
// round is much quicker than a map over all games.
type tally [MaxRounds + 1][]uint8

// add counts a place once more and returns how often it came, 3 for more often.
func (t *tally) add(round, at, n int) int {
	if t[round] == nil {
		t[round] = make([]uint8, n+1)
	}
	t[round][at] = min(t[round][at]+1, 3)
	return int(t[round][at])
}

func (c *checker) checkGames() {
	var tables, seats tally
	strangers := map[place]int{}
	for i := range c.file.Results {
		g := &c.file.Results[i]
		if g.Table > 0 && tables.add(g.Round, g.Table, MaxEntries) > 1 {
			c.add("sameTable", Fault, g.Round, g.Table, g.Black, g.White)
		}
		for _, no := range [2]int{g.Black, g.White} {
			times := 0
			at, entered := c.index[no]
			if entered {
				times = seats.add(g.Round, at, len(c.file.Entries))
			} else {
				c.add("unknownPlayer", Fault, g.Round, g.Table, no)
				strangers[place{g.Round, no}]++
				times = strangers[place{g.Round, no}]
			}
			if times == 2 {
				c.add("pairedTwice", Fault, g.Round, g.Table, no)
			}
			c.checkSeat(g, no, entered && g.Round < c.file.Entries[at].From)
		}
		if g.outcome.IsZero() {
			c.add("missingResult", Fault, g.Round, g.Table, g.Black, g.White)
		}
	}
}

// checkSeat finds a player at a table who shouldn't be there; early = before his first round.
func (c *checker) checkSeat(g *FileResult, no int, early bool) {
	after, gone := c.withdrawn[no]
	// On a round robin the games left are listed as forfeits (E28/29.2): that's no pairing.
	forfeit := g.outcome.Forfeit() && c.reg.Method == RoundRobin
	if gone && g.Round > after && !forfeit {
		c.add("withdrawnPaired", Fault, g.Round, g.Table, no)
	}
	if early || c.absent[place{g.Round, no}] {
		c.add("absentPaired", Fault, g.Round, g.Table, no)
	}
}

func (c *checker) checkByes() {
	if len(c.file.Byes) == 0 {
		return
	}
	games := make(map[place]bool, 2*len(c.file.Results))
	for i := range c.file.Results {
		g := &c.file.Results[i]
		games[place{g.Round, g.Black}] = true
		games[place{g.Round, g.White}] = true
	}
	count := map[int]int{}
	for _, b := range c.file.Byes {
		if c.unknown(b.No) {
			c.add("unknownPlayer", Fault, b.Round, 0, b.No)
		}
		if games[place{b.Round, b.No}] {
			c.add("resultForBye", Fault, b.Round, 0, b.No)
		}
		count[b.No]++
		if count[b.No] > 1 && c.reg.Method == Swiss {
			c.add("byeTwice", Fault, b.Round, 0, b.No)
		}
		if after, gone := c.withdrawn[b.No]; gone && b.Round > after {
			c.add("withdrawnPaired", Fault, b.Round, 0, b.No)
		}
	}
}

// checkPresence finds players of a begun round with neither game nor bye nor absence. Who isn't paired
// any more after forfeits running (practice 5.4) has none of them rightly.
func (c *checker) checkPresence() {
	seen, forfeited := map[place]bool{}, map[place]bool{}
	last := 0
	for i := range c.file.Results {
		g := &c.file.Results[i]
		seen[place{g.Round, g.Black}], seen[place{g.Round, g.White}] = true, true
		forfeited[place{g.Round, g.Black}] = missed(g.outcome, rules.Black)
		forfeited[place{g.Round, g.White}] = missed(g.outcome, rules.White)
		last = max(last, g.Round)
	}
	for _, b := range slices.Concat(c.file.Byes, c.file.Absences) {
		seen[place{b.Round, b.No}] = true
	}
	if c.reg.Method == RoundRobin {
		return // a player may be free where the other has withdrawn, or by an odd number
	}
	most, running := c.reg.Options.DropAfterForfeits, map[int]int{}
	for round := 1; round <= last; round++ {
		for i := range c.file.Entries {
			e := &c.file.Entries[i]
			at := place{round, e.No}
			if lost, played := forfeited[at]; lost {
				running[e.No]++
			} else if played {
				running[e.No] = 0
			}
			dropped := most > 0 && running[e.No] >= most
			after, gone := c.withdrawn[e.No]
			if !seen[at] && round >= e.From && !dropped && (!gone || round <= after) {
				level := Fault
				if round == last {
					level = Doubt // still being played, perhaps
				}
				c.add("missingResult", level, round, 0, e.No)
			}
		}
	}
}

// checkMeetings finds two players who met more often than the method lets them.
func (c *checker) checkMeetings() {
	most := 1
	if c.reg.Method == RoundRobin {
		most = c.reg.Options.Cycles
	}
	met := map[place]int{}
	for _, g := range c.inOrder() {
		pair := place{min(g.Black, g.White), max(g.Black, g.White)}
		met[pair]++
		if met[pair] == most+1 && g.Black != g.White {
			c.add("rematch", Fault, g.Round, g.Table, pair.round, pair.no)
		}
	}
}

// inOrder returns the games by round; inside a round as in the file.
func (c *checker) inOrder() []*FileResult {
	games := make([]*FileResult, len(c.file.Results))
	for i := range c.file.Results {
		games[i] = &c.file.Results[i]
	}
	slices.SortStableFunc(games, func(a, b *FileResult) int { return a.Round - b.Round })
	return games
}

// checkColours finds three games running with one colour (不连三); games not played over the
// board count for no colour (options no. 18).
func (c *checker) checkColours() {
	if c.reg.Method == RoundRobin || c.reg.Options.ThreeColours == "allow" {
		return
	}
	type run struct {
		side rules.Side
		n    int
	}
	runs := map[int]run{}
	for _, g := range c.inOrder() {
		if g.outcome.Forfeit() {
			continue
		}
		for _, seat := range []struct {
			no   int
			side rules.Side
		}{{g.Black, rules.Black}, {g.White, rules.White}} {
			r := runs[seat.no]
			if r.side != seat.side {
				r = run{side: seat.side}
			}
			r.n++
			runs[seat.no] = r
			free := c.reg.Options.ThreeColours == "lastRoundFree" && g.Round == c.reg.Rounds
			if r.n >= 3 && !free {
				c.add("threeColours", Doubt, g.Round, g.Table, seat.no)
			}
		}
	}
}
