package weiqi

import "math/bits"

// Random is a small and fast source of numbers for playouts: splitmix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", 2014). The same seed gives the same numbers
// on every machine. It must not serve draws or secrets.
type Random struct{ state uint64 }

// NewRandom returns a source that begins at the seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Uint64 returns the next 64 bits.
func (r *Random) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below returns a number from 0 to n-1; n is above 0. A number is favoured over another by less
// than one part in 2^64/n.
func (r *Random) Below(n int) int {
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}
