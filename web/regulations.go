package web

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// section groups the regulations on the pages; "regulations.section." + section is its head.
type section string

const (
	sectionBasics     section = "basics"
	sectionTime       section = "time"
	sectionRanking    section = "ranking"
	sectionSwiss      section = "swiss"
	sectionRoundRobin section = "roundrobin"
	sectionLater      section = "later"
	sectionGames      section = "games"
	sectionHandicap   section = "handicap"
)

// optionSections says where each option that takes a word stands.
var optionSections = map[string]section{
	"maxBasis": sectionRanking, "byeSos": sectionRanking, "forfeitSos": sectionRanking, "withdrawnScore": sectionRanking, "halfOf": sectionRanking, "reverse": sectionRanking,
	"firstRound": sectionSwiss, "firstColours": sectionSwiss, "equalColours": sectionSwiss, "threeColours": sectionSwiss,
	"bothLose": sectionRanking, "playedCounts": sectionRanking, "table": sectionRoundRobin, "knockoutDraw": sectionLater, "teamSwissRank": sectionLater,
}

// saidRow is one line of the regulations in words.
type saidRow struct {
	Section     section
	Label, Text string
	// Usual: it is as the rules have it where they leave a choice, and isn't listed.
	Usual bool
}

// say puts the whole of the regulations into words, always in the same lines.
func (q *request) say(name string, r *tournament.Regulations) []saidRow {
	p, o := q.p, &r.Options
	var rows []saidRow
	add := func(s section, label, text string) {
		rows = append(rows, saidRow{Section: s, Label: p.T(label), Text: text})
	}
	add(sectionBasics, "field.division", name)
	add(sectionBasics, "field.edition", p.T("edition", fault.Args{"edition": string(r.Edition)}))
	add(sectionBasics, "field.method", p.T("method."+string(r.Method)))
	add(sectionBasics, "field.rounds", strconv.Itoa(r.Rounds))
	add(sectionBasics, "field.komi", p.Quarters(r.Komi))
	add(sectionBasics, "field.colours", p.T("colours."+coloursWord(r.Colours)))
	add(sectionTime, "field.time", p.T(r.Time.Words()))
	add(sectionTime, "field.lateMinutes", p.Duration(r.LateLimit()))
	var keys []string
	for _, key := range o.Tiebreaks.Chain(r.Method) {
		keys = append(keys, p.T("key."+key))
	}
	add(sectionRanking, "field.tiebreaks", p.List(keys))
	add(sectionRanking, "field.score", q.sayScore(o.Score))
	for _, c := range tournament.Choices {
		add(optionSections[c.Key], "option."+c.Key, p.T("option."+c.Key+"."+c.Get(o)))
	}
	add(sectionSwiss, "option.avoidSameUnit", q.sayRounds(o.AvoidSameUnit))
	add(sectionSwiss, "option.forbidden", sayNone(p.T("option.forbidden.none"), p.List(forbiddenWords(o.Forbidden))))
	add(sectionSwiss, "option.dropAfterForfeits", sayNone(p.T("option.dropAfterForfeits.never"), positive(o.DropAfterForfeits)))
	add(sectionRoundRobin, "option.cycles", strconv.Itoa(o.Cycles))
	add(sectionLater, "option.losses", strconv.Itoa(o.Losses))
	add(sectionHandicap, "option.handicap", q.sayHandicap(o.Handicap))
	for _, c := range tournament.GameChoices {
		word := c.Get(&r.Games)
		add(sectionGames, "option."+c.Key, p.T("option."+c.Key+"."+word))
		rows[len(rows)-1].Usual = word == c.Words[0]
	}
	add(sectionGames, "option.absenceReading", sayNone(p.T("option.absenceReading.all"), positive(r.Games.AbsenceReading)))
	rows[len(rows)-1].Usual = r.Games.AbsenceReading == 0
	add(sectionBasics, "field.notes", r.Notes)
	order := []section{sectionBasics, sectionTime, sectionGames, sectionRanking, sectionSwiss, sectionRoundRobin, sectionLater, sectionHandicap}
	slices.SortStableFunc(rows, func(a, b saidRow) int { return slices.Index(order, a.Section) - slices.Index(order, b.Section) })
	return rows
}

// coloursWord is how the form and the messages call a way of settling the colours.
func coloursWord(c tournament.Colours) string {
	if c == tournament.ByPairing {
		return "pairing"
	}
	return string(c)
}

func sayNone(none, text string) string {
	if text == "" {
		return none
	}
	return text
}

func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (q *request) sayScore(s tournament.Score) string {
	var words []string
	for _, f := range scoreFields(&s) {
		words = append(words, q.p.T("score."+f.key)+" "+*f.value)
	}
	return q.p.List(words)
}

func (q *request) sayRounds(r tournament.Rounds) string {
	if r.Word != "" {
		return q.p.T("option.avoidSameUnit." + r.Word)
	}
	return q.p.T("option.avoidSameUnit.first.n", fault.Args{"rounds": r.N})
}

func (q *request) sayHandicap(h tournament.Handicap) string {
	if !h.On {
		return q.p.T("option.handicap.none")
	}
	return q.p.T("option.handicap.said", fault.Args{"reduce": h.Reduce, "max": h.Max, "komi": h.Komi})
}

// relevant keeps the lines that matter to a method.
func relevant(rows []saidRow, m tournament.Method) []saidRow {
	return slices.DeleteFunc(rows, func(r saidRow) bool {
		return r.Text == "" || r.Usual || r.Section == sectionLater || r.Section == sectionSwiss && m != tournament.Swiss || r.Section == sectionRoundRobin && m != tournament.RoundRobin
	})
}

// change is one line of a comparison.
type change struct{ Label, Old, New string }

// compare lists the lines in which two regulations differ.
func (q *request) compare(oldName string, old *tournament.Regulations, newName string, reg *tournament.Regulations) []change {
	before, after := q.say(oldName, old), q.say(newName, reg)
	var changes []change
	for i := range before {
		if before[i].Text != after[i].Text {
			changes = append(changes, change{Label: before[i].Label, Old: before[i].Text, New: after[i].Text})
		}
	}
	return changes
}

// scoreField is one of the six worths; key ends its message's key, name is the form's.
type scoreField struct {
	key, name string
	value     *string
}

func scoreFields(s *tournament.Score) []scoreField {
	return []scoreField{{"win", "win", &s.Win}, {"draw", "drawScore", &s.Draw}, {"loss", "loss", &s.Loss}, {"bye", "bye", &s.Bye}, {"absent", "absent", &s.Absent}, {"late", "late", &s.Late}}
}

// length is one length of time of a system; bare is the unit of a number without one.
type length struct {
	field clock.Field
	value *time.Duration
	bare  time.Duration
}

func lengths(s *clock.System) []length {
	return []length{{clock.FieldBase, &s.Base, time.Minute}, {clock.FieldPeriod, &s.Period, time.Second}, {clock.FieldBlock, &s.Block, time.Minute},
		{clock.FieldIncrement, &s.Increment, time.Second}, {clock.FieldCap, &s.Cap, time.Minute}}
}

// count is one whole number of a system.
type count struct {
	field clock.Field
	value *int
}

func counts(s *clock.System) []count {
	return []count{{clock.FieldReserved, &s.Reserved}, {clock.FieldPeriods, &s.Periods}, {clock.FieldMoves, &s.Moves}}
}

// kindFields are the fields that each time system has, besides carry.
var kindFields = map[clock.Kind][]clock.Field{
	clock.Absolute: {clock.FieldBase}, clock.Reserved: {clock.FieldBase, clock.FieldReserved, clock.FieldPeriod},
	clock.Periods: {clock.FieldBase, clock.FieldPeriods, clock.FieldPeriod}, clock.Canadian: {clock.FieldBase, clock.FieldMoves, clock.FieldBlock},
	clock.Fischer: {clock.FieldBase, clock.FieldIncrement, clock.FieldCap},
}

// clockInput is the name of a time field in the form, which is also its label's key.
func clockInput(f clock.Field) string { return "clock.field." + string(f) }

// regulationsForm fills the form's fields from regulations.
func (q *request) regulationsForm(name string, r *tournament.Regulations) url.Values {
	o := r.Options
	v := url.Values{
		"name": {name}, "edition": {string(r.Edition)}, "method": {string(r.Method)}, "rounds": {strconv.Itoa(r.Rounds)}, "lateMinutes": {strconv.Itoa(int(r.LateLimit() / time.Minute))}, "komi": {rules.QuarterText(r.Komi)},
		"colours": {coloursWord(r.Colours)}, "notes": {r.Notes}, "clock.kind": {string(r.Time.Kind)}, "tiebreaks": {o.Tiebreaks.Preset}, "chain": o.Tiebreaks.Chain(r.Method),
		"forbidden": {q.p.List(forbiddenWords(o.Forbidden))}, "dropAfterForfeits": {strconv.Itoa(o.DropAfterForfeits)}, "cycles": {strconv.Itoa(o.Cycles)}, "losses": {strconv.Itoa(o.Losses)},
		"avoidSameUnit": {o.AvoidSameUnit.Word}, "avoidRounds": {strconv.Itoa(max(2, o.AvoidSameUnit.N))},
		"handicap": {"none"}, "handicap.reduce": {"1"}, "handicap.max": {"9"}, "handicap.komi": {"0"},
	}
	for _, l := range lengths(&r.Time) {
		if *l.value > 0 {
			v.Set(clockInput(l.field), q.p.Duration(*l.value))
		}
	}
	for _, c := range counts(&r.Time) {
		v.Set(clockInput(c.field), positive(*c.value))
	}
	if r.Time.Carry {
		v.Set("clock.carry", "yes")
	}
	for _, f := range scoreFields(&o.Score) {
		v.Set(f.name, *f.value)
	}
	for _, c := range tournament.Choices {
		v.Set(c.Key, c.Get(&o))
	}
	for _, c := range tournament.GameChoices {
		v.Set(c.Key, c.Get(&r.Games))
	}
	v.Set("absenceReading", strconv.Itoa(r.Games.AbsenceReading))
	if o.AvoidSameUnit.Word == "" {
		v.Set("avoidSameUnit", "n")
	}
	if late := v.Get("lateMinutes"); late == "15" || late == "60" {
		v.Set("lateLimit", late)
	} else {
		v.Set("lateLimit", "other")
	}
	if h := o.Handicap; h.On {
		v.Set("handicap", "ranks")
		v.Set("handicap.reduce", strconv.Itoa(h.Reduce))
		v.Set("handicap.max", strconv.Itoa(h.Max))
		v.Set("handicap.komi", h.Komi)
	}
	return v
}

// forbiddenWords write pairs that must not meet, "3-8".
func forbiddenWords(pairs [][2]int) []string {
	var words []string
	for _, p := range pairs {
		words = append(words, strconv.Itoa(p[0])+"-"+strconv.Itoa(p[1]))
	}
	return words
}

// typed tells whether the form has a field; one that it lacks keeps its value.
func (q *request) typed(name string) bool { return q.PostForm.Has(name) }

// regulations reads the form of the regulations over those in force. Every field that is wrong is
// marked; the fault returned is about the first.
func (q *request) regulations() (tournament.Regulations, error) {
	reg := q.division.Reg
	if q.typed("edition") {
		reg.Edition = rules.Edition(q.PostFormValue("edition"))
	}
	if q.typed("method") {
		reg.Method = tournament.Method(q.PostFormValue("method"))
	}
	if q.typed("colours") {
		reg.Colours = tournament.Colours(q.PostFormValue("colours"))
		if q.PostFormValue("colours") == coloursWord(tournament.ByPairing) {
			reg.Colours = tournament.ByPairing
		}
	}
	if q.typed("notes") {
		reg.Notes = strings.TrimSpace(strings.ReplaceAll(q.PostFormValue("notes"), "\r\n", "\n"))
	}
	q.whole("rounds", 1, tournament.MaxRounds, &reg.Rounds)
	if q.typed("komi") {
		komi, err := rules.ParseQuarters(plainDigits(strings.TrimSpace(q.PostFormValue("komi"))))
		q.mark("komi", err)
		reg.Komi = komi
	}
	if q.typed("clock.kind") {
		reg.Time = q.timeSystem()
	}
	q.lateLimit(&reg)
	for _, c := range tournament.GameChoices {
		if word := q.PostFormValue(c.Key); word != "" {
			c.Set(&reg.Games, word)
		}
	}
	q.whole("absenceReading", 0, tournament.MostAbsence, &reg.Games.AbsenceReading)
	marked := len(q.markedIn)
	q.options(&reg.Options)
	if len(q.markedIn) == marked { // the options can be read: do they make sense together?
		q.markRegulations(reg.Options.Validate())
	}
	if len(q.markedIn) == 0 {
		q.markRegulations(reg.Validate())
	}
	return reg, q.firstMarked()
}

// faultFields says which field of the form a fault of the domain is about.
var faultFields = map[string]string{
	"fault.tournament.nameMissing": "name", "fault.tournament.name": "name", "fault.office.sameDivision": "name",
	"fault.tournament.edition": "edition", "fault.tournament.method": "method", "fault.tournament.methodAfterDraw": "method",
	"fault.tournament.rounds": "rounds", "fault.tournament.fewerRounds": "rounds", "fault.tournament.komi": "komi", "fault.tournament.coloursBy": "colours", "fault.tournament.lateLimit": "lateMinutes",
	"fault.tournament.tableAfterDraw": "table", "fault.tournament.notes": "notes", "fault.tournament.reason": "reason",
}

// regulationsField names the form's field that a fault is about; "" for one about the whole.
func regulationsField(err error) string {
	key := fault.KeyOf(err)
	switch named, _ := fault.ArgOf(err, "field").(string); {
	case key == "fault.tournament.scoreOrder" || key == "fault.tournament.scoreNegative":
		if named == "draw" {
			return "drawScore"
		}
		return named
	case key == "fault.tournament.optionValue":
		option, _ := fault.ArgOf(err, "option").(string)
		return option
	}
	return faultFields[key]
}

// markRegulations marks the field that a fault of the domain is about.
func (q *request) markRegulations(err error) {
	field := regulationsField(err)
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Key == "fault.tournament.scoreNegative" {
		said := *f
		said.Args = maps.Clone(f.Args)
		said.Args["field"] = label("score." + field)
		err = &said
	}
	if err != nil {
		q.mark(field, err)
	}
}

// draft is the change of the regulations that the form proposes.
func (q *request) draft() (tournament.Command, error) {
	if !q.actor.May(account.DraftRegulations) {
		return nil, q.refuse(account.DraftRegulations)
	}
	reg, err := q.regulations()
	name := q.division.Name
	if q.typed("name") {
		name = strings.TrimSpace(q.PostFormValue("name"))
	}
	if err == nil {
		err = q.freeName(name)
	}
	return tournament.DraftRegulations{Name: name, Regulations: reg}, err
}

// approve puts the draft in force, unless another division has taken its name meanwhile.
func (q *request) approve() (tournament.Command, error) {
	if q.division.Draft == nil || !q.actor.May(account.ApproveRegulations) {
		return tournament.ApproveRegulations{}, nil
	}
	return tournament.ApproveRegulations{}, q.freeName(q.division.Draft.Name)
}

// freeName refuses a name that another division of the tournament has.
// Fault: conflict "fault.office.sameDivision".
func (q *request) freeName(name string) error {
	rows, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.ID != q.division.ID && row.Title == name {
			return fault.New(fault.Conflict, "fault.office.sameDivision", fault.Args{"name": name})
		}
	}
	return nil
}

// regulationsAgain shows the form again, with the refusal at its field.
func (q *request) regulationsAgain(status int, failure error) error {
	if len(q.markedIn) == 0 && regulationsField(failure) != "" {
		q.markRegulations(failure)
		failure = q.firstMarked()
	}
	return q.showRegulations(status, failure)
}

// whole reads a whole number into a field of the regulations when the form has it.
func (q *request) whole(name string, least, most int, to *int) bool {
	if !q.typed(name) {
		return false
	}
	n, err := q.number(name, least, most)
	q.mark(name, err)
	*to = n
	return err == nil
}

// lateLimit reads how late a player may come: one of the two limits of the rules (D22.1, D22.2), or
// another in minutes.
func (q *request) lateLimit(reg *tournament.Regulations) {
	was := int(reg.LateLimit() / time.Minute)
	late := was
	switch choice := q.PostFormValue("lateLimit"); choice {
	case "15", "60":
		late, _ = strconv.Atoi(choice)
	default:
		if !q.whole("lateMinutes", 1, tournament.MostLate, &late) {
			return
		}
	}
	if late != was {
		reg.LateMinutes = late
	}
}

// timeSystem reads the fields of the chosen kind.
func (q *request) timeSystem() clock.System {
	s := clock.System{Kind: clock.Kind(q.PostFormValue("clock.kind"))}
	used := kindFields[s.Kind]
	marked := false
	for _, l := range lengths(&s) {
		if !slices.Contains(used, l.field) {
			continue
		}
		d, err := clock.ParseDuration(q.PostFormValue(clockInput(l.field)), l.bare)
		q.mark(clockInput(l.field), err)
		marked = marked || err != nil
		*l.value = d
	}
	for _, c := range counts(&s) {
		if !slices.Contains(used, c.field) {
			continue
		}
		n, err := q.optional(clockInput(c.field), 1000)
		q.mark(clockInput(c.field), err)
		marked = marked || err != nil
		*c.value = n
	}
	s.Carry = s.Kind == clock.Canadian && q.PostFormValue("clock.carry") != ""
	if err := s.Validate(); err != nil && !marked {
		q.mark(clockFault(err), err)
	}
	return s
}

// clockFault names the form's field that a system's fault is about.
func clockFault(err error) string {
	if f, ok := fault.ArgOf(err, "field").(clock.Field); ok {
		return clockInput(f)
	}
	return "clock.kind"
}

func (q *request) options(o *tournament.Options) {
	for _, c := range tournament.Choices {
		if v := q.PostFormValue(c.Key); v != "" {
			c.Set(o, v)
		}
	}
	if q.typed("tiebreaks") {
		o.Tiebreaks = tournament.Tiebreaks{Preset: q.PostFormValue("tiebreaks")}
		if o.Tiebreaks.Preset == "" {
			o.Tiebreaks.Keys = q.PostForm["chain"]
			if len(o.Tiebreaks.Keys) == 0 {
				q.mark("chain", fault.New(fault.Invalid, "fault.web.noChain", nil))
			}
		}
	}
	for _, f := range scoreFields(&o.Score) {
		if !q.typed(f.name) {
			continue
		}
		*f.value = plainDigits(strings.TrimSpace(q.PostFormValue(f.name)))
		if _, err := standing.ParseRat(*f.value); err != nil {
			q.mark(f.name, fault.New(fault.Invalid, "fault.web.score", fault.Args{"field": label("score." + f.key), "value": *f.value}))
		}
	}
	if q.typed("avoidSameUnit") {
		o.AvoidSameUnit = tournament.Rounds{Word: q.PostFormValue("avoidSameUnit")}
		if o.AvoidSameUnit.Word == "n" {
			o.AvoidSameUnit = tournament.Rounds{}
			q.whole("avoidRounds", 0, tournament.MaxRounds, &o.AvoidSameUnit.N)
		}
	}
	if q.typed("forbidden") {
		pairs, err := readForbidden(q.PostFormValue("forbidden"))
		q.mark("forbidden", err)
		o.Forbidden = pairs
	}
	q.whole("dropAfterForfeits", 0, tournament.MaxRounds, &o.DropAfterForfeits)
	q.whole("cycles", 1, 8, &o.Cycles)
	q.whole("losses", 1, tournament.MaxRounds, &o.Losses)
	if q.typed("handicap") {
		o.Handicap = q.handicap()
	}
}

func (q *request) handicap() tournament.Handicap {
	if q.PostFormValue("handicap") == "none" {
		return tournament.Handicap{}
	}
	h := tournament.Handicap{On: true, Komi: plainDigits(strings.TrimSpace(q.PostFormValue("handicap.komi")))}
	q.whole("handicap.reduce", 0, 40, &h.Reduce)
	q.whole("handicap.max", 1, 25, &h.Max)
	_, err := rules.ParseQuarters(h.Komi)
	q.mark("handicap.komi", err)
	return h
}

func fields(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r == ',' || r == '，' || r == ' ' || r == '、' || r == '　' || r == '\n' || r == '\r'
	})
}

func readForbidden(text string) ([][2]int, error) {
	pairs := [][2]int{}
	for _, word := range fields(plainDigits(text)) {
		a, b, _ := strings.Cut(strings.ReplaceAll(word, "–", "-"), "-")
		x, err1 := strconv.Atoi(a)
		y, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil || x == y || min(x, y) < 1 || max(x, y) > tournament.MaxEntries {
			return nil, fault.New(fault.Invalid, "fault.web.forbidden", fault.Args{"value": word})
		}
		pairs = append(pairs, [2]int{x, y})
	}
	return pairs, nil
}

func (q *request) regulationsPage() error { return q.showRegulations(http.StatusOK, nil) }

// showRegulations shows what is in force, a draft against it, and to who may draft the form: as it
// was typed when it comes back, else with the draft or what is in force.
func (q *request) showRegulations(status int, failure error) error {
	d := q.division
	data := map[string]any{"Now": relevant(q.say(d.Name, &d.Reg), d.Reg.Method), "Draft": d.Draft}
	name, reg := d.Name, d.Reg
	if d.Draft != nil {
		data["Changes"] = q.compare(d.Name, &d.Reg, d.Draft.Name, &d.Draft.Regulations)
		name, reg = d.Draft.Name, d.Draft.Regulations
	}
	v := q.regulationsForm(name, &reg)
	if q.PostForm.Has("edition") {
		v = q.PostForm
		if read, err := q.regulations(); err == nil && read.Validate() == nil {
			data["Typed"] = q.compare(d.Name, &d.Reg, v.Get("name"), &read)
		}
	}
	return q.showRegulationsForm(status, failure, v, data)
}

func (q *request) showRegulationsForm(status int, failure error, v url.Values, data map[string]any) error {
	method := tournament.Method(v.Get("method"))
	chain := knownKeys(v["chain"])
	presets := map[string]string{}
	for _, name := range tournament.TiebreakPresets {
		keys := tournament.Tiebreaks{Preset: name}.Chain(method)
		presets[name] = strings.Join(keys, " ")
		if name == v.Get("tiebreaks") {
			chain = keys
		}
	}
	choices := map[string][]tournament.Choice{}
	for _, c := range tournament.Choices {
		head := string(optionSections[c.Key])
		choices[head] = append(choices[head], c)
	}
	var clockFields []clock.Field
	for _, kind := range clock.Kinds {
		for _, f := range kindFields[kind] {
			if !slices.Contains(clockFields, f) {
				clockFields = append(clockFields, f)
			}
		}
	}
	for key, value := range map[string]any{
		"V": v, "Chain": chain, "Choices": choices, "GameChoices": tournament.GameChoices, "Presets": tournament.TiebreakPresets, "PresetKeys": presets, "Editions": rules.Editions,
		"Keys": tournament.TiebreakKeys, "Kinds": clock.Kinds, "ClockFields": clockFields, "Begun": q.division.Begun(),
		"Methods": []tournament.Method{tournament.Swiss, tournament.RoundRobin}, "Avoid": []string{"first", "never", "always", "n"},
	} {
		data[key] = value
	}
	return q.show("regulations", "regulations", status, failure, data)
}

// regulationsLook shows the form again with what a button of it does: the order of the ranking
// changed, an edition's presets filled in, or the changes listed. Nothing is kept, so the form works
// without scripts.
func (q *request) regulationsLook() error {
	if !q.actor.May(account.DraftRegulations) {
		return q.refuse(account.DraftRegulations)
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	v := q.PostForm
	if !v.Has("edition") {
		return fault.New(fault.Invalid, "fault.notFound", nil)
	}
	do, at, _ := strings.Cut(v.Get("do"), ".")
	switch do {
	case "preset":
		edition := rules.Edition(v.Get("edition"))
		if !edition.Known() {
			break
		}
		preset := tournament.DefaultOptions(string(edition))
		v.Set("komi", rules.QuarterText(edition.Data().Komi))
		v.Set("tiebreaks", preset.Tiebreaks.Preset)
		for _, c := range tournament.Choices {
			v.Set(c.Key, c.Get(&preset))
		}
		for _, f := range scoreFields(&preset.Score) {
			v.Set(f.name, *f.value)
		}
		for _, c := range tournament.GameChoices {
			v.Set(c.Key, c.Words[0])
		}
		v.Set("absenceReading", "0")
	case "up", "down", "remove", "add":
		i, err := strconv.Atoi(at)
		if err != nil {
			i = -1
		}
		v["chain"] = editChain(v["chain"], do, i, v.Get("add"))
		v.Set("tiebreaks", "")
	default:
		if _, err := q.regulations(); err != nil {
			return q.showRegulations(http.StatusUnprocessableEntity, err)
		}
	}
	return q.showRegulations(http.StatusOK, nil)
}

// knownKeys are those of a chain that mean something.
func knownKeys(chain []string) []string {
	return slices.DeleteFunc(slices.Clone(chain), func(k string) bool { return !slices.Contains(tournament.TiebreakKeys, k) })
}

// editChain moves, removes or adds a key; lots, which end every tie, stay last.
func editChain(chain []string, do string, i int, key string) []string {
	chain = knownKeys(chain)
	swap := func(a, b int) {
		if a >= 0 && b >= 0 && a < len(chain) && b < len(chain) {
			chain[a], chain[b] = chain[b], chain[a]
		}
	}
	switch do {
	case "up":
		swap(i, i-1)
	case "down":
		swap(i, i+1)
	case "remove":
		if i >= 0 && i < len(chain) {
			chain = slices.Delete(chain, i, i+1)
		}
	case "add":
		if slices.Contains(tournament.TiebreakKeys, key) && !slices.Contains(chain, key) {
			chain = append(chain, key)
		}
	}
	if at := slices.Index(chain, "lots"); at >= 0 {
		chain = append(slices.Delete(chain, at, at+1), "lots")
	}
	return chain
}
