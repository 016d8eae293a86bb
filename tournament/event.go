package tournament

import (
	"encoding/json"
	"time"

	"tianyuan/facts"
	"tianyuan/pairing"
	"tianyuan/rules"
)

// Event is a fact of a tournament's or a division's stream.
type Event = facts.Event

// The facts of a tournament's stream.
type (
	// TournamentCreated begins a tournament.
	TournamentCreated struct {
		Info Info `json:"info"`
	}
	// TournamentChanged replaces what the poster says.
	TournamentChanged struct {
		Info Info `json:"info"`
	}
)

// The facts of the whole hall, in a tournament's stream.
type (
	// NoticePosted shows a message to everybody.
	NoticePosted struct {
		ID       int    `json:"id"`
		Text     string `json:"text"`
		Division string `json:"division,omitempty"`
	}
	// NoticeRemoved takes it down.
	NoticeRemoved struct {
		ID int `json:"id"`
	}
	// RefereeAssigned gives a referee tables.
	RefereeAssigned struct {
		ID       int    `json:"id"`
		User     string `json:"user,omitempty"`
		Name     string `json:"name"`
		Division string `json:"division,omitempty"`
		From     int    `json:"from,omitempty"`
		To       int    `json:"to,omitempty"`
	}
	// RefereeReleased ends an assignment.
	RefereeReleased struct {
		ID int `json:"id"`
	}
	// DutyMarked ticks an item of the checklists.
	DutyMarked struct {
		Key  string `json:"key"`
		Done bool   `json:"done"`
	}
	// IncidentLogged is an entry of the referees' log.
	IncidentLogged struct {
		ID       int    `json:"id"`
		Division string `json:"division,omitempty"`
		Round    int    `json:"round,omitempty"`
		Table    int    `json:"table,omitempty"`
		// Edition and Case name the case of the referee law, Choice what was chosen in it.
		Edition rules.Edition     `json:"edition,omitempty"`
		Case    string            `json:"case,omitempty"`
		Choice  rules.Consequence `json:"choice,omitempty"`
		Article string            `json:"article,omitempty"`
		Text    string            `json:"text"`
	}
	// AppealLodged is a protest.
	AppealLodged struct {
		ID   int    `json:"id"`
		By   string `json:"by"`
		Text string `json:"text"`
	}
	// AppealDecided is the committee's answer.
	AppealDecided struct {
		ID       int    `json:"id"`
		Decision string `json:"decision"` // "granted" or "refused"
		Answer   string `json:"answer"`
	}
	// RefereeCommented is the chief referee's comment on a referee.
	RefereeCommented struct {
		User string `json:"user"`
		Name string `json:"name"`
		Text string `json:"text"`
	}
	// ClockSeated gives the clock of a table to a device, known by a digest.
	ClockSeated struct {
		Table  int    `json:"table"`
		Device string `json:"device"`
	}
	// ClockReleased takes it away again.
	ClockReleased struct {
		Table int `json:"table"`
	}
	// ClockCodesRenewed makes the codes of all tables and all seats void.
	ClockCodesRenewed struct {
		Generation int `json:"generation"`
	}
	// Announced is the final announcement.
	Announced struct {
		Text string `json:"text"`
	}
)

// The facts of a division's stream.
type (
	// DivisionCreated begins a division, with every option's value written out.
	DivisionCreated struct {
		Tournament  string      `json:"tournament"`
		Name        string      `json:"name"`
		Regulations Regulations `json:"regulations"`
	}
	// DivisionHidden takes a division that was made by mistake out of sight; the envelope says why.
	DivisionHidden struct{}
	// DivisionRestored brings it back.
	DivisionRestored struct{}
	// RegulationsDrafted is the chief referee's proposal (2002 art. 30.1, 1988 art. 31.1).
	RegulationsDrafted struct {
		Name        string      `json:"name"`
		Regulations Regulations `json:"regulations"`
	}
	// RegulationsApproved puts the draft in force by the organiser's consent.
	RegulationsApproved struct {
		Name        string      `json:"name"`
		Regulations Regulations `json:"regulations"`
	}
	// RegulationsRejected drops the draft.
	RegulationsRejected struct{}
	// EntriesAdded is one act: a form, or a whole file.
	EntriesAdded struct {
		Source  string  `json:"source"` // "form" or the file's name
		Entries []Entry `json:"entries"`
		// Moved is the division that the player came from; "" for a new entry.
		Moved string `json:"moved,omitempty"`
	}
	// EntryChanged replaces one entry's facts.
	EntryChanged struct {
		Entry Entry `json:"entry"`
	}
	// EntryRemoved takes an entry out before the draw.
	EntryRemoved struct {
		ID int `json:"id"`
	}
	// PersonErased puts a pseudonym in place of a person, here and in all events before.
	PersonErased struct {
		ID        int    `json:"id"`
		Pseudonym string `json:"pseudonym"`
	}
	// DrawMade gives the pairing numbers: Numbers[i] is the id of the entry with number i+1.
	DrawMade struct {
		How      string     `json:"how"` // "lot", "rating" or "given"
		Seed     string     `json:"seed,omitempty"`
		Numbers  []int      `json:"numbers"`
		Schedule [][][2]int `json:"schedule,omitempty"`
	}
	// AbsenceNoted says that a player won't come to a round.
	AbsenceNoted struct {
		No    int `json:"no"`
		Round int `json:"round"`
	}
	// AbsenceCancelled takes that back.
	AbsenceCancelled struct {
		No    int `json:"no"`
		Round int `json:"round"`
	}
	// PlayerWithdrawn ends a player's part (E28/29, 2002 art. 28, 1988 art. 29).
	PlayerWithdrawn struct {
		No    int `json:"no"`
		After int `json:"after"`
	}
	// WithdrawalCancelled lets a player in again from the next round on.
	WithdrawalCancelled struct {
		No int `json:"no"`
	}
	// RoundPrepared holds a proposal with all its pairs.
	RoundPrepared struct {
		Round  int          `json:"round"`
		Seed   string       `json:"seed"`
		Pairs  []Pair       `json:"pairs"`
		Byes   []int        `json:"byes,omitempty"`
		Absent []int        `json:"absent,omitempty"`
		Cost   pairing.Cost `json:"cost"`
	}
	// PairsChanged holds the pairs after a change by hand, and what it costs.
	PairsChanged struct {
		Round  int          `json:"round"`
		Pairs  []Pair       `json:"pairs"`
		Byes   []int        `json:"byes,omitempty"`
		Before pairing.Cost `json:"before"`
		After  pairing.Cost `json:"after"`
	}
	// RoundDiscarded drops a proposal that wasn't published.
	RoundDiscarded struct {
		Round int `json:"round"`
	}
	// RoundChecked says who looked the pairs through.
	RoundChecked struct {
		Round int `json:"round"`
	}
	// RoundPublished makes the pairs official; it holds them all.
	RoundPublished struct {
		Round   int    `json:"round"`
		Version int    `json:"version"`
		Pairs   []Pair `json:"pairs"`
		Byes    []int  `json:"byes,omitempty"`
		Absent  []int  `json:"absent,omitempty"`
		// StartsAt is when the round is planned to start; zero when nothing is planned.
		StartsAt time.Time `json:"startsAt,omitzero"`
	}
	// StartPlanned changes when a published round is planned to start; zero takes the plan back.
	StartPlanned struct {
		Round    int       `json:"round"`
		StartsAt time.Time `json:"startsAt,omitzero"`
	}
	// RoundUnpublished takes a publication back before the start.
	RoundUnpublished struct {
		Round   int `json:"round"`
		Version int `json:"version"`
	}
	// RoundStarted records the start; its time is the event's.
	RoundStarted struct {
		Round int `json:"round"`
	}
	// ColoursDrawn is what a nigiri at a table gave: the number of who has Black (C10, 2002 art. 10).
	ColoursDrawn struct {
		Round int `json:"round"`
		Table int `json:"table"`
		Black int `json:"black"`
	}
	// ResultEntered is a table's first result.
	ResultEntered struct {
		Round   int           `json:"round"`
		Table   int           `json:"table"`
		Outcome rules.Outcome `json:"outcome"`
		WarnB   int           `json:"warnB,omitempty"`
		WarnW   int           `json:"warnW,omitempty"`
		// Black is the number of who had Black, where the nigiri came in with the result. The rest
		// is by the colours after it.
		Black int `json:"black,omitempty"`
	}
	// ResultCorrected replaces a result; the envelope holds the reason.
	ResultCorrected struct {
		Round       int           `json:"round"`
		Table       int           `json:"table"`
		Before      rules.Outcome `json:"before"`
		BeforeWarnB int           `json:"beforeWarnB,omitempty"`
		BeforeWarnW int           `json:"beforeWarnW,omitempty"`
		Outcome     rules.Outcome `json:"outcome"`
		WarnB       int           `json:"warnB,omitempty"`
		WarnW       int           `json:"warnW,omitempty"`
		// Black is the number of who had Black, where the correction gives the colours; Before is by
		// those that stood, the rest by the new ones.
		Black int `json:"black,omitempty"`
		// Affected are the numbers whose standing moved, when a later round was published already.
		Affected []int `json:"affected,omitempty"`
	}
	// WarningsNoted says how many warnings both sides have in a game that has no result yet (D24).
	WarningsNoted struct {
		Round int `json:"round"`
		Table int `json:"table"`
		WarnB int `json:"warnB"`
		WarnW int `json:"warnW"`
	}
	// ResultTakenBack empties a table again while its round is open.
	ResultTakenBack struct {
		Round  int           `json:"round"`
		Table  int           `json:"table"`
		Before rules.Outcome `json:"before"`
	}
	// ResultDisputed keeps what a second official entered at a table that had another result; the
	// result stays as it is until it is corrected or taken back.
	ResultDisputed struct {
		Round   int           `json:"round"`
		Table   int           `json:"table"`
		Outcome rules.Outcome `json:"outcome"`
		WarnB   int           `json:"warnB,omitempty"`
		WarnW   int           `json:"warnW,omitempty"`
		// Stands is the result that the table had.
		Stands rules.Outcome `json:"stands"`
	}
	// SeatingSet says which table numbers are the division's from now on.
	SeatingSet struct {
		Seating Seating `json:"seating"`
	}
	// PairsAmended is a change of published pairs; it holds the whole round as it is after it.
	PairsAmended struct {
		Round   int    `json:"round"`
		Kind    string `json:"kind"`
		Pairs   []Pair `json:"pairs"`
		Byes    []int  `json:"byes,omitempty"`
		Absent  []int  `json:"absent,omitempty"`
		NoShows []int  `json:"noShows,omitempty"`
		// Tables and Players are those that it touches.
		Tables  []int `json:"tables,omitempty"`
		Players []int `json:"players,omitempty"`
	}
	// CheckedIn says who reported, or that it was taken back.
	CheckedIn struct {
		IDs     []int `json:"ids"`
		Present bool  `json:"present"`
	}
	// SeatsSeen says who is missing at a table.
	SeatsSeen struct {
		Round int `json:"round"`
		Table int `json:"table"`
		Seats
	}
	// ResultClaimed is a player's own entry; it counts for nothing by itself.
	ResultClaimed struct {
		Round   int           `json:"round"`
		Table   int           `json:"table"`
		Side    string        `json:"side"` // "B" or "W"
		Outcome rules.Outcome `json:"outcome"`
		Device  string        `json:"device,omitempty"`
		// Black is the number of who had Black, as the player says where the nigiri isn't entered;
		// Side and Outcome are by the places of the list.
		Black int `json:"black,omitempty"`
	}
	// RoundReopened takes the signature under the last closed round back.
	RoundReopened struct {
		Round int `json:"round"`
	}
	// RoundClosed is signed by the chief referee.
	RoundClosed struct {
		Round int `json:"round"`
	}
	// TieDecided orders tied players by play-off or lots (E27, 2002 art. 27).
	TieDecided struct {
		How  string `json:"how"` // "lots" or "playoff"
		Seed string `json:"seed,omitempty"`
		// Order is the order of everybody whose tie was decided so far, best first.
		Order []int `json:"order"`
		// Numbers are the players of this decision, in their new order.
		Numbers []int `json:"numbers,omitempty"`
	}
	// RankingPublished holds the ranking as signed (2002 art. 30, 1988 art. 31).
	RankingPublished struct {
		Round int        `json:"round"`
		Rows  []FinalRow `json:"rows"`
	}
	// RankingWithdrawn takes a published ranking back.
	RankingWithdrawn struct{}
)

// EventType implements Event.
func (TournamentCreated) EventType() string   { return "tournament.created" }
func (TournamentChanged) EventType() string   { return "tournament.changed" }
func (NoticePosted) EventType() string        { return "notice.posted" }
func (NoticeRemoved) EventType() string       { return "notice.removed" }
func (RefereeAssigned) EventType() string     { return "referee.assigned" }
func (RefereeReleased) EventType() string     { return "referee.released" }
func (DutyMarked) EventType() string          { return "duty.marked" }
func (IncidentLogged) EventType() string      { return "incident.logged" }
func (AppealLodged) EventType() string        { return "appeal.lodged" }
func (AppealDecided) EventType() string       { return "appeal.decided" }
func (RefereeCommented) EventType() string    { return "referee.commented" }
func (Announced) EventType() string           { return "announcement.made" }
func (ClockSeated) EventType() string         { return "clock.seated" }
func (ClockReleased) EventType() string       { return "clock.released" }
func (ClockCodesRenewed) EventType() string   { return "clock.renewed" }
func (DivisionCreated) EventType() string     { return "division.created" }
func (DivisionHidden) EventType() string      { return "division.hidden" }
func (DivisionRestored) EventType() string    { return "division.restored" }
func (RegulationsDrafted) EventType() string  { return "regulations.drafted" }
func (RegulationsApproved) EventType() string { return "regulations.approved" }
func (RegulationsRejected) EventType() string { return "regulations.rejected" }
func (EntriesAdded) EventType() string        { return "entries.added" }
func (EntryChanged) EventType() string        { return "entry.changed" }
func (EntryRemoved) EventType() string        { return "entry.removed" }
func (PersonErased) EventType() string        { return "person.erased" }
func (DrawMade) EventType() string            { return "draw.made" }
func (AbsenceNoted) EventType() string        { return "absence.noted" }
func (AbsenceCancelled) EventType() string    { return "absence.cancelled" }
func (PlayerWithdrawn) EventType() string     { return "player.withdrawn" }
func (WithdrawalCancelled) EventType() string { return "withdrawal.cancelled" }
func (RoundPrepared) EventType() string       { return "round.prepared" }
func (PairsChanged) EventType() string        { return "pairs.changed" }
func (RoundDiscarded) EventType() string      { return "round.discarded" }
func (RoundChecked) EventType() string        { return "round.checked" }
func (RoundPublished) EventType() string      { return "round.published" }
func (StartPlanned) EventType() string        { return "start.planned" }
func (RoundUnpublished) EventType() string    { return "round.unpublished" }
func (RoundStarted) EventType() string        { return "round.started" }
func (ColoursDrawn) EventType() string        { return "colours.drawn" }
func (ResultEntered) EventType() string       { return "result.entered" }
func (ResultCorrected) EventType() string     { return "result.corrected" }
func (WarningsNoted) EventType() string       { return "warnings.noted" }
func (ResultTakenBack) EventType() string     { return "result.takenBack" }
func (ResultDisputed) EventType() string      { return "result.disputed" }
func (SeatingSet) EventType() string          { return "seating.set" }
func (PairsAmended) EventType() string        { return "pairs.amended" }
func (CheckedIn) EventType() string           { return "player.checkedIn" }
func (SeatsSeen) EventType() string           { return "seats.seen" }
func (ResultClaimed) EventType() string       { return "result.claimed" }
func (RoundReopened) EventType() string       { return "round.reopened" }
func (RoundClosed) EventType() string         { return "round.closed" }
func (TieDecided) EventType() string          { return "tie.decided" }
func (RankingPublished) EventType() string    { return "ranking.published" }
func (RankingWithdrawn) EventType() string    { return "ranking.withdrawn" }

// registry knows the types of the facts, and the way up from older ones.
var registry = facts.NewRegistry("fault.tournament.unknownEvent", "fault.tournament.brokenEvent")

func init() {
	facts.Register[TournamentCreated](registry)
	facts.Register[TournamentChanged](registry)
	facts.Register[NoticePosted](registry)
	facts.Register[NoticeRemoved](registry)
	facts.Register[RefereeAssigned](registry)
	facts.Register[RefereeReleased](registry)
	facts.Register[DutyMarked](registry)
	facts.Register[IncidentLogged](registry)
	facts.Register[AppealLodged](registry)
	facts.Register[AppealDecided](registry)
	facts.Register[RefereeCommented](registry)
	facts.Register[Announced](registry)
	facts.Register[ClockSeated](registry)
	facts.Register[ClockReleased](registry)
	facts.Register[ClockCodesRenewed](registry)
	facts.Register[DivisionCreated](registry)
	facts.Register[DivisionHidden](registry)
	facts.Register[DivisionRestored](registry)
	facts.Register[RegulationsDrafted](registry)
	facts.Register[RegulationsApproved](registry)
	facts.Register[RegulationsRejected](registry)
	facts.Register[EntriesAdded](registry)
	facts.Register[EntryChanged](registry)
	facts.Register[EntryRemoved](registry)
	facts.Register[PersonErased](registry)
	facts.Register[DrawMade](registry)
	facts.Register[AbsenceNoted](registry)
	facts.Register[AbsenceCancelled](registry)
	facts.Register[PlayerWithdrawn](registry)
	facts.Register[WithdrawalCancelled](registry)
	facts.Register[RoundPrepared](registry)
	facts.Register[PairsChanged](registry)
	facts.Register[RoundDiscarded](registry)
	facts.Register[RoundChecked](registry)
	facts.Register[RoundPublished](registry)
	facts.Register[StartPlanned](registry)
	facts.Register[RoundUnpublished](registry)
	facts.Register[RoundStarted](registry)
	facts.Register[ColoursDrawn](registry)
	facts.Register[ResultEntered](registry)
	facts.Register[ResultCorrected](registry)
	facts.Register[WarningsNoted](registry)
	facts.Register[ResultTakenBack](registry)
	facts.Register[ResultDisputed](registry)
	facts.Register[SeatingSet](registry)
	facts.Register[PairsAmended](registry)
	facts.Register[CheckedIn](registry)
	facts.Register[SeatsSeen](registry)
	facts.Register[ResultClaimed](registry)
	facts.Register[RoundReopened](registry)
	facts.Register[RoundClosed](registry)
	facts.Register[TieDecided](registry)
	facts.Register[RankingPublished](registry)
	facts.Register[RankingWithdrawn](registry)
}

// Recorded is an event with what its envelope says.
type Recorded = facts.Recorded

// Decode reads an event's body, and one of an older type as the type that took its place.
// Faults: newer "fault.tournament.unknownEvent" for a type that this version doesn't know: the
// stream can then be read no further and not be written; internal "fault.tournament.brokenEvent".
func Decode(eventType string, body json.RawMessage) (Event, error) {
	return registry.Decode(eventType, body)
}
