package tests

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// tableHall stores a hall with one table of a round that was started, and returns the path of the
// table's clock.
func tableHall(t *testing.T, dir string) (path string) {
	t.Helper()
	inStore(t, dir, func(ctx context.Context, off *office.Office) error {
		admin := office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}
		if err := off.CreateTournament(ctx, admin, "t-1", "", tournament.Info{Name: "春季赛"}); err != nil {
			return err
		}
		reg := tournament.Regulations{Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002"),
			Time: clock.System{Kind: clock.Reserved, Base: 20 * time.Minute, Reserved: 3, Period: time.Minute}}
		if _, err := off.CreateDivision(ctx, admin, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}}); err != nil {
			return err
		}
		for _, c := range []tournament.Command{
			tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲一"}, {Name: "乙二"}}}, tournament.Draw{How: "given"},
			tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
		} {
			if _, err := off.Do(ctx, admin, "d-1", office.Order{Command: c}); err != nil {
				return err
			}
		}
		code, err := off.ClockCode(ctx, "t-1", 1)
		path = "/k/t-1/1/" + code + "/ws?device=aaaaaaaaaaaa"
		return err
	})
	return path
}

// inStore works on what is stored while no program runs.
func inStore(t *testing.T, dir string, work func(context.Context, *office.Office) error) {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := work(ctx, office.New(st, time.Now, "test")); err != nil {
		t.Fatal(err)
	}
}

// wire is the line of a table's device.
type wire struct {
	t    *testing.T
	conn *websocket.Conn
}

func newWire(t *testing.T, s *server, path string) *wire {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	w := &wire{t, conn}
	w.say(`{"t":"hello"}`)
	return w
}

func (w *wire) say(text string) {
	w.t.Helper()
	if err := w.conn.Write(w.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

// hear waits for a message of a kind.
func (w *wire) hear(kind string) (n int64, game string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, data, err := w.conn.Read(ctx)
		if err != nil {
			w.t.Fatalf("waiting for %s: %v", kind, err)
		}
		var m struct {
			T, Key string
			N      int64
			Game   struct{ ID string }
		}
		if err := json.Unmarshal(data, &m); err != nil {
			w.t.Fatal(err)
		}
		if m.T == kind {
			return m.N, m.Game.ID
		}
		if m.T == "refused" {
			w.t.Fatalf("refused: %s", data)
		}
	}
}

// TestTablePlaysOn: the program is killed in the middle of a game. The table plays on and hands in
// what happened when the program is there again: no time was lost, none was paused, and nothing that
// was acknowledged is missing.
func TestTablePlaysOn(t *testing.T) {
	t.Parallel()
	bin, dir := binary(t), t.TempDir()
	path := tableHall(t, dir)
	a := serve(t, bin, "--data", dir)
	line := newWire(t, a, path)
	_, id := line.hear("game")
	line.say(`{"t":"log","game":"` + id + `","entries":[{"n":1,"at":0,"do":"start"},{"n":2,"at":30000,"do":"press","side":"B"}],"now":30500}`)
	if n, _ := line.hear("ack"); n != 2 {
		t.Fatalf("acknowledged up to %d", n)
	}
	if err := a.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	a.cmd.Wait()
	b := serveAgain(t, bin, "--data", dir)
	line = newWire(t, b, path)
	n, again := line.hear("game")
	if n != 2 || again != id {
		t.Fatalf("after the kill the record of %s ends with entry %d", again, n)
	}
	line.say(`{"t":"log","game":"` + id + `","entries":[{"n":3,"at":95000,"do":"press","side":"W"},{"n":4,"at":100000,"do":"press","side":"B"}],"now":120000}`)
	if n, _ := line.hear("ack"); n != 4 {
		t.Fatalf("acknowledged up to %d", n)
	}
	if err := b.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	b.cmd.Wait()
	inStore(t, dir, func(ctx context.Context, off *office.Office) error {
		return off.Game(ctx, id, func(g *game.Game, _ office.GamePlace) error {
			s := g.Time(game.Instant(120 * time.Second))
			if g.Phase != game.Play || len(g.Turns) != 3 || s.Black.Used != 35*time.Second || s.White.Used != 85*time.Second {
				t.Errorf("%s, %d turns, used %v and %v", g.Phase, len(g.Turns), s.Black.Used, s.White.Used)
			}
			return nil
		})
	})
}
