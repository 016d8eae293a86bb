package game_test

import (
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// claim has a side claim a case about the last move.
func (x *table) claim(side rules.Side, name string) int {
	x.t.Helper()
	e := x.do(game.MakeClaim{Side: side, Case: name, Urgent: true})[0].(game.Claimed)
	return e.ID
}

// TestD171 (2002 art. 17.1): colours taken the wrong way round are put right up to and including
// move 10; after that they stay, and pairing counts those assigned. The clocks go with the players.
func TestD171(t *testing.T) {
	moves := "C3 D3 C4 D4 C5 D5 C6 D6 C7 D7"
	x := sit(t, rules.Edition2002, onBoard(9))
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.play(moves)
	x.wait(20 * time.Minute)
	beforeB, beforeW := x.left(black), x.left(white)
	x.do(game.Rule{Case: "wrongColours"}, referee)
	if x.g.Black != game.First || x.left(black) != beforeW || x.left(white) != beforeB || x.g.ToMove() != black {
		t.Errorf("Black is %d with %v (before %v)", x.g.Black, x.left(black), beforeB)
	}
	x.refused("fault.game.coloursRight", "2002 art. 17.1", game.Rule{Case: "wrongColours"}, referee)

	x = sit(t, rules.Edition2002, onBoard(9))
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.play(moves + " C2")
	x.refused("fault.rules.late", "2002 art. 17.1", game.Rule{Case: "wrongColours"}, referee)
	if x.g.Black != game.Second || x.g.Assigned != game.First || x.g.Holds(white) != game.First {
		t.Errorf("Black is %d, assigned %d", x.g.Black, x.g.Assigned)
	}
	x = sit(t, rules.Edition1988, onBoard(9))
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.refused("fault.rules.silent", "", game.Rule{Case: "wrongColours"}, referee)
}

// TestD171Restart (options no. 41): where the event says so the board is cleared.
func TestD171Restart(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.Size, t.ColourFix = 5, game.FixRestart })
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.play("C3 D3 C4")
	x.do(game.Rule{Case: "wrongColours"}, referee)
	x.board(".....\n.....\n.....\n.....\n.....")
	if x.g.ToMove() != black || x.g.Time(game.Instant(x.now)).Turn != clock.Black {
		t.Errorf("%s to move", x.g.ToMove())
	}
}

// TestD172 (2002 art. 17.2, 1988 art. 17.1): two moves in a row: the second is void with a warning
// in 2002, and a loss in 1988. Online such a move is refused.
func TestD172(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(5))
		x.play("C3")
		x.do(game.Move{Side: black, Point: x.at("C4")})
		if e == rules.Edition2002 {
			x.wants(game.Play, "", 1, 0)
			x.board(".....\n.....\n..X..\n.....\n.....")
			if x.g.ToMove() != white {
				t.Error("the turn changed")
			}
		} else {
			x.wants(game.Result, "W+", 0, 0)
		}
		if r := x.g.Rulings[0]; r.Article != map[rules.Edition]string{"2002": "17.2", "1988": "17.1"}[e] || r.Case != "doubleMove" {
			t.Errorf("ruled by %s, %s", r.Article, r.Case)
		}
		x = sit(t, e, online)
		x.play("C3")
		x.refused("fault.game.turn", cites(e, "2", "2"), game.Move{Side: black, Point: x.at("C4")})
	})
}

// TestD173 (2002 art. 17.3): a stone taken back goes back where it was first, with a warning, when
// the opponent claims it before his next move; later the claim is void. 1988 art. 17.2 has no window.
func TestD173(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(5))
	x.play("C3 D3")
	first := x.at("B3")
	x.refused("fault.game.needsClaim", "2002 art. 17.3", game.Rule{Case: "takeBack", Against: white, Point: &first}, referee)
	own := x.claim(white, "takeBack")
	x.refused("fault.game.needsClaim", "2002 art. 17.3", game.Rule{Case: "takeBack", Against: white, Claim: own}, referee)
	id := x.claim(black, "takeBack")
	x.do(game.Rule{Case: "takeBack", Against: white, Claim: id, Point: &first}, referee)
	x.wants(game.Play, "", 0, 1)
	x.board(".....\n.....\n.OX..\n.....\n.....")
	x.refused("fault.game.claimClosed", "", game.Rule{Case: "takeBack", Against: white, Claim: id}, referee)
	x.play("E3")
	x.refused("fault.rules.late", "2002 art. 17.3", game.MakeClaim{Side: black, Case: "takeBack", Move: 2})

	x = sit(t, rules.Edition1988, onBoard(5))
	x.play("C3 D3 E3")
	x.claim(black, "takeBack")
	x.do(game.Rule{Case: "takeBack", Against: white}, referee)
	x.wants(game.Play, "", 0, 1)
}

// TestD173b (2002 art. 17.3, 1988 art. 17.2): a dropped stone is picked up and played anywhere: with
// the opponent's consent or by the chief referee in 2002, without more in 1988.
func TestD173b(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(5))
		x.play("C3 E1") // White's stone fell on E1
		r := game.Rule{Case: "droppedStone", Against: white}
		if e == rules.Edition2002 {
			r.Choice = rules.StoneFree
			x.refused("fault.rules.official", "2002 art. 17.3", r, referee)
			r.Agreed = true
		}
		x.do(r, referee)
		x.board(".....\n.....\n..X..\n.....\n.....")
		if x.g.ToMove() != white || x.g.Time(game.Instant(x.now)).Turn != clock.White {
			t.Errorf("%s to move", x.g.ToMove())
		}
		x.play("D4")
	})
	x := sit(t, rules.Edition2002, onBoard(5))
	x.play("C3 E1")
	x.do(game.Rule{Case: "droppedStone", Against: white, Choice: rules.StoneValid}, chief)
	if x.g.ToMove() != black {
		t.Error("a stone that stays valid was taken off")
	}
}

// TestD174 (2002 art. 17.4): the clock pressed before the move: one warning, the reading stays.
func TestD174(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.Press = true })
	x.wait(40 * time.Second)
	if e := x.do(game.Press{Side: black})[0].(game.Pressed); !e.Early {
		t.Error("no stone was down, and the press isn't marked")
	}
	before := x.g.Time(game.Instant(x.now))
	x.do(game.Rule{Case: "earlyPress", Against: black}, referee)
	if after := x.g.Time(game.Instant(x.now)); after != before {
		t.Errorf("the reading moved: %v, then %v", before, after)
	}
	x.wants(game.Play, "", 1, 0)
	x.do(game.Move{Side: black, Point: x.at("C3")})
	if e := x.log[len(x.log)-1].(game.MovePlayed); e.Side != black {
		t.Error("the stone doesn't stand")
	}
	sit(t, rules.Edition1988, nil).refused("fault.rules.silent", "", game.Rule{Case: "earlyPress", Against: black}, referee)
}

// TestD175 (2002 art. 17.5, 1988 art. 17.3): a stone found moved: both may settle it, else the chief
// referee chooses; on purpose it loses.
func TestD175(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		start := func() *table {
			x := sit(t, e, onBoard(5))
			x.play("C3 D3 B2 D2")
			return x
		}
		x := start()
		x.do(game.Rule{Case: "movedStone", Choice: rules.StoneBack, Agreed: true}, referee)
		x.board(".....\n.....\n..XO.\n.X.O.\n.....")
		x.refused("fault.rules.official", "", game.Rule{Case: "movedStone", Choice: rules.StoneValid}, referee)
		valid := []game.Stone{{Point: x.at("C3")}, {Point: x.at("C4"), Colour: black}}
		x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: valid}, chief)
		x.board(".....\n..X..\n...O.\n.X.O.\n.....")
		x.play("C3")
		for choice, outcome := range map[rules.Consequence]string{rules.RuledDraw: "draw", rules.RuledBothLose: "bothlose"} {
			x := start()
			if choice == rules.RuledBothLose && e == rules.Edition1988 {
				x.refused("fault.rules.choice", "1988 art. 17.3", game.Rule{Case: "movedStone", Choice: choice}, chief)
				continue
			}
			x.do(game.Rule{Case: "movedStone", Choice: choice}, chief)
			x.wants(game.Result, outcome, 0, 0)
		}
		x = start()
		x.do(game.Rule{Case: "movedStone", Choice: rules.RuledReplay}, chief)
		if x.g.Phase != game.Anew || x.g.Again != rules.RuledReplay {
			t.Errorf("%s, %s", x.g.Phase, x.g.Again)
		}
		x.refused("fault.game.phase.anew", "", game.Move{Side: black, Point: x.at("A1")})
		x = start()
		x.do(game.Rule{Case: "movedStoneDeliberate", Against: black}, chief)
		x.wants(game.Result, "W+", 0, 0)
	})
	x := sit(t, rules.Edition2002, onBoard(5))
	x.play("C3 D3")
	x.refused("fault.game.stonesMissing", "2002 art. 17.5", game.Rule{Case: "movedStone", Choice: rules.StoneReasonable}, chief)
	x.refused("fault.game.stones.noLiberties", "2002 art. 17.5", game.Rule{
		Case: "movedStone", Choice: rules.StoneReasonable,
		Stones: []game.Stone{{Point: x.at("A1"), Colour: black}, {Point: x.at("A2"), Colour: white}, {Point: x.at("B1"), Colour: white}},
	}, chief)
	x.refused("fault.game.stonesNeedless", "2002 art. 17.5", game.Rule{
		Case: "movedStone", Choice: rules.RuledDraw, Stones: []game.Stone{{Point: x.at("A1"), Colour: black}},
	}, chief)
}

// TestD176 (2002 art. 17.6, 1988 art. 17.4): the board scattered from outside: reconstructed as far
// as both remember, else a draw or a replay, in 2002 also a loss for both.
func TestD176(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(5))
		x.play("C3 D3 B2 D2")
		x.refused("fault.game.turns", "", game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 9}, referee)
		x.do(game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 3}, referee)
		x.board(".....\n.....\n..XO.\n.X...\n.....")
		if x.g.ToMove() != white {
			t.Errorf("%s to move", x.g.ToMove())
		}
		x.play("A1")
		r := game.Rule{Case: "scatteredOutside", Choice: rules.RuledBothLose}
		if e == rules.Edition1988 {
			x.refused("fault.rules.choice", "1988 art. 17.4", r, chief)
			r.Choice = rules.RuledDraw
		}
		x.do(r, chief)
		x.wants(game.Result, map[rules.Edition]string{"2002": "bothlose", "1988": "draw"}[e], 0, 0)
	})
}

// TestD176b: scattered by a player without intention: reconstructed, else he loses; with intention
// he loses in 1988.
func TestD176b(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(5))
		x.play("C3 D3")
		x.do(game.Rule{Case: "scatteredByPlayer", Against: black, Choice: rules.BoardRebuilt}, referee)
		x.wants(game.Play, "", 0, 0)
		x.do(game.Rule{Case: "scatteredByPlayer", Against: black, Choice: rules.RuledLoss}, chief)
		x.wants(game.Result, "W+", 0, 0)
		x = sit(t, e, onBoard(5))
		if e == rules.Edition2002 {
			x.refused("fault.rules.silent", "", game.Rule{Case: "scatteredDeliberate", Against: white}, chief)
			return
		}
		x.do(game.Rule{Case: "scatteredDeliberate", Against: white}, referee)
		x.wants(game.Result, "B+", 0, 0)
	})
}

// TestD181 (2002 art. 18.1, 18.2; 1988 art. 18): stones taken wrongly, or left: a warning, and the
// board is as the record has it.
func TestD181(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(5))
		x.play("A1 A2 C3 B1") // White takes A1
		before := x.g.Board()
		x.claim(black, "wrongCapture")
		x.do(game.Rule{Case: "wrongCapture", Against: white, Claim: 1}, referee)
		x.wants(game.Play, "", 0, 1)
		if !x.g.Board().Equal(before) {
			t.Error("the record moved")
		}
		if e == rules.Edition1988 {
			x.refused("fault.rules.silent", "", game.Rule{Case: "missedCapture", Against: white}, referee)
			return
		}
		x.do(game.Rule{Case: "missedCapture", Against: black}, referee)
		x.wants(game.Play, "", 1, 1)
	})
}

// koGame has White take a ko back at once.
func koGame(t *testing.T, e rules.Edition) *table {
	x := sit(t, e, onBoard(5))
	x.play("B4 C4 A3 D3 B2 C2 E5 B3 C3")
	return x
}

// TestD183 (2002 art. 18.3, 20.1; 1988 art. 20.1): a ko retaken without a threat is void and a pass,
// in 2002 with a warning; after a threat it may be retaken. Online it is refused.
func TestD183(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := koGame(t, e)
		before := x.g.Board()
		x.do(game.Move{Side: white, Point: x.at("B3")})
		x.wants(game.Play, "", 0, map[rules.Edition]int{"2002": 1, "1988": 0}[e])
		last := x.g.Turns[len(x.g.Turns)-1]
		if !x.g.Board().Equal(before) || last.Kind != game.Voided || x.g.ToMove() != black {
			t.Errorf("%v, %s to move", last, x.g.ToMove())
		}
		x = koGame(t, e)
		x.play("A1 E1 B3")
		x.wants(game.Play, "", 0, 0)
	})
	x := sit(t, rules.Edition2002, func(t *game.Terms) { online(t); t.Size = 5 })
	x.play("B4 C4 A3 D3 B2 C2 E5 B3 C3")
	x.refused("fault.game.illegal.ko", "2002 art. 18.3", game.Move{Side: white, Point: x.at("B3")})
}

// suicide sets up a board on which A5 is forbidden to White, who passes before and after.
func suicide(t *testing.T, e rules.Edition, change func(*game.Terms)) *table {
	x := sit(t, e, func(terms *game.Terms) {
		terms.Size = 5
		if change != nil {
			change(terms)
		}
	})
	x.play("B5 E1 A4 E2")
	return x
}

// TestD19 (art. 19 of both editions): a forbidden point: void, a pass, no warning. An occupied point
// is none to play on, and nothing is ruled.
func TestD19(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := suicide(t, e, nil)
		x.play("C1")
		x.do(game.Move{Side: white, Point: x.at("A5")})
		x.wants(game.Play, "", 0, 0)
		if r := x.g.Rulings[0]; r.Case != "suicide" || r.Article != "19" || x.g.ToMove() != black {
			t.Errorf("%s by %s", r.Case, r.Article)
		}
		x.refused("fault.game.occupied", cites(e, "2", "2"), game.Move{Side: black, Point: x.at("C1")})
		x.refused("fault.game.offBoard", cites(e, "2", "2"), game.Move{Side: black, Point: weiqi.At(7, 7)})
		x.refused("fault.game.boardRules", "", game.Rule{Case: "suicide", Against: white}, referee)
		x = suicide(t, e, online)
		x.play("C1")
		x.refused("fault.game.illegal.suicide", cites(e, "19", "19"), game.Move{Side: white, Point: x.at("A5")})
	})
}
