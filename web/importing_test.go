package web_test

import (
	"bytes"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// upload hands in a file as a browser does.
func (h *hall) upload(t *testing.T, who, path, name string, data []byte) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	must(t, err)
	_, err = part.Write(data)
	must(t, err)
	must(t, form.Close())
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept-Language", "en")
	r.AddCookie(h.cookies[who])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// previewForm reads the fields of the preview as a browser would send them.
func previewForm(t *testing.T, page string) url.Values {
	t.Helper()
	_, page, ok := strings.Cut(page, `<main id="main" class="import">`)
	if !ok {
		t.Fatalf("no preview: %.300s", page)
	}
	page, _, _ = strings.Cut(page, "</main>")
	v := url.Values{}
	for _, m := range field.FindAllStringSubmatchIndex(page, -1) {
		tag, name := page[m[0]:m[1]], page[m[2]:m[3]]
		switch {
		case strings.HasPrefix(tag, "<select"):
			body, _, _ := strings.Cut(page[m[1]:], "</select>")
			choice := regexp.MustCompile(`value="([^"]*)"[^>]* selected`).FindStringSubmatch(body)
			if choice == nil {
				choice = regexp.MustCompile(`value="([^"]*)"`).FindStringSubmatch(body)
			}
			v.Set(name, html.UnescapeString(choice[1]))
		case strings.Contains(tag, `type="radio"`):
			if strings.Contains(tag, " checked") {
				v.Set(name, regexp.MustCompile(`value="([^"]*)"`).FindStringSubmatch(tag)[1])
			}
		default:
			value := regexp.MustCompile(`\bvalue="([^"]*)"`).FindStringSubmatch(tag)
			v.Set(name, html.UnescapeString(value[1]))
		}
	}
	return v
}

func names(h *hall, t *testing.T) string {
	var all []string
	for _, e := range h.regulationsOf(t).Entries {
		all = append(all, e.Name)
	}
	return strings.Join(all, " ")
}

// TestImportByHand: a list whose heads nobody foresaw is taken in by naming its columns, without
// handing the file in again.
func TestImportByHand(t *testing.T) {
	h := newHall(t)
	w := h.upload(t, "organiser", "/d/d-1/import", "odd.csv", []byte("谁,哪儿\n戊一,示例一小\n己二,示例二中\n"))
	if w.Code != 422 || !strings.Contains(w.Body.String(), "odd.csv") || !strings.Contains(w.Body.String(), "戊一") {
		t.Fatalf("%d: the first rows aren't shown with the reason", w.Code)
	}
	v := previewForm(t, w.Body.String())
	v.Set("header", "1")
	w = h.ask("organiser", "POST", "/d/d-1/import", v)
	v = previewForm(t, w.Body.String())
	v.Set("col.A", "name")
	v.Set("col.B", "name")
	if w = h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 422 || !strings.Contains(w.Body.String(), "Columns A and B") {
		t.Errorf("two columns of names: %d", w.Code)
	}
	v.Set("col.B", "unit")
	w = h.ask("organiser", "POST", "/d/d-1/import", v)
	v = previewForm(t, w.Body.String())
	if w.Code != 200 || v.Get("col.A") != "name" || v.Get("col.B") != "unit" {
		t.Fatalf("%d, columns %s %s", w.Code, v.Get("col.A"), v.Get("col.B"))
	}
	v.Set("do", "commit")
	if w = h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 303 || names(h, t) != "甲 乙 丙 丁 戊一 己二" {
		t.Errorf("the commit: %d, %s", w.Code, names(h, t))
	}
}

// TestImportCorrections: a corrected cell stays corrected over several looks at the preview.
func TestImportCorrections(t *testing.T) {
	h := newHall(t)
	w := h.upload(t, "organiser", "/d/d-1/import", "list.csv", []byte("姓名,单位,段位\n戊一,示例一小,业9段\n己二,示例二中,3段\n"))
	v := previewForm(t, w.Body.String())
	if w.Code != 200 || v.Get("edit.C2") != "业9段" {
		t.Fatalf("%d, C2 %q", w.Code, v.Get("edit.C2"))
	}
	v.Set("edit.C2", "业5段")
	for range 2 {
		w = h.ask("organiser", "POST", "/d/d-1/import", v)
		v = previewForm(t, w.Body.String())
	}
	v.Set("do", "commit")
	if w = h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 303 || names(h, t) != "甲 乙 丙 丁 戊一 己二" {
		t.Errorf("the commit: %d, %s", w.Code, names(h, t))
	}
	if e := h.regulationsOf(t).Entries; len(e) == 6 && e[4].Rank != "5d" {
		t.Errorf("the corrected rank is %q", e[4].Rank)
	}
}

// TestImportSheets: another sheet of a workbook is chosen and shown; what is chosen and committed at
// once is shown first.
func TestImportSheets(t *testing.T) {
	h := newHall(t)
	book := excelize.NewFile()
	must(t, book.SetSheetRow("Sheet1", "A1", &[]string{"姓名", "单位"}))
	must(t, book.SetSheetRow("Sheet1", "A2", &[]string{"戊一", "示例一小"}))
	_, err := book.NewSheet("乙组")
	must(t, err)
	must(t, book.SetSheetRow("乙组", "A1", &[]string{"单位", "姓名"}))
	must(t, book.SetSheetRow("乙组", "A2", &[]string{"示例一小", "不要"}))
	must(t, book.SetSheetRow("乙组", "A3", &[]string{"示例二中", "己二"}))
	var data bytes.Buffer
	must(t, book.Write(&data))
	v := previewForm(t, h.upload(t, "organiser", "/d/d-1/import", "two.xlsx", data.Bytes()).Body.String())
	if v.Get("sheet") != "Sheet1" || v.Get("col.A") != "name" {
		t.Fatalf("sheet %q, A %q", v.Get("sheet"), v.Get("col.A"))
	}
	v.Set("sheet", "乙组")
	v.Set("first", "3")
	v.Set("do", "commit")
	w := h.ask("organiser", "POST", "/d/d-1/import", v)
	v = previewForm(t, w.Body.String())
	if w.Code != 200 || names(h, t) != "甲 乙 丙 丁" || v.Get("col.A") != "unit" || v.Get("col.B") != "name" {
		t.Fatalf("%d, %s, columns %s %s", w.Code, names(h, t), v.Get("col.A"), v.Get("col.B"))
	}
	v.Set("do", "commit")
	if w := h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 303 || names(h, t) != "甲 乙 丙 丁 己二" {
		t.Errorf("the commit: %d, %s", w.Code, names(h, t))
	}
	v.Set("first", "99")
	if w := h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 422 || !strings.Contains(w.Body.String(), "from 0 to 3") {
		t.Errorf("a row beyond the file: %d", w.Code)
	}
}

// TestImportManyRefused: thousands of refused rows come back as a form that can be sent.
func TestImportManyRefused(t *testing.T) {
	h := newHall(t)
	var list strings.Builder
	list.WriteString("姓名,段位\n")
	for i := range 4000 {
		fmt.Fprintf(&list, "人%d,业9段\n", i)
	}
	list.WriteString("好人,5段\n")
	w := h.upload(t, "organiser", "/d/d-1/import", "many.csv", []byte(list.String()))
	v := previewForm(t, w.Body.String())
	v.Set("do", "commit")
	if w = h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != http.StatusSeeOther || names(h, t) != "甲 乙 丙 丁 好人" {
		t.Errorf("%d, %.60s", w.Code, names(h, t))
	}
}

// TestImportTooLarge: what is beyond the bound is refused as such, in whichever form it comes.
func TestImportTooLarge(t *testing.T) {
	h := newHall(t)
	big := strings.Repeat("a", 16<<20)
	for name, w := range map[string]*httptest.ResponseRecorder{
		"a file": h.upload(t, "organiser", "/d/d-1/import", "big.csv", []byte(big)),
		"a form": h.ask("organiser", "POST", "/d/d-1/import", url.Values{"data": {big}}),
	} {
		if w.Code != http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), "15 MB") {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

// TestImportCells: figures stand at the right, a fault bears its cross at the cell, and how wide
// digits were read is said once.
func TestImportCells(t *testing.T) {
	h := newHall(t)
	page := h.upload(t, "pairingOfficer", "/d/d-1/import", "list.csv", []byte("姓名,等级分\n王一,２１５０\n王二,abc\n")).Body.String()
	wide, _, _ := strings.Cut(page[strings.Index(page, ">２１５０")+1:], "</td>")
	if strings.Count(wide, "2150") != 1 {
		t.Errorf("wide digits: %s", wide)
	}
	if strings.Count(page, ` figure">`) != 2 || !regexp.MustCompile(`<span class="n-refuse"><svg[^>]*><use href="#g-no"`).MatchString(page) {
		t.Error("figures aren't set to the right, or the fault has no cross")
	}
}

// TestPreviewFilter: the counts stand in the head, in the bar and in the filter, which keeps what was
// chosen from look to look (ui.md, entries-import-1440).
func TestPreviewFilter(t *testing.T) {
	h := newHall(t)
	page := h.upload(t, "organiser", "/d/d-1/import", "list.csv", []byte("姓名,段位\n戊一,3段\n己二,业余9段\n庚三,2段\n甲,\n")).Body.String()
	for _, part := range []string{
		"All 4</span>", "accepted 2</span>", "doubtful 1</span>", "refused 1</span>", `<input type="radio" name="show" value="" checked>`,
		`class="b-accepted" x="0.00%" width="50.00%"`, `class="b-doubtful" x="50.00%" width="25.00%"`, `class="b-refused" x="75.00%" width="25.00%"`, "To correct: 1 rows", "To decide: 1 rows",
	} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(part)) {
			t.Errorf("the preview lacks %q", part)
		}
	}
	v := previewForm(t, page)
	v.Set("show", "refused")
	v.Set("do", "look")
	if again := h.ask("organiser", "POST", "/d/d-1/import", v).Body.String(); !strings.Contains(again, `value="refused" checked`) {
		t.Error("the filter is forgotten")
	}
}
