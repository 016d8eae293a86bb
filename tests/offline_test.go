package tests

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tianyuan/clock"
)

// lastMinute begins in the last minute of the reading.
var lastMinute = clock.System{Kind: clock.Reserved, Base: time.Minute, Reserved: 1, Period: time.Minute}

// shelved waits until the worker keeps the page that is open, and a clip.
func shelved(path string) chromedp.Action {
	return chromedp.Poll(fmt.Sprintf(`(async () => navigator.serviceWorker.controller && await caches.match(%q) && await caches.match("/voice/zh/count-1.mp3"))()`, path), nil, patient)
}

// gone is a navigation that nobody answers.
func gone(t *testing.T, ctx context.Context, what, url string) {
	t.Helper()
	step, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := chromedp.Run(step, chromedp.Navigate(url)); err == nil || !strings.Contains(err.Error(), "net::ERR") {
		t.Errorf("%s is answered without a server: %v", what, err)
	}
}

// spent is what both sides have used by a device's log, ms, and the side to move.
func spent(log []keeperEntry) (used map[string]int64, turn string) {
	used, turn = map[string]int64{}, "B"
	for i, e := range log {
		if i > 0 && e.Do == "press" {
			used[turn] += int64(e.At - log[i-1].At)
			turn = map[string]string{"B": "W", "W": "B"}[turn]
		}
	}
	return used, turn
}

// TestTableClockOffline: in a secure context the page is loaded anew, twice, while the last minute
// runs and the server is stopped; once more on a line that is there and says nothing. It goes on from
// its own log, and the server gets the times to the millisecond. Nothing is kept but the clock's own
// page and files, and no table is answered with another one's page.
func TestTableClockOffline(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, lastMinute)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	net := newCable(t)
	net.join(s)
	at := "http://" + net.listener.Addr().String()
	var before, after float64
	var entries []keeperEntry
	do(t, ctx, "the clock opens and is kept", chromedp.EmulateViewport(1024, 768), chromedp.Navigate(at+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`), shelved(paths[0]))
	do(t, ctx, "a move each", tap("W"), running("B"), tap("B"), running("W"), tap("W"), running("B"), chromedp.WaitVisible(`.last`, chromedp.ByQuery), kept(1, &entries, &before))
	net.cut()
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.cmd.Wait()
	var state string
	for range 2 {
		do(t, ctx, "loaded anew without a server", chromedp.Reload(), running("B"), chromedp.WaitVisible(`.last [data-ruler]`, chromedp.ByQuery),
			chromedp.Evaluate(`document.querySelector("main").dataset.state + (document.querySelector("[data-gap]").hidden ? "" : " gap")`, &state))
		if state != "play" {
			t.Fatalf("the page shows %q", state)
		}
	}
	var clips bool
	do(t, ctx, "plays on", tap("B"), running("W"), tap("W"), running("B"), kept(1, &entries, &after),
		chromedp.Evaluate(`fetch("/voice/zh/count-10.mp3").then(got => got.ok && got.headers.get("Content-Type") === "audio/mpeg")`, &clips, awaitPromise))
	if d := after - before; d < -100 || d > 100 {
		t.Errorf("loading anew cost %v ms", d)
	}
	if !clips {
		t.Error("the voice has lost its clips")
	}
	net.stall()
	do(t, ctx, "loaded anew on a dead line", chromedp.Reload(), running("B"), tap("B"), running("W"), kept(1, &entries, &after))
	if d := after - before; d < -100 || d > 100 {
		t.Errorf("loading anew on a dead line cost %v ms", d)
	}

	s = serve(t, bin, "--demo", "--data", dir)
	net.join(s)
	do(t, ctx, "handed in", chromedp.Poll(`document.querySelector("[data-unsent]").textContent === "" && document.querySelector("[data-refused]").hidden`, nil, patient))
	want, turn := spent(entries)
	g := onlooker(t, s, paths[0]).Game
	for range 100 { // the last entry may still be on its way
		if g.Count == len(entries)-1 {
			break
		}
		time.Sleep(100 * time.Millisecond)
		g = onlooker(t, s, paths[0]).Game
	}
	if c := g.Clock; g.Count != 5 || g.Turn != turn || c.Black.Used != want["B"] || c.White.Used != want["W"] || c.At != int64(entries[len(entries)-1].At) {
		t.Errorf("the server has %d turns, %s to move, %d and %d ms; the device %d entries, %s, %v", g.Count, g.Turn, c.Black.Used, c.White.Used, len(entries), turn, want)
	}

	var stored []string
	do(t, ctx, "what is kept", chromedp.Evaluate(`(async () => { const all = []; for (const name of await caches.keys()) for (const asked of await (await caches.open(name)).keys()) all.push(new URL(asked.url).pathname); return all; })()`, &stored, awaitPromise))
	for _, path := range stored {
		if path != paths[0] && !strings.HasPrefix(path, "/static/") && !strings.HasPrefix(path, "/voice/zh/") {
			t.Errorf("%s is kept, too", path)
		}
	}
	do(t, ctx, "other pages", chromedp.Navigate(at+"/p/t-demo"), chromedp.Navigate(at+paths[0]), running("W"))
	net.cut()
	gone(t, ctx, "another table", at+paths[1])
	gone(t, ctx, "a wrong code", at+paths[0][:len(paths[0])-1])
	gone(t, ctx, "a public page", at+"/p/t-demo")
}

// TestTableClockVoid: a card that was made void opens nothing, also from what the device has kept.
func TestTableClockVoid(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, lastMinute)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	front, _ := newFront(t, s)
	do(t, ctx, "the clock opens and is kept", chromedp.Navigate(front.url+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`), shelved(paths[0]))
	front.void.Store(true)
	do(t, ctx, "the code is void", chromedp.Reload(), chromedp.Poll(`document.querySelector("main.tc") === null`, nil, patient),
		chromedp.Poll(`caches.match("`+paths[0]+`").then(kept => kept === undefined)`, nil, patient))
}

// front stands before a server, as a proxy of another build or for void cards.
type front struct {
	url         string
	to          atomic.Pointer[url.URL]
	newer, void atomic.Bool
}

// newFront also returns the build that the server behind it has.
func newFront(t *testing.T, s *server) (*front, string) {
	t.Helper()
	f := &front{}
	f.join(s)
	answer, err := http.Get(s.url + "/k/worker.js")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	script, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, build, _ := strings.Cut(string(script), `"build":"`)
	build, _, _ = strings.Cut(build, `"`)
	if build == "" {
		t.Fatalf("no build in %.200s", script)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(f.to.Load())
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
			if f.void.Load() {
				r.Out.URL.Path = strings.Replace(r.Out.URL.Path, "/1/", "/1/x", 1)
			}
		},
		ModifyResponse: func(got *http.Response) error { return f.rewrite(got, build) },
		ErrorLog:       log.New(io.Discard, "", 0), // while the server is started anew
	}
	served := httptest.NewServer(proxy)
	t.Cleanup(served.Close)
	f.url = served.URL
	return f, build
}

func (f *front) join(s *server) {
	to, err := url.Parse(s.url)
	if err != nil {
		panic(err)
	}
	f.to.Store(to)
}

// another is the build that takes a build's place.
func another(build string) string { return strings.Repeat("a", len(build)) }

func (f *front) rewrite(got *http.Response, build string) error {
	if !f.newer.Load() {
		return nil
	}
	if got.StatusCode == http.StatusSwitchingProtocols {
		got.Body = rewriting{got.Body.(io.ReadWriteCloser), build}
		return nil
	}
	if got.Header.Get("Tianyuan-Build") != "" {
		got.Header.Set("Tianyuan-Build", another(build))
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = bytes.ReplaceAll(body, []byte(build), []byte(another(build)))
	got.Body = io.NopCloser(bytes.NewReader(body))
	got.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// rewriting is a socket on which the server seems to be of another build.
type rewriting struct {
	io.ReadWriteCloser
	build string
}

func (r rewriting) Read(p []byte) (int, error) {
	n, err := r.ReadWriteCloser.Read(p)
	copy(p, bytes.ReplaceAll(p[:n], []byte(r.build), []byte(another(r.build))))
	return n, err
}

// TestTableClockRenewed: a page changes to a new version of the program by itself, but not while its
// clock runs, not even when it is loaded anew meanwhile. Of the old version nothing is kept.
func TestTableClockRenewed(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute})
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	front, build := newFront(t, s)
	restart := func(newer bool) {
		s.cmd.Process.Signal(syscall.SIGTERM)
		s.cmd.Wait()
		front.newer.Store(newer)
		s = serve(t, bin, "--demo", "--data", dir)
		front.join(s)
	}
	// of looks again and again, for the page may go meanwhile.
	of := func(build string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			for is := false; ; {
				err := chromedp.Evaluate(`document.body.dataset.build === "`+build+`" && document.querySelector("main").dataset.state !== "asking"`, &is).Do(ctx)
				if err == nil && is || ctx.Err() != nil {
					return ctx.Err()
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	onLine := chromedp.Poll(`/^\D*[0-3]\D*$/.test(document.querySelector("[data-heard]").textContent) && document.querySelector("[data-unsent]").textContent === ""`, nil, patient)
	do(t, ctx, "the clock opens and is kept", chromedp.Navigate(front.url+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`), shelved(paths[0]), of(build))
	restart(true)
	do(t, ctx, "before the start it changes", of(another(build)), chromedp.WaitVisible(`main[data-state=ready]`), shelved(paths[0]))
	var names []string
	do(t, ctx, "the old version's files go", chromedp.Evaluate(`caches.keys()`, &names, awaitPromise))
	if !slices.Equal(names, []string{"tianyuan-clock-" + another(build)}) {
		t.Errorf("kept are %v", names)
	}
	do(t, ctx, "the clock runs", tap("W"), running("B"), tap("B"), running("W"), onLine)
	restart(false)
	var now string
	do(t, ctx, "while it runs it stays", chromedp.Sleep(500*time.Millisecond), onLine, chromedp.Evaluate(`document.body.dataset.build`, &now), chromedp.Reload(), running("W"), onLine, of(another(build)), tap("W"), running("B"), onLine)
	if now != another(build) {
		t.Errorf("the running page changed to %s", now)
	}
	do(t, ctx, "when it has ended it changes", chromedp.Click(`[data-do=end]`), chromedp.Click(`[data-side=W] [data-do=ask]`), chromedp.Click(`[data-side=W] [data-do=resign]`), of(build), chromedp.WaitVisible(`main[data-state=result]`))
}

// TestTableClockQuestion: where no worker can be, a page whose clock runs while the line is away asks
// before it is left, and says before the start that it mustn't be loaded anew.
func TestTableClockQuestion(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute})
	ctx := browser(t, chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"))
	s := serve(t, bin, "--demo", "--data", dir)
	net := newCable(t)
	net.join(s)
	_, port, _ := strings.Cut(net.listener.Addr().String(), ":")
	asked := make(chan page.DialogType, 1)
	chromedp.ListenTarget(ctx, func(ev any) {
		if q, ok := ev.(*page.EventJavascriptDialogOpening); ok {
			asked <- q.Type
		}
	})
	do(t, ctx, "the clock opens", chromedp.Navigate("http://hall.test:"+port+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`), holds("[data-told]", "断网时别刷新本页"), tap("W"), running("B"))
	net.cut()
	do(t, ctx, "the line is away", tap("B"), running("W"), holds("[data-unsent]", "1"), holds("[data-told]", "断网时别刷新本页"))
	go chromedp.Run(ctx, page.Reload())
	select {
	case kind := <-asked:
		if kind != page.DialogTypeBeforeunload {
			t.Errorf("asked by %s", kind)
		}
	case <-time.After(time.Minute):
		t.Fatal("nobody asks")
	}
	do(t, ctx, "it stays and runs", page.HandleJavaScriptDialog(false), running("W"), tap("W"), running("B"))
	net.join(s)
	do(t, ctx, "handed in", chromedp.Poll(`document.querySelector("[data-unsent]").textContent === ""`, nil, patient), chromedp.Reload(), running("B"))
	if len(asked) > 0 {
		t.Error("it asks with a line, too")
	}
}
