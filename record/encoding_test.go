package record_test

import (
	"strings"
	"testing"

	"tianyuan/record"
)

func encode(t *testing.T, e *record.Encoding, text string) []byte {
	t.Helper()
	b, ok := e.Encode(text)
	if !ok {
		t.Fatalf("%q has no form in %s", text, e)
	}
	return b
}

// TestDetect: names, headings and remarks as records have them are told from their bytes alone
// (formats.md section 3, step 4).
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		e     *record.Encoding
		texts []string
	}{
		{record.GB18030, []string{"李明 王小红", "张三丰", "第五届甲级联赛", "黑中盘胜", "白胜3/4子", "这手棋是胜负处，黑棋应该先在左边交换。", "刘洋", "陈珺", "黑棋好点"}},
		{record.Big5, []string{"李明 王小紅", "第五屆名人賽", "黑中盤勝", "這手棋是勝負處，黑棋應該先在左邊交換。", "許功蓋", "陳大文", "白勝"}},
		{record.ShiftJIS, []string{"田中一郎 山本二郎", "第五期名人戦", "黒中押し勝ち", "この手は好点です。", "表能力", "ソフト", "白番", "佐藤さん"}},
		{record.EUCJP, []string{"第五期名人戦 予選", "黒中押し勝ち", "この手は好点です。"}},
		{record.EUCKR, []string{"김철수 이영희", "흑 불계승", "제오회 명인전", "백 반집승", "이 수는 좋은 점이다"}},
		{record.Windows1251, []string{"Иван Петров", "победа черных"}},
		{record.Windows1252, []string{"Jörg Müller", "Partie commentée à la main", "señor Núñez", "crème brûlée", "naïf"}},
	} {
		for _, text := range c.texts {
			if got, _ := record.Detect(encode(t, c.e, text), nil); got != c.e {
				t.Errorf("%q in %s is taken for %s", text, c.e, got)
			}
		}
	}
}

// TestDetectIgnoresMoves: ten thousand moves in ASCII don't change what three characters say.
func TestDetectIgnoresMoves(t *testing.T) {
	text := append([]byte("(;PB["), encode(t, record.Big5, "陳大文")...)
	text = append(text, "]"+strings.Repeat(";B[dd];W[pp]", 10000)+")"...)
	if got, _ := record.Detect(text, nil); got != record.Big5 {
		t.Errorf("taken for %s", got)
	}
}

// TestParseEncoding: names in files mean what programs write under them.
func TestParseEncoding(t *testing.T) {
	for name, want := range map[string]*record.Encoding{
		"utf8": record.UTF8, "UTF-8": record.UTF8, "gb2312": record.GB18030, "GBK": record.GB18030, " gb18030 ": record.GB18030, "cp936": record.GB18030,
		"Big5": record.Big5, "big5-hkscs": record.Big5, "Shift_JIS": record.ShiftJIS, "sjis": record.ShiftJIS, "MS_KANJI": record.ShiftJIS, "EUC-KR": record.EUCKR, "cp949": record.EUCKR,
		"euc-jp": record.EUCJP, "ISO-8859-1": record.Windows1252, "latin1": record.Windows1252, "windows-1251": record.Windows1251, "UTF-16LE": record.UTF16LE,
	} {
		if got, ok := record.ParseEncoding(name); !ok || got != want {
			t.Errorf("%q is %v", name, got)
		}
	}
	a, ok := record.ParseEncoding("iso-8859-15")
	b, _ := record.ParseEncoding("ISO-8859-15")
	if !ok || a != b || a.Decode([]byte{0xA4}) != "€" {
		t.Error("ISO-8859-15 is known to the web and has one identity")
	}
	for _, name := range []string{"", "xyz-123", "replacement"} {
		if e, ok := record.ParseEncoding(name); ok {
			t.Errorf("%q is %v", name, e)
		}
	}
}

// TestLatinLosesNothing: the last resort has a character for every byte, and back.
func TestLatinLosesNothing(t *testing.T) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	text := record.Windows1252.Decode(all)
	if again, ok := record.Windows1252.Encode(text); !ok || string(again) != string(all) {
		t.Errorf("%q", again)
	}
}
