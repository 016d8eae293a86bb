package tests

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// cluster is a PostgreSQL of the test's own, which it may end as it likes.
type cluster struct {
	t    *testing.T
	dir  string
	port string
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	if found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); err != nil || len(found) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("no PostgreSQL here")
		}
		t.Skip("no PostgreSQL here: the test with its restart is left out")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	// Not below the test's own folder: PostgreSQL runs as another user, and its socket's path is short.
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, dir: dir, port: port}
	c.run("start", dir, port)
	t.Cleanup(func() {
		exec.Command("../ci/postgres", "stop", dir).Run()
		os.RemoveAll(dir)
	})
	return c
}

func (c *cluster) run(args ...string) {
	c.t.Helper()
	cmd := exec.Command("../ci/postgres", args...)
	// What it starts must not hold our pipes open.
	log, err := os.CreateTemp(c.t.TempDir(), "log")
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		c.t.Fatalf("ci/postgres %v: %v\n%s", args, err, said)
	}
}

func (c *cluster) url() string {
	return "postgres://postgres@127.0.0.1:" + c.port + "/postgres?sslmode=disable"
}

// TestPostgresFallsOver: two programs on one PostgreSQL take results in turn while it ends as in a
// power failure and starts again. Nobody starts the programs anew; every acknowledged result is there,
// none twice, and both show the same.
func TestPostgresFallsOver(t *testing.T) {
	t.Parallel()
	pg, bin := newCluster(t), binary(t)
	pg.run("again", pg.dir, pg.port) // durable from the first event on
	a := serve(t, bin, "--db", pg.url())
	baseA := a.url
	admin := newPerson(t, &baseA)
	admin.must(strings.TrimPrefix(a.link, a.url), "login", "admin", "name", "组委会", "password", "long enough 1")
	event := strings.TrimPrefix(admin.must("/new", "name", "公开赛", "public", "yes"), "/t/")
	g := &group{id: strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", "甲组", "method", "swiss", "edition", "2002", "rounds", "3"), "/d/")}
	g.chief = chiefOf(admin, &baseA, event, 0)
	const tables = 30
	for n := range 2 * tables {
		g.do("add", "name", fmt.Sprint("棋手", n))
	}
	g.do("draw", "how", "given")
	g.begin(1)
	baseB := serveAgain(t, bin, "--db", pg.url()).url
	other := newPerson(t, &baseB)
	other.must("/login", "login", "chief0", "password", "long enough 2")

	var acknowledged atomic.Int64
	var hands sync.WaitGroup
	begun := make(chan struct{})
	enter := func(p *person, from int, started func()) {
		for table := from; table <= tables; table += 2 {
			form := values("round", "1", "table", strconv.Itoa(table), "result", "B+R", "cmd", fmt.Sprint("r-", table))
			for try := 0; ; try++ {
				code, body, err := p.try("/d/"+g.id+"/do/result", form)
				if err == nil && code == http.StatusSeeOther {
					acknowledged.Add(1)
					break
				}
				// 409: the other program was faster too often, and nothing was stored.
				if err == nil && code < http.StatusInternalServerError && code != http.StatusTooManyRequests && code != http.StatusConflict {
					t.Errorf("table %d: %d %s", table, code, words(body))
				}
				if try == 600 {
					t.Errorf("table %d is never taken: %d %v", table, code, err)
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
			if table == from+8 {
				started()
			}
		}
	}
	hands.Go(func() { enter(g.chief, 1, func() { close(begun) }) })
	hands.Go(func() { enter(other, 2, func() {}) })
	<-begun
	pg.run("again", pg.dir, pg.port)
	hands.Wait()
	if got := acknowledged.Load(); got != tables {
		t.Errorf("%d results were acknowledged, %d sent", got, tables)
	}
	for _, p := range []*person{g.chief, other} {
		g.chief = p
		if got := len(g.file().Results); got != tables {
			t.Errorf("%s shows %d results of %d", *p.base, got, tables)
		}
	}
	g.do("close", "round", "1")
}
