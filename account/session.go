package account

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"sync"
	"time"

	"tianyuan/fault"
)

// How long a session lasts: so long after it was last used, and at most so long in all.
const (
	SessionIdle = 14 * 24 * time.Hour
	SessionMost = 90 * 24 * time.Hour
)

// Session is a signed-in browser. Only the hash of its token is stored.
type Session struct {
	TokenHash string
	UserID    string
	Created   time.Time
	LastSeen  time.Time
	// Agent names browser and system, so that a user knows his sessions apart: "Chrome, Windows".
	Agent string
}

// ID tells the sessions of a user apart on a page without showing what could sign somebody in.
func (s Session) ID() string { return s.TokenHash[:min(16, len(s.TokenHash))] }

// Live tells whether the session still holds.
func (s Session) Live(now time.Time) bool {
	return now.Sub(s.LastSeen) < SessionIdle && now.Sub(s.Created) < SessionMost
}

// Link is a one-time link: it makes the first administrator, or lets an invited user set
// a password. Only the hash of its token is stored.
type Link struct {
	TokenHash string
	// UserID is whose password is set; "" for the first administrator.
	UserID  string
	Expires time.Time
}

// How long a one-time link holds: for a new user, and for one who lost his password.
const (
	InviteLife = 7 * 24 * time.Hour
	ResetLife  = 24 * time.Hour
)

// NewToken returns a secret of 32 random bytes for a cookie or a link, and the hash to store.
func NewToken(random io.Reader) (token, hash string, err error) {
	secret := make([]byte, 32)
	if _, err := io.ReadFull(random, secret); err != nil {
		return "", "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	token = base64.RawURLEncoding.EncodeToString(secret)
	return token, HashToken(token), nil
}

// HashToken is what is stored of a token.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Limiter bounds how often something may happen for a key (a login, a session): a bucket of
// Burst tokens, refilled by one each Every. It is safe for several goroutines.
type Limiter struct {
	Burst int
	Every time.Duration

	mu      sync.Mutex
	buckets map[string]bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// maxBuckets bounds the memory of a limiter; past it the full buckets are forgotten.
const maxBuckets = 20000

// Allow takes a token of the key's bucket, or says how long to wait for one.
func (l *Limiter) Allow(key string, now time.Time) (ok bool, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buckets == nil {
		l.buckets = map[string]bucket{}
	}
	if len(l.buckets) >= maxBuckets {
		l.forget(now)
	}
	b, known := l.buckets[key]
	if !known {
		b = bucket{tokens: float64(l.Burst), at: now}
	}
	// A clock that was set back takes no tokens away.
	b.tokens = min(float64(l.Burst), b.tokens+float64(max(0, now.Sub(b.at)))/float64(l.Every))
	b.at = now
	if b.tokens < 1 {
		l.buckets[key] = b
		return false, time.Duration((1 - b.tokens) * float64(l.Every))
	}
	b.tokens--
	l.buckets[key] = b
	return true, 0
}

// forget drops the buckets that are full again, or all when none is.
func (l *Limiter) forget(now time.Time) {
	for key, b := range l.buckets {
		if b.tokens+float64(now.Sub(b.at))/float64(l.Every) >= float64(l.Burst) {
			delete(l.buckets, key)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
}
