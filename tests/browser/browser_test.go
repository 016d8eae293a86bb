package browser_test

import (
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tianyuan/tests/browser"
)

const sound = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Round 1</title>
<body><main><h1>Round 1</h1><p id="asked">%s</p><p id="script">no script</p><p id="media">media</p>
<form method="post" enctype="multipart/form-data"><label>Name <input name="name"></label>
<label>List <input type="file" name="list"></label><button>Send</button></form><div style="height: 3000px"></div></main>
<script>
document.querySelector("#script").textContent = isSecureContext ? "secure" : "not secure";
document.querySelector("#media").textContent = navigator.language + ["(prefers-color-scheme: dark)", "(pointer: coarse)"].map(q => " " + matchMedia(q).matches).join("");
setTimeout(() => document.querySelector("h1").textContent = "Round 2", 200);
document.addEventListener("keydown", e => { if (e.target === document.body) document.querySelector("#script").textContent += " " + e.key; });
</script>`

const faulty = `<!doctype html><html><meta name="viewport" content="width=device-width"><body><div style="width: 3000px">wide</div><button aria-label="⟦ui.send⟧"></button>`

// hall serves a sound page, a faulty one, and what a form sent.
func hall(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		// Pages of the program forbid eval; the steps have to work there.
		w.Header().Set("Content-Security-Policy", "script-src 'unsafe-inline'")
		fmt.Fprintf(w, sound, r.Header.Get("Accept-Language"))
	})
	mux.HandleFunc("POST /{$}", func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("list")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		list, err := io.ReadAll(file)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes"})
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Sent</title><main><h1>%s sent %s</h1></main>`, r.FormValue("name"), list)
	})
	mux.HandleFunc("GET /faulty", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, faulty)
	})
	mux.HandleFunc("GET /cookies", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%d cookies", len(r.Cookies()))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// TestSoundPage: a page without fault passes every look, for everybody's eyes.
func TestSoundPage(t *testing.T) {
	b, server := browser.New(t), hall(t)
	shots := t.TempDir()
	t.Setenv("TIANYUAN_SHOTS", shots)
	for name, c := range map[string]struct {
		options        browser.Options
		asked          string
		script, media  string
		width, atLeast int
	}{
		"desk":     {browser.Options{}, "zh-CN", "secure", "zh-CN false false", 1440, 3000},
		"phone":    {browser.Options{Width: 390, Height: 844, Lang: "zh-TW", Dark: true, Touch: true}, "zh-TW", "secure", "zh-TW true true", 390, 3000},
		"noscript": {browser.Options{Width: 1024, Height: 768, Lang: "en", NoScript: true}, "en", "no script", "media", 1024, 3000},
	} {
		p := b.Page(t, c.options)
		p.Goto(server.URL)
		p.WaitText("p", c.asked)
		for css, want := range map[string]string{"#script": c.script, "#media": c.media} {
			if got := p.Text(css); got != want {
				t.Errorf("%s: %s shows %q, want %q", name, css, got, want)
			}
		}
		p.Axe()
		p.NoOverflow()
		p.NoRawKeys()
		p.Shot(name)
		checkShot(t, filepath.Join(shots, name+".png"), c.width, c.atLeast)
	}
}

func checkShot(t *testing.T, path string, width, atLeast int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	size, err := png.DecodeConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if size.Width != width || size.Height < atLeast {
		t.Errorf("%s is %d × %d, want %d × at least %d", path, size.Width, size.Height, width, atLeast)
	}
}

// TestHallName: a plain-http name that isn't localhost leads to loopback and is no secure context.
func TestHallName(t *testing.T) {
	b, server := browser.New(t), hall(t)
	p := b.Page(t, browser.Options{})
	p.Goto(strings.Replace(server.URL, "127.0.0.1", browser.Host, 1))
	if got := p.Text("#script"); got != "not secure" {
		t.Errorf("the page at %s says %q", browser.Host, got)
	}
}

// TestSteps: a person waits, types, presses keys, chooses a file, sends; a second tab knows
// nothing of it.
func TestSteps(t *testing.T) {
	b, server := browser.New(t), hall(t)
	list := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(list, []byte("33 rows"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := b.Page(t, browser.Options{Lang: "en"})
	p.Goto(server.URL)
	p.WaitText("h1", "Round 2")
	p.Keys("12+")
	p.WaitText("#script", "1 2 +")
	p.Type("input[name=name]", "选手甲")
	p.Upload("input[type=file]", list)
	p.Click("button")
	p.WaitText("h1", "选手甲 sent 33 rows")
	p.Goto(server.URL + "/cookies")
	p.WaitText("body", "1 cookies")
	other := b.Page(t, browser.Options{})
	other.Goto(server.URL + "/cookies")
	other.WaitText("body", "0 cookies")
}

// TestFaultyPage: every look finds its fault, on a desk and on a phone.
func TestFaultyPage(t *testing.T) {
	b, server := browser.New(t), hall(t)
	for _, touch := range []bool{false, true} {
		r := &recorder{TB: t}
		p := b.Page(r, browser.Options{Width: 390, Height: 844, Touch: touch})
		p.Goto(server.URL + "/faulty")
		for _, c := range []struct {
			look func()
			want []string
		}{
			{p.Axe, []string{"document-title", "html-has-lang"}},
			{p.NoOverflow, []string{"px in 390"}},
			{p.NoRawKeys, []string{"⟦ui.send⟧"}},
		} {
			r.failures = nil
			c.look()
			for _, want := range c.want {
				if !strings.Contains(strings.Join(r.failures, "\n"), want) {
					t.Errorf("touch %v: %q is not among the findings %q", touch, want, r.failures)
				}
			}
		}
	}
}

// TestStuckStep: a step that can't be done ends the test and says which and where.
func TestStuckStep(t *testing.T) {
	b := browser.New(t)
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	r := &recorder{TB: t}
	p := b.Page(r, browser.Options{})
	done := make(chan bool)
	go func() {
		defer close(done)
		p.Goto(server.URL)
	}()
	<-done
	if len(r.failures) != 1 || !strings.Contains(r.failures[0], "open "+server.URL) || !strings.Contains(r.failures[0], "ERR_CONNECTION_REFUSED") {
		t.Errorf("a server that is away gave %q", r.failures)
	}
}

// recorder takes failures down instead of failing; the log shows them should the test fail later.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.TB.Logf(format, args...)
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}
