package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
)

// TestBoardGeometry: the pages' script draws every sample position byte for byte as package diagram
// does, so that page, print and file show one board.
func TestBoardGeometry(t *testing.T) {
	ctx := browser(t)
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{"../web/ui/diagram.ts"}, Bundle: true, Write: false, Charset: api.CharsetUTF8, Format: api.FormatIIFE, GlobalName: "diagram"})
	if len(bundle.Errors) > 0 {
		t.Fatal(bundle.Errors[0].Text)
	}
	do(t, ctx, "load", chromedp.Navigate("about:blank"), chromedp.Evaluate(string(bundle.OutputFiles[0].Contents)+";globalThis.diagram=diagram;true", nil))
	files, err := filepath.Glob("../diagram/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no sample positions", err)
	}
	for _, name := range files {
		figure, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		var got string
		do(t, ctx, name, chromedp.Evaluate("diagram.svg("+string(figure)+")", &got))
		if got+"\n" != string(want) {
			t.Errorf("%s: the script draws\n%s\nthe server\n%s", name, got, want)
		}
	}
}

// TestTypedPoints: a point is read as people type it, in letters and in Chinese lines, full-width or
// not; what isn't on the board is none (D16).
func TestTypedPoints(t *testing.T) {
	ctx := browser(t)
	bundle := api.Build(api.BuildOptions{EntryPoints: []string{"../web/ui/diagram.ts"}, Bundle: true, Write: false, Format: api.FormatIIFE, GlobalName: "diagram"})
	do(t, ctx, "load", chromedp.Navigate("about:blank"), chromedp.Evaluate(string(bundle.OutputFiles[0].Contents)+";globalThis.diagram=diagram;true", nil))
	for text, want := range map[string]string{
		"D16": "dd", "d16": "dd", " Ｄ１６ ": "dd", "J1": "is", "T19": "sa", "A1": "as", "t 1": "ss",
		"I5": "", "U1": "", "D20": "", "D0": "", "D": "", "16": "", "": "", "DD16": "",
		"4·十六": "dp", "4十六": "dp", "16-四": "pd", "１９ 十九": "ss", "1之一": "aa", "20·一": "", "0·一": "", "4·二十": "",
	} {
		quoted, _ := json.Marshal(text)
		var got string
		do(t, ctx, text, chromedp.Evaluate("diagram.pointOf("+string(quoted)+",19,19)", &got))
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
