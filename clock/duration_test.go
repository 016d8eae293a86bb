package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/i18n"
)

// TestParseDuration: the writings of regulations and of people, in the three languages.
func TestParseDuration(t *testing.T) {
	const h, m, s = time.Hour, time.Minute, time.Second
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "2h": 2 * h, "90分": 90 * m, "90 分钟": 90 * m, "1小时30分": 90 * m, "１小時３０分": 90 * m, "1 h 30 min": 90 * m, "1h30": 90 * m,
		"1:55:00": h + 55*m, "2：30": 2*m + 30*s, "90:00": 90 * m, "半小时": 30 * m, "1个半小时": 90 * m, "1小时半": 90 * m, "两小时": 2 * h, "四十五分": 45 * m, "十分": 10 * m,
		"1.5h": 90 * m, "0.5秒": 500 * time.Millisecond, "1h30m0s": 90 * m, "2分30": 2*m + 30*s, "40": 40 * m, "30秒": 30 * s, "1'30\"": 90 * s, "3 minutes": 3 * m, "1m": m,
	} {
		if got, err := clock.ParseDuration(text, m); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := clock.ParseDuration("45", s); err != nil || got != 45*s {
		t.Errorf("45 in a field of seconds is %v, %v", got, err)
	}
	for _, text := range []string{"x", "-5m", "5分2小时", "1h1h", "1:5", "1:60", "1:2:3:4", ":30", "1:", "1..5h", "1.h", "分", "1e3s", "9999999分", "400h", "0.00001s", "30秒5", "十十分", "二三分", "两半半小时", "1,5h"} {
		if got, err := clock.ParseDuration(text, m); err == nil || fault.KeyOf(err) != "fault.clock.duration" {
			t.Errorf("%q was read as %v, %v", text, got, err)
		}
	}
}

// TestDurationWords: what a printer writes is read back as the same length, in every language.
func TestDurationWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.IntRange(0, int(7*24*time.Hour/time.Millisecond)).Draw(t, "ms")) * time.Millisecond
		for _, lang := range i18n.Langs {
			text := i18n.For(lang).Duration(d)
			if got, err := clock.ParseDuration(text, time.Minute); err != nil || got != d {
				t.Fatalf("%s: %q is read as %v, %v; want %v", lang, text, got, err, d)
			}
		}
	})
}

// TestValidate: each kind names the field that it lacks (C12).
func TestValidate(t *testing.T) {
	const m = time.Minute
	for _, c := range []struct {
		system clock.System
		key    string
		field  clock.Field
	}{
		{clock.System{Kind: clock.None}, "", ""},
		{clock.System{Kind: clock.Absolute}, "fault.clock.length", clock.FieldBase},
		{clock.System{Kind: clock.Absolute, Base: 200 * time.Hour}, "fault.clock.length", clock.FieldBase},
		{clock.System{Kind: clock.Reserved, Base: 60 * m, Reserved: 3, Period: m}, "", ""},
		{clock.System{Kind: clock.Reserved, Base: 60 * m, Period: m}, "fault.clock.number", clock.FieldReserved},
		{clock.System{Kind: clock.Reserved, Base: 2 * m, Reserved: 3, Period: m}, "fault.clock.reservedTooMuch", clock.FieldReserved},
		{clock.System{Kind: clock.Periods, Periods: 3, Period: m}, "", ""},
		{clock.System{Kind: clock.Periods, Periods: 3}, "fault.clock.length", clock.FieldPeriod},
		{clock.System{Kind: clock.Canadian, Moves: 15, Block: 5 * m}, "", ""},
		{clock.System{Kind: clock.Canadian, Block: 5 * m}, "fault.clock.number", clock.FieldMoves},
		{clock.System{Kind: clock.Fischer, Base: 5 * m}, "fault.clock.length", clock.FieldIncrement},
		{clock.System{Kind: "hourglass"}, "fault.clock.kind", ""},
	} {
		err := c.system.Validate()
		if c.key == "" && err == nil {
			continue
		}
		if fault.KeyOf(err) != c.key {
			t.Errorf("%+v: %v, want %s", c.system, err, c.key)
		} else if f, _ := err.(*fault.Error).Args["field"].(clock.Field); f != c.field {
			t.Errorf("%+v: field %q, want %q", c.system, f, c.field)
		}
	}
}

// FuzzParseDuration: no text makes a length outside 0 to a week, and a length that was read is
// read again from its words.
func FuzzParseDuration(f *testing.F) {
	for _, text := range []string{"1h30m", "1:55:00", "半小时", "9.999秒", "十五分"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := clock.ParseDuration(text, time.Minute)
		if err != nil {
			return
		}
		if d < 0 || d > 7*24*time.Hour {
			t.Fatalf("%q is %v", text, d)
		}
		if again, err := clock.ParseDuration(i18n.For(i18n.Hans).Duration(d), time.Minute); err != nil || again != d {
			t.Fatalf("%q is %v, read again %v, %v", text, d, again, err)
		}
	})
}
