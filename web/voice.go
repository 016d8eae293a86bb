package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"tianyuan/fault"
)

// The words that a clock says, as voice/{zh,en}/NAME.mp3 (docs/clock.md).
//
//go:embed voice/zh voice/en
var voiceFiles embed.FS

// clipName is a word's file: what is said, with its number.
var clipName = regexp.MustCompile(`^(?:zh|en)/(?:reading|timeout|test|(?:second|count|left|times)-[1-9][0-9]{0,2})\.mp3$`)

// maxClip bounds a clip of the operator's own, in bytes.
const maxClip = 1 << 20

// VoiceClips counts the clips of the operator's own in a folder. Faults: invalid "fault.web.voice"
// for a file that is no word's or too large; what the system says when the folder can't be read.
func VoiceClips(folder fs.FS) (n int, err error) {
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		about, err := entry.Info()
		if err != nil {
			return err
		}
		if !clipName.MatchString(name) || about.Size() > maxClip {
			return fault.New(fault.Invalid, "fault.web.voice", fault.Args{"name": name})
		}
		n++
		return nil
	})
	return n, err
}

// voice serves a clip: the operator's own, else ours. Devices keep it for an hour, and after that
// use it while they ask for a newer one.
func (s *Server) voice(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("lang") + "/" + r.PathValue("name")
	data, err := s.clip(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(data)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:6])+`"`)
	w.Header().Set("Cache-Control", "public, max-age=3600, stale-while-revalidate=2592000")
	w.Header().Set("Content-Type", "audio/mpeg")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

func (s *Server) clip(name string) ([]byte, error) {
	if !clipName.MatchString(name) {
		return nil, fs.ErrNotExist
	}
	if s.Voice != nil {
		data, err := fs.ReadFile(s.Voice, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return voiceFiles.ReadFile("voice/" + name)
}
