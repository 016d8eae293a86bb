package clock_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
)

// head writes the head of a script: "2002 same reserved base=6m reserved=5 period=60s".
func head(line string) string {
	words := strings.Fields(line)
	return fmt.Sprintf(`"format": "tianyuan.clock/1", "edition": "%s", "venue": "%s", "system": {"kind": "%s"%s}`, words[0], words[1], words[2], pairs(words[3:]))
}

// event writes an event: "1m5s press B", "0s late W by=20m", "1h correct B=30m W=33m elapsed=1h".
func event(line string) string {
	words := strings.Fields(line)
	side := ""
	if len(words) > 2 && !strings.Contains(words[2], "=") {
		side = fmt.Sprintf(`, "side": "%s"`, words[2])
		words = append(words[:2], words[3:]...)
	}
	return fmt.Sprintf(`{"at": "%s", "do": "%s"%s%s}`, words[0], words[1], side, pairs(words[2:]))
}

func pairs(words []string) string {
	var b strings.Builder
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "reserved", "periods", "moves", "movesLeft", "carry":
			fmt.Fprintf(&b, `, "%s": %s`, key, value)
		default:
			fmt.Fprintf(&b, `, "%s": "%s"`, key, value)
		}
	}
	return b.String()
}

// script reads a script written in short; events are parted by semicolons.
func script(t testing.TB, top, events string) *clock.Script {
	t.Helper()
	var list []string
	for line := range strings.SplitSeq(events, ";") {
		if strings.TrimSpace(line) != "" {
			list = append(list, event(line))
		}
	}
	text := "{" + head(top) + `, "events": [` + strings.Join(list, ",\n") + "]}"
	s, err := clock.ParseScript([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// result is a report as the contract writes it.
type result struct {
	Timeline []struct{ At, Side, Cue string }
	Answers  []json.RawMessage
	Refused  []struct {
		Index int
		Code  string
	}
	State map[string]json.RawMessage
	Flag  *string
}

func play(t testing.TB, top, events string) result {
	t.Helper()
	data, err := json.Marshal(script(t, top, events).Run())
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// said writes a timeline as "1m10s B reading; 1m40s B 30".
func (r result) said() string {
	var all []string
	for _, c := range r.Timeline {
		all = append(all, c.At+" "+c.Side+" "+c.Cue)
	}
	return strings.Join(all, "; ")
}

func (r result) refused() string {
	var all []string
	for _, f := range r.Refused {
		all = append(all, fmt.Sprint(f.Index, " ", f.Code))
	}
	return strings.Join(all, "; ")
}

func (r result) flag() string {
	if r.Flag == nil {
		return ""
	}
	return *r.Flag
}

// from writes what is said in a move: from(B, 2m, "30@30 left:4@60") is "2m30s B 30; 3m0s B left:4".
func from(side string, start time.Duration, cues string) string {
	var all []string
	for word := range strings.FieldsSeq(cues) {
		cue, second, _ := strings.Cut(word, "@")
		at, err := time.ParseDuration(second + "s")
		if err != nil {
			panic(err)
		}
		all = append(all, (start+at).String()+" "+side+" "+cue)
	}
	return strings.Join(all, "; ")
}

func join(parts ...string) string { return strings.Join(parts, "; ") }

// The calls of a minute that isn't the last, without its end, and of a last one without its tenth.
const (
	minute  = "30@30 40@40 50@50 55@55 58@58 "
	lastTo9 = "30@30 40@40 50@50 count:1@51 count:2@52 count:3@53 count:4@54 count:5@55 count:6@56 count:7@57 count:8@58 count:9@59 "
	last    = lastTo9 + "count:10@60 "
)

// play cases: what a script gives.
type playCase struct {
	name, head, events string
	said               string // "*": not looked at
	b, w               string // the state; "": not looked at
	flag, refused      string
}

func check(t *testing.T, cases []playCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := play(t, c.head, c.events)
			if got := r.said(); c.said != "*" && got != c.said {
				t.Errorf("said\n %s\nwant\n %s", strings.ReplaceAll(got, "; ", "\n "), strings.ReplaceAll(c.said, "; ", "\n "))
			}
			if got := string(r.State["B"]); c.b != "" && got != c.b {
				t.Errorf("Black has %s, want %s", got, c.b)
			}
			if got := string(r.State["W"]); c.w != "" && got != c.w {
				t.Errorf("White has %s, want %s", got, c.w)
			}
			if r.flag() != c.flag {
				t.Errorf("flag %q, want %q", r.flag(), c.flag)
			}
			if got := r.refused(); got != c.refused {
				t.Errorf("refused %q, want %q", got, c.refused)
			}
		})
	}
}
