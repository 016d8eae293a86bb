package jsonfile_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"tianyuan/fault"
	"tianyuan/jsonfile"
)

type document struct {
	Name  string  `json:"name"`
	Count int     `json:"count"`
	Part  refuser `json:"part"`
}

// refuser refuses what it reads with a fault of its own.
type refuser struct{}

func (*refuser) UnmarshalJSON([]byte) error { return fault.New(fault.Invalid, "fault.own", nil) }

// TestDecode: one value, known keys, the line of what is wrong.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, text, key string
		line            int
	}{
		{"right", "{\"name\": \"甲\",\n\"count\": 3}", "", 0},
		{"syntax", "{\"name\": \"a\",\n\n\"count\" 3}", "fault.file.syntax", 3},
		{"cut", "{\"name\":\n\"a\"", "fault.file.syntax", 2},
		{"empty", "", "fault.file.syntax", 1},
		{"a second value", "{\"name\":\"a\"}\n{}", "fault.file.syntax", 2},
		{"type", "{\"name\": \"a\",\n\"count\": \"x\"}", "fault.file.type", 2},
		{"unknown key", "{\"name\": \"a\",\n\"size\": 3}", "fault.file.unknownKey", 2},
		{"a fault of its own", "{\"part\": 1}", "fault.own", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d document
			err := jsonfile.Decode([]byte(c.text), &d)
			if c.key == "" {
				if err != nil || d.Name != "甲" || d.Count != 3 {
					t.Fatalf("%+v, %v", d, err)
				}
				return
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Key != c.key || c.line > 0 && f.Args["line"] != c.line {
				t.Errorf("%v, want %s in line %d", err, c.key, c.line)
			}
		})
	}
}

// TestText: the mark goes, other encodings and too much are refused.
func TestText(t *testing.T) {
	if got, err := jsonfile.Text([]byte("\ufeff{}"), 100); err != nil || string(got) != "{}" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := jsonfile.Text([]byte("\xb5\xda"), 100); fault.KeyOf(err) != "fault.file.encoding" {
		t.Errorf("GB18030: %v", err)
	}
	if _, err := jsonfile.Read(strings.NewReader(strings.Repeat(" ", 101)), 100); fault.CodeOf(err) != fault.TooLarge {
		t.Errorf("too much: %v", err)
	}
	if _, err := jsonfile.Read(iotest.ErrReader(errors.New("gone")), 100); fault.KeyOf(err) != "fault.file.unreadable" {
		t.Errorf("a broken stream: %v", err)
	}
}

// TestPeek overlooks what it doesn't know.
func TestPeek(t *testing.T) {
	var d struct{ Name string }
	if err := jsonfile.Peek([]byte(`{"name": "a", "more": {}}`), &d); err != nil || d.Name != "a" {
		t.Errorf("%+v, %v", d, err)
	}
	if err := jsonfile.Peek([]byte("{\n"), &d); fault.KeyOf(err) != "fault.file.syntax" {
		t.Errorf("%v", err)
	}
}

// FuzzDecode: whatever it is given, it decodes or says a line inside the text.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"name": "a"}`))
	f.Add([]byte("{\n\"x\": [1,"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var into struct {
			Name string          `json:"name"`
			Any  json.RawMessage `json:"any"`
		}
		text, err := jsonfile.Text(data, 1<<20)
		if err == nil {
			err = jsonfile.Decode(text, &into)
		}
		fail, ok := errors.AsType[*fault.Error](err)
		if err != nil && !ok {
			t.Fatalf("%v is no fault", err)
		}
		if err == nil {
			return
		}
		if line, ok := fail.Args["line"].(int); ok && (line < 1 || line > 1+strings.Count(string(data), "\n")) {
			t.Errorf("line %d", line)
		}
	})
}
