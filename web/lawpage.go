package web

import (
	"net/http"
	"strings"

	"tianyuan/account"
	"tianyuan/rules"
)

// lawGroup is a part of the referee law: the cases that an article of it settles.
type lawGroup struct {
	// Key ends a message key "lawpage.group."; Article is "" where the edition is silent on all of it.
	Key     string
	Article rules.Article
	Cases   []rules.Provision
}

// lawGroups puts cases under the article of the 2002 text to which they belong, in the order of the
// law, so that both editions are leafed through in the same way.
func lawGroups(cases []rules.Provision) []lawGroup {
	var groups []lawGroup
	for _, p := range cases {
		key := groupOf(p)
		if len(groups) == 0 || groups[len(groups)-1].Key != key {
			groups = append(groups, lawGroup{Key: key})
		}
		g := &groups[len(groups)-1]
		g.Cases = append(g.Cases, p)
		if g.Article.Number == "" && !p.Silent() {
			number, _, _ := strings.Cut(p.Article, ".")
			g.Article = rules.Article{Edition: p.Edition, Number: number}
		}
	}
	return groups
}

func groupOf(p rules.Provision) string {
	id, _, _ := strings.Cut(p.ID(), ".")
	if id == "C14" { // the sealed move stands among the cases of time
		return "D22"
	}
	return id
}

// finds tells whether a case is meant by what somebody looks for: a part of its name or text, the first
// letters of the name's pinyin, its article or its key.
func (q *request) finds(p rules.Provision, text string) bool {
	text = strings.ToLower(strings.TrimSpace(plainDigits(text)))
	if text == "" {
		return true
	}
	name := q.p.T(p.Words())
	if p.Article == text || strings.HasPrefix(p.Article, text+".") || strings.HasPrefix(initials(name), text) {
		return true
	}
	return strings.Contains(strings.ToLower(strings.Join([]string{name, q.p.T(p.Text()), p.Key, strings.ReplaceAll(sortKey(name), " ", "")}, "\n")), text)
}

// casesOf are the cases of an edition that are meant by a text.
func (q *request) casesOf(e rules.Edition, text string) []rules.Provision {
	var found []rules.Provision
	for _, p := range rules.Law(e) {
		if q.finds(p, text) {
			found = append(found, p)
		}
	}
	return found
}

// lawPage is the referee law of an edition, for everybody: GET /law.
func (q *request) lawPage() error {
	edition := rules.Edition(q.URL.Query().Get("edition"))
	if !edition.Known() {
		edition = rules.Editions[0]
	}
	find := q.URL.Query().Get("find")
	back, err := q.backToTournament()
	if err != nil {
		return err
	}
	return q.render("law", http.StatusOK, page{Title: q.p.T("lawpage.title"), Tab: "law", Back: back, Data: map[string]any{
		"Edition": edition, "Editions": rules.Editions, "Find": find, "Groups": lawGroups(q.casesOf(edition, find)),
	}})
}

// backToTournament is the address of the referee's tables, for an official who came from there; "" else.
func (q *request) backToTournament() (string, error) {
	id := q.URL.Query().Get("t")
	if id == "" || q.user.ID == "" {
		return "", nil
	}
	if err := q.enter(id); err != nil {
		return "", err
	}
	if !q.actor.May(account.ViewOffice) {
		q.tournament = nil
		return "", nil
	}
	return "/t/" + id + "/referee", nil
}

// ClaimUntil is the deadline of a claim of a case by its edition.
func (p *page) ClaimUntil(c rules.Provision) string { return p.Say(c.ClaimUntil(rules.NoDeadline)) }
