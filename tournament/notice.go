package tournament

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
)

// Notice is a message to everybody: a delay, lunch, a lost child, the decision on an appeal.
type Notice struct {
	ID   int
	Text string
	// Division is the id of the division it is for; "" = all.
	Division string
	Posted   Stamp
}

// PostNotice shows a message on the hall screen and the public pages.
type PostNotice struct{ Text, Division string }

// maxNotices bounds the messages shown at one time.
const maxNotices = 30

func (c PostNotice) decide(t *Tournament, _ Context) ([]Event, error) {
	text := strings.TrimSpace(c.Text)
	if n := utf8.RuneCountInString(text); n < 1 || n > 120 || hasControl(text) {
		return nil, refuse("fault.tournament.noticeText", fault.Args{"most": 120})
	}
	if len(t.Notices) >= maxNotices {
		return nil, clash("fault.tournament.noticesFull", fault.Args{"most": maxNotices})
	}
	return []Event{NoticePosted{ID: t.nextID, Text: text, Division: c.Division}}, nil
}

// RemoveNotice takes a message down.
type RemoveNotice struct{ ID int }

func (c RemoveNotice) decide(t *Tournament, _ Context) ([]Event, error) {
	if !slices.ContainsFunc(t.Notices, func(n Notice) bool { return n.ID == c.ID }) {
		return nil, nil
	}
	return []Event{NoticeRemoved(c)}, nil
}
