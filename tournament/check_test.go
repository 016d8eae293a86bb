package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"tianyuan/tournament"
)

// checked are the findings on a Swiss file of four entries, as "code level round table numbers".
func checked(t *testing.T, body string) []string {
	t.Helper()
	entries := `"entries": [{"no": 1, "name": "a"}, {"no": 2, "name": "b"}, {"no": 3, "name": "c"}, {"no": 4, "name": "d"}], `
	if strings.Contains(body, `"entries"`) {
		entries = ""
	}
	method := `"method": "swiss", `
	if strings.Contains(body, `"method"`) {
		method = ""
	}
	file, err := tournament.ParseFile([]byte(`{"format": "tianyuan.division/1", "name": "x", "edition": "2002", "rounds": 5, ` + method + entries + body + `}`))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	var found []string
	for _, f := range tournament.Check(file) {
		found = append(found, fmt.Sprint(f.Code, " ", f.Level, " ", f.Round, " ", f.Table, " ", f.No))
	}
	return found
}

// game writes a result of the file.
func game(round, table, black, white int, result string) string {
	return fmt.Sprintf(`{"round": %d, "table": %d, "black": %d, "white": %d, "result": %q}`, round, table, black, white, result)
}

// results joins games to the file's list.
func results(games ...string) string { return `"results": [` + strings.Join(games, ", ") + `]` }

// TestCheck holds check to each code of contract.md: once where it is due, and not where it isn't.
func TestCheck(t *testing.T) {
	first := []string{game(1, 1, 1, 2, "B+"), game(1, 2, 3, 4, "B+")}
	second := []string{game(2, 1, 1, 3, "B+"), game(2, 2, 4, 2, "B+")}
	after := func(more ...string) string { return results(append(append([]string{}, first...), more...)...) }
	for name, c := range map[string]struct{ body, want string }{
		"clean":            {after(second...), ""},
		"met before":       {after(game(2, 1, 2, 1, "B+"), game(2, 2, 4, 3, "B+")), "rematch fault 2 1 [1 2], rematch fault 2 2 [3 4]"},
		"three Blacks":     {after(game(2, 1, 1, 3, "B+"), game(2, 2, 2, 4, "B+"), game(3, 1, 1, 4, "B+"), game(3, 2, 3, 2, "B+")), "threeColours doubt 3 1 [1], threeColours doubt 3 1 [4]"},
		"allowed":          {`"options": {"threeColours": "allow"}, ` + after(game(2, 1, 1, 3, "B+"), game(2, 2, 2, 4, "B+"), game(3, 1, 1, 4, "B+"), game(3, 2, 3, 2, "B+")), ""},
		"a forfeit":        {after(game(2, 1, 1, 3, "B+F"), game(2, 2, 4, 2, "B+"), game(3, 1, 1, 4, "B+"), game(3, 2, 2, 3, "B+")), ""},
		"no result":        {results(first[0], `{"round": 1, "table": 2, "black": 3, "white": 4}`), "missingResult fault 1 2 [3 4]"},
		"nobody asked":     {results(append([]string{first[0]}, second...)...), "missingResult fault 1 0 [3], missingResult fault 1 0 [4]"},
		"perhaps played":   {after(second[0]), "missingResult doubt 2 0 [2], missingResult doubt 2 0 [4]"},
		"a stranger":       {after(game(2, 1, 1, 9, "B+")), "missingResult doubt 2 0 [2], missingResult doubt 2 0 [3], missingResult doubt 2 0 [4], unknownPlayer fault 2 1 [9]"},
		"at two tables":    {after(game(2, 1, 1, 3, "B+"), game(2, 2, 4, 1, "B+")), "missingResult doubt 2 0 [2], pairedTwice fault 2 2 [1]"},
		"a second bye":     {`"byes": [{"round": 1, "no": 3}, {"round": 2, "no": 3}], "absences": [{"round": 1, "no": 4}, {"round": 2, "no": 4}], ` + results(first[0], game(2, 1, 2, 1, "B+")), "byeTwice fault 2 0 [3], rematch fault 2 1 [1 2]"},
		"bye and game":     {`"byes": [{"round": 1, "no": 3}], ` + after(), "resultForBye fault 1 0 [3]"},
		"left":             {`"withdrawals": [{"no": 3, "after": 1}], ` + after(second...), "withdrawnPaired fault 2 1 [3]"},
		"away":             {`"absences": [{"round": 2, "no": 2}], ` + after(second...), "absentPaired fault 2 2 [2]"},
		"one number twice": {`"entries": [{"no": 1, "name": "a"}, {"no": 1, "name": "b"}]`, "duplicateNo fault 0 0 [1]"},
		"one table twice":  {results(game(1, 1, 1, 2, "B+"), game(1, 1, 3, 4, "B+")), "sameTable fault 1 1 [3 4]"},
		"an option":        {`"options": {"byeSos": "all"}, ` + after(), "unknownOption fault 0 0 []"},
		"late":             {`"entries": [{"no": 1, "name": "a"}, {"no": 2, "name": "b"}, {"no": 3, "name": "c", "from": 2}, {"no": 4, "name": "d", "from": 2}], ` + results(first[0], second[0], second[1]), ""},
		"round robin":      {`"method": "roundrobin", ` + after(second...), ""},
		"met again":        {`"method": "roundrobin", ` + after(game(2, 1, 2, 1, "B+")), "rematch fault 2 1 [1 2]"},
		"two cycles":       {`"method": "roundrobin", "options": {"cycles": 2}, ` + after(game(2, 1, 2, 1, "B+")), ""},
		"left, forfeits":   {`"method": "roundrobin", "withdrawals": [{"no": 3, "after": 1}], ` + after(game(2, 1, 1, 3, "B+F")), ""},
		// practice 5.4: who didn't come twice running isn't paired any more, unless the regulations say so.
		"not paired any more": {results(game(1, 1, 1, 2, "B+F"), first[1], game(2, 1, 1, 3, "B+"), game(2, 2, 4, 2, "B+F"), game(3, 1, 1, 4, "W+"), game(4, 1, 3, 4, "W+")),
			"missingResult fault 3 0 [3], missingResult doubt 4 0 [1], rematch fault 4 1 [3 4], threeColours doubt 4 1 [4]"},
		"paired for ever": {`"options": {"dropAfterForfeits": 0}, ` + results(game(1, 1, 1, 2, "B+F"), first[1], game(2, 1, 1, 3, "B+"), game(2, 2, 4, 2, "B+F"), game(3, 1, 1, 4, "W+"), game(4, 1, 3, 4, "W+")),
			"missingResult fault 3 0 [2], missingResult fault 3 0 [3], missingResult doubt 4 0 [1], missingResult doubt 4 0 [2], rematch fault 4 1 [3 4], threeColours doubt 4 1 [4]"},
	} {
		if got := strings.Join(checked(t, c.body), ", "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}
