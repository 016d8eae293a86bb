package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// post sends a form as the desk's script does.
func (c *congress) post(action string, table int, result string) *httptest.ResponseRecorder {
	form := url.Values{"round": {strconv.Itoa(c.round)}, "table": {strconv.Itoa(table)}, "result": {result}}
	r := httptest.NewRequest(http.MethodPost, "/d/d-1/do/"+action, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Fragment", "1")
	r.AddCookie(c.cookie)
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

// used is the processor time of this process so far, user and system.
func used(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkPages measures the pages of a round of 500 tables: the time of an answer and, since
// others may use the machine, the processor time of the whole process for it.
func BenchmarkPages(b *testing.B) {
	c := newCongress(b, 1000, 5, false)
	for _, page := range []struct{ name, path string }{
		{"desk", "/d/d-1/round/5"}, {"paper", "/t/t-1/paper/sheets?kind=pairs&d=d-1&round=5"},
		// A question of the reader's own gets a page that is made for him; without one it is kept.
		{"byTable", "/p/t-1/d-1?round=5&mine=1"}, {"byName", "/p/t-1/d-1?round=5&by=name&mine=1"}, {"find", "/p/t-1/find?fragment=1&q=w"}, {"findOne", "/p/t-1/find?fragment=1&q=17"}, {"hall", "/p/t-1/hall"}, {"head", "/p/t-1/head"},
		{"ranking", "/p/t-1/d-1/ranking?mine=1"}, {"kept", "/p/t-1/d-1"},
	} {
		b.Run(page.name, func(b *testing.B) {
			b.ReportAllocs()
			began := used(b)
			for b.Loop() {
				if w := c.get(page.path); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
			b.ReportMetric(float64((used(b)-began).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// BenchmarkResult measures a result from the request to the answer, committed and synced to the
// disk: the median and the slowest of a hundred, alone and while two readers open the desk.
func BenchmarkResult(b *testing.B) {
	for _, players := range []int{300, 1000} {
		c := newCongress(b, players, 5, false)
		for _, readers := range []int{0, 2} {
			b.Run(fmt.Sprint(players, "players/", readers, "readers"), func(b *testing.B) { c.results(b, players/2, readers) })
		}
	}
}

func (c *congress) results(b *testing.B, tables, readers int) {
	stop := make(chan struct{})
	var reading sync.WaitGroup
	for range readers {
		reading.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					c.get("/d/d-1/round/5")
				}
			}
		})
	}
	var took []time.Duration
	table := 0
	for b.Loop() {
		table = table%tables + 1
		began := time.Now()
		w := c.post("result", table, "B+R")
		took = append(took, time.Since(began))
		if w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
		if w := c.post("takeback", table, ""); w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
	}
	close(stop)
	reading.Wait()
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "median-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(0, "ns/op")
}
