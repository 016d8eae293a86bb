package tournament

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/jsonfile"
	"tianyuan/rules"
)

// FileFormat is what a division file calls itself (docs/contract.md).
const FileFormat = "tianyuan.division/1"

// File is a division file: one JSON document, written by hand or exported.
type File struct {
	Format      string           `json:"format"`
	Name        string           `json:"name"`
	Edition     rules.Edition    `json:"edition"`
	Method      Method           `json:"method"`
	Rounds      int              `json:"rounds"`
	Komi        string           `json:"komi,omitempty"` // in 子; the edition's when missing
	Time        *clock.System    `json:"time,omitempty"`
	Options     json.RawMessage  `json:"options,omitempty"`
	Entries     []FileEntry      `json:"entries"`
	Results     []FileResult     `json:"results,omitempty"`
	Byes        []FileBye        `json:"byes,omitempty"`
	Absences    []FileBye        `json:"absences,omitempty"`
	Withdrawals []FileWithdrawal `json:"withdrawals,omitempty"`
	// Known to the format, refused by this version because their methods aren't built.
	Stages  json.RawMessage `json:"stages,omitempty"`
	Team    json.RawMessage `json:"team,omitempty"`
	Teams   json.RawMessage `json:"teams,omitempty"`
	Lineups json.RawMessage `json:"lineups,omitempty"`
	// Lots is the order drawn among tied players, best first; it is used when the chain ends in "lots".
	Lots []int `json:"lots,omitempty"`
}

// FileEntry is one player of a division file.
type FileEntry struct {
	No         int    `json:"no"`
	Name       string `json:"name"`
	Unit       string `json:"unit,omitempty"`
	Rank       string `json:"rank,omitempty"`
	Rating     int    `json:"rating,omitempty"`
	Birth      string `json:"birth,omitempty"`
	Sex        string `json:"sex,omitempty"`
	Seed       int    `json:"seed,omitempty"`
	Team       int    `json:"team,omitempty"`
	From       int    `json:"from,omitempty"`
	FixedTable int    `json:"fixedTable,omitempty"`
}

// FileResult is one game of a division file.
type FileResult struct {
	Round    int           `json:"round"`
	Table    int           `json:"table"`
	Black    int           `json:"black"`
	White    int           `json:"white"`
	Result   string        `json:"result"`
	Lot      string        `json:"lot,omitempty"`
	Warnings *FileWarnings `json:"warnings,omitempty"`
	Stage    int           `json:"stage,omitempty"`
	Match    int           `json:"match,omitempty"`
	Board    int           `json:"board,omitempty"`
	outcome  rules.Outcome
}

// FileWarnings counts the warnings of a game.
type FileWarnings struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// FileBye is a round without a game for a player: a bye or an announced absence.
type FileBye struct {
	Round int `json:"round"`
	No    int `json:"no"`
	Stage int `json:"stage,omitempty"`
}

// FileWithdrawal says after which round a player left; 0 = before the start.
type FileWithdrawal struct {
	No    int `json:"no"`
	After int `json:"after"`
}

// maxFile bounds a division file, in bytes.
const maxFile = 64 << 20

// ReadFile reads a division file strictly: an unknown key or value is refused by name, with its line.
// What is merely wrong between the lines (a rematch, an unknown player) is left to Check; what makes
// the state senseless is refused here.
func ReadFile(r io.Reader) (*File, error) {
	data, err := jsonfile.Read(r, maxFile)
	if err != nil {
		return nil, err
	}
	return ParseFile(data)
}

// ParseFile is ReadFile on bytes.
func ParseFile(data []byte) (*File, error) {
	data, err := jsonfile.Text(data, maxFile)
	if err != nil {
		return nil, err
	}
	f := &File{Results: make([]FileResult, 0, results(data))}
	if err := jsonfile.Decode(data, f); err != nil {
		return nil, err
	}
	return f, f.validate(data)
}

// results guesses how many games a file holds, so that room for them is made once: every game
// names its result, and takes at least 40 bytes.
func results(data []byte) int {
	return min(bytes.Count(data, []byte(`"result"`)), len(data)/40)
}

func (f *File) validate(whole []byte) error {
	if f.Format != FileFormat {
		return refuse("fault.file.format", fault.Args{"value": f.Format, "right": FileFormat})
	}
	for _, part := range []struct {
		name string
		raw  json.RawMessage
	}{{"stages", f.Stages}, {"team", f.Team}, {"teams", f.Teams}, {"lineups", f.Lineups}} {
		if part.raw != nil {
			return refuse("fault.file.notYet", fault.Args{"field": part.name})
		}
	}
	if slices.Contains(OtherMethods, f.Method) {
		return refuse("fault.file.notYet", fault.Args{"field": `"method": "` + string(f.Method) + `"`})
	}
	if len(f.Entries) > MaxEntries {
		return fault.New(fault.TooLarge, "fault.tournament.tooManyEntries", fault.Args{"most": MaxEntries})
	}
	for i := range f.Results {
		g := &f.Results[i]
		outcome, err := rules.ParseOutcome(g.Result, g.Lot)
		if err != nil {
			return fault.New(fault.Invalid, "fault.file.result", fault.Args{"index": i, "round": g.Round, "table": g.Table, "value": g.Result + g.Lot})
		}
		g.outcome = outcome
		if g.Round < 1 || g.Round > MaxRounds || g.Table < 0 || g.Table > MaxEntries {
			return refuse("fault.file.resultPlace", fault.Args{"index": i, "round": g.Round, "table": g.Table, "most": MaxRounds})
		}
		if w := g.Warnings; w != nil && (min(w.Black, w.White) < 0 || max(w.Black, w.White) > maxWarnings) {
			return refuse("fault.file.result", fault.Args{"index": i, "round": g.Round, "table": g.Table, "value": "warnings"})
		}
	}
	return f.validateRounds()
}

func (f *File) validateRounds() error {
	for _, list := range []struct {
		name   string
		rounds []FileBye
	}{{"byes", f.Byes}, {"absences", f.Absences}} {
		for i, b := range list.rounds {
			if b.Round < 1 || b.Round > MaxRounds {
				return refuse("fault.file.round", fault.Args{"list": list.name, "index": i, "round": b.Round, "most": MaxRounds})
			}
		}
	}
	for _, w := range f.Withdrawals {
		if w.After < 0 || w.After > MaxRounds {
			return refuse("fault.file.withdrawal", fault.Args{"no": w.No, "after": w.After})
		}
	}
	return nil
}

// Division builds the state that the file describes. Entries and games that contradict
// each other are kept for Check, as far as they make sense; entries must be sound.
func (f *File) Division() (*Division, error) {
	reg, err := f.regulations()
	if err != nil {
		return nil, err
	}
	d := &Division{Name: f.Name, Reg: reg, Drawn: true, How: "given", TieOrder: f.Lots,
		Absences: map[int][]int{}, Withdrawals: map[int]Withdrawal{}, nextID: 1}
	for i, e := range f.Entries {
		entry := Entry{
			ID: i + 1, No: e.No, Name: e.Name, Unit: e.Unit, Rank: e.Rank, Rating: e.Rating, Sex: sexOf(e.Sex), Birth: e.Birth,
			Seed: e.Seed, From: e.From, FixedTable: e.FixedTable,
		}
		if e.No < 1 || e.No > 10*MaxEntries {
			return nil, refuse("fault.file.entryNo", fault.Args{"index": i, "name": e.Name, "no": e.No})
		}
		if err := entry.check(); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "fault.file.entry", fault.Args{"index": i, "no": e.No, "reason": err})
		}
		d.Entries = append(d.Entries, entry)
	}
	d.nextID = len(d.Entries) + 1
	d.index()
	f.fillRounds(d)
	for _, w := range f.Withdrawals {
		d.Withdrawals[w.No] = Withdrawal{After: w.After}
	}
	for _, a := range f.Absences {
		d.Absences[a.Round] = append(d.Absences[a.Round], a.No)
	}
	return d, f.fillSchedule(d)
}

func sexOf(s string) string {
	switch strings.ToUpper(s) {
	case "男", "M", "MALE":
		return "M"
	case "女", "F", "FEMALE":
		return "F"
	}
	return s
}

// fillRounds makes a closed round of each round number up to the last with a game or bye.
func (f *File) fillRounds(d *Division) {
	last := 0
	for i := range f.Results {
		last = max(last, f.Results[i].Round)
	}
	for _, b := range f.Byes {
		last = max(last, b.Round)
	}
	perRound := make([]int, last+1)
	for i := range f.Results {
		perRound[f.Results[i].Round]++
	}
	d.Rounds = make([]Round, last)
	for i := range d.Rounds {
		d.Rounds[i] = Round{No: i + 1, Phase: Closed, Version: 1, Pairs: make([]Pair, 0, perRound[i+1]), Results: make(map[int]Result, perRound[i+1])}
	}
	for i := range f.Results {
		g := &f.Results[i]
		r := &d.Rounds[g.Round-1]
		table := g.Table
		if table == 0 {
			table = len(r.Pairs) + 1
		}
		result := Result{Outcome: g.outcome}
		if g.Warnings != nil {
			result.WarnB, result.WarnW = g.Warnings.Black, g.Warnings.White
		}
		r.Pairs = append(r.Pairs, Pair{Table: table, Black: g.Black, White: g.White, Komi: d.Reg.Komi})
		r.Results[table] = result
	}
	for _, b := range f.Byes {
		r := &d.Rounds[b.Round-1]
		r.Byes = append(r.Byes, b.No)
	}
}

// fillSchedule gives a round robin its table when the numbers are 1 to n without a gap.
func (f *File) fillSchedule(d *Division) error {
	if d.Reg.Method != RoundRobin || len(d.Entries) < 2 {
		return nil
	}
	for no := 1; no <= len(d.Entries); no++ {
		if d.Entry(no) == nil {
			return nil
		}
	}
	table, err := schedule(len(d.Entries), d.Reg.Options)
	if err != nil {
		return err
	}
	d.Schedule = table
	return nil
}

func (f *File) regulations() (Regulations, error) {
	reg := Regulations{Edition: f.Edition, Method: f.Method, Rounds: f.Rounds, Time: clock.System{Kind: clock.None}}
	if !reg.Edition.Known() {
		return reg, refuse("fault.tournament.edition", fault.Args{"value": string(f.Edition)})
	}
	reg.Komi = reg.Edition.Data().Komi
	if f.Komi != "" {
		q, err := rules.ParseQuarters(f.Komi)
		if err != nil {
			return reg, refuse("fault.tournament.komi", fault.Args{"value": f.Komi})
		}
		reg.Komi = q
	}
	if f.Time != nil {
		reg.Time = *f.Time
	}
	reg.Options = DefaultOptions(string(f.Edition))
	if f.Options != nil {
		if err := strictOptions(f.Options, &reg.Options); err != nil {
			return reg, err
		}
	}
	if reg.Method == RoundRobin && reg.Rounds == 0 {
		n := len(f.Entries)
		reg.Rounds = max(1, (n-1+n%2)*max(1, reg.Options.Cycles))
	}
	return reg, reg.Validate()
}

// strictOptions reads the options over the defaults; an unknown key is refused by its name.
func strictOptions(raw json.RawMessage, o *Options) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(o)
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return refuse("fault.tournament.unknownOption", fault.Args{"option": strings.Trim(key, `"`), "right": optionKeys()})
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return refuse("fault.tournament.optionType", fault.Args{"option": cmp.Or(kind.Field, "-"), "value": jsonfile.Given(kind), "right": jsonfile.Kind(kind.Type)})
	}
	return fault.Wrap(err, fault.Invalid, "fault.tournament.unknownOption", fault.Args{"option": "-", "right": optionKeys()})
}

// optionKeys are the keys of the options, as they stand in files.
func optionKeys() []string {
	t := reflect.TypeFor[Options]()
	keys := make([]string, t.NumField())
	for i := range keys {
		keys[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return keys
}

// NewFile writes a division as a file that others can read and that gives the same standings.
func NewFile(d *Division) (*File, error) {
	options, err := json.Marshal(d.Reg.Options)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	time := d.Reg.Time
	f := &File{
		Format: FileFormat, Name: d.Name, Edition: d.Reg.Edition, Method: d.Reg.Method, Rounds: d.PlannedRounds(),
		Komi: rules.QuarterText(d.Reg.Komi), Time: &time, Options: options, Entries: []FileEntry{}, Lots: d.TieOrder,
	}
	for _, e := range d.Entries {
		if e.No == 0 {
			continue
		}
		f.Entries = append(f.Entries, FileEntry{
			No: e.No, Name: e.Name, Unit: e.Unit, Rank: e.Rank, Rating: e.Rating, Birth: e.Birth, Sex: e.Sex,
			Seed: e.Seed, From: e.From, FixedTable: e.FixedTable,
		})
	}
	slices.SortFunc(f.Entries, func(a, b FileEntry) int { return a.No - b.No })
	for i := range d.Rounds {
		f.addRound(&d.Rounds[i])
	}
	for no, w := range d.Withdrawals {
		f.Withdrawals = append(f.Withdrawals, FileWithdrawal{No: no, After: w.After})
	}
	slices.SortFunc(f.Withdrawals, func(a, b FileWithdrawal) int { return a.No - b.No })
	for round, absent := range d.Absences {
		for _, no := range absent {
			f.Absences = append(f.Absences, FileBye{Round: round, No: no})
		}
	}
	slices.SortFunc(f.Absences, func(a, b FileBye) int { return cmp.Or(a.Round-b.Round, a.No-b.No) })
	return f, nil
}

func (f *File) addRound(r *Round) {
	if r.Version == 0 {
		return
	}
	for _, p := range r.Pairs {
		result, ok := r.Results[p.Table]
		if !ok {
			continue
		}
		text, lot := result.Outcome.Text()
		g := FileResult{Round: r.No, Table: p.Table, Black: p.Black, White: p.White, Result: text, Lot: lot}
		if result.WarnB+result.WarnW > 0 {
			g.Warnings = &FileWarnings{Black: result.WarnB, White: result.WarnW}
		}
		f.Results = append(f.Results, g)
	}
	for _, no := range r.Byes {
		f.Byes = append(f.Byes, FileBye{Round: r.No, No: no})
	}
}
