package weiqi

import "math/bits"

// Random is a small and fast source of numbers for playouts: a counter and one multiplication of
// 64 bits by 64 (Wang Yi's wyrand). The same seed gives the same numbers on every machine. It must
// not serve draws or secrets.
type Random struct{ state uint64 }

// NewRandom returns a source that begins at the seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Uint64 returns the next 64 bits.
func (r *Random) Uint64() uint64 {
	r.state += 0xA0761D6478BD642F
	high, low := bits.Mul64(r.state, r.state^0xE7037ED1A0B428DB)
	return high ^ low
}

// Below returns a number from 0 to n-1; n is above 0. No number is favoured over another by more
// than n parts in 2^64.
func (r *Random) Below(n int) int {
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}
