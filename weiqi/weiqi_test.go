package weiqi_test

import (
	"testing"

	"tianyuan/weiqi"
)

// board reads a drawing or ends the test.
func board(t testing.TB, text string) *weiqi.Board {
	t.Helper()
	b, err := weiqi.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func empty(t testing.TB, width, height int) *weiqi.Board {
	t.Helper()
	b, err := weiqi.NewBoard(width, height)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
