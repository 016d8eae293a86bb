// Package web holds all HTTP of the program: pages, forms, files and the health check. Pages are
// made on the server and work without scripts; web/ui adds keys and small comforts.
package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"encoding/base32"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/i18n"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/tournament"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed dist/*
var distFiles embed.FS

// Config says what a server works with.
type Config struct {
	Store  *store.Store
	Office *office.Office
	// Live is the hub of the games that run; nil makes one.
	Live   *live.Hub
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
	// PublicURL is the address under which others reach the server; "" when it isn't known.
	PublicURL string
	// PhoneURL is the address under which phones in the hall reach the server, for an officer
	// who works on the server's own machine; "" when it isn't known.
	PhoneURL string
	// PhoneURLs are all of them, the likeliest first.
	PhoneURLs []string
	// Mirror says how the copies on a stick are doing; nil when there is none.
	Mirror func() store.MirrorStatus
	// Voice holds clips of the operator's own in place of ours, {zh,en}/NAME.mp3; nil when there are none.
	Voice fs.FS
	// Clock says what is wrong with the machine's clock; nil when nobody watches it.
	Clock func() ClockTrouble
	// Space is how many bytes are free where the data lies; nil = the store's own answer.
	Space func() (free int64, known bool)
	// Branch is when the copy was made from which the store went on; zero when it never did.
	Branch time.Time
	// MetricsToken opens GET /metrics to others than this machine; "" keeps it to this machine.
	MetricsToken string
}

// Server answers requests.
type Server struct {
	Config
	pages   *template.Template
	signIn  account.Limiter
	actions account.Limiter
	// claims bounds what is sent from one slip.
	claims account.Limiter
	// lines bounds what comes in on a socket.
	lines account.Limiter
	// began is when the server was made.
	began time.Time
	// closing ends the sockets.
	closing chan struct{}
	close   func()
	halls   halls
	sites   sites
	// requests counts and times the answers.
	requests *prometheus.HistogramVec
	shelf    shelf
	// consoleRows are those of the referees' lists.
	consoleRows consoleRows
	namesakes   namesakes
	mux         *http.ServeMux
	made        prometheus.Counter
	handler     http.Handler
}

// PublicOrigin reads the address under which others reach the server: http or https and a host,
// nothing behind it, because the pages' links begin at the root.
// Faults: invalid "fault.web.publicURL", "fault.web.publicPath".
func PublicOrigin(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", fault.New(fault.Invalid, "fault.web.publicURL", fault.Args{"value": address})
	}
	origin := u.Scheme + "://" + u.Host
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fault.New(fault.Invalid, "fault.web.publicPath", fault.Args{"value": address, "right": origin})
	}
	return origin, nil
}

// New makes a server. It fails when the public address can't be read.
func New(c Config) (*Server, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		Config:  c,
		signIn:  account.Limiter{Burst: 8, Every: 15 * time.Second},
		claims:  account.Limiter{Burst: 20, Every: 6 * time.Second},
		lines:   account.Limiter{Burst: socketBurst, Every: socketEach},
		closing: make(chan struct{}),
		began:   c.Now(),
		actions: account.Limiter{Burst: 120, Every: 50 * time.Millisecond},

		requests: newRequests(),
		made:     newMade(),
	}
	s.close = sync.OnceFunc(func() { close(s.closing) })
	if s.Live == nil {
		s.Live = live.New(c.Office, live.Machine())
	}
	s.pages = template.Must(template.New("").Funcs(functions).ParseFS(templateFiles, "templates/*.html"))
	guard := http.NewCrossOriginProtection()
	if c.PublicURL != "" {
		origin, err := PublicOrigin(c.PublicURL)
		if err != nil {
			return nil, err
		}
		if err := guard.AddTrustedOrigin(origin); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "fault.web.publicURL", fault.Args{"value": c.PublicURL})
		}
	}
	guard.SetDenyHandler(s.plain(func(*request) error { return fault.New(fault.Forbidden, "fault.crossOrigin", nil) }))
	s.mux = s.routes()
	s.handler = s.headers(s.timed(guard.Handler(compress(s.mux))))
	return s, nil
}

// Close ends the sockets; a server that is shut down doesn't know of them.
func (s *Server) Close() { s.close() }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// The bounds of a request's body, in bytes: a form, and a file such as an entry list of 10 MB, coded
// as text.
const (
	maxForm = 1 << 20
	maxFile = 15 << 20
)

// filed are the routes that take a file.
var filed = []string{"POST /d/{d}/import", "POST /d/{d}/workbook"}

// headers sets what every answer carries.
func (s *Server) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		r.Body = http.MaxBytesReader(w, r.Body, maxFile)
		next.ServeHTTP(w, r)
	})
}

// request is one request with what is known of it.
type request struct {
	*http.Request
	w       http.ResponseWriter
	s       *Server
	p       *i18n.Printer
	user    account.User
	session account.Session
	// doubt marks a refusal that is a question: sent back as "sure", it takes what was entered.
	doubt string
	// closing names the question that was asked about closing a round.
	closing string
	// playing are the tables whose games are going on that the form was asked about.
	playing []int
	// before is how many results the round had before the form was carried out.
	before int
	// stood marks a refusal because another result stands, before somebody who may correct it.
	stood bool
	// row is the judgement on the person of an entry's form.
	row entrylist.Row
	// The rest is set by the routes of a tournament or division.
	actor      office.Actor
	tournament *tournament.Tournament
	division   *tournament.Division
	// shelf is the name under which the page is kept for other guests; "" = not kept.
	shelf string
	// marked are the fields of a form that are wrong, markedIn their names as they were read.
	marked   map[string]error
	markedIn []string
	// entered are the names that entries had by id, removed ones too, as the protocol is read.
	entered map[int]string
	// users are the names of accounts by id, as they are asked for.
	users map[string]string
	// shared are the names that two players of the division bear, once they are asked for.
	shared map[string]bool
}

// cookie names.
const (
	sessionCookie = "tianyuan"
	langCookie    = "lang"
	themeCookie   = "theme"
)

// plain wraps a handler: language, session, errors, panics.
func (s *Server) plain(handle func(*request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := &request{Request: r, w: w, s: s}
		q.p = i18n.For(q.language())
		defer func() { s.shelf.leave(q.shelf) }()
		defer func() {
			if v := recover(); v != nil {
				s.Log.Error("panic", "path", r.URL.Path, "value", v, "stack", string(debug.Stack()))
				q.fail(fault.New(fault.Internal, "fault.internal", nil))
			}
		}()
		if err := q.readForm(); err != nil {
			q.fail(err)
			return
		}
		if err := q.loadSession(); err != nil {
			q.fail(err)
			return
		}
		if r.Method == http.MethodPost && q.user.ID != "" {
			if ok, wait := s.actions.Allow(q.session.TokenHash, s.Now()); !ok {
				q.fail(fault.New(fault.Busy, "fault.busy", fault.Args{"seconds": int(wait.Seconds()) + 1}))
				return
			}
		}
		if err := handle(q); err != nil {
			q.fail(err)
		}
	}
}

// readForm reads the fields of a form whole before anything is done by them: one that is too large or
// broken would else look like one with empty fields. Files are left to their routes.
func (q *request) readForm() error {
	if q.Method != http.MethodPost || slices.Contains(filed, q.Pattern) {
		return nil
	}
	q.Body = http.MaxBytesReader(q.w, q.Body, maxForm)
	err := q.ParseForm()
	if err == nil && strings.HasPrefix(q.Header.Get("Content-Type"), "multipart/") {
		err = q.ParseMultipartForm(maxForm)
	}
	return badForm(err)
}

// badForm is why a form couldn't be read; nil for nil. Faults: tooLarge "fault.bodyTooLarge"; invalid
// "fault.web.form".
func badForm(err error) error {
	if errors.Is(err, multipart.ErrMessageTooLarge) {
		return fault.New(fault.TooLarge, "fault.bodyTooLarge", fault.Args{"most": maxFile >> 20})
	}
	if known := normal(err); known != err || err == nil {
		return known
	}
	return fault.Wrap(err, fault.Invalid, "fault.web.form", nil)
}

// language is chosen by hand (?lang= sets the cookie), else by the browser.
func (q *request) language() i18n.Lang {
	if lang, ok := i18n.Parse(q.URL.Query().Get("lang")); ok {
		http.SetCookie(q.w, &http.Cookie{Name: langCookie, Value: string(lang), Path: "/", MaxAge: 400 * 24 * 3600, SameSite: http.SameSiteLaxMode})
		return lang
	}
	if c, err := q.Cookie(langCookie); err == nil {
		if lang, ok := i18n.Parse(c.Value); ok {
			return lang
		}
	}
	return i18n.Match(q.Header.Get("Accept-Language"))
}

func (q *request) loadSession() error {
	c, err := q.Cookie(sessionCookie)
	if err != nil {
		return nil
	}
	now := q.s.Now()
	x, err := q.s.Store.Session(q.Context(), account.HashToken(c.Value))
	if fault.CodeOf(err) == fault.SignIn || err == nil && !x.Live(now) {
		return nil
	}
	if err != nil {
		return err
	}
	u, err := q.s.Store.User(q.Context(), x.UserID)
	if fault.CodeOf(err) == fault.NotFound || err == nil && u.Disabled {
		return nil
	}
	if err != nil {
		return err
	}
	q.user, q.session = u, x
	q.actor = office.Actor{User: u}
	if now.Sub(x.LastSeen) > time.Hour {
		x.LastSeen = now
		return q.s.Store.PutSession(q.Context(), x)
	}
	return nil
}

var statuses = map[fault.Code]int{
	fault.Invalid: http.StatusUnprocessableEntity, fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict,
	fault.Forbidden: http.StatusForbidden, fault.SignIn: http.StatusUnauthorized, fault.Busy: http.StatusTooManyRequests,
	fault.Full:     http.StatusInsufficientStorage,
	fault.TooLarge: http.StatusRequestEntityTooLarge, fault.Newer: http.StatusConflict, fault.Internal: http.StatusInternalServerError,
}

// normal turns errors of the standard library into faults.
func normal(err error) error {
	if big, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "fault.bodyTooLarge", fault.Args{"most": big.Limit >> 20})
	}
	return err
}

// space is how many bytes are free where the data lies.
func (s *Server) space() (free int64, known bool) {
	if s.Space != nil {
		return s.Space()
	}
	return s.Store.Space()
}

// fail answers with an error in the reader's language. A guest who needs an account is led to
// the sign-in page and back.
func (q *request) fail(err error) {
	err = normal(err)
	code := fault.CodeOf(err)
	if code == fault.Internal && !errors.Is(err, context.Canceled) {
		q.s.Log.Error("request failed", "method", q.Method, "path", q.URL.Path, "error", err)
	}
	if q.wantsFragment() {
		q.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if q.stood {
			q.w.Header().Set("X-Stood", "1")
		}
		if q.doubt != "" {
			q.w.Header().Set("X-Doubt", q.doubt)
		}
		q.w.WriteHeader(statuses[code])
		io.WriteString(q.w, q.p.Fault(err))
		return
	}
	if q.unsaved(code) {
		q.showUnsaved(err)
		return
	}
	if code == fault.SignIn && q.Method == http.MethodGet {
		http.Redirect(q.w, q.Request, "/login?to="+url.QueryEscape(q.URL.RequestURI()), http.StatusSeeOther)
		return
	}
	q.render("error", statuses[code], page{Title: q.p.T("page.error"), Error: q.p.Fault(err), Data: q.ways()})
}

// way is where an error leads on.
type way struct{ URL, Text string }

// ways are where an error leads an official on: to the table, its round and the referee's tables, as far as
// they are there.
func (q *request) ways() []way {
	if q.tournament == nil || !q.actor.May(account.ViewOffice) {
		return nil
	}
	var list []way
	if d := q.division; d != nil {
		// What isn't a number names no round and no table.
		n, _ := strconv.Atoi(q.PathValue("n"))
		table, _ := strconv.Atoi(q.PathValue("table"))
		if _, err := d.PublishedPair(n, table); err == nil && q.URL.Path != tableURL(d.ID, n, table) {
			list = append(list, way{tableURL(d.ID, n, table), q.p.T("gc.toTable")})
		}
		if d.Round(n) == nil {
			n = len(d.Rounds)
		}
		if to := "/d/" + d.ID + "/round/" + strconv.Itoa(n); n > 0 && to != q.URL.Path {
			list = append(list, way{to, q.p.T("error.toRound", fault.Args{"division": d.Name, "n": n})})
		}
	}
	return append(list, way{"/t/" + q.tournament.ID + "/referee", q.p.T("error.toReferee")})
}

func (q *request) wantsFragment() bool { return q.Header.Get("X-Fragment") != "" }

// page is what every template gets.
type page struct {
	q     *request
	Title string
	// Place stands beside the tournament's name in the masthead.
	Place string
	Error string
	Tab   string
	Data  any
	// Back is where a page of the console leads back to, and Edition stands in its head; "" for none.
	Back, Edition string
	// Wide pages use the whole screen; Public ones show no office.
	Public bool
}

// render writes a whole page. It is made in memory first, so that an error never leaves half of one.
func (q *request) render(name string, status int, p page) error {
	p.q = q
	var b bytes.Buffer
	if err := q.s.pages.ExecuteTemplate(&b, name, &p); err != nil {
		q.s.Log.Error("page failed", "template", name, "error", err)
		http.Error(q.w, q.p.T("fault.internal"), http.StatusInternalServerError)
		return nil
	}
	if q.shelf != "" && status == http.StatusOK {
		q.shelve(b.Bytes())
		return nil
	}
	q.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if q.w.Header().Get("Cache-Control") == "" {
		q.w.Header().Set("Cache-Control", "no-store")
	}
	q.w.WriteHeader(status)
	_, err := q.w.Write(b.Bytes())
	if err != nil {
		q.s.Log.Debug("reader left", "error", err)
	}
	return nil
}

// to sends the browser on after a form.
func (q *request) to(path string) error {
	http.Redirect(q.w, q.Request, path, http.StatusSeeOther)
	return nil
}

// goOn sends the browser on after a form: to the page of this site that the form names as "back", else
// to its own next one.
func (q *request) goOn(next string) error {
	if back := inside(q.PostFormValue("back")); back != "/" {
		next = back
	}
	return q.to(next)
}

// newID makes an id of a stream or user: a prefix and 80 random bits.
func (s *Server) newID(prefix string) (string, error) {
	raw := make([]byte, 10)
	if _, err := io.ReadFull(s.Random, raw); err != nil {
		return "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return prefix + strings.ToLower(base32.StdEncoding.EncodeToString(raw)), nil
}
