package sgf_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tianyuan/record"
	"tianyuan/record/sgf"
)

func encoded(t *testing.T, e *record.Encoding, text string) []byte {
	t.Helper()
	b, ok := e.Encode(text)
	if !ok {
		t.Fatalf("%q has no form in %s", text, e)
	}
	return b
}

func codes(found []record.Diagnosis) (list []record.Code) {
	for _, d := range found {
		list = append(list, d.Code)
	}
	return list
}

// TestEncodings: step by step as formats.md section 3 has it: UTF-8 whatever CA says, CA where
// it fits, the text where it doesn't or there is none.
func TestEncodings(t *testing.T) {
	const hans = "(;GM[1]PB[李明]PW[王小红]EV[第五届名人战]C[这手棋是胜负处，黑棋应该先在左边交换。];B[pd])"
	const hant = "(;GM[1]PB[許功蓋]PW[李明]EV[第五屆名人賽]C[這手棋是勝負處，黑棋應該先在左邊交換。];B[pd])"
	const ja = "(;GM[1]PB[ソ表能十]PW[田中]EV[第五期名人戦予選]C[この手は好点です。];B[pd])"
	const ko = "(;GM[1]PB[김철수]PW[이영희]EV[제오회 명인전]C[이 수는 좋은 점이다];B[pd])"
	for _, c := range []struct {
		name, text string
		in         *record.Encoding
		ca         string
		want       *record.Encoding
		code       record.Code
	}{
		{"utf8", hans, record.UTF8, "", record.UTF8, ""},
		{"utf8 with CA", hans, record.UTF8, "UTF-8", record.UTF8, ""},
		{"utf8, CA wrong", hans, record.UTF8, "gb2312", record.UTF8, record.EncodingClaim},
		{"gb", hans, record.GB18030, "gb2312", record.GB18030, ""},
		{"gb without CA", hans, record.GB18030, "", record.GB18030, record.EncodingGuessed},
		{"gb, CA wrong", hans, record.GB18030, "UTF-8", record.GB18030, record.EncodingClaim},
		{"gb, CA of FF4's default", hans, record.GB18030, "ISO-8859-1", record.GB18030, record.EncodingClaim},
		{"gb, CA doubtful", "(;PB[李明]C[这手棋是胜负处]EV[名人战];B[pd])", record.GB18030, "EUC-KR", record.EUCKR, record.EncodingDoubt},
		{"gb, CA unknown", hans, record.GB18030, "chinese-1", record.GB18030, record.EncodingUnknown},
		{"big5", hant, record.Big5, "Big5", record.Big5, ""},
		{"big5 without CA", hant, record.Big5, "", record.Big5, record.EncodingGuessed},
		{"big5, CA of gb", hant, record.Big5, "gb2312", record.Big5, record.EncodingClaim},
		{"sjis", ja, record.ShiftJIS, "Shift_JIS", record.ShiftJIS, ""},
		{"sjis without CA", ja, record.ShiftJIS, "", record.ShiftJIS, record.EncodingGuessed},
		{"sjis, CA wrong", ja, record.ShiftJIS, "UTF-8", record.ShiftJIS, record.EncodingClaim},
		{"euc-jp", ja, record.EUCJP, "EUC-JP", record.EUCJP, ""},
		{"euc-kr", ko, record.EUCKR, "EUC-KR", record.EUCKR, ""},
		{"euc-kr without CA", ko, record.EUCKR, "", record.EUCKR, record.EncodingGuessed},
		{"latin", "(;GM[1]PB[Jörg]PW[Zoë]C[Größe];B[pd])", record.Windows1252, "ISO-8859-1", record.Windows1252, ""},
		{"utf-16", hans, record.UTF16LE, "", record.UTF16LE, ""},
		{"utf-16 big end first", hans, record.UTF16BE, "UTF-16", record.UTF16BE, ""},
		{"ascii", "(;GM[1]PB[a]PW[b]EV[c]C[d];B[pd])", record.UTF8, "Big5", record.UTF8, ""},
	} {
		text := c.text
		if c.ca != "" {
			text = strings.Replace(text, "(;", "(;CA["+c.ca+"]", 1)
		}
		data := encoded(t, c.in, text)
		games, _, err := sgf.ReadAll(data, record.Options{})
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		g := games[0]
		if g.Encoding() != c.want {
			t.Errorf("%s is read as %s", c.name, g.Encoding())
		}
		if found := codes(g.Diagnoses); c.code == "" && len(found) > 0 || c.code != "" && !slices.Contains(found, c.code) {
			t.Errorf("%s: %v, want %s", c.name, found, c.code)
		}
		sayAll(t, g.Diagnoses)
		if c.want == c.in && !strings.Contains(c.text, "PB["+g.Info().Black.Name+"]") {
			t.Errorf("%s: Black is %q", c.name, g.Info().Black.Name)
		}
		if moves(g) != "B pd" {
			t.Errorf("%s: moves %s", c.name, moves(g))
		}
		if !bytes.Equal(g.Original(), data) {
			t.Errorf("%s: the original bytes aren't kept", c.name)
		}
	}
}

// TestSecondBytes: in Shift_JIS, Big5 and GBK a backslash or bracket may be the second half of a
// character; a reader of bytes loses the properties behind it.
func TestSecondBytes(t *testing.T) {
	for _, c := range []struct {
		in   *record.Encoding
		name string
	}{
		{record.ShiftJIS, "ソ"}, {record.ShiftJIS, "表能十"}, {record.ShiftJIS, "ゾ"}, {record.ShiftJIS, "\\]"}, {record.Big5, "許功蓋"}, {record.GB18030, "揬揮"}, {record.GB18030, "李誠乗"},
	} {
		escaped := strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(c.name)
		for _, ca := range []string{c.in.String(), ""} {
			if ca == "" && c.in == record.GB18030 {
				continue // so few and so rare characters can't be told
			}
			text := "(;CA[" + ca + "]PB[" + escaped + "]PW[" + escaped + "]C[" + strings.Repeat(escaped, 3) + "];B[pd]C[" + escaped + "];W[dp])"
			games, _, err := sgf.ReadAll(encoded(t, c.in, text), record.Options{})
			if err != nil {
				t.Fatal(err)
			}
			g := games[0]
			if i := g.Info(); i.Black.Name != c.name || i.White.Name != c.name || g.Text(1, "C") != c.name || moves(g) != "B pd, W dp" {
				t.Errorf("%s %q with CA[%s]: %q, %q, %q, %s", c.in, c.name, ca, i.Black.Name, i.White.Name, g.Text(1, "C"), moves(g))
			}
		}
	}
}

// TestEscapedByte: writers that know no characters escape second bytes; both ways are read.
func TestEscapedByte(t *testing.T) {
	text := append([]byte("(;CA[GB18030]C["), 0xD6, 0xB8, 0x93, '\\', ']', 0xC4, 0xE3)
	text = append(text, "];B[pd])"...)
	g := one(t, string(text))
	if got := g.Text(record.Root, "C"); got != "指揮你" {
		t.Errorf("%q", got)
	}
	if !slices.Contains(codes(g.Diagnoses), record.EscapedByte) || moves(g) != "B pd" {
		t.Errorf("%v, %s", codes(g.Diagnoses), moves(g))
	}
}

// TestHalfCharacter: a name that was cut in the middle of a character ends at its bracket.
func TestHalfCharacter(t *testing.T) {
	text := "(;CA[GB18030]PB[" + string(encoded(t, record.GB18030, "李明黑白胜负名人战决赛这手棋是")) + "\xC3]PW[" + string(encoded(t, record.GB18030, "王小红")) + "];B[pd])"
	g := one(t, text)
	if i := g.Info(); i.White.Name != "王小红" || !slices.Contains(codes(g.Diagnoses), record.EncodingBytes) {
		t.Errorf("White is %q, %v", i.White.Name, codes(g.Diagnoses))
	}
}

// TestOverride: the user's word counts more than the file's, and the bytes stay.
func TestOverride(t *testing.T) {
	data := encoded(t, record.Big5, "(;CA[gb2312]PB[許功蓋];B[pd])")
	games, _, err := sgf.ReadAll(data, record.Options{Encoding: record.Big5})
	if err != nil || games[0].Info().Black.Name != "許功蓋" || len(games[0].Diagnoses) > 0 {
		t.Errorf("%v, %q, %v", err, games[0].Info().Black.Name, games[0].Diagnoses)
	}
}

// TestMixedEncodings: each game of a collection has its own encoding.
func TestMixedEncodings(t *testing.T) {
	var data []byte
	names := []string{"李明", "許功蓋", "ソ表能十", "김철수", "Jörg"}
	for i, e := range []*record.Encoding{record.GB18030, record.Big5, record.ShiftJIS, record.EUCKR, record.UTF8} {
		data = append(data, encoded(t, e, "(;CA["+e.String()+"]PB["+names[i]+"];B[pd];W[dp])\n")...)
	}
	games, _, err := sgf.ReadAll(data, record.Options{})
	if err != nil || len(games) != 5 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	for i, g := range games {
		if got := g.Info().Black.Name; got != names[i] || moves(g) != "B pd, W dp" {
			t.Errorf("game %d: %q, %s", i+1, got, moves(g))
		}
		if mixed := slices.Contains(codes(g.Diagnoses), record.EncodingMixed); mixed != (i > 0) {
			t.Errorf("game %d: %v", i+1, codes(g.Diagnoses))
		}
	}
}

// TestNeighbours: a game whose few characters could be anything is read as the one before.
func TestNeighbours(t *testing.T) {
	data := encoded(t, record.Big5, "(;PB[李明]C[這手棋是勝負處，黑棋應該先在左邊交換。])(;PB[許])(;PB[周])")
	games, _, err := sgf.ReadAll(data, record.Options{})
	if err != nil || len(games) != 3 || games[1].Info().Black.Name != "許" || games[2].Info().Black.Name != "周" {
		t.Errorf("%v, %q, %q", err, games[1].Info().Black.Name, games[2].Info().Black.Name)
	}
}

// TestOffsetsInWideFiles: a finding's place is a place in the file as it is.
func TestOffsetsInWideFiles(t *testing.T) {
	const text = "(;C[黑棋]KK[1])"
	for _, mark := range []string{"", "\xFF\xFE"} {
		data := append([]byte(mark), encoded(t, record.UTF16LE, text)...)
		games, _, err := sgf.ReadAll(data, record.Options{})
		if err != nil || len(games[0].Diagnoses) != 1 {
			t.Fatalf("%v, %v", err, games)
		}
		if at := games[0].Diagnoses[0].Offset; at != int64(len(mark)+2*len([]rune("(;C[黑棋]"))) {
			t.Errorf("unknown property at %d", at)
		}
	}
}
