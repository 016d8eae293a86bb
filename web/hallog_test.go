package web_test

import (
	"os"
	"regexp"
	"testing"

	"tianyuan/i18n"
)

// TestEventsHaveNames: the logs name every fact of a tournament in every language.
func TestEventsHaveNames(t *testing.T) {
	source, err := os.ReadFile("../tournament/event.go")
	if err != nil {
		t.Fatal(err)
	}
	types := regexp.MustCompile(`EventType\(\) string +\{ return "([^"]+)" \}`).FindAllSubmatch(source, -1)
	if len(types) < 40 {
		t.Fatalf("only %d facts were found", len(types))
	}
	for _, lang := range []i18n.Lang{i18n.Hans, i18n.Hant, i18n.En} {
		for _, m := range types {
			if !i18n.For(lang).Has("event." + string(m[1])) {
				t.Errorf("%s has no name for %s", lang, m[1])
			}
		}
	}
}
