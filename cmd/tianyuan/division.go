package main

import (
	"bufio"
	"context"
	"fmt"
	"runtime/debug"
	"strconv"

	"tianyuan/fault"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// readDivision reads the file of a command. The program ends soon after: collecting garbage less
// often saves a quarter of the time on a large file (docs/performance.md), and the limit keeps a
// hostile file from making use of that.
func (c *call) readDivision() (*tournament.File, error) {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(400 << 20)
	f, err := c.file()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := tournament.ReadFile(bufio.NewReaderSize(f, 1<<16))
	return file, c.inFile(err)
}

// soundDivision reads the file of a command into its state. What Check calls senseless is refused.
func (c *call) soundDivision() (*tournament.Division, error) {
	file, err := c.readDivision()
	if err != nil {
		return nil, err
	}
	if err := tournament.Sound(file); err != nil {
		return nil, c.inFile(err)
	}
	d, err := file.Division()
	return d, c.inFile(err)
}

type standingJSON struct {
	Place  *int           `json:"place"`
	No     int            `json:"no"`
	Points standing.Rat   `json:"points"`
	Keys   map[string]any `json:"keys"`
	Shared bool           `json:"shared"`
	Status string         `json:"status"`
}

func runStandings(_ context.Context, c *call) error {
	d, err := c.soundDivision()
	if err != nil {
		return err
	}
	if most := max(d.PlannedRounds(), d.LastResult()); c.after < 0 || c.after > most {
		return fault.New(fault.Invalid, "cli.after", fault.Args{"value": c.after, "most": most})
	}
	t, err := d.Standings(c.after)
	if err != nil {
		return err
	}
	if c.json {
		rows := make([]standingJSON, len(t.Rows))
		for i, r := range t.Rows {
			rows[i] = standingJSON{No: r.No, Points: r.Points, Keys: r.Keys(), Shared: r.Shared, Status: r.Status}
			if r.Place > 0 {
				rows[i].Place = &r.Place
			}
		}
		return c.document(map[string]any{"standings": rows})
	}
	c.printStandings(d, t)
	return nil
}

func (c *call) printStandings(d *tournament.Division, t standing.Table) {
	p := c.printer
	fmt.Fprintln(c.out, p.T("cli.standings.title", fault.Args{"name": d.Name, "round": t.Upto}))
	head := []string{p.T("col.place"), p.T("col.no"), p.T("col.name"), p.T("col.unit"), p.T("col.rank")}
	chain := d.Chain()
	for _, key := range chain {
		head = append(head, p.T("key."+key))
	}
	rows := [][]string{head}
	right := map[int]bool{0: true, 1: true}
	for i := range chain {
		right[5+i] = true
	}
	for _, r := range t.Rows {
		e := d.Entry(r.No)
		place := p.T("status." + r.Status)
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		row := []string{place, strconv.Itoa(r.No), e.Name, e.Unit, e.Rank}
		for _, key := range chain {
			row = append(row, r.Text(key))
		}
		rows = append(rows, row)
	}
	c.table(rows, right)
}

type pairJSON struct {
	Table    int      `json:"table"`
	Black    int      `json:"black"`
	White    int      `json:"white"`
	Handicap int      `json:"handicap"`
	Komi     string   `json:"komi"`
	Why      []string `json:"why"`
}

type costJSON struct {
	Forbidden      int `json:"forbidden"`
	Rematches      int `json:"rematches"`
	Floated        int `json:"floated"`
	GapSquares     any `json:"gapSquares"`
	ThreeColours   int `json:"threeColours"`
	SameUnit       int `json:"sameUnit"`
	RepeatedFloats int `json:"repeatedFloats"`
	ColourUnmet    int `json:"colourUnmet"`
}

// gapSquares is a number where it is whole, else an exact text.
func gapSquares(scaled, scale int64) any {
	r := standing.Int(int(scaled)).Div(standing.Int(int(scale * scale)))
	if n, whole := r.Scale(1); whole {
		return n
	}
	return r
}

func runPair(_ context.Context, c *call) error {
	d, err := c.soundDivision()
	if err != nil {
		return err
	}
	if cur := d.Current(); cur != nil {
		open := 0
		for _, p := range cur.Pairs {
			if cur.Results[p.Table].Outcome.IsZero() {
				open++
			}
		}
		if open > 0 {
			return c.inFile(fault.New(fault.Conflict, "fault.tournament.roundOpen", fault.Args{"round": cur.No, "missing": open}))
		}
	}
	proposal, err := d.Pair(c.seed)
	if err != nil {
		return c.inFile(err)
	}
	whys := d.Whys(proposal.Round, proposal.Tables)
	if c.json {
		pairs := make([]pairJSON, len(proposal.Tables))
		for i, p := range proposal.Tables {
			pairs[i] = pairJSON{Table: p.Table, Black: p.Black, White: p.White, Handicap: p.Handicap, Komi: rules.QuarterText(p.Komi), Why: c.reasons(whys[i])}
		}
		byes := proposal.Byes
		if byes == nil {
			byes = []int{}
		}
		k := proposal.Cost
		return c.document(map[string]any{"round": proposal.Round, "pairs": pairs, "byes": byes, "cost": costJSON{
			k.Forbidden, k.Rematches, k.Floated, gapSquares(k.GapSquares, proposal.Scale), k.ThreeColours, k.SameUnit, k.RepeatedFloats, k.ColourUnmet,
		}})
	}
	c.printPairs(d, proposal)
	return nil
}

func (c *call) reasons(reasons []pairing.Reason) []string {
	words := make([]string, len(reasons))
	for i, r := range reasons {
		words[i] = c.printer.T(r.Key, r.Args)
	}
	return words
}

func (c *call) printPairs(d *tournament.Division, proposal *tournament.Proposal) {
	p := c.printer
	fmt.Fprintln(c.out, p.T("cli.pair.title", fault.Args{"name": d.Name, "round": proposal.Round}))
	points := d.Points(proposal.Round)
	shared := d.SharedNames()
	name := func(no int) string {
		e := d.Entry(no)
		if e.Unit == "" || !shared[e.Name] {
			return e.Name
		}
		return p.T("name.unit", fault.Args{"name": e.Name, "unit": e.Unit})
	}
	rows := [][]string{{p.T("col.table"), p.T("col.no"), p.T("col.black"), p.T("key.points"), "", p.T("key.points"), p.T("col.no"), p.T("col.white"), ""}}
	for _, pair := range proposal.Tables {
		stones := ""
		if pair.Handicap > 0 {
			stones = p.T("pair.handicap", fault.Args{"n": pair.Handicap})
		}
		rows = append(rows, []string{
			strconv.Itoa(pair.Table), strconv.Itoa(pair.Black), name(pair.Black), points[pair.Black].String(), ":",
			points[pair.White].String(), strconv.Itoa(pair.White), name(pair.White), stones,
		})
	}
	c.table(rows, map[int]bool{0: true, 1: true, 3: true, 6: true})
	for _, no := range proposal.Byes {
		fmt.Fprintln(c.out, p.T("cli.bye", fault.Args{"no": no, "name": name(no)}))
	}
}

type findingJSON struct {
	tournament.Finding
	Text string `json:"text"`
}

func runCheck(_ context.Context, c *call) error {
	file, err := c.readDivision()
	if err != nil {
		return err
	}
	findings := []findingJSON{}
	for _, f := range tournament.Check(file) {
		findings = append(findings, findingJSON{f, c.printer.T(f.Words())})
		c.faulty = c.faulty || f.Level == tournament.Fault
	}
	if c.json {
		return c.document(map[string]any{"findings": findings})
	}
	out := bufio.NewWriter(c.out)
	defer out.Flush()
	for _, f := range findings {
		fmt.Fprintf(out, "%s: %s\n", c.printer.T("level."+string(f.Level)), f.Text)
	}
	if len(findings) == 0 {
		fmt.Fprintln(out, c.printer.T("cli.check.clean"))
	}
	return nil
}
