package rules_test

import (
	"testing"

	"pgregory.net/rapid"

	"tianyuan/i18n"
	"tianyuan/rules"
)

// TestCountTable holds the counting table of the rules: G9.3, C11 with komi 3¾ (2002 art. 11), 2¾
// (1988 art. 11) and none. The printed examples of 2002 are 184, 184½ and 185.
func TestCountTable(t *testing.T) {
	for _, c := range []struct {
		black                string
		komi2002, komi1988   int
		none                 int
		re2002, re1988, text string
	}{
		{"180", -17, -13, -2, "W+8.5", "W+6.5", "白胜4又1/4子"},
		{"180.5", -15, -11, 0, "W+7.5", "W+5.5", "白胜3又3/4子"},
		{"183", -5, -1, 10, "W+2.5", "W+0.5", "白胜1又1/4子"},
		{"183.5", -3, 1, 12, "W+1.5", "B+0.5", "白胜3/4子"},
		{"184", -1, 3, 14, "W+0.5", "B+1.5", "白胜1/4子"},
		{"184.5", 1, 5, 16, "B+0.5", "B+2.5", "黑胜1/4子"},
		{"185", 3, 7, 18, "B+1.5", "B+3.5", "黑胜3/4子"},
		{"186", 7, 11, 22, "B+3.5", "B+5.5", "黑胜1又3/4子"},
	} {
		black, err := rules.ParseQuarters(c.black)
		if err != nil {
			t.Fatal(err)
		}
		new, old := rules.Edition2002.Count(361, black), rules.Edition1988.Count(361, black)
		even := new
		even.Komi = 0
		if new.Margin() != c.komi2002 || old.Margin() != c.komi1988 || even.Margin() != c.none {
			t.Errorf("%s: margins %d, %d, %d quarter-stones, want %d, %d, %d", c.black, new.Margin(), old.Margin(), even.Margin(), c.komi2002, c.komi1988, c.none)
		}
		if got := new.Outcome().SGF(); got != c.re2002 {
			t.Errorf("%s: RE %s by 2002, want %s", c.black, got, c.re2002)
		}
		if got := old.Outcome().SGF(); got != c.re1988 {
			t.Errorf("%s: RE %s by 1988, want %s", c.black, got, c.re1988)
		}
		key, args := new.Outcome().Words()
		if got := i18n.For(i18n.Hans).Tight(key, args); got != c.text {
			t.Errorf("%s: %s, want %s", c.black, got, c.text)
		}
	}
}

// TestCountFines holds the warning examples: 2002 art. 24.1, 1988 art. 25.2, options no. 3.
func TestCountFines(t *testing.T) {
	for _, c := range []struct {
		name         string
		edition      rules.Edition
		black        int
		warnB, warnW int
		want         int
	}{
		{"2002: 185, Black warned", rules.Edition2002, 740, 1, 0, -1},
		{"2002: 184, White warned", rules.Edition2002, 736, 0, 1, 3},
		{"2002: 186, Black warned", rules.Edition2002, 744, 1, 0, 3},
		{"2002: 185, both warned cancel", rules.Edition2002, 740, 1, 1, 3},
		{"2002: 184½, White warned", rules.Edition2002, 738, 0, 1, 5},
		{"1988: a warning is only recorded", rules.Edition1988, 740, 1, 0, 7},
	} {
		count := c.edition.Count(361, c.black)
		count.WarnBlack, count.WarnWhite = c.warnB, c.warnW
		if got := count.Margin(); got != c.want {
			t.Errorf("%s: %d quarter-stones, want %d", c.name, got, c.want)
		}
	}
	half := rules.Edition2002.Count(361, 740)
	half.Fine, half.WarnBlack = 2, 1
	if got := half.Margin(); got != 1 {
		t.Errorf("a fine of ½ 子 leaves %d quarter-stones, want 1", got)
	}
}

// TestBaseNumber: 归本数 is n²/2 on any board (G9.3, C11), and White wins when his area is more
// than the rest over the threshold: 361 - 184¼ = 176¾ in 2002.
func TestBaseNumber(t *testing.T) {
	for lines, want := range map[int]string{9: "40.5", 13: "84.5", 19: "180.5"} {
		if got := rules.QuarterText(rules.BaseNumber(lines * lines)); got != want {
			t.Errorf("%d lines: base number %s, want %s", lines, got, want)
		}
	}
	count := rules.Edition2002.Count(361, 4*361-4*177)
	if rules.QuarterText(count.Threshold()) != "184.25" || count.White() != 4*177 || count.Outcome().Winner != rules.White {
		t.Errorf("White's 177 wins over the threshold %s: got %+v", rules.QuarterText(count.Threshold()), count.Outcome())
	}
}

// TestCompensation: White gets half a 子 for each of two or more handicap stones (options no. 14);
// 让先 has neither komi nor compensation.
func TestCompensation(t *testing.T) {
	for stones, want := range map[int]string{0: "0", 1: "0", 2: "1", 3: "1.5", 9: "4.5"} {
		if got := rules.QuarterText(rules.Compensation(stones)); got != want {
			t.Errorf("%d stones: %s 子, want %s", stones, got, want)
		}
	}
	count := rules.Edition2002.Count(361, 4*182)
	count.Komi, count.Compensation = 0, rules.Compensation(3)
	if got := count.Outcome(); got.SGF() != "0" || got.Manner != rules.Drawn {
		t.Errorf("182 with three stones is a draw (180½ + 1½), got %s", got.SGF())
	}
}

// TestContestedPoints: half each (2002 art. 21.2, 1988 art. 21.2); all to the other when a side
// gave up under absolute time (2002 art. 12.4(4), options no. 13).
func TestContestedPoints(t *testing.T) {
	for _, c := range []struct {
		edition      rules.Edition
		points       int
		gaveUp       rules.Side
		black, white int
	}{
		{rules.Edition2002, 1, rules.NoSide, 2, 2},
		{rules.Edition2002, 3, rules.NoSide, 6, 6},
		{rules.Edition2002, 3, rules.White, 12, 0},
		{rules.Edition2002, 3, rules.Black, 0, 12},
		{rules.Edition1988, 3, rules.White, 6, 6},
	} {
		black, white := c.edition.ContestedPoints(c.points, c.gaveUp)
		if black != c.black || white != c.white {
			t.Errorf("%s, %d points, given up by %q: %d and %d, want %d and %d", c.edition, c.points, c.gaveUp, black, white, c.black, c.white)
		}
	}
}

// TestSGF: RE counts in points, of which a 子 has two.
func TestSGF(t *testing.T) {
	for text, want := range map[string]string{
		"": "?", "B+R": "B+R", "W+T": "W+T", "B+F": "B+F", "W+": "W+", "B+0.75": "B+1.5", "W+0.25": "W+0.5", "B+0.5": "B+1", "W+12": "W+24",
		"draw": "0", "bothlose": "Void", "bothforfeit": "Void", "noresult": "Void",
	} {
		o, err := rules.ParseOutcome(text, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := o.SGF(); got != want {
			t.Errorf("%q is RE %s, want %s", text, got, want)
		}
	}
}

// TestResultWords: the result in words, as pages print it and as records do.
func TestResultWords(t *testing.T) {
	hans, hant, en := i18n.For(i18n.Hans), i18n.For(i18n.Hant), i18n.For(i18n.En)
	for _, c := range [][5]string{
		{"B+0.75", "黑胜 3/4 子", "黑胜3/4子", "黑勝3/4子", "Black wins by ¾ zi"},
		{"W+1.25", "白胜 1 又 1/4 子", "白胜1又1/4子", "白勝1又1/4子", "White wins by 1¼ zi"},
		{"B+2", "黑胜 2 子", "黑胜2子", "黑勝2子", "Black wins by 2 zi"},
		{"B+R", "黑中盘胜", "黑中盘胜", "黑中盤勝", "Black wins by resignation"},
		{"W+T", "白超时胜", "白超时胜", "白超時勝", "White wins on time"},
		{"B+F", "黑弃权胜", "黑弃权胜", "黑棄權勝", "Black wins by forfeit"},
		{"draw", "和棋", "和棋", "和棋", "draw"},
		{"bothlose", "双方均负", "双方均负", "雙方均負", "both lose"},
		{"noresult", "无胜负", "无胜负", "無勝負", "no result"},
	} {
		o, err := rules.ParseOutcome(c[0], "")
		if err != nil {
			t.Fatal(err)
		}
		key, args := o.Words()
		got := [5]string{c[0], hans.T(key, args), hans.Tight(key, args), hant.Tight(key, args), en.Tight(key, args)}
		if got != c {
			t.Errorf("got %q, want %q", got, c)
		}
	}
}

// TestCountLaws: the areas add up to the board (G9.1); counted from White's side the margin is the
// same with the sign turned; a warning each changes nothing; a 子 more moves the margin by a 子.
func TestCountLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.IntRange(2, 25).Draw(t, "lines")
		edition := rapid.SampledFrom(rules.Editions).Draw(t, "edition")
		count := edition.Count(lines*lines, rapid.IntRange(0, 4*lines*lines).Draw(t, "black"))
		count.WarnBlack = rapid.IntRange(0, 1).Draw(t, "warnB")
		if count.Black+count.White() != 4*lines*lines {
			t.Fatalf("%d and %d don't add up to %d points", count.Black, count.White(), lines*lines)
		}
		mirrored := count
		mirrored.Black, mirrored.Komi = count.White(), -count.Komi
		mirrored.WarnBlack, mirrored.WarnWhite = count.WarnWhite, count.WarnBlack
		if mirrored.Margin() != -count.Margin() {
			t.Fatalf("Black's margin %d, White's %d", count.Margin(), mirrored.Margin())
		}
		both := count
		both.WarnBlack, both.WarnWhite = count.WarnBlack+1, count.WarnWhite+1
		more := count
		more.Black += 4
		if both.Margin() != count.Margin() || more.Margin() != count.Margin()+4 {
			t.Fatalf("%+v: %d, a warning each %d, a 子 more %d", count, count.Margin(), both.Margin(), more.Margin())
		}
		if o := count.Outcome(); o.Winner == rules.Black && o.Margin != count.Margin() || o.Winner == rules.White && o.Margin != -count.Margin() || o.Winner == rules.NoSide && count.Margin() != 0 {
			t.Fatalf("margin %d gives %+v", count.Margin(), o)
		}
	})
}
