package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"unsafe"
)

// doubleClicked tells that the program was started from the desktop: its console is its own, no
// other process shares it.
func doubleClicked() bool {
	var ids [2]uint32
	n, _, _ := syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList").Call(uintptr(unsafe.Pointer(&ids[0])), uintptr(len(ids)))
	return n == 1
}

// console lets the console draw colours, for the codes.
func console() {
	const drawsColours = 0x4 // ENABLE_VIRTUAL_TERMINAL_PROCESSING
	handle := syscall.Handle(os.Stdout.Fd())
	var mode uint32
	if syscall.GetConsoleMode(handle, &mode) == nil {
		syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode").Call(uintptr(handle), uintptr(mode|drawsColours))
	}
}

// homeData is where a program without arguments keeps its data: the user's own folder, whatever
// folder it was started from.
func homeData() string {
	base, err := os.UserCacheDir() // %LocalAppData%
	if err != nil {
		return "data"
	}
	return filepath.Join(base, "Tianyuan")
}

// openBrowser shows a page. An address has no blanks and no quotes that a shell could read.
func openBrowser(url string) error {
	return exec.Command("rundll32", "url.dll,FileProtocolHandler", url).Start()
}

// noSuchAddress tells that this machine doesn't have the address (WSAEADDRNOTAVAIL).
func noSuchAddress(err error) bool { return errors.Is(err, syscall.Errno(10049)) }

// solidQR: in a Chinese console half blocks are twice as wide as blanks, so codes are drawn by
// blanks alone.
const solidQR = true
