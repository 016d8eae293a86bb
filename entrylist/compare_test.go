package entrylist_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/sheet"
)

func compared(t *testing.T, text string, entered []entrylist.Entered) (*entrylist.Comparison, error) {
	t.Helper()
	s, err := sheet.Read("back.csv", []byte(text), sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return entrylist.Parse(s, entrylist.Options{Today: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}).Compare(entered)
}

// TestCompare: rows and entries belong together by number, whatever the order; what differs is told
// by field, a field without a column stays.
func TestCompare(t *testing.T) {
	entered := []entrylist.Entered{
		{ID: 1, Entry: entrylist.Entry{No: 3, Name: "甲", Unit: "一小", Rank: "3d", Remark: "旧"}},
		{ID: 2, Entry: entrylist.Entry{No: 1, Name: "乙 丙", Unit: "二中"}}, {ID: 4, Entry: entrylist.Entry{No: 2, Name: "丁", Unit: "一小", Sex: "F"}},
	}
	for _, c := range []struct{ name, text, want, missing string }{
		{"by the entry's number", "报名号,序号,姓名,单位,段位\n2,1,乙 丙,二中,\n1,3,甲,一小,4段\n,,戊,三小,\n", "same changed:rank added:name+unit", "丁"},
		{"by the number of the draw", "序号,姓名,单位\n1,乙 丙,二中\n2,丁,二中\n3,甲,一小\n", "same changed:unit same", ""},
		{"an emptied cell", "Entry no.,Name,Unit,Sex\n4,丁,一小,\n", "changed:sex", "甲 乙 丙"},
		{"a number that nobody has", "报名号,姓名,单位\n3,甲,一小\n", "wrong:name+unit", "甲 乙 丙 丁"},
		{"no number", "报名号,姓名,单位\nx,戊,一小\n", "wrong:name+unit", "甲 乙 丙 丁"},
		{"a number twice", "报名号,姓名,单位\n1,甲,一小\n1,甲,一小\n", "same wrong:name+unit", "乙 丙 丁"},
		{"somebody who is entered already", "报名号,姓名,单位\n,甲,一小\n", "wrong:name+unit", "甲 乙 丙 丁"},
		{"two of one name and unit", "报名号,姓名,单位\n1,甲,一小\n4,甲,一小\n", "same changed:name", "乙 丙"},
		{"a rank that can't be", "报名号,姓名,单位,段位\n1,甲,一小,业余9段\n", "wrong:rank", "乙 丙 丁"},
	} {
		got, err := compared(t, c.text, entered)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var kinds, missing []string
		for _, d := range got.Rows {
			word := string(d.Kind)
			if d.Kind != entrylist.Same {
				var fields []string
				for _, f := range d.Fields {
					fields = append(fields, string(f))
				}
				word += ":" + strings.Join(fields, "+")
			}
			kinds = append(kinds, strings.TrimSuffix(word, ":")+map[bool]string{true: ":"}[strings.HasSuffix(word, ":")])
		}
		for _, e := range got.Missing {
			missing = append(missing, e.Name)
		}
		if strings.Join(kinds, " ") != c.want || strings.Join(missing, " ") != c.missing {
			t.Errorf("%s: %v, missing %v", c.name, kinds, missing)
		}
	}
	if _, err := compared(t, "姓名,单位\n甲,一小\n", entered); fault.KeyOf(err) != "fault.entrylist.noNumber" {
		t.Errorf("without numbers: %v", err)
	}
}

// TestCompareLaw: a list of the entries as they are has no difference and nobody is missing.
func TestCompareLaw(t *testing.T) {
	var entered []entrylist.Entered
	text := "报名号,姓名,单位,段位,性别\n"
	for i := 1; i <= 50; i++ {
		e := entrylist.Entered{ID: i * 3, Entry: entrylist.Entry{No: 51 - i, Name: string(rune('一'+i)) + "某", Unit: "示例", Rank: []string{"", "1d", "7k", "9p"}[i%4], Sex: []string{"M", "F", ""}[i%3]}}
		entered = append(entered, e)
		text += strings.Join([]string{strconv.Itoa(e.ID), e.Name, e.Unit, e.Rank, e.Sex}, ",") + "\n"
	}
	lines := strings.SplitAfter(text, "\n")
	slices.Reverse(lines[1 : len(lines)-1])
	got, err := compared(t, strings.Join(lines, ""), entered)
	if err != nil || len(got.Differences()) != 0 || len(got.Missing) != 0 || got.Count[entrylist.Same] != 50 {
		t.Errorf("%v: %+v", err, got)
	}
}

// FuzzCompare: no list breaks the comparison, and its rows are counted once.
func FuzzCompare(f *testing.F) {
	f.Add("报名号,姓名\n1,甲\n2,乙\n")
	f.Add("序号,姓名,段位\n1,甲,9段段\n,,\nx,y,z\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := sheet.Read("f.csv", []byte(text), sheet.Options{})
		if err != nil {
			return
		}
		got, err := entrylist.Parse(s, entrylist.Options{}).Compare([]entrylist.Entered{{ID: 1, Entry: entrylist.Entry{No: 2, Name: "甲"}}, {ID: 2, Entry: entrylist.Entry{No: 1, Name: "乙"}}})
		if err != nil {
			return
		}
		sum := 0
		for _, n := range got.Count {
			sum += n
		}
		if sum != len(got.Rows) || len(got.Missing) > 2 {
			t.Errorf("%d counted, %d rows", sum, len(got.Rows))
		}
	})
}
