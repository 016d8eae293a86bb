package tests

import (
	"os/exec"
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
