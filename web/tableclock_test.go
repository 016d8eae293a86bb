package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestClockWorker: the service worker of the clocks lies below /k/, so it can't reach another page; it
// is asked for anew each time, and names files that a device may keep for ever. Its build is that of
// the page, and of the answer to a code that is void, by which the device knows the server's word.
func TestClockWorker(t *testing.T) {
	h := newHall(t)
	h.start(t)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	w := get("/k/worker.js")
	first, _, _ := strings.Cut(w.Body.String(), ";\n")
	var about struct {
		Build string
		Files []string
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(first, "self.tianyuan=")), &about); err != nil {
		t.Fatalf("%v: %s", err, first)
	}
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Service-Worker-Allowed") != "" {
		t.Errorf("the worker: %d, %v", w.Code, w.Header())
	}
	path := h.clock(t, "1", 1)
	page := get(path)
	for _, file := range about.Files {
		if got := get(file); got.Code != http.StatusOK || !strings.Contains(got.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %v", file, got.Code, got.Header())
		}
	}
	for _, name := range []string{"tianyuan.css", "tableclock.css", "tableclock.js"} {
		if !strings.Contains(page.Body.String(), `"/static/`+name+"?") || !strings.Contains(strings.Join(about.Files, " "), "/static/"+name+"?") {
			t.Errorf("%s isn't of the page or isn't kept", name)
		}
	}
	for what, got := range map[string]string{"page": page.Header().Get("Tianyuan-Build"), "void code": get(path + "x").Header().Get("Tianyuan-Build")} {
		if got != about.Build || got == "" {
			t.Errorf("the build of the %s is %q, of the worker %q", what, got, about.Build)
		}
	}
	if !strings.Contains(page.Body.String(), `data-build="`+about.Build+`"`) || get(path+"x").Code != http.StatusNotFound {
		t.Error("the page doesn't know its build, or a void code opens it")
	}
}
