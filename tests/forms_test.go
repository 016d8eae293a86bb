package tests

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// signIn signs a user of the sample in and waits for a page.
func signIn(t *testing.T, ctx context.Context, s *server, login, to, visible string) {
	t.Helper()
	do(t, ctx, "sign in as "+login, network.Enable(), network.ClearBrowserCookies(), language("en"), chromedp.Navigate(s.url+"/login?to="+to),
		chromedp.SendKeys(`input[name=login]`, login), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`),
		chromedp.WaitVisible(visible), chromedp.Poll(`document.readyState === "complete"`, nil))
}

// TestForms: the order of the ranking is changed by keyboard, the time by a choice that shows its own
// fields, the change goes from the chief referee to the organiser; accounts and a list whose columns
// are named by hand are looked at on the way.
func TestForms(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	signIn(t, ctx, s, "chief", "/d/d-demo/regulations", `form[data-regulations]`)
	var chain, preset string
	var moves bool
	const order = `[...document.querySelectorAll("[data-chain] input")].map(i => i.value).join(" ")`
	do(t, ctx, "the order by keyboard", chromedp.Focus(`[data-key=sos] [data-move=up]`), chromedp.KeyEvent(kb.Enter), chromedp.Evaluate(order, &chain),
		chromedp.Evaluate(`document.activeElement.closest("[data-key]")?.dataset.key === "sos"`, &moves), chromedp.Value(`[data-presets]`, &preset))
	if chain != "sos points cumulative reverseSos" || preset != "" || !moves {
		t.Errorf("up: %q, preset %q, focus stays %v", chain, preset, moves)
	}
	do(t, ctx, "add and remove", chromedp.SetValue(`[name=add]`, "lots"), chromedp.Focus(`.chain-add button`), chromedp.KeyEvent(kb.Enter),
		chromedp.Focus(`[data-key=cumulative] [data-move=remove]`), chromedp.KeyEvent(kb.Enter), chromedp.Evaluate(order, &chain))
	if chain != "sos points reverseSos lots" {
		t.Errorf("add and remove: %q", chain)
	}
	do(t, ctx, "a preset", chromedp.Evaluate(`(p => { p.value = "rules2002A"; p.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("[data-presets]"))`, nil), chromedp.Evaluate(order, &chain))
	if chain != "totalScore warnings" {
		t.Errorf("preset: %q", chain)
	}
	do(t, ctx, "the time", chromedp.SetValue(`[name="clock.kind"]`, "fischer"), chromedp.WaitVisible(`[name="clock.field.increment"]`), chromedp.WaitNotVisible(`[name="clock.field.reserved"]`),
		chromedp.SetValue(`[name="clock.field.base"]`, "5分"), chromedp.SetValue(`[name="clock.field.increment"]`, "3"), chromedp.SetValue(`[name=rounds]`, "x"), chromedp.Click(`form[data-regulations] button.act`),
		chromedp.WaitVisible(`input[name=reason]:invalid`), chromedp.SetValue(`input[name=reason]`, "shorter day"), chromedp.Click(`form[data-regulations] button.act`), chromedp.WaitVisible(`.bad-field`))
	look(t, ctx, "regulations-marked", 1440)
	look(t, ctx, "regulations-marked", 390)
	do(t, ctx, "the draft", chromedp.EmulateViewport(1440, 900), chromedp.SetValue(`[name=rounds]`, "6"), chromedp.Click(`form[data-regulations] button.act`), chromedp.WaitVisible(`.note.draft`))
	lookEverywhere(t, ctx, "regulations-draft", chromedp.Navigate(s.url+"/d/d-demo/regulations"))
	signIn(t, ctx, s, "demo", "/d/d-demo/regulations", `.note.draft`)
	lookEverywhere(t, ctx, "regulations-approve", chromedp.Navigate(s.url+"/d/d-demo/regulations"))
	do(t, ctx, "the approval", language("en"), chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/d/d-demo/regulations"), chromedp.Click(`form[action$="/do/approve"] button`), chromedp.WaitNotPresent(`.note.draft`))

	list := filepath.Join(t.TempDir(), "odd.csv")
	if err := os.WriteFile(list, []byte("谁,哪儿,联系\n示例甲,示例一小,000-0000-001\n示例乙,示例二中,call\n,示例三中,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	upload := []chromedp.Action{chromedp.Navigate(s.url + "/d/d-demo/import"), chromedp.SetUploadFiles(`input[type=file]`, []string{list}), chromedp.Click(`main button.act`), chromedp.WaitVisible(`.sheet`)}
	lookEverywhere(t, ctx, "import-unknown", upload...)
	byHand := append(upload, chromedp.SetValue(`[name=header]`, "1"), chromedp.Click(`.reading button`), chromedp.WaitVisible(`input[name=header][value="1"]`),
		chromedp.SetValue(`[name="col.A"]`, "name"), chromedp.SetValue(`[name="col.B"]`, "unit"), chromedp.SetValue(`[name="col.C"]`, "phone"), chromedp.Click(`.import-act button:not(.sr)`), chromedp.WaitVisible(`.counts`))
	lookEverywhere(t, ctx, "import-by-hand", byHand...)
	lookEverywhere(t, ctx, "users", chromedp.Navigate(s.url+"/users"))
	do(t, ctx, "a link", language("en"), chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/users"), chromedp.Click(`form[action$="/u-pairs/link"] button`), chromedp.WaitVisible(`.note`))
	look(t, ctx, "users-link", 1440)
	look(t, ctx, "users-link", 390)
	var link string
	do(t, ctx, "its address", chromedp.Evaluate(`document.querySelector(".note a").href`, &link))
	do(t, ctx, "its page", chromedp.Navigate(link), chromedp.WaitVisible(`input[type=password]`))
	look(t, ctx, "link", 390)
	lookEverywhere(t, ctx, "entry-organiser", chromedp.Navigate(s.url+"/d/d-demo/entry/7"))
}
