package tests

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestScreens looks at the screens for everybody: hall screen, draw, kiosk and the public pages over
// all divisions, in three languages, light and dark, on a phone, a desk and a hall's screen.
func TestScreens(t *testing.T) {
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	do(t, ctx, "sign in", network.Enable(), language("zh-CN"), chromedp.Navigate(s.url+"/login?to=/d/d-demo"),
		chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`),
		chromedp.WaitVisible(`table[data-desk]`))
	pages := map[string]string{
		"hall": "/p/t-demo/hall", "hall-next": "/p/t-demo/hall?page=2", "draw-ask": "/d/d-demo-c/draw", "draw": "/d/d-demo-c/draw?seed=3+7+1+9&n=15", "draw-done": "/d/d-demo-b/draw",
		"public-draw": "/p/t-demo/d-demo-b/draw", "find": "/p/t-demo/find?q=1", "find-list": "/p/t-demo/find?q=z", "kiosk": "/p/t-demo/find?kiosk=1&q=1", "table": "/p/t-demo/table/61",
		"units": "/p/t-demo/units", "notices": "/p/t-demo/notices", "public-all": "/p/t-demo", "changed": "/p/t-demo/d-demo-b",
	}
	for _, view := range []struct {
		lang string
		dark bool
	}{{"zh-CN", false}, {"zh-TW", true}, {"en", false}} {
		for name, path := range pages {
			do(t, ctx, name, language(view.lang), theme(view.dark), chromedp.Navigate(s.url+path))
			for _, width := range []int{1920, 1440, 390} {
				look(t, ctx, name+"-"+view.lang, width)
			}
		}
	}
}
