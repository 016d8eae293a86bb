package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tianyuan/office"
	"tianyuan/store"
)

// BenchmarkServe measures the start of the real program on a folder with 50 tournaments of 300
// players and 7 played rounds: from the start of the process to the first answer, the processor
// time up to there, and the memory 30 seconds later. Run it with -benchtime 1x.
func BenchmarkServe(b *testing.B) {
	bin, dir := built(b), b.TempDir()
	season(b, dir)
	for b.Loop() {
		s := startOn(b, bin, dir)
		b.ReportMetric(float64(s.ready.Milliseconds()), "ready-ms")
		b.ReportMetric(resident(b, s.cmd.Process.Pid), "ready-MiB")
		time.Sleep(30 * time.Second)
		b.ReportMetric(resident(b, s.cmd.Process.Pid), "idle-MiB")
		s.stop(b)
		b.ReportMetric(float64((s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()).Milliseconds()), "cpu-ms")
	}
	b.ReportMetric(0, "ns/op")
}

// built is the program, built for the benchmark.
func built(b *testing.B) string {
	b.Helper()
	bin := filepath.Join(b.TempDir(), "tianyuan")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// startedServer is the real program at work; ready is how long it took up to its first answer.
type startedServer struct {
	cmd   *exec.Cmd
	url   string
	ready time.Duration
}

// startOn starts the program on a folder.
func startOn(b *testing.B, bin, dir string) *startedServer {
	b.Helper()
	began := time.Now()
	cmd := exec.Command(bin, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	at := strings.Index(line, "http://")
	if err != nil || at < 0 {
		b.Fatalf("it says %q: %v", line, err)
	}
	url := strings.TrimSpace(line[at:])
	answer, err := http.Get(url + "/healthz")
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Fatal(err, answer)
	}
	answer.Body.Close()
	return &startedServer{cmd, url, time.Since(began)}
}

func (s *startedServer) stop(b *testing.B) {
	b.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		b.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		b.Fatal(err)
	}
}

// season fills a folder: one tournament is played, the others are the same under their own names.
func season(b *testing.B, dir string) {
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: dir, Version: Version})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	if err := play(ctx, st, office.New(st, time.Now, Version), 300, 7, false); err != nil {
		b.Fatal(err)
	}
	file, err := st.Export(ctx, demoID)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 49 {
		other := bytes.ReplaceAll(file, []byte(`-demo"`), fmt.Appendf(nil, `-%d"`, i))
		if _, err := st.Import(ctx, other, office.Judge); err != nil {
			b.Fatal(err)
		}
	}
}

// resident is how much memory a process holds, in MiB.
func resident(b *testing.B, pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	var kib int
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		b.Fatal(err)
	}
	return float64(kib) / 1024
}
