package sheet_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"tianyuan/fault"
	"tianyuan/i18n"
	"tianyuan/sheet"
)

const (
	hans = "姓名,单位,段位\r\n张三,甲棋院,业5段\r\n李四,乙学校,3级\r\n"
	hant = "姓名,單位,段位\r\n張三,甲棋院,業5段\r\n李四,乙學校,3級\r\n"
)

func encode(t testing.TB, e encoding.Encoding, text string) []byte {
	t.Helper()
	out, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func texts(s *sheet.Sheet) [][]string {
	var all [][]string
	for _, row := range s.Rows {
		var line []string
		for _, c := range row.Cells {
			line = append(line, c.Text)
		}
		all = append(all, line)
	}
	return all
}

// TestEncodings: every encoding in use for Chinese is recognised (issue item 2).
func TestEncodings(t *testing.T) {
	le := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	be := unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	for _, c := range []struct {
		want, text string
		data       []byte
	}{
		{"utf8", hans, []byte(hans)},
		{"utf8", "name,unit\nAda,Club", []byte("name,unit\nAda,Club")},
		{"utf8bom", hans, []byte("\uFEFF" + hans)},
		{"utf16le", hans, encode(t, le, hans)},
		{"utf16be", hant, encode(t, be, hant)},
		{"gb18030", hans, encode(t, simplifiedchinese.GB18030, hans)},
		{"gb18030", hans + "𠮷㐂,〇〇,２段\r\n", encode(t, simplifiedchinese.GB18030, hans+"𠮷㐂,〇〇,２段\r\n")},
		{"big5", hant, encode(t, traditionalchinese.Big5, hant)},
	} {
		for _, wish := range []string{"", c.want} {
			s, err := sheet.Read("a.csv", c.data, sheet.Options{Encoding: wish})
			if err != nil {
				t.Errorf("%s: %v", c.want, err)
				continue
			}
			plain, err := sheet.Read("a.csv", []byte(c.text), sheet.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Encoding != c.want || !reflect.DeepEqual(texts(s), texts(plain)) {
				t.Errorf("%s is read as %s: %v", c.want, s.Encoding, texts(s))
			}
		}
	}
}

// TestCSV: separators are recognised, rows keep the numbers of the file, quotes may hold anything.
func TestCSV(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want [][]string
		nos  []int
	}{
		"commas":         {"a,b\n1,2\n", [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		"tabs":           {"a\tb,x\n1\t2\n3\t4", [][]string{{"a", "b,x"}, {"1", "2"}, {"3", "4"}}, []int{1, 2, 3}},
		"semicolons":     {"a;b\n1;2,5\n", [][]string{{"a", "b"}, {"1", "2,5"}}, []int{1, 2}},
		"full-width":     {"姓名，单位\n张三，甲棋院\n", [][]string{{"姓名", "单位"}, {"张三", "甲棋院"}}, []int{1, 2}},
		"named":          {"sep=|\na|b\n", [][]string{{"sep="}, {"a", "b"}}, []int{1, 2}},
		"empty rows":     {"a,b\n\n,,\n1,2\n,\n\n", [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 4}},
		"quotes":         {"a,\"b \"\"c\"\", d\"\r\n\"x\r\ny\",2\r\n3,4", [][]string{{"a", `b "c", d`}, {"x\ny", "2"}, {"3", "4"}}, []int{1, 2, 3}},
		"loose quotes":   {"a,5\" b\n\"c\"d,e\n", [][]string{{"a", `5" b`}, {"cd", "e"}}, []int{1, 2}},
		"old Mac":        {"a,b\r1,2\r", [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		"one column":     {"姓名\n张三\n", [][]string{{"姓名"}, {"张三"}}, []int{1, 2}},
		"trailing empty": {"a,b,,,\n1,,,,\n", [][]string{{"a", "b"}, {"1"}}, []int{1, 2}},
	} {
		s, err := sheet.Read("a.csv", []byte(c.text), sheet.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var nos []int
		for _, row := range s.Rows {
			nos = append(nos, row.No)
		}
		if !reflect.DeepEqual(texts(s), c.want) || !slices.Equal(nos, c.nos) {
			t.Errorf("%s: got %q, rows %v; want %q, %v", name, texts(s), nos, c.want, c.nos)
		}
	}
}

// TestFormulaMarks: what a program would compute is marked and kept as text.
func TestFormulaMarks(t *testing.T) {
	for text, want := range map[string]bool{
		`=HYPERLINK("x")`: true, "=1+1": true, "@SUM(A1)": true, "+1+cmd|' /C calc'!A0": true, "-2+3&1": true,
		"-": false, "=": false, "+8613800000000": false, "-5": false, "a=b": false, "": false, "+86 (10) 1": false, "+SUM(1)": true,
	} {
		if got := sheet.FormulaLike(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	s, err := sheet.Read("a.csv", []byte("a,\"=HYPERLINK(\"\"x\"\")\",'=b\n"), sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []sheet.Cell{{Text: "a"}, {Text: `=HYPERLINK("x")`, Formula: true}, {Text: "=b"}}
	if !slices.Equal(s.Rows[0].Cells, want) {
		t.Errorf("got %+v", s.Rows[0].Cells)
	}
}

func archive(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range parts {
			if !yield(name) {
				return
			}
		}
	}) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(parts[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	namespace = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	relType   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
)

// workbook is the least workbook with one sheet of this XML.
func workbook(data string) map[string]string {
	return map[string]string{
		"xl/workbook.xml":            `<workbook` + namespace + `><sheets><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="` + relType + `" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<worksheet` + namespace + `>` + data + `</worksheet>`,
	}
}

// TestXLSX: dates are ISO, numbers plain, formulas and merged cells marked, other sheets named.
func TestXLSX(t *testing.T) {
	f := excelize.NewFile()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	style := func(s excelize.Style) int {
		id, err := f.NewStyle(&s)
		must(err)
		return id
	}
	chinese := `yyyy"年"m"月"d"日";@`
	red := `[Red]0.00`
	must(f.SetSheetName("Sheet1", "报名表"))
	must(f.SetCellValue("报名表", "A1", "江北杯 报名表"))
	must(f.MergeCell("报名表", "A1", "D1"))
	must(f.SetSheetRow("报名表", "A3", &[]any{"张三", 40242, 40242, 40242.75}))
	must(f.SetCellStyle("报名表", "B3", "B3", style(excelize.Style{NumFmt: 14})))
	must(f.SetCellStyle("报名表", "C3", "D3", style(excelize.Style{CustomNumFmt: &chinese})))
	must(f.SetSheetRow("报名表", "A4", &[]any{2150, 13800000000.0, 0.1 + 0.2, true}))
	must(f.SetCellStyle("报名表", "A4", "A4", style(excelize.Style{CustomNumFmt: &red})))
	must(f.SetCellFormula("报名表", "A5", `HYPERLINK("x")`))
	must(f.SetCellRichText("报名表", "B5", []excelize.RichTextRun{{Text: "王"}, {Text: "伟"}}))
	must(f.SetCellValue("报名表", "A6", "甲棋院"))
	must(f.SetCellValue("报名表", "B6", "x"))
	must(f.SetCellValue("报名表", "B7", "y"))
	must(f.MergeCell("报名表", "A6", "A7"))
	_, err := f.NewSheet("说明")
	must(err)
	must(f.SetCellValue("说明", "A1", "请填写"))
	out, err := f.WriteToBuffer()
	must(err)

	s, err := sheet.Read("a.xlsx", out.Bytes(), sheet.Options{})
	must(err)
	want := []sheet.Row{
		{No: 1, Cells: []sheet.Cell{{Text: "江北杯 报名表", Merged: true}, {Merged: true}, {Merged: true}, {Merged: true}}},
		{No: 3, Cells: []sheet.Cell{{Text: "张三"}, {Text: "2010-03-05"}, {Text: "2010-03-05"}, {Text: "2010-03-05 18:00"}}},
		{No: 4, Cells: []sheet.Cell{{Text: "2150"}, {Text: "13800000000"}, {Text: "0.3"}, {Text: "TRUE"}}},
		{No: 5, Cells: []sheet.Cell{{Text: `=HYPERLINK("x")`, Formula: true}, {Text: "王伟"}}},
		{No: 6, Cells: []sheet.Cell{{Text: "甲棋院", Merged: true}, {Text: "x"}}},
		{No: 7, Cells: []sheet.Cell{{Merged: true}, {Text: "y"}}},
	}
	if !reflect.DeepEqual(s.Rows, want) {
		t.Errorf("got  %+v\nwant %+v", s.Rows, want)
	}
	if s.Name != "报名表" || s.Encoding != "xlsx" || !slices.Equal(s.Sheets, []string{"报名表", "说明"}) {
		t.Errorf("name %q, encoding %q, sheets %q", s.Name, s.Encoding, s.Sheets)
	}
	other, err := sheet.Read("a.xlsx", out.Bytes(), sheet.Options{Sheet: "说明"})
	must(err)
	if got := texts(other); !reflect.DeepEqual(got, [][]string{{"请填写"}}) {
		t.Errorf("other sheet: %q", got)
	}
	if _, err := sheet.Read("a.xlsx", out.Bytes(), sheet.Options{Sheet: "无"}); fault.KeyOf(err) != "fault.sheet.noSheet" {
		t.Errorf("missing sheet: %v", err)
	}
}

// TestXLSXParts: what other programs write: readings above characters, escapes, inline texts,
// cells without references, the date system of 1904, an empty first sheet, a hidden one.
func TestXLSXParts(t *testing.T) {
	parts := workbook(`<sheetData><row><c t="inlineStr"><is><t>a</t></is></c><c t="s"><v>0</v></c><c s="1"><v>1</v></c></row>` +
		`<row r="3"><c r="A3" t="str"><v>b_x000D_c_x</v></c><c r="C3" t="e"><v>#REF!</v></c><c r="XFD3" s="1"/></row><row r="1048576"/></sheetData>`)
	parts["xl/workbook.xml"] = `<workbook` + namespace + `><workbookPr date1904="1"/><sheets>` +
		`<sheet name="藏" sheetId="3" state="hidden" r:id="rId1"/><sheet name="空" sheetId="2" r:id="rId2"/><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships><Relationship Id="rId1" Type="` + relType + `" Target="/xl/worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="` + relType + `" Target="worksheets/sheet2.xml"/></Relationships>`
	parts["xl/worksheets/sheet2.xml"] = `<worksheet` + namespace + `><sheetData/></worksheet>`
	parts["xl/sharedStrings.xml"] = `<sst` + namespace + `><si><r><t>王</t></r><r><t>伟</t></r><rPh sb="0" eb="1"><t>wang</t></rPh></si></sst>`
	parts["xl/styles.xml"] = `<styleSheet` + namespace + `><cellXfs><xf numFmtId="0"/><xf numFmtId="31"/></cellXfs></styleSheet>`
	s, err := sheet.Read("a.xlsx", archive(t, parts), sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"a", "王伟", "1904-01-02"}, {"b\rc_x", "", "#REF!"}}
	if s.Name != "一" || !reflect.DeepEqual(texts(s), want) || s.Rows[1].No != 3 {
		t.Errorf("sheet %q: %q", s.Name, texts(s))
	}
}

func bigRow(columns int) string { return strings.Repeat("x,", columns-1) + "x\n" }

// TestRefused: hostile and broken files are refused with what to do, in all three languages.
func TestRefused(t *testing.T) {
	good, err := sheet.WriteXLSX([]sheet.Table{{Title: "一", Rows: [][]string{{"a"}}}})
	if err != nil {
		t.Fatal(err)
	}
	bomb := workbook("<sheetData/>")
	bomb["xl/media/x.bin"] = strings.Repeat("0", 5<<20)
	many := workbook("<sheetData/>")
	for i := range 1000 {
		many[fmt.Sprintf("xl/media/%d", i)] = ""
	}
	lying := archive(t, workbook("<sheetData>"+strings.Repeat("<row></row>", 100_000)+"</sheetData>"))
	ole := "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 512)
	merges := strings.Repeat(`<mergeCell ref="A1:XFD1048576"/>`, 30_000)
	for name, c := range map[string]struct {
		data []byte
		key  string
		o    sheet.Options
	}{
		"too big":             {make([]byte, sheet.MaxBytes+1), "tooBig", sheet.Options{}},
		"zip bomb by ratio":   {archive(t, bomb), "bomb", sheet.Options{}},
		"zip bomb by entries": {archive(t, many), "bomb", sheet.Options{}},
		"lying directory":     {shrink(lying), "damaged", sheet.Options{}},
		"merged a thousand times": {archive(t, workbook(`<sheetData>`+strings.Repeat(`<row><c t="str"><v>a</v></c></row>`, 1000)+
			`</sheetData><mergeCells>`+merges+`</mergeCells>`)), "bomb", sheet.Options{}},
		"too many rows":     {[]byte(strings.Repeat("a\n", sheet.MaxRows+1)), "tooManyRows", sheet.Options{}},
		"too many columns":  {[]byte(bigRow(sheet.MaxColumns + 1)), "tooManyColumns", sheet.Options{}},
		"far column":        {archive(t, workbook(`<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>`)), "tooManyColumns", sheet.Options{}},
		"long cell":         {[]byte("a\n" + strings.Repeat("字", sheet.MaxChars+1)), "cellTooLong", sheet.Options{}},
		"xls":               {[]byte(ole), "xls", sheet.Options{}},
		"encrypted":         {[]byte(ole + "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"), "encrypted", sheet.Options{}},
		"cut off":           {good[:len(good)/2], "damaged", sheet.Options{}},
		"broken XML":        {archive(t, workbook("<sheetData><row></sheetData>")), "damaged", sheet.Options{}},
		"missing string":    {archive(t, workbook(`<sheetData><row><c t="s"><v>7</v></c></row></sheetData>`)), "damaged", sheet.Options{}},
		"rows backwards":    {archive(t, workbook(`<sheetData><row r="5"/><row r="4"/></sheetData>`)), "damaged", sheet.Options{}},
		"another zip":       {archive(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "notSheet", sheet.Options{}},
		"picture":           {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00"), "notSheet", sheet.Options{}},
		"PDF":               {[]byte("%PDF-1.7\n\xe2\xe3"), "notSheet", sheet.Options{}},
		"web page":          {[]byte("<html><table><tr><td>姓名"), "html", sheet.Options{}},
		"broken UTF-8":      {[]byte("姓名,单位\n张三,甲棋院\n李\xE5四,乙学校\n"), "badBytes", sheet.Options{}},
		"wrong wish":        {encode(t, simplifiedchinese.GB18030, hans), "badBytes", sheet.Options{Encoding: "utf8"}},
		"odd UTF-16":        {[]byte("\xFF\xFEa\x00b"), "badBytes", sheet.Options{}},
		"unknown wish":      {[]byte("a"), "encodingName", sheet.Options{Encoding: "latin1"}},
		"empty":             {nil, "empty", sheet.Options{}},
		"only separators":   {[]byte(",,,\n , \n"), "empty", sheet.Options{}},
		"quote never ends":  {[]byte("a,b\n1,\"2\n3,4\n"), "quote", sheet.Options{}},
		"workbook of blank": {archive(t, workbook("<sheetData/>")), "empty", sheet.Options{}},
	} {
		s, err := sheet.Read("名单.csv", c.data, c.o)
		if s != nil || fault.KeyOf(err) != "fault.sheet."+c.key {
			t.Errorf("%s: got %v, want %s", name, err, c.key)
			continue
		}
		for _, lang := range i18n.Langs {
			if got := i18n.For(lang).Fault(err); !strings.Contains(got, "名单.csv") || strings.ContainsAny(got, "{⟦") {
				t.Errorf("%s %s: message %q", name, lang, got)
			}
		}
	}
	if _, err := sheet.Read("a.csv", []byte("姓名,单位\n张三,甲棋院\n李\xE5四,乙学校\n"), sheet.Options{}); !strings.Contains(i18n.For(i18n.Hans).Fault(err), "第 3 行") {
		t.Errorf("broken bytes: the row isn't named in %v", err)
	}
}

// shrink writes a small size over the unpacked size of the greatest part in the directory.
func shrink(data []byte) []byte {
	data = bytes.Clone(data)
	const sizeAt = 24 // of a directory entry
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("PK\x01\x02"))
		if i < 0 {
			return data
		}
		at += i
		if bytes.HasPrefix(data[at+46:], []byte("xl/worksheets/sheet1.xml")) {
			copy(data[at+sizeAt:], []byte{10, 0, 0, 0})
		}
		at += 4
	}
}

// TestSmallFileOfFarCells: empty cells at the end of the grid cost nothing.
func TestSmallFileOfFarCells(t *testing.T) {
	var rows strings.Builder
	for i := 1; i <= 2000; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="XFD%d" s="3"/></row>`, i, i)
	}
	data := archive(t, workbook(`<sheetData>`+rows.String()+`<row r="1048576"><c r="A1048576" t="str"><v>a</v></c><c r="XFD1048576"/></row></sheetData>`))
	s, err := sheet.Read("a.xlsx", data, sheet.Options{})
	if err != nil || len(s.Rows) != 1 || len(s.Rows[0].Cells) != 1 || s.Rows[0].No != 1<<20 {
		t.Fatalf("%+v, %v", s, err)
	}
	const perRow = 50
	if n := testing.AllocsPerRun(2, func() { _, _ = sheet.Read("a.xlsx", data, sheet.Options{}) }); n > 2001*perRow {
		t.Errorf("%v allocations for 2,001 rows with one empty cell", n)
	}
}

var cellText = rapid.Custom(func(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "'", "''"}).Draw(t, "quote") +
		rapid.SampledFrom([]string{"", "=", "+", "-", "@", "\t"}).Draw(t, "sign") +
		rapid.StringOfN(rapid.SampledFrom([]rune("a1,;，\"\n '张_x000D_|(")), 0, 8, -1).Draw(t, "text") + "z"
})

// TestRoundTrip: what is written is read back, as text and never as a formula.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "columns")
		table := sheet.Table{Title: "名单", Head: rapid.SliceOfN(cellText, n, n).Draw(t, "head")}
		table.Rows = rapid.SliceOfN(rapid.SliceOfN(cellText, n, n), 0, 4).Draw(t, "rows")
		want := append([][]string{table.Head}, table.Rows...)
		book, err := sheet.WriteXLSX([]sheet.Table{table})
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{"a.xlsx": book, "a.csv": sheet.WriteCSV(table)} {
			s, err := sheet.Read(name, data, sheet.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(texts(s), want) {
				t.Fatalf("%s: wrote %q, read %q", name, want, texts(s))
			}
			for _, row := range s.Rows {
				for _, c := range row.Cells {
					if c.Formula {
						t.Fatalf("%s: %q is a formula", name, c.Text)
					}
				}
			}
		}
	})
}

// TestWriteGuards: no written cell can be computed by a spreadsheet program.
func TestWriteGuards(t *testing.T) {
	out := string(sheet.WriteCSV(sheet.Table{Head: []string{"a"}, Rows: [][]string{{"=1"}, {"+1"}, {"-1"}, {"@a"}, {"\ta"}, {"业 5 段"}}}))
	want := "\uFEFFa\r\n'=1\r\n'+1\r\n'-1\r\n'@a\r\n\"'\ta\"\r\n业 5 段\r\n"
	if out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

// TestSheetNames: any title makes a sheet, and two equal ones two sheets.
func TestSheetNames(t *testing.T) {
	long := strings.Repeat("长", 40)
	data, err := sheet.WriteXLSX([]sheet.Table{{Title: "甲/乙", Rows: [][]string{{"a"}}}, {Title: long}, {Title: long}, {}, {Title: "甲乙"}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sheet.Read("a.xlsx", data, sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"甲乙", long[:31*3], long[:27*3] + " (2)", "Sheet", "甲乙 (2)"}
	if !slices.Equal(s.Sheets, want) {
		t.Errorf("got %q, want %q", s.Sheets, want)
	}
}

func TestLetter(t *testing.T) {
	for column, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 199: "GR", 701: "ZZ", 702: "AAA"} {
		if got := sheet.Letter(column); got != want {
			t.Errorf("column %d is %s, want %s", column, got, want)
		}
	}
}

// FuzzRead: no bytes make it panic or break its bounds, and every error is a fault.
func FuzzRead(f *testing.F) {
	book, err := sheet.WriteXLSX([]sheet.Table{{Title: "一", Head: []string{"姓名"}, Rows: [][]string{{"张三"}}}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{book, []byte(hans), encode(f, simplifiedchinese.GB18030, hans), encode(f, traditionalchinese.Big5, hant),
		[]byte("\xFF\xFEa\x00"), []byte("a,\"b"), archive(f, workbook(`<sheetData><row r="2"><c r="B2"><f>1</f></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>`))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := sheet.Read("f", data, sheet.Options{})
		if err != nil {
			if code := fault.CodeOf(err); code != fault.Invalid && code != fault.TooLarge {
				t.Fatalf("%v has the code %s", err, code)
			}
			return
		}
		last := 0
		for _, row := range s.Rows {
			if row.No <= last || len(row.Cells) == 0 || len(row.Cells) > sheet.MaxColumns {
				t.Fatalf("row %d after %d has %d cells", row.No, last, len(row.Cells))
			}
			last = row.No
		}
		if len(s.Rows) > sheet.MaxRows {
			t.Fatalf("%d rows", len(s.Rows))
		}
	})
}
