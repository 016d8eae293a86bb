package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tianyuan/fault"
	"tianyuan/i18n"
)

// tableClockWords are the texts that the script of the clock at the table fills by itself, without their
// prefix.
var tableClockWords = []string{
	"side.B", "side.W", "side.both", "press.label", "move", "hold", "ruler.zero", "unit.minutes", "unit.periods", "unsent", "called", "called.unsent",
	"stage.base", "stage.reading", "stage.section", "stage.absolute", "stage.fischer", "stage.none",
	"left.minutes", "kept.minutes", "left.last", "left.periods", "kept.periods", "left.lastPeriod", "left.moves", "kept.section", "left.increment",
	"hint.press", "hint.wait", "hint.notYours", "hint.start", "hint.startSoon", "hint.notStarted", "hint.draw", "hint.proposed", "hint.offered", "hint.captures",
	"key.resign.yes", "key.black", "key.blackAfterAll", "key.confirm", "pause.title", "pause.by", "pause.both", "pause.confirmed", "pause.used",
	"flag", "flag.stage", "flag.said", "flag.hint", "flag.other", "gap.off", "gap.back", "signed", "signed.wait",
	"settle.title", "settle.hint", "result.title", "final.title", "final.hint", "anew.title", "anew.hint",
	"asking.title", "asking.help", "taken.title", "taken.help", "lost.title", "lost.help", "elsewhere.title", "elsewhere.help", "wait.title", "wait.help", "server.ago", "server.never",
	"noReload",
}

// clockFiles are the files of the bundle that the clock's page is made of; the device keeps them.
var clockFiles = []string{"tianyuan.css", "tableclock.css", "tableclock.js", "ringer.js"}

// clockBuild changes with all that the clock's page is made of: bundle, template and words.
var clockBuild = sync.OnceValue(func() string {
	h := sha256.New()
	template, err := templateFiles.ReadFile("templates/tableclock.html")
	if err != nil {
		panic(err) // it is built in
	}
	fmt.Fprintln(h, bundleSum, len(template))
	h.Write(template)
	for _, lang := range i18n.Langs {
		p := i18n.For(lang)
		for _, key := range p.Keys() {
			if strings.HasPrefix(key, "tableclock.") {
				fmt.Fprintf(h, "%s %q\n", key, p.T(key))
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// clockWorker serves the service worker of the clocks' pages, which lies below /k/ and so can't reach
// another page: GET /k/worker.js. Its first line is of this build.
func clockWorker(w http.ResponseWriter, _ *http.Request) {
	script, err := distFiles.ReadFile("dist/clockworker.js")
	if err != nil {
		panic(err) // it is built in
	}
	var files []string
	for _, name := range clockFiles {
		files = append(files, "/static/"+name+"?"+bundleSum)
	}
	about, err := json.Marshal(map[string]any{"build": clockBuild(), "files": files})
	if err != nil {
		panic(err) // texts alone
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	// A reader who left needs no worker.
	_, _ = fmt.Fprintf(w, "self.tianyuan=%s;\n%s", about, script)
}

// clockPage is the clock at a table: GET /k/{t}/{table}/{code}. It holds nothing of the game, which
// comes over the socket, so a browser may keep it for a day of play and
// open it again without a server.
func (q *request) clockPage() error {
	table, err := strconv.Atoi(q.PathValue("table"))
	if err != nil {
		return fault.New(fault.NotFound, "fault.office.clock", nil)
	}
	words := map[string]string{}
	for _, key := range tableClockWords {
		words[key] = q.p.T("tableclock." + key)
	}
	for _, outcome := range []string{"B", "W"} { // a resignation that the server hasn't heard of yet
		words["result."+outcome+"+R"] = q.p.T("result." + outcome + ".resigned")
	}
	q.w.Header().Set("Content-Security-Policy", withSockets(q.w.Header().Get("Content-Security-Policy"), q.Host))
	q.w.Header().Set("Cache-Control", "private, max-age=43200")
	q.w.Header().Add("Vary", "Cookie, Accept-Language")
	title := q.p.T("tableclock.title", fault.Args{"table": table})
	return q.render("tableClock", http.StatusOK, page{Title: title, Public: true, Data: map[string]any{
		"Table": table, "Words": words, "Name": q.tournament.ID + "." + strconv.Itoa(table),
		"Build": clockBuild(), "Socket": q.URL.Path + "/ws?" + url.Values{"lang": {string(q.p.Lang)}}.Encode(),
	}})
}

var plainHost = regexp.MustCompile(`^[\w.\-\[\]:]+$`)

// withSockets lets a page open sockets to its own host. Safari before 16 doesn't count them as the
// page's own origin.
func withSockets(policy, host string) string {
	if !plainHost.MatchString(host) {
		return policy
	}
	return policy + "; connect-src 'self' ws://" + host + " wss://" + host
}

// clockCard is the card of a table's clock, with the address that its code leads to.
type clockCard struct {
	Table int
	URL   string
}

// clockLeaves are the cards of the clocks, four on a sheet, for the tables that the division may use.
func (q *request) clockLeaves() ([]leaf, error) {
	var cards []clockCard
	for _, table := range q.division.Seating.Tables((len(q.division.Entries) + 1) / 2) {
		code, err := q.s.Office.ClockCode(q.Context(), q.tournament.ID, table)
		if err != nil {
			return nil, err
		}
		cards = append(cards, clockCard{Table: table, URL: q.base() + clockPath(q.tournament.ID, table, code)})
	}
	return sheets(cards, 4), nil
}

// clockPath is where the code on a clock's card leads.
func clockPath(tournament string, table int, code string) string {
	return "/k/" + tournament + "/" + strconv.Itoa(table) + "/" + code
}
