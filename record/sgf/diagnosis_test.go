package sgf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tianyuan/i18n"
	"tianyuan/record"
	"tianyuan/record/sgf"
)

func diagnose(t *testing.T, text string) []record.Diagnosis {
	t.Helper()
	games, outside, err := sgf.ReadAll([]byte(text), record.Options{})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var all []record.Diagnosis
	for _, g := range games {
		all = append(append(all, g.Diagnoses...), g.CheckBoard()...)
	}
	return append(all, outside...)
}

// diagnoses has for each code texts that give it, with the place.
var diagnoses = []struct {
	code record.Code
	at   int64
	text string
}{
	{record.EncodingClaim, 5, "(;CA[Big5]C[黑棋好点])"},
	{record.EncodingUnknown, 5, "(;CA[xyz-123]GN[a])"},
	{record.EncodingUnknown, 5, "(;CA[xyz-123]C[黑])"},
	{record.EncodingDamaged, 4, "(;C[\uFFFD])"},
	{record.EncodingBytes, 10, "(;C[黑棋\xE9黑棋胜白棋好点的])"},
	{record.TextOutside, 0, "Subject: a game\n\n(;B[aa])"},
	{record.TextOutside, 9, "(;B[aa])\n-- \nbye"},
	{record.MovesOutside, 0, "bla[aa] (;GM[1];B[cc])"},
	{record.EndTooEarly, 7, "(;B[aa]);W[bb])"},
	{record.ParenMissing, 19, "(;;B[cc](;W[kk];C[]"},
	{record.GameInside, 8, "(;;B[aa](;GM[1]FF[4];B[bb])"},
	{record.CutInValue, 9, "(;;C[text"},
	{record.DoubleParen, 9, "(;;B[cc]((;W[dd]))(;W[ee]))"},
	{record.EmptyVariation, 9, "(;;B[cc]())"},
	{record.SemicolonMissing, 1, "(GM[1]FF[3])"},
	{record.SemicolonMissing, 9, "(;;B[cc](C[var]))"},
	{record.ParenAssumed, 14, "(;FF[4](;C[1]);C[2]))"},
	{record.Junk, 15, "(;;B[cc];W[kk] ],;B[dd])"},
	{record.Nul, 2, "(;\x00B[aa])"},
	{record.Nul, 5, "(;C[a\x00b])"},
	{record.LowerCase, 8, "(;FF[4];Black[cc])"},
	{record.LongIdentifier, 2, "(;MULTIGOGM[1])"},
	{record.HugeIdentifier, 2, "(;" + strings.Repeat("AB", 60) + "[x])"},
	{record.NoIdentifier, 2, "(;[ab][ac])"},
	{record.NoIdentifier, 2, "(;black[ab])"},
	{record.NoValues, 8, "(;;B[cc]PL;W[aa])"},
	{record.NoValues, 9, "(;;B[aa] B  L[321.0])"},
	{record.UnknownProperty, 2, "(;KK[txt])"},
	{record.OtherFormat, 7, "(;FF[4]L[aa])"},
	{record.OtherFormat, 7, "(;FF[3]SQ[aa])"},
	{record.NewerFeature, 11, "(;FF[3];AB[aa:ee])"},
	{record.NewerFeature, 10, "(;FF[2]SZ[13:9])"},
	{record.NewerFeature, 18, "(;FF[2]VW[aa][cc][dd])"},
	{record.ManyValues, 8, "(;;B[cc][dd])"},
	{record.ManyValues, 6, "(;C[a][b])"},
	{record.ValueBad, 5, "(;;B[111])"},
	{record.ValueBad, 5, "(;PL[x])"},
	{record.ValueBad, 5, "(;AB[aa:c])"},
	{record.ValueBad, 5, "(;LB[a:x])"},
	{record.ValueBad, 11, "(;;B[cc]BL[soon])"},
	{record.ValueLoose, 5, "(;;B[a a])"},
	{record.ValueLoose, 5, "(;DM[1  kk])"},
	{record.ValueLoose, 11, "(;;B[cc]BL[30.])"},
	{record.ValueLoose, 5, "(;LB[a a: text])"},
	{record.ValueLoose, 5, "(;AW[sa:qc])"},
	{record.ValueLoose, 5, "(;FF[four])"},
	{record.ValueLoose, 5, "(;PL[white])"},
	{record.ValueLoose, 11, "(;;B[aa]KO[xxxx])"},
	{record.ValueEmpty, 5, "(;PL[])"},
	{record.ValueEmpty, 5, "(;AB[])"},
	{record.ValueEmpty, 4, "(;C[])"},
	{record.NotComposed, 5, "(;LB[aa])"},
	{record.NotComposed, 5, "(;FG[text])"},
	{record.MoveUnclosed, 7, "(;;B[dd;W[pp])"},
	{record.LooseBracket, 10, "(;C[see [1] for more];B[aa])"},
	{record.Twice, 10, "(;LB[aa:1]LB[bb:2])"},
	{record.Twice, 8, "(;;B[aa]B[bb])"},
	{record.PointTwice, 9, "(;AB[aa][aa])"},
	{record.PointTwice, 11, "(;AB[aa]AW[aa])"},
	{record.PointTwice, 11, "(;MA[kk]TR[kk])"},
	{record.PointTwice, 12, "(;AB[aa:cc][bb])"},
	{record.PointOff, 10, "(;SZ[9];B[zz])"},
	{record.PointOff, 10, "(;SZ[9]TB[aa:ss])"},
	{record.PointOff, 10, "(;SZ[9]AR[aa:zz])"},
	{record.PassOld, 10, "(;FF[3];B[])"},
	{record.PassOld, 10, "(;GM[1];B[])"},
	{record.RootMisplaced, 8, "(;;B[aa]GM[1])"},
	{record.InfoMisplaced, 11, "(;GN[test];HA[4])"},
	{record.InfoMisplaced, 14, "(;;PB[a];B[cc]PW[b])"},
	{record.InfoMisplaced, 25, "(;(;PB[a];B[cc](;W[dd])(;PW[b])))"},
	{record.EmptyNode, 8, "(;GM[1];;B[aa])"},
	{record.EmptyNode, 15, "(;GM[1];B[aa](; )(;W[bb]))"},
	{record.EmptyNodes, 16387, "(;" + strings.Repeat(";", 30000) + ")"},
	{record.MoveInRoot, 2, "(;GM[1]B[dd])"},
	{record.SetupAndMove, 3, "(;;B[cc]AW[dd])"},
	{record.SetupAndMove, 3, "(;;B[cc]PL[B])"},
	{record.TwoMoves, 3, "(;;B[cc]W[dd])"},
	{record.Contradiction, 2, "(;GB[2]GW[1])"},
	{record.Contradiction, 3, "(;;B[aa]DO[]IT[])"},
	{record.AnnotationPair, 3, "(;;B[cc]TE[1]BM[1])"},
	{record.AnnotationNoMove, 2, "(;TE[2])"},
	{record.ViewValues, 6, "(;VW[][aa])"},
	{record.SizeSquare, 5, "(;SZ[19:19])"},
	{record.SizeBig, 5, "(;SZ[1000])"},
	{record.SizeBig, 5, "(;SZ[10:53])"},
	{record.SizeBad, 5, "(;SZ[-12])"},
	{record.SizeBad, 5, "(;SZ[big])"},
	{record.NotGo, 2, "(;GM[12];B[anything])"},
	{record.FormatUnknown, 2, "(;FF[5])"},
	{record.FormatsMixed, 10, "(;GN[1])  (;FF[3]GN[2])"},
	{record.GamesMixed, 8, "(;GM[1])(;GM[2])"},
	{record.OldKomi, 5, "(;KI[11])"},
	{record.KomiRead, 5, "(;KM[375])"},
	{record.KomiUnclear, 5, "(;KM[some])"},
	{record.KomiUnclear, 14, "(;AP[foxwq]KM[0])"},
	{record.HandicapStones, 21, "(;GM[1]AB[aa][bb] HA[3];W[cc])"},
	{record.HandicapStones, 2, "(;GM[1]AB[dd][pp];W[dp])"},
	{record.HandicapStones, 2, "(;GM[1]HA[0]AB[dd][pp])"},
	{record.MoveOccupied, 16, "(;GM[1];B[aa];W[aa])"},
	{record.MoveOccupied, 23, "(;GM[1]AB[aa:cc];C[x]W[bb])"},
	{record.MoveOccupied, 17, "(;SZ[52];B[ZZ];B[ZZ])"},
	{record.SameColour, 22, "(;GM[1];B[dd];W[cc];W[dd])"},
	{record.SameColour, 22, "(;GM[1];B[dd];W[cc];W[])"},
	{record.SetupNoEffect, 17, "(;GM[1];B[cc];AB[cc])"},
	{record.SetupNoEffect, 10, "(;GM[1]AE[cc];B[cc])"},
	{record.SetupNoEffect, 21, "(;GM[1];AB[aa:bb];AB[bb:cc]AE[aa:ss])"},
	{record.SetupInGame, 14, "(;GM[1];W[cc];AB[aa]AE[cc])"},
	{record.VariationLevel, 23, "(;GM[1];W[aa](;B[bb])(;AE[aa];W[ba]))"},
	{record.VariationNoMove, 23, "(;GM[1];W[aa](;B[bb])(;C[so];B[cc]))"},
	{record.BoardUnchecked, 2, "(;SZ[52]AB" + strings.Repeat("[aa:ZZ]", 8000) + ")"},
	{record.ResultRead, 5, "(;RE[黑胜1又3/4子])"},
	{record.ResultUnclear, 5, "(;RE[john wins])"},
	{record.DateRead, 5, "(;DT[2006-9-5])"},
	{record.DateUnclear, 5, "(;DT[a sunny afternoon])"},
	{record.TimeUnclear, 5, "(;TM[9 hours])"},
	{record.More, 128, "(;" + strings.Repeat("KK[1]", 25) + ")"},
}

// TestDiagnoses: each code is given at its place by a small example, and said in words.
func TestDiagnoses(t *testing.T) {
	seen := map[record.Code]bool{}
	for _, c := range diagnoses {
		found := diagnose(t, c.text)
		at := slices.IndexFunc(found, func(d record.Diagnosis) bool { return d.Code == c.code })
		if at < 0 {
			t.Errorf("%.80q gives %v, not %s", c.text, found, c.code)
			continue
		}
		seen[c.code] = true
		if d := found[at]; d.Offset != c.at {
			t.Errorf("%.80q: %s at %d, want %d", c.text, c.code, d.Offset, c.at)
		}
		sayAll(t, found)
	}
	inOtherTests := []record.Code{record.EncodingGuessed, record.EncodingDoubt, record.EncodingMixed, record.EscapedByte}
	for _, code := range record.Codes() {
		if !seen[code] && !slices.Contains(inOtherTests, code) {
			t.Errorf("no example of %s", code)
		}
	}
}

// sayAll says findings in all languages: no key is missing, no argument stays open.
func sayAll(t *testing.T, found []record.Diagnosis) {
	t.Helper()
	for _, lang := range i18n.Langs {
		p := i18n.For(lang)
		for _, d := range found {
			text := p.T(d.Words()) + " " + doneWords(p, d)
			if strings.ContainsAny(text, "⟦{") {
				t.Errorf("%s: %s is said as %q", lang, d.Code, text)
			}
		}
	}
}

func doneWords(p *i18n.Printer, d record.Diagnosis) string {
	return p.T(d.DoneWords())
}

// TestClean: files as they should be give no finding.
func TestClean(t *testing.T) {
	for _, text := range []string{
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]AP[a:1]PB[柯一]PW[b]KM[7.5]HA[0]RE[B+R]DT[2026-11-30]TM[3600]\n;B[pd];W[dp]C[好点\\]]\n(;B[dd]TE[1])(;B[dc]N[a]))",
		"(;FF[4]GM[1]SZ[19]HA[2]AB[dp][pd];W[dd];B[])",
		"(;FF[4]GM[1]SZ[19:13]AB[aa:cc]DD[]VW[];B[sm]LB[aa:A][bb:\\]]AR[aa:bb]LN[cc:dd]FG[257:x]PM[1])",
		"(;FF[3]GM[1]SZ[19];B[pd];W[tt])",
		"(;GM[1]SZ[52];B[ZZ];W[tt])",
		"(;FF[4]GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))",
		"(;FF[4]TB[]TW[aa])",
		"(;FF[1]GM[1]VW[]L[aa][bb]M[cc];B[aa]BS[1])",
		"(;FF[4]GM[1]HA[2];AB[dp][pd];W[dd];B[aa](;W[bb](;B[cc])(;B[ee]))(;W[cc];B[bb]))",
		"(;FF[4]GM[1];B[aa];B[bb];B[cc];W[dd];PL[W];W[ee])",
		"(;FF[4]GM[1];B[ba];W[aa];B[ab];W[cc];B[dd];W[aa];B[ee])",
		"(;FF[4]GM[1];W[bb](;PB[a])(;PB[b](;B[cc])(;B[dd])))",
		"(;FF[4]GM[1];W[bb](;B[cc])(;AW[dd];B[ee])(;AB[bb]AW[ff]))",
		"(;FF[4]GM[1]AB[aa][bb];B[cc])",
		"(;FF[4]GM[1]AB[aa]AW[bb];W[cc])",
	} {
		if found := diagnose(t, text); len(found) > 0 {
			t.Errorf("%q gives %v", text, found)
		}
	}
}

// TestRefused: what holds no game is refused with its reason.
func TestRefused(t *testing.T) {
	for text, key := range map[string]string{
		"": "fault.record.empty", "  \n\x00 ": "fault.record.empty", "()": "fault.record.noGame", "a letter (with brackets) [x]": "fault.record.noGame",
		"(;-)": "fault.record.noGame", "\xEF\xBB\xBF": "fault.record.empty", "\xFF\xFE": "fault.record.empty", "\x89PNG\r\n": "fault.record.noGame",
	} {
		games, _, err := sgf.ReadAll([]byte(text), record.Options{})
		if len(games) > 0 || err == nil || !strings.HasPrefix(err.Error(), key) {
			t.Errorf("%q: %d games, %v; want %s", text, len(games), err, key)
		}
		for _, lang := range i18n.Langs {
			if said := i18n.For(lang).Fault(err); strings.ContainsAny(said, "⟦{") {
				t.Errorf("%s is said as %q", key, said)
			}
		}
	}
}

// TestRepairs: what is repaired leaves the moves that a person would read.
func TestRepairs(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[1];B[pd](;W[dp];B[qq](;W[dd]":              "B pd, W dp, B qq, W dd",
		"(GM[1]SZ[19];B[pd];W[dp])":                      "B pd, W dp",
		";GM[1];B[pd];W[dp]":                             "B pd, W dp",
		"(;GM[1];B[pd]()(;W[dp]))":                       "B pd, W dp",
		"(;GM[1];B[aa]);W[bb])":                          "B aa, W bb",
		"(;GM[1];B[aa]((;W[bb];B[cc])(;W[dd])))":         "B aa, W bb, B cc",
		"(;GM[1];B[aa]C[see [1] or [2], or 3];W[bb])":    "B aa, W bb",
		"(;GM[1];B[aa]C[text]];W[bb])":                   "B aa, W bb",
		"(;GM[1]\x00;B[aa]\x00;W[bb])":                   "B aa, W bb",
		"(;AB[pb]AP[x]SZ[19]MULTIGOGM[1]\r\n;B[sb])\r\n": "+B pb, B sb",
		"(;GM[1];B[cc] gfhf;W[kk] ];B[dd])":              "B cc, W kk, B dd",
		"(;GM[1]C[a]-;B[aa];W[bb])":                      "W bb",
		"(;GM[1];B[aa]C[a]-":                             "B aa",
		"(\n;GM[1]\n\n;\nB\n[aa]\n;W\n[bb]\n)":           "B aa, W bb",
	} {
		if got := moves(one(t, text)); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestEmptyNodes: nodes that say nothing stay where they are a part of a game, and the moves
// around those that are left out stay in their places.
func TestEmptyNodes(t *testing.T) {
	if g := one(t, "(;;;C[x](;)(;;B[aa]))"); g.Len() != 6 {
		t.Errorf("%d nodes", g.Len())
	}
	const many = 60000
	for name, c := range map[string]struct{ text, want string }{
		"line":       {"(;GM[1];B[aa]" + strings.Repeat(";", many) + ";W[bb];B[cc])", "B aa, W bb, B cc"},
		"inside":     {"(;GM[1];B[aa]" + strings.Repeat("(;", many) + ";W[bb](;B[cc])(;B[dd])" + strings.Repeat(")", many) + "(;W[ee]))", "B aa, W bb, B cc"},
		"beside":     {"(;GM[1];B[aa](;W[bb])" + strings.Repeat("(;)", many) + "(;W[cc]))", "B aa, W bb"},
		"never ends": {"(;GM[1];B[aa]" + strings.Repeat("(;", many) + ";W[bb]", "B aa, W bb"},
	} {
		g := one(t, c.text)
		if got := moves(g); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
		if g.Len() > 1<<14+16 {
			t.Errorf("%s: %d nodes of %d bytes", name, g.Len(), len(c.text))
		}
		if got := written(t, sgf.Write, g); got != c.text {
			t.Errorf("%s: the text changes", name)
		}
		last := g.Len() - 1
		if name == "beside" && g.Parent(record.Node(last)) != 1 {
			t.Errorf("%s: the last variation follows node %d", name, g.Parent(record.Node(last)))
		}
	}
}

// TestMixedUp: a game that begins inside another is a game of its own.
func TestMixedUp(t *testing.T) {
	games, _, err := sgf.ReadAll([]byte("(;GM[1];B[aa](;W[bb]\n(;GM[1];B[cc])(;GM[1];B[dd])"), record.Options{})
	if err != nil || len(games) != 3 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	var all []string
	for _, g := range games {
		all = append(all, moves(g))
	}
	if got := fmt.Sprint(all); got != "[B aa, W bb B cc B dd]" {
		t.Error(got)
	}
}
