package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tianyuan/web"
)

// TestMetricsDoor: the figures are for this machine itself or with the token. A request that a
// proxy on this machine hands on is not this machine's own (contract.md, GET /metrics).
func TestMetricsDoor(t *testing.T) {
	h := newHall(t)
	guarded, err := web.New(web.Config{Store: h.store, Office: h.office, MetricsToken: "3 6 1"})
	must(t, err)
	for _, c := range []struct {
		name, from, header, value string
		handler                   http.Handler
		in                        bool
	}{
		{"this machine", "127.0.0.1:4711", "", "", h.handler, true},
		{"this machine by its other address", "127.8.9.1:4711", "", "", h.handler, true},
		{"this machine by IPv6", "[::1]:4711", "", "", h.handler, true},
		{"this machine, IPv4 inside IPv6", "[::ffff:127.0.0.1]:4711", "", "", h.handler, true},
		{"another machine", "192.168.1.7:4711", "", "", h.handler, false},
		{"another machine that looks like this one", "127.0.0.1.example.org:4711", "", "", h.handler, false},
		{"a proxy here", "127.0.0.1:4711", "X-Forwarded-For", "203.0.113.9", h.handler, false},
		{"a proxy here that hides for whom", "127.0.0.1:4711", "X-Forwarded-For", "", h.handler, false},
		{"a proxy here by the standard", "127.0.0.1:4711", "Forwarded", "for=203.0.113.9", h.handler, false},
		{"a proxy here that names itself", "127.0.0.1:4711", "Via", "1.1 gate", h.handler, false},
		{"no token is set, an empty one given", "192.168.1.7:4711", "Authorization", "Bearer ", h.handler, false},
		{"the token", "192.168.1.7:4711", "Authorization", "Bearer 3 6 1", guarded, true},
		{"another token", "192.168.1.7:4711", "Authorization", "Bearer 3 6 2", guarded, false},
		{"the token without its word", "192.168.1.7:4711", "Authorization", "3 6 1", guarded, false},
		{"no token", "192.168.1.7:4711", "", "", guarded, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
			r.RemoteAddr = c.from
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			w := httptest.NewRecorder()
			c.handler.ServeHTTP(w, r)
			if in := w.Code == http.StatusOK; in != c.in || !in && w.Code != http.StatusNotFound {
				t.Errorf("status %d", w.Code)
			}
			if shown := strings.Contains(w.Body.String(), "tianyuan_"); shown != c.in {
				t.Errorf("figures shown: %v", shown)
			}
		})
	}
}

// figures reads GET /metrics into its lines.
func (h *hall) figures(t *testing.T) map[string]string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	r.RemoteAddr = "127.0.0.1:4711"
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	lines := map[string]string{}
	for line := range strings.Lines(w.Body.String()) {
		if at := strings.LastIndex(line, " "); at > 0 && !strings.HasPrefix(line, "#") {
			lines[line[:at]] = strings.TrimSpace(line[at:])
		}
	}
	return lines
}

// TestMetricsFigures: requests stand under their route's pattern and status, the journal's and
// the pairing's work is counted, and no label holds anything of a person or a tournament.
func TestMetricsFigures(t *testing.T) {
	h := newHall(t)
	before := h.figures(t)
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/prepare", url.Values{"round": {"1"}}); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code, w.Body)
	}
	h.ask("chiefReferee", "GET", "/d/d-1/round/1", nil)
	h.ask("guest", "GET", "/p/t-1/find?q=%E7%94%B2", nil)
	h.ask("guest", "GET", "/p/t-none/d-1", nil)
	h.ask("guest", "GET", "/nowhere/u-admin", nil)
	h.ask("guest", "GET", "/d/d-1", nil)
	after := h.figures(t)
	count := func(route string, code int) string {
		return fmt.Sprintf(`tianyuan_http_request_seconds_count{code="%d",route="%s"}`, code, route)
	}
	for name, want := range map[string]string{
		count("POST /d/{d}/do/{action}", 303): "1", count("GET /d/{d}/round/{n}", 200): "1", count("GET /p/{t}/find", 200): "1",
		count("GET /p/{t}/{d}", 404): "1", count("/", 404): "1", count("GET /d/{d}", 303): "1",
		"tianyuan_pairing_seconds_count": "1", "tianyuan_streams_loaded": "1", "tianyuan_journal_busy_total": "0",
		"tianyuan_sessions": fmt.Sprint(len(h.cookies)),
	} {
		if after[name] != want {
			t.Errorf("%s is %q, want %s", name, after[name], want)
		}
	}
	for _, name := range []string{"tianyuan_journal_appends_total", "tianyuan_journal_events_total"} {
		var was, is int
		fmt.Sscan(before[name], &was)
		fmt.Sscan(after[name], &is)
		if is != was+1 {
			t.Errorf("%s went from %d to %d by one append", name, was, is)
		}
	}
	for _, name := range []string{"tianyuan_store_commit_seconds_count", "tianyuan_store_group_writes_count", "tianyuan_store_queue_seconds_count"} {
		if after[name] == "" || after[name] == before[name] {
			t.Errorf("%s stays at %q", name, after[name])
		}
	}
	labels := []string{"route", "code", "le", "quantile", "version"}
	for name := range after {
		for _, label := range regexp.MustCompile(`(\w+)="`).FindAllStringSubmatch(name, -1) {
			if !slices.Contains(labels, label[1]) {
				t.Errorf("unknown label in %s", name)
			}
		}
		if regexp.MustCompile(`d-1|t-1|t-none|u-|甲|nowhere|192\.0\.2|admin`).MatchString(name) {
			t.Errorf("%s names somebody", name)
		}
	}
}
