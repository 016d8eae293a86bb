package tests

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestPaperEdges: whatever is printed with the longest names stays on its sheet and in its row, and
// no name is an empty box: where the fonts have no glyph there is a line to write on, and the page
// lists the name (ui.md 7).
func TestPaperEdges(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	officer := signedIn(t, s, "chief")
	for _, name := range []string{strings.Repeat("欧阳", 20), "Maximiliana-Alexandra Featherstonehaugh", "Wolfeschlegelsteinhausenbergerdorff", "棋" + "\U000e0f00" + "手"} {
		officer.post(t, "/d/d-demo-c/do/add", url.Values{"name": {name}, "unit": {strings.Repeat("临江市少年宫", 5)}})
	}
	officer.post(t, "/d/d-demo-c/do/draw", url.Values{"how": {"given"}})
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		officer.post(t, "/d/d-demo-c/do/"+action, url.Values{"round": {"1"}})
	}
	for i := range 9 {
		officer.post(t, "/d/d-demo-c/do/movetable", url.Values{"round": {"1"}, "table": {fmt.Sprint(81 + i)}, "to": {fmt.Sprint(301 + i)}, "reason": {strings.Repeat("桌面不平", 50)}})
	}
	officer.post(t, "/d/d-demo-c/do/draft", url.Values{"reason": {"x"}, "notes": {strings.Repeat("补充规定一行。\n", 40) + strings.Repeat("一条很长的补充规定", 200)}})
	signedIn(t, s, "demo").post(t, "/d/d-demo-c/do/approve", url.Values{})
	signIn(t, ctx, s, "chief", "/d/d-demo", `table[data-desk]`)
	const outside = `[...document.querySelectorAll(".leaf")].flatMap((leaf) => {
		const edge = leaf.getBoundingClientRect();
		const foot = leaf.querySelector(".leaf-foot")?.getBoundingClientRect().top ?? edge.bottom;
		return [...leaf.querySelectorAll("*")].filter((e) => {
			const r = e.getBoundingClientRect();
			const last = e.closest(".leaf-foot, .slip-foot") ? edge.bottom : foot;
			return r.width > 0 && (r.right > edge.right + 1 || r.left < edge.left - 1 || r.bottom > last + 1 || e.matches("td.name, td.unit, .slip-side .fit, .leaf-head .fit") && e.scrollWidth > e.clientWidth + 1);
		}).map((e) => leaf.className + " " + e.tagName + "." + e.className + " " + e.textContent.slice(0, 30));
	}).slice(0, 5).join("\n")`
	for _, query := range []string{"pairs", "pairs&rows=42", "pairs&rows=24", "names", "slips", "slips&per=6", "slips&per=8", "cards", "checkin", "ranking", "cross", "prizes", "players", "book"} {
		for _, lang := range []string{"zh-CN", "en"} {
			var over string
			do(t, ctx, query, network.Enable(), language(lang), chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/t/t-demo/paper/sheets?kind="+query), chromedp.Evaluate(outside, &over))
			if over != "" {
				t.Errorf("%s in %s runs over:\n%s", query, lang, over)
			}
		}
	}
	var lines int
	var listed string
	do(t, ctx, "rare", chromedp.Navigate(s.url+"/t/t-demo/paper/sheets?kind=checkin&d=d-demo-c"), chromedp.Evaluate(`document.querySelectorAll(".name .blank-glyph").length`, &lines), chromedp.Evaluate(`document.querySelector("[data-rare]").innerText`, &listed))
	if lines != 1 || !strings.Contains(listed, "棋") {
		t.Errorf("%d lines to write on; listed: %q", lines, listed)
	}
}
