package tests

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// body is what a page says to the officer.
func (o officer) body(t *testing.T, path string) string {
	t.Helper()
	resp, err := o.client.Get(o.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, resp.StatusCode, err)
	}
	return string(data)
}

// TestWeakWifi: an entry from the slip stays on the phone while the wifi is gone, says that it isn't
// sent, outlives the page, and is sent by itself; where only the answer was lost it is sent again and
// counts once. On plain http under another name than localhost (issue 4.5).
func TestWeakWifi(t *testing.T) {
	bin := binary(t)
	ctx := browser(t, chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"))
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	hall := "http://hall.test" + s.url[strings.LastIndex(s.url, ":"):]
	chief := signedIn(t, s, "chief")
	sheets := chief.body(t, "/t/t-demo/paper/sheets?kind=slips&d=d-demo")
	slip := func(table string) string {
		path := regexp.MustCompile(`/s/d-demo/4\.1\.` + table + `\.[a-z2-7]{16}`).FindString(sheets)
		if path == "" {
			t.Fatalf("no slip of table %s", table)
		}
		return path
	}
	reported := func() int {
		return strings.Count(chief.body(t, "/d/d-demo/log?lang=en"), "Result reported by a player")
	}
	before := reported()
	const left = `JSON.parse(localStorage.getItem("tianyuan.claims") ?? "[]").length`
	var secure bool
	var kept int
	do(t, ctx, "the wifi goes", network.Enable(), language("en"), faster(5), chromedp.EmulateViewport(390, 844), chromedp.Navigate(hall+slip("3")+"?side=B"), chromedp.Evaluate(`window.isSecureContext`, &secure), chromedp.WaitVisible(`form[data-claim]`),
		network.EmulateNetworkConditions(true, 0, -1, -1), chromedp.Click(`form[data-claim] .big`), chromedp.WaitVisible(`[data-line].ask`))
	look(t, ctx, "slip-unsent", 390)
	do(t, ctx, "the entry is kept", chromedp.Evaluate(left, &kept))
	if secure || kept != 1 || reported() != before {
		t.Errorf("secure context %v, %d entries kept, %d reports", secure, kept, reported()-before)
	}
	do(t, ctx, "it is sent from another page, once the wifi is back", network.EmulateNetworkConditions(false, 0, -1, -1), chromedp.Navigate(hall+"/p/t-demo"), chromedp.Poll(left+" === 0", nil, patient))
	if got := reported() - before; got != 1 {
		t.Errorf("%d reports after the wifi came back, want 1", got)
	}
	var times int
	do(t, ctx, "the answer is lost", chromedp.Navigate(hall+slip("6")+"?side=W"), chromedp.WaitVisible(`form[data-claim]`),
		chromedp.Evaluate(`window.times = 0; const real = window.fetch; window.fetch = async (...all) => { const answer = await real(...all); if (window.times++ === 0) throw new TypeError("lost"); return answer; }; true`, nil),
		chromedp.Click(`form[data-claim] .big`), chromedp.Poll(left+" === 0", nil, patient), chromedp.Evaluate(`window.times`, &times), chromedp.WaitVisible(`[data-line]:not(.ask)`))
	if got := reported() - before; got != 2 || times != 2 {
		t.Errorf("sent %d times, %d reports, want 2 and 2 (one for each table)", times, got)
	}
}
