package tests

import (
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tianyuan/store"
)

// try sends a form once; an error says that no answer came.
func (p *person) try(path string, form url.Values) (int, string, error) {
	answer, err := p.client.PostForm(*p.base+path, form)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), err
}

// mortal is a program that is killed and started again on the same data.
type mortal struct {
	t           *testing.T
	bin         string
	data, stick string
	s           *server
	base        string
}

func (m *mortal) start() {
	m.t.Helper()
	m.s = serveAgain(m.t, m.bin, "--data", m.data, "--mirror", m.stick)
	m.base = m.s.url
}

func (m *mortal) kill() {
	m.t.Helper()
	if err := m.s.cmd.Process.Kill(); err != nil {
		m.t.Fatal(err)
	}
	m.s.cmd.Wait()
}

// hiddenField is a hidden field of a page's form.
var hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)"`)

// head is how many events the division has.
func (g *group) head() int {
	g.chief.t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(g.chief.get("/d/" + g.id + "/head")))
	if err != nil {
		g.chief.t.Fatal(err)
	}
	return n
}

// entered is how many players the list of entries has.
func (g *group) entered() int {
	g.chief.t.Helper()
	return strings.Count(strings.TrimSpace(g.chief.get("/d/"+g.id+"/export/entries.csv")), "\n")
}

// TestKilledAtWork: kill -9 in the middle of an import, a publication with the copy on the stick that
// follows it, and the players' claims. After each, everything that was acknowledged is there, nothing
// is there by halves, and what wasn't answered can be sent again and counts once (issue 4.11).
func TestKilledAtWork(t *testing.T) {
	t.Parallel()
	m := &mortal{t: t, bin: binary(t), data: t.TempDir(), stick: t.TempDir()}
	first := serve(t, m.bin, "--data", m.data, "--mirror", m.stick)
	m.s, m.base = first, first.url
	admin := newPerson(t, &m.base)
	admin.must(strings.TrimPrefix(first.link, first.url), "login", "admin", "name", "组委会", "password", "long enough 1")
	event := strings.TrimPrefix(admin.must("/new", "name", "公开赛", "public", "yes"), "/t/")
	g := &group{id: strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", "甲组", "method", "swiss", "edition", "2002", "rounds", "9"), "/d/")}
	g.chief = chiefOf(admin, &m.base, event, 0)
	m.imports(g)
	g.do("draw", "how", "lot", "seed", "s")
	m.publications(g)
	m.claims(g, event)
}

// imports kills the program so many milliseconds after a list was sent.
func (m *mortal) imports(g *group) {
	const players = 40
	for i, wait := range []time.Duration{0, 3, 8} {
		var list strings.Builder
		list.WriteString("姓名,单位\n")
		for n := range players {
			fmt.Fprintf(&list, "棋手%d%02d,单位%d\n", i, n, n%4)
		}
		path := "/d/" + g.id + "/import"
		form := values("name", "list.csv", "data", base64.StdEncoding.EncodeToString([]byte(list.String())))
		code, page, err := g.chief.try(path, form)
		if err != nil || code != http.StatusOK {
			m.t.Fatalf("the preview: %d %v %s", code, err, words(page))
		}
		for _, found := range hiddenField.FindAllStringSubmatch(page, -1) {
			form.Set(found[1], html.UnescapeString(found[2]))
		}
		form.Set("do", "commit")
		before := g.entered()
		acknowledged := m.killDuring(wait*time.Millisecond, func() bool {
			code, _, err := g.chief.try(path, form)
			return err == nil && code == http.StatusSeeOther
		})
		switch got := g.entered() - before; {
		case got != 0 && got != players:
			m.t.Errorf("import %d: %d of %d entries", i, got, players)
		case acknowledged && got != players:
			m.t.Errorf("import %d was acknowledged and isn't there", i)
		}
		if code, page, err := g.chief.try(path, form); err != nil || code != http.StatusSeeOther {
			m.t.Errorf("import %d again: %d %v %s", i, code, err, words(page))
		}
		if got := g.entered() - before; got != players {
			m.t.Errorf("import %d, sent again: %d entries", i, got)
		}
	}
}

// killDuring kills the program so long after an act began, starts it again, and tells whether the
// act was acknowledged.
func (m *mortal) killDuring(wait time.Duration, act func() bool) bool {
	m.t.Helper()
	done := make(chan bool, 1)
	go func() { done <- act() }()
	time.Sleep(wait)
	m.kill()
	acknowledged := <-done
	m.start()
	return acknowledged
}

func (m *mortal) publications(g *group) {
	for _, action := range []string{"prepare", "check"} {
		g.do(action, "round", "1")
	}
	for i, wait := range []time.Duration{0, 4, 15, 40} {
		form := values("round", "1", "cmd", fmt.Sprint("publish-", i))
		acknowledged := m.killDuring(wait*time.Millisecond, func() bool {
			code, _, err := g.chief.try("/d/"+g.id+"/do/publish", form)
			return err == nil && code == http.StatusSeeOther
		})
		out := strings.Contains(g.chief.get("/d/"+g.id+"/round/1"), `data-phase="published"`)
		if acknowledged && !out {
			m.t.Errorf("publication %d was acknowledged and isn't there", i)
		}
		if code, page, err := g.chief.try("/d/"+g.id+"/do/publish", form); err != nil || code != http.StatusSeeOther {
			m.t.Errorf("publication %d again: %d %v %s", i, code, err, words(page))
		}
		m.wholeCopies()
		g.do("unpublish", "round", "1", "reason", "试")
		g.do("check", "round", "1")
	}
}

// wholeCopies wants every copy on the stick to be whole, and what a killed one left to be gone.
func (m *mortal) wholeCopies() {
	m.t.Helper()
	copies, err := filepath.Glob(filepath.Join(m.stick, "*.copy"))
	if err != nil || len(copies) == 0 {
		m.t.Fatal(copies, err)
	}
	for _, path := range copies {
		if err := store.CheckBackup(path, "99"); err != nil {
			m.t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	// The copy of the start is made before the program answers; one more may be under way.
	if parts, err := filepath.Glob(filepath.Join(m.stick, "*.part")); err != nil || len(parts) > 1 {
		m.t.Errorf("parts %v, %v", parts, err)
	}
}

// claims kills the program when so many claims were acknowledged.
func (m *mortal) claims(g *group, event string) {
	g.do("publish", "round", "1")
	g.do("start", "round", "1")
	slips := g.tables(event)
	type claim struct {
		path  string
		form  url.Values
		phone *person
	}
	var all []claim
	for table, path := range slips {
		for _, side := range []string{"B", "W"} {
			all = append(all, claim{path, values("side", side, "result", "B+", "cmd", fmt.Sprint("c-", table, side)), newPerson(m.t, &m.base)})
		}
	}
	before := g.head()
	var acknowledged atomic.Int64
	var phones sync.WaitGroup
	enough := make(chan struct{}, len(all))
	for _, c := range all {
		phones.Go(func() {
			if code, _, err := c.phone.try(c.path, c.form); err == nil && code == http.StatusSeeOther {
				acknowledged.Add(1)
			}
			enough <- struct{}{}
		})
	}
	for range len(all) / 3 {
		<-enough
	}
	m.kill()
	phones.Wait()
	m.start()
	if got, least := int64(g.head()-before), acknowledged.Load(); got < least || got > int64(len(all)) {
		m.t.Errorf("%d claims are there, %d were acknowledged, %d sent", got, least, len(all))
	}
	for _, c := range all {
		if code, page, err := c.phone.try(c.path, c.form); err != nil || code != http.StatusSeeOther {
			m.t.Fatalf("a claim sent again: %d %v %s", code, err, words(page))
		}
	}
	if got := g.head() - before; got != len(all) {
		m.t.Errorf("sent again, %d claims are there instead of %d", got, len(all))
	}
	g.do("take", "round", "1")
	if got := len(g.file().Results); got != len(slips) {
		m.t.Errorf("%d results of %d tables", got, len(slips))
	}
	if _, err := os.Stat(filepath.Join(m.data, "tianyuan.db")); err != nil {
		m.t.Error(err)
	}
}
