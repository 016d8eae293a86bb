package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPreviewLive: N leads to the next problem, a corrected cell is judged at once and leads on, Esc puts
// back what stood there, and the filter hides the other rows (ui.md, entries-import-1440).
func TestPreviewLive(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	list := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(list, []byte("姓名,单位,段位,等级分\n示例甲甲,东城棋院,3段,1500\n示例乙乙,东城棋院,业余9段,1400\n示例丙丙,西山小学,2段,abc\n示例丁丁,西山小学,1段,1300\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	signIn(t, ctx, s, "pairs", "/d/d-demo-c/import", `input[type=file]`)
	const counts, here = `document.querySelector(".counts").innerText.replace(/\s+/g, " ").trim()`, `document.activeElement.name ?? ""`
	var told, at, put, later string
	var shown int
	do(t, ctx, "the list", chromedp.SetUploadFiles(`input[type=file]`, []string{list}), chromedp.Click(`main button.act`), chromedp.WaitVisible(`.import-head`),
		chromedp.Poll(`document.readyState === "complete"`, nil), chromedp.KeyEvent("n"), chromedp.Evaluate(here, &at))
	if at != "edit.C3" {
		t.Errorf("N leads to %q", at)
	}
	do(t, ctx, "put back", chromedp.KeyEvent("5"), chromedp.KeyEvent(kb.Escape), chromedp.Evaluate(`document.activeElement.value`, &put))
	if put != "业余9段" {
		t.Errorf("Esc puts %q back", put)
	}
	do(t, ctx, "correct", chromedp.Focus(`[name="edit.C3"]`), chromedp.Evaluate(`document.activeElement.value = "业5段"`, nil), chromedp.KeyEvent(kb.Enter),
		chromedp.Poll(`document.querySelector(".counts b").textContent === "3"`, nil), chromedp.Evaluate(counts, &told), chromedp.Evaluate(here, &later))
	if !strings.HasPrefix(told, "3 ") || later != "edit.D4" {
		t.Errorf("%q, then %q", told, later)
	}
	do(t, ctx, "filter", chromedp.Evaluate(`document.querySelector('[name=show][value=refused]').click()`, nil),
		chromedp.Evaluate(`[...document.querySelectorAll(".import tbody tr")].filter(r => r.offsetParent !== null).length`, &shown))
	if shown != 1 {
		t.Errorf("%d rows are shown as refused", shown)
	}
	do(t, ctx, "take", chromedp.Click(`button[value=commit]`), chromedp.WaitVisible(`table.list`))
	for _, width := range []int{1440, 390} {
		look(t, ctx, "entries-after-import", width)
	}
}
