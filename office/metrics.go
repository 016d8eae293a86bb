package office

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tianyuan/tournament"
)

// newPairing is how long making a round's pairs takes, in seconds.
func newPairing() prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "tianyuan_pairing_seconds", Help: "How long making the pairs of a round took.",
		Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5},
	})
}

// Metrics are the office's figures for Prometheus.
func (o *Office) Metrics() []prometheus.Collector {
	loaded := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tianyuan_streams_loaded", Help: "Divisions whose state is in memory.",
	}, func() float64 {
		return float64(o.divisions.size())
	})
	games := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tianyuan_games_loaded", Help: "Games whose state is in memory.",
	}, func() float64 { return float64(o.games.size()) })
	return []prometheus.Collector{loaded, games, o.pairing}
}

// decide is the domain's decision; that on a round's pairs is timed.
func (o *Office) decide(state *tournament.Division, command tournament.Command, ctx tournament.Context) ([]tournament.Event, error) {
	if _, pairs := command.(tournament.PrepareRound); pairs {
		defer func(began time.Time) { o.pairing.Observe(o.now().Sub(began).Seconds()) }(o.now())
	}
	return state.Decide(command, ctx)
}
