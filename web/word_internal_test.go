package web

import (
	"encoding/json"
	"testing"

	"tianyuan/journal"
	"tianyuan/live"
)

// TestConsoleWord: a console's line names the games whose own record or device changed, and names none
// when the round itself did or a game began, for then rows may come and go; nothing is said twice.
func TestConsoleWord(t *testing.T) {
	press := func(id string) live.News {
		return live.News{Stream: id, Events: []journal.Event{{Stream: id, Seq: 7, Type: "clock.pressed"}}}
	}
	for _, c := range []struct {
		name string
		news []live.News
		want string
	}{
		{"nothing", nil, ""},
		{"two games", []live.News{press("g-d-1-1-3.4"), press("g-d-1-1-1.2"), press("g-d-1-1-3.4")}, `{"t":"new","games":["g-d-1-1-1.2","g-d-1-1-3.4"]}`},
		{"a device", []live.News{{Stream: "g-d-1-1-1.2", Contact: true}}, `{"t":"new","games":["g-d-1-1-1.2"]}`},
		{"the division", []live.News{press("g-d-1-1-1.2"), {Stream: "d-1", Events: []journal.Event{{Seq: 9}}}}, `{"t":"new","games":null}`},
		{"a game begins", []live.News{{Stream: "g-d-1-1-1.2", Events: []journal.Event{{Seq: 1}}}}, `{"t":"new","games":null}`},
	} {
		noted := &changes{games: map[string]bool{}}
		if c.news != nil {
			noted.note(c.news)
		}
		got := ""
		if w, some := noted.take(); some {
			text, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			got = string(text)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if _, some := noted.take(); some {
			t.Errorf("%s is said twice", c.name)
		}
	}
}
