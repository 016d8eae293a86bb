package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"

	"tianyuan/fault"
)

// Bounds of the archive, checked by its directory before anything is unpacked, and again while
// unpacking because a directory can lie.
const (
	maxParts    = 1_000
	maxUnpacked = 100 << 20 // bytes of all parts together, by the directory
	maxRatio    = 200       // unpacked to packed, for parts above ratioFrom
	ratioFrom   = 1 << 20
	maxPart     = 50 << 20 // bytes of one part that is read
	maxStrings  = 1_000_000
	maxMarked   = MaxRows * MaxColumns // cells in merged ranges
)

// errDamaged is any way in which the parts of a workbook don't fit together.
var errDamaged = errors.New("damaged workbook")

// book is an opened workbook. It is read as a stream with one pass over the sheet, and not
// through excelize, which fills every row up to its farthest cell before it tells a formula: a
// file of 11 KB with empty cells in column XFD of 2,000 rows took it 42 s and 6 GB.
type book struct {
	r      reader
	files  map[string]*zip.File
	sheets []sheetRef
	shared []string
	dates  []bool // by style: shows a date
	y1904  bool
}

type sheetRef struct {
	name, part string
	hidden     bool
}

func (r reader) xlsx(data []byte, want string) (*Sheet, error) {
	b := &book{r: r, files: map[string]*zip.File{}}
	if err := b.open(data); err != nil {
		return nil, b.explain(err)
	}
	s, err := b.choose(want)
	if err != nil {
		return nil, b.explain(err)
	}
	for _, ref := range b.sheets {
		s.Sheets = append(s.Sheets, ref.name)
	}
	s.Encoding = "xlsx"
	return s, nil
}

// explain turns what isn't yet a fault into "damaged".
func (b *book) explain(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "fault.sheet.damaged", fault.Args{"file": b.r.file})
}

func (b *book) open(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	if err := b.guard(archive.File); err != nil {
		return err
	}
	for _, f := range archive.File {
		b.files[strings.TrimPrefix(f.Name, "/")] = f
	}
	main, err := b.mainPart()
	if err != nil {
		return err
	}
	if err := b.readWorkbook(main); err != nil {
		return err
	}
	if err := b.readStrings(path.Join(path.Dir(main), "sharedStrings.xml")); err != nil {
		return err
	}
	return b.readStyles(path.Join(path.Dir(main), "styles.xml"))
}

// guard refuses zip bombs by the archive's directory.
func (b *book) guard(files []*zip.File) error {
	if len(files) > maxParts {
		return b.r.tooLarge("bomb", nil)
	}
	var total uint64
	for _, f := range files {
		size, packed := f.UncompressedSize64, f.CompressedSize64
		if size > maxUnpacked || size > ratioFrom && size/max(packed, 1) > maxRatio {
			return b.r.tooLarge("bomb", nil)
		}
		total += size
	}
	if total > maxUnpacked {
		return b.r.tooLarge("bomb", nil)
	}
	return nil
}

// mainPart finds the workbook; another kind of zip file has none.
func (b *book) mainPart() (string, error) {
	main := "xl/workbook.xml"
	if _, ok := b.files["_rels/.rels"]; ok {
		rels, err := b.relations("_rels/.rels")
		if err != nil {
			return "", err
		}
		for _, rel := range rels {
			if strings.HasSuffix(rel.Type, "/officeDocument") {
				main = strings.TrimPrefix(path.Clean(rel.Target), "/")
			}
		}
	}
	if _, ok := b.files[main]; !ok || !strings.HasPrefix(main, "xl/") {
		return "", b.r.refuse("notSheet", nil)
	}
	return main, nil
}

type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
}

func (b *book) relations(part string) ([]relation, error) {
	var rels struct {
		List []relation `xml:"Relationship"`
	}
	return rels.List, b.unmarshal(part, &rels)
}

// bounded stops a part whose directory entry lied about its size.
type bounded struct {
	io.Reader
	left int
	r    reader
}

func (l *bounded) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, l.r.tooLarge("bomb", nil)
	}
	return n, err
}

func (b *book) decoder(part string) (*xml.Decoder, io.Closer, error) {
	f, ok := b.files[part]
	if !ok {
		return nil, nil, errDamaged
	}
	in, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	return xml.NewDecoder(&bounded{in, maxPart, b.r}), in, nil
}

func (b *book) unmarshal(part string, into any) error {
	d, closer, err := b.decoder(part)
	if err != nil {
		return err
	}
	defer closer.Close()
	return d.Decode(into)
}

func (b *book) readWorkbook(main string) error {
	var workbook struct {
		Pr struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			State string     `xml:"state,attr"`
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := b.unmarshal(main, &workbook); err != nil {
		return err
	}
	rels, err := b.relations(path.Join(path.Dir(main), "_rels", path.Base(main)+".rels"))
	if err != nil {
		return err
	}
	b.y1904 = workbook.Pr.Date1904 == "1" || workbook.Pr.Date1904 == "true"
	for _, s := range workbook.Sheets {
		id := ""
		for _, a := range s.Attrs {
			if a.Name.Local == "id" {
				id = a.Value
			}
		}
		for _, rel := range rels {
			// Charts and dialogs are sheets too, but without cells.
			if rel.ID == id && strings.HasSuffix(rel.Type, "/worksheet") {
				b.sheets = append(b.sheets, sheetRef{s.Name, resolve(main, rel.Target), s.State != "" && s.State != "visible"})
			}
		}
	}
	if len(b.sheets) == 0 {
		return errDamaged
	}
	return nil
}

func resolve(main, target string) string {
	if rest, ok := strings.CutPrefix(target, "/"); ok {
		return path.Clean(rest)
	}
	return path.Join(path.Dir(main), target)
}

// readStrings reads the shared strings, without the readings that stand above characters.
func (b *book) readStrings(part string) error {
	if _, ok := b.files[part]; !ok {
		return nil // a workbook of numbers has none
	}
	d, closer, err := b.decoder(part)
	if err != nil {
		return err
	}
	defer closer.Close()
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "si" {
			text, err := richText(d)
			if err != nil {
				return err
			}
			if len(b.shared) == maxStrings {
				return b.r.tooLarge("bomb", nil)
			}
			b.shared = append(b.shared, text)
		}
	}
}

// richText joins the runs of the element that has just begun, up to its end.
func richText(d *xml.Decoder) (string, error) {
	var text strings.Builder
	inText, inReading := false, 0
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			inText = t.Name.Local == "t"
			if t.Name.Local == "rPh" {
				inReading++
			}
		case xml.EndElement:
			depth--
			inText = false
			if t.Name.Local == "rPh" {
				inReading--
			}
		case xml.CharData:
			if inText && inReading == 0 {
				text.Write(t)
			}
		}
	}
	return unescape(text.String()), nil
}

// unescape decodes _x000D_, by which a workbook writes characters that XML can't hold.
func unescape(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "_x")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		code, err := uint64(0), errDamaged
		if len(after) >= 5 && after[4] == '_' {
			code, err = strconv.ParseUint(after[:4], 16, 16)
		}
		if err != nil {
			b.WriteString("_x")
			text = after
			continue
		}
		b.WriteRune(rune(code))
		text = after[5:]
	}
}

func (b *book) readStyles(part string) error {
	if _, ok := b.files[part]; !ok {
		return nil
	}
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.unmarshal(part, &styles); err != nil {
		return err
	}
	own := map[int]bool{}
	for _, f := range styles.Formats {
		own[f.ID] = isDateCode(f.Code)
	}
	for _, c := range styles.Cells {
		date, given := own[c.Format]
		b.dates = append(b.dates, date || !given && isDateFormat(c.Format))
	}
	return nil
}

// choose reads the wished sheet, or the first visible one with text.
func (b *book) choose(want string) (*Sheet, error) {
	empty := &Sheet{}
	for _, ref := range b.sheets {
		if want != "" && ref.name != want || want == "" && ref.hidden {
			continue
		}
		s, err := b.readSheet(ref)
		if err != nil {
			return nil, err
		}
		if len(s.Rows) > 0 || want != "" {
			return s, nil
		}
		empty = s
	}
	if want != "" {
		names := make([]string, len(b.sheets))
		for i, ref := range b.sheets {
			names[i] = ref.name
		}
		return nil, b.r.fault(fault.NotFound, "noSheet", fault.Args{"sheet": want, "sheets": names})
	}
	return empty, nil
}

// scan is the state of the pass over one sheet.
type scan struct {
	*book
	d      *xml.Decoder
	sheet  *Sheet
	row    Row
	marked int
}

func (b *book) readSheet(ref sheetRef) (*Sheet, error) {
	d, closer, err := b.decoder(ref.part)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	s := &scan{book: b, d: d, sheet: &Sheet{Name: ref.name}}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return s.sheet, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = s.start(t)
		case xml.EndElement:
			if t.Name.Local == "row" {
				err = b.r.add(s.sheet, s.row)
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

func (s *scan) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "row":
		no := s.row.No + 1
		if given := attr(e, "r"); given != "" {
			n, err := strconv.Atoi(given)
			if err != nil || n < no || n > 1<<20 {
				return errDamaged
			}
			no = n
		}
		s.row = Row{No: no}
	case "c":
		return s.cell(e)
	case "mergeCell":
		return s.merge(attr(e, "ref"))
	}
	return nil
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// cell reads one cell into the row. Cells without text are skipped, wherever they lie.
func (s *scan) cell(e xml.StartElement) error {
	column := len(s.row.Cells)
	if ref := attr(e, "r"); ref != "" {
		at, _, ok := position(ref)
		if !ok || at < column {
			return errDamaged
		}
		column = at
	}
	c, err := s.value(attr(e, "t"), attr(e, "s"))
	if err != nil || c.Text == "" {
		return err
	}
	if column >= MaxColumns {
		return s.r.tooLarge("tooManyColumns", fault.Args{"row": s.row.No, "most": MaxColumns})
	}
	for len(s.row.Cells) < column {
		s.row.Cells = append(s.row.Cells, Cell{})
	}
	s.row.Cells = append(s.row.Cells, c)
	return nil
}

// value reads what stands inside a cell, up to its end.
func (s *scan) value(kind, style string) (Cell, error) {
	var raw, formula, inline string
	hasFormula := false
	for {
		token, err := s.d.Token()
		if err != nil {
			return Cell{}, err
		}
		if _, ended := token.(xml.EndElement); ended {
			break
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "f":
			hasFormula = true
			formula, err = s.plain()
		case "v":
			raw, err = s.plain()
		case "is":
			inline, err = richText(s.d)
		default:
			err = s.d.Skip()
		}
		if err != nil {
			return Cell{}, err
		}
	}
	if hasFormula {
		return Cell{Text: "=" + formula, Formula: true}, nil
	}
	text, err := s.interpret(kind, style, raw, inline)
	return Cell{Text: text}, err
}

// plain reads the characters of the element that has just begun, up to its end.
func (s *scan) plain() (string, error) {
	var text strings.Builder
	for {
		token, err := s.d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			return "", errDamaged
		case xml.EndElement:
			return text.String(), nil
		}
	}
}

func (s *scan) interpret(kind, style, raw, inline string) (string, error) {
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(raw))
		if err != nil || i < 0 || i >= len(s.shared) {
			return "", errDamaged
		}
		return s.shared[i], nil
	case "inlineStr":
		return inline, nil
	case "str":
		return unescape(raw), nil
	case "b":
		return map[string]string{"1": "TRUE", "0": "FALSE"}[raw], nil
	case "e", "d":
		return raw, nil
	}
	date := false
	if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(s.dates) {
		date = s.dates[i]
	}
	return number(strings.TrimSpace(raw), date, s.y1904), nil
}

// position reads a reference such as F11 into a column from 0 and a row from 1.
func position(ref string) (column, row int, ok bool) {
	digits := strings.TrimLeft(ref, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	letters := ref[:len(ref)-len(digits)]
	row, err := strconv.Atoi(digits)
	if letters == "" || len(letters) > 3 || err != nil || row < 1 {
		return 0, 0, false
	}
	for _, l := range letters {
		column = column*26 + int(l-'A') + 1
	}
	return column - 1, row, true
}

// merge marks the cells of a merged range in the rows that have text.
func (s *scan) merge(ref string) error {
	from, to, _ := strings.Cut(ref, ":")
	left, top, ok := position(from)
	right, bottom, ok2 := position(to)
	if !ok || !ok2 || left > right || top > bottom {
		return errDamaged
	}
	right = min(right, MaxColumns-1)
	rows := s.sheet.Rows
	for i := sort.Search(len(rows), func(i int) bool { return rows[i].No >= top }); i < len(rows) && rows[i].No <= bottom; i++ {
		if s.marked += 1 + max(right-left, 0); s.marked > maxMarked {
			return s.r.tooLarge("bomb", nil)
		}
		for len(rows[i].Cells) <= right {
			rows[i].Cells = append(rows[i].Cells, Cell{})
		}
		for c := left; c <= right; c++ {
			rows[i].Cells[c].Merged = true
		}
	}
	return nil
}
