package office

import (
	"context"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/facts"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/rules"
)

// Press is one entry of a device's log.
type Press struct {
	// N counts the entries of the device in this game from 1.
	N       int64
	At      game.Instant
	Command game.Command
}

// Refused is an entry of a log that the game refuses. Nothing of its log was taken.
type Refused struct {
	N   int64
	Err error
}

// Error implements error.
func (r *Refused) Error() string { return "entry " + strconv.FormatInt(r.N, 10) + ": " + r.Err.Error() }

// Unwrap returns why.
func (r *Refused) Unwrap() error { return r.Err }

// logCmd is the command id of an entry of a device's log: sent again, it is answered and not taken
// again. The device is known by its mark.
func logCmd(mark string, n int64) string { return "k-" + mark + "-" + strconv.FormatInt(n, 10) }

func parseLogCmd(cmd string) (mark string, n int64, ok bool) {
	rest, ok := strings.CutPrefix(cmd, "k-")
	i := strings.LastIndexByte(rest, '-')
	if !ok || i < 1 {
		return "", 0, false
	}
	n, err := strconv.ParseInt(rest[i+1:], 10, 64)
	return rest[:i], n, err == nil
}

// CheckDevice refuses a device's id that isn't 8 to 40 letters and digits.
// Fault: invalid "fault.office.device".
func CheckDevice(device string) error {
	plain := len(device) >= 8 && len(device) <= 40
	for _, r := range device {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}
	if !plain {
		return fault.New(fault.Invalid, "fault.office.device", nil)
	}
	return nil
}

// TakeLog takes in the log of a table's device from an entry on, whole or not at all, and returns
// the number of the last entry that is in the record. Entries that are in it already are passed
// over. What a log means for the round is appended with it, as by DoGame. The table's device stands
// for the referee at its table where clocks are stopped and started; it rules nothing.
// Faults: invalid "fault.office.device", "fault.office.logOrder"; conflict "fault.live.gap";
// those of DoGame, as *Refused with the entry that they are about.
func (o *Office) TakeLog(ctx context.Context, id, device string, from int64, log []Press) (last int64, err error) {
	return o.takeLog(ctx, Actor{}, id, device, "", from, log)
}

// TakeLogAnyway is TakeLog for a log that an official takes as it is though it doesn't fit between
// two contacts or lacks entries, with the reason (D22.8).
func (o *Office) TakeLogAnyway(ctx context.Context, actor Actor, id, device, reason string, from int64, log []Press) (last int64, err error) {
	if err := actor.need(account.KeepGames); err != nil {
		return 0, err
	}
	if reason == "" {
		return 0, fault.New(fault.Invalid, "fault.tournament.reason", nil)
	}
	return o.takeLog(ctx, actor, id, device, reason, from, log)
}

func (o *Office) takeLog(ctx context.Context, actor Actor, id, device, reason string, from int64, log []Press) (last int64, err error) {
	if err := CheckDevice(device); err != nil {
		return 0, err
	}
	for i, p := range log {
		if right := from + int64(i); p.N != right || right < 1 {
			return 0, fault.New(fault.Invalid, "fault.office.logOrder", fault.Args{"n": p.N, "right": max(right, 1)})
		}
	}
	mark := DeviceMark(device)
	err = o.play(ctx, id, "", reason, actor, func(ctx context.Context, h *held) (*draft[held], error) {
		have := h.logs[mark]
		last = max(have, from+int64(len(log))-1)
		if actor.User.ID == "" && len(log) > 0 && from > have+1 {
			return nil, fault.New(fault.Conflict, "fault.live.gap", fault.Args{"have": have, "from": from})
		}
		return o.entries(ctx, h, actor, mark, reason, log)
	})
	if err != nil {
		return 0, err
	}
	return last, nil
}

// entries decides a log entry by entry, each on the state that the one before it left.
func (o *Office) entries(ctx context.Context, h *held, actor Actor, mark, reason string, log []Press) (*draft[held], error) {
	all := &draft[held]{kind: &o.games, write: journal.Write{Stream: h.id, Expected: h.game.Head()}, before: h, after: h}
	for _, p := range log {
		if p.N <= h.logs[mark] {
			continue
		}
		one, err := o.step(ctx, all.after, actor, logCmd(mark, p.N), game.Context{At: p.At, By: standIn(p.Command), Reason: reason}, p.Command)
		if err != nil {
			return nil, &Refused{N: p.N, Err: err}
		}
		if one == nil {
			if one, err = o.noted(ctx, all.after, actor, logCmd(mark, p.N), reason); err != nil {
				return nil, err
			}
		}
		all.write.Events, all.after = append(all.write.Events, one.write.Events...), one.after
	}
	if len(all.write.Events) == 0 {
		return nil, nil
	}
	return all, nil
}

// noted is the draft of an entry that changes nothing. Without it the log would have a gap there after
// the next start.
func (o *Office) noted(ctx context.Context, h *held, actor Actor, cmd, reason string) (*draft[held], error) {
	events, err := o.envelopes([]facts.Event{game.EntryNoted{}}, actor, cmd, reason)
	if err != nil {
		return nil, err
	}
	return o.games.draft(ctx, h.id, h, events)
}

// standIn is as whom a device acts: as the referee at the table where clocks are stopped and
// started, else as nobody.
func standIn(c game.Command) rules.Official {
	switch c.(type) {
	case game.Pause, game.Resume:
		return rules.Referee
	}
	return ""
}
