package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"

	"tianyuan/clock"
)

// cuesPage serves a page of testdata/cues.ts and opens it.
func cuesPage(t testing.TB, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	built := api.Build(api.BuildOptions{EntryPoints: []string{"testdata/cues.ts"}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2020})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors[0].Text)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		fmt.Fprint(w, `<!DOCTYPE html><meta charset="utf-8"><title>cues</title><button>sound</button><p id="now"></p><script defer src="/static/cues.js"></script>`)
	})
	mux.HandleFunc("GET /static/cues.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write(built.OutputFiles[0].Contents)
	})
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(os.DirFS("../web/dist"))))
	mux.Handle("GET /voice/", http.StripPrefix("/voice/", http.FileServerFS(os.DirFS("../web/voice"))))
	served := httptest.NewServer(mux)
	t.Cleanup(served.Close)
	ctx := browser(t, more...)
	drive(t, ctx, chromedp.Navigate(served.URL), poll("window.page !== undefined"))
	return ctx
}

func drive(t testing.TB, ctx context.Context, actions ...chromedp.Action) {
	t.Helper()
	step, cancel := context.WithTimeout(ctx, 2*time.Minute) // against hanging
	defer cancel()
	if err := chromedp.Run(step, actions...); err != nil {
		t.Fatal(err)
	}
}

// poll waits for something on the page, which has no frames while it is hidden.
func poll(what string) chromedp.Action {
	return chromedp.Poll(what, nil, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(time.Minute))
}

// readingClock has one period of 3 s and runs from its moment 0 on.
func readingClock(t testing.TB) clock.Clock {
	law, err := clock.LawOf("2002", clock.SameVenue)
	if err != nil {
		t.Fatal(err)
	}
	k := clock.New(law, clock.System{Kind: clock.Periods, Base: 500 * time.Millisecond, Periods: 1, Period: 3 * time.Second})
	k, _, err = k.Apply(clock.Event{Do: clock.DoStart, Side: clock.Black})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// shown is a line of the page's log.
type shown struct {
	Key        string
	Due, Shown float64
}

// follow shows n clocks to their end and returns what each showed, and the log.
func follow(t testing.TB, ctx context.Context, n int, k clock.Clock, meanwhile ...chromedp.Action) (texts map[string][]string, log []shown, want []string) {
	t.Helper()
	text, err := json.Marshal(slices.Repeat([]clock.Clock{k}, n))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range k.Cues(0, time.Hour) {
		want = append(want, fmt.Sprintf("%d %s %s %d", c.At.Milliseconds(), c.Side, tsWords[c.Word], c.N))
	}
	all := n * len(want)
	drive(t, ctx, slices.Concat([]chromedp.Action{chromedp.Evaluate(fmt.Sprintf("page.follow(%s, 17.3)", text), nil)}, meanwhile, []chromedp.Action{
		poll(fmt.Sprintf("window.tianyuanCues.length >= %d", all)), chromedp.Sleep(200 * time.Millisecond), // the last one is seen with the next frame
		chromedp.Evaluate("page.texts", &texts), chromedp.Evaluate("window.tianyuanCues", &log),
	})...)
	return texts, log, want
}

// TestCues: the browser shows every cue of many clocks in order, none before its moment and none
// twice (C12.3b; ui.md section 5).
func TestCues(t *testing.T) {
	ctx := cuesPage(t)
	texts, log, want := follow(t, ctx, 20, readingClock(t))
	for key, got := range texts {
		if !slices.Equal(got, want) {
			t.Errorf("clock %s shows %v, want %v", key, got, want)
		}
	}
	for _, line := range log {
		if line.Shown < line.Due {
			t.Errorf("%+v is shown too early", line)
		}
	}
	p99, worst := lateness(log)
	t.Logf("%d cues: 99 %% within %.0f ms, the last %.0f ms", len(log), p99, worst)
}

// TestCuesPress: a press ends the words of one side and begins those of the other; the wrong side's
// press is refused and changes nothing.
func TestCuesPress(t *testing.T) {
	ctx := cuesPage(t)
	text, err := json.Marshal([]clock.Clock{readingClock(t)})
	if err != nil {
		t.Fatal(err)
	}
	var wrong, right any
	var got []string
	drive(t, ctx, chromedp.Evaluate(fmt.Sprintf("page.follow(%s, 0)", text), nil), poll("page.texts[0].length >= 2"),
		chromedp.Evaluate("page.press(0, 'W')", &wrong), chromedp.Evaluate("page.press(0, 'B')", &right),
		poll("page.texts[0].some((text) => text.includes('timeout'))"), chromedp.Evaluate("page.texts[0]", &got))
	if wrong != "notYourTurn" || right != nil {
		t.Errorf("the presses give %v and %v", wrong, right)
	}
	var words []string
	for _, text := range got {
		_, word, _ := strings.Cut(text, " ")
		if words = append(words, word); strings.HasPrefix(word, "B") && slices.ContainsFunc(words, func(w string) bool { return w[0] == 'W' }) {
			t.Errorf("%s is said after the press", text)
		}
	}
	if want := []string{"W reading 0", "W count 8", "W count 9", "W count 10", "W timeout 0"}; !slices.Equal(words[len(words)-len(want):], want) {
		t.Errorf("after the press comes %v", words)
	}
}

// lateness is the lateness that 99 of 100 cues keep, and the greatest.
func lateness(log []shown) (p99, worst float64) {
	var late []float64
	for _, line := range log {
		late = append(late, line.Shown-line.Due)
	}
	slices.Sort(late)
	return late[(len(late)*99+99)/100-1], late[len(late)-1]
}

// TestCuesAfterSleep: a page that got no time for two seconds shows what it missed at once and in
// order, and the voice says nothing that is older than 0.7 s.
func TestCuesAfterSleep(t *testing.T) {
	ctx := cuesPage(t)
	var said []struct {
		Name, Source string
		Late         float64
	}
	texts, _, want := follow(t, ctx, 1, readingClock(t),
		chromedp.Click("button"), poll("page.on()"),
		poll("page.texts[0].length >= 2"), chromedp.Evaluate("page.sleep(2200)", nil))
	if !slices.Equal(texts["0"], want) {
		t.Errorf("shows %v, want %v", texts["0"], want)
	}
	drive(t, ctx, chromedp.Evaluate("page.said", &said))
	for _, s := range said {
		if s.Late > 700 {
			t.Errorf("%s is said %.0f ms late", s.Name, s.Late)
		}
	}
	if len(said) == 0 || len(said) >= len(want) { // there is a word each second
		t.Errorf("%d words are said of %d: %v", len(said), len(want), said)
	}
}

// TestVoiceUnlocked: before the first tap no clip sounds; after it each word is a clip.
func TestVoiceUnlocked(t *testing.T) {
	ctx := cuesPage(t)
	var before, after bool
	var source string
	var said []struct{ Name, Source string }
	drive(t, ctx, chromedp.Evaluate("page.on()", &before), chromedp.Click("button"), poll("page.on()"),
		chromedp.Evaluate(fmt.Sprintf("page.prepare(%s)", written(readingClock(t))), nil, awaitPromise))
	follow(t, ctx, 1, readingClock(t))
	drive(t, ctx, poll("page.said.length > 0"), chromedp.Evaluate("page.said", &said),
		chromedp.Evaluate("page.test()", &source, awaitPromise), chromedp.Evaluate("page.on()", &after))
	if before || !after || source != "clip" {
		t.Errorf("on before the tap %v, after it %v; the test comes from %q", before, after, source)
	}
	for _, s := range said {
		if s.Source != "clip" {
			t.Errorf("%s is no clip but %s", s.Name, s.Source)
		}
	}
}

// TestCuesBehind: a tab behind another one announces all the same, though browsers hold back its
// timers.
func TestCuesBehind(t *testing.T) {
	var held []chromedp.ExecAllocatorOption // what spares tests the holding back
	for _, flag := range []string{"disable-background-timer-throttling", "disable-renderer-backgrounding", "disable-backgrounding-occluded-windows"} {
		held = append(held, chromedp.Flag(flag, false))
	}
	ctx := cuesPage(t, held...)
	var behind, worker bool
	texts, log, want := follow(t, ctx, 1, readingClock(t), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := target.CreateTarget("about:blank").Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	}), chromedp.Sleep(time.Second), chromedp.Evaluate("document.hidden", &behind),
		chromedp.Evaluate("performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/ringer.js'))", &worker))
	if !slices.Equal(texts["0"], want) {
		t.Errorf("shows %v, want %v", texts["0"], want)
	}
	if !behind || !worker {
		t.Errorf("behind the other tab %v, with a worker %v", behind, worker)
	}
	_, worst := lateness(log)
	t.Logf("at most %.0f ms late", worst)
}

// BenchmarkCues tells how late 200 cues are on the screen.
func BenchmarkCues(b *testing.B) {
	for b.Loop() {
		ctx := cuesPage(b)
		_, log, _ := follow(b, ctx, 40, readingClock(b))
		p99, worst := lateness(log)
		b.ReportMetric(float64(len(log)), "cues")
		b.ReportMetric(p99, "p99-ms")
		b.ReportMetric(worst, "worst-ms")
	}
}
