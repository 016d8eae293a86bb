package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/pairing"
	"tianyuan/tournament"
)

// lot is one number of the ceremony: whose it is and how it came.
type lot struct {
	No    int
	Entry *tournament.Entry
	pairing.Drawn
	// Text is what was hashed, Hex its SHA-256.
	Text, Hex string
}

// Begin is the part of the digest that is read aloud.
func (l lot) Begin() string { return l.Hex[:12] }

// Repeat is the command by which anybody repeats the lot. The seed comes from outside: in single
// quotes no shell finds anything in it to carry out.
func (l lot) Repeat() string {
	return `printf '%s' '` + strings.ReplaceAll(l.Text, `'`, `'\''`) + `' | sha256sum`
}

func lotsOf(d *tournament.Division, entries []tournament.Entry, seed string) ([]lot, error) {
	drawn, err := tournament.Lots(entries, seed)
	if err != nil {
		return nil, err
	}
	lots := make([]lot, len(drawn))
	for i, x := range drawn {
		lots[i] = lot{No: i + 1, Entry: d.EntryByID(x.ID), Drawn: x, Text: strings.TrimSpace(seed) + " " + strconv.Itoa(x.ID), Hex: hex.EncodeToString(x.Lot[:])}
	}
	return lots, nil
}

// maxSeed bounds the seed text of a ceremony, in bytes.
const maxSeed = 400

// ceremony draws the lots before everybody's eyes: GET /d/{d}/draw. Without a seed it asks for one;
// with ?seed= it shows the first n= lots; the last step commits the draw as the ordinary command does.
func (q *request) ceremony() error { return q.showCeremony(http.StatusOK, nil) }

func (q *request) showCeremony(status int, failure error) error {
	d := q.division
	seed := strings.TrimSpace(q.FormValue("seed"))
	if len(seed) > maxSeed {
		seed = strings.ToValidUTF8(seed[:maxSeed], "")
	}
	if seed == "" && d.Drawn && d.How == pairing.ByLot && q.FormValue("again") == "" {
		return q.render("drawDone", status, q.drawDone(d, failure))
	}
	entries := d.InNextDraw()
	data := map[string]any{"Seed": seed, "Count": len(entries), "Closed": len(d.Rounds) > 0}
	if seed != "" && len(entries) > 1 {
		lots, err := lotsOf(d, entries, seed)
		if err != nil {
			return err
		}
		q.publicNames(lots)
		n, err := strconv.Atoi(q.FormValue("n"))
		if err != nil || n < 0 {
			n = 0
		}
		n = min(n, len(lots))
		data["Lots"], data["N"], data["Left"], data["Shown"], data["Print"] = lots, n, len(lots)-n, shownIDs(lots), fingerprint(seed)
	}
	return q.render("draw", status, page{Title: q.p.T("draw.title"), Place: d.Name, Tab: "entries", Error: q.p.Fault(failure), Data: data})
}

// fingerprint is the SHA-256 of a seed text in groups of four.
func fingerprint(seed string) []string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(seed)))
	text := hex.EncodeToString(sum[:])
	var groups []string
	for i := 0; i < len(text); i += 4 {
		groups = append(groups, text[i:i+4])
	}
	return groups
}

// publicNames names minors as the tournament chose: the ceremony is projected for everybody.
func (q *request) publicNames(lots []lot) {
	for i := range lots {
		shown := *lots[i].Entry
		shown.Name = q.tournament.Info.PublicName(&shown)
		lots[i].Entry = &shown
	}
}

func shownIDs(lots []lot) string {
	ids := make([]string, len(lots))
	for i, l := range lots {
		ids[i] = strconv.Itoa(l.ID)
	}
	return strings.Join(ids, ",")
}

// drawDone is the page of a draw that was made, for the officials and for everybody: the numbers as
// they were recorded, and for lots the digests that lead to them.
func (q *request) drawDone(d *tournament.Division, failure error) page {
	data := map[string]any{}
	var entries []tournament.Entry
	for no := 1; no <= d.InDraw; no++ {
		if e := d.Entry(no); e != nil {
			entries = append(entries, *e)
		}
	}
	lots := make([]lot, len(entries))
	for i := range entries {
		lots[i] = lot{No: entries[i].No, Entry: &entries[i]}
	}
	if d.How == pairing.ByLot {
		data["Print"] = fingerprint(d.Seed)
		again, err := lotsOf(d, entries, d.Seed)
		same := err == nil && len(again) == len(lots)
		for i := range again {
			same = same && again[i].Entry.No == i+1
		}
		// An entry that was changed since (another unit) would be dealt otherwise now; what was
		// recorded stands, and its steps can't be shown any more.
		if same {
			lots = again
		}
		data["Steps"] = same
	}
	q.publicNames(lots)
	data["Lots"], data["Seed"] = lots, d.Seed
	return page{Title: q.p.T("draw.title"), Place: d.Name, Tab: "draw", Public: q.PathValue("t") != "", Error: q.p.Fault(failure), Data: data}
}

// shown reads the ids that a ceremony showed; none from an ordinary form.
func (q *request) shownLots() []int {
	var ids []int
	for _, word := range strings.FieldsFunc(q.PostFormValue("shown"), func(r rune) bool { return r == ',' }) {
		if id, err := strconv.Atoi(word); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
