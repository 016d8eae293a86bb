package web

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/i18n"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// row is a stream's row of the lists with its summary read.
type row struct {
	journal.Stream
	office.Summary
}

func rowsOf(streams []journal.Stream) []row {
	rows := make([]row, len(streams))
	for i, x := range streams {
		rows[i].Stream = x
		// A row without a readable summary still has its title and state.
		_ = json.Unmarshal(x.Summary, &rows[i].Summary)
	}
	return rows
}

// home lists the tournaments: the public ones, and for officials those of their own.
func (q *request) home() error {
	streams, err := q.s.Office.Rows(q.Context(), office.KindTournament, "")
	if err != nil {
		return err
	}
	var shown []row
	for _, r := range rowsOf(streams) {
		roles, err := q.s.Store.RolesOf(q.Context(), q.user.ID, r.ID)
		if err != nil {
			return err
		}
		if r.Public || account.May(q.user, roles, account.ViewOffice) {
			shown = append(shown, r)
		}
	}
	return q.render("home", http.StatusOK, page{Title: q.p.T("page.home"), Data: shown})
}

func (q *request) newTournament() error {
	if !q.actor.May(account.CreateTournament) {
		return q.refuse(account.CreateTournament)
	}
	return q.render("new", http.StatusOK, page{Title: q.p.T("page.new")})
}

func (q *request) info() tournament.Info {
	field := func(name string) string { return strings.TrimSpace(q.PostFormValue(name)) }
	return tournament.Info{
		Name: field("name"), Venue: field("venue"), Starts: field("starts"), Ends: field("ends"), Organiser: field("organiser"),
		Public: q.PostFormValue("public") != "", Minors: q.PostFormValue("minors"), OwnTables: q.PostFormValue("ownTables") != "",
	}
}

func (q *request) createTournament() error {
	if !q.actor.May(account.CreateTournament) {
		return q.refuse(account.CreateTournament)
	}
	id, err := q.streamID("t-")
	if err != nil {
		return err
	}
	preset, names := tournament.Preset(q.PostFormValue("preset")), q.presetDivisions()
	if err := checkPreset(preset, names); err != nil {
		return q.render("new", http.StatusUnprocessableEntity, page{Title: q.p.T("page.new"), Error: q.p.Fault(err)})
	}
	err = q.s.Office.CreateTournament(q.Context(), q.actor, id, "", q.info())
	if fault.CodeOf(err) == fault.Invalid {
		return q.render("new", http.StatusUnprocessableEntity, page{Title: q.p.T("page.new"), Error: q.p.Fault(err)})
	}
	if err != nil && fault.KeyOf(err) != "fault.journal.conflict" {
		return err
	}
	if err := q.createDivisions(id, preset, names); err != nil {
		return err
	}
	return q.to("/t/" + id)
}

// official is a user with his roles, for the page.
type official struct {
	account.User
	Roles []account.Role
}

// officials are the users with a role in the tournament.
func (q *request) officials() ([]official, error) {
	grants, err := q.s.Store.Grants(q.Context(), q.tournament.ID)
	if err != nil {
		return nil, err
	}
	var officials []official
	for _, g := range grants {
		i := len(officials)
		for k := range officials {
			if officials[k].ID == g.UserID {
				i = k
			}
		}
		if i == len(officials) {
			u, err := q.s.Store.User(q.Context(), g.UserID)
			if err != nil {
				return nil, err
			}
			officials = append(officials, official{User: u})
		}
		officials[i].Roles = append(officials[i].Roles, g.Role)
	}
	return officials, nil
}

func (q *request) tournamentPage() error { return q.showTournament(http.StatusOK, nil) }

func (q *request) showTournament(status int, failure error) error {
	link, err := q.shownLink()
	if err != nil {
		return err
	}
	streams, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return err
	}
	officials, err := q.officials()
	if err != nil {
		return err
	}
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	_, hidden, err := q.divisionNames()
	if err != nil {
		return err
	}
	return q.render("tournament", status, page{Title: q.tournament.Info.Name, Error: q.p.Fault(failure), Data: map[string]any{
		"Rows": rowsOf(streams), "Officials": officials, "Roles": account.Roles, "Link": link,
		"Editions": rules.Editions, "Base": q.base(), "Hidden": hidden, "Overlaps": tournament.Overlaps(divisions),
	}})
}

// base is the address under which links and codes for others begin. On the server's own machine
// the officer's address is of no use to a phone.
func (q *request) base() string {
	if q.s.PublicURL != "" {
		return strings.TrimSuffix(q.s.PublicURL, "/")
	}
	host, _, err := net.SplitHostPort(q.Host)
	if err != nil {
		host = q.Host
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); q.s.PhoneURL != "" && (host == "localhost" || ip.IsLoopback()) {
		return q.s.PhoneURL
	}
	scheme := "http://"
	if q.TLS != nil {
		scheme = "https://"
	}
	return scheme + q.Host
}

func (q *request) changeTournament() error {
	err := q.s.Office.DoHall(q.Context(), q.actor, q.tournament.ID, office.HallOrder{ID: q.PostFormValue("cmd"), Command: tournament.SetInfo{Info: q.info()}})
	if fault.CodeOf(err) == fault.Invalid {
		return q.showTournament(http.StatusUnprocessableEntity, err)
	}
	if err != nil {
		return err
	}
	return q.to("/t/" + q.tournament.ID)
}

// changeOfficials gives a role, making the user when the login is new (the page then shows a
// one-time link for the password), or takes a role back. A login that is there already keeps its name,
// which the page says when another one was typed.
func (q *request) changeOfficials() error {
	page, role := "/t/"+q.tournament.ID, account.Role(q.PostFormValue("role"))
	if !account.KnownRole(role) {
		return q.showTournament(http.StatusUnprocessableEntity, fault.New(fault.Invalid, "fault.account.role", fault.Args{"value": string(role)}))
	}
	if id := q.PostFormValue("remove"); id != "" {
		if err := q.s.Store.DeleteGrant(q.Context(), store.Grant{Tournament: q.tournament.ID, UserID: id, Role: role}); err != nil {
			return err
		}
		return q.to(page + "#officials")
	}
	login, name := strings.TrimSpace(q.PostFormValue("login")), strings.TrimSpace(q.PostFormValue("name"))
	u, link, err := q.official(login, name)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		q.markAccount("official.", err)
		return q.showTournament(statuses[code], err)
	}
	if err != nil {
		return err
	}
	if err := q.s.Store.PutGrant(q.Context(), store.Grant{Tournament: q.tournament.ID, UserID: u.ID, Role: role}); err != nil {
		return err
	}
	switch {
	case link != "":
		return q.toLink(page, link)
	case u.Name != name:
		return q.to(page + "?kept=" + u.ID + "#officials")
	}
	return q.to(page + "#officials")
}

// official returns the user of a login; a new one comes with a one-time link.
func (q *request) official(login, name string) (account.User, string, error) {
	u, err := q.s.Store.UserByLogin(q.Context(), login)
	if err == nil || fault.CodeOf(err) != fault.NotFound {
		return u, "", err
	}
	return q.newUser(account.User{Login: login, Name: name})
}

// createDivision begins a division by a preset: name, edition, method and rounds; the rest can be
// changed on the page of its regulations.
func (q *request) createDivision() error {
	edition := rules.Edition(q.PostFormValue("edition"))
	rounds, err := q.number("rounds", 1, tournament.MaxRounds)
	if err != nil {
		q.mark("rounds", err)
		return q.showTournament(http.StatusUnprocessableEntity, err)
	}
	reg := tournament.Preset("").Regulations()
	reg.Edition, reg.Method, reg.Rounds = edition, tournament.Method(q.PostFormValue("method")), rounds
	reg.Komi, reg.Options = edition.Data().Komi, tournament.DefaultOptions(string(edition))
	id, err := q.streamID("d-")
	if err != nil {
		return err
	}
	_, err = q.s.Office.CreateDivision(q.Context(), q.actor, id, office.Order{
		Command: tournament.CreateDivision{Tournament: q.tournament.ID, Name: strings.TrimSpace(q.PostFormValue("name")), Regulations: reg},
	})
	if fault.KeyOf(err) == "fault.journal.conflict" {
		return q.to("/d/" + id) // the same form, sent twice
	}
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		if field := regulationsField(err); field == "name" {
			q.mark("division.name", err)
		}
		return q.showTournament(statuses[code], err)
	}
	if err != nil {
		return err
	}
	return q.to("/d/" + id)
}

// rankWords says a canonical rank in words.
func rankWords(p *i18n.Printer, text string) string {
	if text == "" {
		return ""
	}
	r, err := grading.Parse(text)
	if err != nil {
		return text
	}
	return p.T(r.Words())
}
