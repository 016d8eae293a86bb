package web

import (
	"strings"
	"unicode/utf8"

	"github.com/mozillazg/go-pinyin"
)

// surnames are read otherwise than the characters are.
var surnames = map[rune]string{'曾': "zeng", '单': "shan", '單': "shan", '覃': "qin", '仇': "qiu", '区': "ou", '區': "ou", '解': "xie", '查': "zha", '任': "ren", '朴': "piao"}

// sortKey writes a name so that plain order is pinyin order; other letters stay as they are.
func sortKey(name string) string {
	var b strings.Builder
	for i, r := range []rune(name) {
		b.WriteString(reading(i, r))
		b.WriteByte(' ')
	}
	return b.String()
}

// initials are the first letters of a name's pinyin.
func initials(name string) string {
	var b strings.Builder
	for i, r := range []rune(name) {
		first, _ := utf8.DecodeRuneInString(reading(i, r))
		b.WriteRune(first)
	}
	return b.String()
}

func reading(i int, r rune) string {
	if s, ok := surnames[r]; ok && i == 0 {
		return s
	}
	if s := pinyin.SinglePinyin(r, pinyin.NewArgs()); len(s) > 0 && s[0] != "" {
		return s[0]
	}
	return strings.ToLower(string(r))
}
