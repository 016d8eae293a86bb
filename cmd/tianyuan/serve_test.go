package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"database/sql"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// pemPair writes a certificate and its key.
func pemPair(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(-24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestServeRefusals: what is wrong with the options of serve is told by its own cause, before a
// folder is made or a port opened.
func TestServeRefusals(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	cert, key := pemPair(t)
	_, otherKey := pemPair(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	none := filepath.Join(t.TempDir(), "none.pem")
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"a certificate alone", "needs both files", []string{"--tls-cert", cert}},
		{"a key alone", "needs both files", []string{"--tls-key", key}},
		{"no such certificate", none + " can’t be read", []string{"--tls-cert", none, "--tls-key", key}},
		{"no such key", none + " can’t be read", []string{"--tls-cert", cert, "--tls-key", none}},
		{"another's key", "aren’t a pair", []string{"--tls-cert", cert, "--tls-key", otherKey}},
		{"exchanged", "aren’t a pair", []string{"--tls-cert", key, "--tls-key", cert}},
		{"an address with a path", "Write https://go.example.org,", []string{"--public-url", "https://go.example.org/weiqi"}},
		{"an address with a question", "Write https://go.example.org,", []string{"--public-url", "https://go.example.org/?a=1"}},
		{"an address without a scheme", "Write it like https://example.org", []string{"--public-url", "go.example.org"}},
		{"another scheme", "Write it like https://example.org", []string{"--public-url", "ftp://go.example.org"}},
		{"a port that is taken", "another program probably has it", []string{"--addr", taken.Addr().String()}},
		{"an address of another machine", "doesn’t have the address", []string{"--addr", "192.0.2.1:8080"}},
	} {
		data := filepath.Join(t.TempDir(), "data")
		text := said(t, exitRefused, append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0"}, c.args...)...)
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: %.300s", c.name, text)
		}
		if _, err := os.Stat(data); err == nil {
			t.Errorf("%s: a folder was made", c.name)
		}
	}
}

// serving runs serve until it has said something, and returns what.
func serving(t *testing.T, wait string, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, errOut watched
	out.on, out.then = wait, stop
	done := make(chan int, 1)
	go func() { done <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), &out, &errOut) }()
	select {
	case code := <-done:
		if code != exitDone {
			t.Errorf("%v: exit %d: %s", args, code, errOut.String())
		}
	case <-time.After(2 * time.Minute):
		t.Fatalf("%v: nothing came: %s", args, out.String())
	}
	return out.String() + errOut.String()
}

// watched is a place to print that stops the program once it has printed something.
type watched struct {
	strings.Builder
	on   string
	then func()
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Builder.Write(p)
	if w.on != "" && strings.Contains(w.String(), w.on) {
		w.then()
	}
	return n, err
}

// TestServeAddresses: a public address with a stroke at its end makes links with one stroke; a
// certificate that has run out is told of; folders may have Chinese names and blanks.
func TestServeAddresses(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	cert, key := pemPair(t)
	data := filepath.Join(t.TempDir(), "赛事 数据", "甲 组#1%20?")
	text := serving(t, "/link/", "--data", data, "--public-url", "https://go.example.org/", "--tls-cert", cert, "--tls-key", key)
	if !strings.Contains(text, "https://go.example.org/link/") || !strings.Contains(text, "browsers will refuse it") {
		t.Errorf("%s", text)
	}
	if _, err := os.Stat(filepath.Join(data, "tianyuan.db")); err != nil {
		t.Errorf("the data lies elsewhere: %v", err)
	}
}

// TestServeLocked: a database that another program holds, and one that is none, are told of by name
// and left as they are.
func TestServeLocked(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	data := t.TempDir()
	serving(t, "/link/", "--data", data)
	other, err := sql.Open("sqlite", filepath.Join(data, "tianyuan.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"} {
		if _, err := other.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if text := said(t, exitRefused, "serve", "--addr", "127.0.0.1:0", "--data", data); !strings.Contains(text, "Another program holds the database in "+data) {
		t.Errorf("%s", text)
	}
	broken := t.TempDir()
	file := filepath.Join(broken, "tianyuan.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("not a database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if text := said(t, exitRefused, "serve", "--addr", "127.0.0.1:0", "--data", broken); !strings.Contains(text, "can’t be read") || !strings.Contains(text, "restore") {
		t.Errorf("%s", text)
	}
	if kept, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(kept), "not a database") {
		t.Error("the file was changed")
	}
}
