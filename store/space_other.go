//go:build !windows

package store

import (
	"errors"
	"syscall"
)

// freeBytes is how much an ordinary user may still write to the disk of a folder.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	err := syscall.Statfs(dir, &s)
	return uint64(s.Bavail) * uint64(s.Bsize), err
}

func diskFull(err error) bool { return errors.Is(err, syscall.EDQUOT) }

// errReadOnly is a disk that takes no writing.
var errReadOnly error = syscall.EROFS

// deviceOf tells the disks of two folders apart.
func deviceOf(dir string) (uint64, error) {
	var s syscall.Stat_t
	err := syscall.Stat(dir, &s)
	return uint64(s.Dev), err
}
