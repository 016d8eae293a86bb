package tests

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// heldAudio gives the test the page's audio, so that it can be taken away as a call on a phone does.
const heldAudio = `(() => {
	const Real = window.AudioContext;
	window.AudioContext = class extends Real {
		constructor() { super(); window.audio = this; }
		get state() { return window.interrupted ? "interrupted" : super.state; }
		resume() { window.interrupted = false; return super.resume(); }
	};
	window.interrupt = () => { window.interrupted = true; window.audio.dispatchEvent(new Event("statechange")); };
})()`

// muted waits until the clock says that it has no sound, or that it has.
func muted(is bool) chromedp.Action {
	want := "false"
	if is {
		want = "true"
	}
	return chromedp.Poll(`(() => { const mute = document.querySelector("[data-mute]"); return (mute.getClientRects().length > 0 && mute.textContent.includes("没有声音") && mute.querySelector("svg") !== null) === `+want+`; })()`, nil, patient)
}

// TestTableClockMute: as long as the browser keeps the sound locked the clock says so with a sign and a
// word beside the keys, before the start and while it runs; also when the sound is taken away
// later. The next tap brings it back. No key moves by it and no figure is covered (C12.3b).
func TestTableClockMute(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	paths := clockHall(t, dir, lastMinute)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	do(t, ctx, "audio in hand", chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(heldAudio).Do(ctx)
		return err
	}), chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+paths[0]+"?lang=zh-Hans"), chromedp.WaitVisible(`main[data-state=ready]`), muted(true), chromedp.WaitVisible(`[data-do=test].mute`))
	keepShot(t, ctx, "mute-ready")
	do(t, ctx, "tried", chromedp.Click(`[data-do=test]`), muted(false))
	do(t, ctx, "taken away by a call, brought back by a tap", chromedp.Evaluate(`interrupt()`, nil), muted(true), tap("W"), running("B"), muted(false))
	places := func(into *string) chromedp.Action {
		return chromedp.Evaluate(`JSON.stringify([...document.querySelectorAll(".tc-half, .tc-strip, [data-hold=pause], [data-hold=call], [data-do=end], [data-digits]")].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }))`, into)
	}
	for _, size := range [][2]int64{{390, 844}, {844, 390}, {1024, 768}} {
		var on, off string
		do(t, ctx, "suspended while it runs", chromedp.EmulateViewport(size[0], size[1]), chromedp.Sleep(300*time.Millisecond), places(&on), chromedp.Evaluate(`audio.suspend()`, nil, awaitPromise), muted(true), places(&off))
		if on != off {
			t.Errorf("%v: the word moves what is there:\n%s\n%s", size, on, off)
		}
		clockFits(t, ctx, "mute")
		keepShot(t, ctx, fmt.Sprintf("mute-%dx%d", size[0], size[1]))
		do(t, ctx, "a tap on the half that waits brings it back", tap("W"), muted(false), running("B"))
	}
	do(t, ctx, "loaded anew it is locked again", chromedp.Reload(), running("B"), muted(true), tap("B"), running("W"), muted(false))
	do(t, ctx, "a clip that never ends is no sound", chromedp.Evaluate(`AudioBufferSourceNode.prototype.start = () => undefined; true`, nil), muted(true))
}
