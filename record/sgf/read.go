// Package sgf reads and writes game records in SGF, file formats FF[1] to FF[4], with the
// irregularities that files in use have. Facts: the FF4 specification (red-bean.com/sgf) and
// the file formats before it.
package sgf

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/transform"

	"tianyuan/fault"
	"tianyuan/record"
	"tianyuan/record/internal/proptext"
)

// Format is SGF for a registry of formats.
var Format = &record.Format{
	Name: formatName, Extensions: []string{"sgf", "mgt"},
	Sniff: sniff,
	Open:  func(r io.Reader, o record.Options) record.Reader { return NewReader(r, o) },
	Write: Write,
}

const formatName = "sgf"

const (
	firstWindow = 1 << 18
	// maxTree bounds one game: places in it are kept in 31 bits.
	maxTree = 1 << 30
)

// Reader reads the games of a collection one after the other. It holds one game's text at a
// time, and the window around it.
type Reader struct {
	in    io.Reader
	buf   []byte
	from  int   // the first byte of buf that isn't read yet
	base  int64 // where buf begins in the file, in bytes of the text as read
	size  int64 // of the file, 0 when it isn't known
	eof   bool
	owned bool // buf belongs to the reader, so a game needs its own copy
	fault error

	detector record.Detector
	wide     *record.Encoding
	wideAt   int64 // where the text at buf[from] begins in the wide file
	trail    *record.Encoding
	wasted   int64 // bytes that were read twice because the encoding wasn't known
	plain    int64 // from here on no text has a proper end (proptext.Scanner.Plain)
	parser   parser

	games    int
	ff, gm   int
	skipped  outside
	outsides []record.Diagnosis
}

// NewReader reads from a stream, with a window of 256 KiB or the size of the largest game.
func NewReader(in io.Reader, o record.Options) *Reader {
	r := &Reader{in: in, size: o.Size, owned: true, plain: 1 << 62, buf: make([]byte, 0, firstWindow)}
	r.start(o)
	return r
}

// NewBytes reads from memory; the games keep parts of data, which mustn't change any more.
func NewBytes(data []byte, o record.Options) *Reader {
	r := &Reader{buf: data, eof: true, plain: 1 << 62}
	r.start(o)
	return r
}

// start finds out whether the file has to be translated before anything can be read.
func (r *Reader) start(o record.Options) {
	r.detector.Override = o.Encoding
	r.fill()
	wide := wideEncoding(r.buf)
	if o.Encoding != nil && o.Encoding.Wide() {
		wide = o.Encoding
	}
	if wide == nil {
		if bytes.HasPrefix(r.buf, []byte("\xEF\xBB\xBF")) {
			r.from = 3
		}
		return
	}
	mark := 0
	if bytes.HasPrefix(r.buf, []byte("\xFF\xFE")) || bytes.HasPrefix(r.buf, []byte("\xFE\xFF")) {
		mark = 2
	}
	rest := io.Reader(bytes.NewReader(r.buf[mark:]))
	if !r.eof {
		rest = io.MultiReader(rest, r.in)
	}
	*r = Reader{plain: 1 << 62, in: transform.NewReader(rest, wide.Decoder()), owned: true, buf: make([]byte, 0, firstWindow), wide: wide, wideAt: int64(mark)}
	r.detector.Override = record.UTF8
	r.fill()
}

// wideEncoding tells UTF-16 by its mark, or by the zero bytes beside "(" and ";".
func wideEncoding(head []byte) *record.Encoding {
	for mark, e := range map[string]*record.Encoding{"\xFF\xFE": record.UTF16LE, "\xFE\xFF": record.UTF16BE, "(\x00;\x00": record.UTF16LE, "\x00(\x00;": record.UTF16BE} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return e
		}
	}
	return nil
}

func sniff(head []byte) bool {
	if wideEncoding(head) != nil {
		return true
	}
	_, sure := findStart(head, 0, true)
	return sure || bareStart(head)
}

// fill reads on until the window is full.
func (r *Reader) fill() {
	for !r.eof && len(r.buf) < cap(r.buf) {
		n, err := r.in.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if err != nil {
			r.eof = true
			if !errors.Is(err, io.EOF) {
				r.fault = fault.Wrap(err, fault.Invalid, "fault.record.read", nil)
			}
		}
	}
}

// more moves what isn't read yet to the front, makes room, and reads on.
func (r *Reader) more() {
	rest := r.buf[r.from:]
	r.base += int64(r.from)
	if len(rest) > cap(r.buf)/2 {
		r.buf = append(make([]byte, 0, r.room(len(rest))), rest...)
	} else {
		r.buf = r.buf[:copy(r.buf[:cap(r.buf)], rest)]
	}
	r.from = 0
	r.fill()
}

// room returns the size of the window for a game of which so much is read: twice that, or all
// that is left of the file when it isn't much more.
func (r *Reader) room(read int) int {
	const spare = 512 // so that the end of the file shows at once
	if left := r.size - r.base + spare; left > int64(read) && left < 16*int64(read) {
		return int(left)
	}
	return 2 * read
}

// Outside returns the findings outside of games, complete when Next has returned io.EOF.
func (r *Reader) Outside() []record.Diagnosis { return r.outsides }

// Next returns the next game, io.EOF after the last. Faults: invalid "fault.record.empty",
// "fault.record.noGame" when there is no game at all, "fault.record.read" when the stream
// breaks; tooLarge "fault.record.large".
func (r *Reader) Next() (*record.Game, error) {
	start, bare, err := r.find()
	if err != nil {
		return nil, err
	}
	for {
		text := r.buf[r.from:]
		end, complete := r.parse(text, bare)
		if r.fault != nil {
			return nil, r.fault
		}
		if complete || r.eof {
			return r.game(end, start), nil
		}
		if len(text) >= maxTree {
			return nil, fault.New(fault.TooLarge, "fault.record.large", fault.Args{"offset": int(start), "mib": maxTree >> 20})
		}
		r.more()
	}
}

// find skips to the next game and returns its place in the file. bare tells a file without "(".
func (r *Reader) find() (start int64, bare bool, err error) {
	for {
		if r.games == 0 && r.skipped.bytes == 0 && bareStart(r.buf[r.from:]) {
			return r.offset(), true, nil
		}
		at, sure := findStart(r.buf, r.from, r.eof)
		r.skip(at)
		if sure {
			return r.offset(), false, nil
		}
		if r.eof {
			return 0, false, r.finish()
		}
		r.more()
	}
}

// offset returns the place of the next unread byte in the file.
func (r *Reader) offset() int64 {
	if r.wide != nil {
		return r.wideAt
	}
	return r.base + int64(r.from)
}

// skip passes over text outside of games.
func (r *Reader) skip(stop int) {
	r.skipped.add(r.buf[r.from:stop], r.offset())
	r.pass(stop)
}

func (r *Reader) pass(stop int) {
	if r.wide != nil {
		r.wideAt += r.wide.Length(r.buf[r.from:stop])
	}
	r.from = stop
}

// finish says why there is no next game.
func (r *Reader) finish() error {
	switch {
	case r.fault != nil:
		return r.fault
	case r.games > 0:
		r.outsides = append(r.outsides, r.skipped.take(&r.detector)...)
		return io.EOF
	case r.skipped.bytes == 0:
		return fault.New(fault.Invalid, "fault.record.empty", nil)
	}
	return fault.New(fault.Invalid, "fault.record.noGame", fault.Args{"bytes": r.skipped.bytes, "text": excerpt(record.UTF8, r.skipped.head)})
}

// parse reads the tree at the front of text. Its encoding is known only when its end is, and
// its end only when the encoding is: so it is read as the game before was, and read again when
// that was wrong and matters. What is read twice is bounded by what is read.
func (r *Reader) parse(text []byte, bare bool) (end int, complete bool) {
	p := &r.parser
	plain := int(min(int64(len(text)), max(0, r.plain-r.base-int64(r.from))))
	end, complete = p.tree(text, r.trail, bare, plain)
	if !r.eof && (!complete || p.scan.Plain < len(text)) {
		return end, false
	}
	detector := r.detector
	p.encoding, p.textFindings = r.detector.Choose(text[:end], p.clue(text))
	if !r.again(text[:end]) {
		r.trail = p.encoding
		return end, complete
	}
	r.wasted += int64(end)
	r.trail = p.encoding
	end, complete = p.tree(text, r.trail, bare, plain)
	if !r.eof && (!complete || p.scan.Plain < len(text)) {
		r.detector = detector
		return end, false
	}
	r.detector = detector
	p.encoding, p.textFindings = r.detector.Choose(text[:end], p.clue(text))
	return end, complete
}

// again tells whether the encoding found reads the text in another way than it was read.
func (r *Reader) again(text []byte) bool {
	e := r.parser.encoding
	if e == r.trail || r.wasted > 4*(r.base+int64(r.from))+maxTree/1024 {
		return false
	}
	return e.HasBrackets(text) || r.trail.HasBrackets(text)
}

// game makes the game of the next bytes, which the parser has just read.
func (r *Reader) game(length int, start int64) *record.Game {
	p := &r.parser
	if p.scan.Plain < length && r.eof {
		r.plain = r.base + int64(r.from+p.scan.Plain)
	}
	text := r.take(length)
	g := p.build.Finish(record.Source{
		Text: text, Encoding: p.encoding, Wide: r.wide, Plain: min(p.scan.Plain, length),
		Format: formatName, Offset: start, Width: p.width, Height: p.height,
	})
	g.Diagnoses = append(r.skipped.take(&r.detector), r.diagnoses(text, start)...)
	r.games++
	return g
}

// take passes over the next bytes and returns them, never to be overwritten: a part of the
// caller's data, a copy, or for a large game the window itself.
func (r *Reader) take(length int) []byte {
	text := r.buf[r.from : r.from+length : r.from+length]
	rest := r.buf[r.from+length:]
	switch {
	case !r.owned:
		r.pass(r.from + length)
	case length < firstWindow || length < len(r.buf)/2:
		text = append([]byte(nil), text...)
		r.pass(r.from + length)
	default:
		r.pass(r.from + length)
		r.base += int64(r.from)
		r.buf, r.from = append(make([]byte, 0, max(firstWindow, 2*len(rest))), rest...), 0
	}
	return text
}

// ReadAll reads all games of data. Without any game it returns the fault of Next.
func ReadAll(data []byte, o record.Options) (games []*record.Game, outside []record.Diagnosis, err error) {
	r := NewBytes(data, o)
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, r.Outside(), nil
		}
		if err != nil {
			return games, r.Outside(), err
		}
		games = append(games, g)
	}
}

// outside collects what stands between games.
type outside struct {
	bytes int
	at    int64
	head  []byte
	moves bool
}

func (o *outside) add(text []byte, at int64) {
	trimmed := bytes.TrimLeftFunc(text, func(r rune) bool { return r < 0x80 && proptext.Space(byte(r)) })
	if o.bytes == 0 {
		at += int64(len(text) - len(trimmed))
		text = trimmed
		o.at = at
	}
	if len(text) == 0 {
		return
	}
	o.bytes += len(text)
	if room := 64 - len(o.head); room > 0 {
		o.head = append(o.head, text[:min(room, len(text))]...)
	}
	for i := bytes.IndexByte(text, '['); i >= 0 && i+3 < len(text) && !o.moves; {
		o.moves = text[i+3] == ']' && small(text[i+1]) && small(text[i+2])
		next := bytes.IndexByte(text[i+1:], '[')
		if next < 0 {
			break
		}
		i += 1 + next
	}
}

func small(c byte) bool { return c >= 'a' && c <= 'z' }

// take returns the finding about what was collected, and forgets it.
func (o *outside) take(d *record.Detector) []record.Diagnosis {
	defer func() { *o = outside{head: o.head[:0]} }()
	if o.bytes == 0 {
		return nil
	}
	code := record.TextOutside
	if o.moves {
		code = record.MovesOutside
	}
	e := record.UTF8
	if d.Override != nil {
		e = d.Override
	}
	return []record.Diagnosis{record.Diagnose(o.at, code, fault.Args{"n": o.bytes, "text": excerpt(e, o.head)})}
}
