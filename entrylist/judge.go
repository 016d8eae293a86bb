package entrylist

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/sheet"
)

// Bounds of a value.
const (
	MostName   = 40   // characters of a name; 60 of a unit, 200 of a remark
	MostRating = 4000 // the greatest rating
	mostUnit   = 60
	mostRemark = 200
	mostNumber = 99_999
)

// judge judges the rows one after another; what it has seen decides about duplicates.
type judge struct {
	columns []Column
	o       Options
	at      map[Field]int  // column of a field
	numbers map[string]int // number in the list → row of the file
	people  map[string][]person
}

// person is somebody accepted before or standing above in the file.
type person struct {
	row         int // 0 = entered already
	unit, birth string
}

func newJudge(columns []Column, o Options) *judge {
	j := &judge{columns: columns, o: o, at: map[Field]int{}, numbers: map[string]int{}, people: map[string][]person{}}
	for i, c := range columns {
		if c.Field != Ignored {
			j.at[c.Field] = i
		}
	}
	for _, k := range o.Known {
		key := compareKey(k.Name)
		j.people[key] = append(j.people[key], person{unit: compareKey(k.Unit), birth: k.Birth})
	}
	return j
}

// compareKey is a name without what people write differently: blanks, width and case.
func compareKey(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(halfWidth(text)), ""))
}

// cells returns the cells of a row, one for each column, with the edits in place.
func (j *judge) cells(row sheet.Row) []sheet.Cell {
	cells := make([]sheet.Cell, len(j.columns))
	copy(cells, row.Cells)
	if len(j.o.Edits) == 0 {
		return cells
	}
	for i, c := range j.columns {
		if text, ok := j.o.Edits[c.Letter+strconv.Itoa(row.No)]; ok {
			cells[i] = sheet.Cell{Text: text}
		}
	}
	return cells
}

// withoutEntry tells a row that has at most its number: forms come with numbers printed in.
func (j *judge) withoutEntry(cells []sheet.Cell) bool {
	for i, c := range cells {
		if field := j.columns[i].Field; field != Ignored && field != Number && trim(c.Text) != "" {
			return false
		}
	}
	return true
}

// draft is a row under judgement.
type draft struct {
	*judge
	Row
	in []sheet.Cell
}

func (j *judge) row(no int, cells []sheet.Cell) Row {
	d := &draft{judge: j, Row: Row{No: no, Cells: make([]Cell, len(cells))}, in: cells}
	for i, c := range cells {
		d.Cells[i].Text = c.Text
	}
	for i, c := range j.columns {
		if c.Field != Ignored {
			d.cell(i, c.Field)
		}
	}
	d.crossCheck()
	if d.verdict() != Refused {
		d.sameName()
	}
	d.Verdict = d.verdict()
	if take, decided := j.o.Take[no]; decided && d.Verdict == Doubtful {
		d.Decided = true
		d.Verdict = Refused
		if take {
			d.Verdict = Accepted
		}
	}
	if d.Verdict != Refused {
		key := compareKey(d.Entry.Name)
		j.people[key] = append(j.people[key], person{no, compareKey(d.Entry.Unit), d.Private.Birth})
	}
	return d.Row
}

func (d *draft) verdict() Verdict {
	v := Accepted
	for _, c := range d.Cells {
		for _, n := range c.Notes {
			switch n.Level {
			case Refuse:
				return Refused
			case Doubt:
				v = Doubtful
			}
		}
	}
	return v
}

// note puts a note to a cell. Every note knows its place; the values of private fields stay out.
func (d *draft) note(at int, level Level, key string, args fault.Args) {
	c := d.columns[at]
	all := fault.Args{"row": d.No, "column": c.Head, "cell": c.Letter + strconv.Itoa(d.No)}
	if !c.Field.private() {
		all["value"] = short(trim(d.in[at].Text))
	}
	for k, v := range args {
		all[k] = v
	}
	d.Cells[at].Notes = append(d.Cells[at].Notes, Note{level, "entrylist." + key, all})
}

// short keeps a message readable when the value isn't.
func short(text string) string {
	text = strings.Map(func(r rune) rune {
		if Unreadable(r) {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > MostName {
		return string(runes[:MostName]) + "…"
	}
	return text
}

// trim also takes the invisible characters off that copying from web pages leaves behind.
func trim(text string) string {
	return strings.TrimFunc(text, blank)
}

func blank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff'
}

// Unreadable holds for control and format characters, among them those that turn the direction of
// writing and those without width; for line separators; and for the sign of a character that was
// lost. The two joiners are left: some scripts are written with them.
func Unreadable(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	if r == nonJoiner || r == joiner {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError
}

// cell judges one cell: first what holds for every field, then the field's own rules.
func (d *draft) cell(at int, field Field) {
	in := d.in[at]
	text := trim(in.Text)
	switch {
	case in.Formula || sheet.FormulaLike(text):
		d.note(at, Refuse, "formula", nil)
		return
	case text == "":
		d.empty(at, field, in.Merged)
		return
	}
	if field == Remark {
		text = d.oneLine(at, text)
	}
	if strings.ContainsFunc(text, Unreadable) {
		d.note(at, Refuse, "control", nil)
		return
	}
	if most := mostOf(field); utf8.RuneCountInString(text) > most {
		d.note(at, Refuse, "tooLong", fault.Args{"most": most})
		return
	}
	d.trimmed(at, in.Text)
	d.value(at, field, text)
}

func mostOf(field Field) int {
	switch field {
	case Name:
		return MostName
	case Remark:
		return mostRemark
	}
	return mostUnit
}

func (d *draft) empty(at int, field Field, merged bool) {
	switch {
	case merged && field == Name:
		d.note(at, Refuse, "merged", nil)
	case merged && field != Remark:
		d.note(at, Doubt, "merged", nil)
	case field == Name:
		d.note(at, Refuse, "nameMissing", nil)
	case field == Unit:
		d.note(at, Doubt, "unitMissing", nil)
	}
}

// oneLine joins the lines of a remark.
func (d *draft) oneLine(at int, text string) string {
	joined := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
	if joined != text {
		d.note(at, Info, "lines", nil)
	}
	return joined
}

func (d *draft) trimmed(at int, text string) {
	start := strings.TrimLeftFunc(text, blank) != text
	end := strings.TrimRightFunc(text, blank) != text
	switch {
	case start && end:
		d.note(at, Info, "trimmed.both", nil)
	case start:
		d.note(at, Info, "trimmed.start", nil)
	case end:
		d.note(at, Info, "trimmed.end", nil)
	}
}

// value judges a text that isn't empty by the rules of its field.
func (d *draft) value(at int, field Field, text string) {
	switch field {
	case Name:
		d.Entry.Name = d.name(at, text)
	case Unit:
		d.Entry.Unit = strings.Join(strings.Fields(text), " ")
	case Remark:
		d.Entry.Remark = text
	case Guardian:
		d.Private.Guardian = text
	case Rank:
		d.rank(at, text)
	case Sex:
		d.sex(at, text)
	default:
		d.digits(at, field, d.narrow(at, text))
	}
}

// narrow turns full-width digits into half-width ones and says so.
func (d *draft) narrow(at int, text string) string {
	plain := strings.TrimSpace(halfWidth(text))
	if plain == text {
		return plain
	}
	if d.columns[at].Field.private() {
		d.note(at, Info, "widePrivate", nil)
	} else {
		d.note(at, Info, "wide", fault.Args{"to": plain})
	}
	return plain
}

func (d *draft) digits(at int, field Field, text string) {
	switch field {
	case Number:
		d.number(at, text)
	case Rating:
		d.rating(at, text)
	case Seed:
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && n <= mostNumber {
			d.Entry.Seed = n
		} else {
			d.note(at, Info, "notNumber", nil)
		}
	case Birth:
		d.birth(at, text)
	case IDNumber:
		d.Private.IDNumber = strings.ToUpper(strings.ReplaceAll(text, " ", ""))
	case Phone:
		d.Private.Phone = text
		if !isPhone(text) {
			d.note(at, Doubt, "phone", nil)
		}
	case Email:
		d.Private.Email = text
		if !isEmail(text) {
			d.note(at, Doubt, "email", nil)
		}
	}
}

// isEmail holds for something before and after one @.
func isEmail(text string) bool {
	before, after, ok := strings.Cut(text, "@")
	return ok && before != "" && after != "" && !strings.ContainsAny(text, " ,;")
}

// isPhone holds for 5 to 30 digits with the usual signs between them; two numbers may stand there.
func isPhone(text string) bool {
	n := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			n++
		case !strings.ContainsRune("+-() /,;", r):
			return false
		}
	}
	return n >= 5 && n <= 30
}

// name takes the blanks out of a Chinese name (王 伟, to fill the width of three characters) and
// leaves one between the parts of others.
func (d *draft) name(at int, text string) string {
	words := strings.Fields(text)
	between := " "
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Han, r) && !unicode.IsSpace(r) }) {
		between = ""
	}
	name := strings.Join(words, between)
	if name != text {
		d.note(at, Info, "inner", fault.Args{"to": name})
	}
	return name
}

func (d *draft) rank(at int, text string) {
	rank, err := grading.Parse(text)
	if err != nil {
		why := strings.TrimPrefix(fault.KeyOf(err), "fault.grading.")
		d.note(at, Refuse, "rank."+why, nil)
		return
	}
	d.Entry.Rank = rank.String()
	d.Cells[at].Shown = rank
}

func (d *draft) sex(at int, text string) {
	switch strings.ToLower(halfWidth(text)) {
	case "男", "男性", "男子", "m", "male", "boy", "man", "♂":
		d.Entry.Sex = "M"
	case "女", "女性", "女子", "f", "female", "girl", "woman", "w", "♀":
		d.Entry.Sex = "F"
	default:
		d.note(at, Doubt, "sex", nil)
	}
}

// number keeps a number of the list and refuses the second row that has it.
func (d *draft) number(at int, text string) {
	n, err := strconv.Atoi(text)
	key := text
	if err == nil {
		key = strconv.Itoa(n) // 007 is 7
	}
	if other, twice := d.numbers[key]; twice {
		d.note(at, Refuse, "numberTwice", fault.Args{"other": other})
		return
	}
	d.numbers[key] = d.No
	if err != nil || n < 1 || n > mostNumber {
		d.note(at, Info, "notNumber", nil)
		return
	}
	d.Entry.No = n
}

func (d *draft) rating(at int, text string) {
	if text == "-" || text == "无" || text == "無" {
		return
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MostRating {
		d.note(at, Refuse, "rating", fault.Args{"most": MostRating})
		return
	}
	d.Entry.Rating = n
	d.show(at, strconv.Itoa(n))
}

func (d *draft) birth(at int, text string) {
	iso, why, args := parseBirth(text, d.o.Today)
	if why != "" {
		d.note(at, Refuse, "date."+why, args)
		return
	}
	d.setBirth(iso)
	d.show(at, iso)
}

func (d *draft) setBirth(iso string) {
	d.Private.Birth = iso
	d.Entry.BirthYear = iso[:4]
}

func (d *draft) show(at int, text string) {
	if text != d.Cells[at].Text {
		d.Cells[at].Shown = text
	}
}

// crossCheck checks the identity number against itself and the birth date, which it also gives
// where none stands.
func (d *draft) crossCheck() {
	if d.Private.IDNumber == "" {
		return
	}
	at := d.at[IDNumber]
	birth, why := checkID(d.Private.IDNumber)
	if why != "" {
		d.note(at, Doubt, "id."+why, nil)
		return
	}
	birthAt, hasColumn := d.at[Birth]
	switch {
	case birth == "":
	case d.Private.Birth != "" && compare(birth, d.Private.Birth) == different:
		d.note(at, Doubt, "id.birth", nil)
	case d.Private.Birth == "" && (!hasColumn || trim(d.in[birthAt].Text) == ""):
		d.setBirth(birth)
		d.note(at, Info, "id.gives", nil)
	}
}

// sameName compares with everybody of the same name: the same birth date, or the same unit while
// a date is missing, is doubtful; else they are two people, and the row says so.
func (d *draft) sameName() {
	at := d.at[Name]
	unit := compareKey(d.Entry.Unit)
	info := ""
	for _, p := range d.people[compareKey(d.Entry.Name)] {
		relation := compare(p.birth, d.Private.Birth)
		sameUnit := p.unit == unit
		switch {
		case relation == same:
			d.doubtName(at, "Birth", p.row)
			return
		case relation == unknown && sameUnit:
			d.doubtName(at, "Unit", p.row)
			return
		case relation == different && info == "":
			info = "sameName.birth"
		case relation == unknown:
			info = "sameName.unit"
		}
	}
	if info != "" {
		d.note(at, Info, info, nil)
	}
}

func (d *draft) doubtName(at int, what string, row int) {
	if row == 0 {
		d.note(at, Doubt, "known"+what, nil)
		return
	}
	d.note(at, Doubt, "twice"+what, fault.Args{"other": row})
}
