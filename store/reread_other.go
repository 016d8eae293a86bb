//go:build !linux || (!amd64 && !arm64)

package store

// uncache is for systems that can be asked to read a file from the disk again.
func uncache(string) {}
