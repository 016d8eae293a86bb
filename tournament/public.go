package tournament

import "slices"

// Public returns the division as public pages may show it: minors are named as the tournament chose,
// remarks and birth dates are left out. The receiver stays as it is.
func (d *Division) Public(info Info) *Division {
	shown := *d
	shown.Entries = slices.Clone(d.Entries)
	for i := range shown.Entries {
		e := &shown.Entries[i]
		e.Name = info.PublicName(e)
		e.Birth, e.Remark = "", ""
	}
	return &shown
}

// Out returns the rounds whose pairs are published, in order.
func (d *Division) Out() []*Round {
	var out []*Round
	for i := range d.Rounds {
		if r := &d.Rounds[i]; r.Out() {
			out = append(out, r)
		}
	}
	return out
}

// Out tells whether the round's pairs are published.
func (r *Round) Out() bool { return r.Phase != Prepared && r.Phase != Checked }

// Amended tells whether a table was changed after its publication.
func (r *Round) Amended(table int) bool {
	return slices.ContainsFunc(r.Amendments, func(a Amendment) bool { return slices.Contains(a.Change.Tables, table) })
}

// LastChange is the newest change after the publication; nil for none.
func (r *Round) LastChange() *Amendment {
	if len(r.Amendments) == 0 {
		return nil
	}
	return &r.Amendments[len(r.Amendments)-1]
}
