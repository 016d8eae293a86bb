package web

import (
	"fmt"
	"html/template"
	"strings"

	qr "github.com/piglig/go-qr"
)

// qrSVG draws a QR code with a quiet zone of two modules, black on white in every theme.
// Runs of dark modules become one path, so that a sheet of slips stays small.
func qrSVG(text string) (template.HTML, error) {
	code, err := qr.EncodeText(text, qr.Medium)
	if err != nil {
		return "", err
	}
	const quiet = 2
	var path strings.Builder
	size := code.Size()
	for y := range size {
		for x := 0; x < size; {
			run := 0
			for x+run < size && code.Module(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			}
			x += max(run, 1)
		}
	}
	side := size + 2*quiet
	return template.HTML(fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" shape-rendering="crispEdges" aria-hidden="true"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>`, side, side, side, side, path.String())), nil
}
