package web

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"tianyuan/tournament"
)

// sites keeps the last archives that were made; one is made at a time.
type sites struct {
	mu   sync.Mutex
	made []site
}

type site struct {
	key  string
	data []byte
}

// maxSites bounds the archives in memory.
const maxSites = 6

// siteZip sends the public pages as an archive that any web space can show: relative links, the
// style, no forms and no scripts.
func (q *request) siteZip() error {
	v, err := q.hall()
	if err != nil {
		return err
	}
	data, err := q.s.sites.get(q.tournament.ID+" "+v.tag+" "+string(q.p.Lang), func() ([]byte, error) { return q.makeSite(v) })
	if err != nil {
		return err
	}
	return q.download(safeName(q.tournament.Info.Name)+".zip", "application/zip", data)
}

func (s *sites) get(key string, make func() ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.made {
		if x.key == key {
			return x.data, nil
		}
	}
	data, err := make()
	if err != nil {
		return nil, err
	}
	s.made = append(s.made, site{key, data})
	if len(s.made) > maxSites {
		s.made = slices.Delete(s.made, 0, 1)
	}
	return data, nil
}

// makeSite renders every public page and joins them.
func (q *request) makeSite(v *hallView) ([]byte, error) {
	w := siteWriter{q: q, base: "/p/" + q.tournament.ID, names: map[string]string{}}
	w.add("", "index.html", (*request).publicTournament, nil)
	w.add("/units", "units.html", (*request).unitsPage, nil)
	w.add("/notices", "notices.html", (*request).noticesPage, nil)
	for i, d := range v.divisions {
		w.addDivision(d, "d"+strconv.Itoa(i+1))
	}
	return w.write()
}

// siteWriter makes an archive of pages. names tells for an address which file holds its page.
type siteWriter struct {
	q     *request
	base  string
	names map[string]string
	pages []sitePage
}

type sitePage struct {
	address, name string
	show          func(*request) error
	division      *tournament.Division
}

func (w *siteWriter) add(rest, name string, show func(*request) error, d *tournament.Division) {
	w.names[w.base+rest] = name
	w.pages = append(w.pages, sitePage{address: w.base + rest, name: name, show: show, division: d})
}

func (w *siteWriter) addDivision(d *tournament.Division, name string) {
	rest := "/" + d.ID
	w.add(rest, name+".html", (*request).publicPairs, d)
	for _, r := range d.Out() {
		no := strconv.Itoa(r.No)
		w.add(rest+"?round="+no, name+"-round"+no+".html", (*request).publicPairs, d)
		w.add(rest+"?by=name&round="+no, name+"-round"+no+"-names.html", (*request).publicPairs, d)
	}
	for _, view := range []string{"ranking", "entries", "regulations", "draw"} {
		w.add(rest+"/"+view, name+"-"+view+".html", (*request).publicView, d)
	}
}

func (w *siteWriter) write() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range w.pages {
		data, err := w.render(p)
		if err != nil {
			return nil, err
		}
		if err := w.put(z, p.name, data); err != nil {
			return nil, err
		}
	}
	style, err := distFiles.ReadFile("dist/tianyuan.css")
	if err != nil {
		return nil, err
	}
	if err := w.put(z, "tianyuan.css", style); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (w *siteWriter) put(z *zip.Writer, name string, data []byte) error {
	f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: w.q.s.Now()})
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return err
}

// kept is an answer kept in memory.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (k *kept) Header() http.Header { return k.header }

// WriteHeader implements http.ResponseWriter.
func (k *kept) WriteHeader(status int) { k.status = status }

// Write implements http.ResponseWriter.
func (k *kept) Write(b []byte) (int, error) { return k.body.Write(b) }

// render makes one page as a guest sees it, whoever asked for the archive.
func (w *siteWriter) render(p sitePage) ([]byte, error) {
	r, err := http.NewRequestWithContext(w.q.Context(), http.MethodGet, p.address, nil)
	if err != nil {
		return nil, err
	}
	r.Host = w.q.Host
	r.SetPathValue("t", w.q.tournament.ID)
	if p.division != nil {
		r.SetPathValue("d", p.division.ID)
		r.SetPathValue("view", path.Base(r.URL.Path))
	}
	answer := &kept{header: http.Header{}, status: http.StatusOK}
	page := &request{Request: r, w: answer, s: w.q.s, p: w.q.p, tournament: w.q.tournament, division: p.division}
	if err := p.show(page); err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", p.address, answer.status)
	}
	doc, err := html.Parse(&answer.body)
	if err != nil {
		return nil, err
	}
	w.still(doc)
	var b bytes.Buffer
	err = html.Render(&b, doc)
	return b.Bytes(), err
}

// still makes a page stand alone: what needs the server goes, links lead to files.
func (w *siteWriter) still(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if serverOnly(child) {
			n.RemoveChild(child)
		} else {
			w.still(child)
			w.relink(child)
		}
		child = next
	}
}

// serverOnly tells whether an element is of use on the server alone.
func serverOnly(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	switch n.DataAtom {
	case atom.Script, atom.Form, atom.Button, atom.Footer, atom.Noscript:
		return true
	}
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "data-server" })
}

// relink leads a link to the file of its page; where there is none, only its text stays.
func (w *siteWriter) relink(n *html.Node) {
	if n.Type != html.ElementNode || n.DataAtom != atom.A && n.DataAtom != atom.Link {
		return
	}
	for i := range n.Attr {
		if n.Attr[i].Key != "href" {
			continue
		}
		if file, ok := w.file(n.Attr[i].Val); ok {
			n.Attr[i].Val = file
			return
		}
		n.Attr = slices.Delete(n.Attr, i, i+1)
		return
	}
}

// file is the archive's file for an address of the server.
func (w *siteWriter) file(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || strings.HasPrefix(address, "#") {
		return address, err == nil
	}
	if name, static := strings.CutPrefix(u.Path, "/static/"); static {
		return name, true
	}
	key := u.Path
	if query := u.Query().Encode(); query != "" { // in the order of the names
		key += "?" + query
	}
	name, ok := w.names[key]
	if ok && u.Fragment != "" {
		name += "#" + u.Fragment
	}
	return name, ok
}
