package rules

import "tianyuan/weiqi"

// Policy is by what the moves of a game are judged.
type Policy struct {
	Edition Edition
	// Rare is what becomes of the balanced cycles where art. 6 and 20 decide on repetition
	// (options no. 2, 47).
	Rare RareCycle
	// FormAlone: Form alone says which positions may not come back (options no. 1), and art. 20
	// isn't asked.
	FormAlone bool
	Form      weiqi.Mode
}

// Policy returns the edition's own: every repeated position is looked at by art. 6 and 20 in
// 2002, by art. 20 in 1988 (options no. 47).
func (e Edition) Policy() Policy { return Policy{Edition: e, Rare: e.Data().RareCycle} }

// Options returns the options of the game on which Judge looks. Whose turn it is isn't among them.
func (p Policy) Options() weiqi.Options {
	if p.FormAlone {
		return weiqi.Options{Repetition: p.Form}
	}
	return weiqi.Options{Repetition: weiqi.Simple}
}

// Judgement is what the rules make of one move.
type Judgement struct {
	// Reason is Legal when there is nothing to rule.
	Reason weiqi.Reason
	// Void: the stone doesn't stand.
	Void bool
	// Case is the key of the law's row that it rests on; "" = the general rule alone.
	Case    string
	Article Article
	// Do are the consequences by the policy.
	Do []Consequence
	// Choices are the results of which the referee gives one when neither side yields, where the
	// edition leaves it to him.
	Choices []Consequence
	// Cycle is the cycle that a repetition closes.
	Cycle weiqi.Cycle
}

// Judge tells what becomes of a move in a game that has the policy's Options. The game isn't
// changed. A repetition that the policy doesn't forbid is told, too, and isn't void: it needs a
// ruling (D20.3, art. 20.3 of both editions).
func (p Policy) Judge(g *weiqi.Game, c Side, at weiqi.Point) Judgement {
	reason := g.Check(c, at).Reason
	if reason != weiqi.Legal && reason != weiqi.Repetition {
		return p.Edition.Breach(reason)
	}
	if p.FormAlone && reason == weiqi.Legal {
		return Judgement{}
	}
	cycle, closed := g.Cycle(c, at)
	if !closed {
		return Judgement{}
	}
	t := p.Edition.Treatment(cycle.Kind)
	j := Judgement{Reason: weiqi.Repetition, Void: true, Case: t.Case, Article: t.Article, Do: t.Do, Cycle: cycle}
	if p.FormAlone || !t.Exempt(p.Rare) {
		return j
	}
	j.Void, j.Do = false, t.Under(p.Rare)
	if p.Rare == p.Edition.Data().RareCycle {
		j.Choices = t.Choices
	}
	return j
}

// Breach returns what the edition makes of a move that is no move, is out of turn, or is
// forbidden by the position alone (G2.3, D17.2, D18.3, D19, D20.1). A point off the board or one
// that is taken is none to play on (art. 2 of both editions); what follows isn't said, so it is
// what follows from other void moves, as 1988 art. 22 has it for a sealed move on a taken point.
func (e Edition) Breach(reason weiqi.Reason) Judgement {
	name := map[weiqi.Reason]string{weiqi.WrongColour: "doubleMove", weiqi.Ko: "koNoThreat", weiqi.Suicide: "suicide"}[reason]
	row, err := Case(e, name)
	if err != nil {
		return Judgement{Reason: reason, Void: true, Article: Article{e, "2"}, Do: []Consequence{MoveVoid, MovePass}}
	}
	return Judgement{Reason: reason, Void: true, Case: row.Key, Article: row.Cite(), Do: row.Consequences}
}
