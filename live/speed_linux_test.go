package live

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/journal"
)

// processor is the processor time that the process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRunningClocks keeps 10,000 running clocks for two seconds at a time and tells how much
// processor time a second of it takes; the target is 2 % of one core. Signs of life are written to
// the disk and synced meanwhile.
func BenchmarkRunningClocks(b *testing.B) {
	const clocks = 10_000
	m := newMachine(b)
	m.keep.times = Machine()
	m.must(m.keep.Start(context.Background()))
	started, err := json.Marshal(game.Started{At: m.keep.Moment()})
	m.must(err)
	for n := 0; n < clocks; n += 100 {
		var ids []string
		for i := range 100 {
			ids = append(ids, fmt.Sprintf("g-d-1-1-%d.%d", 2*(n+i)+1, 2*(n+i)+2))
		}
		m.begin(clock.System{Kind: clock.Absolute, Base: time.Hour + time.Duration(n)*time.Second}, ids...)
		var writes []journal.Write
		for _, id := range ids {
			writes = append(writes, journal.Write{Stream: id, Expected: 1, Events: []journal.Event{{Type: "game.started", Body: started}}})
		}
		stored, err := m.st.Append(context.Background(), writes...)
		m.must(err)
		m.keep.appended(stored)
		_, err = m.keep.turn(context.Background())
		m.must(err)
	}
	if n := len(m.keep.heap); n != clocks {
		b.Fatalf("%d clocks run", n)
	}
	var used, ran time.Duration
	for b.Loop() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		before, began := processor(), time.Now()
		m.keep.Run(ctx)
		used, ran = used+processor()-before, ran+time.Since(began)
		cancel()
	}
	b.ReportMetric(float64(used)/float64(ran)*100, "%core")
	b.ReportMetric(0, "ns/op")
}
