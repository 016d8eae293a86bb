// Package browser lets tests open pages in a real Chromium: step by step, each with a time limit
// and a message that says where it stuck, and looks at what a person would meet there.
package browser

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Host is a name that the browser takes to 127.0.0.1. Unlike localhost it is no secure context
// over plain http, as in a hall with its own network.
const Host = "hall.test"

// stepTime is how long one step may take before the test fails.
const stepTime = 20 * time.Second

// axe is axe-core 4.10.3 (MPL-2.0) as published; it looks for barriers in a page.
//
//go:embed testdata/axe.min.js
var axe string

// Browser is a running Chromium with a profile of its own.
type Browser struct {
	ctx   context.Context
	agent string
}

// New starts a browser that ends with the test. Without Chromium the test is skipped; with CI=true
// it fails.
func New(t testing.TB) *Browser {
	t.Helper()
	// chromedp makes a new profile folder for every start and removes it at the end.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(find(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("no-proxy-server", true), chromedp.Flag("host-resolver-rules", "MAP "+Host+" 127.0.0.1"))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)

	b := &Browser{ctx: ctx}
	err := first(ctx, stop, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		_, _, _, b.agent, _, err = browser.GetVersion().Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatalf("starting the browser: %v", err)
	}
	return b
}

// find is the path of a Chromium.
func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "no Chromium here: install chromium, chromium-browser or google-chrome to run the browser tests"
	if os.Getenv("CI") == "true" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// first runs the first actions of a context. A time limit on that context would later end the
// browser or the tab with it, so a timer stops only what doesn't come up.
func first(ctx context.Context, stop context.CancelFunc, actions ...chromedp.Action) error {
	limit := time.AfterFunc(stepTime, stop)
	defer limit.Stop()
	return chromedp.Run(ctx, actions...)
}

// Options say through whose eyes a page is seen.
type Options struct {
	Width, Height int    // CSS pixels; 0 means 1440 × 900
	Lang          string // what the browser asks for, e.g. "zh-TW"; empty means "zh-CN"
	Dark          bool   // the system prefers dark colours
	Touch         bool   // a phone: fingers, no mouse
	NoScript      bool   // the page's scripts don't run
}

// Page opens a tab that shares no cookies with other tabs and closes with the test.
func (b *Browser) Page(t testing.TB, o Options) *Page {
	t.Helper()
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 1440, 900
	}
	if o.Lang == "" {
		o.Lang = "zh-CN"
	}
	id, err := b.window()
	if err != nil {
		t.Fatalf("opening a window: %v", err)
	}
	ctx, stop := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	t.Cleanup(stop)
	if err := first(ctx, stop, b.eyes(o)); err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	return &Page{t: t, ctx: ctx, options: o}
}

// window opens an empty window with cookies of its own. chromedp's WithNewBrowserContext asks for
// a tab, which Chromium refuses where such a profile has no window yet.
func (b *Browser) window() (target.ID, error) {
	ctx, cancel := context.WithTimeout(b.ctx, stepTime)
	defer cancel()
	ctx = cdp.WithExecutor(ctx, chromedp.FromContext(b.ctx).Browser)
	profile, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx)
	if err != nil {
		return "", err
	}
	return target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(ctx)
}

// eyes sets a tab to its options.
func (b *Browser) eyes(o Options) chromedp.Action {
	scheme := "light"
	if o.Dark {
		scheme = "dark"
	}
	var device []chromedp.EmulateViewportOption
	if o.Touch {
		device = append(device, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	return chromedp.Tasks{
		chromedp.EmulateViewport(int64(o.Width), int64(o.Height), device...),
		emulation.SetUserAgentOverride(b.agent).WithAcceptLanguage(o.Lang),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		emulation.SetScriptExecutionDisabled(o.NoScript),
	}
}
