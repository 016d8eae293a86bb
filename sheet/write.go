package sheet

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/width"
)

// WriteXLSX writes each table as a sheet named by its title, the head in bold and kept in view.
// Every cell is text in a text format: no formula, and no number that a program would change.
func WriteXLSX(tables []Table) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	names := map[string]bool{}
	for i, t := range tables {
		name := sheetName(t.Title, names)
		var err error
		if i == 0 {
			err = f.SetSheetName(f.GetSheetName(0), name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err != nil {
			return nil, fmt.Errorf("sheet %q: %w", name, err)
		}
		if err := writeSheet(f, name, t); err != nil {
			return nil, fmt.Errorf("sheet %q: %w", name, err)
		}
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("writing the workbook: %w", err)
	}
	return out.Bytes(), nil
}

const textFormat = 49 // "@"

func writeSheet(f *excelize.File, name string, t Table) error {
	head, err := f.NewStyle(&excelize.Style{NumFmt: textFormat, Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	body, err := f.NewStyle(&excelize.Style{NumFmt: textFormat})
	if err != nil {
		return err
	}
	w, err := f.NewStreamWriter(name)
	if err != nil {
		return err
	}
	for i, chars := range widths(t) {
		if err := w.SetColWidth(i+1, i+1, float64(chars)); err != nil {
			return err
		}
	}
	row := 1
	if t.Head != nil {
		if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
			return err
		}
		if err := writeRow(w, row, t.Head, head); err != nil {
			return err
		}
		row++
	}
	for _, texts := range t.Rows {
		if err := writeRow(w, row, texts, body); err != nil {
			return err
		}
		row++
	}
	return w.Flush()
}

func writeRow(w *excelize.StreamWriter, row int, texts []string, style int) error {
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = excelize.Cell{StyleID: style, Value: text}
	}
	at, err := excelize.CoordinatesToCellName(1, row)
	if err != nil {
		return err
	}
	return w.SetRow(at, cells)
}

// widths are the columns' widths in half-width characters, 6–50.
func widths(t Table) []int {
	var all []int
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, text := range row {
			if i == len(all) {
				all = append(all, 6)
			}
			all[i] = min(max(all[i], columnsOf(text)+2), 50)
		}
	}
	return all
}

func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// sheetName makes a title fit for a sheet: at most 31 UTF-16 units, none of []:*?/\, not twice.
func sheetName(title string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\'`, r) || r < ' ' || r == utf8.RuneError || r > 0xFFFF {
			return -1
		}
		return r
	}, title)
	if base = strings.TrimSpace(base); base == "" {
		base = "Sheet"
	}
	name := cut(base, 31)
	for n := 2; taken[strings.ToLower(name)]; n++ {
		ending := fmt.Sprintf(" (%d)", n)
		name = cut(base, 31-len(ending)) + ending
	}
	taken[strings.ToLower(name)] = true
	return name
}

func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
