package game

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// Key encrypts one hidden thing. It never enters the journal.
type Key [32]byte

// Secret is a hidden thing as the journal holds it: encrypted, and as a commitment that anyone can
// check once it is opened.
type Secret struct {
	// Commitment is SHA-256(32 random bytes ‖ value) in hex.
	Commitment string `json:"commitment"`
	// Cipher is nonce ‖ AES-256-GCM(32 random bytes ‖ value).
	Cipher []byte `json:"cipher"`
}

// Opening is what opens a secret.
type Opening struct {
	Value string `json:"value"`
	// Salt are the 32 random bytes in hex.
	Salt string `json:"salt"`
}

const (
	saltSize  = 32
	nonceSize = 12
)

// Hide encrypts a value under a key of its own and commits to it. random must be a source that
// nobody can foresee. Fault: internal "fault.game.random" when it fails.
func Hide(value string, key Key, random io.Reader) (Secret, error) {
	var fresh [nonceSize + saltSize]byte
	if _, err := io.ReadFull(random, fresh[:]); err != nil {
		return Secret{}, fault.Wrap(err, fault.Internal, "fault.game.random", nil)
	}
	nonce, plain := fresh[:nonceSize:nonceSize], append(fresh[nonceSize:], value...)
	box, err := key.box()
	if err != nil {
		return Secret{}, err
	}
	sum := sha256.Sum256(plain)
	return Secret{Commitment: hex.EncodeToString(sum[:]), Cipher: box.Seal(nonce, nonce, plain, nil)}, nil
}

// Reveal decrypts a secret. Fault: invalid "fault.game.key" when the key isn't its own.
func (s Secret) Reveal(key Key) (Opening, error) {
	wrong := fault.New(fault.Invalid, "fault.game.key", nil)
	if len(s.Cipher) < nonceSize {
		return Opening{}, wrong
	}
	box, err := key.box()
	if err != nil {
		return Opening{}, err
	}
	plain, err := box.Open(nil, s.Cipher[:nonceSize], s.Cipher[nonceSize:], nil)
	if err != nil || len(plain) < saltSize {
		return Opening{}, wrong
	}
	return Opening{Value: string(plain[saltSize:]), Salt: hex.EncodeToString(plain[:saltSize])}, nil
}

// Check tells whether an opening is what was committed to. Fault: invalid "fault.game.commitment".
func (s Secret) Check(o Opening) error {
	salt, err := hex.DecodeString(o.Salt)
	sum := sha256.Sum256(append(salt, o.Value...))
	if err != nil || len(salt) != saltSize || hex.EncodeToString(sum[:]) != s.Commitment {
		return fault.New(fault.Invalid, "fault.game.commitment", nil)
	}
	return nil
}

// valid tells that a secret has the form of one.
func (s Secret) valid() bool {
	sum, err := hex.DecodeString(s.Commitment)
	return err == nil && len(sum) == sha256.Size && len(s.Cipher) >= nonceSize+saltSize && len(s.Cipher) <= 256
}

func (k Key) box() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return box, nil
}

// passValue stands for a sealed pass: all sealed values have two letters, so that their length
// tells nothing.
const passValue = "--"

// SealedValue is the value under which a point is sealed.
func SealedValue(p weiqi.Point) string {
	if p == weiqi.Pass {
		return passValue
	}
	return p.SGF()
}

func parseSealed(value string, size int) (p weiqi.Point, readable bool) {
	if value == passValue {
		return weiqi.Pass, true
	}
	p, err := weiqi.ParseSGF(value, size, size)
	return p, err == nil && len(value) == 2 && p != weiqi.Pass
}

// maxHidden bounds the stones hidden at a distance; in the hall a handful may be more.
const maxHidden = 20

// HiddenCount draws a number of stones from 1 to 20 for a nigiri at a distance.
// Fault: internal "fault.game.random".
func HiddenCount(random io.Reader) (int, error) {
	var b [1]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fault.Wrap(err, fault.Internal, "fault.game.random", nil)
		}
		if b[0] < 256/maxHidden*maxHidden { // beyond it the small numbers would come more often
			return 1 + int(b[0])%maxHidden, nil
		}
	}
}

// CountValue is the value under which a number of stones is hidden.
func CountValue(n int) string { return strconv.Itoa(100 + n)[1:] }

func parseCount(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxHidden || CountValue(n) != value {
		return 0, fault.New(fault.Invalid, "fault.game.hiddenCount", fault.Args{"most": maxHidden})
	}
	return n, nil
}
