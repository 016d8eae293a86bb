package game_test

import (
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/rules"
)

// TestC16Withdrawn (2002 art. 16.4, 23.2; 1988 art. 13.1, 16.3, 29): who withdraws loses the games that are open, and no result
// that all have confirmed.
func TestC16Withdrawn(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		withdrawn := game.Rule{Case: "withdrawal", Against: black}
		x := sit(t, e, nil)
		x.do(game.Resign{Side: white})
		x.do(withdrawn, chief)
		x.wants(game.Result, "W+F", 0, 0)
		x = sit(t, e, nil)
		x.refused("fault.game.against", cites(e, "23.2", "15.1"), game.Rule{Case: "withdrawal"}, chief)
		x.do(game.Resign{Side: white})
		x.confirm()
		x.refused("fault.game.phase.final", cites(e, "16.4", "16.3"), withdrawn, chief)
	})
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Resign{Side: white})
	x.confirm()
	x.do(game.Rule{Case: "missedCeremony", Against: black}, chief) // criticism changes no result (23.6)
	x.wants(game.Final, "B+R", 0, 0)
}

// TestD225Whose (2002 art. 22.5): the pass in place of the loss is the byo-yomi side's to ask for, not its
// opponent's, and only until the loss is ruled.
func TestD225Whose(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System, t.Size = reading, 9 })
	x.wait(5 * time.Minute)
	pass := game.Rule{Case: "overrunLastMinute", Against: black, Choice: rules.MovePass}
	pass.Claim = x.claim(white, "overrunLastMinute")
	x.refused("fault.game.condition", "2002 art. 22.5", pass, referee)
	pass.Claim, pass.Asked = 0, white
	x.refused("fault.game.condition", "2002 art. 22.5", pass, referee)
	pass.Asked = black
	x.do(game.RuleFlag{}, referee)
	x.refused("fault.rules.late", "2002 art. 22.5", pass, referee)
	x.refused("fault.rules.late", "2002 art. 22.5", game.MakeClaim{Side: black, Case: "overrunLastMinute"})
	x.wants(game.Result, "W+T", 0, 0)
	x.do(game.Revoke{ID: 1}, chief)
	x.do(pass, referee)
	x.wants(game.Play, "", 0, 0)
}

// TestD225TimeLeftBoth (2002 art. 22.5, 1988 art. 23.5): nobody loses on time who has time left.
func TestD225TimeLeftBoth(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		loss := game.Rule{Case: "overrunLastMinute", Against: white}
		if e == rules.Edition2002 {
			loss.Choice = rules.RuledLoss
		}
		setOut(t, e, nil).refused("fault.game.condition", cites(e, "22.5", "23.5"), loss, referee)
		x := sit(t, e, nil)
		x.wait(2 * time.Hour) // Black's time is out, not White's
		x.refused("fault.game.condition", cites(e, "22.5", "23.5"), loss, referee)
		own := sit(t, e, func(t *game.Terms) { t.System = clock.System{Kind: clock.None} })
		own.do(loss, referee) // by the table's own clock it is the referee's word
		own.wants(game.Result, "B+T", 0, 0)
	})
}

// TestD171Warned (2002 art. 17.1, 23.7, 24.2): when the colours are put right, warnings and offences stay
// with the person, and a ruling that is taken back takes its own warning away.
func TestD171Warned(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.do(game.Rule{Case: "phoneRing", Against: black}, referee)    // the second player's
	x.do(game.Rule{Case: "wrongCapture", Against: white}, referee) // the first player's
	x.do(game.Rule{Case: "wrongColours"}, referee)
	if x.g.Warnings != [2]int{1, 1} {
		t.Fatalf("warnings %v", x.g.Warnings)
	}
	again := game.Rule{Case: "phoneRing", Against: white}
	x.refused("fault.rules.official", "2002 art. 23.7", again, referee) // his second: a loss, the chief's
	x.do(game.Revoke{ID: 1}, chief)
	if x.g.Warnings != [2]int{1, 0} {
		t.Errorf("warnings %v, and the second player's was taken back", x.g.Warnings)
	}
	x.do(again, referee)
	x.wants(game.Play, "", 1, 1)
}

// TestD227Swapped (2002 art. 22.7, 17.1): leave once a game is once for the person.
func TestD227Swapped(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System, t.Size = reading, 9 })
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.play("C3")
	x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.LeaveGranted}, referee)
	x.do(game.Rule{Case: "wrongColours"}, referee)
	x.play("D3")
	x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.ReadingGoesOn}, referee)
	x.play("E3")
	x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.LeaveGranted}, referee)
	x.play("F3")
	x.refused("fault.rules.again", "2002 art. 22.7", game.Rule{Case: "leaveInReading", Against: white, Choice: rules.LeaveGranted}, referee)
}

// TestD171Over (2002 art. 17.1): colours are put right during play; afterwards "Black won" would mean
// another player.
func TestD171Over(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.NoteSeats{Black: game.Second}, referee)
	x.play("Q16 D4")
	x.do(game.Resign{Side: white})
	x.refused("fault.game.phase.result", "2002 art. 16.4", game.Rule{Case: "wrongColours"}, referee)
}

// TestD221Bounds (2002 art. 22.1-22.3, 1988 art. 23): a lateness has a length, is that of the player named,
// and belongs to the beginning: after a pause there is neither deduction nor loss, nor for who has moved.
func TestD221Bounds(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := setOut(t, e, nil)
		one, two := cites(e, "22.1", "23.1"), cites(e, "22.3", "23.2")
		x.refused("fault.game.lateMissing", one, game.Rule{Case: "late", Against: black}, referee)
		x.refused("fault.game.lateMissing", one, game.Rule{Case: "late", Against: black, Late: late(0, 10*time.Minute)}, referee)
		x.refused("fault.game.lateMissing", one, game.Rule{Case: "late", Against: black, Late: late(-time.Minute, 0)}, referee)
		x.refused("fault.game.lateMissing", two, game.Rule{Case: "lateBoth", Late: late(0, 10*time.Minute)}, referee)
		x.refused("fault.game.against", one, game.Rule{Case: "late", Late: late(0, 10*time.Minute)}, referee)
		whole := x.left(white)
		x.do(game.Rule{Case: "late", Against: black, Late: late(10*time.Minute, 5*time.Minute)}, referee)
		if x.left(white) != whole {
			t.Errorf("White has %v left: the ruling is against Black", x.left(white))
		}

		x = sit(t, e, nil)
		x.play("Q16")
		x.refused("fault.game.begun", one, game.Rule{Case: "late", Against: black, Late: late(61*time.Minute, 0)}, referee)
		x.refused("fault.game.begun", two, game.Rule{Case: "lateBoth", Late: late(61*time.Minute, 61*time.Minute)}, referee)
		x.do(game.Rule{Case: "late", Against: white, Late: late(0, 10*time.Minute)}, referee)

		x = sit(t, e, nil)
		x.do(game.Pause{}, referee)
		x.refused("fault.game.begun", one, game.Rule{Case: "late", Against: white, Late: late(0, 61*time.Minute)}, referee)
		if e == rules.Edition2002 {
			before := x.left(white)
			x.do(game.Rule{Case: "lateAfterPause", Against: white, Late: late(0, 61*time.Minute)}, referee)
			x.wants(game.Rest, "", 0, 0)
			if x.left(white) != before {
				t.Errorf("%v deducted after a pause", before-x.left(white))
			}
			x = sit(t, e, nil)
			x.refused("fault.game.notRested", one, game.Rule{Case: "lateAfterPause", Against: white, Late: late(0, 10*time.Minute)}, referee)
		}

		x = sit(t, e, nil)
		x.do(game.Resign{Side: black})
		for _, minutes := range []time.Duration{1, 61} {
			x.refused("fault.game.phase.result", cites(e, "16.4", "16.3"), game.Rule{Case: "late", Against: white, Late: late(0, minutes*time.Minute)}, referee)
		}
	})
}

// TestD228Nothing (2002 art. 22.8): a clock is set to something.
func TestD228Nothing(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.refused("fault.game.settingMissing", "2002 art. 22.8", game.Rule{Case: "clockFault", Choice: rules.TimeSet, Against: white}, chief)
}

// TestD175Counted (2002 art. 17.5, 1988 art. 17.3; art. 8, 9): a ruling that changes the board after play
// drops what was agreed of life and death, the count and the signatures under it.
func TestD175Counted(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		moved := func(x *table, p string) game.Rule {
			return game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: x.at(p), Colour: white}}}
		}
		x := settled(t, e, shared, nil)
		x.do(game.ProposeLife{Side: black})
		x.do(moved(x, "C5"), chief)
		x.refused("fault.game.lifeOpen", cites(e, "8", "8"), game.AgreeLife{Side: white})
		x.do(game.ProposeLife{Side: white})
		x.do(game.AgreeLife{Side: black})
		x.do(game.Confirm{Side: black, Outcome: x.g.Result.Outcome})
		x.do(moved(x, "C4"), chief)
		x.wants(game.Settle, "", 0, 0)
		x.do(game.ProposeLife{Side: white})
		x.do(game.AgreeLife{Side: black})
		if x.g.Ending.White != 4*13+2 || x.g.Result.Players != [2]bool{} {
			t.Errorf("White has %d, signed %v", x.g.Ending.White, x.g.Result.Players)
		}
	})
}

// TestRecordOver: once play is over no ruling takes turns back, and after a resignation none moves stones.
func TestRecordOver(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		result := cites(e, "16.4", "16.3")
		x := sit(t, e, onBoard(5))
		x.play("C3 D3")
		x.do(game.Resign{Side: black})
		dropped := game.Rule{Case: "droppedStone", Against: white}
		if e == rules.Edition2002 {
			dropped.Choice = rules.StoneFree
		}
		x.refused("fault.game.phase.result", result, dropped, chief)
		x.refused("fault.game.phase.result", result, game.Rule{
			Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: x.at("A1"), Colour: black}},
		}, chief)
		x = sit(t, e, onBoard(5))
		x.play("C3 D3 B2 D2")
		x.end()
		x.refused("fault.game.phase.settle", "", game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 2}, referee)
		x.do(game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true}, referee)

		x, opening := sealed(t, e, "ee")
		rebuilt := game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 3}
		x.refused("fault.game.sealedFirst", cites(e, "14", "22"), rebuilt, referee)
		x.do(game.OpenSeal{Opening: opening}, chief)
		x.do(rebuilt, referee)
	})
}

// TestD211Void (2002 art. 21.1, 17.2): the proposer who moves a second time moves in vain, and his proposal
// stands.
func TestD211Void(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(9))
	x.play("C3 D3")
	x.do(game.ProposeEnd{Side: black})
	x.do(game.Move{Side: black, Point: x.at("E3")})
	x.wants(game.Play, "", 1, 0)
	x.do(game.AgreeEnd{Side: white})
	x.wants(game.Settle, "", 1, 0)
}

// TestClaimOfMove (2002 art. 17.3, 16.3): a claim that is made as it is ruled on is about the move it names,
// and comes too late when its time has passed.
func TestClaimOfMove(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(9))
	x.play("C3 D3 E3 D4")
	back := game.Rule{Case: "takeBack", Against: black, Asked: white, Move: 3}
	x.refused("fault.rules.late", "2002 art. 17.3", back, referee)
	x.refused("fault.rules.late", "2002 art. 16.3", game.Rule{Case: "wrongCapture", Against: black, Asked: white, Move: 3}, referee)
	x.do(game.Rule{Case: "wrongCapture", Against: white, Asked: black, Move: 4}, referee)
	x.wants(game.Play, "", 0, 1)
	if c := x.g.Claims[0]; c.Move != 4 || c.Open {
		t.Errorf("claim %+v", c)
	}
}

// TestD224Out (2002 art. 22.4): who isn't seated when the reading ends doesn't play.
func TestD224Out(t *testing.T) {
	x := setOut(t, rules.Edition2002, under(reading))
	x.do(game.ReadAbsence{Side: white}, referee)
	seated := game.Rule{Case: "absenceReading", Against: white, Choice: rules.PlayOn}
	x.do(seated, referee)
	x.wait(5 * time.Minute)
	x.refused("fault.game.condition", "2002 art. 22.4", seated, referee)
	seated.Choice = rules.RuledLoss
	x.do(seated, referee)
	x.wants(game.Result, "B+F", 0, 0)
}

// TestD223Named (2002 art. 22.3, 1988 art. 23.2, 23.3): a loss by lateness is his who came too late, and his
// alone.
func TestD223Named(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, minutes := range [][2]time.Duration{{5, 10}, {61, 10}, {61, 62}} {
			x := setOut(t, e, nil)
			loss := game.Rule{Case: "lateBoth", Choice: rules.RuledLoss, Against: white, Late: late(minutes[0]*time.Minute, minutes[1]*time.Minute)}
			x.refused("fault.game.condition", cites(e, "22.3", "23.2"), loss, referee)
		}
	})
}

// TestD228Large (2002 art. 22.8): an error of two minutes an hour isn't left uncorrected.
func TestD228Large(t *testing.T) {
	x := sit(t, rules.Edition2002, under(absolute(3*time.Hour)))
	x.wait(time.Hour)
	m := game.Instant(time.Minute)
	x.refused("fault.game.condition", "2002 art. 22.8", game.Rule{
		Case: "clockFault", Choice: rules.ClockReplaced, Black: 30 * m, White: 33 * m, Elapsed: 60 * m,
	}, referee)
}

// TestRevokedForgotten (2002 art. 22.7, 23.7): what was taken back counts neither as an offence nor as a leave.
func TestRevokedForgotten(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	ring := game.Rule{Case: "phoneRing", Against: black}
	x.do(ring, referee)
	x.do(game.Revoke{ID: 1}, chief)
	x.do(ring, referee)
	x.wants(game.Play, "", 1, 0)
	x = sit(t, rules.Edition2002, func(t *game.Terms) { t.System, t.Size = reading, 9 })
	leave := game.Rule{Case: "leaveInReading", Against: black, Choice: rules.LeaveGranted}
	x.play("C3")
	x.do(leave, referee)
	x.do(game.Revoke{ID: 1}, chief)
	x.do(leave, referee)
}

// TestD202ByHand (2002 art. 20.2, 6): a move by which false life would live on, found by the referee and not by
// the record, comes off and counts as a pass.
func TestD202ByHand(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(5))
	x.play("C3 D3")
	x.do(game.Rule{Case: "falseLife", Against: white}, referee)
	x.board(".....\n.....\n..X..\n.....\n.....")
	if last := x.g.Turns[len(x.g.Turns)-1]; len(x.g.Turns) != 2 || last.Kind != game.Voided || x.g.ToMove() != black {
		t.Errorf("%+v, %s to move", x.g.Turns, x.g.ToMove())
	}
	x.wants(game.Play, "", 0, 0)
}

// TestRevokeAfterRecount (2002 art. 16.4, 24.1): a warning that was given on a count is taken back after a
// recount, and while there is none yet, without the old sum coming back.
func TestRevokeAfterRecount(t *testing.T) {
	for _, counted := range []bool{true, false} {
		x := hand(t, rules.Edition2002, 2*370, nil)
		x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
		x.wants(game.Result, "W+0.25", 1, 0)
		x.do(game.AskRecount{Side: white})
		if counted {
			x.do(game.EnterCount{Side: black, Area: 2 * 372}, referee)
			x.wants(game.Result, "B+0.75", 1, 0)
			x.do(game.Revoke{ID: 1}, chief)
			x.wants(game.Result, "B+1.75", 0, 0)
			continue
		}
		x.do(game.Revoke{ID: 1}, chief)
		x.wants(game.Settle, "", 0, 0)
		x.do(game.EnterCount{Side: black, Area: 2 * 372}, referee)
		x.wants(game.Result, "B+1.75", 0, 0)
	}
}

// TestRevokeResultsInOrder (2002 art. 30): of two rulings that gave a result the later one goes first.
func TestRevokeResultsInOrder(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Rule{Case: "phoneLook", Against: black}, chief)
	x.do(game.Rule{Case: "cheating", Choice: rules.RuledBothLose}, chief)
	x.refused("fault.game.revokeLater", "2002 art. 30", game.Revoke{ID: 1}, chief)
	x.do(game.Revoke{ID: 2}, chief)
	x.wants(game.Result, "W+", 0, 0)
	x.do(game.Revoke{ID: 1}, chief)
	x.wants(game.Rest, "", 0, 0)
}

// TestD175Lot (2002 art. 17.5, 22.3; options no. 6): where both lose, the lot that is drawn for the next pairing
// stands with the result; nowhere else is there one.
func TestD175Lot(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	lot := game.Rule{Case: "movedStone", Choice: rules.RuledDraw, Lot: white}
	x.refused("fault.game.lotNeedless", "2002 art. 17.5", lot, chief)
	lot.Choice = rules.RuledBothLose
	x.do(lot, chief)
	if o := x.g.Result.Outcome; o.Manner != rules.BothLost || o.Lot != white || o.Winner != rules.NoSide {
		t.Errorf("%+v", o)
	}
	x.confirm()
	x = setOut(t, rules.Edition2002, nil)
	x.do(game.Rule{Case: "lateBoth", Late: late(61*time.Minute, 62*time.Minute), Lot: black}, referee)
	if o := x.g.Result.Outcome; o.Manner != rules.BothLost || o.Lot != black {
		t.Errorf("%+v", o)
	}
	setOut(t, rules.Edition1988, nil).refused("fault.game.lotNeedless", "1988 art. 23.2", game.Rule{
		Case: "lateBoth", Late: late(61*time.Minute, 62*time.Minute), Lot: black,
	}, referee)
}

// TestD203Provided (art. 20.3 of both editions; options no. 2): the referee gives a rare cycle what the event's
// regulations provide, also where the edition doesn't name it, and nothing that neither names.
func TestD203Provided(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, rare := range []rules.RareCycle{rules.RareDraw, rules.RareNoResult, rules.RareReplay, rules.RareExtraGame} {
			x := sit(t, e, func(t *game.Terms) { t.Rare = rare })
			x.do(game.Rule{Case: "longCycle", Choice: rules.Consequence(rare)}, referee)
			if x.g.Phase == game.Play || x.g.Rulings[0].Article != "20.3" {
				t.Errorf("%s: still in play", rare)
			}
		}
		x := sit(t, e, nil)
		key := map[rules.Edition]string{"2002": "fault.game.condition", "1988": "fault.rules.choice"}[e]
		x.refused(key, cites(e, "20.3", "20.3"), game.Rule{Case: "longCycle", Choice: rules.ExtraGame}, referee)
		x = sit(t, e, func(t *game.Terms) { t.Rare = rules.RareExtraGame })
		x.refused("fault.rules.choice", "", game.Rule{Case: "disturbing", Against: black, Choice: rules.ExtraGame}, chief)
	})
}

// TestSeatsStay (2002 art. 24.2, 23.7): who holds Black is noted anew, and warnings and offences stay with whom
// they were given; what was signed is signed anew, and a result that was ruled isn't turned into the opponent's.
// Older facts moved the warnings with the stones and read as before.
func TestSeatsStay(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Rule{Case: "phoneRing", Against: black}, referee) // the first player's
	x.do(game.NoteSeats{Black: game.Second}, referee)
	if x.g.Warnings != [2]int{1, 0} || x.g.Rulings[0].Hit != game.First {
		t.Errorf("warnings %v, the ruling hit %d", x.g.Warnings, x.g.Rulings[0].Hit)
	}
	x.refused("fault.rules.official", "2002 art. 23.7", game.Rule{Case: "phoneRing", Against: white}, referee) // his second
	old, err := x.g.Next([]game.Recorded{{Event: game.SeatsNoted{Black: game.First}, Seq: x.g.Head() + 1}})
	if err != nil || old.Warnings != [2]int{0, 1} || old.Rulings[0].Hit != game.Second {
		t.Errorf("an older fact: %v, warnings %v", err, old.Warnings)
	}
	x.play("Q16 D4")
	x.do(game.Resign{Side: white})
	x.do(game.Confirm{Side: black, Outcome: x.g.Result.Outcome})
	x.do(game.NoteSeats{Black: game.First}, referee)
	if x.g.Result.Players != [2]bool{} {
		t.Error("Black's signature is now the opponent's")
	}
	y := sit(t, rules.Edition2002, nil)
	y.do(game.Rule{Case: "phoneRing", Against: black}, referee)
	y.do(game.Rule{Case: "talking", Choice: rules.Warned, Against: black}, referee)
	y.refused("fault.game.seatsResult", "", game.NoteSeats{Black: game.Second}, referee)
}
