package tests

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tianyuan/clock"
)

// agreed waits until a device has handed in what it has.
func agreed() chromedp.Action {
	return poll(`document.querySelector("[data-unsent]").textContent === "" && document.querySelector("[data-refused]").hidden`)
}

// signed lets both players confirm the result on their halves.
func signed() chromedp.Action {
	return chromedp.Tasks{
		chromedp.WaitVisible(`[data-side=B] [data-do=confirm]`), chromedp.Click(`[data-side=B] [data-do=confirm]`), chromedp.Click(`[data-side=W] [data-do=confirm]`), agreed(),
		poll(`[...document.querySelectorAll("[data-signed]")].every(e => !e.hidden)`),
	}
}

// refereeSigns waits until the page shows both players' signatures, and presses the referee's key.
func refereeSigns() chromedp.Action {
	return chromedp.Tasks{
		poll(`document.querySelectorAll(".gresult .gtwo .gdone").length === 2`),
		chromedp.Evaluate(`[...document.querySelectorAll('.gresult form')].find(f => !f.querySelector('[name=side]')).querySelector("button").click()`, nil),
	}
}

// TestTimedRound: two clocks at their tables and a referee with a phone. One game is lost in the
// reading, by the referee's ruling on the fallen flag; the other is ended by both players, counted
// and confirmed. Both results stand in the round and in the ranking, and nobody entered them at the
// desk (issue 5; 2002 art. 13, 16.4, 22.5; design.md, Time).
func TestTimedRound(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	dir := t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Periods, Base: 50 * time.Second, Period: 10 * time.Second, Periods: 1})
	one, two, phone := browser(t), browser(t), browser(t) // a tab that nobody sees is slowed down
	s := serve(t, bin, "--demo", "--data", dir)
	do(t, one, "the clock of table 1", chromedp.EmulateViewport(1024, 768), chromedp.Navigate(s.url+paths[0]), chromedp.WaitVisible(`main[data-state=ready]`))
	do(t, two, "the clock of table 2", chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+paths[1]), chromedp.WaitVisible(`main[data-state=ready]`))
	do(t, phone, "the referee signs in", network.Enable(), language("zh-CN"), chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+"/login?to=/t/t-demo/referee"),
		chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, clockHallPassword), chromedp.Submit(`input[name=password]`), chromedp.WaitReady(`[data-tables]`))

	do(t, one, "Black of table 1 falls asleep", tap("W"), running("B"))
	do(t, two, "table 2 plays and ends", tap("W"), running("B"), tap("B"), running("W"), tap("W"), running("B"),
		chromedp.Click(`[data-do=end]`), chromedp.Click(`[data-side=B] [data-do=proposeEnd]`), chromedp.Click(`[data-side=W] [data-do=agreeEnd]`), chromedp.WaitVisible(`main[data-state=settle]`))
	do(t, phone, "table 2 waits for the count", chromedp.WaitReady(`[data-section=go] #t2`), chromedp.Navigate(s.url+"/g/d-1/1/2/count"),
		chromedp.SendKeys(`input[name=black]`, "185"), chromedp.Click(`.gcounting button`), chromedp.WaitVisible(`.score-sheet`))
	do(t, two, "both confirm", signed())
	do(t, phone, "and the referee", refereeSigns(), chromedp.WaitVisible(`.gout`))

	do(t, one, "table 1 overruns", chromedp.WaitVisible(`main[data-state=flag]`), agreed())
	var url string
	do(t, phone, "the fallen flag is on top", chromedp.Navigate(s.url+"/t/t-demo/referee"), chromedp.Click(`.con-urgent a.act`), chromedp.WaitVisible(`[data-ruling]`), chromedp.Location(&url))
	if !strings.Contains(url, "/g/d-1/1/1/rule/overrunLastMinute") {
		t.Fatalf("the urgent table's key leads to %s", url)
	}
	do(t, phone, "ruled", chromedp.Click(`input[name=choice][value=loss]`), poll(`document.querySelector("[data-after]").textContent.includes("白超时胜")`), chromedp.Click(`[data-confirm]`), chromedp.WaitNotPresent(`[data-ruling]`))
	do(t, one, "both confirm", chromedp.WaitVisible(`main[data-state=result]`), signed())
	do(t, phone, "and the referee", chromedp.Navigate(s.url+"/g/d-1/1/1/count"), refereeSigns(), chromedp.WaitVisible(`.gout`))

	chief := newPerson(t, &s.url)
	chief.must("/login", "login", "chief", "password", clockHallPassword)
	chief.must("/d/d-1/do/close", "round", "1")
	// Black of table 2 and White of table 1 won.
	var won, lead []string
	do(t, phone, "the round", chromedp.Navigate(s.url+"/g/d-1/1/1"), chromedp.Evaluate(`[document.querySelectorAll(".gname b")[1].innerText]`, &won))
	var more []string
	do(t, phone, "the round", chromedp.Navigate(s.url+"/g/d-1/1/2"), chromedp.Evaluate(`[document.querySelectorAll(".gname b")[0].innerText]`, &more))
	do(t, phone, "the ranking", chromedp.Navigate(s.url+"/d/d-1/ranking"), chromedp.Evaluate(`[...document.querySelectorAll("main tbody tr")].slice(0, 2).map(tr => tr.innerText)`, &lead))
	for _, name := range append(won, more...) {
		if !strings.Contains(strings.Join(lead, "\n"), name) {
			t.Errorf("%s won and isn't among the first two: %q", name, lead)
		}
	}
}
