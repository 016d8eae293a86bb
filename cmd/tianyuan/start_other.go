//go:build !windows

package main

// doubleClicked is for Windows alone: elsewhere a program is started with arguments.
func doubleClicked() bool { return false }

func console() {}

func homeData() string { return "data" }

func openBrowser(string) error { return nil }
