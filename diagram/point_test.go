package diagram_test

import (
	"testing"

	"tianyuan/diagram"
	"tianyuan/weiqi"
)

// TestParse: points are read as people type them, in letters and in Chinese lines; tests/ holds the
// pages' script to the same.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"D16": "dd", "d16": "dd", " Ｄ１６ ": "dd", "J1": "is", "T19": "sa", "A1": "as", "t 1": "ss", "pass": "pass",
		"I5": "", "U1": "", "D20": "", "D0": "", "D": "", "16": "", "": "", "DD16": "",
		"4·十六": "dp", "4十六": "dp", "16-四": "pd", "１９ 十九": "ss", "1之一": "aa", "20·一": "", "0·一": "", "4·二十": "", "04·一": "",
	} {
		p, err := diagram.Parse(text, 19, 19)
		if got := p.String(); want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%q is read as %s, %v, want %q", text, got, err, want)
		}
	}
}

// FuzzParse: what is read lies on the board and is read again by its names.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"D16", "4·十六", "20廿一", "二十", "-", "１·一"} {
		f.Add(text)
	}
	board, err := weiqi.NewBoard(25, 25)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := diagram.Parse(text, 25, 25)
		if err != nil || p == weiqi.Pass {
			return
		}
		if !board.On(p) {
			t.Fatalf("%q is off the board", text)
		}
		for _, c := range []diagram.Coordinates{diagram.Letters, diagram.Lines} {
			if again, err := diagram.Parse(c.Name(p, 25), 25, 25); err != nil || again != p {
				t.Fatalf("%q is %v, its name %q is %v, %v", text, p, c.Name(p, 25), again, err)
			}
		}
	})
}
