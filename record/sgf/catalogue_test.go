package sgf_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tianyuan/record"
)

// catalogue has for the numbers of SGFC's list (appendix C of its documentation) texts with that
// error, and the codes that tell it here.
var catalogue = map[int]map[string]record.Code{
	6:  {"mv[cc] (;FF[4];B[dd])": record.MovesOutside, "hello (;FF[4];B[dd])": record.TextOutside},
	8:  {"(;FF[4];B[cc] xyz;W[kk])": record.NoValues, "(;FF[4];W[kk] ],;B[aa])": record.Junk},
	9:  {"(;FF[4];B[cc](;W[kk])(;W[ll])": record.ParenMissing},
	10: {"(;FF[4];B[dd": record.CutInValue},
	11: {"(;FF[4]" + strings.Repeat("Q", 101) + "[x])": record.HugeIdentifier},
	12: {"(;FF[4];B[dd]())": record.EmptyVariation},
	13: {"(;FF[4];B[dd][ee])": record.ManyValues, "(;FF[4];B[dd;AW[ee][ff])": record.MoveUnclosed},
	14: {"(;FF[4];B[333];PL[q])": record.ValueBad},
	15: {"(;FF[4];B[d d])": record.ValueLoose, "(;FF[4];B[dd]BL[12.])": record.ValueLoose, "(;FF[4];DM[2 kk])": record.ValueLoose},
	16: {"(;FF[4];Black[dd])": record.LowerCase},
	17: {"(;FF[4];PL[])": record.ValueEmpty, "(;FF[4];AW[])": record.ValueEmpty, "(;FF[4];C[])": record.ValueEmpty},
	18: {"(;FF[last])": record.ValueLoose, "(;GM[Weiqi])": record.ValueLoose, "(;SZ[-9])": record.SizeBad},
	19: {"(;GM[11])": record.NotGo},
	20: {"(;FF[4];B[dd]PL;W[aa])": record.NoValues, "(;FF[4];B[dd] W  L[90.0])": record.NoValues},
	21: {"(;FF[4];B[dd]((;W[ee])": record.DoubleParen},
	22: {"(;FF[4]\x00;B[dd])": record.Nul, "(;C[a\x00])": record.Nul},
	23: {"(;FF[4];LB[dd][ee])": record.NotComposed},
	24: {"(;FF[4]W[dd])": record.MoveInRoot},
	25: {"(;FF[4];LB[d d:x])": record.ValueLoose},
	28: {"(;C[a][b])": record.ManyValues, "(;LB[aa:x]LB[bb:y])": record.Twice, "(;;W[aa]W[bb])": record.Twice},
	30: {"(;FF[4];W[dd]AB[ee])": record.SetupAndMove, "(;FF[4];W[dd]PL[W])": record.SetupAndMove},
	31: {"(;QIW[x])": record.LongIdentifier},
	32: {"(;FF[4];B[dd];FF[4])": record.RootMisplaced},
	33: {
		"(;RE[Black wins by 3 points])": record.ResultRead, "(;RE[good game])": record.ResultUnclear,
		"(;DT[2021/3/4])": record.DateRead, "(;DT[in spring])": record.DateUnclear,
		"(;KM[375])": record.KomiRead, "(;KM[much])": record.KomiUnclear, "(;TM[2 hours])": record.TimeUnclear,
	},
	35: {"(;QQ[x])": record.UnknownProperty},
	36: {"( GM[1]FF[3];B[aa])": record.SemicolonMissing},
	37: {"(;FF[4];B[dd]W[ee])": record.TwoMoves},
	38: {"(;FF[4];AW[dd][dd])": record.PointTwice, "(;FF[4];MA[dd]CR[dd])": record.PointTwice},
	39: {"(;FF[4];W[dd];AW[dd])": record.SetupNoEffect},
	40: {"(;FF[4];M[aa])": record.OtherFormat, "(;FF[4];WS[1])": record.OtherFormat},
	41: {"(;FF[4];GW[1]UC[1])": record.Contradiction},
	42: {"(;FF[4];B[dd]BM[1]TE[1])": record.AnnotationPair},
	43: {"(;FF[4];BM[1])": record.AnnotationNoMove},
	44: {"(;GN[x];EV[y])": record.InfoMisplaced},
	45: {"(;GN[x]) (;FF[4]GN[y])": record.FormatsMixed},
	46: {"(;FF[6])": record.FormatUnknown},
	47: {"(;SZ[13:13])": record.SizeSquare},
	50: {"(;SZ[99])": record.SizeBig, "(;FF[4]SZ[54:9])": record.SizeBig},
	51: {"(;FF[3]SZ[9:13])": record.NewerFeature, "(;FF[3];AW[aa:cc])": record.NewerFeature},
	52: {"(;VW[][bb])": record.ViewValues, "(;FF[3]VW[aa][bb][cc])": record.NewerFeature},
	53: {"(;GM[1])(;GM[3])": record.GamesMixed},
	54: {"(;[cc])": record.NoIdentifier},
	55: {"(;FF[4];;C[x])": record.EmptyNode, "(;FF[4]" + strings.Repeat(";", 30000) + ")": record.EmptyNodes},
	56: {"(;FF[4];B[dd];W[aa](;B[bb])(;AE[dd][aa];B[ef]))": record.VariationLevel},
	57: {"(;FF[4];B[aa](;W[bb])(;AE[aa];B[ba]))": record.VariationLevel},
	58: {"(;FF[4];B[dd];W[dd])": record.MoveOccupied},
	59: {"(;(;KI[13])(;KM[6.5]KI[13]))": record.OldKomi},
	61: {"(;GM[1]AB[cc][dd])": record.HandicapStones, "(;GM[1]HA[4];B[bb])": record.HandicapStones},
	62: {"(;FF[4];W[cc];AB[aa]AE[cc])": record.SetupInGame},
	63: {"(;FF[4];B[dd];W[ee];W[ff])": record.SameColour},
	65: {"(;FF[2];W[])": record.PassOld, "(;GM[1];W[])": record.PassOld},
	66: {"(;FF[4](;C[1]) ;C[2])": record.ParenAssumed},
	67: {"(;FF[4](;C[1]) (C[2]))": record.SemicolonMissing},
	71: {"(;CA[UTF-8]C[黑棋\xE9黑棋胜白棋好点])": record.EncodingBytes},
	72: {"(;CA[abc-99])": record.EncodingUnknown},
	73: {"(;CA[GB18030]C[黑棋好点])": record.EncodingClaim},
	74: {"(;CA[GB18030]C[\xBA\xDA\xC6\xE5\xBA\xC3\xB5\xE3])(;CA[UTF-8]C[黑棋好点])": record.EncodingMixed},
	75: {"(;CA[UTF-8]C[黑棋好点])(;CA[GB18030]C[\xBA\xDA\xC6\xE5\xBA\xC3\xB5\xE3])": record.EncodingMixed},
}

var catalogueRow = regexp.MustCompile(`(?m)^\| (\d+)(?:–(\d+))? \| (.*?) \| (.*)\|$`)

// TestCatalogue: each error of SGFC's list is told by the codes that docs/records.md names for it,
// and the table there has all 75 numbers, those without a code with their reason.
func TestCatalogue(t *testing.T) {
	for number, examples := range catalogue {
		for text, code := range examples {
			found := diagnose(t, text)
			if !slices.ContainsFunc(found, func(d record.Diagnosis) bool { return d.Code == code }) {
				t.Errorf("%d: %.80q gives %v, not %s", number, text, found, code)
			}
		}
	}
	text, err := os.ReadFile("../../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	next := 1
	for _, row := range catalogueRow.FindAllStringSubmatch(string(text), -1) {
		from, _ := strconv.Atoi(row[1])
		to, _ := strconv.Atoi(row[2])
		to = max(from, to)
		if from != next {
			t.Errorf("the table goes on with %d, want %d", from, next)
		}
		next = to + 1
		var codes []string
		for number := from; number <= to; number++ {
			for _, code := range catalogue[number] {
				codes = append(codes, "`"+string(code)+"`")
			}
		}
		named := strings.Split(row[3], ", ")
		slices.Sort(named)
		slices.Sort(codes)
		switch codes = slices.Compact(codes); {
		case len(codes) == 0 && (row[3] != "–" || strings.TrimSpace(row[4]) == ""):
			t.Errorf("%d has neither an example nor a reason", from)
		case len(codes) > 0 && !slices.Equal(named, codes):
			t.Errorf("%d: the table says %v, the examples %v", from, named, codes)
		}
	}
	if next != 76 {
		t.Errorf("the table ends before %d", next)
	}
}
