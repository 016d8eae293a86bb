package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// deviceCookie names a phone, so that two claims from one phone can be told from one of each
// player. It says nothing of its owner.
const deviceCookie = "device"

// slipOf reads the path of a slip's code: division, round, version, table and secret.
func (q *request) slipOf() (slip office.Slip, code string, err error) {
	parts := strings.Split(q.PathValue("slip"), ".")
	bad := fault.New(fault.NotFound, "fault.office.slip", nil)
	if len(parts) != 4 {
		return slip, "", bad
	}
	slip.Division = q.PathValue("d")
	for i, to := range []*int{&slip.Round, &slip.Version, &slip.Table} {
		if *to, err = strconv.Atoi(parts[i]); err != nil {
			return slip, "", bad
		}
	}
	return slip, parts[3], q.s.Office.CheckSlip(q.Context(), slip, parts[3])
}

// onSlip wraps what the code on a result slip leads to. Whoever holds the slip may see it.
func (s *Server) onSlip(handle func(*request, office.Slip, string) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		slip, code, err := q.slipOf()
		if err != nil {
			return err
		}
		d, err := s.Office.Division(q.Context(), slip.Division)
		if err != nil {
			return err
		}
		if d.Hidden != nil {
			return fault.New(fault.Conflict, "fault.web.slipHidden", fault.Args{"name": d.Name})
		}
		q.division = d
		if err := q.enter(d.Tournament); err != nil {
			return err
		}
		return handle(q, slip, code)
	})
}

func (q *request) slipPage(slip office.Slip, _ string) error {
	return q.showSlip(slip, http.StatusOK, nil)
}

func (q *request) showSlip(slip office.Slip, status int, failure error) error {
	official := q.actor.May(account.EnterResult)
	if !official {
		q.division = q.division.Public(q.tournament.Info)
	}
	data := map[string]any{"Slip": slip, "Official": official, "Old": false}
	now := slip.Table // the number that the slip's table bears now
	// While a withdrawn publication is worked on, nobody sees what it becomes.
	if r := q.division.Round(slip.Round); r != nil && r.Version == slip.Version && r.Out() {
		table := r.TableOf(slip.Table)
		for _, t := range q.tables(r) {
			if t.Table == table {
				now = table
				data["Row"], data["Round"], data["Claims"] = t, r, t.Claims
				data["Mine"] = q.mine(t.Claims)
			}
		}
	}
	if last := lastOut(q.division); last != nil && last.No > slip.Round && data["Row"] != nil {
		data["Old"] = true
		if failure == nil {
			status, failure = http.StatusConflict, fault.New(fault.Conflict, "fault.tournament.slipRound", fault.Args{"round": slip.Round, "now": last.No})
		}
	}
	if data["Row"] == nil && failure == nil {
		failure = fault.New(fault.Conflict, "fault.tournament.slipOld", fault.Args{"round": slip.Round, "version": slip.Version})
		status = http.StatusConflict
	}
	return q.render("slip", status, page{Title: q.p.T("slip.title", fault.Args{"table": now}), Place: q.division.Name, Error: q.p.Fault(failure), Public: true, Data: data})
}

// mine is what this phone has claimed so far.
func (q *request) mine(c tournament.Claims) []tournament.Claim {
	device := q.device()
	var own []tournament.Claim
	for _, claim := range []tournament.Claim{c.Black, c.White} {
		if !claim.Outcome.IsZero() && claim.Device == device {
			own = append(own, claim)
		}
	}
	return own
}

// device is the name of the phone; "" before the first claim.
func (q *request) device() string {
	c, err := q.Cookie(deviceCookie)
	if err != nil || len(c.Value) > 64 {
		return ""
	}
	return c.Value
}

// claim takes in what a player reports. Sent again with the same id it gets the same answer.
func (q *request) claim(slip office.Slip, code string) error {
	if ok, wait := q.s.claims.Allow(slip.Division+"."+q.PathValue("slip"), q.s.Now()); !ok {
		return fault.New(fault.Busy, "fault.busy", fault.Args{"seconds": int(wait.Seconds()) + 1})
	}
	if err := q.ParseForm(); err != nil {
		return normal(err)
	}
	device := q.device()
	if device == "" {
		var err error
		if device, err = q.s.newID("p-"); err != nil {
			return err
		}
		http.SetCookie(q.w, &http.Cookie{Name: deviceCookie, Value: device, Path: "/", MaxAge: 30 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	}
	c, err := q.claimed(slip)
	if err == nil {
		c.Device = device
		q.division, err = q.s.Office.Claim(q.Context(), slip, code, q.PostFormValue("cmd"), c)
	}
	if err != nil {
		if code := fault.CodeOf(err); q.wantsFragment() || code != fault.Invalid && code != fault.Conflict {
			return err
		}
		d, again := q.s.Office.Division(q.Context(), slip.Division)
		if again != nil {
			return again
		}
		q.division = d
		return q.showSlip(slip, statuses[fault.CodeOf(err)], err)
	}
	if q.wantsFragment() {
		q.w.Header().Set("Content-Type", "application/json")
		r := q.division.Round(slip.Round)
		accord := r.Claims[r.TableOf(slip.Table)].Accord()
		return json.NewEncoder(q.w).Encode(map[string]string{"said": q.p.T("claim.said." + string(accord)), "accord": string(accord)})
	}
	return q.to(q.URL.Path + "?side=" + q.PostFormValue("side"))
}

// claimed reads what a player reports. At a table whose colours were open when the page was made, the
// player is named by his number, the result as his or the other's, and beside it who had Black: what the
// nigiri gave may have been entered since.
func (q *request) claimed(slip office.Slip) (tournament.ClaimResult, error) {
	c := tournament.ClaimResult{Round: slip.Round, Version: slip.Version, Table: slip.Table}
	var pair tournament.Pair
	if r := q.division.Round(slip.Round); r != nil {
		c.Table = r.TableOf(slip.Table)
		pair, _ = r.Pair(c.Table)
	}
	result := q.PostFormValue("result")
	if sides, named := (map[string]rules.Side{"B": rules.Black, "W": rules.White})[q.PostFormValue("side")]; named {
		c.Side = sides
	} else {
		me, err := q.number("side", 1, tournament.MaxEntries)
		if err != nil {
			return c, err
		}
		if c.Black, err = q.number("black", 1, tournament.MaxEntries); err != nil {
			return c, err
		}
		c.Side = rules.Black
		if me == pair.White {
			c.Side = rules.White
		}
		if c.Black == pair.Black && !pair.Open() {
			c.Black = 0
		}
		result = strings.Replace(strings.Replace(result, "me+", c.Side.String()+"+", 1), "you+", c.Side.Other().String()+"+", 1)
	}
	var err error
	c.Outcome, err = rules.ParseOutcome(result, "")
	return c, err
}
