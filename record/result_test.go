package record_test

import (
	"testing"

	"tianyuan/record"
	"tianyuan/rules"
)

// TestParseResult: FF4's way, and the words of four languages; 2 points are 1 子 (rules.md,
// counting), quarters exist in 子 alone.
func TestParseResult(t *testing.T) {
	for text, want := range map[string]string{
		"B+R": "B+R", "W+Resign": "W+R", "B+T": "B+T", "W+Time": "W+T", "B+F": "B+F", "W+Forfeit": "W+F", "B+": "B+",
		"B+3.5": "B+1.75", "W+0.5": "W+0.25", "B+12": "B+6", "W+64.50": "W+32.25", "0": "draw", "Draw": "draw", "Void": "noresult", "?": "", "": "",
		"B+3.75": "B+3.75", "W+0.25": "W+0.25", "b+r": "B+R", "W + 2.5": "W+1.25", "B+Res": "B+R", "W+2目半": "W+1.25",
		"黑胜1又3/4子": "B+1.75", "白胜3/4子": "W+0.75", "黑胜3又1/4子": "B+3.25", "黑勝1又3/4子": "B+1.75", "白勝 3 又 1/4 子": "W+3.25",
		"黑胜 3/4 子": "B+0.75", "白胜半子": "W+0.5", "黑胜2子半": "B+2.5", "白胜2.75子": "W+2.75", "百胜4.25子": "W+4.25", "黑胜四分之三子": "B+0.75",
		"白胜一又四分之三子": "W+1.75", "黑胜十二子": "B+12", "黑胜１又３／４子": "B+1.75", "黑胜1¾子": "B+1.75",
		"白胜43.5目": "W+21.75", "黑半目胜": "B+0.25", "白胜2目半": "W+1.25", "黑棋胜1目": "B+0.5", "黑胜": "B+",
		"白中盘胜": "W+R", "黑中盘胜": "B+R", "黑中盤勝": "B+R", "白方中盘胜": "W+R", "黑认输": "W+R", "白棋投子认输": "B+R", "白棋12子 >> 白方(94):黑方(82)": "W+12",
		"黑超时胜": "B+T", "白超时负": "B+T", "黑方超時負": "W+T", "白弃权": "B+F", "黑超時": "W+T", "White forfeits": "B+F", "黑弃权胜": "B+F", "白棄權勝": "W+F", "白中押し勝ち": "W+R",
		"黒中押し勝ち": "B+R", "黒中押し勝ち!": "B+R", "白番中押し勝ち": "W+R", "黒番2目半勝ち": "B+1.25", "白5.5目勝ち!": "W+2.75", "197手完、黒2目半勝ち": "B+1.25", "白6目半勝": "W+3.25",
		"黒時間切れ勝ち": "B+T", "黒の時間切れ負け": "W+T", "持碁": "draw", "ジゴ": "draw", "無勝負": "noresult", "白半目勝ち": "W+0.25",
		"백 불계승": "W+R", "흑 불계승": "B+R", "흑 1.5집 승": "B+0.75", "백 2집반 승": "W+1.25", "흑 반집승": "B+0.25", "백 시간승": "W+T", "흑 기권승": "B+F", "무승부": "draw", "백 3집 승": "W+1.5",
		"Black wins by 12 points": "B+6", "White wins by 0.5": "W+0.25", "White wins by  resign!": "W+R", "Black wins by 0.5!": "B+0.25", "White loses on time": "B+T", "Black resigns": "W+R",
		"black wins by 5 3/4 points": "B+5.75", "Black wins on time": "B+T", "White won by forfeit": "W+F", "Black wins": "B+", "Jigo": "draw", "No result": "noresult", "both lose": "bothlose",
		"和棋": "draw", "双方均负": "bothlose", "雙方棄權": "bothforfeit", "无胜负": "noresult", "打挂": "", "Progressing!": "", "未完": "", "黑胜3.75": "B+3.75", "第3局 黑胜2子": "B+2",
	} {
		o, _, ok := record.ParseResult(text)
		if got := o.String(); got != want || !ok {
			t.Errorf("%q reads %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"B+R", "W+0.5", "0", "Void", "?", "B+"} {
		if _, standard, _ := record.ParseResult(text); !standard {
			t.Errorf("%q is FF4's way", text)
		}
	}
	for _, text := range []string{"黑胜3/4子", "B+3.75", "b+r", "W+Res"} {
		if _, standard, ok := record.ParseResult(text); standard || !ok {
			t.Errorf("%q can be read, but isn't FF4's way", text)
		}
	}
	for _, text := range []string{"john wins", "a fine game", "胜", "3.5"} {
		if o, _, ok := record.ParseResult(text); ok || !o.IsZero() {
			t.Errorf("%q was read as %v", text, o)
		}
	}
}

// TestParseKomi: KM in points (FF4), and what servers write: hundredths of 子 or of points
// (formats.md section 3), 子 in quarters, words.
func TestParseKomi(t *testing.T) {
	for _, c := range []struct {
		text     string
		fox      bool
		quarters int
		standard bool
	}{
		{"7.5", false, 15, true}, {"6.5", false, 13, true}, {"5.5", false, 11, true}, {"0", false, 0, true}, {"0.5", false, 1, true}, {"-5.5", false, -11, true}, {"6.50", false, 13, true}, {"+7", false, 14, true},
		{"375", false, 15, false}, {"750", false, 15, false}, {"325", false, 13, false}, {"650", true, 13, false}, {"275", false, 11, false}, {"550", false, 11, false},
		{"350", false, 14, false}, {"700", true, 14, false}, {"50", true, 1, false}, {"50", false, 100, true}, {"3.75", false, 15, false}, {"2.75", false, 11, false}, {"-375", false, -15, false},
		{"3又3/4子", false, 15, false}, {"黑贴3又3/4子", false, 15, false}, {"6目半", false, 13, false}, {"덤 6집반", false, 13, false}, {"コミ5目半", false, 11, false}, {"7.5 points", false, 15, false},
		{"5 1/2", false, 11, false}, {"6,5", false, 13, false}, {"3.75子", false, 15, false}, {"2子", false, 8, false}, {"白贴3¾子", false, 15, false},
	} {
		quarters, standard, ok := record.ParseKomi(c.text, c.fox)
		if !ok || quarters != c.quarters || standard != c.standard {
			t.Errorf("%q (fox %v) is %d quarters, standard %v, %v; want %d, %v", c.text, c.fox, quarters, standard, ok, c.quarters, c.standard)
		}
	}
	for _, text := range []string{"", "x", "7.3", "201", "free"} {
		if q, _, ok := record.ParseKomi(text, false); ok {
			t.Errorf("%q was read as %d", text, q)
		}
	}
}

// TestParseDate: FF4's YYYY-MM-DD, and what is written besides.
func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"2006-09-05": "2006-09-05", "1994-03-12,13": "1994-03-12", "2006-09": "2006-09", "1739": "1739", "2006-9-5": "2006-09-05", "2006/9/5": "2006-09-05", "2006年9月5日": "2006-09-05",
		"二〇〇六年九月五日": "", "2012-07-14 19:36:03": "2012-07-14", "20060905": "2006-09-05", "2015年8月": "2015-08", "2006.12.31": "2006-12-31", "2006년 9월 5일": "2006-09-05",
		"last summer": "", "2006-13-05": "", "": "",
	} {
		if got, _, _ := record.ParseDate(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestResultMargin(t *testing.T) {
	o, _, _ := record.ParseResult("黑胜3/4子")
	if o != (rules.Outcome{Winner: rules.Black, Manner: rules.Counted, Margin: 3}) {
		t.Errorf("3/4 子 is %+v, want three quarter-stones", o)
	}
}
