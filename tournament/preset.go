package tournament

import (
	"time"

	"tianyuan/clock"
	"tianyuan/rules"
)

// Preset is a kind of tournament whose divisions begin with regulations that suit it.
type Preset string

// The presets.
const (
	AmateurOpen Preset = "amateurOpen" // 业余公开赛: several divisions over a weekend
	SchoolDay   Preset = "schoolDay"   // 校园一日赛: short games of children of one or several schools
	ClubNight   Preset = "clubNight"   // 棋社活动夜: a handful of people, handicap by rank
)

// Presets lists them.
var Presets = []Preset{AmateurOpen, SchoolDay, ClubNight}

// Known tells whether a preset is one of ours.
func (p Preset) Known() bool { return p == AmateurOpen || p == SchoolDay || p == ClubNight }

// Regulations returns the regulations a division begins with, every value written out; "" is what a
// division has without a preset.
func (p Preset) Regulations() Regulations {
	const edition = rules.Edition2002
	reg := Regulations{
		Edition: edition, Method: Swiss, Rounds: 7, Komi: edition.Data().Komi, Options: DefaultOptions(string(edition)),
		Time: clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 3, Period: time.Minute},
	}
	samePlace := int(SamePlaceLimit / time.Minute)
	switch p {
	case AmateurOpen:
		reg.LateMinutes = samePlace
	case SchoolDay:
		reg.Rounds, reg.LateMinutes = 5, samePlace
		reg.Time = clock.System{Kind: clock.Absolute, Base: 30 * time.Minute}
		const roundsApart = 3 // schoolmates meet late, if at all
		reg.Options.AvoidSameUnit = Rounds{N: roundsApart}
	case ClubNight:
		reg.Rounds, reg.LateMinutes = 3, samePlace
		reg.Time = clock.System{Kind: clock.Absolute, Base: 30 * time.Minute}
		reg.Options.Handicap = Handicap{On: true, Reduce: 1, Max: 9, Komi: "0"}
		// The weaker takes Black whatever the colours before; neighbours in strength meet first.
		reg.Options.ThreeColours, reg.Options.FirstRound = "allow", "adjacent"
		reg.Options.AvoidSameUnit = Rounds{Word: "never"}
	}
	return reg
}
