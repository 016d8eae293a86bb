package clock_test

import (
	"fmt"
	"testing"
	"time"

	"tianyuan/clock"
)

// TestLate: D22.1, D22.2, D22.3; 2002 art. 22.1-22.3, 1988 art. 23.1-23.3, options no. 7, 8, 9, 43.
func TestLate(t *testing.T) {
	const three = " separate reserved base=3h reserved=5 period=60s" // 2:55 before the reading
	check(t, []playCase{
		{"2002: 20 min of 3 h, doubled", "2002" + three, "0s late B by=20m; 20m start B; 20m query B", "", `{"main":"2h15m0s","reserved":5}`, `{"main":"2h55m0s","reserved":5}`, "", ""},
		{"1988: 20 min of 3 h, once", "1988" + three, "0s late B by=20m; 20m start B", "", `{"main":"2h35m0s","reserved":5}`, "", "", ""},
		{"2002 absolute: 2:20 left", "2002 separate absolute base=3h", "0s late B by=20m", "", `{"main":"2h20m0s"}`, "", "", ""},
		{"1988 absolute: 2:40 left", "1988 separate absolute base=3h", "0s late B by=20m", "", `{"main":"2h40m0s"}`, "", "", ""},
		{"2002: 60:00 is allowed", "2002 separate absolute base=3h", "1h late W by=1h; 1h start B", "", "", `{"main":"1h0m0s"}`, "", ""},
		{"2002: 60:01 loses", "2002 separate absolute base=3h", "1h late W by=60m1s; 2h start B", "1h0m0s W timeout", "", `{"main":"3h0m0s"}`, "W", "1 afterFlag"},
		{"1988: 60:01 loses", "1988 separate absolute base=3h", "1h late W by=60m1s", "1h0m0s W timeout", "", "", "W", ""},
		{"same place: 10 min of 1 h", "2002 same absolute base=1h", "0s late W by=10m", "", "", `{"main":"40m0s"}`, "", ""},
		{"same place: 15:00 is allowed", "2002 same absolute base=1h", "0s late W by=15m", "", "", `{"main":"30m0s"}`, "", ""},
		{"same place: 15:01 loses", "2002 same absolute base=1h", "0s late W by=15m1s", "0s W timeout", "", "", "W", ""},
		{"both late, each his own", "2002 same absolute base=1h", "0s late B by=10m; 0s late W by=5m; 0s start B", "", `{"main":"40m0s"}`, `{"main":"50m0s"}`, "", ""},
		{"both beyond the limit lose", "2002 same absolute base=1h", "0s late B by=16m; 0s late W by=20m; 0s start B", "0s B timeout; 0s W timeout", "", "", "both", "2 afterFlag"},
		{"1988: both beyond the limit forfeit", "1988 separate absolute base=3h", "2h late W by=2h; 2h late B by=2h", "2h0m0s W timeout; 2h0m0s B timeout", "", "", "both", ""},
		{"one lost, the other within the limit", "2002 same absolute base=1h", "0s late B by=16m; 0s late W by=5m; 0s late B by=1m", "0s B timeout", "", `{"main":"50m0s"}`, "B", "2 afterFlag"},
		{"absolute: 80 of 60 min lose", "2002 separate absolute base=1h", "0s late B by=40m; 0s start B", "0s B timeout", `{"main":"0s"}`, "", "B", "1 afterFlag"},
		{"absolute: 60 of 60 min lose", "2002 separate absolute base=1h", "0s late B by=30m", "0s B timeout", `{"main":"0s"}`, "", "B", ""},
		{"fischer: likewise", "2002 separate fischer base=20m increment=10s", "0s late B by=10m", "0s B timeout", `{"main":"0s"}`, "", "B", ""},
		{"reserved: the game starts in reading with all minutes", "2002 separate reserved base=1h reserved=5 period=60s", "0s late B by=40m; 0s start B; 30s press B",
			"0s B reading; 30s B 30", `{"main":"0s","reserved":5}`, `{"main":"55m0s","reserved":5}`, "", ""},
		{"periods: likewise", "2002 separate periods base=20m periods=3 period=30s", "0s late B by=40m; 0s start B", "0s B reading", `{"main":"0s","periods":3}`, "", "", ""},
		{"canadian: the first section", "2002 separate canadian base=20m moves=5 block=5m", "0s late B by=40m; 0s start B", "0s B reading", `{"main":"0s","block":"5m0s","movesLeft":5}`, "", "", ""},
		{"no clocks: the limit alone", "2002 separate none", "0s late B by=40m; 0s late W by=61m", "0s W timeout", "", "", "W", ""},
		{"not after a flag in the game", "2002 separate absolute base=1m", "0s start B; 70s late W by=5m; 70s absent W", "1m0s B timeout", "", `{"main":"1m0s"}`, "B", "1 afterFlag; 2 afterFlag"},
		{"found while the other side thinks: its clock stops, 2002 art. 22.1", "2002 same reserved base=6m reserved=5 period=60s", "0s start B; 20s late W by=15m1s; 2m query B; 30m press B",
			"20s W timeout", `{"main":"40s","reserved":5}`, `{"main":"1m0s","reserved":5}`, "W", "2 afterFlag; 3 afterFlag"},
		{"all of it deducted while the clock runs is said once, options no. 9", "2002 separate absolute base=1h", "0s start B; 10s late B by=30m; 1m query B", "10s B timeout", `{"main":"0s"}`, `{"main":"1h0m0s"}`, "B", "2 afterFlag"},
		{"found after the other side moved", "2002 separate absolute base=3h", "0s start B; 5m press B; 5m late W by=5m", "", "", `{"main":"2h50m0s"}`, "", ""},
		{"twice, or after the own first move", "2002 separate absolute base=3h", "0s late B by=5m; 0s late B by=5m; 0s start B; 1m press B; 2m press W; 3m late W by=5m", "", `{"main":"2h48m0s"}`, `{"main":"2h59m0s"}`, "", "1 alreadyLate; 5 underWay"},
		{"D22.1b: after a pause the clock simply runs", "2002 separate absolute base=3h", "0s start B; 10m pause; 1h resume; 2h30m late B by=90m", "", `{"main":"1h20m0s"}`, "", "", ""},
	})
}

// TestAbsence: D22.4, 2002 art. 22.4: the whole allowance is read to the empty chair.
func TestAbsence(t *testing.T) {
	const twoMinutes = "2002 separate reserved base=2m reserved=2 period=60s"
	check(t, []playCase{
		{"seated in time", twoMinutes, "0s absent W; 65s start B; 70s press B", join(from("W", 0, "reading@0 "+minute+"left:1@60"), "1m5s B reading; 1m10s W reading"),
			`{"main":"0s","reserved":2}`, `{"main":"0s","reserved":2}`, "", ""},
		{"never came", twoMinutes, "0s absent W; 2m start B", join(from("W", 0, "reading@0 "+minute+"left:1@60"), from("W", 60*s, last+"timeout@60")), "", `{"main":"0s","reserved":0}`, "W", "1 afterFlag"},
		{"no pass saves him", twoMinutes, "0s absent W; 2m passRequest W", "*", "", "", "W", "1 noOverrun"},
		{"with base time: the allowance alone", "2002 separate periods base=10m periods=1 period=10s", "0s absent B; 5s start B; 15s press B",
			"0s B reading; 1s B count:1; 2s B count:2; 3s B count:3; 4s B count:4; 5s B count:5", `{"main":"9m50s","periods":1}`, "", "", ""},
		{"one comes, who was read isn't charged", twoMinutes, "0s absent W; 30s late W by=30s; 40s start B; 45s press B", "0s W reading; 30s W 30; 40s B reading; 45s W reading", "", `{"main":"0s","reserved":2}`, "", ""},
		{"both are read at once, word by word", "2002 separate periods periods=1 period=2s", "0s absent B; 0s absent W; 1s absent B; 5s start B",
			"0s B reading; 0s W reading; 1s B count:9; 1s W count:9; 2s B count:10; 2s W count:10; 2s B timeout; 2s W timeout", "", "", "both", "2 alreadyLate; 3 afterFlag"},
		{"the second goes on being read", "2002 separate periods periods=1 period=2s", "0s absent B; 1s absent W; 3s absent W", "0s B reading; 1s B count:9; 1s W reading; 2s B count:10; 2s W count:9; 2s B timeout; 3s W count:10; 3s W timeout", "", "", "both", "2 afterFlag"},
		{"nothing is set meanwhile, and what was set before stays", twoMinutes, "0s set W reserved=1; 0s absent W; 30s set W reserved=2; 30s share elapsed=1m; 60s start W; 60s query W", join(from("W", 0, "reading@0 "+minute+"left:1@60"), "1m0s W reading"), "", `{"main":"0s","reserved":1}`, "", "2 beingRead; 3 beingRead"},
		{"canadian: one section", "2002 separate canadian base=1h moves=5 block=5m", "0s absent B; 6m start B", "0s B reading; 5m0s B timeout", "", "", "B", "1 afterFlag"},
		{"canadian: seated in time, with the whole section", "2002 separate canadian base=10s moves=5 block=5m", "0s absent B; 1m start B; 75s query W", "0s B reading; 1m10s B reading", `{"main":"0s","block":"4m55s","movesLeft":5}`, "", "", ""},
		{"each is read from his own moment", "2002 separate periods periods=1 period=2s", "0s absent B; 500ms absent W; 1.7s start B", "0s B reading; 500ms W reading; 1s B count:9; 1.5s W count:9; 1.7s B reading", "", "", "", ""},
		{"who was entered as late is there", twoMinutes, "0s late W by=1s; 0s absent W; 0s start B", "0s B reading", "", `{"main":"0s","reserved":2}`, "", "1 alreadyLate"},
		{"nothing is shared or corrected while Black is read", twoMinutes, "0s absent B; 1s share elapsed=1m; 1s correct B=1m W=2m elapsed=1m; 2s start B", "0s B reading; 2s B reading", "", "", "", "1 beingRead; 2 beingRead"},
		{"no reading to be read", "2002 separate absolute base=1h", "0s absent B; 0s start B; 0s absent B", "", "", "", "", "0 noReading; 2 underWay"},
	})
}

// TestOverrunPass: D22.5, 2002 art. 22.5, options no. 10; 1988 art. 23.5: always a loss.
func TestOverrunPass(t *testing.T) {
	out := from("B", 0, "reading@0 "+last+"timeout@60")
	check(t, []playCase{
		{"granted: a pass, back in the last minute", "2002" + lastMinute, "0s start B; 60s passRequest B; 70s press W; 80s press B",
			join(out, "1m0s W reading"), `{"main":"0s","reserved":1}`, `{"main":"0s","reserved":1}`, "", ""},
		{"no time passes until it is asked for", "2002" + lastMinute, "0s start B; 5m passRequest B; 5m30s query W", join(out, "5m0s W reading; 5m30s W 30"), "", "", "", ""},
		{"once in a game", "2002" + lastMinute, "0s start B; 60s passRequest B; 60s press W; 120s passRequest B", join(out, "1m0s W reading", from("B", 60*s, last+"timeout@60")),
			`{"main":"0s","reserved":0}`, "", "B", "3 passUsed"},
		{"once for each side", "2002" + lastMinute, "0s start B; 60s passRequest B; 120s passRequest W; 130s press B", "*", `{"main":"0s","reserved":1}`, `{"main":"0s","reserved":1}`, "", ""},
		{"not for the other side", "2002" + lastMinute, "0s start B; 60s passRequest W", out, "", "", "B", "1 notYourTurn"},
		{"not without an overrun", "2002" + lastMinute, "0s start B; 59s passRequest B", from("B", 0, "reading@0 "+lastTo9), "", "", "", "1 noOverrun"},
		{"1988 has none", "1988" + lastMinute, "0s start B; 60s passRequest B", out, `{"main":"0s","reserved":0}`, "", "B", "1 notInEdition"},
		{"fixed periods: the last one", "2002 separate periods periods=2 period=10s", "0s start B; 25s passRequest B", "*", `{"main":"0s","periods":1}`, "", "", ""},
		{"absolute time has no last minute", "2002 separate absolute base=1m", "0s start B; 60s passRequest B", "1m0s B timeout", "", "", "B", "1 noOverrun"},
		{"nor has a section", "2002 separate canadian moves=5 block=1m", "0s start B; 60s passRequest B", "0s B reading; 1m0s B timeout", "", "", "B", "1 noOverrun"},
		{"nor who came too late", "2002 same reserved base=1h reserved=1 period=60s", "0s late B by=16m; 0s passRequest B", "0s B timeout", "", "", "B", "1 noOverrun"},
	})
}

// TestCaptures: D22.6, 2002 art. 22.6: captures are read on; 1988 art. 23.4: they take no time.
func TestCaptures(t *testing.T) {
	fifty := from("B", 0, "reading@0 30@30 40@40 50@50")
	check(t, []playCase{
		{"2002: 50 s and 15 s are 65 s", "2002" + fiveMinutes, "0s start B; 50s placed B; 65s press B", join(from("B", 0, "reading@0 "+minute+"left:4@60"), "1m5s W reading"), `{"main":"0s","reserved":4}`, "", "", ""},
		{"1988: 50 s", "1988" + fiveMinutes, "0s start B; 50s placed B; 65s press B", join(fifty, "1m5s W reading"), `{"main":"0s","reserved":5}`, "", "", ""},
		{"2002: the stone doesn't stop the last count", "2002" + lastMinute, "0s start B; 59s placed B; 61s press B", from("B", 0, "reading@0 "+last+"timeout@60"), "", "", "B", "2 afterFlag"},
		{"1988: it does", "1988" + lastMinute, "0s start B; 59s placed B; 3m press B; 3m press W; 3m30s query B", join(from("B", 0, "reading@0 "+lastTo9), "3m0s W reading; 3m30s B 30"), `{"main":"0s","reserved":1}`, "", "", ""},
		{"1988: a stone at 60.0 s is too late", "1988" + lastMinute, "0s start B; 60s placed B", from("B", 0, "reading@0 "+last+"timeout@60"), "", "", "B", "1 afterFlag"},
		{"1988: in the free time captures count", "1988 separate reserved base=3m reserved=1 period=60s", "0s start B; 50s placed B; 65s press B", "", `{"main":"55s","reserved":1}`, "", "", ""},
		{"1988: up to the reading and no further", "1988 separate reserved base=2m reserved=1 period=60s", "0s start B; 50s placed B; 5m press B; 5m press W; 5m30s query B", "1m0s B reading; 5m30s B 30", `{"main":"0s","reserved":1}`, `{"main":"1m0s","reserved":1}`, "", ""},
		{"1988: absolute time has no reading", "1988 separate absolute base=1m", "0s start B; 50s placed B; 70s press B", "1m0s B timeout", "", "", "B", "2 afterFlag"},
		{"1988: through a pause", "1988" + lastMinute, "0s start B; 10s placed B; 20s pause; 30s resume; 2m press B; 2m query B", "0s B reading; 2m0s W reading", `{"main":"0s","reserved":1}`, "", "", ""},
		{"by the wrong side, or twice", "2002" + fiveMinutes, "0s placed B; 0s start B; 1s placed W; 2s placed B; 3s placed B; 4s press B; 5s placed W", "0s B reading; 4s W reading", "", "", "", "0 notStarted; 2 notYourTurn; 4 alreadyPlaced"},
	})
}

// TestCorrect: D22.8, 2002 art. 22.8, options no. 32: 2 minutes an hour, inclusive, in proportion to
// the times used.
func TestCorrect(t *testing.T) {
	const two = "2002 separate absolute base=2h"
	check(t, []playCase{
		{"30:00 and 33:00 in 60:00", two, "0s start B; 30m press B; 60m pause; 60m correct B=30m W=33m elapsed=60m", "", `{"main":"1h31m26s"}`, `{"main":"1h28m34s"}`, "", ""},
		{"29:00 and 32:00: no correction", two, "0s start B; 30m press B; 60m pause; 60m correct B=29m W=32m elapsed=60m", "", `{"main":"1h30m0s"}`, `{"main":"1h30m0s"}`, "", ""},
		{"2 min an hour is enough", "2002 separate absolute base=3h", "2h correct B=62m W=62m elapsed=2h", "", `{"main":"2h0m0s"}`, `{"main":"2h0m0s"}`, "", ""},
		{"1 s less isn't", "2002 separate absolute base=3h", "2h correct B=62m W=61m59s elapsed=2h", "", `{"main":"3h0m0s"}`, `{"main":"3h0m0s"}`, "", ""},
		{"a losing clock scales up", two, "1h correct B=28m W=28m elapsed=60m", "", `{"main":"1h30m0s"}`, `{"main":"1h30m0s"}`, "", ""},
		{"the reserved minutes stay inside the limit", "2002 separate reserved base=2h reserved=5 period=60s", "1h correct B=30m W=33m elapsed=60m", "", `{"main":"1h26m26s","reserved":5}`, `{"main":"1h23m34s","reserved":5}`, "", ""},
		{"time given back ends the reading", "2002 separate reserved base=20m reserved=5 period=60s", "0s start B; 16m30s pause; 17m correct B=20m W=0s elapsed=10m; 18m resume; 24m query B",
			"15m0s B reading; 15m30s B 30; 15m40s B 40; 15m50s B 50; 15m55s B 55; 15m58s B 58; 16m0s B left:4; 16m30s B 30; 23m0s B reading; 23m30s B 30; 23m40s B 40; 23m50s B 50; 23m55s B 55; 23m58s B 58; 24m0s B left:3", `{"main":"0s","reserved":3}`, "", "", ""},
		{"a section takes the difference", "2002 separate canadian base=10m moves=5 block=10m", "0s start B; 12m pause; 12m correct B=15m W=0s elapsed=13m", "10m0s B reading", `{"main":"0s","block":"7m0s","movesLeft":5}`, "", "", ""},
		{"a section that hasn't begun takes what is over the base time", "2002 separate canadian base=10m moves=5 block=10m", "0s start B; 1m pause; 1m correct B=15m W=0s elapsed=12m; 2m resume", "2m0s B reading", `{"main":"0s","block":"8m0s","movesLeft":5}`, `{"main":"10m0s","block":"10m0s","movesLeft":5}`, "", ""},
		{"the increments were granted, too", "2002 separate fischer base=10m increment=1m", "0s start B; 1m press B; 2m pause; 2m correct B=2m W=2m elapsed=2m", "", `{"main":"10m0s"}`, `{"main":"9m0s"}`, "", ""},
		{"more used than there was: out when it runs on", "2002 separate absolute base=10m", "0s start B; 1m pause; 1m correct B=12m W=1m elapsed=20m; 2m resume", "2m0s B timeout", `{"main":"0s"}`, "", "B", ""},
		{"one clock that stood still", two, "1h correct B=0s W=10m elapsed=60m", "", `{"main":"2h0m0s"}`, `{"main":"1h0m0s"}`, "", ""},
		{"both parts to the second, and no second lost", two, "1h correct B=30m W=33m elapsed=1h0.5s", "", `{"main":"1h31m25s"}`, `{"main":"1h28m34s"}`, "", ""},
		{"more used than a section has", "2002 separate canadian base=10m moves=5 block=10m", "0s start B; 12m pause; 12m correct B=30m W=0s elapsed=25m; 13m resume", "10m0s B reading; 13m0s B timeout",
			`{"main":"0s","block":"0s","movesLeft":5}`, "", "B", ""},
		{"exactly the base time: the reading goes on where it was", "2002 separate reserved base=2m reserved=1 period=60s", "0s start B; 90s pause; 90s correct B=2m W=0s elapsed=1m; 90s resume; 100s press B",
			"1m0s B reading; 1m30s B 30; 1m40s B 40", `{"main":"0s","reserved":1}`, `{"main":"1m0s","reserved":1}`, "", ""},
		{"no readings, no proportion", two, "1h correct B=0s W=0s elapsed=60m", "", `{"main":"2h0m0s"}`, "", "", "0 noProportion"},
	})
	part, whole := clock.Proportion(30*time.Minute, 33*time.Minute, time.Hour)
	if part != 28*time.Minute+34*time.Second || whole-part != 31*time.Minute+26*time.Second {
		t.Errorf("30:00 and 33:00 in an hour become %v and %v", part, whole-part)
	}
}

// TestShare: D22.9, 2002 art. 22.9: times that nobody wrote down are shared equally.
func TestShare(t *testing.T) {
	check(t, []playCase{
		{"1:10 and 0:50 become 1:00 each", "2002 separate absolute base=3h", "0s start B; 70m press B; 2h pause; 2h share elapsed=2h", "", `{"main":"2h0m0s"}`, `{"main":"2h0m0s"}`, "", ""},
		{"inside the reserved limit", "2002 separate reserved base=2h reserved=5 period=60s", "0s start B; 1m pause; 2m share elapsed=1h", "", `{"main":"1h25m0s","reserved":5}`, `{"main":"1h25m0s","reserved":5}`, "", ""},
	})
}

// TestSet: the chief referee sets one side's clock, 2002 art. 22.8, 12.4(6).
func TestSet(t *testing.T) {
	check(t, []playCase{
		{"any field", "2002 separate reserved base=6m reserved=5 period=60s", "0s set B main=2m reserved=3; 0s set W reserved=1", "", `{"main":"2m0s","reserved":3}`, `{"main":"1m0s","reserved":1}`, "", ""},
		{"the last minute in the middle of a minute", "2002" + fiveMinutes, "0s start B; 45s set B reserved=1; 60s press B", from("B", 0, "reading@0 "+last+"timeout@60"), "", "", "B", "2 afterFlag"},
		{"time again before the reading", "2002" + fiveMinutes, "0s start B; 35s set B main=10s; 1m20s press B", join(from("B", 0, "reading@0 30@30"), from("B", 45*s, "reading@0 30@30"), "1m20s W reading"), `{"main":"0s","reserved":5}`, "", "", ""},
		{"nothing left, while it runs", "2002 separate reserved base=6m reserved=5 period=60s", "0s start B; 5s set B main=0s; 10s set B reserved=0", "5s B reading; 10s B timeout", "", "", "B", ""},
		{"no minutes at all: out with the free time", "2002 separate reserved base=2m reserved=1 period=60s", "0s set B reserved=0; 0s start B; 1m passRequest B", "1m0s B timeout", `{"main":"0s","reserved":0}`, "", "B", "2 noOverrun"},
		{"of the side that waits: out when it runs", "2002 separate absolute base=6m", "0s start B; 5s set W main=0s; 10s press B", "10s W timeout", `{"main":"5m50s"}`, "", "W", ""},
		{"a section", "2002 separate canadian moves=5 block=5m carry=true", "0s start B; 1m set B block=30s movesLeft=1; 80s press B", "0s B reading; 1m20s W reading", `{"main":"0s","block":"5m10s","movesLeft":5}`, "", "", ""},
	})
}

// TestReread: C16, 2002 art. 16.2: the last minute is read again from where it was misread.
func TestReread(t *testing.T) {
	check(t, []playCase{
		{"from 50", "2002" + lastMinute, "0s start B; 53s reread B from=50s; 60s press B",
			join(from("B", 0, "reading@0 30@30 40@40 50@50 count:1@51 count:2@52 count:3@53"), from("B", 3*s, "count:1@51 count:2@52 count:3@53 count:4@54 count:5@55 count:6@56 count:7@57"), "1m0s W reading"), "", "", "", ""},
		{"not from a second that wasn't read yet", "2002" + lastMinute, "0s start B; 31s reread B from=31.1s; 31s reread B from=31s; 40s query B", from("B", 0, "reading@0 30@30 40@40"), "", "", "", "1 notLastMinute"},
		{"not before the reading, and not where nothing is read", "2002 separate reserved base=2m reserved=1 period=60s", "0s start B; 1s reread B from=0s", "", "", "", "", "1 notLastMinute"},
		{"not in a section", "2002 separate canadian moves=5 block=5m", "0s start B; 1s reread B from=0s", "0s B reading", "", "", "", "1 notLastMinute"},
		{"only what was read, only in the last minute", "2002 separate reserved base=2m reserved=2 period=60s", "0s reread B from=0s; 0s start B; 31s reread B from=0s; 70s reread B from=11s; 75s reread W from=0s; 75s pause; 75s reread B from=0s; 80s resume; 110s query B",
			from("B", 0, "reading@0 "+minute+"left:1@60 30@110"), "", "", "", "0 notStarted; 2 notLastMinute; 3 notLastMinute; 4 notYourTurn"},
	})
}

// TestQuery: C16, 2002 art. 16.2, 1988 art. 16.1: what is left is told at any time, to either side.
func TestQuery(t *testing.T) {
	r := play(t, "2002 separate reserved base=6m reserved=5 period=60s", "0s query W; 0s start B; 135s query B; 136s pause; 137s query W; 200s query B")
	want := []string{
		`{"index":0,"at":"0s","side":"W","main":"1m0s","reserved":5}`, `{"index":2,"at":"2m15s","side":"B","main":"0s","reserved":4}`,
		`{"index":4,"at":"2m17s","side":"W","main":"1m0s","reserved":5}`, `{"index":5,"at":"3m20s","side":"B","main":"0s","reserved":4}`,
	}
	if len(r.Answers) != len(want) {
		t.Fatalf("%d answers, want %d", len(r.Answers), len(want))
	}
	for i, w := range want {
		if got := string(r.Answers[i]); got != w {
			t.Errorf("answer %d is %s, want %s", i, got, w)
		}
	}
}

// TestWrongMoment: a press by the side not to move, twice, before the start or after the flag changes
// nothing.
func TestWrongMoment(t *testing.T) {
	check(t, []playCase{
		{"presses", "2002 separate absolute base=1m", "0s press B; 0s pause; 0s resume; 0s start W; 10s press B; 20s press W; 20s press W; 20s start B; 90s press B",
			"1m20s B timeout", `{"main":"0s"}`, `{"main":"40s"}`, "B", "0 notStarted; 1 notStarted; 2 notStarted; 4 notYourTurn; 6 notYourTurn; 7 alreadyStarted; 8 afterFlag"},
	})
	s := script(t, "2002 separate absolute base=1m", "5s start B")
	k := clock.New(s.Law, s.System)
	k, _, err := k.Apply(s.Events[0])
	if err != nil {
		t.Fatal(err)
	}
	if after, _, err := k.Apply(clock.Event{At: 4 * time.Second, Do: clock.DoPress, Side: clock.Black}); err == nil || after != k {
		t.Errorf("a press before the last event gives %v and changes the clock", err)
	}
}

// TestState: what a page gets beside the readings.
func TestState(t *testing.T) {
	for _, c := range []struct {
		name, head, events string
		now                time.Duration
		want               clock.State
	}{
		{"before the start", "2002 separate absolute base=1m", "0s query B", 5 * s, clock.State{At: 5 * s, Black: clock.SideState{Main: 60 * s}, White: clock.SideState{Main: 60 * s}}},
		{"on the way", "2002" + lastMinute, "0s start B; 20s press B; 25s placed W", 30 * s,
			clock.State{At: 30 * s, Phase: clock.Running, Turn: clock.White, Black: clock.SideState{Left: 1, Reading: true, Used: 20 * s, Moves: 1},
				White: clock.SideState{Left: 1, Reading: true, Placed: true, Spent: 10 * s, Used: 10 * s}}},
		{"paused", "2002 separate fischer base=1m increment=5s", "0s start W; 20s press W; 30s pause", 90 * s,
			clock.State{At: 90 * s, Phase: clock.Paused, Turn: clock.Black, Black: clock.SideState{Main: 50 * s, Used: 10 * s}, White: clock.SideState{Main: 45 * s, Used: 20 * s, Moves: 1}}},
		{"a moment before the last event is that of the event", "2002 separate absolute base=1m", "0s start B; 30s pause", 10 * s,
			clock.State{At: 30 * s, Phase: clock.Paused, Turn: clock.Black, Black: clock.SideState{Main: 30 * s, Used: 30 * s}, White: clock.SideState{Main: 60 * s}}},
		{"overrun", "2002" + lastMinute, "0s start B", 90 * s,
			clock.State{At: 90 * s, Phase: clock.Flagged, Turn: clock.Black, Flag: clock.Black,
				Black: clock.SideState{Reading: true, Used: 60 * s, Lost: clock.Overrun, LostAt: 60 * s}, White: clock.SideState{Left: 1}}},
		{"an overrun treated as a pass", "2002" + lastMinute, "0s start B; 90s passRequest B", 100 * s,
			clock.State{At: 100 * s, Phase: clock.Running, Turn: clock.White, Black: clock.SideState{Left: 1, Reading: true, Used: 60 * s, Moves: 1},
				White: clock.SideState{Left: 1, Reading: true, Spent: 10 * s, Used: 10 * s}}},
		{"too late", "2002 same absolute base=1m", "5s late W by=16m", 10 * s,
			clock.State{At: 10 * s, Phase: clock.Flagged, Flag: clock.White, Black: clock.SideState{Main: 60 * s}, White: clock.SideState{Main: 60 * s, Lost: clock.TooLate, LostAt: 5 * s}}},
		{"never came, one after the other", "2002 separate periods periods=1 period=10s", "0s absent W; 4s absent B", 30 * s,
			clock.State{At: 30 * s, Phase: clock.Flagged, Flag: clock.Both, Black: clock.SideState{Reading: true, Lost: clock.NeverCame, LostAt: 14 * s},
				White: clock.SideState{Reading: true, Lost: clock.NeverCame, LostAt: 10 * s}}},
		{"time given back before the reading", "2002 separate reserved base=20m reserved=5 period=60s", "0s start B; 16m40s pause; 17m correct B=20m W=0s elapsed=10m", 17 * 60 * s,
			clock.State{At: 17 * 60 * s, Phase: clock.Paused, Turn: clock.Black, Black: clock.SideState{Main: 5 * time.Minute, Left: 4, Used: 10 * time.Minute},
				White: clock.SideState{Main: 15 * time.Minute, Left: 5}}},
		{"corrected", "2002 separate absolute base=2h", "0s start B; 10s pause; 1h correct B=30m W=33m elapsed=60m", time.Hour,
			clock.State{At: time.Hour, Phase: clock.Paused, Turn: clock.Black, Black: clock.SideState{Main: 91*time.Minute + 26*s, Used: 28*time.Minute + 34*s},
				White: clock.SideState{Main: 88*time.Minute + 34*s, Used: 31*time.Minute + 26*s}}},
	} {
		script := script(t, c.head, c.events)
		k := clock.New(script.Law, script.System)
		for _, e := range script.Events {
			next, _, err := k.Apply(e)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			k = next
		}
		if got := shown(k.State(c.now)); got != shown(c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, shown(c.want))
		}
	}
}

// shown writes the exported part of a state.
func shown(s clock.State) string {
	side := func(x clock.SideState) string {
		return fmt.Sprintln(x.Main, x.Left, x.Spent, x.Block, x.MovesLeft, x.Reading, x.Placed, x.Used, x.Moves, x.Lost, x.LostAt)
	}
	return fmt.Sprintln(s.At, s.Phase, s.Turn, s.Flag) + side(s.Black) + side(s.White)
}
