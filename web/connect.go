package web

import (
	"net/http"
	"time"
)

// connectPage shows every address under which phones may reach the server, each as a code.
func (q *request) connectPage() error {
	hosts := q.s.PhoneURLs
	if q.s.PublicURL != "" {
		hosts = []string{q.base()}
	}
	return q.render("connect", http.StatusOK, page{Title: q.p.T("connect.title"), Data: map[string]any{"Hosts": hosts}})
}

// Branch is when the copy was made from which this store went on; zero when it never did. Pages and
// paper of both branches are told apart by it, so everybody reads it.
func (p *page) Branch() time.Time { return p.q.s.Branch }
