package account_test

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
)

// TestTable states who may do what, row by row (roles; 2002 art. 30.1, 31.1).
func TestTable(t *testing.T) {
	want := map[account.Role]string{
		account.Organiser:      "approveRegulations checkIn decideAppeal editDivisions editEntries editTournament erasePerson manageOfficials postNotice viewOffice viewPrivate withdraw",
		account.ChiefReferee:   "amendRound assignReferees checkIn closeRound correctResult draftRegulations draw editEntries enterResult keepGames leadReferees logIncident pair postNotice publish publishRanking recordGames reopenRound startRound viewOffice viewPrivate withdraw",
		account.Deputy:         "amendRound assignReferees checkIn closeRound correctResult draw editEntries enterResult keepGames logIncident pair postNotice publish recordGames startRound viewOffice",
		account.PairingOfficer: "checkIn editEntries enterResult pair postNotice publish startRound viewOffice",
		account.Referee:        "checkIn enterResult keepGames logIncident recordGames viewOffice",
		account.Recorder:       "checkIn enterResult logIncident recordGames viewOffice",
	}
	user := account.User{ID: "u"}
	for role, abilities := range want {
		var may []string
		for _, a := range account.Abilities() {
			if account.May(user, []account.Role{role}, a) {
				may = append(may, string(a))
			}
		}
		if got := strings.Join(may, " "); got != abilities {
			t.Errorf("%s may: %s\nwant: %s", role, got, abilities)
		}
	}
}

// TestAdministrator: an administrator organises everywhere and rules nowhere without a role.
func TestAdministrator(t *testing.T) {
	admin := account.User{ID: "a", Admin: true}
	for _, a := range []account.Ability{account.CreateTournament, account.ManageUsers, account.EditDivisions, account.ApproveRegulations} {
		if !account.May(admin, nil, a) {
			t.Errorf("an administrator may not %s", a)
		}
	}
	for _, a := range []account.Ability{account.CloseRound, account.PublishRanking, account.EnterResult, account.Draw} {
		if account.May(admin, nil, a) {
			t.Errorf("an administrator without a role may %s", a)
		}
	}
	if account.May(account.User{ID: "a", Admin: true, Disabled: true}, account.Roles, account.ViewOffice) {
		t.Error("a disabled user may do nothing")
	}
	if slices.ContainsFunc(account.Abilities(), func(a account.Ability) bool { return account.May(account.User{}, account.Roles, a) }) {
		t.Error("nobody signed in may do nothing")
	}
}

func TestPassword(t *testing.T) {
	ctx := context.Background()
	hash, err := account.HashPassword(ctx, "long enough", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{"long enough": true, "Long enough": false, "": false} {
		if got, err := account.VerifyPassword(ctx, hash, password); got != want || err != nil {
			t.Errorf("%q: %v, %v", password, got, err)
		}
	}
	if ok, _ := account.VerifyPassword(ctx, "", "long enough"); ok {
		t.Error("an empty hash lets somebody in")
	}
	for _, c := range [][3]string{{"A", "x", "12345678"}, {"ok-login", "", "12345678"}, {"ok-login", "x", "short"}, {"ok-login1", "x", "ok-login1"}, {"空", "x", "12345678"}} {
		if account.CheckNew(c[0], c[1], c[2]) == nil {
			t.Errorf("%v was taken", c)
		}
	}
}

// TestLimiter: a burst, then one each interval; keys don't disturb each other.
func TestLimiter(t *testing.T) {
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	l := account.Limiter{Burst: 3, Every: 10 * time.Second}
	for range 3 {
		if ok, _ := l.Allow("a", now); !ok {
			t.Fatal("the burst isn't allowed")
		}
	}
	if ok, wait := l.Allow("a", now); ok || wait != 10*time.Second {
		t.Errorf("the fourth: %v, wait %v", ok, wait)
	}
	if ok, _ := l.Allow("b", now); !ok {
		t.Error("another key has to wait")
	}
	if ok, _ := l.Allow("a", now.Add(10*time.Second)); !ok {
		t.Error("no token after the interval")
	}
	if ok, _ := l.Allow("b", now.Add(-time.Hour)); !ok {
		t.Error("a clock that was set back shuts everybody out")
	}
}

func TestSession(t *testing.T) {
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	s := account.Session{Created: now, LastSeen: now}
	if !s.Live(now.Add(13*24*time.Hour)) || s.Live(now.Add(15*24*time.Hour)) {
		t.Error("a session ends when it lies idle for two weeks")
	}
	token, hash, err := account.NewToken(rand.Reader)
	if err != nil || account.HashToken(token) != hash || len(token) < 40 {
		t.Errorf("token %q, hash %q, %v", token, hash, err)
	}
}
