package proptext_test

import (
	"fmt"
	"strings"
	"testing"

	"tianyuan/record/internal/proptext"
)

// values lists the properties of a node's text with their values, and where the node ends.
func values(s *proptext.Scanner) string {
	var out []string
	for i := 0; ; {
		p, end, ok := s.Next(i)
		if !ok {
			return fmt.Sprint(strings.Join(out, " "), " ", end)
		}
		word := s.Name(p)
		for at := p.Values; at >= 0; at = s.Behind(i) {
			var stop int
			stop, i = s.Value(at+1, proptext.Defs[p.Def].Kind)
			word += "[" + string(s.Src[at+1:stop]) + "]"
		}
		out = append(out, word)
	}
}

// TestScanner: where properties and values begin and end (FF4, and the old identifiers).
func TestScanner(t *testing.T) {
	for text, want := range map[string]string{
		"B[dd];W[pp]":            "B[dd] 5",
		"AB[aa] [bb]\n[cc](;":    "AB[aa][bb][cc] 16",
		"GaMe[1]SiZe[19])":       "GM[1] SZ[19] 15",
		`C[a\]b\\]N[c]`:          `C[a\]b\\] N[c] 13`,
		"C[see [1] there]W[aa]":  "C[see [1] there] W[aa] 21",
		"C[ok](;B[aa])":          "C[ok] 5",
		"C[he said [x] (so)] ;B": "C[he said [x] (so)] 20",
		"C[a]]":                  "C[a]] 5",
		"B[dd;W[pp]":             "B[dd] 4",
		"B[dd W[pp]":             "B[dd] W[pp] 10",
		"black[aa]B[bb]":         "B[bb] 14",
		"xx B [cc]":              "B[cc] 9",
		"C[cut":                  "C[cut] 5",
		"C[a]-b":                 "C[a] 6",
		"KK[a]K1[b]MULTIGOGM[1]": "KK[a] K1[b] MULTIGOGM[1] 22",
		"":                       " 0",
	} {
		s := &proptext.Scanner{Src: []byte(text), Plain: len(text)}
		if got := values(s); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestIndex: each property is found by its identifier; the table has no two of a name.
func TestIndex(t *testing.T) {
	for i, d := range proptext.Defs {
		if i > 0 && proptext.Index(d.ID) != i {
			t.Errorf("%s is at %d, found at %d", d.ID, i, proptext.Index(d.ID))
		}
		if i > 0 && d.FF == 0 {
			t.Errorf("%s is in no file format", d.ID)
		}
	}
	for _, id := range []string{"", "X", "ABC", "a", "K1"} {
		if proptext.Index(id) != 0 {
			t.Errorf("%q is known", id)
		}
	}
}
