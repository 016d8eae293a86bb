package account

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/argon2"

	"tianyuan/fault"
)

// The cost of a password's hash: argon2id with 19 MiB, two passes, one lane.
const (
	memoryKiB = 19 * 1024
	passes    = 2
	saltBytes = 16
	hashBytes = 32
)

// atOnce bounds the hashes computed at the same time, so that a flood of sign-ins can't
// take all memory.
var atOnce = make(chan struct{}, 2)

func derive(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case atOnce <- struct{}{}:
		defer func() { <-atOnce }()
	case <-ctx.Done():
		return nil, fault.Wrap(ctx.Err(), fault.Busy, "fault.busy", fault.Args{"seconds": 5})
	}
	return argon2.IDKey([]byte(password), salt, passes, memoryKiB, 1, hashBytes), nil
}

// HashPassword returns the PHC text of a password; random gives the salt.
func HashPassword(ctx context.Context, password string, random io.Reader) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	hash, err := derive(ctx, password, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", memoryKiB, passes, b64.EncodeToString(salt), b64.EncodeToString(hash)), nil
}

// VerifyPassword tells whether a password belongs to a hash of HashPassword. It takes the
// same time for a hash that can't be read, so that a missing login doesn't show.
func VerifyPassword(ctx context.Context, hash, password string) (bool, error) {
	parts := strings.Split(hash, "$")
	readable := len(parts) == 6 && parts[1] == "argon2id"
	var salt, want []byte
	if readable {
		var err1, err2 error
		salt, err1 = base64.RawStdEncoding.DecodeString(parts[4])
		want, err2 = base64.RawStdEncoding.DecodeString(parts[5])
		readable = err1 == nil && err2 == nil
	}
	if !readable {
		salt = make([]byte, saltBytes)
	}
	got, err := derive(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return readable && subtle.ConstantTimeCompare(got, want) == 1, nil
}
