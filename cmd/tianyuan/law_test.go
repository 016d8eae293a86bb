package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// law runs the command and returns what it printed.
func law(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Setenv("LC_ALL", "C")
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"law"}, args...), &o, &e)
	return code, o.String(), e.String()
}

// TestLawGolden: the whole law of each edition as scripts get it (art. 17 to 25 of both).
func TestLawGolden(t *testing.T) {
	for _, edition := range []string{"2002", "1988"} {
		code, out, errOut := law(t, "--edition", edition)
		if code != exitDone || errOut != "" {
			t.Fatalf("%s: exit %d, %s", edition, code, errOut)
		}
		var got bytes.Buffer
		if err := json.Indent(&got, []byte(out), "", " "); err != nil {
			t.Fatal(err)
		}
		file := "testdata/law-" + edition + ".json"
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s isn't what the command prints; look at it with -update", file)
		}
	}
}

// TestLawContract: the contract's example, by key and by ID, options before and after.
func TestLawContract(t *testing.T) {
	for _, args := range [][]string{{"suicide"}, {"D19"}, {"--edition", "2002", "D19"}, {"suicide", "--edition=2002", "--json"}} {
		code, out, _ := law(t, args...)
		var got map[string]any
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone {
			t.Fatalf("%v: exit %d, %v", args, code, err)
		}
		text, err := json.Marshal([]any{got["case"], got["id"], got["article"], got["by"], got["consequences"], got["warnings"], got["choices"], got["deadline"]})
		const want = `["suicide","D19","2002 art. 19","referee",["void","pass"],0,[],null]`
		if err != nil || string(text) != want {
			t.Errorf("%v: %s, %v; want %s", args, text, err, want)
		}
		if text, _ := got["text"].(string); !strings.Contains(text, "弃权一次") {
			t.Errorf("%v: the text is %q", args, text)
		}
	}
}

// TestLawLanguages: the text comes in the chosen language, the rest is the same.
func TestLawLanguages(t *testing.T) {
	var rest []string
	for lang, want := range map[string]string{"zh-Hans": "第二着无效", "zh-Hant": "第二著無效", "en": "second is void"} {
		_, out, _ := law(t, "doubleMove", "--lang", lang)
		var got map[string]any
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		if text, _ := got["text"].(string); !strings.Contains(text, want) {
			t.Errorf("%s: %s", lang, text)
		}
		delete(got, "text")
		delete(got, "title")
		data, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		rest = append(rest, string(data))
	}
	if len(slices.Compact(rest)) != 1 {
		t.Errorf("the languages differ in more than words: %v", rest)
	}
}

// TestLawSilent: an edition without a rule for the case says so and is no error.
func TestLawSilent(t *testing.T) {
	for _, args := range [][]string{{"sealedOccupied"}, {"smoking", "--edition", "1988"}} {
		code, out, _ := law(t, args...)
		var got provisionJSON
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone {
			t.Fatalf("%v: exit %d, %v", args, code, err)
		}
		if !got.Silent || got.Article != "" || len(got.Consequences) != 0 || len(got.See) == 0 || !strings.Contains(got.Text, "没有") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestLawExit: what isn't there is refused with 1 and said on stderr; wrong usage is 2.
func TestLawExit(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"nothing"}, exitRefused, "「nothing」"},
		{[]string{"D99"}, exitRefused, "「D99」"},
		{[]string{"--edition", "1999"}, exitUsage, "「1999」"},
		{[]string{"suicide", "doubleMove"}, exitUsage, "tianyuan law"},
		{[]string{"--what"}, exitUsage, "tianyuan law"},
	} {
		code, out, errOut := law(t, c.args...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d, %q, %q; want %d and %q on stderr", c.args, code, out, errOut, c.code, c.says)
		}
	}
	if code, out, _ := law(t, "--help"); code != exitDone || !strings.Contains(out, "--edition") {
		t.Errorf("--help: exit %d, %s", code, out)
	}
}
