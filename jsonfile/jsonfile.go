// Package jsonfile reads the JSON documents that people hand in: bounded, in UTF-8 with or without a
// mark, one value and nothing after it, no unknown keys. Every refusal names the line.
package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
)

// Text returns a document without its byte order mark. most bounds it, in bytes.
// Faults: tooLarge "fault.file.tooLarge"; invalid "fault.file.encoding".
func Text(data []byte, most int) ([]byte, error) {
	if len(data) > most {
		return nil, fault.New(fault.TooLarge, "fault.file.tooLarge", fault.Args{"most": most >> 20})
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, fault.New(fault.Invalid, "fault.file.encoding", nil)
	}
	return data, nil
}

// Read is Text for a stream, of which it takes no more than the bound and a byte.
// Faults: those of Text; invalid "fault.file.unreadable".
func Read(r io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "fault.file.unreadable", nil)
	}
	return Text(data, most)
}

// Decode reads the one value of a document and refuses unknown keys. A fault that a type's own
// UnmarshalJSON returns is passed on as it is.
// Faults: invalid "fault.file.syntax", "fault.file.type", "fault.file.whole", "fault.file.unknownKey".
func Decode(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		at := dec.InputOffset()
		if errors.Is(err, io.ErrUnexpectedEOF) {
			at = int64(len(data)) // the decoder stays at the beginning of what it can't finish
		}
		return located(err, at, data)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return badSyntax(err, data, dec.InputOffset())
	}
	return nil
}

// Peek reads what it needs of a document and overlooks the rest: to learn the format before all of
// it is understood. Faults: those of Decode but for unknown keys.
func Peek(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return located(err, int64(len(data)), data)
	}
	return nil
}

// located turns a decoder's error into one that says where and what.
func located(err error, offset int64, data []byte) error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return badSyntax(err, data, syntax.Offset)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return badType(err, kind, Line(data, kind.Offset))
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		at := bytes.Index(data, []byte(key))
		return fault.Wrap(err, fault.Invalid, "fault.file.unknownKey", fault.Args{"line": Line(data, int64(at)), "key": strings.Trim(key, `"`)})
	}
	return badSyntax(err, data, offset)
}

// kindName is what a JSON value is, "array"; "json." + kindName is its name in words.
type kindName string

// Words names the message.
func (k kindName) Words() (string, fault.Args) { return "json." + string(k), nil }

// Kind is what a document has where a Go type is read from it; it says itself in words.
func Kind(t reflect.Type) interface{ Words() (string, fault.Args) } {
	switch t.Kind() {
	case reflect.Pointer:
		return Kind(t.Elem())
	case reflect.String:
		return kindName("string")
	case reflect.Bool:
		return kindName("bool")
	case reflect.Slice, reflect.Array:
		return kindName("array")
	case reflect.Struct, reflect.Map:
		return kindName("object")
	}
	return kindName("number")
}

// Given is what a document has at the place of a wrong type; it says itself in words.
func Given(kind *json.UnmarshalTypeError) interface{ Words() (string, fault.Args) } {
	name, _, _ := strings.Cut(kind.Value, " ") // "number 1.5" is a number
	return kindName(name)
}

func badType(err error, kind *json.UnmarshalTypeError, line int) error {
	if kind.Field == "" {
		return fault.Wrap(err, fault.Invalid, "fault.file.whole", fault.Args{"line": line, "value": Given(kind), "open": "{", "close": "}"})
	}
	return fault.Wrap(err, fault.Invalid, "fault.file.type", fault.Args{"line": line, "field": kind.Field, "value": Given(kind), "right": Kind(kind.Type)})
}

func badSyntax(err error, data []byte, offset int64) error {
	return fault.Wrap(err, fault.Invalid, "fault.file.syntax", fault.Args{"line": Line(data, offset)})
}

// Line is the number of the line at an offset, from 1; an offset outside counts as the nearest end.
func Line(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}
