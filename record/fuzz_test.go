package record_test

import (
	"testing"
	"unicode/utf8"

	"tianyuan/record"
)

// FuzzFacts: any text gives a result, a komi and a date or none, the same in the same way.
func FuzzFacts(f *testing.F) {
	for _, text := range []string{"B+R", "黑胜1又3/4子", "白番中押し勝ち", "흑 1.5집 승", "Black wins by 5 3/4 points", "375", "6目半", "-3.75", "2006年9月5日", "1/0", "又/", "百百百子", "99999子"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, standard, ok := record.ParseResult(text)
		if standard && !ok || !ok && !o.IsZero() || o.Margin < 0 {
			t.Errorf("result %+v, %v, %v", o, standard, ok)
		}
		if written, lot := o.Text(); ok && !utf8.ValidString(written+lot) {
			t.Errorf("written %q", written)
		}
		for _, fox := range []bool{false, true} {
			if q, standard, ok := record.ParseKomi(text, fox); !ok && (q != 0 || standard) {
				t.Errorf("komi %d, %v, %v", q, standard, ok)
			}
		}
		if date, standard, ok := record.ParseDate(text); ok != (date != "") || standard && !ok {
			t.Errorf("date %q, %v, %v", date, standard, ok)
		}
	})
}

// FuzzEncodings: any bytes are in some encoding; the one that is chosen decodes them, and what
// it calls faultless comes back byte for byte or is a second way to write the same.
func FuzzEncodings(f *testing.F) {
	for _, text := range []string{"", "abc", "\xC4\xE3\xBA\xC3", "\x83\\\x95\\", "\x81\x30\x81\x30", "\xFF\xFE\x80", "\x8E\xB1\x8F\xA1\xA1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, _ := record.Detect(b, nil)
		var d record.Detector
		chosen, _ := d.Choose(b, record.Clue{})
		for _, e := range []*record.Encoding{e, chosen} {
			text := e.Decode(b)
			if !utf8.ValidString(text) {
				t.Fatalf("%s gives %q", e, text)
			}
			if again, ok := e.Encode(text); ok && e.Faulty(b) < 0 && e.Decode(again) != text {
				t.Fatalf("%s: %q comes back as %q", e, b, again)
			}
		}
	})
}
