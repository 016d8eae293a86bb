package standing

import (
	"encoding/json"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"tianyuan/fault"
)

// Rat is an exact rational number. It is kept in two int64 in lowest terms; a result that
// doesn't fit moves to math/big, so no number is ever silently wrong. The zero value is 0.
type Rat struct {
	num, den int64 // den 0 stands for 1
	big      *big.Rat
}

// Int returns a whole number.
func Int(n int) Rat { return Rat{num: int64(n), den: 1} }

func (a Rat) parts() (int64, int64) {
	if a.den == 0 {
		return a.num, 1
	}
	return a.num, a.den
}

func (a Rat) wide() *big.Rat {
	if a.big != nil {
		return a.big
	}
	n, d := a.parts()
	return big.NewRat(n, d)
}

func fromBig(r *big.Rat) Rat {
	if r.Num().IsInt64() && r.Denom().IsInt64() {
		return Rat{num: r.Num().Int64(), den: r.Denom().Int64()}
	}
	return Rat{big: r}
}

// small bounds numerators and denominators for which sums of products can't overflow.
const small = 1 << 30

func (a Rat) small() bool {
	return a.big == nil && a.num < small && a.num > -small && a.den < small
}

func reduced(n, d int64) Rat {
	if d < 0 {
		n, d = -n, -d
	}
	if g := gcd(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return Rat{num: n, den: d}
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Add returns a + b.
func (a Rat) Add(b Rat) Rat {
	if a.small() && b.small() {
		an, ad := a.parts()
		bn, bd := b.parts()
		if ad == bd {
			if ad == 1 {
				return Rat{num: an + bn, den: 1}
			}
			return reduced(an+bn, ad)
		}
		return reduced(an*bd+bn*ad, ad*bd)
	}
	return fromBig(new(big.Rat).Add(a.wide(), b.wide()))
}

// Neg returns -a.
func (a Rat) Neg() Rat {
	if a.big != nil || a.num == -1<<63 {
		return fromBig(new(big.Rat).Neg(a.wide()))
	}
	return Rat{num: -a.num, den: a.den}
}

// Sub returns a - b.
func (a Rat) Sub(b Rat) Rat { return a.Add(b.Neg()) }

// Mul returns a × b.
func (a Rat) Mul(b Rat) Rat {
	if a.small() && b.small() {
		an, ad := a.parts()
		bn, bd := b.parts()
		return reduced(an*bn, ad*bd)
	}
	return fromBig(new(big.Rat).Mul(a.wide(), b.wide()))
}

// Div returns a ÷ b; b must not be 0.
func (a Rat) Div(b Rat) Rat {
	if a.small() && b.small() {
		an, ad := a.parts()
		bn, bd := b.parts()
		return reduced(an*bd, ad*bn)
	}
	return fromBig(new(big.Rat).Quo(a.wide(), b.wide()))
}

// Cmp returns -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Rat) Cmp(b Rat) int {
	if a.big != nil || b.big != nil {
		return a.wide().Cmp(b.wide())
	}
	an, ad := a.parts()
	bn, bd := b.parts()
	if ad == bd {
		return compare(an, bn)
	}
	if a.small() && b.small() {
		return compare(an*bd, bn*ad)
	}
	return a.wide().Cmp(b.wide())
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Sign returns -1, 0 or 1.
func (a Rat) Sign() int {
	if a.big != nil {
		return a.big.Sign()
	}
	return compare(a.num, 0)
}

// Scale returns the numerator over a common denominator d, when a × d is whole and small.
func (a Rat) Scale(d int64) (int64, bool) {
	n, den := a.parts()
	if a.big != nil || d <= 0 || d%den != 0 {
		return 0, false
	}
	size := n
	if size < 0 {
		size = -size
	}
	hi, lo := bits.Mul64(uint64(size), uint64(d/den))
	return n * (d / den), hi == 0 && lo < 1<<62
}

// Denominator returns the denominator in lowest terms; 0 when it doesn't fit.
func (a Rat) Denominator() int64 {
	if a.big != nil {
		return 0
	}
	_, d := a.parts()
	return d
}

// String writes a finite decimal when there is one ("15.5"), else p/q in lowest terms ("82/9").
func (a Rat) String() string {
	if a.big == nil {
		if n, d := a.parts(); d == 1 {
			return strconv.FormatInt(n, 10)
		}
	}
	r := a.wide()
	if places, exact := r.FloatPrec(); exact {
		return r.FloatString(places)
	}
	return r.String()
}

// MarshalJSON writes the text as a JSON string.
func (a Rat) MarshalJSON() ([]byte, error) { return json.Marshal(a.String()) }

// maxScore bounds numerators and denominators of numbers that people write.
const maxScore = 10000

// ParseRat reads "2", "0.5" or "1/3"; numerator and denominator stay under 10,000.
// Fault: invalid "fault.standing.number".
func ParseRat(s string) (Rat, error) {
	bad := fault.New(fault.Invalid, "fault.standing.number", fault.Args{"value": s})
	if len(s) == 0 || len(s) > 12 || strings.ContainsAny(s, "eExXpP_+") {
		return Rat{}, bad
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Rat{}, bad
	}
	n, d := r.Num().Int64(), r.Denom().Int64()
	if n > maxScore || n < -maxScore || d > maxScore {
		return Rat{}, bad
	}
	return Rat{num: n, den: d}, nil
}
