package web

import (
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// gameView is a game as scripts get it: what the table's device, the console and the boards show.
// Times are whole milliseconds of the game's time keeper. Pairs are Black's and White's.
type gameView struct {
	ID           string         `json:"id"`
	Division     string         `json:"division"`
	DivisionName string         `json:"divisionName"`
	Round        int            `json:"round"`
	Table        int            `json:"table"`
	Phase        game.Phase     `json:"phase"`
	Edition      rules.Edition  `json:"edition"`
	Moves        bool           `json:"moves"`
	Nigiri       bool           `json:"nigiri"`
	Black        playerView     `json:"black"`
	White        playerView     `json:"white"`
	Turn         rules.Side     `json:"turn"`
	Count        int            `json:"count"`
	At           int64          `json:"at"`
	Clock        any            `json:"clock"`
	Warnings     warningsView   `json:"warnings"`
	Break        *breakView     `json:"break"`
	Proposal     rules.Side     `json:"proposal"`
	Outcome      *outcomeView   `json:"outcome"`
	Signed       signaturesView `json:"signed"`
	Called       bool           `json:"called"`
	Started      bool           `json:"started"`
	// Desk says which result the desk has entered while the game goes on or came to another one.
	Desk  string     `json:"desk,omitempty"`
	Board *boardView `json:"board,omitempty"`
}

type playerView struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	No   int    `json:"no"`
}

type warningsView struct {
	B int `json:"b"`
	W int `json:"w"`
}

type breakView struct {
	Black     int64   `json:"black"`
	White     int64   `json:"white"`
	Confirmed [2]bool `json:"confirmed"`
	// Sealed is the side whose sealed move is to be opened.
	Sealed rules.Side `json:"sealed"`
}

type outcomeView struct {
	Text  string `json:"text"`
	Words string `json:"words"`
}

type signaturesView struct {
	B       bool `json:"b"`
	W       bool `json:"w"`
	Referee bool `json:"referee"`
}

// boardView is the position where moves are recorded, as points like "D16".
type boardView struct {
	Size  int      `json:"size"`
	Black []string `json:"black"`
	White []string `json:"white"`
	Last  string   `json:"last"`
}

func milliseconds(i game.Instant) int64 { return time.Duration(i).Milliseconds() }

// viewGame makes the view of a game for a reader's language, with names as the tournament's public pages
// have them.
func viewGame(p *i18n.Printer, id string, g *game.Game, place office.GamePlace, d *tournament.Division, info tournament.Info) gameView {
	v := gameView{
		ID: id, Division: d.ID, DivisionName: d.Name, Round: place.Round, Table: place.Table, Phase: g.Phase, Edition: g.Terms.Edition,
		Moves: g.Terms.Moves, Nigiri: g.Nigiri != nil, Turn: g.ToMove(), Count: len(g.Turns), At: milliseconds(g.Last()), Clock: g.Timer(), Proposal: g.Proposal,
		Warnings: warningsView{B: g.Warnings[g.Holds(rules.Black)], W: g.Warnings[g.Holds(rules.White)]},
		Signed:   signaturesView{B: g.Result.Players[0], W: g.Result.Players[1], Referee: g.Result.Referee},
		Called:   g.Called || g.Call != nil,
	}
	numbers := [2]int{game.First: place.First, game.Second: place.Second}
	v.Black, v.White = viewPlayer(d, info, numbers[g.Holds(rules.Black)]), viewPlayer(d, info, numbers[g.Holds(rules.White)])
	if b := g.Break; b != nil {
		v.Break = &breakView{Black: milliseconds(b.Black), White: milliseconds(b.White), Confirmed: b.Confirmed, Sealed: b.Sealed}
	}
	if o := g.Result.Outcome; !o.IsZero() {
		v.Outcome = &outcomeView{Text: o.String(), Words: p.T(o.Words())}
	}
	if r := d.Round(place.Round); r != nil {
		v.Started = r.Phase == tournament.Started || r.Phase == tournament.Closed
		v.Desk = deskSays(p, g, r.Results[place.Table].Outcome)
	}
	if g.Terms.Moves {
		v.Board = viewBoard(g)
	}
	return v
}

// deskSays tells the players which result the desk has entered, by the colours at the table, while their game
// goes on or when it came to another one; "" otherwise.
func deskSays(p *i18n.Printer, g *game.Game, desk rules.Outcome) string {
	if desk.IsZero() || !office.GoingOn(g.Phase) || g.Confirmed || g.Phase == game.Result && !differs(g, desk) {
		return ""
	}
	return p.T("live.desk", fault.Args{"result": seatedAt(g, desk)})
}

func viewPlayer(d *tournament.Division, info tournament.Info, no int) playerView {
	e := d.Entry(no)
	if e == nil {
		return playerView{No: no}
	}
	return playerView{Name: info.PublicName(e), Unit: e.Unit, No: no}
}

func viewBoard(g *game.Game) *boardView {
	b := g.Board()
	points := func(side rules.Side) []string {
		list := []string{}
		for _, p := range b.Stones(side) {
			list = append(list, p.GTP(g.Terms.Size))
		}
		return list
	}
	v := &boardView{Size: g.Terms.Size, Black: points(rules.Black), White: points(rules.White)}
	if n := len(g.Turns); n > 0 {
		v.Last = strings.ToUpper(g.Turns[n-1].Point.GTP(g.Terms.Size))
		if g.Turns[n-1].Point == weiqi.Pass {
			v.Last = ""
		}
	}
	return v
}
