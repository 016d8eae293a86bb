package sheet

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"tianyuan/fault"
)

var boms = []struct{ id, mark string }{
	{"utf8bom", "\xEF\xBB\xBF"}, {"utf16le", "\xFF\xFE"}, {"utf16be", "\xFE\xFF"},
}

// decode turns the bytes into text and says in which encoding they were. A byte order mark
// decides before the wish; without either, UTF-8 is taken if it fits, else GB18030 or Big5.
func (r reader) decode(data []byte, want string) (text, id string, err error) {
	if want != "" && !slices.Contains(Encodings, want) {
		return "", "", r.refuse("encodingName", fault.Args{"value": want, "right": Encodings})
	}
	id = want
	for _, bom := range boms {
		if rest, ok := bytes.CutPrefix(data, []byte(bom.mark)); ok {
			data, id = rest, bom.id
			break
		}
	}
	if id == "" {
		if id = recognise(data); id == "" {
			return "", "", r.refuse("notSheet", nil)
		}
	}
	text, err = r.decodeAs(data, id)
	return text, id, err
}

func (r reader) decodeAs(data []byte, id string) (string, error) {
	var e encoding.Encoding
	switch id {
	case "utf8", "utf8bom":
		if at := firstInvalid(data); at >= 0 {
			return "", r.badBytes(string(data[:at]), id)
		}
		return string(data), nil
	case "utf16le":
		e = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "utf16be":
		e = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "gb18030":
		e = simplifiedchinese.GB18030
	case "big5":
		e = traditionalchinese.Big5
	}
	out, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return "", r.badBytes("", id)
	}
	text := string(out)
	if at := strings.IndexRune(text, utf8.RuneError); at >= 0 {
		return "", r.badBytes(text[:at], id)
	}
	return text, nil
}

// badBytes names the row in which the bytes stop fitting the encoding.
func (r reader) badBytes(before, id string) error {
	return r.refuse("badBytes", fault.Args{"row": strings.Count(before, "\n") + 1, "encoding": label{id}})
}

// label says an encoding in words.
type label struct{ id string }

// Words names the message.
func (l label) Words() (string, fault.Args) { return "sheet.encoding." + l.id, nil }

func firstInvalid(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// recognise tells the encoding of a text without a byte order mark, "" if it is no text.
func recognise(data []byte) string {
	switch {
	case bytes.IndexByte(data, 0) >= 0, bytes.HasPrefix(data, []byte("%PDF")):
		return ""
	case utf8.Valid(data), mostlyUTF8(data):
		return "utf8"
	}
	gbCommon, gbAll := countPairs(data, gbPair)
	bigCommon, bigAll := countPairs(data, big5Pair)
	if gbCommon*bigAll >= bigCommon*gbAll {
		return "gb18030"
	}
	return "big5"
}

// mostlyUTF8 tells UTF-8 with a few broken bytes from another encoding, whose pairs hardly ever
// form characters of three bytes: the message then names the row instead of showing rubbish.
func mostlyUTF8(data []byte) bool {
	good, bad := 0, 0
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
		case size >= 3:
			good++
		}
		at += size
	}
	return good > 10*bad
}

// countPairs counts the double-byte characters, and how many of them are in everyday use.
// Both standards put the everyday characters into one range of first bytes (GB 2312 level 1,
// Big5 level 1), and the everyday characters of the one are rare ones of the other. What fits
// no pair counts against the encoding.
func countPairs(data []byte, judge func(first, second byte) (valid, everyday bool)) (common, all int) {
	for at := 0; at < len(data); at++ {
		if data[at] < 0x80 {
			continue
		}
		all++
		if at+1 == len(data) {
			break
		}
		valid, everyday := judge(data[at], data[at+1])
		switch {
		case !valid:
			common -= 4
		case everyday:
			common++
			at++
		default:
			at++
		}
	}
	return common, all
}

func gbPair(first, second byte) (valid, everyday bool) {
	valid = first >= 0x81 && first <= 0xFE && (second >= 0x30 && second <= 0x39 || second >= 0x40 && second != 0x7F && second != 0xFF)
	return valid, valid && first >= 0xA1 && first <= 0xD7 && second >= 0xA1
}

func big5Pair(first, second byte) (valid, everyday bool) {
	valid = first >= 0x81 && first <= 0xFE && (second >= 0x40 && second <= 0x7E || second >= 0xA1 && second <= 0xFE)
	return valid, valid && first >= 0xA1 && first <= 0xC6
}
