package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"tianyuan/fault"
	"tianyuan/web"
)

// TestVoice: every word of the usual readings (C12.3, C12.3b) has a clip in both languages, as MP3,
// that a device may keep.
func TestVoice(t *testing.T) {
	h := newHall(t)
	names := []string{"reading", "timeout", "test"}
	for n := 1; n <= 10; n++ {
		names = append(names, fmt.Sprintf("count-%d", n), fmt.Sprintf("left-%d", n), fmt.Sprintf("times-%d", n))
	}
	for _, n := range []int{10, 20, 30, 40, 50, 55, 58} {
		names = append(names, fmt.Sprintf("second-%d", n))
	}
	for _, lang := range []string{"zh", "en"} {
		for _, name := range names {
			path := "/voice/" + lang + "/" + name + ".mp3"
			w := h.guest(path)
			body := w.Body.Bytes()
			if w.Code != http.StatusOK || len(body) < 500 || body[0] != 0xFF || body[1]&0xE0 != 0xE0 {
				t.Errorf("%s: %d, %d bytes", path, w.Code, len(body))
				continue
			}
			if header := w.Header(); header.Get("Content-Type") != "audio/mpeg" || header.Get("ETag") == "" || header.Get("Cache-Control") == "" || header.Get("Content-Encoding") != "" {
				t.Errorf("%s: %v", path, header)
			}
		}
	}
	for _, path := range []string{"/voice/zh/second-59.mp3", "/voice/fr/reading.mp3", "/voice/zh/reading.wav", "/voice/zh/%2e%2e%2fen%2freading.mp3", "/voice/zh/left-0.mp3"} {
		if w := h.guest(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// TestVoiceSize: all clips together are small beside the program.
func TestVoiceSize(t *testing.T) {
	files, err := filepath.Glob("voice/*/*.mp3")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d clips, %v", len(files), err)
	}
	var sum int64
	for _, name := range files {
		about, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		sum += about.Size()
	}
	if sum > 600_000 {
		t.Errorf("the clips have %d bytes", sum)
	}
}

// TestOwnVoice: the operator's clips take the place of ours file by file, and may say more words.
func TestOwnVoice(t *testing.T) {
	own := fstest.MapFS{"zh/reading.mp3": {Data: []byte("own")}, "zh/second-59.mp3": {Data: []byte("more")}, ".note": {Data: []byte("x")}}
	h := newHall(t)
	plain := h.guest("/voice/en/reading.mp3").Body.Bytes()
	var err error
	h.handler, err = web.New(web.Config{Store: h.store, Office: h.office, Voice: own})
	must(t, err)
	ours := h.guest("/voice/en/reading.mp3").Body.Bytes()
	for path, want := range map[string]string{"/voice/zh/reading.mp3": "own", "/voice/zh/second-59.mp3": "more"} {
		if got := h.guest(path).Body.String(); got != want {
			t.Errorf("%s gives %.20q", path, got)
		}
	}
	if !bytes.Equal(ours, plain) {
		t.Error("a word that isn't replaced is another")
	}
	if n, err := web.VoiceClips(own); n != 2 || err != nil {
		t.Errorf("%d clips, %v", n, err)
	}
	for _, name := range []string{"reading.mp3", "zh/30.mp3", "zh/reading.wav", "de/reading.mp3", "zh/more/reading.mp3"} {
		if _, err := web.VoiceClips(fstest.MapFS{name: {}}); fault.KeyOf(err) != "fault.web.voice" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := web.VoiceClips(os.DirFS(filepath.Join(t.TempDir(), "gone"))); err == nil {
		t.Error("a folder that isn't there is taken")
	}
}
