package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/pairing"
	"tianyuan/store"
	"tianyuan/tournament"
)

// streamID is the id of a stream that a form's command makes, so that the same form sent twice makes
// one; without a command's id it is a fresh one.
func (q *request) streamID(prefix string) (string, error) {
	if cmd := q.PostFormValue("cmd"); strings.HasPrefix(cmd, "c-") && len(cmd) == 18 {
		return prefix + cmd[2:], nil
	}
	return q.s.newID(prefix)
}

// presetDivisions are the names of the divisions that the form of a new tournament asks for.
func (q *request) presetDivisions() []string {
	var names []string
	for _, line := range strings.Split(q.PostFormValue("divisions"), "\n") {
		if name := strings.TrimSpace(line); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// checkPreset refuses what the divisions of a new tournament can't begin with, before it is made.
func checkPreset(preset tournament.Preset, names []string) error {
	if preset != "" && !preset.Known() {
		return fault.New(fault.Invalid, "fault.web.preset", fault.Args{"value": string(preset)})
	}
	if len(names) > office.MaxDivisions {
		return fault.New(fault.Conflict, "fault.office.tooManyDivisions", fault.Args{"most": office.MaxDivisions})
	}
	for _, name := range names {
		c := tournament.CreateDivision{Name: name, Regulations: preset.Regulations()}
		if _, err := (&tournament.Division{}).Decide(c, tournament.Context{}); err != nil {
			return err
		}
	}
	return nil
}

// createDivisions begins the divisions of a new tournament with its preset's regulations.
func (q *request) createDivisions(tournamentID string, preset tournament.Preset, names []string) error {
	for i, name := range names {
		id := "d-" + strings.TrimPrefix(tournamentID, "t-") + "-" + strconv.Itoa(i+1)
		err := q.createOnce(id, tournament.CreateDivision{Tournament: tournamentID, Name: name, Regulations: preset.Regulations()})
		if err != nil {
			return err
		}
	}
	return nil
}

// createOnce begins a division unless the same form made it before.
func (q *request) createOnce(id string, c tournament.CreateDivision) error {
	_, err := q.s.Office.CreateDivision(q.Context(), q.actor, id, office.Order{Command: c})
	if fault.KeyOf(err) == "fault.journal.conflict" {
		return nil
	}
	return err
}

// regular is somebody who played before.
type regular struct {
	Name, Unit, Rank string
	Ticked           bool
}

// Key tells regulars apart.
func (r regular) Key() string { return r.Name + "\t" + r.Unit + "\t" + r.Rank }

// mostRegulars bounds the list of those to tick.
const mostRegulars = 60

// regulars are the players of the last tournaments that the user looks after, by name.
func (q *request) regulars() ([]regular, error) {
	streams, err := q.s.Office.Rows(q.Context(), office.KindTournament, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(streams, func(a, b journal.Stream) int { return b.Starts.Compare(a.Starts) })
	seen := map[string]bool{}
	var all []regular
	for _, x := range streams {
		roles, err := q.s.Store.RolesOf(q.Context(), q.user.ID, x.ID)
		if err != nil {
			return nil, err
		}
		if !account.May(q.user, roles, account.EditEntries) {
			continue
		}
		divisions, err := q.s.Office.Rows(q.Context(), office.KindDivision, x.ID)
		if err != nil {
			return nil, err
		}
		for _, row := range divisions {
			d, err := q.s.Office.Division(q.Context(), row.ID)
			if err != nil {
				return nil, err
			}
			for _, e := range d.Entries {
				if who := e.Name + "\t" + e.Unit; !seen[who] && !e.Erased() && len(all) < mostRegulars {
					seen[who] = true
					all = append(all, regular{Name: e.Name, Unit: e.Unit, Rank: e.Rank})
				}
			}
		}
		if len(all) > 0 {
			break // last time is enough: older ones would be strangers
		}
	}
	slices.SortStableFunc(all, func(a, b regular) int { return strings.Compare(sortKey(a.Name), sortKey(b.Name)) })
	return all, nil
}

func (q *request) clubPage() error { return q.showClub(http.StatusOK, nil) }

func (q *request) showClub(status int, failure error) error {
	if !q.actor.May(account.CreateTournament) {
		return q.refuse(account.CreateTournament)
	}
	list, err := q.regulars()
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Ticked = slices.Contains(q.PostForm["who"], list[i].Key())
	}
	return q.render("club", status, page{Title: q.p.T("club.title"), Error: q.p.Fault(failure), Data: map[string]any{
		"Regulars": list, "Name": q.p.T("club.name", fault.Args{"date": q.p.Date(q.s.Now().Local())}), "Reg": tournament.ClubNight.Regulations(),
	}})
}

// clubEntries are those ticked and those typed, one a line: a name, and after a blank or a comma the
// rank.
func (q *request) clubEntries() ([]tournament.Entry, error) {
	var entries []tournament.Entry
	for _, key := range q.PostForm["who"] {
		parts := strings.Split(key, "\t")
		if len(parts) == 3 {
			entries = append(entries, tournament.Entry{Name: parts[0], Unit: parts[1], Rank: parts[2]})
		}
	}
	for i, line := range strings.Split(q.PostFormValue("names"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		e, err := clubEntry(line)
		if err != nil {
			return nil, fault.New(fault.Invalid, "fault.web.clubLine", fault.Args{"line": i + 1, "value": line, "why": q.p.Fault(err)})
		}
		entries = append(entries, e)
	}
	const least = 2
	if len(entries) < least {
		return nil, fault.New(fault.Invalid, "fault.web.clubFew", nil)
	}
	for i, e := range entries {
		if slices.ContainsFunc(entries[:i], func(x tournament.Entry) bool { return x.Name == e.Name && x.Unit == e.Unit }) {
			return nil, fault.New(fault.Invalid, "fault.web.clubTwice", fault.Args{"name": e.Name})
		}
	}
	return entries, nil
}

// clubEntry reads one line. What follows the last comma or blank is the rank when it reads as one;
// after a comma it must.
func clubEntry(line string) (tournament.Entry, error) {
	line = strings.Map(func(r rune) rune {
		switch r {
		case '，', '、', ';', '；', '\t':
			return ','
		case '　':
			return ' '
		}
		return r
	}, line)
	if at := strings.LastIndexByte(line, ','); at >= 0 {
		rank, err := grading.Parse(strings.TrimSpace(line[at+1:]))
		return tournament.Entry{Name: strings.TrimSpace(line[:at]), Rank: rank.String()}, err
	}
	for at, r := range line {
		if r != ' ' {
			continue
		}
		text := strings.TrimSpace(line[at:])
		if rank, err := grading.Parse(text); err == nil && rank.String() != "" {
			return tournament.Entry{Name: strings.TrimSpace(line[:at]), Rank: rank.String()}, nil
		}
	}
	return tournament.Entry{Name: line}, nil
}

// clubNight makes a tournament, its division, the entries, the draw and the first pairs by one form.
// Who makes it is its chief referee. The same form sent again goes on where it stopped.
func (q *request) clubNight() error {
	if !q.actor.May(account.CreateTournament) {
		return q.refuse(account.CreateTournament)
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	entries, err := q.clubEntries()
	if err != nil {
		return q.showClub(http.StatusUnprocessableEntity, err)
	}
	reg, err := q.clubRegulations()
	if err != nil {
		return q.showClub(http.StatusUnprocessableEntity, err)
	}
	id, err := q.streamID("t-")
	if err != nil {
		return err
	}
	division := "d-" + strings.TrimPrefix(id, "t-")
	err = q.beginClub(id, division, reg, entries)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		return q.showClub(statuses[code], err)
	}
	if err != nil {
		return err
	}
	return q.to("/d/" + division + "/round/1")
}

func (q *request) clubRegulations() (tournament.Regulations, error) {
	reg := tournament.ClubNight.Regulations()
	rounds, err := q.number("rounds", 1, tournament.MaxRounds)
	if err != nil {
		return reg, err
	}
	const mostMinutes = 600
	minutes, err := q.number("minutes", 1, mostMinutes)
	reg.Rounds, reg.Time.Base = rounds, time.Duration(minutes)*time.Minute
	if q.PostFormValue("handicap") == "" {
		reg.Options.Handicap = tournament.Handicap{}
	}
	return reg, err
}

func (q *request) beginClub(id, division string, reg tournament.Regulations, entries []tournament.Entry) error {
	create := tournament.CreateDivision{Tournament: id, Name: q.p.T("club.division"), Regulations: reg}
	// What the domain would refuse is refused before anything is made.
	trial := &tournament.Division{ID: division}
	for _, c := range []tournament.Command{create, tournament.AddEntries{Source: "form", Entries: entries}} {
		facts, err := trial.Decide(c, tournament.Context{Now: q.s.Now()})
		if err != nil {
			return err
		}
		for _, f := range facts {
			if err := trial.Apply(tournament.Recorded{Event: f, Seq: trial.Head() + 1}); err != nil {
				return err
			}
		}
	}
	day := q.s.Now().Local().Format(time.DateOnly)
	info := tournament.Info{Name: strings.TrimSpace(q.PostFormValue("name")), Starts: day, Ends: day}
	if err := q.s.Office.CreateTournament(q.Context(), q.actor, id, "", info); err != nil && fault.KeyOf(err) != "fault.journal.conflict" {
		return err
	}
	if err := q.s.Store.PutGrant(q.Context(), store.Grant{Tournament: id, UserID: q.user.ID, Role: account.ChiefReferee}); err != nil {
		return err
	}
	if err := q.createOnce(division, create); err != nil {
		return err
	}
	chief := office.Actor{User: q.user, Roles: []account.Role{account.ChiefReferee}}
	for i, c := range []tournament.Command{
		tournament.AddEntries{Source: "form", Entries: entries}, tournament.Draw{How: pairing.ByRating}, tournament.PrepareRound{},
	} {
		order := office.Order{ID: division + "-" + strconv.Itoa(i), Command: c}
		if _, err := q.s.Office.Do(q.Context(), chief, division, order); err != nil {
			return err
		}
	}
	return nil
}
