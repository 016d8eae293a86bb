package office

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// Slip names a result slip: one table of one published version of a round.
type Slip struct {
	Division              string
	Round, Version, Table int
}

// slipBits is how much of the authentication code a slip or a table's card bears: 80 bits, 16 letters.
const slipBits = 80

// SlipCode is the secret printed on a result slip. Who has it may claim a result for that table
// and that version of the round, and nothing else.
func (o *Office) SlipCode(ctx context.Context, s Slip) (string, error) {
	key, err := o.slipKey(ctx, s.Division)
	if err != nil {
		return "", err
	}
	return code(key, "slip", s.Division, s.Round, s.Version, s.Table), nil
}

// code is the secret that is printed for something: a keyed digest of what names it.
func code(key []byte, names ...any) string {
	mac := hmac.New(sha256.New, key)
	for i, name := range names {
		if i > 0 {
			mac.Write([]byte{0})
		}
		fmt.Fprint(mac, name)
	}
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:slipBits/8]))
}

// slipKey is the division's key for slips, made at its first use. A publication makes it, so that
// a copy taken after it holds the key of the slips that are printed from it.
func (o *Office) slipKey(ctx context.Context, division string) ([]byte, error) {
	fresh := make([]byte, 32)
	rand.Read(fresh)
	return o.journal.Secret(ctx, division, "slips", fresh)
}

// CheckSlip tells whether a code belongs to a slip. Fault: notFound "fault.office.slip".
func (o *Office) CheckSlip(ctx context.Context, s Slip, code string) error {
	right, err := o.SlipCode(ctx, s)
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(right), []byte(strings.ToLower(code))) {
		return fault.New(fault.NotFound, "fault.office.slip", nil)
	}
	return nil
}

// Claim records what a player entered from a slip. The slip's code stands for the right to do so;
// nobody has to be signed in. Faults: those of CheckSlip and of tournament.ClaimResult.
// The claim's table may be another than the slip's: where the game was moved to.
func (o *Office) Claim(ctx context.Context, slip Slip, code, cmd string, c tournament.ClaimResult) (*tournament.Division, error) {
	if err := o.CheckSlip(ctx, slip, code); err != nil {
		return nil, err
	}
	return o.carryOut(ctx, Actor{}, slip.Division, Order{ID: cmd, Command: c})
}
