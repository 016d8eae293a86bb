//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// doubleClicked is for Windows alone: elsewhere a program is started with arguments.
func doubleClicked() bool { return false }

func console() {}

func homeData() string { return "data" }

func openBrowser(string) error { return nil }

// noSuchAddress tells that this machine doesn't have the address.
func noSuchAddress(err error) bool { return errors.Is(err, syscall.EADDRNOTAVAIL) }

// solidQR: two lines of a code share one of the console.
const solidQR = false
