package tests

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tianyuan/clock"
)

// TestNigiriRound (C10, 2002 art. 10): a round whose colours are drawn at the tables, from the regulations
// to the ranking. One table tells its clock, one its referee, one the desk with the result, one reports
// from its slip, and at one nobody comes; until then every list says that the colours are open.
func TestNigiriRound(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	dir := t.TempDir()
	paths := hallOf(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute}, 10)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	do(t, ctx, "sign in", network.Enable(), language("en"), chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/login?to=/d/d-1/regulations"),
		chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, clockHallPassword), chromedp.Submit(`input[name=password]`), chromedp.WaitVisible(`select[name=colours]`))
	do(t, ctx, "the regulations say nigiri", chromedp.SetValue(`select[name=colours]`, "nigiri"), chromedp.Click(`form[data-regulations] .tools button:first-child`), chromedp.WaitVisible(`form[action$="/do/approve"]`))
	do(t, ctx, "approved", chromedp.Click(`form[action$="/do/approve"] button`), chromedp.WaitNotPresent(`form[action$="/do/approve"]`))
	p := newPerson(t, &s.url)
	p.must("/login", "login", "chief", "password", clockHallPassword)
	for _, act := range []string{"prepare", "check", "publish", "start"} {
		p.must("/d/d-1/do/"+act, "round", "1")
	}
	const sheets = "/t/t-demo/paper/sheets?d=d-1&kind="
	for path, words := range map[string]string{
		"/d/d-1/round/1": "猜先", "/p/t-demo/d-1?round=1": "猜先", "/p/t-demo/d-1/regulations": "<dt>先后手</dt><dd class=\"notes\">猜先</dd>", sheets + "pairs": "猜先", sheets + "names": "猜先", sheets + "slips": `<b class="sq o"><i></i>黑</b>`, sheets + "book": "猜先",
	} {
		if !strings.Contains(p.get(path), words) {
			t.Errorf("%s doesn’t say %q", path, words)
		}
	}
	p.must("/g/d-1/1/3/do/open")
	if code, _, _ := p.ask("/g/d-1/1/3/do/nigiri", url.Values{"holder": {"99"}, "shown": {"1"}, "parity": {"odd"}}); code != 422 {
		t.Errorf("somebody else holds the stones: %d", code)
	}
	for name, path := range map[string]string{
		"desk": "/d/d-1/round/1", "public": "/p/t-demo/d-1?round=1", "table": "/g/d-1/1/2", "table-card": "/p/t-demo/table/2", "drawing": "/g/d-1/1/3",
	} {
		lookEverywhere(t, ctx, "nigiri-"+name, chromedp.Navigate(s.url+path))
	}

	do(t, ctx, "the clock asks who has Black", chromedp.EmulateViewport(1024, 768), language("en"), chromedp.Navigate(s.url+paths[0]), chromedp.WaitVisible(`main[data-open=yes] [data-side=W] [data-do=colours]`))
	lookAt(t, ctx, []int{1024, 390}, "nigiri-clock", chromedp.Sleep(100*time.Millisecond))
	do(t, ctx, "lying", chromedp.EmulateViewport(1024, 768))
	var first, second string
	do(t, ctx, "names", chromedp.Text(`[data-side=B] [data-name]`, &first), chromedp.Text(`[data-side=W] [data-name]`, &second))
	do(t, ctx, "the second has Black, and stays where he sits", chromedp.Click(`[data-side=W] [data-do=colours]`), chromedp.WaitReady(`main[data-open=no][data-turned=yes]`), poll(fmt.Sprintf(`document.querySelector("[data-side=B] [data-name]").textContent === %q`, second)))
	do(t, ctx, "no, the first", chromedp.Click(`[data-side=W] [data-do=colours]`), chromedp.WaitReady(`main[data-turned=no]`), poll(fmt.Sprintf(`document.querySelector("[data-side=B] [data-name]").textContent === %q`, first)))
	do(t, ctx, "and again", chromedp.Click(`[data-side=W] [data-do=colours]`), chromedp.WaitReady(`main[data-turned=yes]`), tap("W"), running("B"), poll(`document.querySelector("[data-unsent]").textContent === ""`))
	if g := onlooker(t, s, paths[0]).Game; g.Turn != "B" {
		t.Errorf("the server has %+v", g)
	}
	row := regexp.MustCompile(`data-no="(\d+) (\d+)"`)
	drawn := func(table int) (black, white string, open bool) {
		t.Helper()
		body := p.get("/d/d-1/round/1")
		at := strings.Index(body, fmt.Sprintf(`<tr id="t%d"`, table))
		head, _, _ := strings.Cut(body[at:], ">")
		m := row.FindStringSubmatch(head)
		return m[1], m[2], strings.Contains(head, "data-open")
	}
	if _, _, open := drawn(1); open {
		t.Error("the round doesn’t have what the clock was told")
	}

	do(t, ctx, "two taps of the referee", chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+"/g/d-1/1/2"), chromedp.Click(`.gtwo form:nth-child(2) button`), chromedp.WaitNotPresent(`.gtwo form[action$="/do/colours"]`))
	if black, white, open := drawn(2); open || black < white {
		t.Errorf("table 2 has %s with Black against %s, open %v", black, white, open)
	}
	left, right, _ := drawn(3)
	do(t, ctx, "the desk, a key more", chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/d/d-1/round/1"), chromedp.WaitReady(`tr[data-table="3"][data-open]`), keys("3b"), chromedp.WaitVisible(`.toast.bad`),
		keys("3c1+"), chromedp.WaitVisible(`.bar [data-typed]`), poll(`[...document.querySelectorAll("[data-typed]")].some((x) => x.textContent.includes("Who had Black"))`))
	look(t, ctx, "nigiri-desk-asks", 1440)
	do(t, ctx, "the right one had Black", keys("-"), entered(3, "W+R"))
	if black, white, open := drawn(3); open || black != right || white != left {
		t.Errorf("table 3 has %s with Black against %s, want %s and %s", black, white, right, left)
	}
	do(t, ctx, "taken back, the colours go", keys("z"), chromedp.WaitReady(`tr[data-table="3"][data-open]:not([data-entered])`), keys("3+b"), entered(3, "B+"))
	if black, _, _ := drawn(3); black != left {
		t.Errorf("no. %s won with Black, and no. %s has it", left, black)
	}
	do(t, ctx, "who didn't come has no colour", keys("4f+"), entered(4, "W+F"), chromedp.WaitReady(`tr[data-table="4"][data-open]`))

	address := regexp.MustCompile(`/s/d-1/1\.1\.5\.[a-z0-9]+`).FindString(p.get(sheets + "slips"))
	if address == "" {
		t.Fatal("table 5 has no slip")
	}
	phone, other := newPerson(t, &s.url), newPerson(t, &s.url)
	left, right, _ = drawn(5)
	lookEverywhere(t, ctx, "nigiri-slip-official", chromedp.Navigate(s.url+address))
	do(t, ctx, "nobody is signed in", network.ClearBrowserCookies(), chromedp.Navigate(s.url+address))
	lookEverywhere(t, ctx, "nigiri-slip", chromedp.Navigate(s.url+address+"?side="+left))
	phone.must(address, "side", left, "black", right, "result", "me+", "cmd", "c-1")
	other.must(address, "side", right, "black", right, "result", "you+", "cmd", "c-2")
	p.must("/d/d-1/do/take", "round", "1")
	if black, white, open := drawn(5); open || black != right || white != left || !strings.Contains(p.get("/d/d-1/round/1"), `data-entered="W&#43;"`) {
		t.Errorf("table 5 has %s with Black against %s, want %s and %s", black, white, right, left)
	}
	for _, table := range []string{"1", "2"} {
		p.must("/d/d-1/do/result", "round", "1", "table", table, "result", "B+", "sure", table+" B+ 0 0 playing")
	}
	p.must("/d/d-1/do/close", "round", "1", "sure", "close [1]")
	if ranking := p.get("/d/d-1/ranking"); !strings.Contains(ranking, "选手") {
		t.Error("the ranking is empty")
	}
	p.must("/d/d-1/do/prepare", "round", "2")
	if body := p.get("/d/d-1/round/2"); strings.Count(body, "data-open=") != 5 || strings.Count(body, `<i class="b"></i>`) != 4 || strings.Count(body, `<i class="w"></i>`) != 4 {
		t.Errorf("round 2 has %d open tables, and %d players had Black", strings.Count(body, "data-open="), strings.Count(body, `<i class="b"></i>`))
	}
}
