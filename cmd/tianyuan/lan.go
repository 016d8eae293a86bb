package main

import (
	"cmp"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"

	qr "github.com/piglig/go-qr"
)

// lanHosts are this machine's addresses on local networks, the most likely to be a phone's first.
func lanHosts(port string) []string {
	faces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var found []lanAddress
	for _, face := range faces {
		if face.Flags&net.FlagUp == 0 {
			continue
		}
		addrs, err := face.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				found = append(found, lanAddress{face.Name, prefix.Addr()})
			}
		}
	}
	return phoneHosts(found, port)
}

// lanAddress is an address of a network card.
type lanAddress struct {
	face string
	ip   netip.Addr
}

// phoneHosts chooses the addresses that a phone can use: hotspots and home networks before the
// rest, the cards of virtual machines last.
func phoneHosts(found []lanAddress, port string) []string {
	found = slices.DeleteFunc(slices.Clone(found), func(a lanAddress) bool {
		return !a.ip.Is4() || a.ip.IsLoopback() || a.ip.IsLinkLocalUnicast()
	})
	slices.SortStableFunc(found, func(a, b lanAddress) int { return cmp.Compare(a.unlikely(), b.unlikely()) })
	hosts := make([]string, len(found))
	for i, a := range found {
		hosts[i] = net.JoinHostPort(a.ip.String(), port)
	}
	return hosts
}

// unlikely ranks an address: the hotspots of Windows, macOS and Android, other home networks,
// large networks, public addresses, virtual cards.
func (a lanAddress) unlikely() int {
	name := strings.ToLower(a.face)
	for _, virtual := range []string{"docker", "veth", "virbr", "vethernet", "vmware", "virtualbox", "vboxnet", "wsl", "hyper-v", "br-", "tun", "tap", "zt", "tailscale"} {
		if strings.Contains(name, virtual) && !strings.Contains(name, "bridge100") {
			return 5
		}
	}
	b := a.ip.As4()
	switch {
	case b[0] == 192 && b[1] == 168 && (b[2] == 137 || b[2] == 2 || b[2] == 43):
		return 0
	case b[0] == 192 && b[1] == 168:
		return 1
	case b[0] == 10:
		return 2
	case b[0] == 172 && b[1]&0xf0 == 16:
		return 3
	}
	return 4
}

// printQR draws a code, dark on light whatever the colours of the console are: of half blocks, two
// modules in a character, or solid, two blanks for a module.
func printQR(out io.Writer, text string, solid bool) error {
	code, err := qr.EncodeText(text, qr.Low)
	if err != nil {
		return err
	}
	const quiet = 2
	size := code.Size()
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < size && y < size && code.Module(x, y) }
	step, draw := 2, halfBlock
	if solid {
		step, draw = 1, twoBlanks
	}
	var b strings.Builder
	for y := -quiet; y < size+quiet; y += step {
		b.WriteString("  \x1b[30;107m")
		for x := -quiet; x < size+quiet; x++ {
			b.WriteString(draw(dark(x, y), dark(x, y+1)))
		}
		b.WriteString("\x1b[0m\n")
	}
	_, err = io.WriteString(out, b.String())
	return err
}

func halfBlock(top, bottom bool) string {
	switch {
	case top && bottom:
		return "█"
	case top:
		return "▀"
	case bottom:
		return "▄"
	}
	return " "
}

func twoBlanks(dark, _ bool) string {
	if dark {
		return "\x1b[40m  \x1b[107m"
	}
	return "  "
}
