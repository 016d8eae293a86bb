package game

import (
	"maps"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
)

// Context is what surrounds a command.
type Context struct {
	// At is the time keeper's moment.
	At Instant
	// By is the official who acts; "" for the players, a recorder and the program.
	By rules.Official
	// Reason is why, where the rules ask for it.
	Reason string
}

// Command is something that is asked of a game. A refused command changes nothing.
type Command interface {
	decide(g *Game, c Context) ([]Event, error)
}

// Decide gives the events of a command on a state, or the fault that refuses it. Every refusal has
// one key and cites its article.
func (g *Game) Decide(cmd Command, c Context) ([]Event, error) {
	create, isCreate := cmd.(Create)
	switch {
	case isCreate && g.head == 0:
		return create.decide(g, c)
	case isCreate:
		return nil, fault.New(fault.Conflict, "fault.game.exists", nil)
	case g.head == 0:
		return nil, fault.New(fault.NotFound, "fault.game.none", nil)
	case c.At < g.at:
		return nil, g.clash("order", g.topic(rules.TopicTime), fault.Args{"at": time.Duration(c.At), "last": time.Duration(g.at)})
	}
	return cmd.decide(g, c)
}

func (g *Game) topic(t rules.Topic) rules.Article { return g.Terms.Edition.Article(t) }

// row returns a case of the edition's referee law; every key in this package is one of the law's.
func (g *Game) row(name string) rules.Provision {
	p, err := rules.Case(g.Terms.Edition, name)
	if err != nil {
		panic(err)
	}
	return p
}

// cite returns the article of a case, or where the edition is silent the first that bears on it.
func cite(p rules.Provision) rules.Article {
	if p.Silent() {
		return p.SeeAlso()[0]
	}
	return p.Cite()
}

func refusal(code fault.Code, key string, article rules.Article, args fault.Args) error {
	all := fault.Args{"article": article}
	maps.Copy(all, args)
	return fault.New(code, "fault.game."+key, all)
}

func (g *Game) clash(key string, article rules.Article, args fault.Args) error {
	return refusal(fault.Conflict, key, article, args)
}

func (g *Game) invalid(key string, article rules.Article, args fault.Args) error {
	return refusal(fault.Invalid, key, article, args)
}

// official refuses who isn't the official needed.
func (g *Game) official(c Context, need rules.Official) error {
	if c.By.Covers(need) {
		return nil
	}
	article := g.topic(rules.TopicReferee)
	if need == rules.ChiefReferee {
		article = g.topic(rules.TopicChief)
	}
	return refusal(fault.Forbidden, "official", article, fault.Args{"role": need})
}

// side refuses what is no side.
func (g *Game) side(s rules.Side) error {
	if isSide(s) {
		return nil
	}
	return g.invalid("side", g.topic(rules.TopicTurn), nil)
}

// phase refuses a command for which the game is too far, or not far enough.
func (g *Game) phase(allowed ...Phase) error {
	for _, p := range allowed {
		if g.Phase == p {
			return nil
		}
	}
	article := map[Phase]rules.Article{
		Draw: g.topic(rules.TopicColours), Ready: g.topic(rules.TopicTime), Play: g.topic(rules.TopicEnd), Rest: g.topic(rules.TopicPause),
		Settle: cite(g.row("reopenAfterEnd")), Result: g.topic(rules.TopicConfirm), Final: g.topic(rules.TopicConfirm), Anew: g.topic(rules.TopicReferee),
	}[g.Phase]
	return g.clash("phase."+string(g.Phase), article, nil)
}

// running refuses an act of play while the game isn't in play or somebody's time is out.
func (g *Game) running(c Context) error {
	if err := g.phase(Play); err != nil {
		return err
	}
	return g.unflagged(c)
}

func (g *Game) unflagged(c Context) error {
	if out := g.Time(c.At).Flag; out != clock.Nobody {
		return g.clash("flagged", g.flagArticle(), fault.Args{"side": sideWord(rules.Side(out))})
	}
	return nil
}

// flagArticle is where the edition says what a flag means under the game's time system.
func (g *Game) flagArticle() rules.Article {
	switch g.Terms.System.Kind {
	case clock.Reserved, clock.Periods:
		return g.row("overrunLastMinute").Cite()
	case clock.Absolute:
		if a := g.topic(rules.TopicBare); a.Number != "" {
			return a
		}
	}
	return g.topic(rules.TopicTime)
}

// sideWord is a side that a message names.
type sideWord rules.Side

// Words names the message.
func (s sideWord) Words() (key string, args fault.Args) {
	switch rules.Side(s) {
	case rules.Black:
		return "game.side.B", nil
	case rules.White:
		return "game.side.W", nil
	}
	return "game.side.both", nil
}

// timed tries events of the clock and says why they can't be.
func (g *Game) timed(events ...clock.Event) error {
	timer := g.timer
	for _, e := range events {
		next, _, err := timer.Apply(e)
		if err != nil {
			return g.clash("clock", g.topic(rules.TopicTime), fault.Args{"why": err})
		}
		timer = next
	}
	return nil
}

func (g *Game) clockEvent(c Context, do clock.Do, side rules.Side) clock.Event {
	return clock.Event{At: time.Duration(c.At), Do: do, Side: clock.Side(side)}
}
