package tournament

import (
	"slices"
	"strconv"

	"tianyuan/fault"
	"tianyuan/standing"
)

// Leaving is what it means that a player leaves now, to be told before he does.
type Leaving struct {
	standing.Leaving
	// Next is the first round without him.
	Next int
	// Open is the round that he still has a game in without a result; 0 = none.
	Open int
}

// Leaving tells what a withdrawal now would do (E28/29, 2002 art. 28, 1988 art. 29).
// Fault: notFound "fault.tournament.noEntry".
func (d *Division) Leaving(no int) (Leaving, error) {
	if d.Entry(no) == nil {
		return Leaving{}, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": no})
	}
	in, err := d.StandingInput(0)
	if err != nil {
		return Leaving{}, err
	}
	l := Leaving{Next: d.nextRound()}
	if cur := d.Current(); cur != nil && cur.Phase != Closed {
		for _, p := range cur.Pairs {
			if _, done := cur.Results[p.Table]; !done && (p.Black == no || p.White == no) {
				l.Open = cur.No
			}
		}
	}
	l.Leaving, err = standing.Leave(in, no, len(d.Rounds))
	return l, err
}

// ErasePerson takes what names a person out of the stored record: a pseudonym stands in its place
// in every event. It is the only rewriting of facts there is.
type ErasePerson struct{ ID int }

func (c ErasePerson) decide(d *Division, ctx Context) ([]Event, error) {
	e := d.EntryByID(c.ID)
	if e == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": c.ID})
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{PersonErased{ID: c.ID, Pseudonym: pseudonym(c.ID)}}, nil
}

// pseudonym is the name of an erased person: anonymous, with the number of the entry.
func pseudonym(id int) string { return "匿名 " + strconv.Itoa(id) }

// Erased tells whether an entry's person was erased.
func (e *Entry) Erased() bool { return e.Name == pseudonym(e.ID) }

// without returns the entry with a pseudonym in place of its person. Rank, rating and the rest that
// the competition rests on stay.
func (e Entry) without(name string) Entry {
	e.Name, e.Unit, e.Sex, e.Birth, e.Remark = name, "", "", "", ""
	return e
}

// Rewrite returns an event of the division without the person, and whether it named him.
func (x PersonErased) Rewrite(event Event) (Event, bool) {
	switch e := event.(type) {
	case EntriesAdded:
		i := slices.IndexFunc(e.Entries, func(entry Entry) bool { return entry.ID == x.ID })
		if i < 0 {
			return event, false
		}
		e.Entries = slices.Clone(e.Entries)
		e.Entries[i] = e.Entries[i].without(x.Pseudonym)
		return e, true
	case EntryChanged:
		if e.Entry.ID != x.ID {
			return event, false
		}
		e.Entry = e.Entry.without(x.Pseudonym)
		return e, true
	}
	return event, false
}
