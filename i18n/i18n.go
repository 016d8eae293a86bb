// Package i18n holds the words of the three languages and prints messages with them.
//
// Texts lie in locales/<area>.<language>.json, flat: key → text with {name} placeholders.
// The areas of a language are merged. A text may have an English plural: key.one and key.other,
// chosen by the argument n.
package i18n

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tianyuan/fault"
)

// Lang is a language of the program, as a BCP 47 tag.
type Lang string

// The three languages.
const (
	Hans Lang = "zh-Hans"
	Hant Lang = "zh-Hant"
	En   Lang = "en"
)

// Langs lists the languages, the default first.
var Langs = []Lang{Hans, Hant, En}

//go:embed locales/*.json
var locales embed.FS

var catalogues = sync.OnceValue(func() map[Lang]map[string]string {
	all, err := load(locales)
	if err != nil {
		panic(err) // the files are embedded and tested
	}
	return all
})

// load merges the areas of each language; a key in two areas is an error.
func load(files fs.FS) (map[Lang]map[string]string, error) {
	all := map[Lang]map[string]string{Hans: {}, Hant: {}, En: {}}
	names, err := fs.Glob(files, "locales/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		_, lang, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".json"), ".")
		texts, known := all[Lang(lang)]
		if !known {
			return nil, fmt.Errorf("%s: unknown language %q", name, lang)
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var area map[string]string
		if err := json.Unmarshal(data, &area); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for key, text := range area {
			if _, twice := texts[key]; twice {
				return nil, fmt.Errorf("%s: key %q stands in two areas", name, key)
			}
			texts[key] = text
		}
	}
	return all, nil
}

// Match chooses a language by the header Accept-Language: the first that is one of ours.
// Chinese of Taiwan, Hong Kong and Macau is traditional; without a header it is zh-Hans,
// and any other language reads English.
func Match(acceptLanguage string) Lang {
	first := Lang("")
	for item := range strings.SplitSeq(acceptLanguage, ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(item), ";")
		if tag == "" || tag == "*" {
			continue
		}
		if lang, ok := byTag(tag); ok {
			return lang
		}
		first = En
	}
	if first == "" {
		return Hans
	}
	return first
}

func byTag(tag string) (Lang, bool) {
	parts := strings.Split(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	switch parts[0] {
	case "zh":
		for _, part := range parts[1:] {
			if slices.Contains([]string{"hant", "tw", "hk", "mo"}, part) {
				return Hant, true
			}
			if part == "hans" {
				return Hans, true
			}
		}
		return Hans, true
	case "en":
		return En, true
	}
	return "", false
}

// FromLocale chooses by a locale of the environment such as "zh_TW.UTF-8"; "C", "POSIX" and ""
// give zh-Hans.
func FromLocale(locale string) Lang {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "" || name == "C" || name == "POSIX" {
		return Hans
	}
	return Match(name)
}

// Parse reads a language's tag as people type it.
func Parse(tag string) (Lang, bool) {
	lang := Lang(tag)
	return lang, slices.Contains(Langs, lang)
}

// Printer prints messages of one language.
type Printer struct {
	Lang  Lang
	texts map[string]string
}

// For returns the printer of a language; an unknown one reads zh-Hans.
func For(lang Lang) *Printer {
	texts, ok := catalogues()[lang]
	if !ok {
		lang, texts = Hans, catalogues()[Hans]
	}
	return &Printer{Lang: lang, texts: texts}
}

// worded is a value that says itself in words, such as a rank or an outcome.
type worded interface {
	Words() (key string, args fault.Args)
}

// quartered is a count in quarter-stones.
type quartered interface{ QuarterStones() int }

// Has tells whether the language has a text for the key.
func (p *Printer) Has(key string) bool {
	_, ok := p.texts[key]
	return ok
}

// T returns the text of a key with its arguments filled in. A missing key shows as ⟦key⟧.
func (p *Printer) T(key string, args ...fault.Args) string {
	all := merged(args)
	text, ok := p.texts[key]
	if !ok {
		text, ok = p.plural(key, all)
	}
	if !ok {
		return "⟦" + key + "⟧"
	}
	return p.fill(text, all)
}

// Tight returns the text of a key as records and scripts write it, without the blanks that pages
// set between Chinese and digits: 黑胜3/4子. English keeps its blanks.
func (p *Printer) Tight(key string, args ...fault.Args) string {
	text := p.T(key, args...)
	if p.Lang == En {
		return text
	}
	return strings.ReplaceAll(text, " ", "")
}

// merged makes one set of arguments; most messages have none or one, and pages print thousands.
func merged(args []fault.Args) fault.Args {
	switch len(args) {
	case 0:
		return nil
	case 1:
		return args[0]
	}
	all := fault.Args{}
	for _, a := range args {
		maps.Copy(all, a)
	}
	return all
}

func (p *Printer) plural(key string, args fault.Args) (string, bool) {
	form := ".other"
	if n, ok := args["n"].(int); ok && n == 1 {
		form = ".one"
	}
	text, ok := p.texts[key+form]
	return text, ok
}

func (p *Printer) fill(text string, args fault.Args) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, closed := strings.Cut(after, "}")
		if value, ok := args[name]; closed && ok {
			b.WriteString(p.value(value))
		} else {
			b.WriteString("{" + name + "}")
		}
		text = rest
	}
}

// value prints an argument: numbers as digits, several of them as a list, times by the clock, worded
// things in words.
func (p *Printer) value(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case []int:
		return p.few(v)
	case []string:
		return p.List(v)
	case quartered:
		return p.Quarters(v.QuarterStones())
	case worded:
		key, args := v.Words()
		return p.T(key, args)
	case error:
		return p.Fault(v)
	case time.Time:
		return p.Clock(v)
	case time.Duration:
		return p.Duration(v)
	}
	return fmt.Sprint(v)
}

// Fault says an error in words; what isn't a fault is "fault.internal" and goes to the log.
func (p *Printer) Fault(err error) string {
	if err == nil {
		return ""
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return p.T(f.Key, short(f.Args))
	}
	return p.T("fault.internal")
}

// short cuts the texts of a fault's arguments: what somebody typed is told again, but never pages of it.
func short(args fault.Args) fault.Args {
	const most = 120 // characters
	var cut fault.Args
	for name, value := range args {
		text, ok := value.(string)
		if !ok || len(text) <= most {
			continue
		}
		if runes := []rune(text); len(runes) > most {
			if cut == nil {
				cut = maps.Clone(args)
			}
			cut[name] = string(runes[:most]) + "…"
		}
	}
	if cut == nil {
		return args
	}
	return cut
}

// Quarters writes quarter-stones in words: 3/4 子, 1 又 3/4 子, 2 子; in English "1¾ zi".
func (p *Printer) Quarters(q int) string {
	if q < 0 {
		return "−" + p.Quarters(-q)
	}
	whole, rest := q/4, q%4
	if p.Lang == En {
		return p.Stones(q)
	}
	part := [4]string{"", "1/4", "1/2", "3/4"}[rest]
	switch {
	case rest == 0:
		return strconv.Itoa(whole) + " 子"
	case whole == 0:
		return part + " 子"
	}
	return strconv.Itoa(whole) + " 又 " + part + " 子"
}

// Stones writes quarter-stones for a cell of a table: 3¾ 子, ¾ 子; in English "3¾ zi". Sentences have
// Quarters.
func (p *Printer) Stones(q int) string {
	if p.Lang == En {
		return Fraction(q) + " zi"
	}
	return Fraction(q) + " 子"
}

// Fraction writes quarter-stones as a bare number: 15 → "3¾".
func Fraction(q int) string {
	sign := ""
	if q < 0 {
		sign, q = "−", -q
	}
	part := [4]string{"", "¼", "½", "¾"}[q%4]
	if q/4 == 0 && part != "" {
		return sign + part
	}
	return sign + strconv.Itoa(q/4) + part
}

// Duration writes a length of time in whole milliseconds: 1 小时 30 分, 60 秒 as 1 分; in English
// 1 h 30 min 20 s.
func (p *Printer) Duration(d time.Duration) string {
	names := map[Lang][3]string{Hans: {"小时", "分", "秒"}, Hant: {"小時", "分", "秒"}, En: {"h", "min", "s"}}[p.Lang]
	var parts []string
	for i, unit := range []time.Duration{time.Hour, time.Minute} {
		if n := d / unit; n > 0 {
			parts = append(parts, strconv.FormatInt(int64(n), 10)+" "+names[i])
			d -= n * unit
		}
	}
	if d > 0 || len(parts) == 0 {
		seconds := strconv.FormatInt(int64(d/time.Second), 10)
		if ms := d % time.Second / time.Millisecond; ms > 0 {
			seconds += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
		}
		parts = append(parts, seconds+" "+names[2])
	}
	return strings.Join(parts, " ")
}

// Clock writes the time of day, 14:05.
func (p *Printer) Clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("15:04")
}

// Date writes month and day: 11 月 28 日, 28 Nov.
func (p *Printer) Date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if p.Lang == En {
		return t.Format("2 Jan")
	}
	return fmt.Sprintf("%d 月 %d 日", int(t.Month()), t.Day())
}

// DateTime writes the whole moment for paper: 2026-11-29 13:12.
func (p *Printer) DateTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02 15:04")
}

// List joins words as the language does.
func (p *Printer) List(words []string) string {
	if p.Lang == En {
		return strings.Join(words, ", ")
	}
	return strings.Join(words, "、")
}

// Numbers lists numbers as the language does: "12、18、31".
func (p *Printer) Numbers(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return p.List(words)
}

// few is Numbers for a message: it names at most twelve.
func (p *Printer) few(numbers []int) string {
	const most = 12
	if len(numbers) <= most {
		return p.Numbers(numbers)
	}
	return p.List([]string{p.Numbers(numbers[:most]), "…"})
}

// Keys returns all keys of the language in order, for tests.
func (p *Printer) Keys() []string { return slices.Sorted(maps.Keys(p.texts)) }
