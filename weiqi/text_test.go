package weiqi_test

import (
	"testing"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// TestDrawing: drawings read in every alphabet and write in one.
func TestDrawing(t *testing.T) {
	b := board(t, `
		. X O +
		, # o x
	`)
	if got, want := b.String(), ".XO.\n.XOX\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if b.Width() != 4 || b.Height() != 2 || b.At(at(3, 1)) != weiqi.Black || b.At(at(2, 0)) != weiqi.White || b.At(at(9, 9)) != weiqi.Empty {
		t.Error("stones are in the wrong places")
	}
}

// TestDrawingRefused: an error names the row and column.
func TestDrawingRefused(t *testing.T) {
	for _, c := range []struct {
		text        string
		key         string
		row, column int
	}{
		{"..\n.?", "fault.weiqi.drawing", 2, 2}, {"...\n..", "fault.weiqi.drawing", 2, 3}, {"..\n...", "fault.weiqi.drawing", 2, 3},
		{"", "fault.weiqi.size", 0, 0}, {".\n.", "fault.weiqi.size", 0, 0}, {"黑白\n..", "fault.weiqi.drawing", 1, 1},
	} {
		_, err := weiqi.ParseBoard(c.text)
		if fault.KeyOf(err) != c.key {
			t.Errorf("%q: %v", c.text, err)
		}
		if e, ok := err.(*fault.Error); ok && c.row > 0 && (e.Args["row"] != c.row || e.Args["column"] != c.column) {
			t.Errorf("%q: %v, want row %d, column %d", c.text, err, c.row, c.column)
		}
	}
}

// TestShow: a board for people has letters without I, numbers from below and the star points.
func TestShow(t *testing.T) {
	b := empty(t, 9, 7)
	b.Play(weiqi.Black, at(2, 2))
	b.Play(weiqi.White, at(8, 6))
	const want = `   A B C D E F G H J
 7 . . . . . . . . . 7
 6 . . . . . . . . . 6
 5 . . X . . . + . . 5
 4 . . . . + . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . O 1
   A B C D E F G H J
`
	if got := b.Show(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(".X\nO.")
	f.Add("+,#\nxoO")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := weiqi.ParseBoard(text)
		if err != nil {
			return
		}
		again, err := weiqi.ParseBoard(b.String())
		if err != nil || !again.Equal(b) || again.Hash() != b.Hash() {
			t.Fatalf("%q comes back as %v, %v", text, again, err)
		}
		area, err := b.Count(weiqi.Agreement{})
		if err != nil || area.Black+area.White != weiqi.Quarters*b.Size() {
			t.Fatalf("%q counts as %v, %v", text, area, err)
		}
	})
}
