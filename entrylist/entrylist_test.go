package entrylist_test

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/i18n"
	"tianyuan/sheet"
)

var today = time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)

func read(t testing.TB, text string) *sheet.Sheet {
	t.Helper()
	s, err := sheet.Read("名单.csv", []byte(text), sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t testing.TB, text string) *entrylist.Preview {
	t.Helper()
	return entrylist.Parse(read(t, text), entrylist.Options{Today: today})
}

// notes lists the notes of a row as "level key @cell".
func notes(row entrylist.Row) []string {
	var all []string
	for _, c := range row.Cells {
		for _, n := range c.Notes {
			all = append(all, fmt.Sprintf("%s %s @%s", n.Level, strings.TrimPrefix(n.Key, "entrylist."), n.Args["cell"]))
		}
	}
	return all
}

const faulty = `临江市围棋公开赛 报名表,,,,,,,
,,,,,,,
序号,姓名,性别,出生日期,单位,段位,等级分,备注
1,赵一,男,2009-06-13,甲棋院,业余6段,2592,
2,赵一,男,1980-05-05,甲棋院,职业九段,2550,
3,,男,1991-03-05,乙中学,业余五段,2302,
4,钱二,男,1991-11-21,乙中学,业余9段,2159,
5,孙三,男,2005-07-27,丙文化宫,4段,２１５０,
6,李四,女,1974-07-09,丙协会,业4段,abc,
7,周五,女,2010/13/45,丁小学,业4段,1972,
8,吴六,男,1976-10-07,乙中学,3段,1850,
8,郑七,女,2015-06-17,甲棋院,3段,1777,
,,,,,,,
10,王 八 ,女,1994-02-13,戊一小,3K,1716,
11,"=HYPERLINK(""x"")",男,1972-05-20,丁小学,三段,1663,
12,冯九,男,1992-12-13,,2段,1556,
13,,,,,,,
`

// TestFaultyList: each kind of fault is found at its cell, and the rest is accepted (issue item 2,
// "Bad input"; picture entries-import).
func TestFaultyList(t *testing.T) {
	p := parse(t, faulty)
	if p.HeaderRow != 3 || p.Empty != 2 || p.Count != (entrylist.Count{Accepted: 5, Doubtful: 1, Refused: 6}) || len(p.Accepted()) != 5 {
		t.Errorf("head in row %d, %d empty, %+v", p.HeaderRow, p.Empty, p.Count)
	}
	want := map[int][]string{
		5:  {"info sameName.birth @B5"},
		6:  {"refuse nameMissing @B6"},
		7:  {"refuse rank.amateurDan @F7"},
		8:  {"info wide @G8"},
		9:  {"refuse rating @G9"},
		10: {"refuse date.none @D10"},
		12: {"refuse numberTwice @A12"},
		14: {"info trimmed.end @B14", "info inner @B14"},
		15: {"refuse formula @B15"},
		16: {"doubt unitMissing @E16"},
	}
	got := map[int][]string{}
	for _, row := range p.Rows {
		if n := notes(row); n != nil {
			got[row.No] = n
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	first, pro := p.Rows[0], p.Rows[1]
	entry := entrylist.Entry{No: 1, Name: "赵一", Unit: "甲棋院", Rank: "6d", Rating: 2592, Sex: "M", BirthYear: "2009"}
	if first.Entry != entry || first.Private != (entrylist.Private{Birth: "2009-06-13"}) {
		t.Errorf("first row: %+v %+v", first.Entry, first.Private)
	}
	if first.Cells[5].Shown != (grading.Rank{Kind: grading.Dan, N: 6}) || pro.Entry.Rank != "9p" {
		t.Errorf("ranks: %v, %v", first.Cells[5].Shown, pro.Entry.Rank)
	}
}

// TestWordsOfNotes: a message says where, what, what is right and what now (ui section 10).
func TestWordsOfNotes(t *testing.T) {
	p := parse(t, faulty)
	zh := i18n.For(i18n.Hans)
	said := map[string]bool{}
	for _, row := range p.Rows {
		for _, c := range row.Cells {
			for _, n := range c.Notes {
				said[zh.T(n.Key+".cell", n.Args)] = true
				said[zh.T(n.Key+".line", n.Args)] = true
			}
		}
	}
	for _, want := range []string{
		"缺姓名。填上，或删此行", "业余只有 1–7 段", "第 7 行「段位」：业余9段。业余只有 1–7 段。改成 1–7，或写「职业九段」。",
		"全角数字 → 2150", "应为 0–4000 的整数", "没有 13 月 45 日", "第 10 行「出生日期」：2010/13/45。没有 13 月 45 日。写成 2010-03-05 这样。",
		"与第 11 行重复", "去掉末尾空格", "姓名不能是公式", "缺单位，按个人收？", "同名不同生日，是两人",
	} {
		if !said[want] {
			t.Errorf("nobody says %q; said: %q", want, slices.Sorted(maps.Keys(said)))
		}
	}
}

// oneRow judges a list with one row of one field beside the name.
func oneRow(t *testing.T, head, value string) entrylist.Row {
	t.Helper()
	s := &sheet.Sheet{Rows: []sheet.Row{
		{No: 1, Cells: []sheet.Cell{{Text: "姓名"}, {Text: head}}},
		{No: 2, Cells: []sheet.Cell{{Text: "张三"}, {Text: value}}},
	}}
	p := entrylist.Parse(s, entrylist.Options{Today: today})
	if len(p.Rows) != 1 {
		t.Fatalf("%s %q: %d rows", head, value, len(p.Rows))
	}
	row := p.Rows[0]
	zh, hant, en := i18n.For(i18n.Hans), i18n.For(i18n.Hant), i18n.For(i18n.En)
	for _, c := range row.Cells {
		for _, n := range c.Notes {
			for _, say := range []*i18n.Printer{zh, hant, en} {
				for _, ending := range []string{".cell", ".line"} {
					if text := say.T(n.Key+ending, n.Args); strings.ContainsAny(text, "{}⟦") {
						t.Errorf("%s %q: message %q", head, value, text)
					}
				}
			}
		}
	}
	return row
}

// TestValues: what each field accepts, and what note it gets otherwise.
func TestValues(t *testing.T) {
	const (
		birth  = "出生日期"
		rating = "等级分"
		id     = "身份证号"
	)
	get := func(r entrylist.Row) map[string]string {
		return map[string]string{birth: r.Private.Birth, rating: fmt.Sprint(r.Entry.Rating), "性别": r.Entry.Sex, "段位": r.Entry.Rank,
			"单位": r.Entry.Unit, "备注": r.Entry.Remark, id: r.Private.IDNumber, "电话": r.Private.Phone, "邮箱": r.Private.Email,
			"种子": fmt.Sprint(r.Entry.Seed), "监护人": r.Private.Guardian, "序号": fmt.Sprint(r.Entry.No)}
	}
	for _, c := range []struct{ head, value, want, note string }{
		{birth, "2010-03-05", "2010-03-05", ""}, {birth, "2010/3/5", "2010-03-05", ""}, {birth, "2010.3.5", "2010-03-05", ""},
		{birth, "2010年3月5日", "2010-03-05", ""}, {birth, "2010 年 3 月 5 日", "2010-03-05", ""}, {birth, "20100305", "2010-03-05", ""},
		{birth, "2010-03", "2010-03", ""}, {birth, "2010年3月", "2010-03", ""}, {birth, "2010", "2010", ""}, {birth, "2010年", "2010", ""},
		{birth, "2010/3/5 0:00:00", "2010-03-05", ""}, {birth, "２０１０－０３－０５", "2010-03-05", "info wide"}, {birth, "2012-02-29", "2012-02-29", ""},
		{birth, "2026-11-28", "2026-11-28", ""}, {birth, "1900-01-01", "1900-01-01", ""}, {birth, "", "", ""},
		{birth, "2026-11-29", "", "refuse date.future"}, {birth, "2026-12", "", "refuse date.future"}, {birth, "2027", "", "refuse date.future"},
		{birth, "2026", "2026", ""}, {birth, "2026-11", "2026-11", ""},
		{birth, "1899-12-31", "", "refuse date.early"}, {birth, "0000", "", "refuse date.early"},
		{birth, "2010/13/45", "", "refuse date.none"}, {birth, "2011-02-29", "", "refuse date.none"}, {birth, "20101301", "", "refuse date.none"}, {birth, "2010-00-05", "", "refuse date.none"},
		{birth, "2010-13", "", "refuse date.month"}, {birth, "3/5/2010", "", "refuse date.form"}, {birth, "10-3-5", "", "refuse date.form"},
		{birth, "不详", "", "refuse date.form"}, {birth, "40242", "", "refuse date.form"}, {birth, "2010-03-05-06", "", "refuse date.form"},
		{rating, "0", "0", ""}, {rating, "4000", "4000", ""}, {rating, "无", "0", ""}, {rating, "２１５０", "2150", "info wide"},
		{rating, "4001", "0", "refuse rating"}, {rating, "-1", "0", "refuse rating"}, {rating, "2150.5", "0", "refuse rating"}, {rating, "99999999999999999999", "0", "refuse rating"},
		{"性别", "男", "M", ""}, {"性别", "F", "F", ""}, {"性别", "Female", "F", ""}, {"性别", "", "", ""}, {"性别", "甲", "", "doubt sex"},
		{"段位", "业5段", "5d", ""}, {"段位", "無段位", "", ""}, {"段位", "26级", "", "refuse rank.kyu"}, {"段位", "职业十段", "", "refuse rank.proDan"}, {"段位", "高手", "", "refuse rank.unknown"},
		{"单位", "甲  棋院", "甲 棋院", ""}, {"单位", "", "", "doubt unitMissing"}, {"单位", "甲\x07棋院", "", "refuse control"}, {"单位", "甲\n棋院", "", "refuse control"},
		{"单位", strings.Repeat("长", 61), "", "refuse tooLong"}, {"单位", "@SUM(1)", "", "refuse formula"}, {"单位", "甲\uFFFD", "", "refuse control"}, {"单位", "\u202e甲", "", "refuse control"},
		{"备注", "一行\n又一行", "一行 又一行", "info lines"},
		// The numbers are made: a place code that was never given (990001) and a correct check digit.
		{id, "99000120100305001X", "", ""}, {id, "990001201003050012", "990001201003050012", "doubt id.check"}, {id, "9900012010030500", "9900012010030500", "doubt id.form"},
		{id, "EA1234567", "EA1234567", ""}, {id, "??", "??", "doubt id.form"},
		{"电话", "13800000000", "13800000000", ""}, {"电话", "+86 (10) 5550-0000", "+86 (10) 5550-0000", ""}, {"电话", "没有", "没有", "doubt phone"},
		{"邮箱", "a@example.org", "a@example.org", ""}, {"邮箱", "example", "example", "doubt email"},
		{"种子", "3", "3", ""}, {"种子", "是", "0", "info notNumber"}, {"监护人", "张大", "张大", ""},
		{"序号", "007", "7", ""}, {"序号", "A1", "0", "info notNumber"},
	} {
		if c.value == "99000120100305001X" {
			c.value = madeID("99000120100305001")
			c.want, c.note = c.value, "info id.gives"
		}
		row := oneRow(t, c.head, c.value)
		note := ""
		if n := notes(row); len(n) > 0 {
			note, _, _ = strings.Cut(n[0], " @")
		}
		if got := get(row)[c.head]; got != c.want || note != c.note {
			t.Errorf("%s %q: got %q, note %q; want %q, %q", c.head, c.value, got, note, c.want, c.note)
		}
	}
}

// madeID adds the check digit of GB 11643-1999 by its table of weights.
func madeID(first string) string {
	weights := []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	sum := 0
	for i, w := range weights {
		sum += w * int(first[i]-'0')
	}
	return first + "10X98765432"[sum%11:sum%11+1]
}

// TestIdentityNumber: it is checked against the birth date, gives it where none stands, and no
// message repeats it.
func TestIdentityNumber(t *testing.T) {
	number := madeID("99000120100305001")
	p := parse(t, "姓名,出生日期,证件号码\n张三,2010-03-05,"+number+"\n李四,2010-03-06,"+number+"\n王五,,"+number+"\n赵六,2010,"+number+"\n钱七,,990001100305001\n")
	want := [][]string{nil, {"doubt id.birth @C3"}, {"info id.gives @C4"}, nil, {"info id.gives @C6"}}
	for i, row := range p.Rows {
		if got := notes(row); !slices.Equal(got, want[i]) {
			t.Errorf("row %d: %v, want %v", row.No, got, want[i])
		}
		for _, n := range row.Cells[2].Notes {
			for _, v := range n.Args {
				if strings.Contains(fmt.Sprint(v), number) {
					t.Errorf("row %d: the note repeats the number: %v", row.No, n.Args)
				}
			}
		}
	}
	if got := p.Rows[2].Private.Birth; got != "2010-03-05" {
		t.Errorf("birth date %q from the number", got)
	}
	if got := p.Rows[4].Private.Birth; got != "1910-03-05" {
		t.Errorf("birth date %q from the old number", got)
	}
}

// TestSameName: same birth date, or same unit without a date on one side, is doubtful; else they
// are two people (issue item 2). It holds within a file and against who is entered already.
func TestSameName(t *testing.T) {
	for _, c := range []struct{ unitA, birthA, unitB, birthB, want string }{
		{"甲", "2010-03-05", "乙", "2010-03-05", "doubt Birth"},
		{"甲", "2010-03-05", "甲", "2010-03-06", "info sameName.birth"},
		{"甲", "2010-03-05", "甲", "", "doubt Unit"},
		{"甲", "", "甲", "", "doubt Unit"},
		{"甲", "", "乙", "2010-03-05", "info sameName.unit"},
		{"甲", "2010", "甲", "2010-03-05", "doubt Unit"},
		{"甲", "2010", "甲", "2011-03-05", "info sameName.birth"},
		{"甲", "2010-03", "乙", "2010", "info sameName.unit"},
	} {
		wantIn := strings.Replace(c.want, "doubt ", "doubt twice", 1)
		wantKnown := strings.Replace(c.want, "doubt ", "doubt known", 1)
		line := "王 伟," + c.unitB + "," + c.birthB + "\n"
		in := parse(t, "姓名,单位,出生日期\n王伟,"+c.unitA+","+c.birthA+"\n"+line)
		if got := notes(in.Rows[1]); !strings.HasPrefix(got[len(got)-1], wantIn+" @A3") {
			t.Errorf("%+v: within the file %v", c, got)
		}
		known := entrylist.Parse(read(t, "姓名,单位,出生日期\n"+line), entrylist.Options{Today: today,
			Known: []entrylist.Known{{Name: "王伟", Unit: c.unitA, Birth: c.birthA}}})
		if got := notes(known.Rows[0]); !strings.HasPrefix(got[len(got)-1], wantKnown+" @A2") {
			t.Errorf("%+v: against who is entered %v", c, got)
		}
	}
	// Who is refused is nobody's double.
	p := parse(t, "姓名,单位,段位\n王伟,甲,99段\n王伟,甲,3段\n")
	if p.Rows[1].Verdict != entrylist.Accepted || notes(p.Rows[1]) != nil {
		t.Errorf("after a refused row: %v", notes(p.Rows[1]))
	}
}

// TestAgain: the accepted rows given in once more are all doubtful, and nothing doubles.
func TestAgain(t *testing.T) {
	s := read(t, faulty)
	first := entrylist.Parse(s, entrylist.Options{Today: today})
	var known []entrylist.Known
	for _, row := range first.Accepted() {
		known = append(known, entrylist.Known{Name: row.Entry.Name, Unit: row.Entry.Unit, Birth: row.Private.Birth})
	}
	again := entrylist.Parse(s, entrylist.Options{Today: today, Known: known})
	if again.Count != (entrylist.Count{Doubtful: 6, Refused: 6}) {
		t.Errorf("again: %+v", again.Count)
	}
}

// TestEdits: an edited cell is judged again with everything that hangs on it, and a decision on a
// doubtful row holds while it is doubtful.
func TestEdits(t *testing.T) {
	s := read(t, faulty)
	p := entrylist.Parse(s, entrylist.Options{Today: today,
		Edits: map[string]string{"B6": "陈十", "F7": "5段", "G9": "2100", "D10": "2010-12-05", "A12": "9", "B15": "=1", "Z1": "x"},
		Take:  map[int]bool{16: true, 15: true}})
	if p.Count != (entrylist.Count{Accepted: 11, Refused: 1}) {
		t.Errorf("%+v", p.Count)
	}
	if row := p.Rows[2]; row.Entry.Name != "陈十" || row.Cells[1].Text != "陈十" {
		t.Errorf("edited row: %+v", row)
	}
	if last := p.Rows[len(p.Rows)-1]; !last.Decided || last.Verdict != entrylist.Accepted {
		t.Errorf("decided row: %+v", last)
	}
	if formula := p.Rows[len(p.Rows)-2]; formula.Decided || formula.Verdict != entrylist.Refused {
		t.Errorf("a refused row was taken: %+v", formula)
	}
	no := entrylist.Parse(s, entrylist.Options{Today: today, Take: map[int]bool{16: false}})
	if no.Count != (entrylist.Count{Accepted: 5, Refused: 7}) {
		t.Errorf("refused by hand: %+v", no.Count)
	}
}

// TestLeft: what wasn't accepted comes out with the reasons, and goes in again with the same faults.
func TestLeft(t *testing.T) {
	p := parse(t, faulty)
	left := p.Left(i18n.For(i18n.Hans).T)
	if left.Title != "待改名单" || len(left.Rows) != 7 || !slices.Equal(left.Head, []string{"序号", "姓名", "性别", "出生日期", "单位", "段位", "等级分", "备注", "不收的原因"}) {
		t.Fatalf("%+v", left)
	}
	if got := left.Rows[1]; got[5] != "业余9段" || !strings.Contains(got[8], "业余只有 1–7 段") {
		t.Errorf("row of the impossible rank: %q", got)
	}
	book, err := sheet.WriteXLSX([]sheet.Table{left})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"a.csv": sheet.WriteCSV(left), "a.xlsx": book} {
		s, err := sheet.Read(name, data, sheet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// The second 8 stands alone now; all others keep their fault.
		again := entrylist.Parse(s, entrylist.Options{Today: today})
		if again.Count != (entrylist.Count{Accepted: 1, Doubtful: 1, Refused: 5}) {
			t.Errorf("%s: %+v", name, again.Count)
		}
	}
}

// TestHeads: the row of heads is found by meaning in both scripts and in English, under titles.
func TestHeads(t *testing.T) {
	for text, want := range map[string]string{
		"序号,姓名,性别,出生日期,单位,段位,等级分,备注\n1,甲":                                 "1 no name sex birth unit rank rating remark",
		"編號,選手姓名,性別,出生年月,參賽單位,棋力,聯絡電話,身分證\n1,甲":                           "1 no name sex birth unit rank phone -",
		"No.,Name,Sex,Date of birth,Club,Rank,Rating,Remarks\n1,A":        "1 no name sex birth unit rank rating remark",
		"报名表\n请填写姓名、单位和段位，周五之前交回\n\n姓 名*,单位（学校）,Ｒａｎｋ,爱好,监护人姓名,监护人电话\n甲,乙": "4 name unit rank - guardian phone",
		"姓名,姓名,教练姓名,姓名拼音,单位\n甲":                                           "1 name - - - unit",
		"姓名\n甲": "1 name",
		"甲组选手姓名,现代表单位,邮箱地址,证件号（必填）,种子\n甲": "1 name unit email idNumber seed",
		"甲,乙\n丙,丁\n": "0",
		"段位,单位\n1,2": "0",
	} {
		p := parse(t, text)
		got := []string{fmt.Sprint(p.HeaderRow)}
		for _, c := range p.Columns {
			got = append(got, cmp.Or(string(c.Field), "-"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, want %s", text, got, want)
		}
		if (p.Fault() != nil) != (p.HeaderRow == 0) {
			t.Errorf("%q: %v", text, p.Fault())
		}
	}
	if err := parse(t, "姓名,单位\n").Fault(); fault.KeyOf(err) != "fault.entrylist.noRows" {
		t.Errorf("a head alone: %v", err)
	}
}

// TestOddRows: numbers printed in, heads repeated, and no column of units.
func TestOddRows(t *testing.T) {
	p := parse(t, "序号,姓名,段位\n1,甲,3段\n序号,姓名,段位\n2,乙,\n3,,\n\n4,,\n")
	if p.Count != (entrylist.Count{Accepted: 2}) || p.Empty != 4 {
		t.Errorf("%+v, %d empty", p.Count, p.Empty)
	}
}

// TestMerged: a merged cell without text is asked about and never filled in.
func TestMerged(t *testing.T) {
	s := &sheet.Sheet{Rows: []sheet.Row{
		{No: 1, Cells: []sheet.Cell{{Text: "姓名"}, {Text: "单位"}}},
		{No: 2, Cells: []sheet.Cell{{Text: "张三"}, {Text: "甲", Merged: true}}},
		{No: 3, Cells: []sheet.Cell{{Text: "李四"}, {Merged: true}}},
		{No: 4, Cells: []sheet.Cell{{Merged: true}, {Text: "乙"}}},
	}}
	p := entrylist.Parse(s, entrylist.Options{Today: today})
	want := [][]string{nil, {"doubt merged @B3"}, {"refuse merged @A4"}}
	for i, row := range p.Rows {
		if got := notes(row); !slices.Equal(got, want[i]) {
			t.Errorf("row %d: %v, want %v", row.No, got, want[i])
		}
	}
}

// columns writes the meanings of a preview's columns, those by hand with *.
func columns(p *entrylist.Preview) string {
	var words []string
	for _, c := range p.Columns {
		word := cmp.Or(string(c.Field), "-")
		if c.ByHand {
			word += "*"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// TestByHand: heads, first row and the meaning of columns are chosen where the file doesn't tell.
func TestByHand(t *testing.T) {
	const odd = "参加的人,哪里来\n赵一,甲棋院\n钱二,乙中学\n"
	const two = "姓名,教练姓名,单位\n赵一,孙三,甲棋院\n钱二,李四,乙中学\n"
	for name, c := range map[string]struct {
		text    string
		o       entrylist.Options
		columns string
		names   string
		key     string
	}{
		"not recognised":         {odd, entrylist.Options{}, "", "", "fault.entrylist.noHeader"},
		"columns, no head":       {odd, entrylist.Options{Header: entrylist.NoHeader, First: 2, Fields: map[int]entrylist.Field{0: entrylist.Name, 1: entrylist.Unit}}, "name* unit*", "赵一 钱二", ""},
		"columns, head chosen":   {odd, entrylist.Options{Header: 1, Fields: map[int]entrylist.Field{0: entrylist.Name}}, "name* -", "赵一 钱二", ""},
		"columns alone":          {odd, entrylist.Options{Fields: map[int]entrylist.Field{0: entrylist.Name}}, "name* -", "参加的人 赵一 钱二", ""},
		"no name":                {odd, entrylist.Options{Header: 1, Fields: map[int]entrylist.Field{1: entrylist.Unit}}, "- unit*", "", "fault.entrylist.noName"},
		"the other column":       {two, entrylist.Options{Fields: map[int]entrylist.Field{1: entrylist.Name}}, "- name* unit", "孙三 李四", ""},
		"all as they are":        {two, entrylist.Options{Fields: map[int]entrylist.Field{0: entrylist.Name, 1: entrylist.Ignored, 2: entrylist.Unit}}, "name - unit", "赵一 钱二", ""},
		"left out":               {two, entrylist.Options{Fields: map[int]entrylist.Field{2: entrylist.Ignored}}, "name - -*", "赵一 钱二", ""},
		"name left out":          {two, entrylist.Options{Fields: map[int]entrylist.Field{0: entrylist.Ignored}}, "-* - unit", "", "fault.entrylist.noName"},
		"two by hand":            {two, entrylist.Options{Fields: map[int]entrylist.Field{1: entrylist.Remark, 2: entrylist.Remark}}, "name remark* remark*", "", "fault.entrylist.twoColumns"},
		"first row":              {two, entrylist.Options{First: 3}, "name - unit", "钱二", ""},
		"first row beyond":       {two, entrylist.Options{First: 9}, "name - unit", "", "fault.entrylist.noRows"},
		"a row that isn't there": {two, entrylist.Options{Header: 9}, "- - -", "", "fault.entrylist.noName"},
		"column beyond":          {two, entrylist.Options{Fields: map[int]entrylist.Field{7: entrylist.Name, -1: entrylist.Name}}, "name - unit", "赵一 钱二", ""},
	} {
		c.o.Today = today
		p := entrylist.Parse(read(t, c.text), c.o)
		var names []string
		for _, row := range p.Rows {
			names = append(names, row.Entry.Name)
		}
		if columns(p) != c.columns || strings.Join(names, " ") != c.names || p.Fault() == nil != (c.key == "") || c.key != "" && fault.KeyOf(p.Fault()) != c.key {
			t.Errorf("%s: columns %q, names %v, %v", name, columns(p), names, p.Fault())
		}
	}
}

// TestFieldNames: every field has a name in each language.
func TestFieldNames(t *testing.T) {
	for _, lang := range i18n.Langs {
		for _, f := range entrylist.Fields {
			if key := "entrylist.field." + string(f); !i18n.For(lang).Has(key) {
				t.Errorf("%s has no %s", lang, key)
			}
		}
	}
}

// FuzzParse: any text can be judged, and who is accepted has a name, a rank and a rating that
// are possible.
func FuzzParse(f *testing.F) {
	f.Add(faulty)
	f.Add("name,dob,rank\nA B,2010,3k\n")
	f.Add("姓名\n甲")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := sheet.Read("f", []byte(text), sheet.Options{})
		if err != nil {
			return
		}
		byHand := entrylist.Parse(s, entrylist.Options{Today: today, Header: len(text)%5 - 1, First: len(text) % 7, Fields: map[int]entrylist.Field{len(text) % 3: entrylist.Name}})
		for _, row := range byHand.Rows {
			if row.No == byHand.HeaderRow || row.No < len(text)%7 || len(row.Cells) != len(byHand.Columns) {
				t.Fatalf("row %d with %d cells of %d; heads in row %d", row.No, len(row.Cells), len(byHand.Columns), byHand.HeaderRow)
			}
		}
		p := entrylist.Parse(s, entrylist.Options{Today: today})
		if n := p.Count; n.Accepted+n.Doubtful+n.Refused != len(p.Rows) || p.Empty < 0 {
			t.Fatalf("%+v of %d rows, %d empty", n, len(p.Rows), p.Empty)
		}
		for _, row := range p.Accepted() {
			e := row.Entry
			rank, err := grading.Parse(e.Rank)
			if e.Name == "" || len([]rune(e.Name)) > entrylist.MostName || e.Rating < 0 || e.Rating > entrylist.MostRating || err != nil || rank.String() != e.Rank {
				t.Fatalf("accepted %+v", e)
			}
		}
		p.Left(i18n.For(i18n.En).T)
	})
}

// BenchmarkPreview reads and judges a list of 1,200 rows.
func BenchmarkPreview(b *testing.B) {
	var text strings.Builder
	text.WriteString("序号,姓名,性别,出生日期,单位,段位,等级分,备注\n")
	for i := range 1200 {
		fmt.Fprintf(&text, "%d,选手%d,男,%d-03-05,甲棋院,业余五段,%d,\n", i+1, i%700, 1950+i%60, 2000+i%700)
	}
	for b.Loop() {
		if p := parse(b, text.String()); p.HeaderRow != 1 {
			b.Fatal("no head")
		}
	}
}
