package office

import (
	"context"
	"io"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Hidden things enter a game encrypted, each under a key of its own. The keys lie beside the journal:
// in copies, but in no export, page or log. A key is kept before what it hides is appended, so that
// nothing is ever hidden for good.

// keyName names the key of a hidden thing by its commitment.
func keyName(s game.Secret) string { return "hidden-" + s.Commitment }

// hide encrypts a value of a game under a fresh key. Fault: internal "fault.game.random".
func (o *Office) hide(value string) (game.Secret, game.Key, error) {
	var key game.Key
	if _, err := io.ReadFull(o.random, key[:]); err != nil {
		return game.Secret{}, key, fault.Wrap(err, fault.Internal, "fault.game.random", nil)
	}
	secret, err := game.Hide(value, key, o.random)
	return secret, key, err
}

// reveal opens a hidden thing of a game. Fault: conflict "fault.office.sealLost" when its key isn't
// here, as on a machine to which the game was exported.
func (o *Office) reveal(ctx context.Context, id string, s game.Secret) (game.Opening, error) {
	value, known, err := o.journal.KnownSecret(ctx, id, keyName(s))
	if err != nil {
		return game.Opening{}, err
	}
	if !known || len(value) != len(game.Key{}) {
		return game.Opening{}, fault.New(fault.Conflict, "fault.office.sealLost", nil)
	}
	return s.Reveal(game.Key(value))
}

// SealOrder hands a sealed move over (C14).
type SealOrder struct {
	ID   string
	At   game.Instant
	Side rules.Side
	// Point is the move; weiqi.Pass for a pass.
	Point weiqi.Point
}

// SealMove takes a sealed move in: hidden from everybody until it is opened. Both clocks stop.
// Faults: forbidden; those of game.Seal; invalid "fault.game.offBoard".
func (o *Office) SealMove(ctx context.Context, actor Actor, id string, order SealOrder) error {
	if err := actor.need(account.KeepGames); err != nil {
		return err
	}
	h, err := o.games.get(ctx, id)
	if err != nil {
		return err
	}
	if order.Point != weiqi.Pass && !h.game.Board().On(order.Point) {
		return fault.New(fault.Invalid, "fault.game.offBoard", fault.Args{"at": order.Point.String(), "article": h.game.Terms.Edition.Article(rules.TopicSealed)})
	}
	return o.doHidden(ctx, actor, id, game.SealedValue(order.Point), GameOrder{ID: order.ID, At: order.At}, func(s game.Secret) game.Command {
		return game.Seal{Side: order.Side, Secret: s}
	})
}

// doHidden carries out a command on a game that hides a value. A command that is refused leaves no key.
func (o *Office) doHidden(ctx context.Context, actor Actor, id, value string, order GameOrder, command func(game.Secret) game.Command) error {
	secret, key, err := o.hide(value)
	if err != nil {
		return err
	}
	kept := false
	return o.play(ctx, id, order.ID, "", actor, func(ctx context.Context, h *held) (*draft[held], error) {
		made, err := o.step(ctx, h, actor, order.ID, game.Context{At: max(order.At, h.game.Last()), By: actor.Official()}, command(secret))
		if err != nil || made == nil || kept {
			return made, err
		}
		if _, err := o.journal.Secret(ctx, id, keyName(secret), key[:]); err != nil {
			return nil, err
		}
		kept = true
		return made, nil
	})
}

// OpenOrder opens a sealed move.
type OpenOrder struct {
	ID     string
	Reason string
	At     game.Instant
	// Stated is the move as the chief referee reads it from the paper when its key is lost, with the
	// reason; nil opens what was sealed.
	Stated *weiqi.Point
}

// OpenSealed opens the sealed move of a game and plays it: the chief referee's act.
// Faults: forbidden; those of game.OpenSeal; conflict "fault.office.sealLost".
func (o *Office) OpenSealed(ctx context.Context, actor Actor, id string, order OpenOrder) error {
	if err := actor.need(account.KeepGames); err != nil {
		return err
	}
	return o.play(ctx, id, order.ID, order.Reason, actor, func(ctx context.Context, h *held) (*draft[held], error) {
		c := game.Context{At: max(order.At, h.game.Last()), By: actor.Official(), Reason: order.Reason}
		open := game.OpenSeal{Stated: order.Stated}
		if b := h.game.Break; open.Stated == nil && b != nil && b.Secret.Commitment != "" && c.By.Covers(rules.ChiefReferee) {
			opening, err := o.reveal(ctx, id, b.Secret)
			if err != nil {
				return nil, err
			}
			open.Opening = opening
		}
		return o.step(ctx, h, actor, order.ID, c, open)
	})
}

// HideStones draws the number of stones in the holder's hand for a nigiri at a distance (C10).
// Faults: forbidden; those of game.HideStones.
func (o *Office) HideStones(ctx context.Context, actor Actor, id, cmd string) error {
	if err := actor.need(account.RecordGames); err != nil {
		return err
	}
	n, err := game.HiddenCount(o.random)
	if err != nil {
		return err
	}
	return o.doHidden(ctx, actor, id, game.CountValue(n), GameOrder{ID: cmd}, func(s game.Secret) game.Command { return game.HideStones{Secret: s} })
}

// OpenStones opens the holder's hand after the guess, and so gives the colours.
// Faults: forbidden; those of game.OpenStones; conflict "fault.office.sealLost".
func (o *Office) OpenStones(ctx context.Context, actor Actor, id, cmd string) error {
	if err := actor.need(account.RecordGames); err != nil {
		return err
	}
	return o.play(ctx, id, cmd, "", actor, func(ctx context.Context, h *held) (*draft[held], error) {
		var open game.OpenStones
		if n := h.game.Nigiri; n != nil && n.Shown > 0 && n.Opening == nil {
			opening, err := o.reveal(ctx, id, n.Secret)
			if err != nil {
				return nil, err
			}
			open.Opening = opening
		}
		return o.step(ctx, h, actor, cmd, game.Context{At: h.game.Last()}, open)
	})
}
