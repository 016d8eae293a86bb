package web

import (
	"path"
	"strconv"
	"strings"

	"tianyuan/fault"
)

// label is a message's key that stands for a field's name in a fault.
type label string

// Words names the message.
func (l label) Words() (string, fault.Args) { return string(l), nil }

// labels are those of fields whose name alone doesn't lead to them: by the end of the form's address
// and the field's name.
var labels = map[string]label{
	"seating.first": "seating.first", "tables.first": "seating.first", "tables.spare": "tables.spare",
	"movetable.table": "amend.from", "movetable.to": "amend.to", "substitute.out": "amend.out", "substitute.in": "amend.in",
	"claim.move": "gt.claim.move.name", "assign.from": "assign.from", "assign.to": "assign.to", "club.minutes": "club.minutes",
	"sheets.round": "paper.round", "sheets.rows": "paper.rows", "sheets.per": "paper.per", "sheets.prizes": "paper.prizes",
}

// labelOf is the label of a form's field by its name.
func (q *request) labelOf(name string) label {
	if l, ok := labels[path.Base(q.URL.Path)+"."+name]; ok {
		return l
	}
	for _, prefix := range []string{"field.", "col.", "option.", "swap.", "score.", ""} {
		if q.p.Has(prefix + name) {
			return label(prefix + name)
		}
	}
	return "field.value"
}

// mark notes that a field of the form is wrong, so that the page says it at the field.
func (q *request) mark(name string, err error) {
	if err == nil {
		return
	}
	if q.marked == nil {
		q.marked = map[string]error{}
	}
	if _, twice := q.marked[name]; !twice {
		q.marked[name] = err
		q.markedIn = append(q.markedIn, name)
	}
}

// firstMarked is the fault of a form with wrong fields: the first one, with the number of all.
func (q *request) firstMarked() error {
	switch len(q.markedIn) {
	case 0:
		return nil
	case 1:
		return q.marked[q.markedIn[0]]
	}
	return fault.New(fault.Invalid, "fault.web.several", fault.Args{"count": len(q.markedIn), "first": q.marked[q.markedIn[0]]})
}

// Bad is what is wrong with a field of a form that came back; "" when nothing is.
func (p *page) Bad(name string) string { return p.q.p.Fault(p.q.marked[name]) }

// FirstBad is the first wrong field of a form that came back; "" when none is marked.
func (p *page) FirstBad() string {
	if len(p.q.markedIn) == 0 {
		return ""
	}
	return p.q.markedIn[0]
}

// Doubt is the answer that takes what a form asked about; "" when nothing was asked.
func (p *page) Doubt() string { return p.q.doubt }

// number reads a whole number of a form within bounds. Fault: invalid "fault.web.number",
// "fault.web.numberMissing".
func (q *request) number(name string, least, most int) (int, error) {
	text := plainDigits(strings.TrimSpace(q.FormValue(name)))
	n, err := strconv.Atoi(text)
	if err == nil && n >= least && n <= most {
		return n, nil
	}
	key := "fault.web.number"
	if text == "" {
		key = "fault.web.numberMissing"
	}
	return 0, fault.New(fault.Invalid, key, fault.Args{"field": q.labelOf(name), "value": text, "least": least, "most": most})
}

// optional is number for a field that may be left empty.
func (q *request) optional(name string, most int) (int, error) {
	if strings.TrimSpace(q.FormValue(name)) == "" {
		return 0, nil
	}
	return q.number(name, 0, most)
}

// plainDigits turns full-width digits and signs into plain ones: Chinese input methods write them.
func plainDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, s)
}
