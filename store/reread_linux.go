//go:build amd64 || arm64

package store

import (
	"os"
	"syscall"
)

// uncache drops what the system keeps of a file that was synced, so that reading it reads the disk.
// It is a request: where it isn't granted, the reading is of the cache.
func uncache(path string) {
	const dontNeed = 4 // POSIX_FADV_DONTNEED
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0)
}
