// Package fault holds the one error type of Tianyuan: what kind of failure it is,
// the key of the message that a person reads, and the message's arguments.
//
// Domain code returns faults; the edges (command line, pages, API) turn them into
// an exit code or a status, and into words of the reader's language.
package fault

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Code says what kind of failure a fault is. Edges map it to a status in one place.
type Code string

const (
	Invalid   Code = "invalid"   // the input is wrong; the arguments say where and what would be right
	NotFound  Code = "notFound"  // the thing named isn't there
	Conflict  Code = "conflict"  // somebody else was first, or the state doesn't allow it now
	Forbidden Code = "forbidden" // the role may not do this
	SignIn    Code = "signIn"    // nobody is signed in
	Busy      Code = "busy"      // too much at once; try again
	TooLarge  Code = "tooLarge"  // the input is beyond a bound
	Newer     Code = "newer"     // data of a newer version of the program
	Full      Code = "full"      // the disk takes nothing more; nothing was stored
	Internal  Code = "internal"  // our own mistake or the machine's; details go to the log
)

// Args are the named values of a message, e.g. {"row": 11, "field": "rank"}.
type Args map[string]any

// Error is the one error type.
type Error struct {
	Code Code
	// Key names the message in the catalogues of package i18n, e.g. "fault.entry.rankUnknown".
	Key  string
	Args Args
	// Err is the cause, for logs alone.
	Err error
}

// New makes a fault.
func New(code Code, key string, args Args) *Error {
	return &Error{Code: code, Key: key, Args: args}
}

// Wrap makes a fault with a cause that only logs show.
func Wrap(err error, code Code, key string, args Args) *Error {
	return &Error{Code: code, Key: key, Args: args, Err: err}
}

// Error returns a form for logs; people get the message of Key instead.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Key)
	names := make([]string, 0, len(e.Args))
	for name := range e.Args {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&b, " %s=%v", name, e.Args[name])
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first fault in err's chain, "" for nil,
// and Internal for an error that isn't a fault.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}

// KeyOf returns the message key of the first fault in err's chain, or "fault.internal".
func KeyOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Key
	}
	return "fault.internal"
}

// ArgOf returns an argument of the first fault in err's chain; nil when there is none.
func ArgOf(err error, name string) any {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Args[name]
	}
	return nil
}
