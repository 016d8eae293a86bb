package tests

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"

	"tianyuan/clock"
)

// beats lets a device whose game began at a time say each second up to when it has handed in everything,
// until it is stopped; it then returns its last word.
func (w *wire) beats(game string, began time.Time) (stop func() (now time.Duration)) {
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan time.Duration)
	go func() {
		now := time.Duration(0)
		for {
			select {
			case <-ctx.Done():
				done <- now
				return
			case <-time.After(time.Second):
			}
			now = time.Since(began).Truncate(time.Millisecond)
			if w.conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"t":"beat","game":%q,"now":%d}`, game, now.Milliseconds())) != nil {
				cancel()
			}
		}
	}()
	return func() time.Duration {
		cancel()
		return <-done
	}
}

// listens takes in whatever comes, so that the line isn't taken for dead.
func (w *wire) listens() {
	for {
		if _, _, err := w.conn.Read(w.t.Context()); err != nil {
			return
		}
	}
}

// TestSilentClock: two tables play, and the device of the first falls silent. On the list, the table's page
// and the live boards its clock stands still and says since when it isn't heard, while the second one's goes
// on; heard again, it goes on by itself. A page that the server doesn't reach stands still, too (docs/live.md).
func TestSilentClock(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 3, Period: time.Minute})
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	wires, games, began, stops := [2]*wire{}, [2]string{}, [2]time.Time{}, [2]func() time.Duration{}
	for i, path := range paths {
		wires[i] = newWire(t, s, path+"/ws?device="+strings.Repeat(string(rune('a'+i)), 12))
		_, games[i] = wires[i].hear("game")
		wires[i].say(`{"t":"log","game":"` + games[i] + `","entries":[{"n":1,"at":0,"do":"start"}],"now":0}`)
		wires[i].hear("ack")
		go wires[i].listens()
		began[i] = time.Now()
		stops[i] = wires[i].beats(games[i], began[i])
	}
	cable := newCable(t)
	cable.join(s)
	phone := &server{url: "http://" + cable.listener.Addr().String()}
	do(t, ctx, "sign in", network.Enable(), language("en"), chromedp.EmulateViewport(390, 844), chromedp.Navigate(phone.url+"/login?to=/t/t-demo/referee"),
		chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, clockHallPassword), chromedp.Submit(`input[name=password]`), chromedp.WaitReady(`[data-section=running] #t1`))
	for _, page := range []struct{ path, one, two string }{
		{"/t/t-demo/referee", "#t1", "#t2"}, {"/d/d-1/round/1/live", "[data-table='1']", "[data-table='2']"}, {"/g/d-1/1/1", ".gsides", ""},
	} {
		digits := func(place string) string {
			return `document.querySelector("` + place + ` [data-dial=B] [data-digits]").textContent`
		}
		mark := `document.querySelector("` + page.one + ` [data-unheard]")`
		goesOn := func(place string) chromedp.Action {
			var now string
			return chromedp.Tasks{chromedp.Evaluate(digits(place), &now), chromedp.ActionFunc(func(ctx context.Context) error {
				return poll(fmt.Sprintf("%s !== %q", digits(place), now)).Do(ctx)
			})}
		}
		do(t, ctx, page.path+" goes on", chromedp.Navigate(phone.url+page.path), chromedp.WaitReady(page.one+` [data-dial=B]`), goesOn(page.one), poll(mark+`.hidden`))
		now := stops[0]()
		var before, after, said string
		do(t, ctx, page.path+" stands still", poll(`!`+mark+`.hidden`), poll(`document.querySelector(".unheard [data-digits]") !== null`), chromedp.Sleep(300*time.Millisecond), chromedp.Evaluate(digits(page.one), &before),
			chromedp.Evaluate(mark+`.textContent`, &said))
		if !strings.HasPrefix(said, "last heard ") {
			t.Errorf("%s is marked as %q", page.path, said)
		}
		do(t, ctx, page.path+" counts the seconds", poll(fmt.Sprintf(`%s.textContent !== %q`, mark, said)))
		if page.two != "" {
			do(t, ctx, page.path+": the other table goes on", goesOn(page.two), goesOn(page.two))
		} else {
			do(t, ctx, "some seconds pass", chromedp.Sleep(2500*time.Millisecond))
		}
		do(t, ctx, page.path+" stands still", chromedp.Evaluate(digits(page.one), &after))
		// 1:00:00 less 3 reserved minutes, at the last word.
		if left := 57*time.Minute - now.Truncate(time.Second); before != after || before != fmt.Sprintf("%02d:%02d", int(left.Minutes()), int(left.Seconds())%60) {
			t.Errorf("%s shows %s, then %s; the last word was at %s", page.path, before, after, now)
		}
		var weight, colour, ink string
		do(t, ctx, page.path+" in the style of a claim", chromedp.Evaluate(`getComputedStyle(document.querySelector("`+page.one+` [data-dial=B] [data-digits]")).fontWeight`, &weight),
			chromedp.Evaluate(`getComputedStyle(document.querySelector("`+page.one+` [data-dial=B] [data-digits]")).color`, &colour),
			chromedp.Evaluate(`(() => { const x = document.createElement("i"); x.style.color = "var(--ty-ink-3)"; document.body.append(x); const is = getComputedStyle(x).color; x.remove(); return is; })()`, &ink))
		if weight != "400" || colour != ink {
			t.Errorf("%s: weight %s, colour %s and not %s", page.path, weight, colour, ink)
		}
		stops[0] = wires[0].beats(games[0], began[0])
		do(t, ctx, page.path+" goes on again", poll(mark+`.hidden`), goesOn(page.one))
		cable.cut()
		do(t, ctx, page.path+" without a server", poll(`!`+mark+`.hidden`), chromedp.Evaluate(digits(page.one), &before), chromedp.Sleep(2500*time.Millisecond), chromedp.Evaluate(digits(page.one), &after))
		if before != after {
			t.Errorf("%s goes on from %s to %s though nothing reaches it", page.path, before, after)
		}
		cable.join(s)
		do(t, ctx, page.path+" with it again", poll(mark+`.hidden`), goesOn(page.one))
	}
	for _, stop := range stops {
		stop()
	}
}
