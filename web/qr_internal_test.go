package web

import (
	"image"
	"image/color"
	"regexp"
	"strconv"
	"testing"

	qr "github.com/piglig/go-qr"
)

// TestQR: the drawn code reads back as its text.
func TestQR(t *testing.T) {
	const text = "http://192.168.137.1:8080/s/d-0123456789abcdef/5.1.142.abcdefghij234567"
	svg, err := qrSVG(text)
	if err != nil {
		t.Fatal(err)
	}
	side, err := strconv.Atoi(regexp.MustCompile(`viewBox="0 0 (\d+)`).FindStringSubmatch(string(svg))[1])
	if err != nil {
		t.Fatal(err)
	}
	const scale = 4
	img := image.NewGray(image.Rect(0, 0, (side+8)*scale, (side+8)*scale))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h`).FindAllStringSubmatch(string(svg), -1) {
		x, y, run := number(m[1])+4, number(m[2])+4, number(m[3])
		for px := x * scale; px < (x+run)*scale; px++ {
			for py := y * scale; py < (y+1)*scale; py++ {
				img.Set(px, py, color.Black)
			}
		}
	}
	got, err := qr.Decode(img)
	if err != nil || got != text {
		t.Errorf("reads %q, %v", got, err)
	}
}
