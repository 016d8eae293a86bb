package main

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// demoID is the sample tournament's id: it is loaded once.
const demoID = "t-demo"

// demoPassword is that of the sample's accounts; they exist in a demo alone.
const demoPassword = "tianyuan-demo"

// loadDemo makes a running sample tournament with generated people: three rounds are played and
// the fourth is on; beside it a division is about to start and one waits for its draw.
func loadDemo(ctx context.Context, c *call, st *store.Store, off *office.Office) error {
	if _, err := off.Tournament(ctx, demoID); fault.CodeOf(err) != fault.NotFound {
		return err
	}
	if err := play(ctx, st, off, 42, 4, true); err != nil {
		return err
	}
	fmt.Fprintln(c.out, c.printer.T("cli.demo", fault.Args{"password": demoPassword}))
	return nil
}

// play makes the sample with so many players and rounds; open = the last round is still on.
func play(ctx context.Context, st *store.Store, off *office.Office, players, rounds int, open bool) error {
	d := demo{ctx: ctx, st: st, off: off, random: mathrand.New(mathrand.NewPCG(2026, 1128))}
	if err := d.people(); err != nil {
		return err
	}
	if err := d.tournament(players, rounds, open); err != nil || !open {
		return err
	}
	return d.besides()
}

type demo struct {
	ctx    context.Context
	st     *store.Store
	off    *office.Office
	random *mathrand.Rand
	admin  office.Actor
	chief  office.Actor
}

func (d *demo) people() error {
	hash, err := account.HashPassword(d.ctx, demoPassword, rand.Reader)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		login, name string
		role        account.Role
	}{{"demo", "示例管理员", ""}, {"chief", "示例裁判长", account.ChiefReferee}, {"pairs", "示例编排员", account.PairingOfficer}} {
		u := account.User{ID: "u-" + p.login, Login: p.login, Name: p.name, Hash: hash, Admin: p.role == "", Created: time.Now()}
		if err := d.st.PutUser(d.ctx, u); err != nil {
			return err
		}
		if p.role == "" {
			d.admin = office.Actor{User: u}
			continue
		}
		if p.role == account.ChiefReferee {
			d.chief = office.Actor{User: u, Roles: []account.Role{p.role}}
		}
		if err := d.st.PutGrant(d.ctx, store.Grant{Tournament: demoID, UserID: u.ID, Role: p.role}); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) tournament(players, rounds int, open bool) error {
	today := time.Now()
	info := tournament.Info{Name: "天元示例公开赛", Venue: "示例体育馆", Starts: today.Format(time.DateOnly), Ends: today.AddDate(0, 0, 1).Format(time.DateOnly), Organiser: "示例围棋协会", Public: true}
	if err := d.off.CreateTournament(d.ctx, d.admin, demoID, "", info); err != nil {
		return err
	}
	const id = "d-demo"
	reg := tournament.Regulations{
		Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 7, Komi: rules.Edition2002.Data().Komi,
		Time:    clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 3, Period: time.Minute},
		Options: tournament.DefaultOptions("2002"),
	}
	reg.Options.Tiebreaks = tournament.Tiebreaks{Preset: "yunbisai"}
	if _, err := d.off.CreateDivision(d.ctx, d.admin, id, office.Order{Command: tournament.CreateDivision{Tournament: demoID, Name: "甲组", Regulations: reg}}); err != nil {
		return err
	}
	if err := d.do(id, tournament.AddEntries{Source: "demo.csv", Entries: d.entries(players)}, tournament.Draw{How: "lot", Seed: "3 6 1"}); err != nil {
		return err
	}
	for round := 1; round <= rounds; round++ {
		if err := d.round(id, round, open && round == rounds); err != nil {
			return err
		}
	}
	return nil
}

// besides adds what a hall has beside the division that is being played: one whose next round is
// published and about to start, one that waits for its draw, and notices.
func (d *demo) besides() error {
	reg := tournament.Regulations{
		Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 5, Komi: rules.Edition2002.Data().Komi,
		Time: clock.System{Kind: clock.Absolute, Base: 40 * time.Minute}, Options: tournament.DefaultOptions("2002"),
	}
	for _, division := range [][2]string{{"d-demo-b", "乙组"}, {"d-demo-c", "少年组"}} {
		if _, err := d.off.CreateDivision(d.ctx, d.admin, division[0], office.Order{Command: tournament.CreateDivision{Tournament: demoID, Name: division[1], Regulations: reg}}); err != nil {
			return err
		}
	}
	const soon = 15 * time.Minute
	young := d.entries(24)
	for i := range young {
		young[i].Birth = fmt.Sprint(time.Now().Year() - 9 - i%4)
	}
	for _, step := range []struct {
		id string
		c  tournament.Command
	}{
		{"d-demo-b", tournament.AddEntries{Source: "demo.csv", Entries: d.entries(33)}},
		{"d-demo-b", tournament.Draw{How: "lot", Seed: "4 2 6"}},
		{"d-demo-b", tournament.SetSeating{Seating: tournament.Seating{First: 43}}},
		{"d-demo-b", tournament.PrepareRound{}},
		{"d-demo-b", tournament.CheckRound{Round: 1}},
		{"d-demo-b", tournament.PublishRound{Round: 1, StartsAt: time.Now().Add(soon).Truncate(time.Minute)}},
		{"d-demo-c", tournament.AddEntries{Source: "demo.csv", Entries: young}},
		{"d-demo-c", tournament.SetSeating{Seating: tournament.Seating{First: 81}}},
	} {
		if err := d.do(step.id, step.c); err != nil {
			return err
		}
	}
	if _, err := d.off.Do(d.ctx, d.chief, "d-demo-b", office.Order{Reason: "示例", Command: tournament.MoveTable{Round: 1, Table: 47, To: 61}}); err != nil {
		return err
	}
	for _, text := range []string{"示例一小领队请到裁判席。", "少年组抽签推迟到 13:50 开始。"} {
		if err := d.off.DoHall(d.ctx, d.chief, demoID, office.HallOrder{Command: tournament.PostNotice{Text: text}}); err != nil {
			return err
		}
	}
	return d.referees()
}

// referees fills the page of the officials.
func (d *demo) referees() error {
	for _, c := range []tournament.HallCommand{
		tournament.AssignReferee{Name: "示例裁判一", Division: "d-demo", From: 1, To: 12}, tournament.AssignReferee{Name: "示例裁判二", Division: "d-demo", From: 13, To: 21},
		tournament.AssignReferee{Name: "示例裁判三", Division: "d-demo-b"},
		tournament.MarkDuty{Key: "draftRules", Done: true}, tournament.MarkDuty{Key: "assign", Done: true}, tournament.MarkDuty{Key: "boardLines", Done: true}, tournament.MarkDuty{Key: "clocks", Done: true},
		tournament.LogIncident{Division: "d-demo", Round: 3, Table: 7, Edition: rules.Edition2002, Case: "phoneRing", Text: "黑方手机响了一声。"},
		tournament.LogIncident{Division: "d-demo", Round: 4, Table: 12, Edition: rules.Edition2002, Case: "movedStone", Choice: rules.StoneReasonable, Text: "两名棋手都说不清左上角的黑子原来在哪里。"},
		tournament.LodgeAppeal{By: "示例二中", Text: "第 3 轮第 7 台的警告应只算一次。"},
		tournament.CommentReferee{User: "name:示例裁判一", Name: "示例裁判一", Text: "到场早，判罚清楚。"},
	} {
		if err := d.off.DoHall(d.ctx, d.chief, demoID, office.HallOrder{Command: c}); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) do(id string, commands ...tournament.Command) error {
	for _, c := range commands {
		if _, err := d.off.Do(d.ctx, d.chief, id, office.Order{Command: c}); err != nil {
			return err
		}
	}
	return nil
}

// entries are plainly generated: common surnames with given names by the dice.
func (d *demo) entries(n int) []tournament.Entry {
	surnames := []rune("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜")
	given := []rune("一二三四五六七八九十春夏秋冬东南西北山川")
	units := []string{"示例一小", "示例二中", "示例棋院", "示例围棋协会", "示例少年宫", "示例大学"}
	entries := make([]tournament.Entry, n)
	for i := range entries {
		name := string(surnames[i%len(surnames)]) + string(given[d.random.IntN(len(given))]) + string(given[d.random.IntN(len(given))])
		entries[i] = tournament.Entry{Name: name, Unit: units[d.random.IntN(len(units))], Rank: fmt.Sprintf("%dd", 1+(n-i)*5/n), Rating: 1000 + (n-i)*1260/n}
	}
	return entries
}

// round pairs a round and plays it; of an open one a third of the tables has no result yet.
func (d *demo) round(id string, n int, open bool) error {
	if err := d.do(id, tournament.PrepareRound{Seed: ""}, tournament.CheckRound{Round: n}, tournament.PublishRound{Round: n}, tournament.StartRound{Round: n}); err != nil {
		return err
	}
	state, err := d.off.Division(d.ctx, id)
	if err != nil {
		return err
	}
	for _, p := range state.Current().Pairs {
		if open && p.Table%3 == 0 {
			continue
		}
		o := rules.Outcome{Winner: rules.Side(1 + d.random.IntN(2)), Manner: rules.Resigned}
		switch d.random.IntN(6) {
		case 0:
			o.Manner, o.Margin = rules.Counted, 1+2*d.random.IntN(12)
		case 1:
			o.Manner = rules.Timeout
		}
		warned := 0
		if d.random.IntN(30) == 0 {
			warned = 1
		}
		if err := d.do(id, tournament.EnterResult{Round: n, Table: p.Table, Outcome: o, WarnB: warned}); err != nil {
			return err
		}
	}
	if open {
		return nil
	}
	return d.do(id, tournament.CloseRound{Round: n})
}
