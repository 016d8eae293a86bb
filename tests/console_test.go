package tests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// consoleTables brings tables of the sample's running round into states that a referee meets: 3 with a
// claim, 6 running, 9 to be counted, 12 counted and warned, 15 paused, 18 before the start, 21 confirmed.
func consoleTables(p *person) {
	at := func(table int, action string, fields ...string) {
		p.must(fmt.Sprintf("/g/d-demo/4/%d/%s", table, action), append(fields, "x", "1")...)
	}
	for _, table := range []int{3, 9, 12, 21} {
		at(table, "do/open", "own", "yes")
		at(table, "do/start")
	}
	for _, table := range []int{6, 15, 18} {
		at(table, "do/open")
	}
	at(3, "do/claim", "side", "W", "case", "phoneRing")
	at(6, "do/start", "sure", "no clock")
	at(12, "rule/phoneRing", "against", "B")
	for _, table := range []int{9, 12} {
		at(table, "do/propose", "side", "B")
		at(table, "do/agree", "side", "W")
	}
	at(12, "do/count", "black", "185")
	at(15, "do/start", "sure", "no clock")
	at(15, "do/pause")
	at(21, "do/resign", "side", "W")
	for _, side := range []string{"B", "W", ""} {
		at(21, "do/confirm", "side", side, "outcome", "B+R")
	}
}

// TestConsolePages looks at every page of the console in every language, on a phone and on a desk,
// light and dark.
func TestConsolePages(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	p := newPerson(t, &s.url)
	p.must("/login", "login", "chief", "password", "tianyuan-demo")
	consoleTables(p)
	signIn(t, ctx, s, "chief", "/t/t-demo/referee", `[data-tables]`)
	pages := map[string]string{
		"referee": "/t/t-demo/referee", "referee-go": "/t/t-demo/referee/go?table=999", "notes": "/t/t-demo/referee/notes", "law": "/law?t=t-demo&find=2",
		"table-new": "/g/d-demo-b/1/43", "table-claim": "/g/d-demo/4/3", "table-running": "/g/d-demo/4/6", "table-count": "/g/d-demo/4/9", "table-result": "/g/d-demo/4/12", "table-pause": "/g/d-demo/4/15",
		"table-ready": "/g/d-demo/4/18", "table-final": "/g/d-demo/4/21", "count": "/g/d-demo/4/9/count", "counted": "/g/d-demo/4/12/count", "protocol": "/g/d-demo/4/12/protocol",
		"rule": "/g/d-demo/4/3/rule", "rule-overrun": "/g/d-demo/4/3/rule/overrunLastMinute?against=B&choice=pass&asked=yes", "rule-moved": "/g/d-demo/4/3/rule/movedStone?choice=draw", "rule-late": "/g/d-demo/4/18/rule/late?against=W&late=9:30",
		"rule-fault": "/g/d-demo/4/6/rule/clockFault?against=W&choice=setTime&main=20:00", "rule-silent": "/g/d-demo/4/3/rule/leaveHall", "rule-elsewhere": "/g/d-demo/4/3/rule/lifeDispute",
	}
	for name, path := range pages {
		lookEverywhere(t, ctx, "console-"+name, chromedp.Navigate(s.url+path))
	}
}

// TestConsoleFollows: the list and a table's page follow what others do, a ruling shows what it changes
// as it is chosen, and a count the other side's stones as they are typed.
func TestConsoleFollows(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	p := newPerson(t, &s.url)
	p.must("/login", "login", "chief", "password", "tianyuan-demo")
	consoleTables(p)
	do(t, ctx, "a phone", chromedp.EmulateViewport(390, 844))
	signIn(t, ctx, s, "chief", "/t/t-demo/referee", `[data-section=running] #t6`)
	p.must("/g/d-demo/4/6/do/claim", "side", "B", "case", "talking")
	do(t, ctx, "a claim moves its table up", chromedp.WaitReady(`[data-section=go] #t6`))
	do(t, ctx, "the table's page", chromedp.Navigate(s.url+"/g/d-demo/4/6"), chromedp.WaitReady(`[data-part=claims] .glist`))
	p.must("/g/d-demo/4/6/do/dismiss", "id", "1", "reason", "nobody talked")
	do(t, ctx, "the answer takes the claim's buttons away", chromedp.WaitNotPresent(`[data-part=claims] .con-acts`), poll(`document.querySelector("[data-part=log]").textContent.includes("Claim 1 dismissed")`))

	do(t, ctx, "a case", chromedp.Navigate(s.url+"/g/d-demo/4/12/rule/phoneRing"), chromedp.WaitNotPresent(`[data-look]`), chromedp.Click(`input[name=against][value=W]`), poll(`document.querySelector("[data-after]").textContent.includes("Black wins by ¾ zi")`))
	do(t, ctx, "another side", chromedp.Click(`input[name=against][value=B]`), poll(`document.querySelector("[data-confirm]").textContent.includes("the game ends") || document.querySelector("[data-after]").textContent.includes("White wins")`))

	var other string
	do(t, ctx, "a count", chromedp.Navigate(s.url+"/g/d-demo/4/9/count"), chromedp.SendKeys(`input[name=white]`, "１７６ 1/2"), chromedp.AttributeValue(`input[name=black]`, "placeholder", &other, nil))
	if other != "184½" {
		t.Errorf("176 1/2 of White leave Black %q", other)
	}
	do(t, ctx, "counted", chromedp.Click(`.gcounting button`), chromedp.WaitVisible(`.score-sheet`))
	var sheet string
	do(t, ctx, "the sheet", chromedp.Text(`main`, &sheet))
	if !strings.Contains(sheet, "Black wins by ¼ zi") {
		t.Errorf("the sheet says %q", sheet)
	}
}
