package sgf_test

import (
	"syscall"
	"testing"
	"time"
)

// reportCPU adds the speed by the processor's time, of all threads: on a busy machine the wall
// clock says little.
func reportCPU(b *testing.B, size int) func() {
	start := processorTime()
	return func() {
		b.ReportMetric(float64(size)*float64(b.N)/1e6/(processorTime()-start).Seconds(), "MB/cpu-s")
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
