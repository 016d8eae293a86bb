package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/web"
)

// fullDisk is a journal whose disk can be full.
type fullDisk struct {
	office.Keeper
	full atomic.Bool
}

// Append implements journal.Journal.
func (f *fullDisk) Append(ctx context.Context, writes ...journal.Write) ([]journal.Event, error) {
	if f.full.Load() {
		return nil, fault.New(fault.Full, "fault.store.full", fault.Args{"mb": 40})
	}
	return f.Keeper.Append(ctx, writes...)
}

// onFullDisk gives a hall a journal whose disk is full until it isn't.
func (h *hall) onFullDisk(t *testing.T) *fullDisk {
	t.Helper()
	disk := &fullDisk{Keeper: h.store}
	handler, err := web.New(web.Config{Store: h.store, Office: office.New(disk, time.Now, "test")})
	must(t, err)
	h.handler = handler
	return disk
}

// typedIn are the fields of the form that a page offers to send again.
func typedIn(t *testing.T, page string) url.Values {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	must(t, err)
	fields := url.Values{}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "input" && n.Parent.Data == "form" && slices.Contains(n.Parent.Attr, html.Attribute{Key: "class", Val: "fields"}) {
			var name, value string
			for _, a := range n.Attr {
				switch a.Key {
				case "name":
					name = a.Val
				case "value":
					value = a.Val
				}
			}
			fields.Add(name, value)
		}
	}
	return fields
}

// TestFullDisk: what a full disk didn't take is answered in the user's language, with all that was
// typed kept; once there is room the same form is taken, once (issue 4, Bad input).
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		who, path string
		form      url.Values
	}{
		{"pairingOfficer", "/d/d-1/do/add", url.Values{"name": {"戊"}, "unit": {"示例 <一> & 二"}, "cmd": {"c-1"}}},
		{"pairingOfficer", "/d/d-1/do/prepare", url.Values{"round": {"1"}, "seed": {"骰子 3 6"}, "cmd": {"c-2"}}},
		{"chiefReferee", "/d/d-1/do/draft", url.Values{"name": {"甲组"}, "edition": {"2002"}, "method": {"swiss"}, "rounds": {"5"}, "komi": {"3.75"}, "clock": {"none"}, "cmd": {"c-3"}}},
		{"chiefReferee", "/t/t-1/notices", url.Values{"text": {"第 1 轮 14:30 开始。"}, "cmd": {"c-4"}}},
		{"referee", "/t/t-1/officials/incident", url.Values{"text": {"第一行\n第二行"}, "cmd": {"c-5"}}},
		{"organiser", "/t/t-1/info", url.Values{"name": {"新名字"}, "venue": {"体育馆"}, "public": {"yes"}, "cmd": {"c-6"}}},
		{"recorder", "/d/d-1/do/checkin", url.Values{"id": {"1", "2"}, "present": {"yes"}, "cmd": {"c-7"}}},
	} {
		h := newHall(t)
		disk := h.onFullDisk(t)
		disk.full.Store(true)
		before := h.heads(t)
		w := h.ask(c.who, "POST", c.path, c.form)
		page := w.Body.String()
		if w.Code != http.StatusInsufficientStorage || !strings.Contains(page, "40 MB") || !strings.Contains(page, "isn’t saved yet") {
			t.Errorf("%s: %d %.300s", c.path, w.Code, page)
			continue
		}
		again := typedIn(t, page)
		for name, values := range c.form {
			if !slices.Equal(again[name], values) {
				t.Errorf("%s keeps %q of %q as %q", c.path, values, name, again[name])
			}
		}
		if h.heads(t) != before {
			t.Errorf("%s: something was stored", c.path)
		}
		disk.full.Store(false)
		if w := h.ask(c.who, "POST", c.path, again); w.Code != http.StatusSeeOther {
			t.Errorf("%s again: %d %.300s", c.path, w.Code, w.Body)
		}
		after := h.heads(t)
		if h.ask(c.who, "POST", c.path, again); h.heads(t) != after || after == before {
			t.Errorf("%s: heads %s, then %s, sent twice %s", c.path, before, after, h.heads(t))
		}
	}
}

// heads are the heads of all streams.
func (h *hall) heads(t *testing.T) string {
	t.Helper()
	heads, err := h.store.Heads(context.Background(), []string{"t-1", "d-1"})
	must(t, err)
	return fmt.Sprint(heads["t-1"], " ", heads["d-1"])
}

// TestFullDiskResult: the desk names the result that isn't stored (ui.md, section 10), and a phone's
// script is told that the server can't, so that it keeps the claim and sends it again.
func TestFullDiskResult(t *testing.T) {
	h := newHall(t)
	h.start(t)
	slip := h.slips(t)[0]
	disk := h.onFullDisk(t)
	disk.full.Store(true)
	row := func(path, who string, form url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept-Language", "zh-CN")
		r.Header.Set("X-Fragment", "1")
		if c := h.cookies[who]; c != nil {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w
	}
	result := url.Values{"round": {"1"}, "table": {"1"}, "result": {"B+R"}, "cmd": {"c-8"}}
	if w := row("/d/d-1/do/result", "recorder", result); w.Code != http.StatusInsufficientStorage || w.Body.String() != "硬盘只剩 40 MB，新成绩存不下。请删些文件，刚才的黑中盘胜还没有存。" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	claim := url.Values{"side": {"B"}, "result": {"B+"}, "cmd": {"c-9"}}
	if w := row(slip, "", claim); w.Code < 500 || !strings.Contains(w.Body.String(), "40 MB") {
		t.Errorf("a claim: %d %s", w.Code, w.Body)
	}
	disk.full.Store(false)
	for path, form := range map[string]url.Values{"/d/d-1/do/result": result, slip: claim} {
		if w := row(path, map[bool]string{true: "", false: "recorder"}[path == slip], form); w.Code != http.StatusOK && w.Code != http.StatusConflict {
			t.Errorf("%s again: %d %s", path, w.Code, w.Body)
		}
	}
}

// TestLights: the office is told how the stick, the disk and the clock are doing, on every page and
// while a page stays open; guests aren't (issue 4.11; ui.md, section 10).
func TestLights(t *testing.T) {
	h := newHall(t)
	noon := time.Date(2026, 11, 28, 14, 0, 0, 0, time.Local)
	var stick store.MirrorStatus
	var clock web.ClockTrouble
	free := int64(100 << 30)
	handler, err := web.New(web.Config{
		Store: h.store, Office: h.office, Mirror: func() store.MirrorStatus { return stick }, Clock: func() web.ClockTrouble { return clock },
		Space: func() (int64, bool) { return free, true },
	})
	must(t, err)
	h.handler = handler
	look := func(path, lang string) string {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Language", lang)
		r.AddCookie(h.cookies["recorder"])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Body.String()
	}
	broken := fault.New(fault.Internal, "fault.store.mirror", nil)
	for _, c := range []struct {
		stick store.MirrorStatus
		clock web.ClockTrouble
		free  int64
		want  string
	}{
		{stick: store.MirrorStatus{Last: noon}, want: "U 盘副本 14:00"},
		{stick: store.MirrorStatus{Last: noon, Err: broken, Trouble: store.StickOut}, want: "U 盘副本失败：盘已拔出。赛事照常，14:00 以后没有副本。插回即补。"},
		{stick: store.MirrorStatus{Last: noon, Err: broken, Trouble: store.StickFull}, want: "盘已写满"},
		{stick: store.MirrorStatus{Last: noon, Err: broken, Trouble: store.StickReadOnly}, want: "盘不能写入"},
		{stick: store.MirrorStatus{Last: noon, Err: broken, Trouble: store.StickBad}, want: "读回来的与写进去的不同"},
		{stick: store.MirrorStatus{Last: noon, Err: broken, Trouble: store.StickOther, Dir: "/stick"}, want: "写不进 /stick"},
		{stick: store.MirrorStatus{Last: noon, Trouble: store.StickSlow}, want: "盘很慢"},
		{stick: store.MirrorStatus{Last: time.Now(), Back: time.Now()}, want: "U 盘已恢复，" + time.Now().Format("15:04")},
		{stick: store.MirrorStatus{Last: noon}, free: 300 << 20, want: "硬盘只剩 300 MB。请删些文件"},
		{stick: store.MirrorStatus{Last: noon}, free: 40 << 20, want: "硬盘只剩 40 MB，快要存不下新成绩"},
		{stick: store.MirrorStatus{Last: noon}, clock: web.ClockTrouble{Kind: "back", At: noon, By: 58 * time.Minute}, want: "本机时钟在 2026-11-28 14:00 往回拨了 58 分钟"},
		{stick: store.MirrorStatus{Last: noon}, clock: web.ClockTrouble{Kind: "ahead", At: noon, By: 48 * time.Hour}, want: "往前走了 2880 分钟"},
		{stick: store.MirrorStatus{Last: noon}, clock: web.ClockTrouble{Kind: "record", At: noon}, want: "比最后一条记录（2026-11-28 14:00）早"},
		{stick: store.MirrorStatus{Last: noon}, clock: web.ClockTrouble{Kind: "old"}, want: "请先校准时间"},
	} {
		stick, clock, free = c.stick, c.clock, c.free
		if free == 0 {
			free = 100 << 30
		}
		for _, path := range []string{"/lights", "/t/t-1", "/d/d-1/entries", "/d/d-1/round/1/floor", "/t/t-1/checkin", "/t/t-1/officials"} {
			if page := look(path, "zh-CN"); !strings.Contains(page, c.want) {
				t.Errorf("%s doesn't say %q", path, c.want)
			}
		}
		for _, lang := range []string{"zh-TW", "en"} {
			if page := look("/lights", lang); strings.Contains(page, "⟦") || strings.Contains(page, "{") && strings.Contains(page, "{time}") {
				t.Errorf("in %s: %s", lang, page)
			}
		}
		if guest := h.guest("/p/t-1").Body.String(); strings.Contains(guest, "data-alarms") {
			t.Error("guests see the office's lights")
		}
	}
	if w := h.ask("", "GET", "/lights", nil); w.Code != http.StatusSeeOther && w.Code != http.StatusUnauthorized {
		t.Errorf("a guest asks for the lights: %d", w.Code)
	}
}
