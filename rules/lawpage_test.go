package rules_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"tianyuan/i18n"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestLawPage: docs/law.md shows the law as it is; its head is written by hand.
func TestLawPage(t *testing.T) {
	const file, mark = "../docs/law.md", "-update -->\n"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, table, found := strings.Cut(string(data), mark)
	if !found {
		t.Fatalf("%s has no mark %q", file, mark)
	}
	want := lawPage()
	if table == want {
		return
	}
	if !*update {
		t.Fatalf("%s isn't up to date: go test ./rules -run TestLawPage -update", file)
	}
	if err := os.WriteFile(file, []byte(head+mark+want), 0o644); err != nil {
		t.Fatal(err)
	}
}

var zh, en = i18n.For(i18n.Hans), i18n.For(i18n.En)

// both says a message in Chinese and English.
func both(key string) string { return zh.T(key) + " " + en.T(key) }

func lawPage() string {
	var b strings.Builder
	for _, p := range rules.Law(rules.Edition2002) {
		old, err := rules.Case(rules.Edition1988, p.Key)
		if err != nil {
			panic(err)
		}
		name, _ := p.Words()
		fmt.Fprintf(&b, "\n## %s\n%s. `%s`, %s\n\n| | 2002 | 1988 |\n|---|---|---|\n", zh.T(name), en.T(name), p.Key, strings.Join(p.IDs, ", "))
		line := func(label string, of func(rules.Provision) string) {
			if l, r := of(p), of(old); l != "" || r != "" {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", label, l, r)
			}
		}
		line("条文 article", article)
		line("谁裁定 who rules", func(p rules.Provision) string { return both("role." + string(p.By)) })
		line("裁定 ruling", ruling)
		line("双方一致 both agree", func(p rules.Provision) string { return listed(p.Agreed) })
		line("再违 again", func(p rules.Provision) string { return listed(p.Again) })
		line("可并处 may be added", func(p rules.Provision) string { return listed(p.May) })
		line("申诉 claim", claim)
		for _, q := range []rules.Provision{p, old} {
			if !strings.HasPrefix(q.Text(), "law.silent.") {
				fmt.Fprintf(&b, "\n**%s.** %s\n%s\n", q.Edition, zh.T(q.Text()), en.T(q.Text()))
			}
		}
	}
	b.WriteString(repetitionTable())
	return b.String()
}

func article(p rules.Provision) string {
	text := p.Article
	if p.Silent() {
		text = "没有规定 silent"
	}
	if len(p.See) > 0 {
		text += " (" + strings.Join(p.See, ", ") + ")"
	}
	return text
}

func listed(list []rules.Consequence) string {
	said := make([]string, len(list))
	for i, c := range list {
		key, _ := c.Words()
		said[i] = both(key)
	}
	return strings.Join(said, "; ")
}

// claim is the deadline where it is another than the confirmed result.
func claim(p rules.Provision) string {
	until := p.ClaimUntil("")
	if p.Silent() || until == rules.ResultConfirmed {
		return ""
	}
	key, _ := until.Words()
	return both(key)
}

func ruling(p rules.Provision) string {
	if len(p.Choices) == 0 {
		return listed(p.Consequences) + left(p, rules.Choice{Do: p.Consequences})
	}
	said := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		said[i] = fmt.Sprintf("%d. %s", i+1, listed(c.Do))
		if c.When != "" {
			said[i] += " (" + both("law.when."+c.When) + ")"
		}
		if c.PerGame > 0 {
			said[i] += fmt.Sprintf(" (每局 %d 次 %[1]d a game)", c.PerGame)
		}
		said[i] += left(p, c)
	}
	return strings.Join(said, "<br>")
}

// left names in brackets the official to whom a ruling is left where it isn't who rules the case.
func left(p rules.Provision, c rules.Choice) string {
	if p.Silent() || p.Ruler(c) == p.By {
		return ""
	}
	return " [" + both("role."+string(p.Ruler(c))) + "]"
}

// repetitionTable shows the policy on repetitions.
func repetitionTable() string {
	var b strings.Builder
	b.WriteString("\n## 全局同形再现\nRepetition, kind by kind (art. 6, 18.3 and 20). An event may set another form of the rule and another treatment of the cycles that aren't banned.\n\n")
	b.WriteString("| | 2002 | 1988 |\n|---|---|---|\n")
	fmt.Fprintf(&b, "| form | %s | %s |\n", rules.Edition2002.Data().Repetition, rules.Edition1988.Data().Repetition)
	for _, cycle := range rules.Cycles {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", both("law.cycle."+cycle.String()), treated(rules.Edition2002, cycle), treated(rules.Edition1988, cycle))
	}
	return b.String()
}

// treated says the edition's own treatment, then the others that may be chosen.
func treated(e rules.Edition, cycle weiqi.CycleKind) string {
	t := e.Treatment(cycle)
	own := t.Under(e.Data().RareCycle)
	text := t.Article.Number + ": " + listed(own)
	for _, other := range t.Choices {
		if other != own[0] {
			text += "<br>" + listed([]rules.Consequence{other})
		}
	}
	return text
}
