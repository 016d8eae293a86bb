package tests

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.10, MPL-2.0, as published; it looks for barriers in a page.
//
//go:embed testdata/axe.min.js
var axe string

// lookEverywhere opens a page in three languages and both themes and looks at it on a desk and a phone.
func lookEverywhere(t *testing.T, ctx context.Context, name string, open ...chromedp.Action) {
	t.Helper()
	lookAt(t, ctx, []int{1440, 390}, name, open...)
}

// lookAt is lookEverywhere at other widths.
func lookAt(t *testing.T, ctx context.Context, widths []int, name string, open ...chromedp.Action) {
	t.Helper()
	for _, view := range []struct {
		lang string
		dark bool
	}{{"zh-CN", false}, {"zh-TW", true}, {"en", false}} {
		do(t, ctx, name, append([]chromedp.Action{chromedp.EmulateViewport(1440, 900), language(view.lang), theme(view.dark)}, open...)...)
		for _, width := range widths {
			look(t, ctx, name+"-"+view.lang, width)
		}
	}
}

// look checks a page for barriers, raw keys, sideways scrolling, small text, what is too small for a
// finger on a phone, and more than one next act; it keeps a picture of the page.
func look(t *testing.T, ctx context.Context, name string, width int) {
	t.Helper()
	var text string
	var wide bool
	var faults []string
	held := []chromedp.EmulateViewportOption{}
	if width < 600 {
		held = append(held, chromedp.EmulateTouch)
	}
	do(t, ctx, name, chromedp.EmulateViewport(int64(width), 900, held...), chromedp.Sleep(50*time.Millisecond),
		chromedp.Text("body", &text), chromedp.Evaluate(`document.documentElement.scrollWidth > window.innerWidth`, &wide), chromedp.Evaluate(measures, &faults))
	for _, f := range faults {
		t.Errorf("%s at %d: %s", name, width, f)
	}
	if strings.Contains(text, "⟦") {
		t.Errorf("%s shows a raw key: %.200s", name, text[strings.Index(text, "⟦"):])
	}
	if wide {
		t.Errorf("%s at %d scrolls sideways", name, width)
	}
	if options := axeOptions(name); options != "" {
		barriers(t, ctx, fmt.Sprintf("%s at %d", name, width), options)
	}
	keepShot(t, ctx, fmt.Sprintf("%s-%d", name, width))
}

// measures tells what on a page is smaller than the rules of the screens allow: text under 12 px, but for
// key caps, the stepper's times and what is drawn; under a finger anything to press under 44 px; and
// whether more than one thing is marked as the next act.
const measures = `(() => {
  const faults = [], looked = new Set();
  const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.closest(".sr, .sr-button, .skip, [inert], [aria-hidden=true]");
  const named = (e) => e.tagName.toLowerCase() + "." + e.className + " “" + (e.textContent || e.name || "").trim().slice(0, 24) + "”";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (looked.has(e) || !texts.currentNode.data.trim() || e.closest("svg, kbd, .stepper, .papers, script, style, option, noscript")) continue;
    looked.add(e);
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (size < 12 && seen(e)) faults.push("text of " + size + " px: " + named(e));
  }
  if (matchMedia("(pointer: coarse)").matches) for (const e of document.querySelectorAll("button, .btn, summary, select, textarea, input:not([type=hidden]), nav a, .con-rows a, .case-links a, .glinks a")) {
    if (e.closest(".hall, .keys")) continue; // nobody touches the hall's screen, and a kiosk is wider than a phone
    const box = ((e.matches("[type=radio], [type=checkbox]") && e.closest("label")) || e).getBoundingClientRect();
    if (seen(e) && box.height > 0 && Math.min(box.width, box.height) < 43.5) faults.push("too small for a finger, " + Math.round(box.width) + "×" + Math.round(box.height) + ": " + named(e));
  }
  const acts = [...document.querySelectorAll("button.act, .btn.act")].filter(seen);
  if (acts.length > 1) faults.push("more than one next act: " + acts.map(named).join(", "));
  return faults;
})()`

// axeAll looks for every barrier.
const axeAll = `{resultTypes: ["violations"]}`

// axeOptions is what axe looks for in a view, "" for nothing. Barriers don't depend on the language,
// and on the theme contrast alone: so everything is looked for in English, which is shown light, and
// contrast in traditional Chinese, which is shown dark.
func axeOptions(view string) string {
	switch {
	case strings.HasSuffix(view, "-zh-CN"):
		return ""
	case strings.HasSuffix(view, "-zh-TW"):
		return `{resultTypes: ["violations"], runOnly: ["color-contrast"]}`
	}
	return axeAll
}

// barriers looks a page through with axe.
func barriers(t *testing.T, ctx context.Context, name, options string) {
	t.Helper()
	var findings []string
	do(t, ctx, name, chromedp.Evaluate(axe+";true", nil), chromedp.Evaluate(`axe.run(`+options+`).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target.join(" ") + " " + n.failureSummary)))`, &findings, awaitPromise))
	for _, f := range findings {
		t.Errorf("%s: %s", name, f)
	}
}

// keepShot keeps a picture of the whole page in the folder that TIANYUAN_SHOTS names.
func keepShot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("TIANYUAN_SHOTS")
	if folder == "" {
		return
	}
	var picture []byte
	do(t, ctx, name, chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		t.Error(err)
	}
}
