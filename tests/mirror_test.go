package tests

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestLaptopB: the first laptop dies after a publication; the stick's newest copy goes on at
// another one: accounts, pairs and the codes on the printed slips work, and the pages say from which
// copy it went on.
func TestLaptopB(t *testing.T) {
	t.Parallel()
	bin, stick, other := binary(t), t.TempDir(), filepath.Join(t.TempDir(), "data")
	a := serve(t, bin, "--data", t.TempDir(), "--mirror", stick)
	base := a.url
	admin := newPerson(t, &base)
	admin.must(strings.TrimPrefix(a.link, a.url), "login", "admin", "name", "组委会", "password", "long enough 1")
	event := strings.TrimPrefix(admin.must("/new", "name", "公开赛", "public", "yes"), "/t/")
	g := &group{id: strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", "甲组", "method", "swiss", "edition", "2002", "rounds", "3"), "/d/")}
	g.chief = chiefOf(admin, &base, event, 0)
	for _, name := range []string{"甲一", "乙二", "丙三", "丁四"} {
		g.do("add", "name", name)
	}
	g.do("draw", "how", "lot", "seed", "s")
	before := newest(t, stick)
	g.begin(1)
	slips := g.tables(event)
	var copied string
	for range 600 {
		if copied = newest(t, stick); copied > before && pairsIn(t, bin, copied, event) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := a.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	a.cmd.Wait()
	run(t, bin, "restore", "--data", other, copied)
	b := serveAgain(t, bin, "--data", other)
	base = b.url
	if page := g.chief.get("/d/" + g.id + "/round/1"); !strings.Contains(page, "Continued from the copy of") && !strings.Contains(page, "自 ") {
		t.Error("the page doesn't say that it went on from a copy")
	}
	// Everybody can tell the branches apart: guests by the foot of the page, and whoever holds paper.
	for path, reader := range map[string]*person{"/p/" + event: newPerson(t, &base), "/p/" + event + "/" + g.id + "/ranking": newPerson(t, &base), "/t/" + event + "/paper/sheets?kind=pairs": g.chief, "/t/" + event + "/paper/sheets?kind=slips": g.chief, "/t/" + event + "/paper/sheets?kind=cards": g.chief} {
		if page := reader.get(path); !strings.Contains(page, "的副本继续") {
			t.Errorf("%s doesn't say that it went on from a copy", path)
		}
	}
	if strings.Contains(g.chief.get("/d/"+g.id+"/round/1"), `data-phase="published"`) {
		g.do("start", "round", "1")
	}
	phone := newPerson(t, &base)
	for table, path := range slips {
		phone.must(path, "side", "B", "result", "B+")
		g.do("result", "round", "1", "table", strconv.Itoa(table), "result", "B+R")
	}
	g.do("close", "round", "1")
	if _, err := os.Stat(copied); err != nil {
		t.Error(err)
	}
}

// newest is the latest copy on the stick.
func newest(t *testing.T, stick string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(stick, "*.copy"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

// pairsIn tells whether a copy holds a published round.
func pairsIn(t *testing.T, bin, path, event string) bool {
	t.Helper()
	place := filepath.Join(t.TempDir(), "look")
	run(t, bin, "restore", "--data", place, path)
	out := filepath.Join(place, "out.json")
	run(t, bin, "export", "--data", place, event, out)
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(data), `"round.published"`)
}
