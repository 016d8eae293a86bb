package tests

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// get reads a page as the officer.
func (o officer) get(t *testing.T, path string) string {
	t.Helper()
	answer, err := o.client.Get(o.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// offline cuts the page off the network, or lets it back.
func offline(is bool) chromedp.Action {
	return network.EmulateNetworkConditions(is, 0, -1, -1)
}

// holds waits until a part of the page holds a text.
func holds(selector, text string) chromedp.Action {
	return chromedp.Poll("(document.querySelector(`"+selector+"`)?.textContent ?? '').includes(`"+text+"`)", nil, patient)
}

// TestPlainHTTPName: what players and officials use on phones works on plain http under a name that is
// not localhost, where no page has a secure context: slip, check-in, find me, hall screen, floor and
// desk (design, "In the hall").
func TestPlainHTTPName(t *testing.T) {
	bin := binary(t)
	ctx := browser(t, chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"))
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	at := "http://hall.test" + s.url[strings.LastIndex(s.url, ":"):]
	sheets := signedIn(t, s, "chief").get(t, "/t/t-demo/paper/sheets?kind=slips&d=d-demo")
	slip := openSlip(t, ctx, at, regexp.MustCompile(`/s/d-demo/\d+\.\d+\.\d+\.[a-z2-7]{16}`).FindAllString(sheets, -1))

	do(t, ctx, "a claim without a network", offline(true), chromedp.Click(`form[data-claim] button[name=result]`), holds("[data-line]", "还没送到"))
	do(t, ctx, "the network is back", offline(false), holds("[data-line]", "已收到"))
	do(t, ctx, "the claim stays", chromedp.Navigate(at+slip), holds("[data-claims]", "你已报：黑胜"))

	do(t, ctx, "signing in", chromedp.Navigate(at+"/login?to=/t/t-demo/checkin"), chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`), chromedp.WaitVisible(`[data-arrivals]`))
	insecure(t, ctx)
	var all, some int
	do(t, ctx, "check-in search", chromedp.Evaluate(`document.querySelectorAll(".arrivals li").length`, &all), chromedp.SendKeys(`[data-arrivals]`, "zh"),
		chromedp.Evaluate(`document.querySelectorAll(".arrivals li:not([hidden])").length`, &some))
	if some == 0 || some >= all {
		t.Errorf("the search leaves %d of %d", some, all)
	}
	const tapped = `.arrivals li:not([hidden]) button`
	pressed := `document.querySelector("` + tapped + `").getAttribute("aria-pressed")`
	var before string
	do(t, ctx, "a tap", chromedp.Evaluate(pressed, &before), chromedp.Click(tapped), chromedp.Poll(pressed+` !== "`+before+`"`, nil, patient))
	do(t, ctx, "a tap without a network", offline(true), chromedp.Click(tapped), holds("[data-said]", "没有送到"), offline(false), chromedp.Click(tapped), chromedp.Poll(`document.querySelector("[data-said]").hidden`, nil, patient))

	do(t, ctx, "find me", chromedp.Navigate(at+"/p/t-demo/find"), chromedp.SendKeys(`input[type=search]`, "1"), chromedp.WaitVisible(`.card.me .tableno`))
	insecure(t, ctx)
	do(t, ctx, "the hall screen", faster(8), chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(at+"/p/t-demo/hall"), chromedp.Poll(`document.querySelector(".h-page:not([hidden]) h1").textContent.includes("乙组")`, nil, patient))
	insecure(t, ctx)
	do(t, ctx, "the floor", chromedp.Navigate(at+"/d/d-demo/round/4/floor"), chromedp.WaitVisible(`.floor`))
	do(t, ctx, "the desk", chromedp.Navigate(at+"/d/d-demo"), chromedp.WaitVisible(`table[data-phase=started] tr:not([data-entered])`), chromedp.Evaluate(openTable, &before))
	typeIn(t, ctx, before+"+")
	do(t, ctx, "the result is saved", chromedp.WaitVisible(`tr[data-table="`+before+`"][data-entered]`))
	insecure(t, ctx)
}

// openTable is the first table on the desk without a result.
const openTable = `document.querySelector("table[data-desk] tr[data-table]:not([data-entered])").dataset.table`

func typeIn(t *testing.T, ctx context.Context, keys string) {
	t.Helper()
	for _, key := range keys {
		do(t, ctx, "keys "+keys, chromedp.KeyEvent(string(key)))
	}
}

// openSlip opens the first slip whose table takes claims, and returns its path.
func openSlip(t *testing.T, ctx context.Context, at string, slips []string) string {
	t.Helper()
	for _, slip := range slips {
		var open bool
		do(t, ctx, "a slip", network.Enable(), language("zh-CN"), chromedp.EmulateViewport(390, 844), chromedp.Navigate(at+slip+"?side=B"), chromedp.WaitVisible(`.slip-page`), chromedp.Evaluate(`document.querySelector("form[data-claim] button[name=result]") !== null`, &open))
		if open {
			insecure(t, ctx)
			return slip
		}
	}
	t.Fatalf("none of %d slips takes a claim", len(slips))
	return ""
}

func insecure(t *testing.T, ctx context.Context) {
	t.Helper()
	var secure bool
	do(t, ctx, "its context", chromedp.Evaluate(`window.isSecureContext`, &secure))
	if secure {
		t.Fatal("the page has a secure context, so the test shows nothing")
	}
}

// TestOpenDesk: a desk that stays open turns red within seconds of the stick being pulled out, and says
// so when it is back; while the laptop's lid is closed it says since when nobody answers, and goes on
// by itself, with what was on its way (issue 4.11; ui.md, section 10). Its timers run six times as
// fast, so that it lives through the minute.
func TestOpenDesk(t *testing.T) {
	bin := binary(t)
	ctx := browser(t)
	stick := filepath.Join(t.TempDir(), "stick")
	if err := os.Mkdir(stick, 0o700); err != nil {
		t.Fatal(err)
	}
	s := serve(t, bin, "--demo", "--data", t.TempDir(), "--mirror", stick)
	do(t, ctx, "the desk", network.Enable(), faster(6))
	signIn(t, ctx, s, "chief", "/d/d-demo", `table[data-desk]`)
	do(t, ctx, "the stick is in", holds("[data-lights]", "Stick copy "), chromedp.Evaluate(`window.same = true`, nil))
	if err := os.Rename(stick, stick+"-out"); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, "the stick is out", holds(".alarm.bad", "the stick is out. The tournament goes on"))
	look(t, ctx, "stick-out-en", 1440)
	look(t, ctx, "stick-out-en", 390)
	if err := os.Rename(stick+"-out", stick); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, "the stick is back", chromedp.EmulateViewport(1440, 900), holds("[data-lights]", "The stick is back"), chromedp.Poll(`document.querySelector(".alarm") === null`, nil, patient))

	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer s.cmd.Process.Signal(syscall.SIGCONT)
	var table string
	do(t, ctx, "the lid is closed", holds(".alarm.bad", "No answer from Tianyuan since"), chromedp.Evaluate(openTable, &table))
	sent := make(chan string, 1)
	go func() {
		stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		answer, err := (&http.Client{CheckRedirect: stay}).PostForm(s.url+"/login", url.Values{"login": {"pairs"}, "password": {"tianyuan-demo"}})
		if err != nil {
			sent <- err.Error()
			return
		}
		answer.Body.Close()
		sent <- answer.Status
	}()
	typeIn(t, ctx, table+"+")
	time.Sleep(10 * time.Second) // a minute of the page's own time
	if err := s.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	var same bool
	do(t, ctx, "the lid is open", chromedp.WaitVisible(`tr[data-table="`+table+`"][data-entered]`), chromedp.Poll(`document.querySelector(".alarm") === null`, nil, patient), chromedp.Evaluate(`window.same === true`, &same))
	if !same {
		t.Error("the desk was loaded anew")
	}
	if status := <-sent; !strings.HasPrefix(status, "303") {
		t.Errorf("a form sent into the silence: %s", status)
	}
}
