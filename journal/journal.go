// Package journal defines the record of every official act: the envelope of an
// event and the interface through which streams of events are appended to and read.
// It does no I/O itself; package store implements it on SQLite and PostgreSQL.
package journal

import (
	"context"
	"encoding/json"
	"time"
)

// Event is one fact of one stream, as stored.
type Event struct {
	// Stream names the stream, e.g. "t-01J..." (tournament) or "d-01J..." (division).
	Stream string
	// Seq counts from 1 without gaps inside a stream.
	Seq int64
	// Type names the fact, e.g. "result.entered"; its meaning never changes.
	Type string
	// At is when the fact was recorded: UTC, microseconds, never decreasing inside a stream.
	At time.Time
	// Actor is the id of the account that acted; "" for the program itself.
	Actor string
	// Cmd is the id of the command that caused the fact: unique inside a stream; "" when there is none.
	Cmd string
	// Reason and Article say why, where the rules or the regulations ask for it.
	Reason  string
	Article string
	// Body is the fact's own data.
	Body json.RawMessage
}

// Stream is the row of a stream in the lists: what pages, search and start-up read
// without loading the stream itself.
type Stream struct {
	ID string
	// Kind is "tournament", "division" or "game".
	Kind string
	// Parent is the stream this one belongs to: a division's tournament; "" for none.
	Parent string
	// Head is the Seq of the last event.
	Head int64
	// Title and State are shown in lists; State is the domain's own word ("entries", "round", "final").
	Title string
	State string
	// Starts and Deadline are zero when there are none.
	Starts   time.Time
	Deadline time.Time
	// Summary is JSON of the domain's own making, for lists.
	Summary json.RawMessage
}

// Write is what one append does to one stream.
type Write struct {
	Stream string
	// Expected is the head that the writer has seen; 0 makes the stream.
	Expected int64
	// Events are appended in order. Stream, Seq and At are filled in by the journal;
	// an At that is set is kept when it doesn't go back (import, branch).
	Events []Event
	// List becomes the stream's row in the lists, in the same transaction; nil keeps the old one.
	// ID and Head are filled in by the journal.
	List *Stream
}

// Journal appends to streams and reads them.
type Journal interface {
	// Append commits all writes or none and returns the events as stored, in the order given.
	// Faults: conflict "fault.journal.conflict" when a stream's head isn't the expected one;
	// conflict "fault.journal.repeated" when a command id is already in its stream
	// (the first answer can be found with ByCmd); busy "fault.journal.busy" when the queue
	// is longer than the writer can clear in time; tooLarge "fault.journal.tooLarge" for a body
	// beyond 64 MB. An empty body is stored as {}.
	Append(ctx context.Context, writes ...Write) ([]Event, error)
	// Load returns the events of a stream with Seq > after, in order; empty for an unknown stream.
	Load(ctx context.Context, stream string, after int64) ([]Event, error)
	// ByCmd returns the event of a stream that a command caused, and whether there is one.
	ByCmd(ctx context.Context, stream, cmd string) (Event, bool, error)
	// Streams lists the rows of one kind, and of one parent unless it is "", by Starts descending, then in the order in which they were begun.
	Streams(ctx context.Context, kind, parent string) ([]Stream, error)
	// Stream returns one row. Fault: notFound "fault.journal.noStream".
	Stream(ctx context.Context, id string) (Stream, error)
	// Heads returns the head of every named stream that exists, for followers that poll.
	Heads(ctx context.Context, ids []string) (map[string]int64, error)
}
