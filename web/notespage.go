package web

import (
	"net/http"
	"slices"

	"tianyuan/rules"
)

// openClaim is a claim that waits for an answer, with its table.
type openClaim struct {
	gameClaim
	Row tableRow
}

// mostNotes bounds the incidents on the page; all of them are on the officials' page.
const mostNotes = 30

// notesPage lists what referees have noted and what waits for an answer: GET /t/{t}/referee/notes.
func (q *request) notesPage() error { return q.showNotes(http.StatusOK, nil) }

func (q *request) showNotes(status int, failure error) error {
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	claims, err := q.openClaims()
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, d := range divisions {
		names[d.ID] = d.Name
	}
	t := q.tournament
	var incidents []incidentRow
	for _, x := range slices.Backward(t.Incidents) {
		if len(incidents) < mostNotes {
			incidents = append(incidents, incidentRow{Incident: x, Division: names[x.IncidentLogged.Division], Ruling: rulingOf(x.Edition, x.Case, x.Choice)})
		}
	}
	edition := q.editionOf(divisions)
	return q.render("notes-log", status, page{Title: q.p.T("console.tab.notes"), Tab: "notes", Error: q.p.Fault(failure), Data: map[string]any{
		"Divisions": divisions, "Edition": edition, "Groups": lawGroups(rules.Law(edition)), "Claims": claims, "Incidents": incidents, "All": len(t.Incidents),
		"Appeals": slices.Collect(backward(t.Appeals)),
	}})
}

// openClaims are the claims of the running games that wait for an answer.
func (q *request) openClaims() ([]openClaim, error) {
	rows, _, err := q.refereeTables(true)
	if err != nil {
		return nil, err
	}
	var list []openClaim
	for _, row := range rows {
		if row.Game == nil {
			continue
		}
		for _, c := range q.claimsOf(&gameTable{tableRow: row}) {
			if c.Open {
				list = append(list, openClaim{gameClaim: c, Row: row})
			}
		}
	}
	return list, nil
}
