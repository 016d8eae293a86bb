// Package build bundles the sources of web/ui. The result is committed, so that building the
// program needs neither Node nor this package; a test compares the two.
package build

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// clips are carried over as they are: four dark seconds that keep a screen awake where no wake lock is.
var clips = []string{"awake.mp4", "awake.webm"}

// Files returns the bundle's files by name, made from the sources in a folder.
func Files(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for source, name := range map[string]string{"main.ts": "tianyuan.js", "office.ts": "office.js", "ringer.ts": "ringer.js", "style.css": "tianyuan.css", "paper.css": "paper.css", "screens.css": "screens.css", "tableclock.ts": "tableclock.js", "clockworker.ts": "clockworker.js", "tableclock.css": "tableclock.css", "console.css": "console.css", "console.ts": "console.js", "boards.ts": "boards.js", "boards.css": "boards.css"} {
		result := api.Build(api.BuildOptions{
			EntryPoints: []string{filepath.Join(folder, source)}, Bundle: true, Write: false, Charset: api.CharsetUTF8,
			MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Format: api.FormatIIFE,
			Engines: []api.Engine{{Name: api.EngineSafari, Version: "15"}, {Name: api.EngineChrome, Version: "100"}, {Name: api.EngineFirefox, Version: "100"}},
		})
		if len(result.Errors) > 0 {
			return nil, fmt.Errorf("%s: %s", source, result.Errors[0].Text)
		}
		files[name] = result.OutputFiles[0].Contents
	}
	for _, name := range clips {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	return files, nil
}
