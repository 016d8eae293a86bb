package tests

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// program is the real binary, built once for all tests.
var program struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if program.dir != "" {
		os.RemoveAll(program.dir)
	}
	os.Exit(code)
}

// binary is the path of the real binary.
func binary(t testing.TB) string {
	t.Helper()
	program.once.Do(func() {
		if program.dir, program.err = os.MkdirTemp("", "tianyuan-tests-"); program.err != nil {
			return
		}
		if out, err := exec.Command("go", "build", "-o", filepath.Join(program.dir, "tianyuan"), "tianyuan/cmd/tianyuan").CombinedOutput(); err != nil {
			program.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if program.err != nil {
		t.Fatal(program.err)
	}
	return filepath.Join(program.dir, "tianyuan")
}

// server is a running program.
type server struct {
	url, link string
	cmd       *exec.Cmd
}

// serve starts the real binary on loopback and reads its address and first link.
func serve(t testing.TB, bin string, args ...string) *server {
	t.Helper()
	cmd := exec.Command(bin, append([]string{"serve", "--addr", "127.0.0.1:0", "--lang", "en"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{cmd: cmd}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for (s.url == "" || s.link == "") && lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "is open: "); ok {
			s.url = url
			if slices.Contains(args, "--demo") || slices.Contains(args, "--public-url") { // there are users, and no link is printed
				break
			}
		}
		if i := strings.Index(lines.Text(), "http://"); i >= 0 && strings.Contains(lines.Text(), "/link/") {
			s.link = lines.Text()[i:]
		}
	}
	if s.url == "" {
		t.Fatal("the program didn't say its address")
	}
	go io.Copy(io.Discard, out)
	return s
}

// browser starts Chromium, or skips; with CI=true it must be there.
func browser(t testing.TB, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no Chromium here")
		}
		t.Skip("no Chromium here: the browser test is left out")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	t.Cleanup(stop)
	ctx, _ = chromedp.NewContext(ctx)
	t.Cleanup(func() { chromedp.Cancel(ctx) }) // waits until the browser writes nothing more
	// The browser lives as long as the first context that runs something.
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("Chromium doesn't start: %v", err)
	}
	return ctx
}

func do(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action) {
	t.Helper()
	step, cancel := context.WithTimeout(ctx, 2*time.Minute) // against hanging; a busy machine is slow
	defer cancel()
	if err := chromedp.Run(step, actions...); err != nil {
		var where, text string
		chromedp.Run(ctx, chromedp.Location(&where), chromedp.Text("body", &text))
		t.Fatalf("%s: %v\nat %s:\n%.1500s", what, err, where, text)
	}
}

// awaitPromise lets an evaluation wait for its promise.
func awaitPromise(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// language sends Accept-Language with every request.
func language(lang string) chromedp.Action {
	return network.SetExtraHTTPHeaders(network.Headers{"Accept-Language": lang})
}

func theme(dark bool) chromedp.Action {
	value := "light"
	if dark {
		value = "dark"
	}
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}})
}

// TestPages looks at every page of the sample tournament: three languages, desktop and phone, light
// and dark.
func TestPages(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	signIn(t, ctx, s, "chief", "/d/d-demo", `table[data-desk]`)
	pages := map[string]string{
		"home": "/", "tournament": "/t/t-demo", "desk": "/d/d-demo/round/4?why=3", "entries": "/d/d-demo/entries", "regulations": "/d/d-demo/regulations",
		"ranking": "/d/d-demo/ranking?after=3&no=5&key=sos", "log": "/d/d-demo/log", "import": "/d/d-demo/import", "paper": "/t/t-demo/paper", "sheets": "/t/t-demo/paper/sheets?kind=pairs&d=d-demo", "floor": "/d/d-demo/round/4/floor", "login": "/login",
		"public": "/p/t-demo", "public-pairs": "/p/t-demo/d-demo", "public-names": "/p/t-demo/d-demo?by=name", "public-ranking": "/p/t-demo/d-demo/ranking",
		"public-entries": "/p/t-demo/d-demo/entries", "public-regulations": "/p/t-demo/d-demo/regulations", "error": "/nowhere",
		"entry": "/d/d-demo/entry/5", "tables": "/t/t-demo/tables", "hall-log": "/t/t-demo/log", "checkin": "/t/t-demo/checkin", "desk-first": "/d/d-demo-b/round/1", "officials": "/t/t-demo/officials?division=d-demo&case=movedStone&round=4&table=12", "workbook": "/d/d-demo-c/workbook", "private": "/d/d-demo/entry/5/private", "private-list": "/d/d-demo/private", "account": "/account",
	}
	for name, path := range pages {
		lookEverywhere(t, ctx, name, chromedp.Navigate(s.url+path))
	}
}

// TestWholeTournament takes a spreadsheet of entries to the final ranking as an organiser would:
// first link, tournament, division, import, draw, rounds by keyboard, signed ranking.
func TestWholeTournament(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	ctx := browser(t)
	data := t.TempDir()
	s := serve(t, bin, "--data", data)
	const rounds = 3
	do(t, ctx, "the first administrator", network.Enable(), language("en"), chromedp.Navigate(s.link),
		chromedp.SendKeys(`input[name=login]`, "boss"), chromedp.SendKeys(`input[name=name]`, "Boss"), chromedp.SendKeys(`input[name=password]`, "a long password"),
		chromedp.Click(`button.act`), chromedp.WaitVisible(`a[href="/new"]`))
	do(t, ctx, "a tournament", chromedp.Click(`a[href="/new"]`), chromedp.WaitVisible(`input[name=venue]`), chromedp.SendKeys(`input[name=name]`, "City Open"),
		chromedp.Click(`main button.act`), chromedp.WaitVisible(`#officials`))
	do(t, ctx, "the chief referee", chromedp.SendKeys(`input[name=login]`, "boss"), chromedp.SendKeys(`form[action$=officials] input[name=name]`, "Boss"),
		chromedp.SetValue(`form[action$=officials] select[name=role]`, "chiefReferee"), chromedp.Click(`form[action$=officials] button:not(.lnk)`), chromedp.WaitVisible(`.role`))
	do(t, ctx, "a division", chromedp.SendKeys(`form[action$=divisions] input[name=name]`, "A"), chromedp.SetValue(`input[name=rounds]`, fmt.Sprint(rounds)),
		chromedp.Click(`form[action$=divisions] button`), chromedp.WaitVisible(`.tabs`))
	list := filepath.Join(t.TempDir(), "entries.csv")
	if err := os.WriteFile(list, []byte(entryList(24)), 0o644); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, "the import", chromedp.Click(`a[href$=import]`), chromedp.WaitVisible(`input[type=file]`), chromedp.SetUploadFiles(`input[type=file]`, []string{list}),
		chromedp.Click(`main button.act`), chromedp.WaitVisible(`.sheet`))
	look(t, ctx, "preview", 1440)
	look(t, ctx, "preview", 390)
	do(t, ctx, "the commit", chromedp.EmulateViewport(1440, 900), chromedp.Click(`button[value=commit]`), chromedp.WaitVisible(`input[name=seed]`))
	do(t, ctx, "the draw", chromedp.SendKeys(`input[name=seed]`, "3 6 1"), chromedp.Click(`form[action$="/do/draw"] button`), chromedp.WaitNotPresent(`form[action$="/do/draw"] button.act`))
	for round := 1; round <= rounds; round++ {
		playRound(t, ctx, s, round)
	}
	var place, state string
	do(t, ctx, "the ranking", chromedp.Click(`.next .act`), chromedp.WaitVisible(`.rank`), chromedp.Click(`form[action$="/do/final"] button`), chromedp.WaitVisible(`.tagline .tag.ok`),
		chromedp.Text(`.rank tbody tr:nth-child(1) td`, &place), chromedp.Text(`.tagline`, &state))
	if place != "1" || !strings.Contains(state, "published") {
		t.Errorf("the final ranking begins with place %q, state %q", place, state)
	}
	look(t, ctx, "final", 1440)
}

// playRound pairs, publishes, starts, enters every table by two or three keys, and closes.
func playRound(t *testing.T, ctx context.Context, s *server, round int) {
	t.Helper()
	do(t, ctx, "to the round", chromedp.Evaluate(fmt.Sprintf(`location.href = location.pathname.replace(/^(\/d\/[^/]+).*/, "$1/round/%d")`, round), nil), chromedp.WaitVisible(`form[action$="/do/prepare"] button`))
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		do(t, ctx, action, chromedp.Click(`form[action$="/do/`+action+`"] button`), chromedp.WaitNotPresent(`form[action$="/do/`+action+`"]`))
	}
	do(t, ctx, "the desk", chromedp.WaitVisible(`table[data-phase=started]`))
	for table := 1; table <= 12; table++ {
		sign := []string{"+", "-", "*"}[(table+round)%3]
		last := table == 12
		wait := chromedp.WaitVisible(fmt.Sprintf(`tr[data-table="%d"][data-entered]`, table))
		if last {
			wait = chromedp.WaitVisible(`.next form[action$="/do/close"] button.act`)
		}
		do(t, ctx, fmt.Sprint("table ", table), chromedp.KeyEvent(fmt.Sprint(table)), chromedp.KeyEvent(sign), wait)
	}
	do(t, ctx, "close", chromedp.Click(`form[action$="/do/close"] button`), chromedp.WaitVisible(`.next a.act`))
	resp, err := http.Get(s.url + "/healthz")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("not healthy: %v", err)
	}
	resp.Body.Close()
}

// entryList is a generated list with the common head.
func entryList(n int) string {
	var b strings.Builder
	b.WriteString("\ufeff序号,姓名,性别,出生日期,单位,段位,等级分\r\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "%d,选手%c%c,%s,2000-01-%02d,示例单位%d,业%d段,%d\r\n", i, 'A'+rune(i%26), 'a'+rune(i/26), []string{"男", "女"}[i%2], i, i%5, 1+i%6, 2600-i*50)
	}
	return b.String()
}
