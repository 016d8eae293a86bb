package web

import (
	"net/http"
	"slices"
	"strings"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// shownNotice is a notice with the name of the division it is for; "" = all.
type shownNotice struct {
	tournament.Notice
	For string
}

// notices are those for everybody and, when a division is named, for that division alone; newest
// first. For "" they are those of all divisions. Those for a hidden division are hidden with it.
func (q *request) notices(division string) []shownNotice {
	var shown []shownNotice
	for _, n := range q.tournament.Notices {
		if division != "" && n.Division != "" && n.Division != division {
			continue
		}
		s := shownNotice{Notice: n}
		if n.Division != "" {
			d, err := q.s.Office.Division(q.Context(), n.Division)
			if err != nil || d.Hidden != nil {
				continue
			}
			s.For = d.Name
		}
		shown = append(shown, s)
	}
	slices.Reverse(shown)
	return shown
}

// Notices are those of the page: its division's, or the whole tournament's.
func (p *page) Notices() []shownNotice {
	if p.q.tournament == nil {
		return nil
	}
	if p.q.division != nil {
		return p.q.notices(p.q.division.ID)
	}
	return p.q.notices("")
}

// Newest are the two newest notices of the page.
func (p *page) Newest() []shownNotice {
	all := p.Notices()
	return all[:min(len(all), 2)]
}

// postNotice shows a message to everybody, or to one division: POST /t/{t}/notices. With remove it
// takes one down.
func (q *request) postNotice() error {
	var command tournament.HallCommand = tournament.PostNotice{Text: strings.TrimSpace(q.PostFormValue("text")), Division: q.PostFormValue("division")}
	if q.PostFormValue("remove") != "" {
		id, err := q.number("remove", 1, 1<<30)
		if err != nil {
			return err
		}
		command = tournament.RemoveNotice{ID: id}
	} else if id := q.PostFormValue("division"); id != "" {
		d, err := q.s.Office.Division(q.Context(), id)
		if err != nil {
			return err
		}
		if d.Tournament != q.tournament.ID || d.Hidden != nil {
			return fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
		}
	}
	err := q.s.Office.DoHall(q.Context(), q.actor, q.tournament.ID, office.HallOrder{ID: q.PostFormValue("cmd"), Command: command})
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		return q.showTournament(statuses[code], err)
	}
	if err != nil {
		return err
	}
	return q.goOn("/t/" + q.tournament.ID + "#notices")
}

// noticesPage lists all notices of a tournament: GET /p/{t}/notices.
func (q *request) noticesPage() error {
	tag, _, err := q.hallTag()
	if err != nil {
		return err
	}
	if q.freshAs(tag) {
		return nil
	}
	return q.render("publicNotices", http.StatusOK, page{Title: q.tournament.Info.Name, Tab: "notices", Public: true})
}
