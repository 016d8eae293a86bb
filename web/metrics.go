package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// newRequests counts and times answers. Its labels are the route as it is written in routes and
// the status: never an address, an id or a name.
func newRequests() *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tianyuan_http_request_seconds", Help: "How long answers took, by route and status.",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"route", "code"})
}

// newMade counts the public pages that were made; those from the shelf aren't.
func newMade() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "tianyuan_public_pages_made_total", Help: "Public pages that were made anew; all others came from the shelf."})
}

// registry gathers the figures of the server and of what it works with.
func (s *Server) registry() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), s.requests, s.made)
	r.MustRegister(s.Store.Metrics()...)
	r.MustRegister(s.Office.Metrics()...)
	return r
}

// timed counts a request under the route that answered it; "none" for one that was turned away
// before it came to a route.
func (s *Server) timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		sent := &noted{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(sent, r)
		if sent.status == http.StatusSwitchingProtocols {
			return // a line lasts as long as a table is played at
		}
		route := r.Pattern
		if route == "" {
			route = "none"
		}
		s.requests.WithLabelValues(route, strconv.Itoa(sent.status)).Observe(time.Since(began).Seconds())
	})
}

// noted keeps the status of an answer.
type noted struct {
	http.ResponseWriter
	status int
	begun  bool
}

// WriteHeader implements http.ResponseWriter.
func (n *noted) WriteHeader(status int) {
	if !n.begun {
		n.status, n.begun = status, status >= http.StatusOK
	}
	n.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (n *noted) Write(b []byte) (int, error) {
	n.begun = true
	return n.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController through.
func (n *noted) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// metrics answers this machine itself, and whoever has the token; for others there is no such page.
func (s *Server) metrics() http.Handler {
	figures := promhttp.HandlerFor(s.registry(), promhttp.HandlerOpts{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromHere(r) && !s.holdsToken(r) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		figures.ServeHTTP(w, r)
	})
}

// fromHere tells that a request comes from this machine and not through a proxy on it, which
// says for whom it asks.
func fromHere(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback()
}

// holdsToken tells that a request carries the token for the figures; without one set, none does.
func (s *Server) holdsToken(r *http.Request) bool {
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	have, want := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.MetricsToken))
	return bearer && s.MetricsToken != "" && subtle.ConstantTimeCompare(have[:], want[:]) == 1
}
