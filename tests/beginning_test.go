package tests

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestBeginnings looks at the pages that only an administrator has: a new tournament, a club night
// and what it makes, a player who changes divisions, and a spreadsheet that comes back; three
// languages, light and dark.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	back := filepath.Join(t.TempDir(), "back.csv")
	if err := os.WriteFile(back, []byte("\ufeff报名号,姓名,单位,段位\n1,改名一,示例一小,3段\n2,,示例二中,5段\n,新来一,示例棋院,2级\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, "sign in", network.Enable(), language("en"), chromedp.Navigate(s.url+"/login?to=/t/t-demo"),
		chromedp.SendKeys(`input[name=login]`, "demo"), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`),
		chromedp.WaitVisible(`#officials`))
	do(t, ctx, "a division", chromedp.SendKeys(`form[action$=divisions] input[name=name]`, "新手组"), chromedp.Click(`form[action$=divisions] button`), chromedp.WaitVisible(`.tabs`))
	looks := func(name string) {
		for _, width := range []int{1440, 390} {
			look(t, ctx, name, width)
		}
	}
	for _, view := range []struct {
		lang string
		dark bool
	}{{"zh-CN", false}, {"zh-TW", true}, {"en", false}} {
		for name, path := range map[string]string{"new": "/new", "club": "/new/club", "officials-organiser": "/t/t-demo/officials", "move": "/d/d-demo-c/entry/3", "tournament-organiser": "/t/t-demo", "hidden": "/t/t-demo/hidden"} {
			do(t, ctx, name, language(view.lang), theme(view.dark), chromedp.Navigate(s.url+path))
			looks(name + "-" + view.lang)
		}
		do(t, ctx, "the spreadsheet", chromedp.Navigate(s.url+"/d/d-demo-c/workbook"), chromedp.SetUploadFiles(`input[type=file]`, []string{back}), chromedp.Click(`main button.act`), chromedp.WaitVisible(`.import-head`))
		looks("spreadsheet-" + view.lang)
	}
	do(t, ctx, "a club night", chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/new/club"), chromedp.SendKeys(`textarea[name=names]`, "示例甲 5段\n示例乙 2级\n示例丙 3段"), chromedp.Click(`main button.act`),
		chromedp.WaitVisible(`table[data-desk][data-phase=prepared]`))
	looks("club-desk")
}
