package store

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"tianyuan/fault"
)

// FuzzReadBackup: whatever stands in the lines of a copy, it is refused with a fault, or each
// line between the first and the last is one row of the right shape. The sum is put right
// first, so that the lines themselves are looked at.
func FuzzReadBackup(f *testing.F) {
	const first = `{"format":"tianyuan.backup/1","version":"1.2.0","schema":1,"at":"2026-11-28T01:00:00Z"}` + "\n"
	const end = `{"end":true,"counts":{"contacts":1,"events":1,"grants":0,"links":0,"sessions":0,"streams":0,"users":0},"sha256":""}` + "\n"
	f.Add(first + `{"t":"contacts","r":["d-1",7,"e30="]}` + "\n" + `{"t":"events","r":["d-1",1,"a",5,"",null,"","",0,"e30="]}` + "\n" + end)
	f.Add(first + end)
	f.Add(first)
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.SplitAfter(text, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		body := strings.Join(lines[:max(0, len(lines)-1)], "")
		sum := sha256.Sum256([]byte(body))
		rightSum := `"sha256":"` + hex.EncodeToString(sum[:]) + `"`
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		if _, err := io.WriteString(zip, body+strings.Replace(strings.TrimPrefix(text, body), `"sha256":""`, rightSum, 1)); err != nil {
			t.Fatal(err)
		}
		if err := zip.Close(); err != nil {
			t.Fatal(err)
		}
		rows := 0
		_, _, err := readBackup(&packed, "1.2.0", func(t *table, values []any) error {
			rows++
			if len(values) != len(t.columns) {
				return errors.New("another shape")
			}
			return nil
		})
		if err == nil && rows != len(lines)-2 {
			t.Errorf("%d rows in %d lines", rows, len(lines))
		}
		if code := fault.CodeOf(err); err != nil && code != fault.Invalid && code != fault.Newer {
			t.Errorf("not a refusal: %v", err)
		}
	})
}

// FuzzParseExport: whatever the tournament file, it is refused with a fault, or written again
// and read again it is the same.
func FuzzParseExport(f *testing.F) {
	const sample = `{"format":"tianyuan.journal/1","version":"1.2.0","streams":[{"id":"t-5","kind":"tournament","title":"杯","state":"","starts":"2026-11-28T01:00:00Z",
"summary":{},"events":[{"seq":1,"type":"a","at":"2026-11-01T01:00:00.000001Z","cmd":"c-1","body":{"n": 1}}]}]}`
	f.Add(sample)
	f.Add(strings.ReplaceAll(sample, "Z", "+08:00"))
	f.Add(`{"format":"tianyuan.journal/1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		first, err := parseExport([]byte(text), "1.2.0")
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok || fault.CodeOf(err) == fault.Internal {
				t.Errorf("not a refusal: %v", err)
			}
			return
		}
		data, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		second, err := parseExport(data, "1.2.0")
		if err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		again, err := json.Marshal(second)
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%v\n%s\n%s", err, data, again)
		}
	})
}
