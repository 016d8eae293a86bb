package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// person is somebody who can be looked for. What he is found by comes from the real name; what is
// shown is the public entry.
type person struct {
	division *tournament.Division
	entry    *tournament.Entry
	// hidden: the public name isn't the real one. He is found by his number, or by whoever writes
	// the whole name: parts of it would let strangers guess.
	hidden   bool
	name     string
	readings []string // the whole pinyin
	initials []string
	sort     string
}

func peopleOf(d, public *tournament.Division) []person {
	people := make([]person, len(d.Entries))
	for i := range d.Entries {
		name := d.Entries[i].Name
		e := &public.Entries[i]
		people[i] = person{division: public, entry: e, hidden: e.Name != name, name: fold(name), sort: sortKey(e.Name)}
		people[i].readings, people[i].initials = readings(name)
	}
	return people
}

// fold writes a name so that its ways of typing are one: plain letters without accents, small,
// without blanks and signs.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(text))
}

// mostReadings bounds the ways in which a name with several characters of many readings is read.
const mostReadings = 16

// readings gives every pinyin of a name and the first letters of each; of a name in letters the
// name itself and the first letters of its words.
func readings(name string) (whole, firsts []string) {
	whole, firsts = []string{""}, []string{""}
	begins := true
	for i, r := range []rune(norm.NFKC.String(name)) {
		ways := waysOf(i, r)
		if len(ways) == 0 {
			if f := fold(string(r)); f != "" {
				whole = each(whole, []string{f})
				if begins {
					firsts = each(firsts, []string{f})
				}
			}
			begins = !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r)
			continue
		}
		letters := make([]string, len(ways))
		for k, way := range ways {
			letters[k] = way[:1]
		}
		whole, firsts, begins = each(whole, ways), each(firsts, letters), true
	}
	slices.Sort(firsts)
	return whole, slices.Compact(firsts)
}

// waysOf are the pinyin of a character, that of a surname first; none for what isn't Chinese.
func waysOf(i int, r rune) []string {
	args := pinyin.NewArgs()
	args.Heteronym = true
	var ways []string
	if s, ok := surnames[r]; ok && i == 0 {
		ways = append(ways, s)
	}
	for _, way := range pinyin.SinglePinyin(r, args) {
		// 吕 is typed lv by one and lu by another.
		for _, typed := range []string{way, strings.ReplaceAll(way, "v", "u")} {
			if typed != "" && !slices.Contains(ways, typed) {
				ways = append(ways, typed)
			}
		}
	}
	return ways
}

// each joins every beginning with every end, as many as mostReadings.
func each(begins, ends []string) []string {
	var all []string
	for _, b := range begins {
		for _, e := range ends {
			if len(all) < mostReadings {
				all = append(all, b+e)
			}
		}
	}
	return all
}

// The ways to match, the best first; noMatch is none.
const (
	noMatch = iota
	byNumber
	byName
	byBeginning
	byReading
	byPart
	byPinyin
	byInitials
)

// match tells how a person fits what was typed, already folded.
func (p *person) match(text string) int {
	no, err := strconv.Atoi(text)
	hasPrefix := func(s string) bool { return strings.HasPrefix(s, text) }
	switch {
	case err == nil && p.entry.No > 0 && p.entry.No == no:
		return byNumber
	case p.name == text:
		return byName
	case slices.Contains(p.readings, text):
		return byReading
	case p.hidden:
		return noMatch
	case hasPrefix(p.name):
		return byBeginning
	case strings.Contains(p.name, text):
		return byPart
	case slices.ContainsFunc(p.readings, hasPrefix):
		return byPinyin
	case slices.ContainsFunc(p.initials, hasPrefix):
		return byInitials
	}
	return noMatch
}

// find returns the people who fit a text: by number, name, pinyin or the initials of the pinyin, the
// best match first. When nobody fits a Chinese name, those whose names sound so are found: the
// character may be another one, or in the other script.
func (v *hallView) find(text string) []*person {
	text = fold(text)
	if text == "" {
		return nil
	}
	found := v.matching(func(p *person) int { return p.match(text) })
	if len(found) > 0 || !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return found
	}
	sounds, _ := readings(text)
	return v.matching(func(p *person) int {
		for _, s := range sounds {
			if slices.Contains(p.readings, s) {
				return byReading
			}
			if !p.hidden && slices.ContainsFunc(p.readings, func(r string) bool { return strings.HasPrefix(r, s) }) {
				return byPinyin
			}
		}
		return noMatch
	})
}

func (v *hallView) matching(how func(*person) int) []*person {
	var found []*person
	ranks := map[*person]int{}
	for i := range v.people {
		p := &v.people[i]
		if m := how(p); m != noMatch {
			ranks[p] = m
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b *person) int { return cmp.Compare(ranks[a], ranks[b]) })
	return found
}

// card is what a player reads about himself.
type card struct {
	Division *tournament.Division
	Entry    *tournament.Entry
	// Round is the one that is published last; nil for none.
	Round    *tournament.Round
	Seat     *seated // nil without a table
	Black    bool
	Bye      bool
	Opponent *tournament.Entry
	// Points of both as they stood before the round.
	Points, Theirs standing.Rat
	Past           []pastRound
	// Out: he has left the tournament.
	Out bool
}

// pastRound is a line of a player's record.
type pastRound struct {
	Round    int
	Opponent *tournament.Entry
	Black    bool
	// Open: the colours weren't drawn.
	Open  bool
	Sign  string // "win", "loss", "draw", "none", "bye", "absent"; "" is open
	Table int
}

// cardOf gathers what concerns a player.
func (q *request) cardOf(p *person) card {
	d, no := p.division, p.entry.No
	c := card{Division: d, Entry: p.entry, Round: lastOut(d)}
	if no == 0 {
		return c
	}
	_, c.Out = d.Withdrawals[no]
	for _, r := range d.Out() {
		if line, ok := lineOf(d, r, no); ok && (r != c.Round || line.Sign != "" && line.Opponent != nil) {
			c.Past = append(c.Past, line)
		}
	}
	if c.Round == nil {
		return c
	}
	c.Bye = slices.Contains(d.Idle(c.Round), no)
	for _, t := range q.in(d).tables(c.Round) {
		if t.Pair.Black == no || t.Pair.White == no {
			c.Seat = &seated{Division: d, Round: c.Round, table: t}
			c.Black, c.Opponent, c.Points, c.Theirs = true, t.W, t.PointsB, t.PointsW
			if t.Pair.White == no {
				c.Black, c.Opponent, c.Points, c.Theirs = false, t.B, t.PointsW, t.PointsB
			}
		}
	}
	return c
}

// lineOf is a player's part in a round; false when he had none.
func lineOf(d *tournament.Division, r *tournament.Round, no int) (pastRound, bool) {
	line := pastRound{Round: r.No}
	for _, p := range r.Pairs {
		o := r.Results[p.Table].Outcome
		switch no {
		case p.Black:
			line.Opponent, line.Black, line.Table, line.Sign = d.Entry(p.White), true, p.Table, sign(o, rules.Black)
			line.Open = p.Open()
			return line, true
		case p.White:
			line.Opponent, line.Table, line.Sign = d.Entry(p.Black), p.Table, sign(o, rules.White)
			line.Open = p.Open()
			return line, true
		}
	}
	switch {
	case slices.Contains(d.Idle(r), no):
		line.Sign = "bye"
	case slices.Contains(d.Absences[r.No], no):
		line.Sign = "absent"
	default:
		return line, false
	}
	return line, true
}

// So many are shown as cards; more as a list to choose from.
const (
	mostCards = 3
	mostFound = 30
)

// findMe answers where somebody plays: GET /p/{t}/find?q=, on a phone or, with kiosk=1, on a
// device for everybody. is=d-1.17 names one entry of a division.
func (q *request) findMe() error {
	v, err := q.hall()
	if err != nil {
		return err
	}
	query := q.URL.Query()
	text := strings.TrimSpace(query.Get("q"))
	var found []*person
	if is := query.Get("is"); is != "" {
		found = v.named(is)
	} else {
		found = v.find(text)
	}
	data := map[string]any{"Text": text, "Kiosk": query.Get("kiosk") != "", "Count": len(found), "Asked": text != "" || query.Get("is") != "", "Keys": kioskKeys}
	if len(found) <= mostCards {
		var cards []card
		for _, p := range found {
			cards = append(cards, q.cardOf(p))
		}
		data["Cards"] = cards
	} else {
		var list []card
		for _, p := range found[:min(len(found), mostFound)] {
			c := card{Division: p.division, Entry: p.entry}
			if r := lastOut(p.division); r != nil && p.entry.No > 0 {
				line, _ := lineOf(p.division, r, p.entry.No)
				c.Seat, c.Bye = &seated{Division: p.division, Round: r, table: table{Pair: tournament.Pair{Table: line.Table}}}, line.Sign == "bye"
			}
			list = append(list, c)
		}
		data["List"] = list
	}
	name := "publicFind"
	switch {
	case query.Get("fragment") != "":
		name = "found"
	case query.Get("kiosk") != "":
		name = "kiosk"
	}
	return q.render(name, http.StatusOK, page{Title: q.tournament.Info.Name, Tab: "find", Public: true, Data: data})
}

// kioskKeys are the rows of the kiosk's keys.
var kioskKeys = []string{"1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"}

// named finds the entry that an address names: the division's id, a dot, the entry's id.
func (v *hallView) named(is string) []*person {
	division, id, _ := strings.Cut(is, ".")
	for i := range v.people {
		if p := &v.people[i]; p.division.ID == division && strconv.Itoa(p.entry.ID) == id {
			return []*person{p}
		}
	}
	return nil
}
