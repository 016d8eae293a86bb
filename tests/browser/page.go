package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Page is a tab. Every step waits for what it needs, 20 seconds at most; then the test ends with
// the step, the address and the beginning of the page's text.
type Page struct {
	t       testing.TB
	ctx     context.Context
	options Options
}

// Goto opens an address and waits until it has loaded.
func (p *Page) Goto(url string) {
	p.t.Helper()
	p.run("open "+url, chromedp.Navigate(url))
}

// Click clicks the first visible element of a CSS selector.
func (p *Page) Click(css string) {
	p.t.Helper()
	p.run("click "+css, chromedp.Click(css, chromedp.ByQuery))
}

// Type types into a field, after what it holds.
func (p *Page) Type(css, text string) {
	p.t.Helper()
	p.run(fmt.Sprintf("type %q into %s", text, css), chromedp.SendKeys(css, text, chromedp.ByQuery))
}

// Keys presses keys where the focus is.
func (p *Page) Keys(text string) {
	p.t.Helper()
	p.run(fmt.Sprintf("press %q", text), chromedp.KeyEvent(text))
}

// Upload chooses a file in a file field.
func (p *Page) Upload(css, path string) {
	p.t.Helper()
	whole, err := filepath.Abs(path)
	if err != nil {
		p.t.Fatalf("upload %s: %v", path, err)
	}
	p.run(fmt.Sprintf("upload %s into %s", path, css), chromedp.SetUploadFiles(css, []string{whole}, chromedp.ByQuery))
}

// Text is the text that the first visible element of a CSS selector shows.
func (p *Page) Text(css string) string {
	p.t.Helper()
	var text string
	p.run("read "+css, chromedp.Text(css, &text, chromedp.ByQuery))
	return text
}

// WaitText waits until an element of a CSS selector shows a text that contains substr. It
// survives page changes on the way.
func (p *Page) WaitText(css, substr string) {
	p.t.Helper()
	look := fmt.Sprintf(`Array.from(document.querySelectorAll(%q)).some(e => e.innerText.includes(%q))`, css, substr)
	p.run(fmt.Sprintf("wait for %q in %s", substr, css), chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			var there bool
			// Between two pages there is nothing to evaluate in: that error only means "not yet".
			if err := chromedp.Evaluate(look, &there).Do(ctx); err == nil && there {
				return nil
			}
			if err := chromedp.Sleep(30 * time.Millisecond).Do(ctx); err != nil {
				return err
			}
		}
	}))
}

// Shot takes a picture of the whole page into the folder that TIANYUAN_SHOTS names, as name.png.
// Without the variable it takes none.
func (p *Page) Shot(name string) {
	p.t.Helper()
	folder := os.Getenv("TIANYUAN_SHOTS")
	if folder == "" {
		return
	}
	var picture []byte
	p.run("picture "+name, chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.t.Errorf("picture %s: %v", name, err)
	}
}

// Axe fails the test with every barrier that axe-core finds: rule, element, what is wrong.
func (p *Page) Axe() {
	p.t.Helper()
	const look = `axe.run({resultTypes: ["violations"]}).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`
	var findings []string
	p.run("look for barriers",
		emulation.SetScriptExecutionDisabled(false), // axe-core is a script itself
		chromedp.Evaluate(axe+"; true", nil),
		chromedp.Evaluate(look, &findings, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }),
		emulation.SetScriptExecutionDisabled(p.options.NoScript))
	for _, finding := range findings {
		p.t.Errorf("%s: barrier %s", p.where(), finding)
	}
}

// NoOverflow fails the test when the page scrolls sideways. A phone zooms out until a wide page
// fits, and its window then counts as wide: so the measure is the width that was asked for.
func (p *Page) NoOverflow() {
	p.t.Helper()
	var wide int
	p.run("measure the width", chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide))
	if wide > p.options.Width {
		p.t.Errorf("%s: scrolls sideways, %d px in %d", p.where(), wide, p.options.Width)
	}
}

// NoRawKeys fails the test when a message key without a text ("⟦key⟧") stands anywhere in the
// body, in texts, labels or values.
func (p *Page) NoRawKeys() {
	p.t.Helper()
	var body string
	p.run("look for raw keys", chromedp.Evaluate(`document.body.outerHTML`, &body))
	if _, after, found := strings.Cut(body, "⟦"); found {
		p.t.Errorf("%s: shows a raw key: ⟦%.80s", p.where(), after)
	}
}

func (p *Page) run(step string, actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, stepTime)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatalf("%s: %s: %v\n%s", step, p.where(), err, p.evaluate(`document.body.innerText.slice(0, 1500)`))
	}
}

// where names the page in messages: its address and how it is seen.
func (p *Page) where() string {
	return fmt.Sprintf("%s (%s, %d px)", p.evaluate(`location.href`), p.options.Lang, p.options.Width)
}

// evaluate is for messages alone: a page that can't answer gives its reason instead.
func (p *Page) evaluate(expression string) string {
	ctx, cancel := context.WithTimeout(p.ctx, stepTime)
	defer cancel()
	var text string
	if err := chromedp.Run(ctx, chromedp.Evaluate(expression, &text)); err != nil {
		return err.Error()
	}
	return text
}
