package entrylist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/sheet"
)

// Field is what a column means. "entrylist.field." + field is its name in words.
type Field string

// The fields.
const (
	Ignored  Field = ""
	Number   Field = "no"
	Name     Field = "name"
	Sex      Field = "sex"
	Birth    Field = "birth"
	Unit     Field = "unit"
	Rank     Field = "rank"
	Rating   Field = "rating"
	Seed     Field = "seed"
	Remark   Field = "remark"
	Phone    Field = "phone"
	Email    Field = "email"
	IDNumber Field = "idNumber"
	Guardian Field = "guardian"
)

// Fields lists all fields.
var Fields = []Field{Number, Name, Sex, Birth, Unit, Rank, Rating, Seed, Remark, Phone, Email, IDNumber, Guardian}

// Words says a field.
func (f Field) Words() (string, fault.Args) { return "entrylist.field." + string(f), nil }

// Known tells whether a field is one of ours.
func (f Field) Known() bool { return f == Ignored || slices.Contains(Fields, f) }

// private tells the fields whose values no message repeats.
func (f Field) private() bool {
	return f == Phone || f == Email || f == IDNumber || f == Guardian
}

// heads are the whole heads of each field, in the form that plainHead gives.
var heads = headMap(map[Field]string{
	Number:   "序号 编号 号码 号 序 报名号 报名序号 参赛号 参赛编号 no number nr # num entryno",
	Name:     "姓名 名字 选手 选手姓名 棋手 棋手姓名 运动员 运动员姓名 队员 队员姓名 参赛者 参赛者姓名 参赛选手 参赛人员 学生 学生姓名 学员姓名 name fullname player playername playersname",
	Sex:      "性别 男女 sex gender",
	Birth:    "出生日期 出生年月 出生年月日 生日 出生 出生年 出生年份 出生时间 birth birthday birthdate dateofbirth dob born birthyear yearofbirth",
	Unit:     "单位 参赛单位 代表单位 所属单位 所在单位 工作单位 单位名称 代表队 参赛队 队名 队伍 学校 所在学校 就读学校 学校名称 单位学校 学校单位 棋院 棋校 道场 俱乐部 机构 培训机构 团体 unit club team teamname school organisation organization affiliation delegation institution",
	Rank:     "段位 级位 段级位 段级 棋力 等级 级别 段位级位 段位级别 业余段位 现有段位 rank grade dan level kyudan dankyu rankdankyu",
	Rating:   "等级分 棋力分 业余等级分 rating elo ratingpoints elorating",
	Seed:     "种子 种子号 种子序号 种子顺位 seed seeding",
	Remark:   "备注 说明 附注 注 remark remarks note notes comment comments",
	Phone:    "电话 手机 手机号 手机号码 电话号码 联系电话 联络电话 联系方式 移动电话 家长电话 家长手机 家长联系电话 监护人电话 监护人手机 phone tel telephone mobile mobilephone phonenumber cellphone contact",
	Email:    "邮箱 电子邮箱 电子邮件 邮件 电邮 email emailaddress mail",
	IDNumber: "身份证 身份证号 身份证号码 证件号 证件号码 身份证件号 身份证件号码 护照号 护照号码 idnumber idno idcard idcardno identitynumber passport passportno",
	Guardian: "监护人 监护人姓名 家长 家长姓名 guardian parent guardianname parentname",
})

func headMap(lists map[Field]string) map[string]Field {
	m := map[string]Field{}
	for field, list := range lists {
		for head := range strings.FieldsSeq(list) {
			m[head] = field
		}
	}
	return m
}

// parts decide for heads that nobody foresaw, such as 甲组选手姓名; the first that is contained.
var parts = []struct {
	part  string
	field Field
}{
	{"身份证", IDNumber}, {"证件号", IDNumber}, {"邮箱", Email}, {"电话", Phone}, {"手机", Phone},
	{"监护人", Guardian}, {"家长", Guardian}, {"出生", Birth}, {"性别", Sex}, {"等级分", Rating},
	{"段位", Rank}, {"单位", Unit}, {"姓名", Name},
}

// others are about other people or other writings.
var others = []string{"教练", "领队", "拼音", "联系人", "推荐", "英文", "曾用"}

// longestPart is the most characters of a head that parts decides on; a longer one is a sentence.
const longestPart = 10

// fieldOf understands a head.
func fieldOf(head string) Field {
	plain := plainHead(head)
	if field, ok := heads[plain]; ok {
		return field
	}
	if utf8.RuneCountInString(plain) > longestPart || slices.ContainsFunc(others, func(o string) bool { return strings.Contains(plain, o) }) {
		return Ignored
	}
	for _, p := range parts {
		if strings.Contains(plain, p.part) {
			return p.field
		}
	}
	return Ignored
}

// simplified holds the traditional characters that occur in heads.
var simplified = strings.NewReplacer(
	"單", "单", "隊", "队", "級", "级", "職", "职", "學", "学", "電", "电", "話", "话", "號", "号", "碼", "码", "證", "证", "証", "证",
	"備", "备", "註", "注", "監", "监", "護", "护", "團", "团", "體", "体", "屬", "属", "會", "会", "別", "别", "選", "选", "參", "参",
	"賽", "赛", "員", "员", "編", "编", "種", "种", "聯", "联", "絡", "络", "繫", "系", "郵", "邮", "長", "长", "機", "机", "構", "构",
	"稱", "称", "樂", "乐", "業", "业", "餘", "余", "說", "说", "報", "报", "動", "动", "運", "运", "時", "时", "間", "间", "場", "场",
	"訓", "训", "順", "顺", "現", "现", "組", "组", "領", "领", "練", "练", "薦", "荐",
)

// plainHead brings a head to one form: half-width, lower case, simplified, without blanks and
// signs, and without what stands in brackets.
func plainHead(head string) string {
	if utf8.RuneCountInString(head) > 40 {
		return ""
	}
	head = simplified.Replace(strings.ToLower(halfWidth(head)))
	head, _, _ = strings.Cut(head, "(")
	return strings.Map(func(r rune) rune {
		if r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, head)
}

// halfWidth turns full-width letters, digits and signs into half-width ones.
func halfWidth(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - ('！' - '!')
		case r == '　':
			return ' '
		}
		return r
	}, text)
}

// searched is how many rows are looked at for the heads; titles and explanations stand above them.
const searched = 30

// findHeader finds the row with the most heads among the first ones. It must have a name, and
// something else unless the name is its only cell.
func findHeader(rows []sheet.Row) (at int, ok bool) {
	best := 0
	for i, row := range rows[:min(len(rows), searched)] {
		found := map[Field]bool{}
		filled := 0
		for _, c := range row.Cells {
			if strings.TrimSpace(c.Text) == "" {
				continue
			}
			filled++
			if field := fieldOf(c.Text); field != Ignored {
				found[field] = true
			}
		}
		if found[Name] && (len(found) > 1 || filled == 1) && len(found) > best {
			at, best = i, len(found)
		}
	}
	return at, best > 0
}

// columnsOf names the columns by their heads, of two with one meaning the first, and then by hand.
func columnsOf(head []sheet.Cell, rows []sheet.Row, byHand map[int]Field) []Column {
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Cells))
	}
	columns := make([]Column, width)
	taken := map[Field]bool{}
	for i := range columns {
		columns[i] = Column{Index: i, Letter: sheet.Letter(i)}
		if i >= len(head) {
			continue
		}
		columns[i].Head = strings.TrimSpace(head[i].Text)
		if field := fieldOf(columns[i].Head); !taken[field] {
			columns[i].Field = field
			taken[field] = field != Ignored
		}
	}
	chosen := map[Field]bool{}
	for i, field := range byHand {
		if i >= 0 && i < width && columns[i].Field != field {
			columns[i].Field, columns[i].ByHand = field, true
			chosen[field] = field != Ignored
		}
	}
	for i := range columns {
		if c := &columns[i]; !c.ByHand && chosen[c.Field] {
			c.Field = Ignored
		}
	}
	return columns
}

// sameHead tells a row that repeats the heads, as lists printed on several pages have it.
func sameHead(cells []sheet.Cell, columns []Column) bool {
	for i, c := range cells {
		if strings.TrimSpace(c.Text) != columns[i].Head {
			return false
		}
	}
	return true
}
