package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
	"tianyuan/web"
)

// congress is a server with one large division in its last round, and a session of its chief referee.
type congress struct {
	http.Handler
	cookie *http.Cookie
	round  int
}

// newCongress plays all rounds but the last, which is on; with closed also that one is over.
func newCongress(tb testing.TB, players, rounds int, closed bool) *congress {
	tb.Helper()
	// Every look at the clock is a second later, so that the limit per session never bites.
	var ticks atomic.Int64
	began := time.Now()
	return newCongressAt(tb, players, rounds, closed, func() time.Time { return began.Add(time.Duration(ticks.Add(1)) * time.Second) })
}

// newCongressAt is newCongress by another clock.
func newCongressAt(tb testing.TB, players, rounds int, closed bool, now func() time.Time) *congress {
	tb.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: tb.TempDir()})
	check(tb, err)
	tb.Cleanup(func() { st.Close() })
	off := office.New(st, time.Now, "test")
	began := time.Now()
	handler, err := web.New(web.Config{Store: st, Office: off, Now: now})
	check(tb, err)
	user := account.User{ID: "u-chief", Login: "chief", Name: "裁判长", Admin: true}
	check(tb, st.PutUser(ctx, user))
	check(tb, st.PutGrant(ctx, store.Grant{Tournament: "t-1", UserID: user.ID, Role: account.ChiefReferee}))
	token, hash, err := account.NewToken(rand.Reader)
	check(tb, err)
	check(tb, st.PutSession(ctx, account.Session{TokenHash: hash, UserID: user.ID, Created: began, LastSeen: began.Add(1000 * time.Hour)}))
	c := &congress{Handler: handler, cookie: &http.Cookie{Name: "tianyuan", Value: token}, round: rounds}
	fill(tb, off, office.Actor{User: user, Roles: account.Roles}, players, rounds, closed)
	return c
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// fill makes the tournament t-1 with the division d-1 and plays it by the dice.
func fill(tb testing.TB, off *office.Office, actor office.Actor, players, rounds int, closed bool) {
	tb.Helper()
	ctx := context.Background()
	random := mathrand.New(mathrand.NewPCG(uint64(players), uint64(rounds)))
	check(tb, off.CreateTournament(ctx, actor, "t-1", "", tournament.Info{Name: "示例公开赛", Public: true}))
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: rounds, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	reg.Options.Tiebreaks = tournament.Tiebreaks{Preset: "yunbisai"}
	_, err := off.CreateDivision(ctx, actor, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "公开组", Regulations: reg}})
	check(tb, err)
	do := func(commands ...tournament.Command) *tournament.Division {
		var d *tournament.Division
		for _, command := range commands {
			d, err = off.Do(ctx, actor, "d-1", office.Order{Command: command})
			check(tb, err)
		}
		return d
	}
	do(tournament.AddEntries{Source: "list.csv", Entries: generated(random, players)}, tournament.Draw{How: "lot", Seed: "3 6 1"})
	for round := 1; round <= rounds; round++ {
		d := do(tournament.PrepareRound{}, tournament.CheckRound{Round: round}, tournament.PublishRound{Round: round}, tournament.StartRound{Round: round})
		if round == rounds && !closed {
			return
		}
		for _, p := range d.Current().Pairs {
			do(tournament.EnterResult{Round: round, Table: p.Table, Outcome: rules.Outcome{Winner: rules.Side(1 + random.IntN(2)), Manner: rules.Resigned}})
		}
		do(tournament.CloseRound{Round: round})
	}
}

// generated are plainly made-up people with names, units and ranks as long as real ones.
func generated(random *mathrand.Rand, n int) []tournament.Entry {
	surnames, given := []rune("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜"), []rune("一二三四五六七八九十春夏秋冬东南西北山川江河湖海松竹梅兰云月")
	pick := func(runes []rune) string { return string(runes[random.IntN(len(runes))]) }
	entries := make([]tournament.Entry, n)
	for i := range entries {
		entries[i] = tournament.Entry{
			Name: pick(surnames) + pick(given) + pick(given), Unit: "示例" + pick(given) + pick(given) + "围棋学校",
			Rank: strconv.Itoa(1+random.IntN(6)) + "d", Rating: 1000 + random.IntN(1500),
		}
	}
	return entries
}

// get asks for a page as a browser does; the public pages without a session.
func (c *congress) get(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Language", "zh-CN")
	r.Header.Set("Accept-Encoding", "gzip")
	if !strings.HasPrefix(path, "/p/") {
		r.AddCookie(c.cookie)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

// plainText unpacks an answer.
func plainText(tb testing.TB, w *httptest.ResponseRecorder) string {
	tb.Helper()
	if w.Header().Get("Content-Encoding") != "gzip" {
		return w.Body.String()
	}
	z, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
	check(tb, err)
	text, err := io.ReadAll(z)
	check(tb, err)
	return string(text)
}

// TestRankingWeight: the public ranking page of 300 players and 7 rounds comes to at most 60 KB
// at first view, with all that the page and its style sheet ask for, packed as it is sent.
func TestRankingWeight(t *testing.T) {
	c := newCongress(t, 300, 7, true)
	const most = 60_000
	page := c.get("/p/t-1/d-1/ranking")
	html := plainText(t, page)
	if page.Code != http.StatusOK || page.Header().Get("Content-Encoding") != "gzip" || strings.Count(html, "<tr") < 300 {
		t.Fatalf("status %d, %d rows", page.Code, strings.Count(html, "<tr"))
	}
	sum := page.Body.Len()
	parts := fmt.Sprint("page ", sum)
	asked := regexp.MustCompile(`(?:src|href)="(/static/[^"#]+)"`).FindAllStringSubmatch(html, -1)
	if len(asked) < 2 {
		t.Fatalf("the page names %d files", len(asked))
	}
	for i := 0; i < len(asked); i++ {
		w := c.get(asked[i][1])
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", asked[i][1], w.Code)
		}
		sum += w.Body.Len()
		parts += fmt.Sprint(", ", asked[i][1], " ", w.Body.Len())
		if strings.Contains(asked[i][1], ".css") {
			asked = append(asked, regexp.MustCompile(`url\(["']?(/static/[^"')]+)["']?\)`).FindAllStringSubmatch(plainText(t, w), -1)...)
		}
	}
	if sum > most {
		t.Errorf("%d bytes, at most %d: %s", sum, most, parts)
	}
	t.Logf("%d bytes: %s", sum, parts)
}

// BenchmarkReferee is the console's list of 300 tables, each with a game's record.
func BenchmarkReferee(b *testing.B) {
	c := newCongress(b, 600, 1, false)
	for table := 1; table <= 300; table++ {
		for _, action := range []string{"open", "start"} {
			r := httptest.NewRequest("POST", fmt.Sprintf("/g/d-1/1/%d/do/%s", table, action), strings.NewReader("own=yes"))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.AddCookie(c.cookie)
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if w.Code != http.StatusSeeOther {
				b.Fatal(w.Code, w.Body)
			}
		}
	}
	for b.Loop() {
		if w := c.get("/t/t-1/referee"); w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
	}
}
