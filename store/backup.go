package store

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"strconv"
	"strings"
	"time"

	"tianyuan/fault"
)

// backupFormat names the format of a copy; what follows the stroke is its number.
const backupFormat = "tianyuan.backup/1"

// maxLine bounds one line of a copy, in bytes: the largest body in base64 and the rest of its row.
const maxLine = 128 << 20

// manifest is the first line of a copy.
type manifest struct {
	Format  string `json:"format"`
	Version string `json:"version"`
	// Schema is the number of migrations behind the rows.
	Schema int       `json:"schema"`
	At     time.Time `json:"at"`
}

// backupLine is any line after the first: a row, or the end.
type backupLine struct {
	Table  string            `json:"t,omitempty"`
	Row    []json.RawMessage `json:"r,omitempty"`
	End    bool              `json:"end,omitempty"`
	Counts map[string]int    `json:"counts,omitempty"`
	Sum    string            `json:"sha256,omitempty"`
}

// Backup writes a copy of everything, as it is at one moment, while the store goes on working.
// The copy is gzip of lines of JSON, the same for SQLite and PostgreSQL: a manifest, a line for
// each row, and an end that counts the rows and sums up the lines before it.
// Fault: internal "fault.store.backup".
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	if err := s.backup(ctx, w); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.backup", nil)
	}
	return nil
}

func (s *Store) backup(ctx context.Context, w io.Writer) error {
	all, err := shapes()
	if err != nil {
		return err
	}
	tx, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	tables := all[len(all)-1]
	zip := gzip.NewWriter(w)
	sum := sha256.New()
	lines := json.NewEncoder(io.MultiWriter(zip, sum))
	lines.SetEscapeHTML(false)
	if err := lines.Encode(manifest{Format: backupFormat, Version: s.cfg.Version, Schema: len(all) - 1, At: s.cfg.Now().UTC()}); err != nil {
		return err
	}
	counts := map[string]int{}
	for _, t := range tables {
		if counts[t.name], err = writeRows(ctx, tx, &t, lines); err != nil {
			return err
		}
	}
	if err := json.NewEncoder(zip).Encode(backupLine{End: true, Counts: counts, Sum: hex.EncodeToString(sum.Sum(nil))}); err != nil {
		return err
	}
	return zip.Close()
}

// snapshot begins a transaction that sees the database as it is at one moment.
func (s *Store) snapshot(ctx context.Context) (*sql.Tx, error) {
	o := sql.TxOptions{ReadOnly: true}
	if s.postgres() {
		o.Isolation = sql.LevelRepeatableRead
	}
	return s.read.BeginTx(ctx, &o)
}

func writeRows(ctx context.Context, tx *sql.Tx, t *table, lines *json.Encoder) (n int, err error) {
	rows, err := tx.QueryContext(ctx, t.selectAll())
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		values := make([]any, len(t.columns))
		for i, c := range t.columns {
			values[i] = c.place()
		}
		if err := rows.Scan(values...); err != nil {
			return n, err
		}
		line := backupLine{Table: t.name}
		for _, v := range values {
			line.Row = append(line.Row, toJSON(v))
		}
		if err := lines.Encode(line); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}

// place is where a value of the column is scanned to.
func (c column) place() any {
	switch c.kind {
	case "BIGINT":
		return new(int64)
	case "BYTEA":
		return new([]byte)
	}
	return new(sql.NullString)
}

func toJSON(v any) json.RawMessage {
	switch v := v.(type) {
	case *int64:
		return strconv.AppendInt(nil, *v, 10)
	case *[]byte:
		return strconv.AppendQuote(nil, base64.StdEncoding.EncodeToString(*v))
	case *sql.NullString:
		if v.Valid {
			var text bytes.Buffer
			e := json.NewEncoder(&text)
			e.SetEscapeHTML(false)
			if e.Encode(v.String) == nil {
				return bytes.TrimSpace(text.Bytes())
			}
		}
	}
	return json.RawMessage("null")
}

// fromJSON reads a value of the column; null only where the column has it.
func (c column) fromJSON(raw json.RawMessage) (any, error) {
	switch c.kind {
	case "BIGINT":
		return strconv.ParseInt(string(raw), 10, 64)
	case "TEXT":
		if c.null && string(raw) == "null" {
			return nil, nil
		}
	}
	var text *string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, err
	}
	if text == nil {
		return nil, errors.New("null in " + c.name)
	}
	if c.kind == "BYTEA" {
		return base64.StdEncoding.Strict().DecodeString(*text)
	}
	if strings.ContainsRune(*text, 0) {
		return nil, errors.New("NUL in " + c.name)
	}
	return *text, nil
}

// backupReader reads the lines of a copy, and sums them up.
type backupReader struct {
	lines  *bufio.Reader
	sum    hash.Hash
	number int // of the line read last, from 1
	counts map[string]int
	tables []table
}

// readBackup reads a copy from its first line to its end, gives each row to row, and returns
// the manifest and the sum when the whole is sound. ours is the program's own version.
// Faults: newer "fault.store.newerBackup"; invalid "fault.store.notBackup",
// "fault.store.brokenBackup"; whatever row returns.
func readBackup(r io.Reader, ours string, row func(t *table, values []any) error) (manifest, string, error) {
	var m manifest
	zip, err := gzip.NewReader(r)
	if err != nil {
		return m, "", fault.Wrap(err, fault.Invalid, "fault.store.notBackup", nil)
	}
	b := &backupReader{lines: bufio.NewReaderSize(zip, 64<<10), sum: sha256.New(), counts: map[string]int{}}
	first, err := b.next()
	if err != nil {
		return m, "", b.broken(err)
	}
	if m, err = readManifest(first, ours); err != nil {
		return m, "", err
	}
	all, err := shapes()
	if err != nil {
		return m, "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	b.tables = all[m.Schema]
	for {
		before := hex.EncodeToString(b.sum.Sum(nil))
		data, err := b.next()
		if err != nil {
			return m, "", b.broken(err)
		}
		var line backupLine
		if err := decodeLine(data, &line); err != nil {
			return m, "", b.broken(err)
		}
		if line.End {
			return m, before, b.end(line, before)
		}
		if err := b.row(line, row); err != nil {
			return m, "", err
		}
	}
}

func readManifest(line []byte, ours string) (manifest, error) {
	var named struct {
		Format  string `json:"format"`
		Version string `json:"version"`
	}
	if err := json.Unmarshal(line, &named); err != nil || !strings.HasPrefix(named.Format, "tianyuan.backup/") {
		return manifest{}, fault.Wrap(err, fault.Invalid, "fault.store.notBackup", nil)
	}
	newer := fault.New(fault.Newer, "fault.store.newerBackup", fault.Args{"theirs": named.Version, "ours": ours})
	if named.Format != backupFormat || newerVersion(named.Version, ours) {
		return manifest{}, newer
	}
	var m manifest
	if err := decodeLine(line, &m); err != nil || m.Schema < 1 {
		return m, fault.Wrap(err, fault.Invalid, "fault.store.brokenBackup", fault.Args{"line": 1})
	}
	all, err := shapes()
	if err != nil {
		return m, fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	if m.Schema >= len(all) {
		return m, newer
	}
	return m, nil
}

// decodeLine decodes strictly one value that fills the line.
func decodeLine(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value in a line")
	}
	return nil
}

// next returns the next line without its end, which must be there.
func (b *backupReader) next() ([]byte, error) {
	b.number++
	var line []byte
	for {
		part, err := b.lines.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, errors.New("line too long")
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return nil, err
		}
		b.sum.Write(line)
		return line[:len(line)-1], nil
	}
}

func (b *backupReader) broken(err error) error {
	return fault.Wrap(err, fault.Invalid, "fault.store.brokenBackup", fault.Args{"line": b.number})
}

func (b *backupReader) row(line backupLine, row func(*table, []any) error) error {
	for i := range b.tables {
		t := &b.tables[i]
		if t.name != line.Table {
			continue
		}
		if len(line.Row) != len(t.columns) || line.Counts != nil || line.Sum != "" {
			return b.broken(errors.New("a row of another shape"))
		}
		values := make([]any, len(t.columns))
		for i, c := range t.columns {
			var err error
			if values[i], err = c.fromJSON(line.Row[i]); err != nil {
				return b.broken(err)
			}
		}
		b.counts[t.name]++
		return row(t, values)
	}
	return b.broken(errors.New("no table " + line.Table))
}

// end holds the last line against what was read, and wants nothing after it.
func (b *backupReader) end(line backupLine, sum string) error {
	if line.Table != "" || line.Row != nil || line.Sum != sum || len(line.Counts) != len(b.tables) {
		return b.broken(errors.New("the sum differs"))
	}
	for _, t := range b.tables {
		if n, counted := line.Counts[t.name]; !counted || n != b.counts[t.name] {
			return b.broken(errors.New("the count of " + t.name + " differs"))
		}
	}
	if _, err := b.lines.ReadByte(); !errors.Is(err, io.EOF) {
		return b.broken(errors.New("something after the end"))
	}
	return nil
}

// newerVersion compares versions such as 1.4.0 number by number; one that can't be read isn't newer.
func newerVersion(theirs, ours string) bool {
	a, okA := versionNumbers(theirs)
	b, okB := versionNumbers(ours)
	if !okA || !okB {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return false
}

func versionNumbers(version string) (numbers [3]int, ok bool) {
	plain, _, _ := strings.Cut(version, "-")
	parts := strings.Split(plain, ".")
	if len(parts) > len(numbers) {
		return numbers, false
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return numbers, false
		}
		numbers[i] = n
	}
	return numbers, true
}
