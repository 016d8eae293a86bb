package web_test

import (
	"html"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var repeated = regexp.MustCompile(`<code>(printf [^<]*)</code>`)

// TestRepeatCommand: the command shown to repeat a draw hashes the seed as it is, whatever stands in
// it, and carries nothing of it out.
func TestRepeatCommand(t *testing.T) {
	for _, seed := range []string{"3 6 1", "$(echo x)`echo y`\" ; echo z #", "it's '; echo z; '"} {
		h := newHall(t)
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draw", url.Values{"how": {"lot"}, "seed": {seed}}); w.Code != http.StatusSeeOther {
			t.Fatalf("draw: %d", w.Code)
		}
		page := h.ask("", "GET", "/p/t-1/d-1/draw", nil).Body.String()
		m := repeated.FindStringSubmatch(page)
		if m == nil {
			t.Fatal("no command")
		}
		command, _, _ := strings.Cut(html.UnescapeString(m[1]), " | ")
		out, err := exec.Command("sh", "-c", command).Output()
		if err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(string(out), "\n"); !strings.HasPrefix(first, seed+" ") || strings.Contains(string(out), "\n") {
			t.Errorf("%q: the command %s prints %q", seed, command, out)
		}
	}
}

// TestDrawTitle: the page's title names the draw and the division, each once.
func TestDrawTitle(t *testing.T) {
	h := newHall(t)
	if page := h.ask("", "GET", "/p/t-1/d-1/draw", nil).Body.String(); strings.Contains(page, "<title>A　A") {
		t.Error("the division stands twice in the title")
	}
}

// TestLongNotes: supplementary rules past the bound come back in their form, with all that was typed.
func TestLongNotes(t *testing.T) {
	h := newHall(t)
	notes := strings.Repeat("补", 20001)
	w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", url.Values{"edition": {"2002"}, "name": {"甲组"}, "notes": {notes}})
	if w.Code != http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), notes) || !strings.Contains(w.Body.String(), `value="甲组"`) {
		t.Errorf("%d, what was typed is gone", w.Code)
	}
}

// TestNotPublicByItself: the form of a new tournament leaves the public pages closed.
func TestNotPublicByItself(t *testing.T) {
	h := newHall(t)
	if page := h.ask("admin", "GET", "/new", nil).Body.String(); !strings.Contains(page, `name="public"`) || strings.Contains(page, `value="yes" checked`) {
		t.Error("the box is ticked before anybody chose")
	}
	w := h.ask("admin", "POST", "/new", url.Values{"name": {""}, "public": {"yes"}})
	if w.Code != 422 || !strings.Contains(w.Body.String(), `value="yes" checked`) {
		t.Errorf("%d, the choice is lost with an error", w.Code)
	}
}
