package rules

// Topic is a part of a game's course that an article outside of the referee law settles.
type Topic string

// The topics.
const (
	TopicTurn    Topic = "turn"    // 轮流下子, 虚着
	TopicOver    Topic = "over"    // 终局, 认输
	TopicLife    Topic = "life"    // 活棋与死棋
	TopicCount   Topic = "count"   // 计算胜负
	TopicColours Topic = "colours" // 先后手, 猜先
	TopicTime    Topic = "time"    // 计时
	TopicBare    Topic = "bare"    // 包干
	TopicEnd     Topic = "end"     // 终局的确认
	TopicPause   Topic = "pause"   // 暂停与封棋
	TopicSealed  Topic = "sealed"  // 封手的着法
	TopicClaim   Topic = "claim"   // 申诉
	TopicConfirm Topic = "confirm" // 成绩的确认
	TopicReferee Topic = "referee" // 裁判员的职责
	TopicChief   Topic = "chief"   // 裁判长的职责
)

var topics = map[Topic][2]string{ // 2002, 1988
	TopicTurn: {"2", "2"}, TopicOver: {"7", "7"}, TopicLife: {"8", "8"}, TopicCount: {"9", "9"}, TopicColours: {"10", "10"},
	TopicTime: {"12", "12"}, TopicBare: {"12.4", ""}, TopicEnd: {"13", "13"}, TopicPause: {"14", "14"}, TopicSealed: {"14", "22"},
	TopicClaim: {"16.3", "16.2"}, TopicConfirm: {"16.4", "16.3"}, TopicReferee: {"31", "32"}, TopicChief: {"30", "31"},
}

// Topics lists the topics in the order of the articles.
var Topics = []Topic{
	TopicTurn, TopicOver, TopicLife, TopicCount, TopicColours, TopicTime, TopicBare, TopicEnd, TopicPause, TopicSealed,
	TopicClaim, TopicConfirm, TopicReferee, TopicChief,
}

// Article returns where the edition settles a topic; that of no number where it is silent.
func (e Edition) Article(t Topic) Article {
	column := 0
	if e == Edition1988 {
		column = 1
	}
	return Article{e, topics[t][column]}
}

// EndSignal is how a side says that play is over (C13, art. 13 of both editions).
type EndSignal string

// The signals.
const (
	EndByWords EndSignal = "words" // 2002: 「棋局结束」
	EndByStone EndSignal = "stone" // 1988: a stone of the opponent's colour at the lower right
)
