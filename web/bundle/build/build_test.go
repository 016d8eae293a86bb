package build_test

import (
	"bytes"
	"os"
	"testing"

	"tianyuan/web/bundle/build"
)

// TestFresh: the committed bundle is what the sources give.
func TestFresh(t *testing.T) {
	files, err := build.Files("../../ui")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile("../../dist/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("web/dist/%s is stale: go run ./web/bundle", name)
		}
	}
}
