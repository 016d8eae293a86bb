// Package facts reads and describes the events of a stream: the envelope that a fold takes, and
// the registry that turns a stored body into its type, older types into those that took their
// place. It knows nothing of what the events mean.
package facts

import (
	"encoding/json"
	"time"

	"tianyuan/fault"
)

// Event is a fact of a stream. Its type's meaning never changes: fields may be added, anything
// else is a new type with an upcaster.
type Event interface {
	// EventType names the fact in the journal.
	EventType() string
}

// Recorded is an event with what its envelope says.
type Recorded struct {
	Event  Event
	Seq    int64
	At     time.Time
	Actor  string
	Cmd    string
	Reason string
}

// Upcaster turns the body of a type that an older release wrote into the type that took its place.
type Upcaster func(json.RawMessage) (eventType string, body json.RawMessage, err error)

// Registry knows the types of one area's events.
type Registry struct {
	unknown, broken string
	decoders        map[string]func(json.RawMessage) (Event, error)
	upcasters       map[string]Upcaster
}

// NewRegistry makes an empty registry. Its faults have the two message keys given: for a type that
// this version doesn't know, and for a body that can't be read.
func NewRegistry(unknown, broken string) *Registry {
	return &Registry{unknown: unknown, broken: broken, decoders: map[string]func(json.RawMessage) (Event, error){}, upcasters: map[string]Upcaster{}}
}

// Register adds a type of events under its name.
func Register[E Event](r *Registry) {
	var zero E
	r.decoders[zero.EventType()] = func(body json.RawMessage) (Event, error) {
		var e E
		err := json.Unmarshal(body, &e)
		return e, err
	}
}

// Upcast adds the way up from an older type. A type whose meaning had to change is written under a
// new name ("result.entered/2"); journals keep what they hold.
func (r *Registry) Upcast(older string, up Upcaster) { r.upcasters[older] = up }

// Decode reads an event's body, and one of an older type as the type that took its place.
// Faults: newer, with the first of the registry's keys, for a type that this version doesn't know:
// the stream can then be read no further and not be written; internal, with the second.
func (r *Registry) Decode(eventType string, body json.RawMessage) (Event, error) {
	for up, ok := r.upcasters[eventType]; ok; up, ok = r.upcasters[eventType] {
		newer, lifted, err := up(body)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, r.broken, fault.Args{"type": eventType})
		}
		eventType, body = newer, lifted
	}
	decode, ok := r.decoders[eventType]
	if !ok {
		return nil, fault.New(fault.Newer, r.unknown, fault.Args{"type": eventType, "version": "?"})
	}
	e, err := decode(body)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, r.broken, fault.Args{"type": eventType})
	}
	return e, nil
}
