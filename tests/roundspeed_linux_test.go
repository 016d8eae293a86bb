package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tianyuan/clock"
	"tianyuan/office"
	"tianyuan/tournament"
)

// The round of BenchmarkRound: each of the tables has a device that presses every 5 to 10 seconds, and
// that many referees look at the list of all of them.
const (
	roundTables   = 250
	roundConsoles = 20
	roundTakes    = 30 * time.Second
)

// timedRound is a round under way on the real program, with the paths of the tables' clocks.
type timedRound struct {
	fullHall
	clocks []string
}

func newTimedRound(b *testing.B) *timedRound {
	b.Helper()
	dir, ctx := b.TempDir(), context.Background()
	st, off, actor, cookie := emptyHall(b, dir)
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 7, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time = clock.System{Kind: clock.Reserved, Base: 2 * time.Hour, Reserved: 5, Period: time.Minute}
	_, err := off.CreateDivision(ctx, actor, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}})
	fine(b, err)
	entries := make([]tournament.Entry, 2*roundTables)
	for i := range entries {
		entries[i] = tournament.Entry{Name: fmt.Sprint("选手", i+1), Unit: "示例"}
	}
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "test", Entries: entries}, tournament.Draw{How: "lot", Seed: "1"}, tournament.PrepareRound{},
		tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		_, err := off.Do(ctx, actor, "d-1", office.Order{Command: c})
		fine(b, err)
	}
	r := &timedRound{}
	for table := 1; table <= roundTables; table++ {
		code, err := off.ClockCode(ctx, "t-1", table)
		fine(b, err)
		r.clocks = append(r.clocks, fmt.Sprintf("/k/t-1/%d/%s", table, code))
	}
	fine(b, st.Close())
	s := serve(b, binary(b), "--data", dir, "--public-url", "")
	r.url, r.pid, r.cookie = s.url, s.cmd.Process.Pid, cookie
	return r
}

// pressTimes are the moments of the last press of each game.
type pressTimes struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (p *pressTimes) note(game string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at[game] = time.Now()
}

// device is the clock at a table: it starts the game and presses until the end, with its signs of life.
func (r *timedRound) device(ctx context.Context, table int, last *pressTimes, acks *times) error {
	time.Sleep(time.Duration(table) * 30 * time.Millisecond) // people come into a hall one after another
	conn, _, err := websocket.Dial(ctx, strings.Replace(r.url, "http", "ws", 1)+r.clocks[table]+fmt.Sprintf("/ws?device=%012d", table), nil)
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	say := func(message map[string]any) error {
		text, err := json.Marshal(message)
		if err == nil {
			err = conn.Write(ctx, websocket.MessageText, text)
		}
		return err
	}
	began := time.Now()
	now := func() int64 { return time.Since(began).Milliseconds() }
	if err := say(map[string]any{"t": "hello"}); err != nil {
		return err
	}
	game, sent := make(chan string, 1), make(map[int64]time.Time)
	var mu sync.Mutex
	go func() {
		for {
			_, data, err := conn.Read(ctx)
			if err != nil {
				return
			}
			var m struct {
				T    string
				N    int64
				Key  string
				Game struct{ ID string }
			}
			if json.Unmarshal(data, &m) != nil {
				return
			}
			switch m.T {
			case "game":
				select {
				case game <- m.Game.ID:
				default:
				}
			case "ack":
				mu.Lock()
				if at, waited := sent[m.N]; waited {
					acks.note(time.Since(at), http.StatusOK, "ack", nil, http.StatusOK)
					delete(sent, m.N)
				}
				mu.Unlock()
			case "refused":
				acks.note(0, 0, m.Key, nil, http.StatusOK)
			}
		}
	}()
	id := ""
	select {
	case id = <-game:
	case <-ctx.Done():
		return ctx.Err()
	}
	random := mathrand.New(mathrand.NewPCG(uint64(table), 5))
	n, side, next := int64(0), "B", time.Now().Add(time.Duration(random.Int64N(int64(8*time.Second))))
	beat := time.NewTicker(2 * time.Second)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
			if err := say(map[string]any{"t": "beat", "game": id, "now": now()}); err != nil && ctx.Err() == nil {
				return err
			}
		case <-time.After(time.Until(next)):
			n++
			entry := map[string]any{"n": n, "at": now(), "do": "press", "side": side}
			if n == 1 {
				entry = map[string]any{"n": n, "at": now(), "do": "start"}
			} else {
				side = map[string]string{"B": "W", "W": "B"}[side]
			}
			mu.Lock()
			sent[n] = time.Now()
			mu.Unlock()
			last.note(id)
			if err := say(map[string]any{"t": "log", "game": id, "entries": []any{entry}, "now": now()}); err != nil && ctx.Err() == nil {
				return err
			}
			next = time.Now().Add(5*time.Second + time.Duration(random.Int64N(int64(5*time.Second))))
		}
	}
}

// console is a referee's list of all tables: it asks for what its line names as the page does, and
// notes how long after a press its answer was there.
func (r *timedRound) console(ctx context.Context, last *pressTimes, seen, pages *times, size *bytesRead) error {
	header := http.Header{"Cookie": {r.cookie.String()}}
	conn, _, err := websocket.Dial(ctx, strings.Replace(r.url, "http", "ws", 1)+"/t/t-1/referee/ws", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	words := make(chan []string, 64)
	go func() {
		defer close(words)
		for {
			_, data, err := conn.Read(ctx)
			if err != nil {
				return
			}
			var m struct {
				T     string
				Games []string
			}
			if json.Unmarshal(data, &m) != nil {
				return
			}
			if m.T == "new" {
				words <- m.Games
			}
		}
	}()
	browser := r.phone(r.cookie)
	whole := time.After(0)
	for {
		var games []string
		select {
		case <-whole:
			whole = time.After(30 * time.Second)
		case named, open := <-words:
			if !open {
				return nil
			}
			games = named
			if games == nil {
				whole = time.After(time.Second)
				continue
			}
		}
		since := map[string]time.Time{}
		last.mu.Lock()
		for _, g := range games {
			if at, ok := last.at[g]; ok {
				since[g] = at
			}
		}
		last.mu.Unlock()
		path := "/t/t-1/referee"
		if games != nil {
			path += "?" + url.Values{"game": games}.Encode()
		}
		code, body, took, err := browser.fragment(path)
		if ctx.Err() != nil {
			return nil
		}
		pages.note(took, code, path, err, http.StatusOK)
		size.add(len(body))
		for g, at := range since {
			if !strings.Contains(body, `data-game="`+g+`"`) {
				err = fmt.Errorf("%s isn't in the answer", g)
			}
			seen.note(time.Since(at), code, path, err, http.StatusOK)
		}
	}
}

// fragment asks for the part of a page that its script fills in.
func (p *phone) fragment(path string) (int, string, time.Duration, error) {
	r, err := http.NewRequest("GET", p.url+path, nil)
	if err != nil {
		return 0, "", 0, err
	}
	r.Header.Set("X-Fragment", "1")
	r.AddCookie(p.cookie)
	began := time.Now()
	answer, err := p.Do(r)
	if err != nil {
		return 0, "", 0, err
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	_, err = body.ReadFrom(answer.Body)
	return answer.StatusCode, body.String(), time.Since(began), err
}

// bytesRead counts what was answered.
type bytesRead struct {
	mu  sync.Mutex
	sum int
}

func (x *bytesRead) take() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	sum := x.sum
	x.sum = 0
	return sum
}

func (x *times) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.all)
}

func (x *bytesRead) add(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sum += n
}

// BenchmarkRound measures a timed round on the real program, over loopback: 250 tables' devices press
// every 5 to 10 seconds and give their signs of life, and 20 referees look at the list of all tables.
// It tells the program's share of one core, how long after a press its acknowledgement is there, and how
// long after it the table's row is on a console. Devices and consoles share the machine's cores with
// the program. Run it with -benchtime 1x.
func BenchmarkRound(b *testing.B) {
	for b.Loop() {
		r := newTimedRound(b)
		ctx, cancel := context.WithCancel(context.Background())
		last := &pressTimes{at: map[string]time.Time{}}
		var acks, seen, pages times
		var size bytesRead
		var all sync.WaitGroup
		var failed times
		run := func(one func() error) {
			all.Go(func() {
				if err := one(); err != nil && ctx.Err() == nil {
					failed.note(0, 0, "a line ended", err)
				}
			})
		}
		for table := range roundTables {
			run(func() error { return r.device(ctx, table, last, &acks) })
		}
		for range roundConsoles {
			run(func() error { return r.console(ctx, last, &seen, &pages, &size) })
		}
		for began := time.Now(); acks.count() < 3*roundTables; time.Sleep(100 * time.Millisecond) { // every device has pressed
			if time.Since(began) > 2*time.Minute {
				b.Fatal("the round doesn't get going: ", acks.count(), acks.bad)
			}
		}
		for _, x := range []*times{&acks, &seen, &pages} {
			x.mu.Lock()
			x.all = nil
			x.mu.Unlock()
		}
		size.take()
		used, began := r.used(b), time.Now()
		time.Sleep(roundTakes)
		read := size.take()
		share := float64(r.used(b)-used) / float64(time.Since(began)) * 100
		cancel()
		all.Wait()
		if len(failed.bad) > 0 {
			b.Fatal(failed.bad[0])
		}
		b.ReportMetric(share, "%core")
		b.ReportMetric(float64(read)/1000/float64(roundConsoles)/roundTakes.Seconds(), "kB/s-console")
		acks.report(b, "acks")
		seen.report(b, "consoles")
		pages.report(b, "pages")
		b.ReportMetric(0, "ns/op")
	}
}
