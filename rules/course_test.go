package rules_test

import (
	"strings"
	"testing"

	"tianyuan/rules"
)

// TestTopics: every topic has its article in each edition, except 包干, which 1988 doesn't know.
func TestTopics(t *testing.T) {
	seen := map[rules.Topic]bool{}
	for _, topic := range rules.Topics {
		if seen[topic] {
			t.Errorf("%s is listed twice", topic)
		}
		seen[topic] = true
		for _, e := range rules.Editions {
			a := e.Article(topic)
			if silent := e == rules.Edition1988 && topic == rules.TopicBare; (a.Number == "") != silent || a.Edition != e {
				t.Errorf("%s in %s: %q", topic, e, a)
			}
		}
	}
	for topic, want := range map[rules.Topic]string{
		rules.TopicSealed: "22", rules.TopicClaim: "16.2", rules.TopicConfirm: "16.3", rules.TopicEnd: "13",
	} {
		if got := rules.Edition1988.Article(topic).String(); !strings.HasSuffix(got, "art. "+want) {
			t.Errorf("%s: %s, want %s", topic, got, want)
		}
	}
}

// TestCourse: 2002 ends by two passes (art. 7) and by words (art. 13), and leaves sealing to the
// event (art. 14); 1988 by a stone, with rules for sealing (art. 22) and claims in one's own time (art. 16.2).
func TestCourse(t *testing.T) {
	a, b := rules.Edition2002.Data(), rules.Edition1988.Data()
	if a.PassesEnd != 2 || a.EndSignal != rules.EndByWords || a.Sealing || a.ClaimInOwnTime {
		t.Errorf("2002: %+v", a)
	}
	if b.PassesEnd != 0 || b.EndSignal != rules.EndByStone || !b.Sealing || !b.ClaimInOwnTime {
		t.Errorf("1988: %+v", b)
	}
}
