package store

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"tianyuan/account"
)

// figures are what the writer counts.
type figures struct {
	appends, events, busy prometheus.Counter
	group, commit, wait   prometheus.Histogram
}

func newFigures() figures {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	histogram := func(name, help string, buckets ...float64) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
	}
	return figures{
		appends: counter("tianyuan_journal_appends_total", "Appends to the journal that were committed."),
		events:  counter("tianyuan_journal_events_total", "Events in those appends."),
		busy:    counter("tianyuan_journal_busy_total", "Writes refused because the queue was full."),
		group:   histogram("tianyuan_store_group_writes", "Writes that shared a commit.", 1, 2, 4, 8, 16, 32, 64),
		commit:  histogram("tianyuan_store_commit_seconds", "From the begin of a transaction to its commit.", .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5),
		wait:    histogram("tianyuan_store_queue_seconds", "How long a write waited for the writer.", .0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1),
	}
}

// Metrics are the store's figures for Prometheus.
func (s *Store) Metrics() []prometheus.Collector {
	f := &s.figures
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tianyuan_store_queue", Help: "Writes that wait for the writer."},
		func() float64 { return float64(len(s.jobs)) })
	sessions := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tianyuan_sessions", Help: "Sessions that still hold; -1 when the database doesn't answer."},
		func() float64 { return float64(s.liveSessions()) })
	return []prometheus.Collector{f.appends, f.events, f.busy, f.group, f.commit, f.wait, waiting, sessions}
}

// liveSessions counts the sessions that account.Session.Live lets in; -1 when it can't be known.
func (s *Store) liveSessions() int64 {
	now := s.cfg.Now()
	var n int64
	err := s.read.QueryRowContext(context.Background(), `SELECT COUNT(*) FROM sessions WHERE last_seen > $1 AND created > $2`,
		micros(now.Add(-account.SessionIdle)), micros(now.Add(-account.SessionMost))).Scan(&n)
	if err != nil {
		s.cfg.Log.Error("sessions not counted", "error", err)
		return -1
	}
	return n
}
