package web_test

import (
	"maps"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"
)

const (
	readable = 4.5 // WCAG 2 success criterion 1.4.3: text
	visible  = 3.0 // WCAG 2 success criterion 1.4.11: borders, focus, marks
)

var (
	texts   = []string{"ink", "ink-2", "ink-3", "seal", "jade", "indigo", "ochre"}
	grounds = []string{"sheet", "paper", "well", "seal-tint", "jade-tint", "indigo-tint", "ochre-tint"}
)

// pair is one colour seen on another, both without the prefix --ty-.
type pair struct {
	front, back string
	least       float64
}

// pairs are those of both themes, besides the texts on their grounds.
var pairs = []pair{
	{"on-seal", "seal", readable},
	{"paper", "ink", readable},
	{"board-line", "board", readable},
	{"edge", "sheet", visible},
	{"edge", "paper", visible},
	{"edge", "well", visible},
	{"focus", "sheet", visible},
	{"focus", "paper", visible},
	{"focus", "well", visible},
	{"mark-on-black", "black", visible},
	{"mark-on-white", "white", visible},
	{"mark-on-board", "board", visible},
}

// clockPairs hold in the light theme alone: the clock page has no other.
var clockPairs = []pair{
	{"paper", "clock-black", readable},
	{"ink", "clock-white", readable},
	{"ink-3", "clock-white", readable},
	{"clock-run", "clock-black", visible},
	{"mark-on-white", "clock-white", visible},
}

// TestContrast: every text can be read on every ground it may stand on, and every border, focus
// ring and mark can be seen, in both themes.
func TestContrast(t *testing.T) {
	css := readStyle(t)
	light := tokens(t, css, lightBlock)
	dark := maps.Clone(light)
	maps.Copy(dark, tokens(t, css, darkBlock))

	both := append([]pair{}, pairs...)
	for _, text := range texts {
		for _, ground := range grounds {
			both = append(both, pair{text, ground, readable})
		}
	}
	for theme, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, p := range both {
			checkPair(t, theme, colours, p)
		}
	}
	for _, p := range clockPairs {
		checkPair(t, "clock", light, p)
	}
}

// TestDarkThemesAreOne: the dark theme that a person chose is the one that the system asks for.
func TestDarkThemesAreOne(t *testing.T) {
	css := readStyle(t)
	chosen, asked := tokens(t, css, darkBlock), tokens(t, css, mediaBlock)
	if !maps.Equal(chosen, asked) {
		t.Errorf("the two dark blocks differ:\nchosen %v\nasked  %v", chosen, asked)
	}
}

// TestColoursStandInThemes: no rule outside the three blocks gives a token another colour, so
// that what TestContrast sees is what pages show.
func TestColoursStandInThemes(t *testing.T) {
	css := readStyle(t)
	inBlocks := 0
	for _, block := range []*regexp.Regexp{lightBlock, darkBlock, mediaBlock} {
		inBlocks += len(colour.FindAllString(blockText(t, css, block), -1))
	}
	if all := len(colour.FindAllString(css, -1)); all != inBlocks {
		t.Errorf("%d colour tokens are set, but only %d of them in the blocks of the themes", all, inBlocks)
	}
}

// TestRulesAreOrnament: the colours of thin rules are too faint for text.
func TestRulesAreOrnament(t *testing.T) {
	for _, found := range regexp.MustCompile(`[^-\w]color:\s*var\(--ty-rule[^)]*\)`).FindAllString(readStyle(t), -1) {
		t.Errorf("text in the colour of a rule: %q", found)
	}
}

// TestRatio holds the measure itself against values known from the definition of WCAG 2.
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		front, back string
		want        string
	}{{"#000000", "#FFFFFF", "21.00"}, {"#FFFFFF", "#FFFFFF", "1.00"}, {"#767676", "#FFFFFF", "4.54"}, {"#777777", "#FFFFFF", "4.48"}} {
		if got := strconv.FormatFloat(ratio(c.front, c.back), 'f', 2, 64); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.front, c.back, got, c.want)
		}
	}
}

func checkPair(t *testing.T, theme string, colours map[string]string, p pair) {
	t.Helper()
	front, back := resolve(t, colours, p.front), resolve(t, colours, p.back)
	if got := ratio(front, back); got < p.least {
		t.Errorf("%s: --ty-%s %s on --ty-%s %s has contrast %.2f, needs %.1f", theme, p.front, front, p.back, back, got, p.least)
	}
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	lightBlock = regexp.MustCompile(`(?m)^:root\s*\{([^}]*)\}`)
	darkBlock  = regexp.MustCompile(`(?m)^:root\[data-theme=dark\]\s*\{([^}]*)\}`)
	mediaBlock = regexp.MustCompile(`(?m)^@media \(prefers-color-scheme: dark\)\s*\{\s*:root:not\(\[data-theme=light\]\)\s*\{([^}]*)\}`)
	colour     = regexp.MustCompile(`--ty-([\w-]+):\s*(#[0-9A-Fa-f]{6}|var\(--ty-[\w-]+\))\s*;`)
	reference  = regexp.MustCompile(`^var\(--ty-([\w-]+)\)$`)
)

func readStyle(t *testing.T) string {
	t.Helper()
	css, err := os.ReadFile("ui/style.css")
	if err != nil {
		t.Fatal(err)
	}
	return comment.ReplaceAllString(string(css), "")
}

// blockText is the inside of the one block that a pattern finds.
func blockText(t *testing.T, css string, block *regexp.Regexp) string {
	t.Helper()
	found := block.FindAllStringSubmatch(css, -1)
	if len(found) != 1 {
		t.Fatalf("style.css has %d blocks %v, want one", len(found), block)
	}
	return found[0][1]
}

// tokens are the colours of a block by name.
func tokens(t *testing.T, css string, block *regexp.Regexp) map[string]string {
	t.Helper()
	colours := map[string]string{}
	for _, m := range colour.FindAllStringSubmatch(blockText(t, css, block), -1) {
		colours[m[1]] = m[2]
	}
	return colours
}

// resolve follows a token to its #RRGGBB.
func resolve(t *testing.T, colours map[string]string, name string) string {
	t.Helper()
	value := colours[name]
	if m := reference.FindStringSubmatch(value); m != nil {
		value = colours[m[1]]
	}
	if len(value) != len("#RRGGBB") {
		t.Fatalf("--ty-%s has no colour: %q", name, value)
	}
	return value
}

// ratio is the contrast ratio of WCAG 2 between two colours #RRGGBB, 1 to 21.
func ratio(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance of WCAG 2, 0 to 1.
func luminance(colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return math.NaN()
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
