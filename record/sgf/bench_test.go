package sgf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"tianyuan/record"
	"tianyuan/record/sgf"
)

var (
	surnames = []rune("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜")
	givens   = []rune("一二三四五六七八九十甲乙丙丁戊己庚辛壬癸东南西北春夏秋冬")
	remarks  = []string{
		"黑棋好点，白棋苦战。", "这手棋是本局的胜负处，应该先在左边交换。", "白棋实地领先，黑棋外势厚。",
		"打劫之后黑棋亏了两目。", "以下是实战的变化，读者可以自己摆一摆。",
	}
)

// collection makes games as servers write them: a header, about 200 moves on 19×19, some
// comments in Chinese.
func collection(games int, seed uint64) string {
	rnd := rand.New(rand.NewPCG(seed, 3))
	var b bytes.Buffer
	name := func() string {
		return string(surnames[rnd.IntN(len(surnames))]) + string(givens[rnd.IntN(len(givens))]) + string(givens[rnd.IntN(len(givens))])
	}
	for i := range games {
		fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[19]EV[第%d届样本杯]RO[%d]PB[%s]BR[%d段]PW[%s]WR[%d段]KM[7.5]HA[0]RU[Chinese]DT[20%02d-%02d-%02d]RE[%s+%d.5]TM[7200]\n",
			i%40+1, rnd.IntN(9)+1, name(), rnd.IntN(9)+1, name(), rnd.IntN(9)+1, rnd.IntN(26), rnd.IntN(12)+1, rnd.IntN(28)+1, []string{"B", "W"}[rnd.IntN(2)], rnd.IntN(20))
		points := rnd.Perm(361)
		for m, p := range points[:160+rnd.IntN(80)] {
			fmt.Fprintf(&b, ";%s[%c%c]", []string{"B", "W"}[m%2], 'a'+p%19, 'a'+p/19)
			if rnd.IntN(60) == 0 {
				fmt.Fprintf(&b, "C[%s]", remarks[rnd.IntN(len(remarks))])
			}
			if m%10 == 9 {
				b.WriteByte('\n')
			}
		}
		b.WriteString(")\n")
	}
	return b.String()
}

func inGB(tb testing.TB, text string) []byte {
	tb.Helper()
	b, ok := record.GB18030.Encode(text)
	if !ok {
		tb.Fatal("the text isn't of GB18030")
	}
	return b
}

func readAll(tb testing.TB, r record.Reader) (games int) {
	tb.Helper()
	for {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			tb.Fatal(err)
		}
		games++
	}
}

func chain(moves int) []byte {
	return []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte(";B[dd];W[pp]"), moves/2)) + ")")
}

func nested(depth int) []byte {
	return []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte("(;B[dd](;W[pp]"), depth/2)) + string(bytes.Repeat([]byte(")"), depth/2*2)) + ")")
}

// BenchmarkRead is issue 3's measure: syntax, encoding and property types of a collection of
// 20,000 games, tree by tree.
func BenchmarkRead(b *testing.B) {
	text := collection(20000, 1)
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"collection/utf8", []byte(text)},
		{"collection/gb18030", inGB(b, text)},
		{"collection/gb18030-ca", inGB(b, strings.ReplaceAll(text, "(;GM", "(;CA[gb2312]GM"))},
		{"line", chain(1000000)},
		{"nested", nested(1000000)},
		{"wide", []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte("(;B[dd])"), 1000000)) + ")")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.data)))
			b.ReportAllocs()
			defer reportCPU(b, len(c.data))()
			for b.Loop() {
				readAll(b, sgf.NewBytes(c.data, record.Options{}))
			}
		})
	}
	data := []byte(text)
	b.Run("stream/utf8", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		defer reportCPU(b, len(data))()
		for b.Loop() {
			readAll(b, sgf.NewReader(bytes.NewReader(data), record.Options{}))
		}
	})
}

// BenchmarkMainLine walks over the moves of a collection that has been read.
func BenchmarkMainLine(b *testing.B) {
	data := []byte(collection(1000, 2))
	games, _, err := sgf.ReadAll(data, record.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	defer reportCPU(b, len(data))()
	for b.Loop() {
		for _, g := range games {
			for range g.MainLine() {
			}
		}
	}
}

// BenchmarkWrite writes a collection anew.
func BenchmarkWrite(b *testing.B) {
	data := []byte(collection(1000, 2))
	games, _, err := sgf.ReadAll(data, record.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	defer reportCPU(b, len(data))()
	for b.Loop() {
		if err := sgf.WriteNormal(io.Discard, games...); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMemory holds a tree to four times its text, the text included (issue 3), and what the
// reader needs for itself whatever the size, with the nodes that it keeps in any case. All that is
// allocated while reading counts, also what is thrown away.
func TestMemory(t *testing.T) {
	const own = 128<<10 + 1<<14*12
	for name, data := range map[string][]byte{
		"line": chain(200000), "nested": nested(200000),
		"wide":             []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte("(;B[dd])"), 200000)) + ")"),
		"passes":           []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte(";B[]"), 200000)) + ")"),
		"setup":            []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte(";AB[dd][pp][dp]"), 100000)) + ")"),
		"comments":         []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte(";B[dd]C[好点]"), 100000)) + ")"),
		"one text":         []byte("(;GM[1]FF[4]SZ[19]C[" + string(bytes.Repeat([]byte(`;x\]`), 400000)) + "])"),
		"doubts":           []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte(";B[zz]X"), 200000)) + ")"),
		"open":             []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte("(("), 200000))),
		"one result":       []byte("(;GM[1]FF[4]CA[" + string(bytes.Repeat([]byte("x"), 100000)) + "]RE[" + string(bytes.Repeat([]byte("黑胜"), 100000)) + "])"),
		"empty nodes":      []byte("(" + strings.Repeat(";", 1000000) + ")"),
		"empty variations": []byte("(;" + strings.Repeat("(;)", 300000) + ")"),
		"empty inside":     []byte("(" + strings.Repeat("(;", 300000) + strings.Repeat(")", 300000)),
		"nearly empty":     []byte("(" + strings.Repeat(";x", 500000) + ")"),
		"empty ones":       []byte("(;GM[1]FF[4]SZ[19]" + string(bytes.Repeat([]byte("()"), 200000)) + ")"),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games, _, err := sgf.ReadAll(data, record.Options{})
		runtime.ReadMemStats(&after)
		if err != nil || len(games) != 1 {
			t.Fatalf("%s: %d games, %v", name, len(games), err)
		}
		if used := after.TotalAlloc - before.TotalAlloc + uint64(len(data)); used > 4*uint64(len(data))+own {
			t.Errorf("%s: %.2f times its text", name, float64(used)/float64(len(data)))
		}
		runtime.KeepAlive(games)
	}
}
