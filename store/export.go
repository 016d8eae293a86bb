package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/jsonfile"
)

// exportFormat names the format of a tournament file.
const exportFormat = "tianyuan.journal/1"

// maxExport bounds a tournament file that is read, in bytes.
const maxExport = 64 << 20

// exported is a tournament file: its journal with the rows of the lists; nothing private.
type exported struct {
	Format  string           `json:"format"`
	Version string           `json:"version"`
	Streams []exportedStream `json:"streams"`
}

type exportedStream struct {
	ID       string          `json:"id"`
	Kind     string          `json:"kind"`
	Parent   string          `json:"parent,omitempty"`
	Title    string          `json:"title"`
	State    string          `json:"state"`
	Starts   time.Time       `json:"starts,omitzero"`
	Deadline time.Time       `json:"deadline,omitzero"`
	Summary  json.RawMessage `json:"summary"`
	Events   []exportedEvent `json:"events"`
}

type exportedEvent struct {
	Seq     int64           `json:"seq"`
	Type    string          `json:"type"`
	At      time.Time       `json:"at"`
	Actor   string          `json:"actor,omitempty"`
	Cmd     string          `json:"cmd,omitempty"`
	Reason  string          `json:"reason,omitempty"`
	Article string          `json:"article,omitempty"`
	Body    json.RawMessage `json:"body"`
}

// Export returns the journal of a tournament, its divisions and their games, as it is at one moment, for
// another machine or an archive. Accounts, contacts and sessions aren't in it.
// Fault: notFound "fault.journal.noStream".
func (s *Store) Export(ctx context.Context, tournamentID string) ([]byte, error) {
	tx, err := s.snapshot(ctx)
	if err != nil {
		return nil, broken(err)
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, `SELECT `+streamColumns+` FROM streams WHERE id = $1 AND kind = 'tournament' OR parent = $1 AND kind = 'division'
		OR kind = 'game' AND parent IN (SELECT id FROM streams WHERE parent = $1 AND kind = 'division')
		ORDER BY CASE kind WHEN 'tournament' THEN 0 WHEN 'division' THEN 1 ELSE 2 END, id`, tournamentID)
	if err != nil {
		return nil, broken(err)
	}
	streams, err := collectStreams(rows)
	if err != nil {
		return nil, broken(err)
	}
	if len(streams) == 0 || streams[0].ID != tournamentID {
		return nil, fault.New(fault.NotFound, "fault.journal.noStream", nil)
	}
	file := exported{Format: exportFormat, Version: s.cfg.Version}
	for _, r := range streams {
		events, err := loadEvents(ctx, tx, r.ID, 0)
		if err != nil {
			return nil, err
		}
		x := exportedStream{ID: r.ID, Kind: r.Kind, Parent: r.Parent, Title: r.Title, State: r.State, Starts: r.Starts, Deadline: r.Deadline, Summary: r.Summary}
		for _, e := range events {
			x.Events = append(x.Events, exportedEvent{Seq: e.Seq, Type: e.Type, At: e.At, Actor: e.Actor, Cmd: e.Cmd, Reason: e.Reason, Article: e.Article, Body: e.Body})
		}
		file.Streams = append(file.Streams, x)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(file); err != nil {
		return nil, broken(err)
	}
	return out.Bytes(), nil
}

// Import takes in a tournament file of Export, whole or not at all, and returns the
// tournament's id. What the events mean is asked of judge, stream by stream, before anything is written.
// Faults: tooLarge "fault.file.tooLarge"; invalid "fault.file.encoding", "fault.file.syntax",
// "fault.file.type", "fault.file.unknownKey", "fault.file.format", "fault.store.importStream",
// "fault.store.importEvent", "fault.store.importSeq", "fault.store.importTime"; newer
// "fault.store.newerExport"; conflict "fault.store.importExists"; those of judge.
func (s *Store) Import(ctx context.Context, data []byte, judge func(journal.Stream, []journal.Event) error) (id string, err error) {
	file, err := parseExport(data, s.cfg.Version)
	if err != nil {
		return "", err
	}
	streams := slices.Clone(file.Streams)
	for _, x := range streams {
		w, events := x.write()
		if err := judge(*w.List, events); err != nil {
			return "", err
		}
	}
	slices.SortFunc(streams, func(a, b exportedStream) int { return cmp.Compare(a.ID, b.ID) })
	err = s.do(ctx, streams[0].ID, func(ctx context.Context, tx queryer) error {
		for _, x := range streams {
			w, events := x.write()
			last := events[len(events)-1]
			made, err := s.moveHead(ctx, tx, w, last.Seq, micros(last.At))
			if err != nil {
				return err
			}
			if !made {
				return fault.New(fault.Conflict, "fault.store.importExists", fault.Args{"title": x.Title})
			}
			if err := insertEvents(ctx, tx, events); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return file.Streams[0].ID, nil
}

// write turns a checked stream into its row and its events.
func (x *exportedStream) write() (journal.Write, []journal.Event) {
	w := journal.Write{Stream: x.ID, List: &journal.Stream{
		ID:   x.ID,
		Kind: x.Kind, Parent: x.Parent, Title: x.Title, State: x.State, Starts: x.Starts, Deadline: x.Deadline, Summary: x.Summary,
	}}
	events := make([]journal.Event, len(x.Events))
	for i, e := range x.Events {
		events[i] = journal.Event{Stream: x.ID, Seq: e.Seq, Type: e.Type, At: e.At, Actor: e.Actor, Cmd: e.Cmd, Reason: e.Reason, Article: e.Article, Body: e.Body}
	}
	return w, events
}

func parseExport(data []byte, ours string) (*exported, error) {
	data, err := jsonfile.Text(data, maxExport)
	if err != nil {
		return nil, err
	}
	var named struct {
		Format  string `json:"format"`
		Version string `json:"version"`
	}
	if err := jsonfile.Peek(data, &named); err != nil {
		return nil, err
	}
	prefix, _, _ := strings.Cut(exportFormat, "/")
	if known := strings.HasPrefix(named.Format, prefix+"/"); !known {
		return nil, fault.New(fault.Invalid, "fault.file.format", fault.Args{"value": named.Format, "right": exportFormat})
	}
	if named.Format != exportFormat || newerVersion(named.Version, ours) {
		return nil, fault.New(fault.Newer, "fault.store.newerExport", fault.Args{"theirs": named.Version, "ours": ours})
	}
	var file exported
	if err := jsonfile.Decode(data, &file); err != nil {
		return nil, err
	}
	return &file, file.check()
}

// check wants one tournament first, then its divisions and then their games, each with whole and
// ordered events.
func (x *exported) check() error {
	if len(x.Streams) == 0 {
		return fault.New(fault.Invalid, "fault.store.importStream", fault.Args{"n": 1})
	}
	seen := map[string]string{} // kind by id
	for i := range x.Streams {
		s := &x.Streams[i]
		_, twice := seen[s.ID]
		if !x.placed(i, seen) || twice || !plainID(s.ID) || len(s.Events) == 0 ||
			!plain(s.Title, s.State) || !storable(s.Starts, true) || !storable(s.Deadline, true) {
			return fault.New(fault.Invalid, "fault.store.importStream", fault.Args{"n": i + 1})
		}
		seen[s.ID] = s.Kind
		var err error
		if s.Summary, err = compact(s.Summary); err != nil {
			return fault.New(fault.Invalid, "fault.store.importStream", fault.Args{"n": i + 1})
		}
		if err := s.checkEvents(); err != nil {
			return err
		}
	}
	return nil
}

// placed tells that a stream stands where one of its kind can: below what it belongs to.
func (x *exported) placed(i int, seen map[string]string) bool {
	s := &x.Streams[i]
	switch s.Kind {
	case "tournament":
		return i == 0 && s.Parent == ""
	case "division":
		return i > 0 && s.Parent == x.Streams[0].ID
	case "game":
		return seen[s.Parent] == "division"
	}
	return false
}

func (x *exportedStream) checkEvents() error {
	cmds := map[string]bool{}
	for i := range x.Events {
		e := &x.Events[i]
		where := fault.Args{"title": x.Title, "seq": e.Seq}
		if right := int64(i) + 1; e.Seq != right {
			where["right"] = right
			return fault.New(fault.Invalid, "fault.store.importSeq", where)
		}
		if !storable(e.At, false) || i > 0 && e.At.Before(x.Events[i-1].At) {
			return fault.New(fault.Invalid, "fault.store.importTime", where)
		}
		var err error
		e.Body, err = compact(e.Body)
		if err != nil || e.Type == "" || e.Cmd != "" && cmds[e.Cmd] || !plain(e.Type, e.Actor, e.Cmd, e.Reason, e.Article) {
			return fault.New(fault.Invalid, "fault.store.importEvent", where)
		}
		cmds[e.Cmd] = true
	}
	return nil
}

// compact gives JSON the form in which it is stored; a missing value is refused.
func compact(raw json.RawMessage) (json.RawMessage, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// storable tells whether a time can be kept exactly: whole microseconds from 1970 to 9999.
func storable(t time.Time, optional bool) bool {
	if t.IsZero() {
		return optional
	}
	return t.UnixMicro() > 0 && t.UTC().Year() <= 9999 && t.Nanosecond()%1000 == 0
}

// plain refuses the character NUL, which PostgreSQL can't keep.
func plain(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return strings.ContainsRune(text, 0) })
}

// plainID tells whether an id is one of the program's own making: it goes into addresses.
func plainID(id string) bool {
	for _, r := range id {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.') {
			return false
		}
	}
	return id != "" && len(id) <= 64
}
