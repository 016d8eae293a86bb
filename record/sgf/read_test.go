package sgf_test

import (
	"strings"
	"testing"

	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

func one(t *testing.T, text string) *record.Game {
	t.Helper()
	games, _, err := sgf.ReadAll([]byte(text), record.Options{})
	if err != nil || len(games) != 1 {
		t.Fatalf("%q: %d games, %v", text, len(games), err)
	}
	return games[0]
}

// moves writes the main line: "+B aa bb" for a set-up, "B dd" for a move, "W -" for a pass.
func moves(g *record.Game) string {
	var out []string
	for s := range g.MainLine() {
		if s.Setup != nil {
			for _, part := range []struct {
				name   string
				points []weiqi.Point
			}{{"+B", s.Setup.Black}, {"+W", s.Setup.White}, {"+E", s.Setup.Empty}} {
				for _, p := range part.points {
					part.name += " " + p.SGF()
				}
				if len(part.points) > 0 {
					out = append(out, part.name)
				}
			}
			if s.Setup.ToPlay != rules.NoSide {
				out = append(out, "to play "+s.Setup.ToPlay.String())
			}
			continue
		}
		at := s.At.SGF()
		if s.At == weiqi.Pass {
			at = "-"
		}
		out = append(out, s.Colour.String()+" "+at)
	}
	return strings.Join(out, ", ")
}

// TestMainLine: FF4's moves, passes and set-up in their order, and what older formats write.
func TestMainLine(t *testing.T) {
	for text, want := range map[string]string{
		"(;FF[4]GM[1]SZ[19];B[pd];W[dp];B[])":             "B pd, W dp, B -",
		"(;GM[1]SZ[19];B[tt];W[ss])":                      "B -, W ss",
		"(;FF[4]SZ[25];B[tt];W[])":                        "B tt, W -",
		"(;SZ[52];B[ZZ];W[aA])":                           "B ZZ, W aA",
		"(;SZ[19:13];B[sm];W[an])":                        "B sm, W an",
		"(;SZ[9]AB[aa:bb][cc]AW[ii]PL[W];W[dd])":          "+B aa ba ab bb cc, +W ii, to play W, W dd",
		"(;GaMe[1]SiZe[19];Black[pd];White[dp])":          "B pd, W dp",
		"(;SZ[19](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))": "B aa, W bb, B cc",
		"(;SZ[19];B[aa]W[bb];W[cc]AB[dd])":                "B aa, W bb, +B dd, W cc",
		"(;SZ[19];B[aa];W[aa])":                           "B aa, W aa",
		"(;SZ[9];B[zz];W[a];B[aa])":                       "B zz, B aa",
		"(;SZ[19]AB[sa:qc])":                              "+B qa ra sa qb rb sb qc rc sc",
		"(;SZ[19];B[d d];W[\\dp])":                        "B dd, W dp",
		"(;SZ[19];B[dd;W[pp];B[cc] W[qq])":                "B dd, W pp, B cc, W qq",
	} {
		if got := moves(one(t, text)); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
