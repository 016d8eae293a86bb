package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// The games of BenchmarkGames: each of the tournaments is a round of so many tables, and each game so many
// presses of a device.
const (
	gameTournaments = 100
	gameTables      = 50
	gamePresses     = 250
)

// BenchmarkGames measures what the records of 5,000 finished games cost, each of 250 presses that came
// in one by one: the folder's bytes for a game, the start of the real program, its idle memory, and the
// wait for a protocol, for the list of a round's games, and for a tournament's file. Run it with
// -benchtime 1x.
func BenchmarkGames(b *testing.B) {
	bin, dir := built(b), b.TempDir()
	before := sizeOf(b, dir)
	cookie := gamesPlayed(b, dir)
	for b.Loop() {
		b.ReportMetric(float64(sizeOf(b, dir)-before)/gameTournaments/gameTables/1000, "kB/game")
		s := startOn(b, bin, dir)
		b.ReportMetric(float64(s.ready.Milliseconds()), "ready-ms")
		b.ReportMetric(resident(b, s.cmd.Process.Pid), "ready-MiB")
		time.Sleep(30 * time.Second)
		b.ReportMetric(resident(b, s.cmd.Process.Pid), "idle-MiB")
		get := func(path string) time.Duration {
			r, err := http.NewRequest("GET", s.url+path, nil)
			if err != nil {
				b.Fatal(err)
			}
			r.AddCookie(cookie)
			began := time.Now()
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				b.Fatal(err)
			}
			defer answer.Body.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
				b.Fatal(path, answer.Status, err)
			}
			return time.Since(began)
		}
		var waits []time.Duration
		for i := range 40 { // each the first look at its division and its game
			waits = append(waits, get(fmt.Sprintf("/g/d-%d/1/%d/protocol", i, 1+i%gameTables)))
		}
		slices.Sort(waits)
		milliseconds := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		b.ReportMetric(milliseconds(waits[len(waits)/2]), "protocol-median-ms")
		b.ReportMetric(milliseconds(waits[len(waits)-1]), "protocol-slowest-ms")
		b.ReportMetric(milliseconds(get("/t/t-50/referee")), "round-ms")
		b.ReportMetric(resident(b, s.cmd.Process.Pid), "used-MiB")
		file, began := filepath.Join(b.TempDir(), "t-60.json"), time.Now()
		if out, err := exec.Command(bin, "export", "--data", dir, "t-60", file).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		b.ReportMetric(milliseconds(time.Since(began)), "export-ms")
		about, err := os.Stat(file)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(about.Size())/1e6, "export-MB")
		s.stop(b)
	}
	b.ReportMetric(0, "ns/op")
}

// sizeOf is how many bytes the files of a folder hold.
func sizeOf(b *testing.B, dir string) (sum int64) {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range files {
		about, err := os.Stat(name)
		if err != nil {
			b.Fatal(err)
		}
		sum += about.Size()
	}
	return sum
}

// gamesPlayed fills a folder: the round of one tournament is played, the others are the same under their
// own names. It returns the session of somebody who may see all.
func gamesPlayed(b *testing.B, dir string) *http.Cookie {
	b.Helper()
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: dir, Version: Version})
	must(err)
	defer st.Close()
	off := office.New(st, time.Now, Version)
	user := account.User{ID: "u-chief", Login: "chief", Name: "裁判长", Admin: true}
	must(st.PutUser(ctx, user))
	actor := office.Actor{User: user, Roles: account.Roles}
	must(off.CreateTournament(ctx, actor, "t-first", "", tournament.Info{Name: "市公开赛", Public: true}))
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 1, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time = clock.System{Kind: clock.Reserved, Base: 2 * time.Hour, Reserved: 5, Period: time.Minute}
	_, err = off.CreateDivision(ctx, actor, "d-first", office.Order{Command: tournament.CreateDivision{Tournament: "t-first", Name: "甲组", Regulations: reg}})
	must(err)
	entries := make([]tournament.Entry, 2*gameTables)
	for i := range entries {
		entries[i] = tournament.Entry{Name: fmt.Sprint("选手", i+1), Unit: "示例"}
	}
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "test", Entries: entries}, tournament.Draw{How: "lot", Seed: "1"}, tournament.PrepareRound{},
		tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		_, err := off.Do(ctx, actor, "d-first", office.Order{Command: c})
		must(err)
	}
	for table := 1; table <= gameTables; table++ {
		device := fmt.Sprintf("%012d", table)
		must(off.SeatClock(ctx, "t-first", table, device))
		id, err := off.SitDown(ctx, office.Table{Division: "d-first", Round: 1, Table: table})
		must(err)
		for n := range int64(gamePresses + 2) {
			p := office.Press{N: n + 1, At: game.Instant(n * int64(20*time.Second)), Command: game.Press{Side: rules.Side(2 - n%2)}}
			switch n {
			case 0:
				p.Command = game.Start{}
			case gamePresses + 1:
				p.Command = game.Resign{Side: rules.Black}
			}
			_, err := off.TakeLog(ctx, id, device, p.N, []office.Press{p})
			must(err)
		}
	}
	file, err := st.Export(ctx, "t-first")
	must(err)
	for i := range gameTournaments - 1 {
		_, err := st.Import(ctx, bytes.ReplaceAll(file, []byte("-first"), fmt.Appendf(nil, "-%d", i)), office.Judge)
		must(err)
	}
	token, hash, err := account.NewToken(rand.Reader)
	must(err)
	must(st.PutSession(ctx, account.Session{TokenHash: hash, UserID: user.ID, Created: time.Now(), LastSeen: time.Now()}))
	for i := range gameTournaments - 1 {
		must(st.PutGrant(ctx, store.Grant{Tournament: fmt.Sprint("t-", i), UserID: user.ID, Role: account.ChiefReferee}))
	}
	return &http.Cookie{Name: "tianyuan", Value: token}
}
