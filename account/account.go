// Package account holds users, their roles in a tournament, what a role may do, and the
// policy of passwords and sessions. It does no I/O.
package account

import (
	"slices"
	"time"
	"unicode/utf8"

	"tianyuan/fault"
)

// User is a person who can sign in. Public pages need no user.
type User struct {
	ID    string
	Login string
	Name  string
	// Hash is the password's argon2id hash in PHC form.
	Hash string
	// Admin may do what an organiser may in every tournament except see private facts, and looks after
	// users and copies.
	Admin    bool
	Disabled bool
	Created  time.Time
}

// Role is what a user does in one tournament (docs/roles).
type Role string

// The roles of officials.
const (
	Organiser      Role = "organiser"      // 主办方
	ChiefReferee   Role = "chiefReferee"   // 裁判长
	Deputy         Role = "deputy"         // 副裁判长
	Referee        Role = "referee"        // 裁判员
	PairingOfficer Role = "pairingOfficer" // 编排员
	Recorder       Role = "recorder"       // 记录员
)

// Roles lists the roles in the order in which they are shown.
var Roles = []Role{Organiser, ChiefReferee, Deputy, PairingOfficer, Referee, Recorder}

// Ability is one thing that a role may do.
type Ability string

// The abilities. Abilities without a tournament belong to administrators alone.
const (
	CreateTournament   Ability = "createTournament"
	ManageUsers        Ability = "manageUsers"
	EditTournament     Ability = "editTournament"
	EditDivisions      Ability = "editDivisions"
	ManageOfficials    Ability = "manageOfficials"
	ApproveRegulations Ability = "approveRegulations"
	DraftRegulations   Ability = "draftRegulations"
	EditEntries        Ability = "editEntries"
	ViewPrivate        Ability = "viewPrivate"
	ErasePerson        Ability = "erasePerson"
	Draw               Ability = "draw"
	Pair               Ability = "pair"
	Publish            Ability = "publish"
	StartRound         Ability = "startRound"
	EnterResult        Ability = "enterResult"
	CorrectResult      Ability = "correctResult"
	CloseRound         Ability = "closeRound"
	Withdraw           Ability = "withdraw"
	PublishRanking     Ability = "publishRanking"
	ViewOffice         Ability = "viewOffice"
	CheckIn            Ability = "checkIn"
	AmendRound         Ability = "amendRound"
	ReopenRound        Ability = "reopenRound"
	PostNotice         Ability = "postNotice"
	AssignReferees     Ability = "assignReferees"
	LeadReferees       Ability = "leadReferees" // dismiss, comment, tick the duties, announce
	LogIncident        Ability = "logIncident"
	DecideAppeal       Ability = "decideAppeal"
	// KeepGames: official acts on a game; RecordGames: its moves and presses.
	KeepGames   Ability = "keepGames"
	RecordGames Ability = "recordGames"
)

// holders is the one table of who may do what.
var holders = map[Ability][]Role{
	CreateTournament:   {},
	ManageUsers:        {},
	EditTournament:     {Organiser},
	EditDivisions:      {Organiser},
	ManageOfficials:    {Organiser},
	ApproveRegulations: {Organiser},
	DraftRegulations:   {ChiefReferee},
	EditEntries:        {Organiser, ChiefReferee, Deputy, PairingOfficer},
	ViewPrivate:        {Organiser, ChiefReferee},
	ErasePerson:        {Organiser},
	Draw:               {ChiefReferee, Deputy},
	Pair:               {ChiefReferee, Deputy, PairingOfficer},
	Publish:            {ChiefReferee, Deputy, PairingOfficer},
	StartRound:         {ChiefReferee, Deputy, PairingOfficer},
	EnterResult:        {ChiefReferee, Deputy, PairingOfficer, Referee, Recorder},
	CorrectResult:      {ChiefReferee, Deputy},
	CloseRound:         {ChiefReferee, Deputy},
	Withdraw:           {Organiser, ChiefReferee},
	PublishRanking:     {ChiefReferee},
	CheckIn:            {Organiser, ChiefReferee, Deputy, PairingOfficer, Referee, Recorder},
	AmendRound:         {ChiefReferee, Deputy},
	ReopenRound:        {ChiefReferee},
	PostNotice:         {Organiser, ChiefReferee, Deputy, PairingOfficer},
	AssignReferees:     {ChiefReferee, Deputy},
	LeadReferees:       {ChiefReferee},
	LogIncident:        {ChiefReferee, Deputy, Referee, Recorder},
	DecideAppeal:       {Organiser},
	KeepGames:          {ChiefReferee, Deputy, Referee},
	RecordGames:        {ChiefReferee, Deputy, Referee, Recorder},
	ViewOffice:         {Organiser, ChiefReferee, Deputy, PairingOfficer, Referee, Recorder},
}

// Abilities returns all abilities, in no special order, for tests of the whole table.
func Abilities() []Ability {
	var all []Ability
	for a := range holders {
		all = append(all, a)
	}
	slices.Sort(all)
	return all
}

// May tells whether a user with these roles in a tournament has an ability. An administrator
// acts as an organiser everywhere; to rule as a referee or to see private facts he needs the role
// like anybody else.
func May(u User, roles []Role, a Ability) bool {
	if u.ID == "" || u.Disabled {
		return false
	}
	if u.Admin && a != ViewPrivate && (len(holders[a]) == 0 || slices.Contains(holders[a], Organiser)) {
		return true
	}
	return slices.ContainsFunc(holders[a], func(r Role) bool { return slices.Contains(roles, r) })
}

// Who returns the first role that has an ability, to say whom to ask; "" = the administrator.
func Who(a Ability) Role {
	if len(holders[a]) == 0 {
		return ""
	}
	return holders[a][0]
}

// KnownRole tells whether a role is one of ours.
func KnownRole(r Role) bool { return slices.Contains(Roles, r) }

// CheckNew refuses a user's login, name or password that won't do, and says what will.
// Faults: invalid "fault.account.loginMissing", "fault.account.login", "fault.account.name", "fault.account.password".
func CheckNew(login, name, password string) error {
	if login == "" {
		return fault.New(fault.Invalid, "fault.account.loginMissing", nil)
	}
	if !plainLogin(login) {
		return fault.New(fault.Invalid, "fault.account.login", fault.Args{"value": login})
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > 40 {
		return fault.New(fault.Invalid, "fault.account.name", nil)
	}
	return CheckPassword(login, password)
}

// CheckPassword wants 8 to 200 characters other than the login.
func CheckPassword(login, password string) error {
	n := utf8.RuneCountInString(password)
	if n < 8 || n > 200 || password == login {
		return fault.New(fault.Invalid, "fault.account.password", nil)
	}
	return nil
}

func plainLogin(login string) bool {
	if len(login) < 2 || len(login) > 32 {
		return false
	}
	for _, r := range login {
		letter := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_'
		if !letter {
			return false
		}
	}
	return true
}
