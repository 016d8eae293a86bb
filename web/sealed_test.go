package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// shared is a log that several goroutines write.
type shared struct {
	mu sync.Mutex
	bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Buffer.Write(p)
}

func (s *shared) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Buffer.String()
}

// TestSealedMoveIsNowhere: while a move is sealed, no page of any role, no file, no socket and no log
// of the program holds it, its key or its random bytes (design, "Secrets").
func TestSealedMoveIsNowhere(t *testing.T) {
	log := &shared{}
	h := newHallWith(t, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	h.start(t)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close)
	id, err := h.office.OpenGame(t.Context(), h.referee(), office.Table{Division: "d-1", Round: 1, Table: 1}, office.GameSetup{Moves: true}, "")
	must(t, err)
	for _, c := range []game.Command{game.Start{}, game.Move{Side: rules.Black, Point: weiqi.At(15, 15)}, game.Press{Side: rules.Black}} {
		must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: c}))
	}
	must(t, h.office.SealMove(t.Context(), h.referee(), id, office.SealOrder{Side: rules.White, Point: weiqi.At(3, 4)})) // D15
	var secret game.Secret
	must(t, h.office.Game(t.Context(), id, func(g *game.Game, _ office.GamePlace) error { secret = g.Break.Secret; return nil }))
	key, known, err := h.store.KnownSecret(t.Context(), id, "hidden-"+secret.Commitment)
	if err != nil || !known {
		t.Fatalf("no key: %v", err)
	}
	opening, err := secret.Reveal(game.Key(key))
	must(t, err)

	x := sit(t, server, h.clock(t, "1", 1), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa"}`)
	_, line, err := x.conn.Read(t.Context()) // the seat
	must(t, err)
	_, view, err := x.conn.Read(t.Context())
	must(t, err)
	shown := map[string]string{"the seat": string(line), "the view": string(view)}
	for who := range h.cookies {
		for _, path := range []string{
			"/d/d-1/log", "/t/t-1/log", "/d/d-1/round/1", "/d/d-1/export/journal.json", "/p/t-1/d-1", "/p/t-1/table/1", "/p/t-1/hall",
			"/t/t-1/referee", "/g/d-1/1/1", "/g/d-1/1/1/record", "/g/d-1/1/1/protocol", "/g/d-1/1/1/read", "/g/d-1/1/1/rule", "/d/d-1/round/1/live",
		} {
			shown[who+" at "+path] = h.text(who, path)
		}
	}
	file, err := h.store.Export(t.Context(), "t-1")
	must(t, err)
	shown["the export"] = string(file)
	shown["the program's log"] = log.text()
	for where, text := range shown {
		for _, word := range []string{opening.Salt, string(key), hex.EncodeToString(key), base64.StdEncoding.EncodeToString(key), base64.RawURLEncoding.EncodeToString(key), `"de"`, "D15"} {
			if strings.Contains(text, word) {
				t.Errorf("%s holds %q", where, word)
			}
		}
	}
	if !strings.Contains(shown["the view"], `"sealed":"W"`) {
		t.Errorf("the view doesn't say that a move is sealed: %s", view)
	}
}
