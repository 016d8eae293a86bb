package tournament

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/pairing"
	"tianyuan/sheet"
)

// AddEntries accepts players, one act for a form or a whole file: all or none.
// IDs are given here. Before the draw the numbers stay open; after it late entries take the
// next numbers and are paired from the next round on.
type AddEntries struct {
	Source  string
	Entries []Entry
	// Moved is the division that a player comes from; "" for new entries.
	Moved string
}

func (c AddEntries) decide(d *Division, _ Context) ([]Event, error) {
	if len(c.Entries) == 0 {
		return nil, refuse("fault.tournament.noEntries", nil)
	}
	if len(d.Entries)+len(c.Entries) > MaxEntries {
		return nil, fault.New(fault.TooLarge, "fault.tournament.tooManyEntries", fault.Args{"most": MaxEntries})
	}
	if d.Drawn && d.Reg.Method == RoundRobin {
		return nil, clash("fault.tournament.lateRoundRobin", nil)
	}
	entries := slices.Clone(c.Entries)
	for i := range entries {
		e := &entries[i]
		if err := e.check(); err != nil {
			return nil, err
		}
		if err := d.checkFrom(e); err != nil {
			return nil, err
		}
		e.ID = d.nextID + i
		e.No = 0
		if d.Drawn {
			e.No = len(d.byNo) + 1 + i
			e.From = max(e.From, d.nextRound())
		}
	}
	return []Event{EntriesAdded{Source: c.Source, Entries: entries, Moved: c.Moved}}, nil
}

// nextRound is the first round whose pairs aren't begun.
func (d *Division) nextRound() int { return len(d.Rounds) + 1 }

// check refuses a field that can't be; texts are bounded.
func (e *Entry) check() error {
	if e.Name == "" {
		return refuse("fault.tournament.entryName", nil)
	}
	for _, f := range []struct {
		text string
		most int
	}{{e.Name, 40}, {e.Unit, 60}, {e.Birth, 10}, {e.Remark, 200}} {
		if utf8.RuneCountInString(f.text) > f.most || hasControl(f.text) {
			return refuse("fault.tournament.entryText", fault.Args{"value": brief(f.text), "most": f.most})
		}
		if sheet.FormulaLike(f.text) {
			return refuse("fault.tournament.entryFormula", fault.Args{"value": brief(f.text)})
		}
	}
	if e.Birth != "" && !entrylist.IsYear(e.Birth) {
		return refuse("fault.tournament.entryBirth", fault.Args{"value": e.Birth})
	}
	if _, err := grading.Parse(e.Rank); err != nil {
		return err
	}
	if e.Rating < 0 || e.Rating > 4000 {
		return refuse("fault.tournament.entryRating", fault.Args{"value": e.Rating})
	}
	if e.Sex != "" && e.Sex != "M" && e.Sex != "F" {
		return refuse("fault.tournament.entrySex", fault.Args{"value": e.Sex})
	}
	if e.From < 0 || e.From > MaxRounds || e.FixedTable < 0 || e.FixedTable > MaxEntries || e.Seed < 0 || e.Seed > MaxEntries {
		return refuse("fault.tournament.entryNumber", fault.Args{"name": e.Name})
	}
	return nil
}

// checkFrom refuses a first round after the last one. A round robin has as many rounds as the draw
// will give it.
func (d *Division) checkFrom(e *Entry) error {
	if d.Reg.Method == Swiss && e.From > d.PlannedRounds() {
		return refuse("fault.tournament.fromAfter", fault.Args{"round": e.From, "rounds": d.PlannedRounds()})
	}
	return nil
}

// ChangeEntry replaces the facts of one entry; number and id stay.
type ChangeEntry struct{ Entry Entry }

func (c ChangeEntry) decide(d *Division, _ Context) ([]Event, error) {
	old := d.EntryByID(c.Entry.ID)
	if old == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": c.Entry.ID})
	}
	if err := c.Entry.check(); err != nil {
		return nil, err
	}
	if c.Entry.From != old.From {
		if err := d.checkFrom(&c.Entry); err != nil {
			return nil, err
		}
	}
	c.Entry.No = old.No
	if d.Drawn && c.Entry.From != old.From && c.Entry.From < d.nextRound() {
		return nil, clash("fault.tournament.fromPast", fault.Args{"round": c.Entry.From})
	}
	if c.Entry == *old {
		return nil, nil
	}
	return []Event{EntryChanged(c)}, nil
}

// RemoveEntry takes a player out before the draw; afterwards he withdraws instead (E28/29).
type RemoveEntry struct{ ID int }

func (c RemoveEntry) decide(d *Division, _ Context) ([]Event, error) {
	if d.EntryByID(c.ID) == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": c.ID})
	}
	if d.Drawn {
		return nil, clash("fault.tournament.removeAfterDraw", nil)
	}
	return []Event{EntryRemoved(c)}, nil
}

// Draw gives the pairing numbers by lot from a public seed text, or by rating (docs/draw.md).
// It can be repeated until round 1 is prepared; who has withdrawn by then is left out
// (2002 art. 28.1: redraw if time allows).
type Draw struct {
	How  string // "lot", "rating" or "given" (the order of acceptance)
	Seed string
	// Shown are the entries' ids in the order that the ceremony showed; when it isn't empty, the
	// draw has to give the same.
	Shown []int
}

func (c Draw) decide(d *Division, _ Context) ([]Event, error) {
	if len(d.Rounds) > 0 {
		return nil, clash("fault.tournament.drawAfterRound", nil)
	}
	entries := d.InNextDraw()
	var events []Event
	for _, e := range d.Entries {
		if !slices.ContainsFunc(entries, func(in Entry) bool { return in.ID == e.ID }) {
			events = append(events, EntryRemoved{ID: e.ID})
		}
	}
	if len(entries) < 2 {
		return nil, refuse("fault.tournament.drawTooFew", nil)
	}
	numbers, err := drawNumbers(entries, c)
	if err != nil {
		return nil, err
	}
	if len(c.Shown) > 0 && !slices.Equal(c.Shown, numbers) {
		return nil, clash("fault.tournament.drawShown", nil)
	}
	event := DrawMade{How: c.How, Seed: c.Seed, Numbers: numbers}
	if d.Reg.Method == RoundRobin {
		event.Schedule, err = schedule(len(numbers), d.Reg.Options)
		if err != nil {
			return nil, err
		}
	}
	return append(events, event), nil
}

// InNextDraw returns the entries that a draw now would give numbers: whoever has withdrawn since an
// earlier draw is left out (2002 art. 28.1).
func (d *Division) InNextDraw() []Entry {
	return slices.DeleteFunc(slices.Clone(d.Entries), func(e Entry) bool {
		_, out := d.Withdrawals[e.No]
		return out && e.No > 0
	})
}

// schedule is the whole round robin's table (pairing-practice 5.1); 0 = bye.
func schedule(n int, o Options) ([][][2]int, error) {
	if n > 200 {
		return nil, refuse("fault.tournament.roundRobinSize", fault.Args{"n": n, "most": 200})
	}
	rounds := pairing.RoundRobin(n, o.Cycles, pairing.Table(o.Table))
	if len(rounds) > MaxRounds*4 {
		return nil, refuse("fault.tournament.roundRobinSize", fault.Args{"n": n, "most": 200})
	}
	return rounds, nil
}

// Strength is the entry's rank as a number that grows with it (package grading); 0 where there is none.
func (e *Entry) Strength() int {
	rank, err := grading.Parse(e.Rank)
	if err != nil {
		return 0
	}
	return rank.Strength()
}

// BirthYear is the year of birth, 0 where it isn't known.
func (e *Entry) BirthYear() int {
	const digits = 4
	if len(e.Birth) < digits {
		return 0
	}
	year, err := strconv.Atoi(e.Birth[:digits])
	if err != nil {
		return 0
	}
	return year
}
