package rules

import (
	"slices"
	"strings"

	"tianyuan/fault"
)

// Article is a place in the printed text of an edition.
type Article struct {
	Edition Edition
	// Number is "19", or "17.3" for article 17, clause 3; "" for no article.
	Number string
}

// String returns "2002 art. 17.3", or "" for no article.
func (a Article) String() string {
	if a.Number == "" {
		return ""
	}
	return string(a.Edition) + " art. " + a.Number
}

// Words returns the message key of the article as a ruling writes it: 第 17 条第 3 款.
func (a Article) Words() (key string, args fault.Args) {
	article, clause, divided := strings.Cut(a.Number, ".")
	args = fault.Args{"edition": string(a.Edition), "article": article, "clause": clause}
	switch {
	case a.Number == "":
		return "law.article.none", args
	case divided:
		return "law.article.clause", args
	}
	return "law.article.whole", args
}

// Official is who makes a ruling, spelled as the roles of package account.
type Official string

// The officials of the law. A deputy rules like the chief referee in his hall (roles.md).
const (
	Referee      Official = "referee"      // 裁判员
	Deputy       Official = "deputy"       // 副裁判长
	ChiefReferee Official = "chiefReferee" // 裁判长
)

// Covers tells whether the official may rule what is left to another one.
func (o Official) Covers(other Official) bool {
	switch o {
	case Referee:
		return other == Referee
	case Deputy, ChiefReferee:
		return true
	}
	return false
}

// Consequence is one thing that a ruling does.
type Consequence string

// The consequences of the law of both editions.
const (
	// Of a move.
	MoveVoid Consequence = "void" // 着手无效
	MovePass Consequence = "pass" // 弃权一次: the turn counts as a pass

	// Of stones and the board.
	StoneBack       Consequence = "putBack"         // 放回原处
	StoneRemoved    Consequence = "remove"          // 提取无气之子
	StoneFree       Consequence = "freeMove"        // 任选着点
	StoneValid      Consequence = "valid"           // stays where it is
	StoneReasonable Consequence = "reasonablePoint" // 挪至合理点
	StoneAgreed     Consequence = "agreedPoint"     // 挪于双方一致认可的点
	BoardRebuilt    Consequence = "reconstruct"     // 复盘续赛
	ColoursSwapped  Consequence = "swapColours"     // 改正黑白
	StonesDead      Consequence = "dead"            // 不作为活棋
	HalfEach        Consequence = "halfEach"        // 按双活处理

	// Of the clocks.
	TimeKept      Consequence = "keepTime"     // 不改变计时器读数
	TimeDeducted  Consequence = "deduct"       // 扣除迟到时间
	TimeDoubled   Consequence = "deductDouble" // 加倍扣除
	TimeShared    Consequence = "shareTime"    // 双方均摊
	TimeCorrected Consequence = "correctTime"  // 按比例拨正
	TimeSet       Consequence = "setTime"      // 单方面改拨
	ClockReplaced Consequence = "replaceClock" // 更换计时器
	ClockRuns     Consequence = "clockRuns"    // 自然计时
	ReadingGoesOn Consequence = "keepReading"  // 照常读秒
	LeaveGranted  Consequence = "leave"        // 准许离席

	// Of the course of the game.
	PlayOn        Consequence = "playOn"        // 续弈
	ClaimantFirst Consequence = "claimantFirst" // 由认为是死的一方先下
	Refused       Consequence = "refuse"        // 不予接受

	// Penalties.
	Cautioned  Consequence = "caution"       // 劝告
	Warned     Consequence = "warning"       // 警告一次
	Criticised Consequence = "criticism"     // 通报批评
	Reported   Consequence = "report"        // 申报组委会
	Suspended  Consequence = "suspension"    // 停赛
	PrizeLower Consequence = "lowerPrize"    // 降一个名次发放奖金
	Cancelled  Consequence = "cancelResults" // 取消成绩
	Withdrawn  Consequence = "withdraw"      // 按退出比赛处理

	// Of the result.
	RuledLoss     Consequence = "loss"      // 判负
	RuledBothLose Consequence = "bothLose"  // 双方均负
	RuledDraw     Consequence = "draw"      // 和棋
	RuledNoResult Consequence = "noResult"  // 无胜负
	RuledReplay   Consequence = "replay"    // 重赛, 重下
	ExtraGame     Consequence = "extraGame" // 加赛

	// Chosen says that the official takes one of the case's choices.
	Chosen Consequence = "choice"
)

// Words returns the message key of the consequence.
func (c Consequence) Words() (key string, args fault.Args) { return "law.do." + string(c), nil }

// Deadline is the last moment for a claim.
type Deadline string

// The deadlines. NextOwnMove, NextMove and GameEnd are the values of the option claimWindow
// (options no. 35).
const (
	NoDeadline      Deadline = ""
	NextOwnMove     Deadline = "nextOwnMove"     // before the claimant's own next move
	NextMove        Deadline = "nextMove"        // before the next move of either side
	GameEnd         Deadline = "gameEnd"         // before both have agreed that play is over
	Move10          Deadline = "move10"          // while at most 10 moves have been made
	LossConfirmed   Deadline = "lossConfirmed"   // before the loss is confirmed
	ResultConfirmed Deadline = "resultConfirmed" // before the result is confirmed
)

// ClaimWindows lists the values of the option claimWindow, the default of 2002 first.
var ClaimWindows = []Deadline{NextOwnMove, NextMove, GameEnd}

// Words returns the message key of the deadline.
func (d Deadline) Words() (key string, args fault.Args) {
	if d == NoDeadline {
		return "law.deadline.none", nil
	}
	return "law.deadline." + string(d), nil
}

// claims says how long a player may claim a case that has no deadline of its own.
type claims uint8

const (
	inGame  claims = iota // until the result is confirmed (C16)
	atOnce                // an opponent's infraction: 2002 art. 16.3
	anyTime               // proof may come later: 2002 art. 23.1
)

// Choice is one of the rulings that a case leaves to the official.
type Choice struct {
	// Do holds what the choice does; the first names it.
	Do []Consequence
	// By is who may choose it; "" = who rules the case.
	By Official
	// When is the condition, the end of a message key "law.when.…"; "" = none but judgement.
	When string
	// PerGame bounds how often a player may have it in one game; 0 = no bound.
	PerGame int
}

// Key returns the consequence that names the choice.
func (c Choice) Key() Consequence { return c.Do[0] }

// Provision is one case of the referee law in one edition.
type Provision struct {
	// Key names the case in both editions, e.g. "suicide".
	Key string
	// IDs are the requirement IDs, the main one first, e.g. "D19".
	IDs []string
	// Edition is the edition of the row.
	Edition Edition
	// Article decides the case; its Number is "" where the edition is silent.
	Article string
	// See holds further articles that bear on it.
	See []string
	// By may make every ruling of the case.
	By Official
	// WarnBy may give a warning or advice in it; "" = By alone.
	WarnBy Official
	// Consequences are what the ruling does. Empty where the edition is silent.
	Consequences []Consequence
	// Agreed is what both players may settle together, with the referee, before anybody chooses.
	Agreed []Consequence
	// Choices are the rulings to choose from when Consequences holds Chosen.
	Choices []Choice
	// Again takes the place of Consequences from the second offence on (再违), within the scope
	// that the event sets (options no. 37).
	Again []Consequence
	// May holds what the official may add.
	May []Consequence
	// Deadline is the case's own deadline for the claim.
	Deadline Deadline

	claim claims
	// note: the text is the case's own although the edition is silent.
	note bool
	// lossAs and bothAs are the manners of a loss and of both losing where they aren't plain.
	lossAs, bothAs Manner
}

// Silent tells that the edition has no rule for the case.
func (p Provision) Silent() bool { return p.Article == "" }

// ID returns the main requirement ID.
func (p Provision) ID() string { return p.IDs[0] }

// Cite returns the article that decides the case; that of no number where the edition is silent.
func (p Provision) Cite() Article { return Article{p.Edition, p.Article} }

// SeeAlso returns the further articles.
func (p Provision) SeeAlso() []Article {
	all := make([]Article, len(p.See))
	for i, number := range p.See {
		all[i] = Article{p.Edition, number}
	}
	return all
}

// Words returns the message key of the case's name.
func (p Provision) Words() (key string, args fault.Args) { return "law.case." + p.Key, nil }

// Text returns the message key of the rule in a sentence or two.
func (p Provision) Text() string {
	if p.Silent() && !p.note {
		return "law.silent." + string(p.Edition)
	}
	return "law.text." + p.Key + "." + string(p.Edition)
}

// Warnings counts the warnings among consequences.
func Warnings(list []Consequence) int {
	n := 0
	for _, c := range list {
		if c == Warned {
			n++
		}
	}
	return n
}

// Law returns the referee law of an edition, in the order of the 2002 text; nil for an unknown
// edition. Both editions have the same cases. The rows are shared: don't write into them.
func Law(e Edition) []Provision { return laws[e] }

var laws = map[Edition][]Provision{
	Edition2002: withEdition(Edition2002, law2002),
	Edition1988: withEdition(Edition1988, law1988),
}

func withEdition(e Edition, rows []Provision) []Provision {
	for i := range rows {
		rows[i].Edition = e
	}
	return rows
}

// Case finds a case of an edition by its key or by a requirement ID; of several cases with one
// ID it is the first. Fault: not found "fault.rules.case".
func Case(e Edition, name string) (Provision, error) {
	for _, p := range Law(e) {
		if p.Key == name || slices.Contains(p.IDs, name) {
			return p, nil
		}
	}
	return Provision{}, fault.New(fault.NotFound, "fault.rules.case", fault.Args{"value": name})
}

// Siblings returns the keys of the other cases with the same main ID.
func (p Provision) Siblings() []string {
	keys := []string{}
	for _, other := range Law(p.Edition) {
		if other.Key != p.Key && other.ID() == p.ID() {
			keys = append(keys, other.Key)
		}
	}
	return keys
}
