package tests

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a disk of so many KiB in memory at a folder, or skips: only root may.
func smallDisk(t *testing.T, at string, kib int, flags uintptr) {
	t.Helper()
	err := syscall.Mount("tmpfs", at, "tmpfs", flags, fmt.Sprintf("size=%dk", kib))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skip("no right to mount a small disk here: the test with a real full disk is left out")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(at, syscall.MNT_DETACH) })
}

// stuff fills a disk up to so many KiB.
func stuff(t *testing.T, dir string, leave int64) string {
	t.Helper()
	path := filepath.Join(dir, "films.bin")
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	free := int64(s.Bavail)*s.Bsize - leave<<10
	if free < 0 {
		free = 0
	}
	if err := os.WriteFile(path, make([]byte, free), 0o600); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return path
}

// lights are what the masthead and the strip below it say now.
func (p *person) lights() string {
	p.t.Helper()
	var now struct{ Lights, Alarms string }
	if err := json.Unmarshal([]byte(p.get("/lights")), &now); err != nil {
		p.t.Fatal(err)
	}
	return now.Lights + now.Alarms
}

// says waits until the lights say something.
func (p *person) says(text string) {
	p.t.Helper()
	said := ""
	for range 300 {
		if said = p.lights(); strings.Contains(said, text) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	p.t.Fatalf("the lights never say %q: %s", text, said)
}

// begun is a program with a tournament, a division and its chief referee, whose pages are English.
func begun(t *testing.T, s *server, base *string) (event string, g *group) {
	t.Helper()
	admin := newPerson(t, base)
	admin.must(strings.TrimPrefix(s.link, s.url), "login", "admin", "name", "组委会", "password", "long enough 1")
	event = strings.TrimPrefix(admin.must("/new", "name", "公开赛", "public", "yes"), "/t/")
	g = &group{id: strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", "甲组", "method", "swiss", "edition", "2002", "rounds", "9"), "/d/")}
	g.chief = chiefOf(admin, base, event, 0)
	g.chief.get("/d/" + g.id + "/entries?lang=en")
	return event, g
}

// TestFullDiskForReal: on a disk that runs full under the running program the office is warned before,
// every form that doesn't fit is answered with all that was typed, everything acknowledged stays, and
// with room again the same form is taken without a restart (issue 4, Bad input).
func TestFullDiskForReal(t *testing.T) {
	bin, disk := binary(t), t.TempDir()
	smallDisk(t, disk, 8<<10, 0)
	data := filepath.Join(disk, "data")
	s := serve(t, bin, "--data", data)
	base := s.url
	_, g := begun(t, s, &base)
	g.chief.says("The disk has only")
	films := stuff(t, disk, 150)
	g.chief.says("Delete some files now")
	acknowledged, refused := 0, url.Values{}
	page := ""
	for i := 0; refused["name"] == nil && i < 400; i++ {
		form := values("name", fmt.Sprint("棋手", i), "unit", strings.Repeat("示例", 20), "cmd", fmt.Sprint("c-", i))
		code, body, err := g.chief.try("/d/"+g.id+"/do/add", form)
		switch {
		case err != nil:
			t.Fatal(err)
		case code == http.StatusSeeOther:
			acknowledged++
		default:
			refused, page = form, body
			if code != http.StatusInsufficientStorage {
				t.Fatalf("%d %s", code, words(body))
			}
		}
	}
	if refused["name"] == nil {
		t.Fatal("the disk never ran full")
	}
	for _, want := range []string{"MB left", "isn’t saved yet", refused.Get("name"), refused.Get("unit")} {
		if !strings.Contains(page, want) {
			t.Errorf("the answer doesn't hold %q: %s", want, words(page))
		}
	}
	again := url.Values{}
	for _, found := range hiddenField.FindAllStringSubmatch(page, -1) {
		again.Set(found[1], html.UnescapeString(found[2]))
	}
	again.Del("to") // of the form for light and dark
	if again.Encode() != refused.Encode() {
		t.Errorf("the form to send again has %v, typed was %v", again, refused)
	}
	for _, path := range []string{"/login", "/d/" + g.id + "/do/draw", "/d/" + g.id + "/do/checkin"} {
		if code, body, err := g.chief.try(path, values("login", "chief0", "password", "long enough 2", "how", "given", "id", "1", "present", "yes")); err != nil || code != http.StatusInsufficientStorage {
			t.Errorf("%s on a full disk: %d %v %s", path, code, err, words(body))
		}
	}
	if got := g.entered(); got != acknowledged {
		t.Errorf("%d entries, %d were acknowledged", got, acknowledged)
	}
	if err := os.Remove(films); err != nil {
		t.Fatal(err)
	}
	if code, body, err := g.chief.try("/d/"+g.id+"/do/add", again); err != nil || code != http.StatusSeeOther {
		t.Errorf("with room: %d %v %s", code, err, words(body))
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	base = serveAgain(t, bin, "--data", data).url
	if got := g.entered(); got != acknowledged+1 {
		t.Errorf("after a start %d entries, %d were acknowledged", got, acknowledged+1)
	}
}

// TestReadOnlyFolder: a folder that can't be written, and a full one, are told of at the start.
func TestReadOnlyFolder(t *testing.T) {
	bin, disk := binary(t), t.TempDir()
	smallDisk(t, disk, 64, syscall.MS_RDONLY)
	refusal(t, bin, "can't be made", "--data", filepath.Join(disk, "data"))
	refusal(t, bin, "can’t be written to", "--data", disk)
	full := t.TempDir()
	smallDisk(t, full, 64, 0)
	stuff(t, full, 0)
	refusal(t, bin, "is full", "--data", full)
}

// TestStickForReal: a stick that is pulled out, put back, full or write-protected is told within
// seconds on the office's pages; results go on; nothing is written where the stick was; and it
// catches up by itself (issue 4.11; ui.md, section 10).
func TestStickForReal(t *testing.T) {
	bin, stick := binary(t), t.TempDir()
	smallDisk(t, stick, 512, 0)
	s := serve(t, bin, "--data", t.TempDir(), "--mirror", stick)
	base := s.url
	_, g := begun(t, s, &base)
	g.chief.says("Stick copy ")
	entries := 0
	enter := func() {
		t.Helper()
		entries++
		g.do("add", "name", "棋手"+strconv.Itoa(entries))
	}
	if err := syscall.Unmount(stick, syscall.MNT_DETACH); err != nil {
		t.Fatal(err)
	}
	g.chief.says("the stick is out. The tournament goes on")
	enter()
	time.Sleep(4 * time.Second)
	if left, err := os.ReadDir(stick); err != nil || len(left) != 0 {
		t.Errorf("where the stick was lies %v, %v", left, err)
	}
	smallDisk(t, stick, 512, 0)
	g.chief.says("The stick is back, copy of ")
	if newest(t, stick) == "" {
		t.Error("no copy was made")
	}
	stuff(t, stick, 0)
	for range 4 {
		enter()
	}
	g.do("draw", "how", "given")
	g.begin(1)
	g.chief.says("the stick is full")
	if err := os.Remove(filepath.Join(stick, "films.bin")); err != nil {
		t.Fatal(err)
	}
	g.chief.says("The stick is back, copy of ")
	if err := syscall.Mount("", stick, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for table := 1; table <= 2; table++ {
		g.do("result", "round", "1", "table", strconv.Itoa(table), "result", "B+R")
	}
	g.do("close", "round", "1")
	g.chief.says("can’t be written to")
	if err := syscall.Mount("", stick, "", syscall.MS_REMOUNT, "size=512k"); err != nil {
		t.Fatal(err)
	}
	g.chief.says("The stick is back, copy of ")
	copied := newest(t, stick)
	other := filepath.Join(t.TempDir(), "data")
	run(t, bin, "restore", "--data", other, copied)
	base = serveAgain(t, bin, "--data", other).url
	if got := len(g.file().Results); got != 2 {
		t.Errorf("the copy holds %d results", got)
	}
}

// refusal starts the program and wants it to end with a reason.
func refusal(t *testing.T, bin, want string, args ...string) {
	t.Helper()
	out, err := exec.Command(bin, append([]string{"serve", "--addr", "127.0.0.1:0", "--lang", "en"}, args...)...).CombinedOutput()
	if err == nil || !strings.Contains(string(out), want) {
		t.Errorf("%v says %s, not %q", args, out, want)
	}
}
