package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
)

var _ journal.Journal = (*Store)(nil)

// Append implements journal.Journal.
func (s *Store) Append(ctx context.Context, writes ...journal.Write) ([]journal.Event, error) {
	if len(writes) == 0 {
		return nil, nil
	}
	return s.appendWith(ctx, writes, nil)
}

// appendWith appends, and does what else belongs to it in the same commit; nil for nothing else.
func (s *Store) appendWith(ctx context.Context, writes []journal.Write, besides func(context.Context, queryer, map[string][]journal.Event) error) ([]journal.Event, error) {
	ordered := slices.Clone(writes)
	slices.SortStableFunc(ordered, func(a, b journal.Write) int { return strings.Compare(a.Stream, b.Stream) })
	var stored map[string][]journal.Event
	err := s.do(ctx, ordered[0].Stream, func(ctx context.Context, tx queryer) error {
		stored = map[string][]journal.Event{}
		for _, w := range ordered {
			events, err := s.append(ctx, tx, w)
			if err != nil {
				return err
			}
			stored[w.Stream] = append(stored[w.Stream], events...)
		}
		if besides == nil {
			return nil
		}
		return besides(ctx, tx, stored)
	})
	if err != nil {
		return nil, err
	}
	var all []journal.Event
	for _, w := range writes {
		all = append(all, stored[w.Stream]...)
		delete(stored, w.Stream)
	}
	s.figures.appends.Inc()
	s.figures.events.Add(float64(len(all)))
	return all, nil
}

func (s *Store) append(ctx context.Context, tx queryer, w journal.Write) ([]journal.Event, error) {
	conflict := fault.New(fault.Conflict, "fault.journal.conflict", fault.Args{"stream": w.Stream})
	var lastAt int64
	if w.Expected > 0 {
		err := tx.QueryRowContext(ctx, `SELECT last_at FROM streams WHERE id = $1 AND head = $2`, w.Stream, w.Expected).Scan(&lastAt)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, s.repeated(ctx, tx, w, conflict)
		} else if err != nil {
			return nil, err
		}
	}
	if err := s.repeated(ctx, tx, w, nil); err != nil {
		return nil, err
	}
	events := slices.Clone(w.Events)
	for i := range events {
		e := &events[i]
		at := micros(e.At)
		if at == 0 {
			at = micros(s.cfg.Now())
		}
		lastAt = max(lastAt, at)
		e.Stream, e.Seq, e.At = w.Stream, w.Expected+int64(i)+1, fromMicros(lastAt)
		if len(e.Body) == 0 {
			e.Body = json.RawMessage("{}")
		}
		if len(e.Body) > maxBody {
			return nil, fault.New(fault.TooLarge, "fault.journal.tooLarge", fault.Args{"most": maxBody >> 20})
		}
	}
	moved, err := s.moveHead(ctx, tx, w, w.Expected+int64(len(events)), lastAt)
	if err != nil {
		return nil, err
	}
	if !moved {
		return nil, conflict
	}
	return events, insertEvents(ctx, tx, events)
}

// repeated finds a command that is in the stream already; otherwise it returns the fault given.
func (s *Store) repeated(ctx context.Context, tx queryer, w journal.Write, otherwise error) error {
	for _, e := range w.Events {
		if e.Cmd == "" {
			continue
		}
		_, found, err := byCmd(ctx, tx, w.Stream, e.Cmd)
		if err != nil {
			return err
		}
		if found {
			return fault.New(fault.Conflict, "fault.journal.repeated", fault.Args{"cmd": e.Cmd})
		}
	}
	return otherwise
}

// moveHead moves a stream from the expected head on, or makes it; false when it isn't there.
func (s *Store) moveHead(ctx context.Context, tx queryer, w journal.Write, head, lastAt int64) (bool, error) {
	row := w.List
	if row == nil && w.Expected == 0 {
		row = &journal.Stream{}
	}
	var result sql.Result
	var err error
	switch {
	case w.Expected == 0:
		result, err = tx.ExecContext(ctx, `INSERT INTO streams (id, kind, parent, head, last_at, title, state, starts, deadline, summary)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
			w.Stream, row.Kind, row.Parent, head, lastAt, row.Title, row.State, micros(row.Starts), micros(row.Deadline), summary(row))
	case row != nil:
		result, err = tx.ExecContext(ctx, `UPDATE streams SET head = $1, last_at = $2, kind = $3, parent = $4, title = $5, state = $6, starts = $7, deadline = $8, summary = $9
			WHERE id = $10 AND head = $11`,
			head, lastAt, row.Kind, row.Parent, row.Title, row.State, micros(row.Starts), micros(row.Deadline), summary(row), w.Stream, w.Expected)
	default:
		result, err = tx.ExecContext(ctx, `UPDATE streams SET head = $1, last_at = $2 WHERE id = $3 AND head = $4`, head, lastAt, w.Stream, w.Expected)
	}
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func summary(row *journal.Stream) []byte {
	if len(row.Summary) == 0 {
		return []byte("{}")
	}
	return row.Summary
}

// packFrom is the size in bytes from which a body is stored compressed; maxBody bounds a body.
const (
	packFrom = 256 << 10
	maxBody  = 64 << 20
)

func insertEvents(ctx context.Context, tx queryer, events []journal.Event) error {
	const columns = 10
	for batch := range slices.Chunk(events, 50) {
		var query strings.Builder
		query.WriteString(`INSERT INTO events (stream, seq, type, at, actor, cmd, reason, article, packed, body) VALUES `)
		args := make([]any, 0, len(batch)*columns)
		for i, e := range batch {
			if i > 0 {
				query.WriteString(", ")
			}
			query.WriteString("(")
			for c := range columns {
				if c > 0 {
					query.WriteString(", ")
				}
				query.WriteString("$" + strconv.Itoa(i*columns+c+1))
			}
			query.WriteString(")")
			body, packed, err := pack(e.Body)
			if err != nil {
				return err
			}
			cmd := sql.NullString{String: e.Cmd, Valid: e.Cmd != ""}
			args = append(args, e.Stream, e.Seq, e.Type, micros(e.At), e.Actor, cmd, e.Reason, e.Article, flag(packed), body)
		}
		if _, err := tx.ExecContext(ctx, query.String(), args...); err != nil {
			return err
		}
	}
	return nil
}

func pack(body []byte) (stored []byte, packed bool, err error) {
	if len(body) < packFrom {
		return body, false, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(body); err != nil {
		return nil, false, err
	}
	if err := z.Close(); err != nil {
		return nil, false, err
	}
	return b.Bytes(), true, nil
}

func unpack(stored []byte, packed bool) ([]byte, error) {
	if !packed {
		return stored, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(z, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = fmt.Errorf("body of more than %d bytes", maxBody)
	}
	return body, err
}

const eventColumns = `stream, seq, type, at, actor, cmd, reason, article, packed, body`

// scan reads one row of eventColumns.
func scanEvent(scan func(...any) error) (journal.Event, error) {
	var e journal.Event
	var at, packed int64
	var cmd sql.NullString
	var body []byte
	if err := scan(&e.Stream, &e.Seq, &e.Type, &at, &e.Actor, &cmd, &e.Reason, &e.Article, &packed, &body); err != nil {
		return e, err
	}
	e.At, e.Cmd = fromMicros(at), cmd.String
	body, err := unpack(body, packed == 1)
	e.Body = json.RawMessage(body)
	return e, err
}

// Load implements journal.Journal.
func (s *Store) Load(ctx context.Context, stream string, after int64) ([]journal.Event, error) {
	return loadEvents(ctx, s.read, stream, after)
}

func loadEvents(ctx context.Context, q queryer, stream string, after int64) ([]journal.Event, error) {
	rows, err := q.QueryContext(ctx, `SELECT `+eventColumns+` FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq`, stream, after)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var events []journal.Event
	for rows.Next() {
		e, err := scanEvent(rows.Scan)
		if err != nil {
			return nil, broken(err)
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return events, nil
}

// ByCmd implements journal.Journal.
func (s *Store) ByCmd(ctx context.Context, stream, cmd string) (journal.Event, bool, error) {
	e, found, err := byCmd(ctx, s.read, stream, cmd)
	if err != nil {
		return e, false, broken(err)
	}
	return e, found, nil
}

func byCmd(ctx context.Context, q queryer, stream, cmd string) (journal.Event, bool, error) {
	row := q.QueryRowContext(ctx, `SELECT `+eventColumns+` FROM events WHERE stream = $1 AND cmd = $2`, stream, cmd)
	e, err := scanEvent(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return journal.Event{}, false, nil
	}
	return e, err == nil, err
}

const streamColumns = `id, kind, parent, head, title, state, starts, deadline, summary`

func scanStream(scan func(...any) error) (journal.Stream, error) {
	var r journal.Stream
	var starts, deadline int64
	var facts []byte
	err := scan(&r.ID, &r.Kind, &r.Parent, &r.Head, &r.Title, &r.State, &starts, &deadline, &facts)
	r.Starts, r.Deadline, r.Summary = fromMicros(starts), fromMicros(deadline), facts
	return r, err
}

// Streams implements journal.Journal.
func (s *Store) Streams(ctx context.Context, kind, parent string) ([]journal.Stream, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+streamColumns+` FROM streams WHERE kind = $1 AND (parent = $2 OR $2 = '') ORDER BY starts DESC, (SELECT at FROM events WHERE stream = streams.id AND seq = 1), id`, kind, parent)
	if err != nil {
		return nil, broken(err)
	}
	list, err := collectStreams(rows)
	if err != nil {
		return nil, broken(err)
	}
	return list, nil
}

func collectStreams(rows *sql.Rows) ([]journal.Stream, error) {
	defer rows.Close()
	var list []journal.Stream
	for rows.Next() {
		r, err := scanStream(rows.Scan)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// Stream implements journal.Journal.
func (s *Store) Stream(ctx context.Context, id string) (journal.Stream, error) {
	r, err := scanStream(s.read.QueryRowContext(ctx, `SELECT `+streamColumns+` FROM streams WHERE id = $1`, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return r, fault.New(fault.NotFound, "fault.journal.noStream", nil)
	}
	if err != nil {
		return r, broken(err)
	}
	return r, nil
}

// Latest is the time of the newest event of all streams; zero when there is none.
func (s *Store) Latest(ctx context.Context) (time.Time, error) {
	last, err := latest(ctx, s.read)
	if err != nil {
		return last, broken(err)
	}
	return last, nil
}

func latest(ctx context.Context, q queryer) (time.Time, error) {
	var last int64
	err := q.QueryRowContext(ctx, `SELECT COALESCE(MAX(last_at), 0) FROM streams`).Scan(&last)
	return fromMicros(last), err
}

// fewIDs is up to how many streams a question for heads is kept: each number of them is a question of its
// own.
const fewIDs = 8

// Heads implements journal.Journal.
func (s *Store) Heads(ctx context.Context, ids []string) (map[string]int64, error) {
	heads := make(map[string]int64, len(ids))
	for batch := range slices.Chunk(ids, 200) {
		marks := make([]string, len(batch))
		args := make([]any, len(batch))
		for i, id := range batch {
			marks[i], args[i] = "$"+strconv.Itoa(i+1), id
		}
		ask := s.read.DB.QueryContext
		if len(batch) <= fewIDs { // asked again and again
			ask = s.read.QueryContext
		}
		rows, err := ask(s.read.brief(ctx), `SELECT id, head FROM streams WHERE id IN (`+strings.Join(marks, ", ")+`)`, args...)
		if err != nil {
			return nil, broken(err)
		}
		if err := collectHeads(rows, heads); err != nil {
			return nil, broken(err)
		}
	}
	return heads, nil
}

func collectHeads(rows *sql.Rows, heads map[string]int64) error {
	defer rows.Close()
	for rows.Next() {
		var id string
		var head int64
		if err := rows.Scan(&id, &head); err != nil {
			return err
		}
		heads[id] = head
	}
	return rows.Err()
}
