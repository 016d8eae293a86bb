package sgf

import (
	"bytes"

	"tianyuan/record/internal/proptext"
)

// findStart looks for the "(" of a game: one followed by ";" or by a property. sure is false
// when there is none; then all before at can be skipped.
func findStart(src []byte, from int, eof bool) (at int, sure bool) {
	for {
		n := bytes.IndexByte(src[from:], '(')
		if n < 0 {
			return len(src), false
		}
		from += n
		i := proptext.SkipSpace(src, from+1)
		if i == len(src) {
			if eof {
				return len(src), false
			}
			return from, false // what follows isn't read yet
		}
		if src[i] == ';' {
			i = proptext.SkipSpace(src, i+1)
			if i == len(src) && !eof {
				return from, false
			}
			if i == len(src) || isLetter(src[i]) || bytes.IndexByte([]byte(";()["), src[i]) >= 0 {
				return from, true
			}
		} else if propertyAt(src, i) {
			return from, true
		}
		from++
	}
}

// bareStart tells a file that begins with a node, the "(" before it missing.
func bareStart(src []byte) bool {
	i := proptext.SkipSpace(src, 0)
	return i < len(src) && src[i] == ';' && propertyAt(src, proptext.SkipSpace(src, i+1))
}

// propertyAt tells whether an identifier with capitals and a value begins at i.
func propertyAt(src []byte, i int) bool {
	from, capital := i, false
	for i < len(src) && (isLetter(src[i]) || i > from && src[i] >= '0' && src[i] <= '9') {
		capital = capital || src[i] >= 'A' && src[i] <= 'Z'
		i++
	}
	i = proptext.SkipSpace(src, i)
	return capital && i < len(src) && src[i] == '['
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
