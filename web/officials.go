package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// dutyRow is an item of a checklist: of the chief referee's duties, or of the equipment.
type dutyRow struct {
	Key string
	// Article is where the edition says it; Proof is what the program itself knows of it.
	Article rules.Article
	Proof   string
	Done    bool
	Stamp   tournament.Stamp
}

// incidentRow is a line of the referees' log with what the law makes of it.
type incidentRow struct {
	tournament.Incident
	// Division is the division's name; "" = none named.
	Division string
	Ruling   *ruling
}

// ruling is a case of the law as the page tells it.
type ruling struct {
	rules.Provision
	// Do are the consequences: of the choice, or all that the case has.
	Do       []rules.Consequence
	Warnings int
	Choice   rules.Consequence
}

// rulingOf finds a case of an edition; nil for none.
func rulingOf(edition rules.Edition, name string, choice rules.Consequence) *ruling {
	p, err := rules.Case(edition, name)
	if name == "" || err != nil {
		return nil
	}
	r := &ruling{Provision: p, Do: p.Consequences, Choice: choice}
	if slices.Contains(p.Agreed, choice) {
		r.Do = []rules.Consequence{choice}
	}
	for _, c := range p.Choices {
		if c.Key() == choice {
			r.Do = c.Do
		}
	}
	r.Warnings = rules.Warnings(r.Do)
	return r
}

// refereeComment is a referee with the chief referee's comment.
type refereeComment struct {
	User, Name string
	Comment    tournament.Comment
}

// Say prints what says itself in words: an article, a case, a consequence, a role.
func (p *page) Say(v interface{ Words() (string, fault.Args) }) string { return p.q.p.T(v.Words()) }

// Lines are the lines of a text that has several.
func (p *page) Lines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

func (q *request) officialsPage() error { return q.showOfficials(http.StatusOK, nil) }

// editionOf is the edition that the page goes by: that of the division that is named, or asked for,
// else of the first one.
func (q *request) editionOf(divisions []*tournament.Division) rules.Edition {
	for _, d := range divisions {
		if d.ID == q.FormValue("division") {
			return d.Reg.Edition
		}
	}
	if e := rules.Edition(q.FormValue("edition")); e.Known() {
		return e
	}
	if len(divisions) > 0 {
		return divisions[0].Reg.Edition
	}
	return rules.Edition2002
}

func (q *request) showOfficials(status int, failure error) error {
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	people, err := q.officials()
	if err != nil {
		return err
	}
	names, _, err := q.divisionNames()
	if err != nil {
		return err
	}
	edition := q.editionOf(divisions)
	t := q.tournament
	var incidents []incidentRow
	for _, x := range slices.Backward(t.Incidents) {
		incidents = append(incidents, incidentRow{Incident: x, Division: names[x.IncidentLogged.Division], Ruling: rulingOf(x.Edition, x.Case, x.Choice)})
	}
	open := 0
	for _, a := range t.Appeals {
		if a.Decision == "" {
			open++
		}
	}
	data := map[string]any{
		"Divisions": divisions, "Names": names, "People": people, "Edition": edition, "Editions": rules.Editions, "Law": rules.Law(edition),
		"Assignments": assignmentsOf(t.Assignments, names), "Released": slices.Collect(backward(t.Released)), "Duties": q.duties(divisions, edition), "Gear": q.gear(edition), "Incidents": incidents, "Warned": q.warningRows(divisions),
		"Appeals": slices.Collect(backward(t.Appeals)), "Open": open, "Case": rulingOf(edition, q.FormValue("case"), rules.Consequence(q.FormValue("choice"))),
	}
	if q.seesComments() {
		data["Comments"] = q.comments(people)
	}
	return q.render("officials", status, page{Title: q.p.T("officials.title"), Place: q.p.T("officials.title"), Error: q.p.Fault(failure), Data: data})
}

// backward are the elements of a list, the last first.
func backward[E any](list []E) func(func(E) bool) {
	return func(yield func(E) bool) {
		for _, x := range slices.Backward(list) {
			if !yield(x) {
				return
			}
		}
	}
}

// assignmentsOf are the assignments by division and table.
func assignmentsOf(list []tournament.Assignment, names map[string]string) []tournament.Assignment {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b tournament.Assignment) int {
		if c := strings.Compare(sortKey(names[a.Division]), sortKey(names[b.Division])); c != 0 {
			return c
		}
		return a.From - b.From
	})
	return sorted
}

// seesComments: the comments on referees are for the chief referee and the organiser alone.
func (q *request) seesComments() bool {
	return q.actor.May(account.LeadReferees) || q.actor.May(account.ManageOfficials)
}

// duties are those of O30 with what the program knows of each.
func (q *request) duties(divisions []*tournament.Division, edition rules.Edition) []dutyRow {
	t := q.tournament
	drafts, drawn, final := 0, 0, 0
	for _, d := range divisions {
		if d.Draft != nil {
			drafts++
		}
		if d.Drawn {
			drawn++
		}
		if d.Final != nil {
			final++
		}
	}
	open, comments, gear := 0, 0, 0
	for _, a := range t.Appeals {
		if a.Decision == "" {
			open++
		}
	}
	for _, c := range t.Comments {
		if c.Text != "" {
			comments++
		}
	}
	for _, key := range tournament.Gear {
		if _, done := t.Done[key]; done {
			gear++
		}
	}
	all := len(divisions)
	proof := map[string]string{
		"draftRules": q.p.T("duty.proof.draftRules", fault.Args{"n": drafts}), "assign": q.p.T("duty.proof.assign", fault.Args{"n": len(t.Assignments)}),
		"draw": q.p.T("duty.proof.draw", fault.Args{"n": drawn, "all": all}), "venue": q.p.T("duty.proof.venue", fault.Args{"n": gear, "all": len(tournament.Gear)}),
		"reports": q.p.T("duty.proof.reports", fault.Args{"n": len(t.Incidents), "open": open}), "announce": q.p.T("duty.proof.announce", fault.Args{"n": final, "all": all}),
		"summary": q.p.T("duty.proof.summary", fault.Args{"n": comments}),
	}
	article := map[rules.Edition]string{rules.Edition2002: "30", rules.Edition1988: "31"}[edition]
	rows := make([]dutyRow, len(tournament.Duties))
	for i, key := range tournament.Duties {
		rows[i] = q.ticked(dutyRow{Key: key, Article: rules.Article{Edition: edition, Number: article + "." + strconv.Itoa(i+1)}, Proof: proof[key]})
	}
	return rows
}

// gear is the checklist of the equipment (O32/33); the sizes stand in the texts of the edition.
func (q *request) gear(edition rules.Edition) []dutyRow {
	article := rules.Article{Edition: edition, Number: map[rules.Edition]string{rules.Edition2002: "32", rules.Edition1988: "33"}[edition]}
	rows := make([]dutyRow, len(tournament.Gear))
	for i, key := range tournament.Gear {
		rows[i] = q.ticked(dutyRow{Key: key, Article: article, Proof: q.p.T("gear." + key + "." + string(edition))})
	}
	return rows
}

func (q *request) ticked(r dutyRow) dutyRow {
	r.Stamp, r.Done = q.tournament.Done[r.Key]
	return r
}

// comments are one for each referee of the tournament, with an account or without.
func (q *request) comments(people []official) []refereeComment {
	t := q.tournament
	var rows []refereeComment
	add := func(user, name string) {
		key := commentKey(user, name)
		if !slices.ContainsFunc(rows, func(r refereeComment) bool { return r.User == key }) {
			rows = append(rows, refereeComment{User: key, Name: name, Comment: t.Comments[key]})
		}
	}
	for _, p := range people {
		if slices.ContainsFunc(p.Roles, func(r account.Role) bool { return r != account.Organiser && r != account.ChiefReferee }) {
			add(p.ID, p.Name)
		}
	}
	for _, a := range t.Assignments {
		add(a.User, a.Name)
	}
	for _, r := range t.Released {
		add(r.User, r.Name)
	}
	return rows
}

// commentKey is under what a referee's comment is kept: the user's id, or "name:" and the name of one
// without an account.
func commentKey(user, name string) string {
	if user != "" {
		return user
	}
	return "name:" + name
}

// inHall carries out a form of the page and goes on at one of its sections.
func (q *request) inHall(section string, command tournament.HallCommand, err error) error {
	if err == nil {
		err = q.s.Office.DoHall(q.Context(), q.actor, q.tournament.ID, office.HallOrder{
			ID: q.PostFormValue("cmd"), Reason: strings.TrimSpace(q.PostFormValue("reason")), Command: command,
		})
	}
	fromNotes := q.PostFormValue("back") == "notes"
	switch code := fault.CodeOf(err); {
	case err == nil && fromNotes:
		return q.to("/t/" + q.tournament.ID + "/referee/notes")
	case err == nil:
		return q.to("/t/" + q.tournament.ID + "/officials#" + section)
	case fromNotes && (code == fault.Invalid || code == fault.Conflict || code == fault.NotFound):
		return q.showNotes(statuses[code], err)
	case code == fault.Invalid || code == fault.Conflict || code == fault.NotFound:
		return q.showOfficials(statuses[code], err)
	}
	return err
}

// theDivision is the id in the form's field, "" for all; it must be one of the tournament's.
func (q *request) theDivision() (string, error) {
	id := q.PostFormValue("division")
	if id == "" {
		return "", nil
	}
	d, err := q.s.Office.Division(q.Context(), id)
	if err == nil && (d.Tournament != q.tournament.ID || d.Hidden != nil) {
		err = fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
	}
	return id, err
}

// assignReferee gives a referee with an account, or one by name alone, a division or tables.
func (q *request) assignReferee() error {
	c := tournament.AssignReferee{User: q.PostFormValue("user"), Name: strings.TrimSpace(q.PostFormValue("name"))}
	if c.User != "" {
		people, err := q.officials()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(people, func(p official) bool { return p.ID == c.User })
		if at < 0 {
			return q.inHall("assignments", nil, fault.New(fault.NotFound, "fault.web.noOfficial", nil))
		}
		c.Name = people[at].Name
	}
	var err error
	if c.Division, err = q.theDivision(); err != nil {
		return q.inHall("assignments", nil, err)
	}
	if c.From, err = q.optional("from", tournament.MaxTable); err == nil {
		c.To, err = q.optional("to", tournament.MaxTable)
	}
	return q.inHall("assignments", c, err)
}

func (q *request) releaseReferee() error {
	id, err := q.number("id", 1, 1<<30)
	return q.inHall("assignments", tournament.ReleaseReferee{ID: id}, err)
}

func (q *request) markDuty() error {
	section := "duties"
	if slices.Contains(tournament.Gear, q.PostFormValue("key")) {
		section = "gear"
	}
	return q.inHall(section, tournament.MarkDuty{Key: q.PostFormValue("key"), Done: q.PostFormValue("done") == "yes"}, nil)
}

func (q *request) prose(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(q.PostFormValue(name), "\r\n", "\n"))
}

func (q *request) logIncident() error {
	c := tournament.LogIncident{Case: q.PostFormValue("case"), Choice: rules.Consequence(q.PostFormValue("choice")), Text: q.prose("text")}
	var err error
	if c.Division, err = q.theDivision(); err != nil {
		return q.inHall("incidents", nil, err)
	}
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	if c.Case != "" {
		c.Edition = q.editionOf(divisions)
	}
	if rulingOf(c.Edition, c.Case, "") == nil || q.PostFormValue("asked") != c.Case {
		c.Choice = "" // the choices on the page were those of another case
	}
	if c.Round, err = q.optional("round", tournament.MaxRounds); err == nil {
		c.Table, err = q.optional("table", tournament.MaxTable)
	}
	if err == nil {
		err = incidentPlace(divisions, c)
	}
	return q.inHall("incidents", c, err)
}

// incidentPlace refuses an incident in a round or at a table that doesn't exist: without a division, in
// any of them. Fault: invalid "fault.web.incidentPlace".
func incidentPlace(divisions []*tournament.Division, c tournament.LogIncident) error {
	if c.Round == 0 && c.Table == 0 {
		return nil
	}
	for _, d := range divisions {
		if c.Division != "" && d.ID != c.Division {
			continue
		}
		for i := range d.Rounds {
			r := &d.Rounds[i]
			if c.Round != 0 && r.No != c.Round {
				continue
			}
			if _, sits := r.Pair(c.Table); c.Table == 0 || sits {
				return nil
			}
		}
	}
	return fault.New(fault.Invalid, "fault.web.incidentPlace", fault.Args{"round": c.Round, "table": c.Table})
}

func (q *request) lodgeAppeal() error {
	return q.inHall("appeals", tournament.LodgeAppeal{By: strings.TrimSpace(q.PostFormValue("by")), Text: q.prose("appeal")}, nil)
}

func (q *request) decideAppeal() error {
	id, err := q.number("id", 1, 1<<30)
	return q.inHall("appeals", tournament.DecideAppeal{ID: id, Grant: q.PostFormValue("grant") == "yes", Answer: q.prose("answer")}, err)
}

func (q *request) commentReferee() error {
	people, err := q.officials()
	if err != nil {
		return err
	}
	user := q.PostFormValue("user")
	for _, r := range q.comments(people) {
		if r.User == user {
			return q.inHall("comments", tournament.CommentReferee{User: user, Name: r.Name, Text: q.prose("comment")}, nil)
		}
	}
	return q.inHall("comments", nil, fault.New(fault.NotFound, "fault.web.noOfficial", nil))
}

func (q *request) announce() error {
	return q.inHall("announcement", tournament.Announce{Text: q.prose("announcement")}, nil)
}
