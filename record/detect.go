package record

import (
	"encoding/binary"
	"unicode/utf8"

	"tianyuan/record/internal/proptext"
)

// Weights of a character for an encoding. A wrong encoding gives faulty and rare characters,
// the right one gives frequent ones.
const (
	frequent   = 6
	kana       = 4
	everyday   = 2
	neutral    = 0
	uncommon   = -2
	rare       = -4
	impossible = -24
)

// pairTable weighs the two-byte characters of an encoding.
type pairTable struct {
	trail  proptext.Trail
	weight [1 << 16]int8
	// single tells the bytes above 7F that are characters of their own.
	single [256]bool
	long   bool // four-byte characters of GB18030
}

func newPairTable(e *Encoding) *pairTable {
	t := &pairTable{long: e == GB18030}
	common := frequentRunes(e)
	dec := e.x.NewDecoder()
	var dst [16]byte
	for first := 0x80; first <= 0xFF; first++ {
		dec.Reset()
		if n, m, err := dec.Transform(dst[:], []byte{byte(first)}, true); err == nil && m == 1 {
			r, _ := utf8.DecodeRune(dst[:n])
			t.single[first] = r != utf8.RuneError && r >= 0x80
		}
		for second := 0x30; second <= 0xFF; second++ {
			t.weight[first<<8|second] = impossible
			dec.Reset()
			n, m, err := dec.Transform(dst[:], []byte{byte(first), byte(second)}, true)
			if err != nil || m != 2 || t.single[first] {
				continue
			}
			r, size := utf8.DecodeRune(dst[:n])
			if size != n || r == utf8.RuneError || r < 0x80 {
				continue
			}
			t.trail.Lead[first], t.trail.Second[second] = true, true
			t.weight[first<<8|second] = weigh(e, common, byte(first), byte(second), r)
		}
	}
	return t
}

func frequentRunes(e *Encoding) map[rune]bool {
	text := map[*Encoding]string{GB18030: frequentHans, Big5: frequentHant, ShiftJIS: frequentJa, EUCJP: frequentJa, EUCKR: frequentKo}[e]
	set := map[rune]bool{}
	for _, r := range text {
		set[r] = r >= 0x80
	}
	return set
}

// weigh uses that each standard puts the characters of everyday use into one range of first
// bytes (level 1 of GB 2312, Big5 and JIS X 0208, the syllables of KS X 1001).
func weigh(e *Encoding, common map[rune]bool, first, second byte, r rune) int8 {
	isKana := r >= 0x3040 && r <= 0x30FF
	switch {
	case r >= 0xE000 && r <= 0xF8FF:
		return 2 * rare
	case isKana && (e == ShiftJIS || e == EUCJP):
		return kana
	case isKana:
		return uncommon
	case common[r]:
		return frequent
	case r == '，' || r == '。' || r == '、' || r == '！' || r == '？' || r == '：' || r == '（' || r == '）' || r == '　' || r == '“' || r == '”' || r == '《' || r == '》':
		return everyday
	case r < 0x3400 || r >= 0xFF00:
		return neutral
	}
	level := 0
	switch e {
	case GB18030:
		if second >= 0xA1 && first >= 0xB0 {
			level = 2
			if first <= 0xD7 {
				level = 1
			}
		}
	case Big5:
		if first >= 0xA4 {
			level = 2
			if first <= 0xC6 {
				level = 1
			}
		}
	case ShiftJIS:
		level = 2
		if first <= 0x97 {
			level = 1
		}
	case EUCJP:
		level = 2
		if first <= 0xCF {
			level = 1
		}
	case EUCKR:
		if second >= 0xA1 && first >= 0xB0 {
			level = 2
			if first <= 0xC8 {
				level = 1
			}
		}
	}
	return [3]int8{rare, everyday, uncommon}[level]
}

// next steps over the character at i, a byte above 7F, and returns its length and weight.
func (t *pairTable) next(b []byte, i int) (size int, weight int) {
	if i+1 == len(b) {
		return 1, impossible
	}
	second := b[i+1]
	if second >= 0x30 {
		if w := t.weight[int(b[i])<<8|int(second)]; w != impossible {
			return 2, int(w)
		}
	}
	if t.long && second >= 0x30 && second <= 0x39 && i+3 < len(b) && b[i+2] >= 0x81 && b[i+2] <= 0xFE && b[i+3] >= 0x30 && b[i+3] <= 0x39 {
		return 4, uncommon
	}
	if t.single[b[i]] {
		return 1, uncommon
	}
	return 1, impossible
}

func (t *pairTable) faulty(b []byte) int {
	for i := asciiEnd(b, 0); i < len(b); {
		if b[i] < 0x80 {
			i = asciiEnd(b, i)
			continue
		}
		size, weight := t.next(b, i)
		if weight == impossible {
			return i
		}
		i += size
	}
	return -1
}

// score sums the weights of the characters that aren't ASCII, and counts them with the bytes
// that fit no character.
func (t *pairTable) score(b []byte) (sum, count, faults int) {
	for i := asciiEnd(b, 0); i < len(b); {
		if b[i] < 0x80 {
			i = asciiEnd(b, i)
			continue
		}
		size, weight := t.next(b, i)
		switch {
		case weight == impossible:
			faults++
		case size == 2 && i > 0 && isLetter(b[i-1]) && isLetter(b[i+1]):
			weight = min(weight, rare) // an accent inside a word of Latin letters
		}
		sum += weight
		count++
		i += size
	}
	return sum, count, faults
}

// asciiEnd returns the place of the first byte above 7F from i on, or len(b).
func asciiEnd(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		if binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

// highRun returns the end of the bytes above 7F from i on, and whether an ASCII letter stands
// beside them.
func highRun(b []byte, i int) (end int, beside bool) {
	for end = i; end < len(b) && b[end] >= 0x80; end++ {
	}
	return end, i > 0 && isLetter(b[i-1]) || end < len(b) && isLetter(b[end])
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// scoreLatin weighs words of ASCII with one or two accented letters in a row.
func scoreLatin(b []byte) (sum int) {
	for i := asciiEnd(b, 0); i < len(b); i = asciiEnd(b, i) {
		end, beside := highRun(b, i)
		short := beside && end-i <= 2
		for ; i < end; i++ {
			switch {
			case b[i] >= 0xC0 && short:
				sum += everyday
			case b[i] >= 0xC0:
				sum += uncommon
			default:
				sum += rare
			}
		}
	}
	return sum
}

// scoreCyrillic weighs words of small letters with at most a capital in front.
func scoreCyrillic(b []byte) (sum int) {
	for i := asciiEnd(b, 0); i < len(b); i = asciiEnd(b, i) {
		end, beside := highRun(b, i)
		for first := i; i < end; i++ {
			switch {
			case b[i] < 0xC0 && b[i] != 0xB8:
				sum += rare
			case beside || end-first == 1 || b[i] < 0xE0 && i > first:
				sum += uncommon
			default:
				sum += everyday
			}
		}
	}
	return sum
}

// Detect tells in which encoding text is written that isn't UTF-8, from the bytes above 7F
// alone: the ASCII of the moves would drown the rest. It never fails: what fits nothing is
// windows-1252. clear is false when another encoding is about as likely; likely, if any, then
// decides among equals (the encoding of neighbours, or what the writing program is known for).
func Detect(b []byte, likely *Encoding) (e *Encoding, clear bool) {
	best, second := Windows1252, -1<<30
	bestSum := scoreLatin(b)
	consider := func(c *Encoding, sum int) {
		if c == likely {
			sum += frequent
		}
		if sum > bestSum {
			best, bestSum, second = c, sum, bestSum
		} else {
			second = max(second, sum)
		}
	}
	consider(Windows1251, scoreCyrillic(b))
	for _, c := range []*Encoding{GB18030, Big5, ShiftJIS, EUCJP, EUCKR} {
		sum, count, faults := c.pairs().score(b)
		if faults*8 > count {
			continue
		}
		if c == GB18030 {
			sum += everyday // most records of this program's users are in it
		}
		consider(c, sum)
	}
	return best, bestSum-second >= frequent
}

// fits tells that text in e reads as text of that language usually does.
func (e *Encoding) fits(b []byte) bool {
	if e == nil || e.pairs == nil {
		return false
	}
	sum, count, faults := e.pairs().score(b)
	return faults == 0 && sum >= 3*count
}
