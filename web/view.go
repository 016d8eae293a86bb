package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/i18n"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// bundleSum changes with the bundle; it stands in the addresses of style and script.
var bundleSum = func() string {
	h := sha256.New()
	entries, err := distFiles.ReadDir("dist")
	if err != nil {
		panic(err) // they are built in
	}
	for _, e := range entries {
		data, err := distFiles.ReadFile("dist/" + e.Name())
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(h, "%s %d\n", e.Name(), len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}()

// functions are what templates need beside the page's own methods.
var functions = template.FuncMap{
	"quarters": rules.QuarterText,

	"add":      func(a, b int) int { return a + b },
	"has":      func(list []string, s string) bool { return slices.Contains(list, s) },
	"dict":     dict,
	"both":     func(a, b *tournament.Entry) []*tournament.Entry { return []*tournament.Entry{a, b} },
	"cond":     func(is bool, then, otherwise string) string { return map[bool]string{true: then, false: otherwise}[is] },
	"positive": positive,
	"qr":       qrSVG,
	"split":    func(s string) []string { return strings.Split(s, "") },
	"list":     func(words ...string) []string { return words },
	"last":     func(list []int) int { return list[len(list)-1] },
}

// dict makes a map of pairs, for partials that take several values.
func dict(pairs ...any) (map[string]any, error) {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		m[key] = pairs[i+1]
	}
	return m, nil
}

// Unread says that the division's record goes on with something this version can't read; "" otherwise.
func (p *page) Unread() string {
	if d := p.Division(); d != nil && d.Unread != nil {
		return p.q.p.Fault(d.Unread)
	}
	return ""
}

// T returns the text of a key; arguments come in pairs of name and value.
func (p *page) T(key string, pairs ...any) (string, error) {
	if len(pairs) == 0 {
		return p.q.p.T(key), nil
	}
	args, err := dict(pairs...)
	return p.q.p.T(key, fault.Args(args)), err
}

// Lang is the page's language.
func (p *page) Lang() i18n.Lang { return p.q.p.Lang }

// Langs are the languages to choose from, by their own names.
func (p *page) Langs() []langLink {
	names := map[i18n.Lang]string{i18n.Hans: "简体", i18n.Hant: "繁體", i18n.En: "English"}
	var links []langLink
	at := p.q.address()
	for _, lang := range i18n.Langs {
		values := at.Query()
		values.Set("lang", string(lang))
		links = append(links, langLink{Lang: lang, Name: names[lang], Here: lang == p.q.p.Lang, URL: at.Path + "?" + values.Encode()})
	}
	return links
}

// address is where the page can be asked for again. The answer to a form stands at an address that may
// know forms alone: it is where the form was, else the nearest page above it.
func (q *request) address() *url.URL {
	if q.Method == http.MethodGet || q.Method == http.MethodHead {
		return q.URL
	}
	if from, err := url.Parse(q.Referer()); err == nil && from.Host == q.Host && q.s.shows(from.Path) {
		return &url.URL{Path: from.Path, RawQuery: from.RawQuery}
	}
	above := q.URL.Path
	for above != "/" && !q.s.shows(above) {
		above = path.Dir(above)
	}
	return &url.URL{Path: above}
}

// shows tells whether there is a page at a path.
func (s *Server) shows(path string) bool {
	_, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}})
	return strings.HasPrefix(pattern, http.MethodGet+" ")
}

type langLink struct {
	Lang i18n.Lang
	Name string
	Here bool
	URL  string
}

// Theme is light, dark or "" for the device's own.
func (p *page) Theme() string { return p.q.chosenTheme() }

// chosenTheme is light, dark or "" for the device's own.
func (q *request) chosenTheme() string {
	if c, err := q.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		return c.Value
	}
	return ""
}

// Here is the page's own address.
func (p *page) Here() string { return p.q.address().RequestURI() }

// Path is the page's path without its question.
func (p *page) Path() string { return p.q.address().Path }

// User is who is signed in.
func (p *page) User() account.User { return p.q.user }

// Tournament and Division are nil where the page belongs to none.
func (p *page) Tournament() *tournament.Tournament { return p.q.tournament }

// Division is the division of the page.
func (p *page) Division() *tournament.Division { return p.q.division }

// May tells whether the reader has an ability.
func (p *page) May(a string) bool { return p.q.actor.May(account.Ability(a)) }

// RoleName is the reader's first role in words.
func (p *page) RoleName() string {
	for _, r := range account.Roles {
		if slices.Contains(p.q.actor.Roles, r) {
			return p.q.p.T("role." + string(r))
		}
	}
	if p.q.user.Admin {
		return p.q.p.T("role.admin")
	}
	return ""
}

// F is what a form field held when the form came back refused.
func (p *page) F(name string) string {
	if p.Error == "" || p.q.PostForm == nil {
		return ""
	}
	return bounded(p.q.PostForm.Get(name))
}

// bounded cuts what a form held to what its fields can hold: nobody typed more.
func bounded(text string) string {
	const most = 64 << 10 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// NoEntry is an entry that isn't there yet, for the form of a new one.
func (p *page) NoEntry() *tournament.Entry { return &tournament.Entry{} }

// Asked is what the page's address says under a name, or a form that came back refused.
func (p *page) Asked(name string) string {
	if p.Error != "" {
		return bounded(p.q.FormValue(name))
	}
	return p.q.URL.Query().Get(name)
}

// Cmd makes a command's id, so that a form sent twice counts once.
func (p *page) Cmd() (string, error) { return p.q.s.newID("c-") }

// Bundle is the question that the addresses of style and script carry.
func (p *page) Bundle() string { return bundleSum }

// Now is the time of day of the server.
func (p *page) Now() time.Time { return p.q.s.Now() }

// Clock, Date and DateTime write times in the page's language.
func (p *page) Clock(t time.Time) string { return p.q.p.Clock(t) }

// DateTime writes a whole moment.
func (p *page) DateTime(t time.Time) string { return p.q.p.DateTime(t) }

// Days writes the days of a tournament.
func (p *page) Days() string {
	info := p.q.tournament.Info
	from, err1 := time.Parse(time.DateOnly, info.Starts)
	to, err2 := time.Parse(time.DateOnly, info.Ends)
	switch {
	case err1 != nil:
		return ""
	case err2 != nil || from.Equal(to):
		return p.q.p.Date(from)
	case from.Month() == to.Month() && p.q.p.Lang != i18n.En:
		return fmt.Sprintf("%d 月 %d–%d 日", int(from.Month()), from.Day(), to.Day())
	}
	return p.q.p.Date(from) + "–" + p.q.p.Date(to)
}

// Outcome says a result in words.
func (p *page) Outcome(o rules.Outcome) string { return p.q.p.T(o.Words()) }

// Score writes a result as both sides' points, "2 : 0"; "" when there is none.
func (p *page) Score(o rules.Outcome) string {
	const thin = "\u2009:\u2009"
	switch {
	case o.IsZero():
		return ""
	case o.Winner == rules.Black:
		return "2" + thin + "0"
	case o.Winner == rules.White:
		return "0" + thin + "2"
	case o.Manner == rules.Drawn:
		return "1" + thin + "1"
	}
	return "0" + thin + "0"
}

// Manner says how a game was won, short, for the column 胜法.
func (p *page) Manner(o rules.Outcome) string {
	switch o.Manner {
	case rules.Open, rules.Plain:
		return ""
	case rules.Counted:
		return p.q.p.Stones(o.Margin)
	}
	return p.q.p.T("manner." + [...]string{rules.Resigned: "resigned", rules.Timeout: "timeout", rules.Forfeited: "forfeit", rules.Drawn: "draw", rules.BothLost: "bothLose", rules.BothAbsent: "bothForfeit", rules.NoResult: "none"}[o.Manner])
}

// Name is a player's name; where another entry bears it too, the unit stands beside it.
func (p *page) Name(no int) string {
	e := p.q.division.Entry(no)
	if e == nil {
		return "–"
	}
	return p.q.nameOf(e)
}

// PlainName is a player's name where the unit stands in a column beside it.
func (p *page) PlainName(no int) string {
	if e := p.q.division.Entry(no); e != nil {
		return e.Name
	}
	return "–"
}

// Unit is a player's unit.
func (p *page) Unit(no int) string {
	if e := p.q.division.Entry(no); e != nil {
		return e.Unit
	}
	return ""
}

// nameOf writes a name that stands alone, with the unit where two players bear it.
func (q *request) nameOf(e *tournament.Entry) string {
	if e.Unit == "" || !q.sharedNames()[e.Name] {
		return e.Name
	}
	return q.p.T("name.unit", fault.Args{"name": e.Name, "unit": e.Unit})
}

// namesakes keeps which names are shared in the divisions that were looked at last: every row of a console
// names its players, and a state of a division never changes.
type namesakes struct {
	mu   sync.Mutex
	kept map[*tournament.Division]map[string]bool
}

// divisionsKept bounds the states of divisions that are kept for their names; beyond it all are forgotten.
const divisionsKept = 16

func (n *namesakes) of(d *tournament.Division) map[string]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	shared, ok := n.kept[d]
	if ok {
		return shared
	}
	if n.kept == nil || len(n.kept) >= divisionsKept {
		n.kept = map[*tournament.Division]map[string]bool{}
	}
	shared = d.SharedNames()
	n.kept[d] = shared
	return shared
}

func (q *request) sharedNames() map[string]bool {
	if q.shared == nil {
		q.shared = q.s.namesakes.of(q.division)
	}
	return q.shared
}

// Rank says a rank in words.
func (p *page) Rank(text string) string { return rankWords(p.q.p, text) }

// History draws the colours of a player's games so far. The desk shows two of them at every
// table: as a template they took a third of its time.
func (p *page) History(past []pairing.Colour) template.HTML {
	words, marks := "", ""
	for _, c := range past {
		key, mark := "col.white.short", `<i class="w"></i>`
		if c == pairing.Black {
			key, mark = "col.black.short", `<i class="b"></i>`
		}
		words += p.q.p.T(key)
		marks += mark
	}
	return template.HTML(`<span class="hist" role="img" aria-label="` + template.HTMLEscapeString(words) + `">` + marks + `</span>`)
}

// Tag is a small label: a glyph, drawn in its colour, and a word.
func (p *page) Tag(kind, key string) template.HTML {
	glyph := kind
	if kind == "bad" {
		glyph = "no"
	}
	return template.HTML(`<span class="tag ` + kind + `"><svg class="g" aria-hidden="true"><use href="#g-` + glyph + `"/></svg>` + template.HTMLEscapeString(p.q.p.T(key)) + `</span>`)
}

// UserName is the name of a user by id, for logs.
func (p *page) UserName(id string) string {
	if id == "" {
		return p.q.p.T("role.program")
	}
	if name, known := p.q.users[id]; known {
		return name
	}
	u, err := p.q.s.Store.User(p.q.Context(), id)
	if err != nil {
		u.Name = id
	}
	if p.q.users == nil {
		p.q.users = map[string]string{}
	}
	p.q.users[id] = u.Name
	return u.Name
}

// Query makes the page's own address with one value changed.
func (p *page) Query(name string, value any) string {
	values := url.Values{}
	for k, v := range p.q.URL.Query() {
		values[k] = v
	}
	values.Set(name, fmt.Sprint(value))
	return p.q.URL.Path + "?" + values.Encode()
}

// Shown says how a cell of an entry list was understood.
func (p *page) Shown(v any) string {
	if r, ok := v.(grading.Rank); ok {
		return p.q.p.T(r.Words())
	}
	return fmt.Sprint(v)
}

// Note is the short text of a note in its cell, NoteLine the sentence that names row and column.
func (p *page) Note(n entrylist.Note) string { return p.q.p.T(n.Key+".cell", n.Args) }

// NoteLine is the sentence of a note.
func (p *page) NoteLine(n entrylist.Note) string { return p.q.p.T(n.Key+".line", n.Args) }

// ExplainText says how a number of the ranking is made.
func (p *page) ExplainText(e standing.Explanation) string { return p.q.p.T(e.Text, e.Args) }

// Komi says quarter-stones in words.
func (p *page) Komi(q int) string { return p.q.p.Quarters(q) }

// Stones is a number of 子 in a cell of a table.
func (p *page) Stones(q int) string { return p.q.p.Stones(q) }
