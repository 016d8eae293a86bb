package main

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPhoneHosts: a hotspot's address comes before a home network's, virtual cards come last, and
// what no phone can reach isn't told.
func TestPhoneHosts(t *testing.T) {
	address := func(face, ip string) lanAddress { return lanAddress{face, netip.MustParseAddr(ip)} }
	got := phoneHosts([]lanAddress{
		address("docker0", "172.17.0.1"), address("lo", "127.0.0.1"), address("eth0", "10.1.2.3"), address("vEthernet (WSL)", "192.168.80.1"),
		address("eth1", "169.254.9.9"), address("wlan0", "192.168.1.7"), address("wlan0", "fe80::1"), address("Local Area Connection* 2", "192.168.137.1"), address("eth2", "172.20.0.4"), address("ppp", "8.8.4.4"),
	}, "8080")
	want := []string{"192.168.137.1:8080", "192.168.1.7:8080", "10.1.2.3:8080", "172.20.0.4:8080", "8.8.4.4:8080", "172.17.0.1:8080", "192.168.80.1:8080"}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestPrintQR: the code on the console is a square of half blocks with a quiet rim.
func TestPrintQR(t *testing.T) {
	var b strings.Builder
	if err := printQR(&b, "http://192.168.137.1:8080", false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	inside := func(line string) []rune {
		line = line[strings.Index(line, "107m")+4:]
		return []rune(strings.TrimSuffix(line, "\x1b[0m"))
	}
	width := len(inside(lines[0]))
	if width != 2*len(lines)-1 && width != 2*len(lines) {
		t.Errorf("%d columns, %d lines", width, len(lines))
	}
	if strings.TrimSpace(string(inside(lines[0]))) != "" {
		t.Errorf("no quiet rim: %q", lines[0])
	}
	if !strings.Contains(b.String(), "█") || !strings.Contains(b.String(), "▄") {
		t.Error("nothing is drawn")
	}
}

// TestSolidQR: in a console whose half blocks are wider than its blanks every module is two blanks
// (issue 4: Chinese right in a GBK console).
func TestSolidQR(t *testing.T) {
	var b strings.Builder
	if err := printQR(&b, "http://192.168.137.1:8080", true); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for _, line := range lines {
		plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(line, "")
		if strings.Trim(plain, " ") != "" || len(plain) != 2+2*len(lines) {
			t.Fatalf("a line of %d in a code of %d: %q", len(plain), len(lines), plain)
		}
	}
	if !strings.Contains(b.String(), "\x1b[40m") {
		t.Error("nothing is dark")
	}
}
