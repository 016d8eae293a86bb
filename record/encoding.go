package record

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"tianyuan/record/internal/proptext"
)

// Encoding is a way in which text is written in bytes. Encodings are compared by pointer; nil
// is none.
type Encoding struct {
	name string
	x    encoding.Encoding // nil for UTF-8
	// second tells whether second bytes of a character may be brackets or backslashes.
	second bool
	pairs  func() *pairTable // nil when the encoding has no two-byte characters
}

// The encodings that Detect tells apart.
var (
	UTF8        = &Encoding{name: "UTF-8"}
	GB18030     = &Encoding{name: "GB18030", x: simplifiedchinese.GB18030, second: true}
	Big5        = &Encoding{name: "Big5", x: traditionalchinese.Big5, second: true}
	ShiftJIS    = &Encoding{name: "Shift_JIS", x: japanese.ShiftJIS, second: true}
	EUCJP       = &Encoding{name: "EUC-JP", x: japanese.EUCJP}
	EUCKR       = &Encoding{name: "EUC-KR", x: korean.EUCKR}
	Windows1251 = &Encoding{name: "windows-1251", x: charmap.Windows1251}
	Windows1252 = &Encoding{name: "windows-1252", x: charmap.Windows1252}
	UTF16LE     = &Encoding{name: "UTF-16LE", x: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	UTF16BE     = &Encoding{name: "UTF-16BE", x: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
)

func init() {
	for _, e := range []*Encoding{GB18030, Big5, ShiftJIS, EUCJP, EUCKR} {
		e.pairs = sync.OnceValue(func() *pairTable { return newPairTable(e) })
	}
}

// aliases are names in files that mean another encoding than the name's own: the larger one
// that programs really write. Latin-1 lies within windows-1252.
var aliases = map[string]*Encoding{
	"utf-8": UTF8, "utf8": UTF8, "ascii": UTF8, "us-ascii": UTF8,
	"gb18030": GB18030, "gbk": GB18030, "gb2312": GB18030, "gb": GB18030, "gb_2312-80": GB18030, "cp936": GB18030, "ms936": GB18030, "windows-936": GB18030, "euc-cn": GB18030, "chinese": GB18030,
	"big5": Big5, "big5-hkscs": Big5, "cp950": Big5, "ms950": Big5, "windows-950": Big5,
	"shift_jis": ShiftJIS, "shift-jis": ShiftJIS, "sjis": ShiftJIS, "cp932": ShiftJIS, "ms932": ShiftJIS, "ms_kanji": ShiftJIS, "windows-31j": ShiftJIS,
	"euc-jp": EUCJP, "eucjp": EUCJP,
	"euc-kr": EUCKR, "euckr": EUCKR, "cp949": EUCKR, "ms949": EUCKR, "uhc": EUCKR, "ks_c_5601-1987": EUCKR, "windows-949": EUCKR,
	"iso-8859-1": Windows1252, "iso8859-1": Windows1252, "latin1": Windows1252, "latin-1": Windows1252, "windows-1252": Windows1252, "cp1252": Windows1252, "ansi": Windows1252,
	"windows-1251": Windows1251, "cp1251": Windows1251,
	"utf-16": UTF16LE, "utf-16le": UTF16LE, "utf-16be": UTF16BE, "utf16": UTF16LE, "utf16le": UTF16LE, "utf16be": UTF16BE,
}

var others sync.Map // name in lower case → *Encoding, for those that only a name can ask for

// ParseEncoding finds an encoding by a name as files and people write it (GBK, gb2312, cp936,
// Shift_JIS, latin1 and whatever else the web knows).
func ParseEncoding(name string) (*Encoding, bool) {
	key := strings.ToLower(strings.TrimSpace(name))
	if e, ok := aliases[key]; ok {
		return e, true
	}
	x, err := htmlindex.Get(key)
	if err != nil || x == encoding.Replacement {
		return nil, false
	}
	name, err = htmlindex.Name(x)
	if err != nil {
		return nil, false
	}
	if e, ok := aliases[name]; ok {
		return e, true
	}
	e, _ := others.LoadOrStore(name, &Encoding{name: name, x: x})
	return e.(*Encoding), true
}

// String returns the encoding's usual name, "" for nil.
func (e *Encoding) String() string {
	if e == nil {
		return ""
	}
	return e.name
}

// Wide tells an encoding that ASCII isn't a part of (UTF-16, ISO-2022-JP): a file in it is
// turned into UTF-8 before it is read.
func (e *Encoding) Wide() bool {
	return e == UTF16LE || e == UTF16BE || strings.HasPrefix(e.name, "iso-2022")
}

// Decode returns the text of the bytes; what doesn't fit the encoding becomes U+FFFD.
func (e *Encoding) Decode(b []byte) string {
	if e == nil || e.x == nil {
		if utf8.Valid(b) {
			return string(b)
		}
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	if e == Windows1252 {
		return decodeLatin(b)
	}
	if asciiEnd(b, 0) == len(b) && !e.Wide() {
		return string(b)
	}
	out, err := e.x.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(out)
}

// Encode returns the bytes of the text; ok is false when the encoding has no form for some
// character.
func (e *Encoding) Encode(text string) (b []byte, ok bool) {
	if e == nil || e.x == nil {
		return []byte(text), true
	}
	if e == Windows1252 {
		return encodeLatin(text)
	}
	b, err := e.x.NewEncoder().Bytes([]byte(text))
	return b, err == nil
}

// Length returns how many bytes UTF-8 text takes in the encoding.
func (e *Encoding) Length(text []byte) int64 {
	b, _ := e.Encode(string(text))
	return int64(len(b))
}

// Faulty returns the place of the first bytes that don't fit the encoding, -1 if all fit.
func (e *Encoding) Faulty(b []byte) int {
	switch {
	case e == nil || e.x == nil:
		return invalidUTF8(b)
	case e.pairs != nil:
		return e.pairs().faulty(b)
	case e == Windows1251 || e == Windows1252:
		return -1
	case strings.Contains(e.Decode(b), "\uFFFD"):
		return 0
	}
	return -1
}

// decodeLatin keeps the five bytes that windows-1252 leaves open as control characters, as
// Latin-1 does: so every byte has a character and none is lost.
func decodeLatin(b []byte) string {
	var text strings.Builder
	for _, c := range b {
		r := charmap.Windows1252.DecodeByte(c)
		if r == utf8.RuneError {
			r = rune(c)
		}
		text.WriteRune(r)
	}
	return text.String()
}

func encodeLatin(text string) (b []byte, ok bool) {
	ok = true
	for _, r := range text {
		c, known := charmap.Windows1252.EncodeRune(r)
		if !known && r >= 0x80 && r < 0xA0 {
			c, known = byte(r), true
		}
		ok = ok && known
		b = append(b, c)
	}
	return b, ok
}

func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for at := 0; at < len(b); {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// trail returns the second bytes that may be brackets, for package proptext.
func (e *Encoding) trail() *proptext.Trail {
	if e == nil || !e.second {
		return nil
	}
	return &e.pairs().trail
}

// Decoder returns a transformer of a stream in the encoding into UTF-8.
func (e *Encoding) Decoder() transform.Transformer {
	if e == nil || e.x == nil {
		return transform.Nop
	}
	return e.x.NewDecoder()
}
