package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tianyuan/clock"
)

// recorded is the record of a table as the recorder's page has it.
func recorded(t *testing.T, o officer, table string) (turns []string, phase string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, o.url+"/g/d-demo/4/"+table+"/record", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Fragment", "1")
	answer, err := o.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct {
		Turns []string
		Phase string
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		t.Fatal(err)
	}
	return state.Turns, state.Phase
}

// record begins the record of a table, and enters moves.
func (o officer) record(t *testing.T, table string, moves ...string) {
	t.Helper()
	o.post(t, "/g/d-demo/4/"+table+"/do/open", url.Values{"own": {"yes"}, "moves": {"yes"}, "back": {"record"}})
	o.post(t, "/g/d-demo/4/"+table+"/do/start", url.Values{"back": {"record"}})
	for _, m := range moves {
		o.post(t, "/g/d-demo/4/"+table+"/record", url.Values{"do": {"move"}, "point": {m}})
	}
}

// pointer lets a finger or a mouse come off a point of the board.
func pointer(kind, at string) chromedp.Action {
	return chromedp.Evaluate(`{const c = document.querySelector('[data-at="`+at+`"]').getBoundingClientRect(); document.querySelector(".points").dispatchEvent(new PointerEvent("pointerup", {clientX: c.x + c.width / 2, clientY: c.y + c.height / 2, button: 0, pointerType: "`+kind+`", bubbles: true}))}`, nil)
}

// TestRecorder records a game on the real page: by mouse, keys, typed points and by finger, which plays
// nothing by itself; without a network moves wait on the device, and each arrives once; an illegal move
// is asked about first; two recorders don't double a move (G2.3, D19).
func TestRecorder(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	o := signedIn(t, s, "chief")
	o.record(t, "3")
	lines := make(chan string, 8)
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*network.EventWebSocketCreated); ok {
			select {
			case lines <- e.URL:
			default:
			}
		}
	})
	signIn(t, ctx, s, "chief", "/g/d-demo/4/3/record", `.points [role=gridcell]`)
	select { // what others record comes by the line of the console, not by asking every few seconds
	case url := <-lines:
		if !strings.HasSuffix(url, "/t/t-demo/referee/ws") {
			t.Errorf("the page listens to %s", url)
		}
	case <-time.After(time.Minute):
		t.Error("the page doesn't listen to the console's line")
	}

	want := func(what string, turns ...string) {
		t.Helper()
		do(t, ctx, what, holds("[data-sync]", "Saved up to move"))
		if got, _ := recorded(t, o, "3"); !slices.Equal(got, turns) {
			t.Errorf("%s: %q, want %q", what, got, turns)
		}
	}
	var tabs int
	do(t, ctx, "the grid", chromedp.Evaluate(`document.querySelectorAll(".points [tabindex='0']").length`, &tabs))
	if tabs != 1 {
		t.Errorf("the board has %d stops of the Tab key, want 1", tabs)
	}
	do(t, ctx, "a mouse plays where it clicks", pointer("mouse", "pd"), holds("[data-speak]", "Black Q16"), holds("[data-sync]", "move 1"))
	want("mouse", "Bpd")
	do(t, ctx, "keys", chromedp.Focus(`.points [tabindex='0']`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.Poll(`document.activeElement.getAttribute("aria-label") === "P16 empty"`, nil, patient),
		holds("[data-chosen]", "P16"), chromedp.KeyEvent(kb.Enter), holds("[data-speak]", "White P16"), holds("[data-sync]", "move 2"))
	want("keys", "Bpd", "Wod")
	do(t, ctx, "typed", chromedp.SendKeys(`input[name=point]`, "4·十六\r"), holds("[data-sync]", "move 3"))
	want("typed", "Bpd", "Wod", "Bdp")
	do(t, ctx, "typed wrongly", chromedp.SendKeys(`input[name=point]`, "I5\r"), holds("[data-told]", "I5"), chromedp.Evaluate(`document.querySelector("input[name=point]").value = ""`, nil))
	do(t, ctx, "a finger only chooses", pointer("touch", "jj"), holds("[data-chosen]", "K10"), chromedp.Poll(`document.querySelectorAll(".ghost").length === 1`, nil, patient))
	want("a finger", "Bpd", "Wod", "Bdp")
	do(t, ctx, "an arrow moves the choice, the button plays it", chromedp.Click(`[data-nudge="0,1"]`), holds("[data-chosen]", "K9"), chromedp.Click(`[data-play]`), holds("[data-sync]", "move 4"))
	want("the button", "Bpd", "Wod", "Bdp", "Wjk")
	do(t, ctx, "the point is taken", pointer("mouse", "jk"), holds("[data-told]", "K9"))

	do(t, ctx, "without a network", offline(true), pointer("mouse", "aa"), pointer("mouse", "ba"), holds("[data-sync]", "2 not sent"),
		chromedp.Poll(`document.querySelectorAll("[data-turns] .unsent").length === 2`, nil, patient))
	if got, _ := recorded(t, o, "3"); len(got) != 4 {
		t.Errorf("without a network: %q", got)
	}
	do(t, ctx, "what isn't sent comes before the end", chromedp.Click(`[data-settled] button`), holds("[data-told]", "not sent yet"))
	do(t, ctx, "the network again", offline(false), holds("[data-sync]", "move 6"))
	want("once each", "Bpd", "Wod", "Bdp", "Wjk", "Baa", "Wba")

	o.post(t, "/g/d-demo/4/3/record", url.Values{"do": {"move"}, "point": {"R3"}, "turns": {"6"}})
	do(t, ctx, "another recorder's move comes in", holds("[data-turns]", "R3"))
	want("another recorder", "Bpd", "Wod", "Bdp", "Wjk", "Baa", "Wba", "Bqq")
}

// TestIllegalAsked: on the page a forbidden point waits for a yes; "a slip" leaves the record alone, a yes
// records the infraction with its ruling (2002 art. 19).
func TestIllegalAsked(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	o := signedIn(t, s, "chief")
	o.record(t, "3", "B19", "Q4", "A18", "Q3", "K10")
	signIn(t, ctx, s, "chief", "/g/d-demo/4/3/record", `.points [role=gridcell]`)
	ask := func() {
		do(t, ctx, "asked", pointer("mouse", "aa"), holds("[data-told]", "art. 19"), chromedp.WaitVisible(`[data-sure]`))
	}
	ask()
	do(t, ctx, "a slip", chromedp.Click(`[data-not]`), chromedp.WaitNotVisible(`[data-sure]`))
	if turns, _ := recorded(t, o, "3"); len(turns) != 5 {
		t.Errorf("a slip was recorded: %q", turns)
	}
	ask()
	do(t, ctx, "played", chromedp.Click(`[data-sure]`), holds("[data-turns]", "void"))
	if turns, _ := recorded(t, o, "3"); len(turns) != 6 || turns[5] != "W!!" {
		t.Errorf("%q", turns)
	}
}

// TestBoardPages looks at the board's pages in three languages, light and dark, on a desk and a phone; a
// board on a phone is as wide as the screen and never stretched.
func TestBoardPages(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	o := signedIn(t, s, "chief")
	o.record(t, "3", "Q16", "D4", "Q3", "D17", "D15", "C15", "C14", "D16", "E15", "C16", "C10", "R5", "Q6")
	o.record(t, "6", "D4", "Q16", "K10", "A1")
	o.post(t, "/g/d-demo/4/6/do/propose", url.Values{"side": {"B"}})
	o.post(t, "/g/d-demo/4/6/do/agree", url.Values{"side": {"W"}})
	o.post(t, "/g/d-demo/4/6/do/life", url.Values{"side": {"B"}, "dead": {"A1"}, "back": {"life"}})
	o.record(t, "9", "D4")
	o.post(t, "/g/d-demo/4/9/seal", url.Values{"do": {"seal"}, "point": {"Q16"}})
	signIn(t, ctx, s, "chief", "/g/d-demo/4/3/record", `.points [role=gridcell]`)
	for _, view := range []struct {
		lang string
		dark bool
	}{{"zh-CN", false}, {"zh-TW", true}, {"en", false}} {
		for name, path := range map[string]string{
			"record": "/g/d-demo/4/3/record", "record-none": "/g/d-demo/4/12/record", "life": "/g/d-demo/4/6/life", "seal": "/g/d-demo/4/3/seal", "sealed": "/g/d-demo/4/9/seal",
			"read": "/g/d-demo/4/3/read", "live": "/d/d-demo/round/4/live",
		} {
			do(t, ctx, name, language(view.lang), theme(view.dark), chromedp.Navigate(s.url+path))
			if name == "read" {
				do(t, ctx, name, chromedp.Click(`[data-begin]`), chromedp.WaitVisible(`[data-played]`))
			}
			for _, width := range []int{1440, 390} {
				look(t, ctx, "board-"+name+"-"+view.lang, width)
			}
			if name == "read" {
				do(t, ctx, name, chromedp.Click(`[data-end]`), chromedp.WaitVisible(`[data-begin]`))
			}
		}
	}
	var box struct{ Width, Height float64 }
	do(t, ctx, "the board on a phone", chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+"/g/d-demo/4/3/record"), chromedp.WaitVisible(`.points`),
		chromedp.Evaluate(`(({width, height}) => ({width, height}))(document.querySelector("svg.board").getBoundingClientRect())`, &box))
	if box.Width < 389 || box.Height/box.Width < 1.03 || box.Height/box.Width > 1.05 {
		t.Errorf("the board is %.1f × %.1f, want 390 wide and 486/468 as high", box.Width, box.Height)
	}
}

// passes lets time pass on the pages to come without waiting for it.
const passes = `{const real = performance.now.bind(performance); window.passed = 0; performance.now = () => real() + window.passed;
window.pass = (ms) => { window.passed += ms; document.dispatchEvent(new Event("visibilitychange")); return true; }}`

// TestReader: the page for reading by hand counts on without a network and through a reload, begins the
// next move with one key, pauses, reads a misread last minute again, and leads from an overrun to its
// ruling (C12.3, 2002 art. 16.2, 22.5).
func TestReader(t *testing.T) {
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	signIn(t, ctx, s, "chief", "/g/d-demo/4/3/read", `[data-begin]`)
	pass := func(ms string) chromedp.Action { return chromedp.Evaluate("pass("+ms+")", nil) }
	do(t, ctx, "begin", chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(passes).Do(ctx)
		return err
	}), chromedp.Reload(), chromedp.WaitVisible(`[data-begin]`), chromedp.SetValue(`input[name=black]`, "2"), chromedp.SetValue(`[name=black-stands]`, "reading"), chromedp.SetValue(`[name=white-stands]`, "base"), chromedp.Click(`[data-begin]`),
		chromedp.WaitVisible(`[data-played]`), holds("[data-left]", "2 min left"), holds("[data-played]", "Black has played"), offline(true), pass("31000"), holds("[data-aloud]", "30 seconds"))
	do(t, ctx, "one minute is gone", pass("30000"), holds("[data-left]", "The last minute"), holds("[data-aloud]", "1 min left"))
	do(t, ctx, "played, by the key and by the space bar", chromedp.Click(`[data-played]`), holds("[data-left]", "in its base time"), holds("[data-second]", "0"), chromedp.KeyEvent(" "), holds("[data-left]", "The last minute"))
	do(t, ctx, "pause", chromedp.Click(`[data-pause]`), holds("[data-played]", "Go on"), pass("90000"), offline(false), chromedp.Reload(), chromedp.WaitVisible(`[data-played]`),
		holds("[data-played]", "Go on"), chromedp.Click(`[data-played]`), holds("[data-played]", "Black has played"))
	do(t, ctx, "a misread minute is read again", pass("40000"), chromedp.SetValue(`input[name=second]`, "5"), chromedp.Click(`[data-misread]`), chromedp.Poll(`Number(document.querySelector("[data-second]").textContent) < 40`, nil, patient))
	var href string
	do(t, ctx, "the overrun", pass("60000"), chromedp.WaitVisible(`[data-over]`), holds("[data-aloud]", "time is out"), chromedp.AttributeValue(`[data-rule]`, "href", &href, nil))
	if !strings.HasSuffix(href, "/g/d-demo/4/3/rule/overrunLastMinute?against=B") {
		t.Errorf("it leads to %s", href)
	}
	do(t, ctx, "ruled a pass", chromedp.Click(`[data-pass-overrun]`), chromedp.WaitVisible(`[data-played]`))
}

// TestReaderCues: a side in its base time is counted at 0 and says nothing; when the referee says that
// its reading begins, what is said is what the clock says, word for word, for reserved minutes and for
// periods of 30, 20 and 10 s; a misread second is read again from there (C12.3, C12.3b, 2002 art. 16.2).
func TestReaderCues(t *testing.T) {
	bin, ctx, dir := binary(t), browser(t), t.TempDir()
	clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 2, Period: time.Minute})
	s := serve(t, bin, "--demo", "--data", dir)
	law, err := clock.LawOf("2002", clock.SeparateVenue)
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, "sign in", chromedp.Navigate(s.url+"/login?to=/g/d-1/1/1/read"), chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, clockHallPassword), chromedp.Submit(`input[name=password]`), chromedp.WaitVisible(`[data-begin]`))
	do(t, ctx, "time", network.Enable(), language("zh-CN"), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(passes).Do(ctx)
		return err
	}), chromedp.Reload(), chromedp.WaitVisible(`[data-begin]`))
	for _, way := range []struct {
		value  string
		system clock.System
		last   int // ms from the beginning of the last minute or period, and a little before its end
	}{
		{"reserved-60", clock.System{Kind: clock.Reserved, Base: 2 * time.Minute, Reserved: 2, Period: time.Minute}, 59500},
		{"periods-30", clock.System{Kind: clock.Periods, Periods: 2, Period: 30 * time.Second}, 29500},
		{"periods-20", clock.System{Kind: clock.Periods, Periods: 2, Period: 20 * time.Second}, 19500},
		{"periods-10", clock.System{Kind: clock.Periods, Periods: 2, Period: 10 * time.Second}, 9500},
	} {
		k := clock.New(law, way.system)
		k, said, err := k.Apply(clock.Event{Do: clock.DoStart, Side: clock.Black})
		if err != nil {
			t.Fatal(err)
		}
		period := int(way.system.Period / time.Millisecond)
		want := wordsOf(append(said, k.Cues(0, time.Duration(period+way.last)*time.Millisecond)...))
		var got []string
		log := `window.tianyuanCues.map(({cue}) => cue.word + (cue.n ? ":" + cue.n : ""))`
		do(t, ctx, way.value+" in the base time", chromedp.Evaluate(`window.tianyuanCues.length = 0`, nil), chromedp.SetValue(`[data-period]`, way.value), chromedp.Click(`[data-begin]`), chromedp.WaitVisible(`[data-played]`),
			chromedp.Evaluate("pass(600000)", nil), holds("[data-second]", "0"), holds("[data-left]", "基本时限中"), chromedp.Evaluate(log, &got))
		if len(got) > 0 {
			t.Errorf("%s: said in the base time: %v", way.value, got)
		}
		do(t, ctx, way.value+" is read", chromedp.SetValue(`[name=black-left]`, "2"), chromedp.Click(`[data-read=B]`), holds("[data-aloud]", "开始读秒"),
			chromedp.Evaluate(fmt.Sprintf("pass(%d)", period+way.last-1000), nil), poll(fmt.Sprintf(`window.tianyuanCues.length >= %d`, len(want))), chromedp.Evaluate(log, &got))
		if !slices.Equal(got, want) {
			t.Errorf("%s: said\n%v, want\n%v", way.value, got, want)
		}
		do(t, ctx, way.value+" is read again", chromedp.Evaluate(`window.tianyuanCues.length = 0`, nil), chromedp.SetValue(`input[name=second]`, "0"), chromedp.Click(`[data-misread]`), chromedp.Poll(`Number(document.querySelector("[data-second]").textContent) < 5`, nil, patient),
			chromedp.Evaluate(fmt.Sprintf("pass(%d)", period-1000), nil), poll(`window.tianyuanCues.length > 0`), chromedp.Evaluate(log, &got), chromedp.Click(`[data-end]`), chromedp.WaitVisible(`[data-begin]`))
		if first := map[string]string{"reserved-60": "second:30", "periods-30": "second:10", "periods-20": "second:10", "periods-10": "count:1"}[way.value]; len(got) == 0 || got[0] != first {
			t.Errorf("%s: after the misreading it begins with %v, want %s", way.value, got, first)
		}
	}
}

// wordsOf are cues as the page's script writes them.
func wordsOf(cues []clock.Cue) []string {
	names := map[clock.Word]string{clock.SayReading: "reading", clock.SaySecond: "second", clock.SayCount: "count", clock.SayLeft: "left", clock.SayTimeout: "timeout"}
	var words []string
	for _, c := range cues {
		word := names[c.Word]
		if c.N > 0 {
			word += fmt.Sprint(":", c.N)
		}
		words = append(words, word)
	}
	return words
}
