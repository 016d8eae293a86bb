package clock_test

import (
	"testing"
	"time"
)

const (
	fiveMinutes = " separate reserved base=5m reserved=5 period=60s" // all of it reserved
	lastMinute  = " separate reserved base=1m reserved=1 period=60s"
	s           = time.Second
)

// TestReservedMinutes: C12.3, 2002 art. 12.3, 1988 art. 12.2, the numeric traces of both editions.
func TestReservedMinutes(t *testing.T) {
	for _, edition := range []string{"2002", "1988"} {
		trace := "0s start B; 42s press B; 42s press W; 101.9s press B; 101.9s press W; 161.9s press B; 161.9s press W;" +
			"286.9s press B; 286.9s press W; 347.9s press B; 347.9s press W; 407.8s press B; 407.8s press W; "
		const tenth = s / 10
		at := func(tenths int) time.Duration { return time.Duration(tenths) * tenth }
		traced := join(from("B", 0, "reading@0 30@30 40@40"), from("W", 42*s, "reading@0"), // 42 s: 5 left
			from("B", 42*s, minute),                 // 59.9 s: 5 left
			from("B", at(1019), minute+"left:4@60"), // 60.0 s: 4
			from("B", at(1619), minute+"left:3@60 30@90 40@100 50@110 55@115 58@118 left:2@120"), // 125 s: two minutes
			from("B", at(2869), minute+"left:1@60"),                                              // 61 s: the last one remains
			from("B", at(3479), lastTo9))                                                         // 59.9 s: 1 left
		check(t, []playCase{
			{"trace to 2 left " + edition, edition + fiveMinutes, "0s start B; 42s press B; 42s press W; 101.9s press B; 101.9s press W; 161.9s press B; 161.9s press W; 286.9s press B",
				"*", `{"main":"0s","reserved":2}`, `{"main":"0s","reserved":5}`, "", ""},
			{"trace " + edition, edition + fiveMinutes, trace, traced, `{"main":"0s","reserved":1}`, "", "", ""},
			{"60.0 s in the last minute is out " + edition, edition + fiveMinutes, trace + "467.8s press B", join(traced, from("B", at(4078), last+"timeout@60")),
				`{"main":"0s","reserved":0}`, `{"main":"0s","reserved":5}`, "B", "13 afterFlag"},
			{"crossing: 20 s free and 30 s of reading cost nothing " + edition, edition + " separate reserved base=2h reserved=5 period=60s",
				"0s start B; 1h54m40s press B; 1h54m40s press W; 1h55m30s press B", from("B", 115*60*s, "reading@0 30@30"),
				`{"main":"0s","reserved":5}`, `{"main":"1h55m0s","reserved":5}`, "", ""},
			{"reading begins when 1:55:00 is used " + edition, edition + " separate reserved base=2h reserved=5 period=60s",
				"0s start B; 1h55m query B", "1h55m0s B reading", `{"main":"0s","reserved":5}`, "", "", ""},
			{"a 95 s move with 2 left turns to the last form " + edition, edition + " separate reserved base=2m reserved=2 period=60s",
				"0s start B; 95s press B", join(from("B", 0, "reading@0 "+minute+"left:1@60 30@90"), from("W", 95*s, "reading@0")),
				`{"main":"0s","reserved":1}`, "", "", ""},
			{"several minutes of one move down to the flag " + edition, edition + " separate reserved base=3m reserved=3 period=60s",
				"0s start W; 10m press W", join(from("W", 0, "reading@0 "+minute+"left:2@60"), from("W", 60*s, minute+"left:1@60"), from("W", 120*s, last+"timeout@60")),
				`{"main":"0s","reserved":3}`, `{"main":"0s","reserved":0}`, "W", "1 afterFlag"},
			{"exactly the free time, then reading " + edition, edition + " separate reserved base=2m reserved=1 period=60s",
				"0s start B; 60s press B; 60s press W; 100s press B", from("B", 60*s, "reading@0 30@30 40@40"), `{"main":"0s","reserved":1}`, `{"main":"1m0s","reserved":1}`, "", ""},
		})
	}
}

// TestOtherMinutes: the calls of a reserved minute of another length lie as far before its end.
func TestOtherMinutes(t *testing.T) {
	check(t, []playCase{
		{"30 s", "2002 separate reserved base=1m reserved=2 period=30s", "0s start B; 1m press B",
			from("B", 0, "reading@0 10@10 20@20 25@25 28@28 left:1@30 10@40 20@50 count:1@51 count:2@52 count:3@53 count:4@54 count:5@55 count:6@56 count:7@57 count:8@58 count:9@59 count:10@60 timeout@60"),
			"", "", "B", "1 afterFlag"},
		{"2 min", "2002 separate reserved base=4m reserved=2 period=2m", "0s start B; 121s press B",
			join(from("B", 0, "reading@0 90@90 100@100 110@110 115@115 118@118 left:1@120"), "2m1s W reading"), "", "", "", ""},
	})
}

// TestFixedPeriods: C12.3b, the tables for 30, 20 and 10 s; each period is counted aloud.
func TestFixedPeriods(t *testing.T) {
	const (
		thirty = "10@10 20@20 count:1@21 count:2@22 count:3@23 count:4@24 count:5@25 count:6@26 count:7@27 count:8@28 count:9@29 count:10@30 "
		twenty = "10@10 count:1@11 count:2@12 count:3@13 count:4@14 count:5@15 count:6@16 count:7@17 count:8@18 count:9@19 count:10@20 "
		ten    = "count:1@1 count:2@2 count:3@3 count:4@4 count:5@5 count:6@6 count:7@7 count:8@8 count:9@9 count:10@10 "
	)
	check(t, []playCase{
		{"30 s, 3 times", "2002 separate periods base=10s periods=3 period=30s", "0s start B; 39.9s press B; 45s press W; 75s press B",
			join(from("B", 10*s, "reading@0 10@10 20@20 count:1@21 count:2@22 count:3@23 count:4@24 count:5@25 count:6@26 count:7@27 count:8@28 count:9@29"),
				from("B", 45*s, thirty+"left:2@30")), `{"main":"0s","periods":2}`, `{"main":"4.9s","periods":3}`, "", ""},
		{"20 s without base time", "2002 separate periods periods=2 period=20s", "0s start B; 40s press B",
			join(from("B", 0, "reading@0 "+twenty+"left:1@20"), from("B", 20*s, twenty+"timeout@20")), `{"main":"0s","periods":0}`, `{"main":"0s","periods":2}`, "B", "1 afterFlag"},
		{"10 s", "1988 separate periods periods=2 period=10s", "0s start B; 9.999s press B; 10s press W; 20s press B",
			join(from("B", 0, "reading@0 count:1@1 count:2@2 count:3@3 count:4@4 count:5@5 count:6@6 count:7@7 count:8@8 count:9@9"),
				"9.999s W reading", from("B", 10*s, ten+"left:1@10")), `{"main":"0s","periods":1}`, "", "", ""},
		{"60 s is counted as a last minute each time", "2002 separate periods periods=2 period=60s", "0s start B; 60s press B",
			join(from("B", 0, "reading@0 "+last+"left:1@60"), "1m0s W reading"), "", "", "", ""},
		{"5 s counts its last words", "2002 separate periods periods=1 period=5s", "0s start B; 5s press B",
			from("B", 0, "reading@0 count:6@1 count:7@2 count:8@3 count:9@4 count:10@5 timeout@5"), "", "", "B", "1 afterFlag"},
	})
}

// TestAbsolute: C12.4, 2002 art. 12.4: over the limit loses; nothing else is said.
func TestAbsolute(t *testing.T) {
	const top = "2002 separate absolute base=10m"
	check(t, []playCase{
		{"in time", top, "0s start B; 4m press B; 6m press W; 11m59.999s press B", "", `{"main":"1ms"}`, `{"main":"8m0s"}`, "", ""},
		{"the limit itself is out", top, "0s start B; 4m press B; 6m press W; 12m press B", "12m0s B timeout", `{"main":"0s"}`, `{"main":"8m0s"}`, "B", "3 afterFlag"},
		{"nothing runs after the flag", top, "0s start B; 20m query W; 30m resume", "10m0s B timeout", `{"main":"0s"}`, `{"main":"10m0s"}`, "B", "1 afterFlag; 2 afterFlag"},
	})
}

// TestCanadian: C12.5, 2002 art. 12.5: 15 moves in 10 minutes; the rest carries over where the event
// says so.
func TestCanadian(t *testing.T) {
	moves := func(first time.Duration, lengths ...time.Duration) string {
		line, at := "0s start B", first
		for _, d := range lengths {
			at += d
			line += "; " + at.String() + " press B; " + at.String() + " press W"
		}
		return line
	}
	section := func(n int, each, end time.Duration) []time.Duration { // n moves, the last one longer
		all := make([]time.Duration, n)
		for i := range all {
			all[i] = each
		}
		all[n-1] = end
		return all
	}
	seven := section(15, 20*s, 140*s)        // 15 moves in 7:00
	twelveThirty := section(15, 30*s, 330*s) // 15 moves in 12:30
	const carry = "2002 separate canadian moves=15 block=10m carry=true"
	const plain = "2002 separate canadian moves=15 block=10m"
	check(t, []playCase{
		{"7:00 used, 13:00 next", carry, moves(0, seven...), "0s B reading; 20s W reading", `{"main":"0s","block":"13m0s","movesLeft":15}`, "", "", ""},
		{"then 12:30 used, 10:30 next", carry, moves(0, append(seven, twelveThirty...)...), "*", `{"main":"0s","block":"10m30s","movesLeft":15}`, "", "", ""},
		{"without carry the rest is lost", plain, moves(0, seven...), "*", `{"main":"0s","block":"10m0s","movesLeft":15}`, "", "", ""},
		{"14 moves when 10:00 ends", plain, moves(0, append(section(14, 20*s, 20*s), 320*s)...), "0s B reading; 20s W reading; 10m0s B timeout",
			`{"main":"0s","block":"0s","movesLeft":1}`, "", "B", "29 afterFlag; 30 afterFlag"},
		{"14 moves when 13:00 ends", carry, moves(0, append(seven, append(section(14, 20*s, 20*s), 500*s)...)...), "0s B reading; 20s W reading; 20m0s B timeout",
			`{"main":"0s","block":"0s","movesLeft":1}`, "", "B", "59 afterFlag; 60 afterFlag"},
		{"the base time first, and the move that crosses counts", "2002 separate canadian base=1m moves=3 block=2m carry=true",
			"0s start B; 50s press B; 55s press W; 1m10s press B; 1m12s press W", "1m5s B reading", `{"main":"0s","block":"1m55s","movesLeft":2}`, `{"main":"53s","block":"2m0s","movesLeft":3}`, "", ""},
		{"one move a section", "2002 separate canadian moves=1 block=30s carry=true", "0s start B; 10s press B; 10s press W; 20s press B",
			"0s B reading; 10s W reading", `{"main":"0s","block":"1m10s","movesLeft":1}`, "", "", ""},
	})
}

// TestFischer: an increment for each move, up to the cap.
func TestFischer(t *testing.T) {
	check(t, []playCase{
		{"added after the move", "2002 separate fischer base=1m increment=10s", "0s start B; 20s press B; 25s press W; 55s press B", "", `{"main":"30s"}`, `{"main":"1m5s"}`, "", ""},
		{"up to the cap", "2002 separate fischer base=1m increment=30s cap=70s", "0s start B; 5s press B", "", `{"main":"1m10s"}`, `{"main":"1m0s"}`, "", ""},
		{"time above the cap stays", "2002 separate fischer base=2m increment=30s cap=70s", "0s start B; 5s press B", "", `{"main":"1m55s"}`, "", "", ""},
		{"an overrun isn't saved by the increment", "2002 separate fischer base=1m increment=30s", "0s start B; 1m press B", "1m0s B timeout", `{"main":"0s"}`, "", "B", "1 afterFlag"},
	})
}

// TestNoClocks: a game without clocks takes turns and never says anything.
func TestNoClocks(t *testing.T) {
	check(t, []playCase{{"none", "2002 separate none", "0s start B; 50h press B; 51h press B; 52h pause; 53h query W; 54h share elapsed=1h", "", `{"main":"0s"}`, `{"main":"0s"}`, "", "2 notYourTurn; 5 noTime"}})
}

// TestPause: C14, both editions art. 14: pause time isn't counted; the minute goes on where it was.
func TestPause(t *testing.T) {
	check(t, []playCase{
		{"in the free time", "2002 separate absolute base=10m", "0s start B; 1m pause; 9h resume; 9h1m press B", "", `{"main":"8m0s"}`, `{"main":"10m0s"}`, "", ""},
		{"inside the last minute", "2002" + lastMinute, "0s start B; 45s pause; 1h resume; 1h14s press B",
			join(from("B", 0, "reading@0 30@30 40@40"), from("B", 3600*s-45*s, "50@50 count:1@51 count:2@52 count:3@53 count:4@54 count:5@55 count:6@56 count:7@57 count:8@58 count:9@59"), "1h0m14s W reading"),
			`{"main":"0s","reserved":1}`, "", "", ""},
		{"at the end of a minute: the minute is used first", "2002 separate reserved base=2m reserved=2 period=60s", "0s start B; 60s pause; 1h resume; 1h59.9s press B; 1h59.9s pause",
			join(from("B", 0, "reading@0 "+minute+"left:1@60"), from("B", 3600*s, lastTo9), "1h0m59.9s W reading"), `{"main":"0s","reserved":1}`, "", "", ""},
		{"at the end of the last minute: out first", "2002" + lastMinute, "0s start B; 60s pause", from("B", 0, "reading@0 "+last+"timeout@60"), `{"main":"0s","reserved":0}`, "", "B", "1 afterFlag"},
		{"at a call: the call comes first and isn't repeated", "2002" + lastMinute, "0s start B; 40s pause; 50s resume; 55s pause", from("B", 0, "reading@0 30@30 40@40"), "", "", "", ""},
		{"exactly when the free time ends", "2002 separate reserved base=2m reserved=1 period=60s", "0s start B; 60s pause; 2h resume; 2h30s query B",
			"1m0s B reading; 2h0m30s B 30", `{"main":"0s","reserved":1}`, "", "", ""},
		{"nobody moves in a pause", "2002" + lastMinute, "0s start B; 10s pause; 20s press B; 20s press W; 20s placed B; 20s pause; 20s start W; 30s resume; 30s resume",
			"0s B reading", "", "", "", "2 paused; 3 paused; 4 paused; 5 paused; 6 alreadyStarted; 8 notPaused"},
	})
}
