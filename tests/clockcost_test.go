package tests

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// traced is an event of the browser's tracing; times are microseconds, TDur of the processor's.
type traced struct {
	Name, Ph string
	Pid, Tid int64
	TDur     float64
	Args     struct{ Name string }
}

// trace records what the browser does meanwhile.
func trace(t testing.TB, ctx context.Context, meanwhile ...chromedp.Action) []traced {
	t.Helper()
	var mu sync.Mutex
	var all []traced
	done := make(chan struct{})
	listen, stop := context.WithCancel(ctx)
	defer stop()
	chromedp.ListenTarget(listen, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, value := range ev.Value {
				var e traced
				if json.Unmarshal(value, &e) == nil {
					all = append(all, e)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	})
	config := &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"}}
	drive(t, ctx, tracing.Start().WithTraceConfig(config).WithTransferMode(tracing.TransferModeReportEvents))
	drive(t, ctx, meanwhile...)
	drive(t, ctx, tracing.End())
	<-done
	mu.Lock()
	defer mu.Unlock()
	return all
}

// BenchmarkTableClock tells how many milliseconds of the page's main thread a second of the last
// minute costs, each with a count on the screen, and where they go.
func BenchmarkTableClock(b *testing.B) {
	bin, dir := binary(b), b.TempDir()
	paths := clockHall(b, dir, lastMinute)
	s := serve(b, bin, "--demo", "--data", dir)
	const seconds = 8
	for b.Loop() {
		ctx := browser(b)
		drive(b, ctx, chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(fakeLine).Do(ctx)
			return err
		}), chromedp.EmulateViewport(1024, 768), chromedp.Navigate(s.url+paths[0]), chromedp.WaitReady(`html[data-line=open]`), chromedp.Evaluate(`fake.show("counting")`, nil), chromedp.Sleep(500*time.Millisecond))
		events := trace(b, ctx, chromedp.Sleep(seconds*time.Second))
		main := map[[2]int64]bool{}
		for _, e := range events {
			if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
				main[[2]int64{e.Pid, e.Tid}] = true
			}
		}
		sums, counts := map[string]float64{}, map[string]float64{}
		for _, e := range events {
			if main[[2]int64{e.Pid, e.Tid}] && e.Ph == "X" {
				counts[e.Name]++
				sums[e.Name] += e.TDur / 1000 / seconds
			}
		}
		for metric, names := range map[string]string{"script": "FunctionCall", "style": "UpdateLayoutTree", "layout": "Layout", "paint": "Paint PrePaint Layerize Commit"} {
			sum := 0.0
			for _, name := range strings.Fields(names) {
				sum += sums[name]
			}
			b.ReportMetric(sum, metric+"-ms/s")
		}
		b.ReportMetric(sums["ThreadControllerImpl::RunTask"], "main-ms/s")
		for _, name := range slices.SortedFunc(maps.Keys(sums), func(x, y string) int { return cmp.Compare(sums[y], sums[x]) })[:min(12, len(sums))] {
			b.Logf("%s: %.2f ms/s, %.1f times a second", name, sums[name], counts[name]/seconds)
		}
	}
}
