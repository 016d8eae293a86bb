package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// shelf keeps the public pages that guests read, packed, so that three hundred phones which open
// the pairs at once cost one page. A page's name holds all that it shows: heads, language, theme,
// address and minute; a page that is out of date is never asked for again. Whoever asks first makes
// the page, the others wait for it.
type shelf struct {
	mu     sync.Mutex
	pages  map[string][]byte
	size   int // bytes of all pages
	making map[string]chan struct{}
}

// shelfRoom bounds the shelf, in bytes; when it is full, it is emptied.
const shelfRoom = 8 << 20

// take returns the page of a name. Where there is none, the caller is to make it: put and then
// leave it, or leave it alone. While somebody else makes it, take waits, at most until the
// context ends.
func (s *shelf) take(ctx context.Context, name string) ([]byte, bool, error) {
	for {
		packed, ok, made := s.look(name)
		if ok || made == nil {
			return packed, ok, nil
		}
		select {
		case <-made:
		case <-ctx.Done():
			return nil, false, ctx.Err()
		}
	}
}

// look returns the page, or the channel that ends when its maker is done, or makes the caller its
// maker.
func (s *shelf) look(name string) (packed []byte, ok bool, made chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if packed, ok = s.pages[name]; ok {
		return packed, true, nil
	}
	if made = s.making[name]; made != nil {
		return nil, false, made
	}
	if s.making == nil {
		s.making = map[string]chan struct{}{}
	}
	s.making[name] = make(chan struct{})
	return nil, false, nil
}

// leave lets those who wait for a page look again.
func (s *shelf) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.making[name]; made != nil {
		close(made)
		delete(s.making, name)
	}
}

func (s *shelf) put(name string, packed []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cost := len(name) + len(packed)
	if s.pages == nil || s.size+cost > shelfRoom {
		s.pages, s.size = map[string][]byte{}, 0
	}
	if _, there := s.pages[name]; !there && cost <= shelfRoom {
		s.pages[name] = packed
		s.size += cost
	}
}

// shelfName names the page that the request asks for; "" for one that isn't kept: an officer's,
// one for a browser that takes nothing packed, or one with a question of the reader's own.
func (q *request) shelfName(tag string) string {
	if q.user.ID != "" || !takesGzip(q.Request) || !common(q.URL.Query()) {
		return ""
	}
	return strings.Join([]string{tag, q.URL.RequestURI(), q.s.Now().Format("15:04")}, " ")
}

// common tells whether many readers ask the same: for a round, or for the list by name.
func common(question url.Values) bool {
	for key := range question {
		if !slices.Contains([]string{"by", "round", "after"}, key) {
			return false
		}
	}
	return true
}

// shelve packs a page, keeps it and sends it.
func (q *request) shelve(html []byte) {
	var packed bytes.Buffer
	z := newZipper(&packed)
	z.Write(html) // a buffer takes everything
	freeZipper(z)
	q.s.shelf.put(q.shelf, packed.Bytes())
	q.s.shelf.leave(q.shelf)
	q.s.made.Inc()
	q.sendPacked(packed.Bytes())
}

func (q *request) sendPacked(packed []byte) {
	h := q.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	q.w.WriteHeader(http.StatusOK)
	if _, err := q.w.Write(packed); err != nil {
		q.s.Log.Debug("reader left", "error", err)
	}
}
