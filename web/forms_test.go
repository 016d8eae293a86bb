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

// TestSameNameByForm: somebody of the same name and unit, or birth date, is asked about once, as the
// import asks; confirmed he is taken. Another unit needs no question.
func TestSameNameByForm(t *testing.T) {
	h := newHall(t)
	entrants := func() int {
		return strings.Count(h.ask("organiser", "GET", "/d/d-1/export/entries.csv", nil).Body.String(), "戊")
	}
	add := func(pairs ...string) (int, string) {
		v := url.Values{"name": {"戊"}, "cmd": {"c-" + strings.Join(pairs, "")}}
		for i := 0; i+1 < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		w := h.ask("organiser", "POST", "/d/d-1/do/add", v)
		m := sureField.FindStringSubmatch(w.Body.String())
		if m == nil {
			return w.Code, ""
		}
		return w.Code, html.UnescapeString(m[1])
	}
	if code, _ := add("unit", "一小", "birth", "2012-03-05"); code != 303 {
		t.Fatalf("the first: %d", code)
	}
	code, sure := add("unit", "一小", "birth", "2012")
	if code != http.StatusConflict || sure == "" || entrants() != 1 {
		t.Fatalf("same unit: %d, asks %q", code, sure)
	}
	if code, _ := add("unit", "二小", "birth", "2012-3-5"); code != http.StatusConflict {
		t.Errorf("same birth date: %d", code)
	}
	if code, _ := add("unit", "一小", "birth", "2012", "sure", sure); code != 303 || entrants() != 2 {
		t.Errorf("confirmed: %d", code)
	}
	if code, _ := add("unit", "三小"); code != 303 || entrants() != 3 {
		t.Errorf("another unit: %d", code)
	}
}

// TestFormRefusesWhatTheImportDoes: formulas, characters that can't be seen, days that aren't there
// and rounds that won't be played are refused at their field, and nothing is kept.
func TestFormRefusesWhatTheImportDoes(t *testing.T) {
	h := newHall(t)
	for _, c := range []struct{ field, value string }{
		{"name", "=1+1"}, {"name", "a\u202eb"}, {"name", "a\u200bb"}, {"unit", "@sum(a1)"}, {"remark", "a\u2066b"}, {"birth", "2010/13/45"}, {"birth", "2999"}, {"birth", "x"}, {"from", "99"},
	} {
		v := url.Values{"name": {"戊"}, "unit": {"一小"}}
		v.Set(c.field, c.value)
		w := h.ask("organiser", "POST", "/d/d-1/do/add", v)
		if w.Code != 422 || c.field != "from" && !strings.Contains(w.Body.String(), `id="bad-`+c.field+`"`) {
			t.Errorf("%s %q: %d", c.field, c.value, w.Code)
		}
	}
	if w := h.ask("admin", "POST", "/t/t-1/info", url.Values{"name": {"a\u202eb"}}); w.Code != 422 {
		t.Errorf("a tournament's name: %d", w.Code)
	}
}

// TestBirthByForm: the full date goes to the private facts, the year to the entry; the year sent back
// by the form leaves the date.
func TestBirthByForm(t *testing.T) {
	h := newHall(t)
	add := url.Values{"name": {"戊"}, "unit": {"一小"}, "birth": {"2012年3月5日"}, "cmd": {"c-1"}}
	if w := h.ask("organiser", "POST", "/d/d-1/do/add", add); w.Code != 303 {
		t.Fatalf("add: %d", w.Code)
	}
	for _, c := range []struct{ birth, want string }{{"2012", "2012-03-05"}, {"2012-03-06", "2012-03-06"}} {
		if w := h.ask("organiser", "POST", "/d/d-1/do/change", url.Values{"id": {"5"}, "name": {"戊"}, "unit": {"一小"}, "from": {"1"}, "birth": {c.birth}}); w.Code != 303 {
			t.Fatalf("change: %d %s", w.Code, w.Body)
		}
		if page := h.ask("organiser", "GET", "/d/d-1/entry/5/private", nil).Body.String(); !strings.Contains(page, `value="`+c.want+`"`) {
			t.Errorf("after %s the date isn't %s", c.birth, c.want)
		}
		if page := h.ask("organiser", "GET", "/d/d-1/entry/5", nil).Body.String(); !strings.Contains(page, `name="birth" value="2012"`) {
			t.Error("the entry doesn't have the year")
		}
	}
}

// TestDivisionOnce: the form of a new division sent twice makes one, and two of a tournament don't
// bear one name.
func TestDivisionOnce(t *testing.T) {
	h := newHall(t)
	v := url.Values{"cmd": {"c-abcdefghijklmnop"}, "name": {"乙组"}, "method": {"swiss"}, "edition": {"2002"}, "rounds": {"5"}}
	first := h.ask("organiser", "POST", "/t/t-1/divisions", v)
	second := h.ask("organiser", "POST", "/t/t-1/divisions", v)
	if first.Code != 303 || second.Code != 303 || first.Header().Get("Location") != second.Header().Get("Location") {
		t.Errorf("sent twice: %d, %d", first.Code, second.Code)
	}
	v.Set("cmd", "c-bbcdefghijklmnop")
	if w := h.ask("organiser", "POST", "/t/t-1/divisions", v); w.Code != http.StatusConflict {
		t.Errorf("the same name: %d", w.Code)
	}
	if page := h.ask("organiser", "GET", "/t/t-1", nil).Body.String(); strings.Count(page, ">乙组</a>") != 1 {
		t.Errorf("%d divisions of the name", strings.Count(page, ">乙组</a>"))
	}
}
