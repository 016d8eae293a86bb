package tests

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestScreens looks at the screens for everybody: hall screen, draw, kiosk and the public pages over
// all divisions, in three languages, light and dark, on a phone, a desk and a hall's screen.
func TestScreens(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	signIn(t, ctx, s, "chief", "/d/d-demo", `table[data-desk]`)
	pages := map[string]string{
		"hall": "/p/t-demo/hall", "hall-next": "/p/t-demo/hall?page=2", "draw-ask": "/d/d-demo-c/draw", "draw": "/d/d-demo-c/draw?seed=3+7+1+9&n=15", "draw-done": "/d/d-demo-b/draw",
		"public-draw": "/p/t-demo/d-demo-b/draw", "find": "/p/t-demo/find?q=1", "find-list": "/p/t-demo/find?q=z", "kiosk": "/p/t-demo/find?kiosk=1&q=1", "table": "/p/t-demo/table/61",
		"units": "/p/t-demo/units", "notices": "/p/t-demo/notices", "public-all": "/p/t-demo", "changed": "/p/t-demo/d-demo-b",
	}
	for name, path := range pages {
		lookAt(t, ctx, []int{1920, 1440, 390}, name, chromedp.Navigate(s.url+path))
	}
}

// TestHallFollows: the hall screen pages by itself and by keys, shows a new notice without a reload,
// and tells the age of what it shows when the server is gone (issue 4.7).
func TestHallFollows(t *testing.T) {
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	officer := signedIn(t, s, "chief")
	title := func(want string) chromedp.Action {
		return chromedp.Poll(`document.querySelector(".h-page:not([hidden]) h1").textContent.includes("`+want+`")`, nil, patient)
	}
	do(t, ctx, "the screen turns by itself", network.Enable(), language("zh-CN"), faster(8), chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(s.url+"/p/t-demo/hall"), title("甲组"), title("乙组"), title("甲组"))
	do(t, ctx, "keys", chromedp.KeyEvent(" "), chromedp.Poll(`document.querySelector("[data-state]").textContent !== ""`, nil),
		chromedp.KeyEvent(kb.ArrowRight), title("乙组"), chromedp.KeyEvent(kb.ArrowLeft), title("甲组"), chromedp.KeyEvent(kb.ArrowDown), title("乙组"))
	do(t, ctx, "a mark that a reload would lose", chromedp.Evaluate(`window.same = true`, nil))
	officer.post(t, "/t/t-demo/notices", url.Values{"text": {"甲组第 5 轮 14:30 开始。"}})
	var same bool
	do(t, ctx, "the notice arrives", chromedp.Poll(`document.querySelector(".h-band").textContent.includes("14:30")`, nil, patient), title("乙组"), chromedp.Evaluate(`window.same === true`, &same))
	if !same {
		t.Error("the screen was loaded anew")
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	do(t, ctx, "the age of what is shown", chromedp.Poll(`document.querySelector("[data-stale]").textContent.includes("连不上")`, nil, patient))
	var rows int
	do(t, ctx, "what is shown stays", chromedp.Evaluate(`document.querySelectorAll(".h-page:not([hidden]) tbody tr").length`, &rows))
	if rows == 0 {
		t.Error("the screen went empty")
	}
}

// patient waits as long as a step may take, by a clock that runs faster.
var patient = chromedp.WithPollingTimeout(10 * time.Minute)

// faster makes the timers of the pages to come run so many times faster.
func faster(times int) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		script := fmt.Sprintf(`{const one = window.setInterval, two = window.setTimeout; window.setInterval = (f, t) => one(f, t / %d); window.setTimeout = (f, t) => two(f, t / %d);}`, times, times)
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

// officer is somebody who is signed in, without a browser.
type officer struct {
	client *http.Client
	url    string
}

func signedIn(t *testing.T, s *server, login string) officer {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	o := officer{client: &http.Client{Jar: jar}, url: s.url}
	o.post(t, "/login", url.Values{"login": {login}, "password": {"tianyuan-demo"}, "to": {"/p/t-demo/head"}})
	return o
}

func (o officer) post(t *testing.T, path string, form url.Values) {
	t.Helper()
	resp, err := o.client.PostForm(o.url+path, form)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d", path, resp.StatusCode)
	}
}

// TestKiosk: one finds oneself by the keys on the screen; the kiosk clears itself when nobody is
// there. Without scripts the same page answers by its form.
func TestKiosk(t *testing.T) {
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	do(t, ctx, "by keys", network.Enable(), language("zh-CN"), faster(10), chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(s.url+"/p/t-demo/find?kiosk=1"), chromedp.WaitVisible(`[data-key="z"], [data-key="Z"]`),
		chromedp.Click(`[data-key="Z"]`), chromedp.Click(`[data-key="S"]`), chromedp.WaitVisible(`[data-found] .card, [data-found] .found`), chromedp.Click(`[data-key="back"]`), chromedp.WaitVisible(`.found`),
		chromedp.Click(`.found a`), chromedp.WaitVisible(`.card.me`))
	do(t, ctx, "it clears itself after 20 s", chromedp.Poll(`document.querySelector("input[type=search]").value === "" && document.querySelector("[data-found]").children.length === 0`, nil, patient))
	do(t, ctx, "without scripts", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(s.url+"/p/t-demo/find?kiosk=1"), chromedp.SendKeys(`input[type=search]`, "1\r"), chromedp.WaitVisible(`.card.me`), emulation.SetScriptExecutionDisabled(false))
}

// TestPhoneFinds: answers come while one types, on a phone.
func TestPhoneFinds(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	var where string
	do(t, ctx, "while typing", network.Enable(), language("zh-CN"), chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+"/p/t-demo/find"), chromedp.SendKeys(`input[type=search]`, "z"),
		chromedp.WaitVisible(`.found`), chromedp.SendKeys(`input[type=search]`, kb.Backspace+"1"), chromedp.WaitVisible(`.card.me .tableno`), chromedp.WaitVisible(`[data-until]`), chromedp.Location(&where))
	if !strings.HasSuffix(where, "q=1") {
		t.Errorf("the address doesn't keep the question: %s", where)
	}
	do(t, ctx, "the kiosk's answer", chromedp.Navigate(s.url+"/p/t-demo/find?kiosk=1&q=1"), chromedp.WaitVisible(`.card.me`))
	look(t, ctx, "kiosk-answer", 1440)
}

// TestCeremonyByKeys: each lot by the space key, the last one offers to publish, and the division
// has the numbers that were shown (O30).
func TestCeremonyByKeys(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	var first, shown, drawn string
	var hidden bool
	do(t, ctx, "the seed", network.Enable(), language("zh-CN"), chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(s.url+"/login?to=/d/d-demo-c/draw"), chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`),
		chromedp.WaitVisible(`input[name=seed]`), chromedp.SendKeys(`input[name=seed]`, "示例晚报 3719 骰子 4 2 6\r"), chromedp.WaitVisible(`[data-next]`))
	do(t, ctx, "the first lot", chromedp.KeyEvent(" "), chromedp.WaitVisible(`[data-lot="1"].now strong`), chromedp.Text(`[data-lot="1"] strong`, &first), chromedp.Text(`[data-title]`, &shown), chromedp.Evaluate(`document.querySelector("[data-commit]").hidden`, &hidden), chromedp.WaitVisible(`[data-sum="1"]`))
	if !strings.Contains(shown, first) || !hidden {
		t.Errorf("title %q for %q; publishing offered: %v", shown, first, !hidden)
	}
	do(t, ctx, "the rest", chromedp.KeyEvent(" "), chromedp.WaitVisible(`[data-lot="2"].now`), chromedp.Click(`[data-rest]`), chromedp.WaitVisible(`[data-commit] .act`), chromedp.Click(`[data-commit] .act`),
		chromedp.WaitVisible(`#drawn`), chromedp.Text(`#drawn tbody tr:first-child th`, &drawn))
	if drawn != first {
		t.Errorf("number 1 is %q, shown was %q", drawn, first)
	}
}

// TestShare: the pairs become pictures of 1080 px and text for a chat, also where the page may not
// use the clipboard: on plain http under another name than localhost.
func TestShare(t *testing.T) {
	bin := binary(t)
	ctx := browser(t, chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"))
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	port := s.url[strings.LastIndex(s.url, ":"):]
	var widths []int
	var secure bool
	var status string
	do(t, ctx, "pictures", network.Enable(), language("zh-CN"), chromedp.EmulateViewport(390, 844), chromedp.Navigate("http://hall.test"+port+"/p/t-demo/d-demo/ranking"), chromedp.Evaluate(`window.isSecureContext`, &secure),
		chromedp.Click(`.share button:first-child`), chromedp.WaitVisible(`dialog.shared img`), chromedp.Evaluate(`Promise.all([...document.querySelectorAll("dialog img")].map(x => x.decode().then(() => x.naturalWidth)))`, &widths, awaitPromise))
	if secure {
		t.Fatal("the page has a secure context, so the test shows nothing")
	}
	if len(widths) != 2 || widths[0] != 1080 || widths[1] != 1080 {
		t.Errorf("42 players give pictures of widths %v, want two of 1080", widths)
	}
	keepPicture(t, ctx, "share-ranking")
	do(t, ctx, "text", chromedp.Navigate("http://hall.test"+port+"/p/t-demo/d-demo-b"), chromedp.Click(`.share button:nth-child(2)`), chromedp.WaitVisible(`.share [role=status], dialog textarea`),
		chromedp.Evaluate(`document.querySelector(".share [role=status]")?.textContent ?? ""`, &status))
	if !strings.Contains(status, "20") { // title, line below, head, 16 tables, a bye
		t.Errorf("the page says %q", status)
	}
	do(t, ctx, "a picture of pairs", chromedp.Click(`.share button:first-child`), chromedp.WaitVisible(`dialog.shared img`))
	keepPicture(t, ctx, "share-pairs")
}

// TestShareRefused: where the browser refuses the clipboard the older way copies; where that is refused
// too, the text stands there, selected, to be copied by hand: in a secure context and on plain http.
func TestShareRefused(t *testing.T) {
	bin := binary(t)
	ctx := browser(t, chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"))
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	port := s.url[strings.LastIndex(s.url, ":"):]
	const refuse = `window.asked = 0; if (navigator.clipboard) navigator.clipboard.writeText = () => { window.asked++; return Promise.reject(new Error("refused")) }; window.older = document.execCommand.bind(document);`
	const rows = `document.querySelectorAll("#pairs tbody tr").length`
	for _, c := range []struct {
		base   string
		secure bool
	}{{"http://127.0.0.1" + port, true}, {"http://hall.test" + port, false}} {
		var secure bool
		var asked, tables int
		var said, text, chosen string
		do(t, ctx, "refused once "+c.base, network.Enable(), language("en"), chromedp.EmulateViewport(390, 844), chromedp.Navigate(c.base+"/p/t-demo/d-demo-b"), chromedp.Evaluate(`window.isSecureContext`, &secure), chromedp.Evaluate(refuse, nil), chromedp.Evaluate(rows, &tables),
			chromedp.Evaluate(`document.execCommand = (what) => { window.copied = document.activeElement.value; return what === "copy" }`, nil), chromedp.Click(`.share button:nth-child(2)`), chromedp.WaitVisible(`.share [role=status]`), chromedp.Text(`.share [role=status]`, &said), chromedp.Evaluate(`window.copied`, &text), chromedp.Evaluate(`window.asked`, &asked))
		if secure != c.secure || (asked == 1) != c.secure || strings.Count(text, "\n") < tables || said == "" {
			t.Errorf("%s: secure %v, the clipboard was asked %d times, %d lines copied of %d tables, says %q", c.base, secure, asked, strings.Count(text, "\n")+1, tables, said)
		}
		do(t, ctx, "refused twice", chromedp.Evaluate(`document.execCommand = () => false`, nil), chromedp.Click(`.share button:nth-child(2)`), chromedp.WaitVisible(`dialog.shared textarea`),
			chromedp.Evaluate(`(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.querySelector("dialog.shared textarea"))`, &chosen), chromedp.Text(`dialog.shared`, &said))
		if chosen != text || chosen == "" || !strings.Contains(said, "opy") {
			t.Errorf("%s: %d characters are selected of %d; says %q", c.base, len(chosen), len(text), said)
		}
		look(t, ctx, fmt.Sprint("share-by-hand-", c.secure), 390)
		do(t, ctx, "closed", chromedp.Click(`dialog.shared .tools button`), chromedp.WaitNotPresent(`dialog.shared`))
	}
}

// TestThumbs: on a phone the whole row of the check-in list is its button, and a name of three characters
// stands on one line in the lists.
func TestThumbs(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	signIn(t, ctx, s, "chief", "/t/t-demo/checkin", `.arrivals`)
	var narrow, low, broken int
	do(t, ctx, "the check-in", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Click(`.arrivals li:nth-child(2) button`), chromedp.WaitVisible(`.arrivals li.here`),
		chromedp.Evaluate(`[...document.querySelectorAll(".arrivals li")].filter(li => li.querySelector("button").offsetWidth < li.offsetWidth - 2).length`, &narrow),
		chromedp.Evaluate(`[...document.querySelectorAll(".arrivals button")].filter(b => b.offsetHeight < 44).length`, &low))
	look(t, ctx, "checkin", 390)
	do(t, ctx, "the list", chromedp.Navigate(s.url+"/d/d-demo/entries"), chromedp.WaitVisible(`.list`), chromedp.Evaluate(`[...document.querySelectorAll(".list tbody th a")].filter(a => a.getClientRects().length > 1).length`, &broken))
	if narrow > 0 || low > 0 || broken > 0 {
		t.Errorf("%d rows aren't all button, %d are lower than a finger, %d names are broken", narrow, low, broken)
	}
}

// keepPicture keeps the first shared picture in the folder that TIANYUAN_SHOTS names.
func keepPicture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("TIANYUAN_SHOTS")
	if folder == "" {
		return
	}
	var data string
	do(t, ctx, name, chromedp.Evaluate(`document.querySelector("dialog img").src`, &data))
	_, coded, _ := strings.Cut(data, ",")
	raw, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
}
