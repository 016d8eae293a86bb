package tests

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// measured runs the real binary in a loop and reports the whole process: the median of user and
// system time together, and the largest memory.
func measured(b *testing.B, bin string, args ...string) {
	var cpu []time.Duration
	var most int64
	for b.Loop() {
		cmd := exec.Command(bin, args...)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%.300s", err, out)
		}
		cpu = append(cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			most = max(most, usage.Maxrss)
		}
	}
	slices.Sort(cpu)
	b.ReportMetric(float64(cpu[len(cpu)/2].Milliseconds()), "cpu-ms")
	b.ReportMetric(float64(most)/1024, "MiB")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkStandings measures the command standings as a whole process. Run it with -benchtime 5x.
func BenchmarkStandings(b *testing.B) {
	bin := binary(b)
	file := field{players: 10000, played: 11, units: 200}.write(b)
	b.Run("text", func(b *testing.B) { measured(b, bin, "standings", file) })
	b.Run("json", func(b *testing.B) { measured(b, bin, "standings", file, "--json") })
}

// BenchmarkPair measures the command pair as a whole process on easy and on hard fields.
// Run it with -benchtime 5x.
func BenchmarkPair(b *testing.B) {
	bin := binary(b)
	for _, n := range []struct {
		name    string
		players int
	}{{"1000", 1000}, {"10000", 10000}} {
		for _, c := range []struct {
			name string
			field
		}{
			{"plain", field{played: 4, units: 40}},
			{"threeUnits", field{played: 4, units: 3}},
			{"firstRound", field{played: 0, units: 40}},
			{"afterOne", field{played: 1, units: 3}},
			{"afterTen", field{played: 10, units: 40}},
			{"draws", field{played: 4, units: 40, draws: 30}},
			{"forbidden", field{played: 4, units: 40, forbidden: n.players / 2}},
			{"late", field{played: 4, units: 40, late: n.players / 5}},
		} {
			c.players = n.players
			b.Run(n.name+"/"+c.name, func(b *testing.B) { measured(b, bin, "pair", c.write(b), "--json") })
		}
	}
}

// BenchmarkRecordCheck measures the command record check as a whole process on 5,000 games of 200 moves
// each: text, encoding and types, then every stone laid on a board. Run it with -benchtime 5x.
func BenchmarkRecordCheck(b *testing.B) {
	bin := binary(b)
	rnd := rand.New(rand.NewPCG(1, 3))
	var text bytes.Buffer
	for i := range 5000 {
		fmt.Fprintf(&text, "(;GM[1]FF[4]SZ[19]CA[UTF-8]EV[第%d届样本杯]PB[赵一]PW[钱二]KM[7.5]RU[Chinese]RE[B+R]\n", i%40+1)
		for m, p := range rnd.Perm(361)[:200] {
			fmt.Fprintf(&text, ";%c[%c%c]", "BW"[m%2], 'a'+p%19, 'a'+p/19)
		}
		text.WriteString(")\n")
	}
	file := filepath.Join(b.TempDir(), "games.sgf")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	measured(b, bin, "record", "check", file)
	b.ReportMetric(float64(text.Len())/(1<<20), "MB")
}
