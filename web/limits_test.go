package web_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/store"
)

// namesIn are the first groups of a pattern in a source file of this package.
func namesIn(t *testing.T, file, pattern string) []string {
	t.Helper()
	source, err := os.ReadFile(file)
	must(t, err)
	var names []string
	for _, found := range regexp.MustCompile(pattern).FindAllSubmatch(source, -1) {
		names = append(names, string(found[1]))
	}
	if len(names) < 20 {
		t.Fatalf("%s names %d", file, len(names))
	}
	return names
}

// posts are the addresses of every form of the program.
func posts(t *testing.T, slip string) []string {
	t.Helper()
	var paths []string
	fill := strings.NewReplacer("{t}", "t-1", "{d}", "d-1", "{id}", "1", "{u}", "u-referee", "{token}", "none")
	for _, pattern := range namesIn(t, "routes.go", `"POST ([^"]+)"`) {
		switch {
		case strings.HasSuffix(pattern, "{action}"):
			for _, action := range namesIn(t, "act.go", `(?m)^\t"([a-z-]+)": +(?:\{|onRound|onPlayer|onFloor)`) {
				paths = append(paths, fill.Replace(strings.Replace(pattern, "{action}", action, 1)))
			}
		case strings.HasSuffix(pattern, "{slip}"):
			paths = append(paths, slip)
		default:
			paths = append(paths, fill.Replace(pattern))
		}
	}
	return paths
}

// TestOversizedForms: every form of the program is bounded, that of a file at 15 MB and all others at
// 1 MB; what is beyond is refused as too large and changes nothing, whoever sends it. A form that is
// cut off isn't one with empty fields.
func TestOversizedForms(t *testing.T) {
	h := newHall(t)
	h.start(t)
	before := h.heads(t)
	for _, path := range posts(t, h.slips(t)[0]) {
		most := 1
		if strings.HasSuffix(path, "/import") || strings.HasSuffix(path, "/workbook") {
			most = 15
		}
		for _, kind := range []string{"application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			body := []byte("round=1&table=1&result=B%2B&present=yes&id=1&text=")
			if strings.HasPrefix(kind, "multipart") {
				body = []byte("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n")
			}
			body = append(body, bytes.Repeat([]byte("a"), most<<20)...)
			for _, who := range []string{"", "chiefReferee", "admin"} {
				if most > 1 && who == "" {
					continue // a guest's file isn't read at all: he is sent to sign in
				}
				r := httptest.NewRequest("POST", path, bytes.NewReader(body))
				r.Header.Set("Content-Type", kind)
				r.Header.Set("Accept-Language", "en")
				if c := h.cookies[who]; c != nil {
					r.AddCookie(c)
				}
				w := httptest.NewRecorder()
				h.handler.ServeHTTP(w, r)
				if refused := w.Code == http.StatusForbidden && most > 1; w.Code != http.StatusRequestEntityTooLarge && !refused {
					t.Errorf("%s as %s from %q: %d %.200s", path, kind, who, w.Code, w.Body)
				} else if !refused && !strings.Contains(w.Body.String(), fmt.Sprintf("larger than %d MB", most)) {
					t.Errorf("%s as %s from %q says %.300s", path, kind, who, w.Body)
				}
			}
		}
	}
	if after := h.heads(t); after != before {
		t.Errorf("heads %s, before %s", after, before)
	}
	for _, broken := range []string{"round=1&table=1&result=%zz", "round=1;table=1"} {
		r := httptest.NewRequest("POST", "/d/d-1/do/result", strings.NewReader(broken))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(h.cookies["chiefReferee"])
		w := httptest.NewRecorder()
		if h.handler.ServeHTTP(w, r); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d %.300s", broken, w.Code, w.Body)
		}
	}
}

// from sends a form from the hall's one address.
func from(handler http.Handler, path string, form url.Values, fragment bool, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if fragment {
		r.Header.Set("X-Fragment", "1")
	}
	r.RemoteAddr = "192.168.137.1:40000"
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// TestHallBehindOneAddress: limits count per account, session and slip, never by address: 300 players
// report from one address within a second, three times each, and nobody is told to wait
// (design, "In the hall"). One slip that is flooded is bounded, and hinders no other.
func TestHallBehindOneAddress(t *testing.T) {
	now := time.Now()
	c := newCongressAt(t, 300, 1, false, func() time.Time { return now })
	sheets := plainText(t, c.get("/t/t-1/paper/sheets?kind=slips&d=d-1"))
	slips := regexp.MustCompile(`/s/d-1/\d+\.\d+\.\d+\.[a-z2-7]{16}`).FindAllString(sheets, -1)
	if len(slips) != 150 {
		t.Fatalf("%d slips", len(slips))
	}
	var phones sync.WaitGroup
	codes := make([][3]int, 2*len(slips))
	for i := range codes {
		phones.Go(func() {
			for try := range codes[i] {
				form := url.Values{"side": {[]string{"B", "W"}[i%2]}, "result": {"B+"}, "cmd": {fmt.Sprint("c-", i)}}
				codes[i][try] = from(c, slips[i/2], form, true, &http.Cookie{Name: "device", Value: fmt.Sprint("p-", i)}).Code
			}
		})
	}
	phones.Wait()
	for i, answers := range codes {
		if answers != [3]int{200, 200, 200} {
			t.Fatalf("phone %d: %v", i, answers)
		}
	}
	bounded := false
	for i := range 60 {
		w := from(c, slips[0], url.Values{"side": {"B"}, "result": {"B+"}, "cmd": {fmt.Sprint("f-", i)}}, true)
		bounded = bounded || w.Code == http.StatusTooManyRequests
	}
	if !bounded {
		t.Error("one slip may be flooded without end")
	}
	if w := from(c, slips[1], url.Values{"side": {"B"}, "result": {"B+"}, "cmd": {"g-1"}}, true); w.Code != http.StatusOK {
		t.Errorf("the next table: %d", w.Code)
	}
}

// TestSignInsBehindOneAddress: thirty officials sign in from one address at once while somebody tries
// passwords for another login; only that login is bounded.
func TestSignInsBehindOneAddress(t *testing.T) {
	h := newHall(t)
	ctx := context.Background()
	hash, err := account.HashPassword(ctx, "a long password", zeros{})
	must(t, err)
	for i := range 30 {
		u := account.User{ID: fmt.Sprint("u-r", i), Login: fmt.Sprint("r", i), Name: "裁判员", Hash: hash}
		must(t, h.store.PutUser(ctx, u))
		must(t, h.store.PutGrant(ctx, store.Grant{Tournament: "t-1", UserID: u.ID, Role: account.Referee}))
	}
	bounded := false
	for range 12 {
		bounded = from(h.handler, "/login", url.Values{"login": {"r0"}, "password": {"a guess"}}, false).Code == http.StatusTooManyRequests || bounded
	}
	if !bounded {
		t.Error("passwords may be tried without end")
	}
	var officials sync.WaitGroup
	for i := 1; i < 30; i++ {
		officials.Go(func() {
			if w := from(h.handler, "/login", url.Values{"login": {fmt.Sprint("r", i)}, "password": {"a long password"}}, false); w.Code != http.StatusSeeOther {
				t.Errorf("r%d: %d", i, w.Code)
			}
		})
	}
	officials.Wait()
}

// zeros is a source of salt for a test.
type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
