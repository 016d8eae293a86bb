package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
)

// routes lists every address of the program.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.plain((*request).health))
	mux.Handle("GET /metrics", s.metrics())
	mux.HandleFunc("GET /static/{name}", s.static)
	mux.HandleFunc("GET /voice/{lang}/{name}", s.voice)
	mux.HandleFunc("GET /favicon.ico", seal)

	mux.HandleFunc("GET /{$}", s.plain((*request).home))
	mux.HandleFunc("GET /lights", s.plain((*request).lightsNow))
	s.consoleRoutes(mux)
	mux.HandleFunc("GET /login", s.plain((*request).loginPage))
	mux.HandleFunc("POST /login", s.plain((*request).login))
	mux.HandleFunc("POST /logout", s.plain((*request).logout))
	mux.HandleFunc("GET /link/{token}", s.plain((*request).linkPage))
	mux.HandleFunc("POST /link/{token}", s.plain((*request).useLink))
	mux.HandleFunc("POST /theme", s.plain((*request).theme))
	mux.HandleFunc("GET /account", s.plain((*request).accountPage))
	mux.HandleFunc("POST /account/password", s.plain((*request).changePassword))
	mux.HandleFunc("POST /account/sessions", s.plain((*request).endSessions))
	mux.HandleFunc("GET /users", s.onUsers((*request).usersPage))
	mux.HandleFunc("POST /users", s.onUsers((*request).addUser))
	mux.HandleFunc("POST /users/{u}/link", s.onUsers((*request).resetLink))
	mux.HandleFunc("POST /users/{u}/active", s.onUsers((*request).setActive))
	mux.HandleFunc("POST /users/{u}/sessions", s.onUsers((*request).endUserSessions))
	mux.HandleFunc("GET /new", s.plain((*request).newTournament))
	mux.HandleFunc("POST /new", s.plain((*request).createTournament))
	mux.HandleFunc("GET /new/club", s.plain((*request).clubPage))
	mux.HandleFunc("POST /new/club", s.plain((*request).clubNight))

	mux.HandleFunc("GET /t/{t}", s.inTournament(account.ViewOffice, (*request).tournamentPage))
	mux.HandleFunc("POST /t/{t}/info", s.inTournament(account.EditTournament, (*request).changeTournament))
	mux.HandleFunc("POST /t/{t}/officials", s.inTournament(account.ManageOfficials, (*request).changeOfficials))
	mux.HandleFunc("GET /t/{t}/officials", s.inTournament(account.ViewOffice, (*request).officialsPage))
	mux.HandleFunc("POST /t/{t}/officials/assign", s.inTournament(account.AssignReferees, (*request).assignReferee))
	mux.HandleFunc("POST /t/{t}/officials/release", s.inTournament(account.LeadReferees, (*request).releaseReferee))
	mux.HandleFunc("POST /t/{t}/officials/duty", s.inTournament(account.LeadReferees, (*request).markDuty))
	mux.HandleFunc("POST /t/{t}/officials/incident", s.inTournament(account.LogIncident, (*request).logIncident))
	mux.HandleFunc("POST /t/{t}/officials/appeal", s.inTournament(account.LogIncident, (*request).lodgeAppeal))
	mux.HandleFunc("POST /t/{t}/officials/decide", s.inTournament(account.DecideAppeal, (*request).decideAppeal))
	mux.HandleFunc("POST /t/{t}/officials/comment", s.inTournament(account.LeadReferees, (*request).commentReferee))
	mux.HandleFunc("POST /t/{t}/officials/announce", s.inTournament(account.LeadReferees, (*request).announce))
	mux.HandleFunc("GET /t/{t}/connect", s.inTournament(account.ViewOffice, (*request).connectPage))
	mux.HandleFunc("GET /t/{t}/checkin", s.inTournament(account.ViewOffice, (*request).checkinPage))
	mux.HandleFunc("GET /t/{t}/paper", s.inTournament(account.ViewOffice, (*request).paperPage))
	mux.HandleFunc("GET /t/{t}/paper/sheets", s.inTournament(account.ViewOffice, (*request).paperSheets))
	mux.HandleFunc("POST /t/{t}/notices", s.inTournament(account.PostNotice, (*request).postNotice))
	mux.HandleFunc("GET /t/{t}/hidden", s.inTournament(account.EditDivisions, (*request).hiddenPage))
	mux.HandleFunc("POST /t/{t}/hidden", s.inTournament(account.EditDivisions, (*request).hideDivision))
	mux.HandleFunc("POST /t/{t}/hidden/restore", s.inTournament(account.EditDivisions, (*request).restoreDivision))
	mux.HandleFunc("GET /t/{t}/tables", s.inTournament(account.ViewOffice, (*request).tablesPage))
	mux.HandleFunc("POST /t/{t}/tables", s.inTournament(account.Pair, (*request).numberTables))
	mux.HandleFunc("GET /t/{t}/log", s.inTournament(account.ViewOffice, (*request).hallLogPage))
	mux.HandleFunc("POST /t/{t}/divisions", s.inTournament(account.EditDivisions, (*request).createDivision))

	mux.HandleFunc("GET /d/{d}", s.inDivision((*request).divisionHome))
	mux.HandleFunc("GET /d/{d}/regulations", s.inDivision((*request).regulationsPage))
	mux.HandleFunc("POST /d/{d}/regulations", s.inDivision((*request).regulationsLook))
	mux.HandleFunc("GET /d/{d}/entries", s.inDivision((*request).entriesPage))
	mux.HandleFunc("GET /d/{d}/entry/{id}", s.inDivision((*request).entryPage))
	mux.HandleFunc("POST /d/{d}/entry/{id}/move", s.inDivision((*request).moveEntry))
	mux.HandleFunc("POST /d/{d}/entry/{id}/erase", s.inDivision((*request).erasePerson))
	mux.HandleFunc("GET /d/{d}/entry/{id}/private", s.onPrivate((*request).privateEntry))
	mux.HandleFunc("POST /d/{d}/entry/{id}/private", s.onPrivate((*request).changePrivate))
	mux.HandleFunc("GET /d/{d}/private", s.onPrivate((*request).privatePage))
	mux.HandleFunc("GET /d/{d}/import", s.inDivision((*request).importPage))
	mux.HandleFunc("POST /d/{d}/import", s.inDivision((*request).importPreview))
	mux.HandleFunc("GET /d/{d}/workbook", s.inDivision((*request).workbookPage))
	mux.HandleFunc("POST /d/{d}/workbook", s.inDivision((*request).workbookPreview))
	mux.HandleFunc("GET /d/{d}/round/{n}", s.inDivision((*request).roundPage))
	mux.HandleFunc("GET /d/{d}/round/{n}/floor", s.inDivision((*request).floorPage))
	mux.HandleFunc("GET /d/{d}/draw", s.inDivision((*request).ceremony))
	mux.HandleFunc("GET /d/{d}/ranking", s.inDivision((*request).rankingPage))
	mux.HandleFunc("GET /d/{d}/head", s.inDivision((*request).headOf))
	mux.HandleFunc("GET /d/{d}/log", s.inDivision((*request).logPage))
	mux.HandleFunc("GET /d/{d}/export/{name}", s.inDivision((*request).exportFile))
	mux.HandleFunc("POST /d/{d}/do/{action}", s.inDivision((*request).act))

	s.boardRoutes(mux)
	mux.HandleFunc("GET /s/{d}/{slip}", s.onSlip((*request).slipPage))
	mux.HandleFunc("POST /s/{d}/{slip}", s.onSlip((*request).claim))

	mux.HandleFunc("GET /k/worker.js", clockWorker)
	mux.HandleFunc("GET /k/{t}/{table}/{code}", s.onClock((*request).clockPage))
	mux.HandleFunc("GET /k/{t}/{table}/{code}/ws", s.onClock((*request).clockSocket))

	mux.HandleFunc("GET /p/{t}", s.inPublic((*request).publicTournament))
	mux.HandleFunc("GET /p/{t}/head", s.inPublic((*request).publicHead))
	mux.HandleFunc("GET /p/{t}/hall", s.inPublic((*request).hallScreen))
	mux.HandleFunc("GET /p/{t}/find", s.inPublic((*request).findMe))
	mux.HandleFunc("GET /p/{t}/notices", s.inPublic((*request).noticesPage))
	mux.HandleFunc("GET /p/{t}/units", s.inPublic((*request).unitsPage))
	mux.HandleFunc("GET /p/{t}/table/{n}", s.inPublic((*request).tablePage))
	mux.HandleFunc("GET /p/{t}/site.zip", s.inPublic((*request).siteZip))
	mux.HandleFunc("GET /p/{t}/{d}", s.inPublic((*request).publicPairs))
	mux.HandleFunc("GET /p/{t}/{d}/{view}", s.inPublic((*request).publicView))
	mux.HandleFunc("/", s.plain(func(*request) error { return fault.New(fault.NotFound, "fault.notFound", nil) }))
	return mux
}

// inTournament wraps a handler of a tournament's office.
func (s *Server) inTournament(ability account.Ability, handle func(*request) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		if err := q.enter(q.PathValue("t")); err != nil {
			return err
		}
		if !q.actor.May(ability) {
			return q.refuse(ability)
		}
		return handle(q)
	})
}

// inDivision wraps a handler of a division's office, which officials may see.
func (s *Server) inDivision(handle func(*request) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		if q.user.ID == "" {
			return fault.New(fault.SignIn, "fault.signIn", nil)
		}
		d, err := s.Office.Division(q.Context(), q.PathValue("d"))
		if err != nil {
			return err
		}
		q.division = d
		if err := q.enter(d.Tournament); err != nil {
			return err
		}
		if !q.actor.May(account.ViewOffice) {
			return q.refuse(account.ViewOffice)
		}
		if d.Hidden != nil {
			q.division = nil
			return fault.New(fault.Conflict, "fault.tournament.hidden", fault.Args{"name": d.Name, "at": d.Hidden.At})
		}
		return handle(q)
	})
}

// inPublic wraps a handler of the public pages. Officials see those of a tournament that isn't
// public yet.
func (s *Server) inPublic(handle func(*request) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		if err := q.enter(q.PathValue("t")); err != nil {
			return err
		}
		if !q.tournament.Info.Public && !q.actor.May(account.ViewOffice) {
			return fault.New(fault.NotFound, "fault.notFound", nil)
		}
		if id := q.PathValue("d"); id != "" {
			d, err := s.Office.Division(q.Context(), id)
			if err != nil {
				return err
			}
			if d.Tournament != q.tournament.ID || d.Hidden != nil {
				return fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
			}
			q.division = d.Public(q.tournament.Info)
		}
		return handle(q)
	})
}

// enter loads the tournament and what the user is in it.
func (q *request) enter(id string) error {
	t, err := q.s.Office.Tournament(q.Context(), id)
	if err != nil {
		return err
	}
	q.tournament = t
	if q.user.ID == "" {
		return nil
	}
	roles, err := q.s.Store.RolesOf(q.Context(), q.user.ID, id)
	q.actor.Roles = roles
	return err
}

func (q *request) refuse(ability account.Ability) error {
	if q.user.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	return office.Forbidden(ability)
}

func (q *request) health() error {
	if err := q.s.Store.Ping(q.Context()); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	_, err := io.WriteString(q.w, "ok\n")
	return err
}

// sealSVG is the seal of the masthead, for the browser's tab.
const sealSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="2" fill="#AE2A1A"/><path d="M5 9h16M5 13h16M5 17h16M9 5v16M13 5v16M17 5v16" stroke="#FFFDF8" stroke-width=".7" opacity=".8"/><circle cx="13" cy="13" r="3.4" fill="#FFFDF8"/></svg>`

func seal(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	// A reader who left needs no icon.
	_, _ = io.WriteString(w, sealSVG)
}

// static serves the bundle; the address changes with its content, so it may be kept.
func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if r.URL.RawQuery == bundleSum {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	packed, ok := packedBundle()[name]
	if !ok || !takesGzip(r) {
		http.ServeFileFS(w, r, distFiles, "dist/"+name)
		return
	}
	h := w.Header()
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(packed)))
	h.Set("Vary", "Accept-Encoding")
	w.WriteHeader(http.StatusOK)
	if _, err := w.Write(packed); err != nil {
		s.Log.Debug("reader left", "error", err)
	}
}

// packedBundle are the files of the bundle by name, packed once: three hundred phones ask for them
// within a minute.
var packedBundle = sync.OnceValue(func() map[string][]byte {
	files := map[string][]byte{}
	entries, err := distFiles.ReadDir("dist")
	if err != nil {
		panic(err) // they are built in
	}
	for _, e := range entries {
		data, err := distFiles.ReadFile("dist/" + e.Name())
		if err != nil {
			panic(err)
		}
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			panic(err)
		}
		z.Write(data) // a buffer takes everything
		z.Close()
		files[e.Name()] = packed.Bytes()
	}
	return files
})

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func newZipper(w io.Writer) *gzip.Writer {
	z := zippers.Get().(*gzip.Writer)
	z.Reset(w)
	return z
}

func freeZipper(z *gzip.Writer) {
	z.Close()
	zippers.Put(z)
}

// takesGzip tells whether a browser takes packed answers.
func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == ""
}

// compress packs texts for browsers that take it.
func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !takesGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		z := &zipped{ResponseWriter: w}
		defer z.close()
		next.ServeHTTP(z, r)
	})
}

// zipped packs what has a text's type.
type zipped struct {
	http.ResponseWriter
	gz    *gzip.Writer
	begun bool
}

// WriteHeader implements http.ResponseWriter.
func (z *zipped) WriteHeader(status int) {
	if !z.begun {
		z.begun = true
		h := z.Header()
		kind := h.Get("Content-Type")
		text := strings.HasPrefix(kind, "text/") || strings.Contains(kind, "json") || strings.Contains(kind, "javascript")
		if text && h.Get("Content-Encoding") == "" && status != http.StatusNotModified {
			h.Set("Content-Encoding", "gzip")
			h.Add("Vary", "Accept-Encoding")
			h.Del("Content-Length")
			z.gz = newZipper(z.ResponseWriter)
		}
	}
	z.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (z *zipped) Write(b []byte) (int, error) {
	if !z.begun {
		if z.Header().Get("Content-Type") == "" {
			z.Header().Set("Content-Type", http.DetectContentType(b))
		}
		z.WriteHeader(http.StatusOK)
	}
	if z.gz != nil {
		return z.gz.Write(b)
	}
	return z.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController and sockets through.
func (z *zipped) Unwrap() http.ResponseWriter { return z.ResponseWriter }

func (z *zipped) close() {
	if z.gz != nil {
		freeZipper(z.gz)
	}
}
