package sgf_test

import (
	"bytes"
	"strings"
	"testing"

	"tianyuan/i18n"
	"tianyuan/record"
	"tianyuan/record/sgf"
)

// FuzzRead: nothing crashes or hangs; games are parts of the file in order, each finding lies
// in the file and can be said; every value's bytes are the file's; and a game written anew
// reads with the same texts.
func FuzzRead(f *testing.F) {
	for _, d := range diagnoses {
		if len(d.text) < 1000 {
			f.Add([]byte(d.text))
		}
	}
	for _, text := range []string{
		"(;CA[Shift_JIS]PB[\x83\\]C[\x95\\\x94\\\x8F\\];B[pd])", "(;CA[GB18030]C[\x93\\]\xC4\xE3];B[aa])", "(;CA[Big5]PW[\xB3\\\xA5\\\xBB\\])",
		"\xFF\xFE(\x00;\x00B\x00[\x00a\x00a\x00]\x00)\x00", "(;C[a\\\r\nb\n\rc\\\\])", "(;GM[1](;B[aa](;W[bb])(;W[]))(;B[tt]))",
	} {
		f.Add([]byte(text))
	}
	p := i18n.For(i18n.En)
	f.Fuzz(func(t *testing.T, data []byte) {
		games, outside, err := sgf.ReadAll(data, record.Options{})
		if (err == nil) != (len(games) > 0) {
			t.Fatalf("%d games with %v", len(games), err)
		}
		rest := data
		for _, g := range games {
			if g.Encoding().Wide() {
				continue
			}
			at := bytes.Index(rest, g.Original())
			if at < 0 {
				t.Fatalf("the game isn't a part of the file")
			}
			rest = rest[at+len(g.Original()):]
			whole(t, g)
			again(t, g)
			outside = append(append(outside, g.Diagnoses...), g.CheckBoard()...)
		}
		for _, d := range outside {
			if d.Offset < 0 || d.Offset > int64(len(data)) {
				t.Fatalf("%s at %d of %d", d.Code, d.Offset, len(data))
			}
			if text := p.T(d.Words()) + p.T(d.DoneWords()); strings.Contains(text, "⟦") {
				t.Fatal(text)
			}
		}
	})
}

// whole checks that values lie in the text one behind the other, and that all of the text that
// lies in brackets is in a value.
func whole(t *testing.T, g *record.Game) {
	text := g.Original()
	for n := range g.Nodes() {
		for p := range g.Properties(n) {
			for v := range p.Values() {
				at := bytes.Index(text, append([]byte("["), v.Raw()...))
				if at < 0 {
					t.Fatalf("%s: %q isn't behind the values before", p.ID, v.Raw())
				}
				text = text[at+1+len(v.Raw()):]
			}
		}
	}
}

// again writes the game anew and reads it.
func again(t *testing.T, g *record.Game) {
	var b bytes.Buffer
	if err := sgf.WriteNormal(&b, g); err != nil {
		t.Fatal(err)
	}
	games, _, err := sgf.ReadAll(b.Bytes(), record.Options{})
	if err != nil || len(games) != 1 {
		t.Fatalf("%q: %d games, %v", b.String(), len(games), err)
	}
	if got, want := picture(games[0]), picture(g); got != want {
		t.Fatalf("%q is written as %q\n got %s\nwant %s", g.Original(), b.String(), got, want)
	}
}
