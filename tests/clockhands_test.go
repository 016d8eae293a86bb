package tests

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tianyuan/clock"
)

// touch sends what the screen feels: the places where fingers lie.
func touch(kind input.TouchType, at ...[2]float64) chromedp.Action {
	points := []*input.TouchPoint{}
	for i, p := range at {
		points = append(points, &input.TouchPoint{X: p[0], Y: p[1], ID: float64(i + 1)})
	}
	return input.DispatchTouchEvent(kind, points)
}

func finger(at [2]float64) chromedp.Action {
	return chromedp.Tasks{touch(input.TouchStart, at), touch(input.TouchEnd)}
}

// movesMade is how many presses the device has noted at table 1, and the side to move.
func movesMade(want int, turn string) chromedp.Action {
	return chromedp.Poll(fmt.Sprintf(`(() => { const memory = JSON.parse(localStorage.getItem("tianyuan.clock.t-demo.1.log")); return memory.games[memory.game].log.filter(e => e.do === "press").length === %d && document.querySelector("main").dataset.run === %q && document.querySelector("main").dataset.state === "play"; })()`, want, turn), nil, patient)
}

// TestTableClockHands: what hands do to a screen that lies between two players. A move is ended once
// and by its own side alone; nothing zooms, scrolls, selects, opens a menu or leaves the page; turned,
// frozen and loaded anew it goes on, and the server gets the times to the millisecond.
func TestTableClockHands(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute})
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	white, black, digits, pause := [2]float64{60, 200}, [2]float64{60, 800}, [2]float64{200, 200}, [2]float64{}
	upright := chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
	apart := chromedp.Sleep(300 * time.Millisecond) // longer than a tap that was begun while waiting
	do(t, ctx, "the clock opens", upright, chromedp.Navigate(s.url+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`))
	do(t, ctx, "the wrong half starts nothing", finger(black), holds(`[data-side=B] [data-hint]`, "这一下不算"), chromedp.WaitVisible(`main[data-state=ready]`))
	do(t, ctx, "White starts Black's clock", finger(white), movesMade(0, "B"), apart)
	do(t, ctx, "the half that waits", finger(white), movesMade(0, "B"))
	do(t, ctx, "a tap twice", finger(black), finger(black), movesMade(1, "W"), apart)
	do(t, ctx, "two fingers on both halves at once", touch(input.TouchStart, black, white), touch(input.TouchEnd), movesMade(2, "B"), apart)
	do(t, ctx, "two fingers on one half", touch(input.TouchStart, black, [2]float64{300, 800}), touch(input.TouchEnd), movesMade(3, "W"), apart)
	do(t, ctx, "the strip", chromedp.Evaluate(`(() => { const r = document.querySelector("[data-hold=pause]").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, &pause))
	do(t, ctx, "a palm on the strip",
		touch(input.TouchStart, pause), chromedp.Sleep(100*time.Millisecond), touch(input.TouchCancel), chromedp.Sleep(700*time.Millisecond), movesMade(3, "W"))
	var menus int
	var chosen string
	do(t, ctx, "a long press", chromedp.Evaluate(`window.menus = 0; window.addEventListener("contextmenu", e => { if (!e.defaultPrevented) menus++; })`, nil),
		finger(white), movesMade(4, "B"), touch(input.TouchStart, digits), chromedp.Sleep(900*time.Millisecond), touch(input.TouchEnd),
		chromedp.Evaluate(`document.querySelector("[data-side=W] [data-name]").dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true})); menus`, &menus), chromedp.Evaluate(`getSelection().toString()`, &chosen))
	if menus != 0 || chosen != "" {
		t.Errorf("%d menus, %q is chosen", menus, chosen)
	}
	var before, after [4]float64
	still := `[visualViewport.scale, scrollX, scrollY, performance.timeOrigin]`
	do(t, ctx, "pinched, pulled and tapped twice", chromedp.Evaluate(still, &before),
		touch(input.TouchStart, [2]float64{150, 150}, [2]float64{250, 250}), touch(input.TouchMove, [2]float64{60, 60}, [2]float64{350, 350}), touch(input.TouchEnd),
		touch(input.TouchStart, digits), touch(input.TouchMove, [2]float64{200, 400}), touch(input.TouchMove, [2]float64{200, 700}), touch(input.TouchEnd), finger(digits), finger(digits),
		chromedp.Evaluate(still, &after), movesMade(4, "B"))
	if before != after || after[0] != 1 {
		t.Errorf("scale, scroll and page were %v, are %v", before, after)
	}
	for _, size := range [][2]int64{{844, 390}, {390, 844}, {1024, 768}} {
		do(t, ctx, "turned while it runs", chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateTouch), painted, movesMade(4, "B"))
		clockFits(t, ctx, fmt.Sprint("turned to ", size))
	}
	do(t, ctx, "a keyboard: the blank for who is to move, arrows for the halves, each once", chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent(" "), movesMade(5, "W"), apart,
		chromedp.KeyEvent(kb.ArrowLeft), apart, movesMade(5, "W"), chromedp.KeyEvent(kb.ArrowRight), movesMade(6, "B"), apart, chromedp.KeyEvent(kb.ArrowLeft), movesMade(7, "W"), apart,
		chromedp.Evaluate(`for (let i = 0; i < 5; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", repeat: true, bubbles: true, cancelable: true}))`, nil), movesMade(7, "W"))
	do(t, ctx, "back", chromedp.Evaluate(`history.back()`, nil), chromedp.Sleep(500*time.Millisecond), movesMade(7, "W"), chromedp.Evaluate(`history.back()`, nil), chromedp.Sleep(500*time.Millisecond), movesMade(7, "W"))
	do(t, ctx, "frozen behind another page", page.SetWebLifecycleState(page.SetWebLifecycleStateStateFrozen), chromedp.Sleep(1500*time.Millisecond), page.SetWebLifecycleState(page.SetWebLifecycleStateStateActive), movesMade(7, "W"))
	var entries []keeperEntry
	var offset float64
	do(t, ctx, "loaded anew", chromedp.Reload(), movesMade(7, "W"), chromedp.Poll(`document.querySelector("[data-unsent]").textContent === "" && document.querySelector("[data-gap]").hidden`, nil, patient), kept(1, &entries, &offset))
	want, turn := spent(entries)
	g := onlooker(t, s, paths[0]).Game
	for range 100 { // the last entry may still be on its way
		if g.Count == 7 {
			break
		}
		time.Sleep(100 * time.Millisecond)
		g = onlooker(t, s, paths[0]).Game
	}
	if c := g.Clock; g.Count != 7 || g.Turn != turn || c.Black.Used != want["B"] || c.White.Used != want["W"] {
		t.Errorf("the server has %d turns, %s to move, %d and %d ms; the device %s, %v", g.Count, g.Turn, c.Black.Used, c.White.Used, turn, want)
	}
}
