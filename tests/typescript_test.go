package tests

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

type fataler interface{ Fatalf(string, ...any) }

// typescript bundles modules of web/ui, which the script calls ty, and returns the script's function
// play: it takes a value as JSON and returns a text.
func typescript(t *testing.T, script string, modules ...string) func(t fataler, value any) string {
	t.Helper()
	var all strings.Builder
	for _, name := range modules {
		all.WriteString(`export * from "./` + name + `";`)
	}
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: all.String(), ResolveDir: "../web/ui", Loader: api.LoaderTS},
		Bundle: true, Format: api.FormatIIFE, GlobalName: "ty", Target: api.ES2020, Charset: api.CharsetUTF8,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors[0].Text)
	}
	vm := goja.New()
	if _, err := vm.RunString(string(built.OutputFiles[0].Contents) + script); err != nil {
		t.Fatal(err)
	}
	play, ok := goja.AssertFunction(vm.Get("play"))
	if !ok {
		t.Fatal("no function play")
	}
	return func(t fataler, value any) string {
		input, err := json.Marshal(value)
		if err != nil {
			t.Fatalf("%v", err)
		}
		out, err := play(goja.Undefined(), vm.ToValue(string(input)))
		if err != nil {
			t.Fatalf("%v\n%s", err, input)
		}
		return out.String()
	}
}
