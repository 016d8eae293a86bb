package web

import (
	"net/http"
	"slices"
	"strings"

	"tianyuan/fault"
)

// field is one of a form that wasn't stored, as it was typed.
type field struct {
	Name, Value string
	// Label is its name in words; "" for one that nobody typed. Shown is the beginning of the value.
	Label, Shown string
	// Secret ones are typed anew.
	Secret bool
}

// unsaved tells that a form couldn't be stored for a reason that passes, such as a full disk, and
// that the answer is a page with all that was typed, to send again. The command's id is among it: what
// was stored all the same isn't stored twice.
func (q *request) unsaved(code fault.Code) bool {
	passes := code == fault.Full || code == fault.Busy || code == fault.Internal
	return passes && q.Method == http.MethodPost && !q.wantsFragment() && q.PostForm != nil && (q.MultipartForm == nil || len(q.MultipartForm.File) == 0)
}

// showUnsaved keeps what was typed.
func (q *request) showUnsaved(err error) error {
	names := make([]string, 0, len(q.PostForm))
	for name := range q.PostForm {
		names = append(names, name)
	}
	slices.Sort(names)
	var fields []field
	for _, name := range names {
		for _, value := range q.PostForm[name] {
			f := field{Name: name, Value: value, Secret: slices.Contains([]string{"password", "again", "old"}, name)}
			if q.labelOf(name) != "field.value" && strings.TrimSpace(value) != "" {
				f.Label, f.Shown = q.p.T(string(q.labelOf(name))), beginning(value)
			}
			if f.Secret {
				f.Value = ""
			}
			fields = append(fields, f)
		}
	}
	return q.render("unsaved", statuses[fault.CodeOf(err)], page{Title: q.p.T("page.unsaved"), Error: q.p.Fault(err), Data: map[string]any{"Fields": fields, "To": q.URL.RequestURI()}})
}

// beginning is as much of a text as is shown of what was typed.
func beginning(text string) string {
	const most = 400
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
