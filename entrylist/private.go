package entrylist

import (
	"strings"
	"time"
	"unicode/utf8"

	"tianyuan/fault"
)

// mostPrivate is the most characters of a private fact.
const mostPrivate = 200

// ReadPrivate brings private facts typed into a form to the form in which a list's are kept.
// Faults by field, none with a value but the date's: invalid "fault.entrylist.birth",
// "fault.entrylist.private".
func ReadPrivate(p Private, today time.Time) (Private, map[Field]error) {
	wrong := map[Field]error{}
	for _, f := range p.fields() {
		*f.value = trim(*f.value)
		if utf8.RuneCountInString(*f.value) > mostPrivate || strings.ContainsFunc(*f.value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			wrong[f.field] = fault.New(fault.Invalid, "fault.entrylist.private", fault.Args{"field": f.field, "most": mostPrivate})
		}
	}
	p.Phone, p.Email = halfWidth(p.Phone), halfWidth(p.Email)
	p.IDNumber = strings.ToUpper(strings.ReplaceAll(halfWidth(p.IDNumber), " ", ""))
	if p.Birth != "" {
		iso, why, _ := parseBirth(strings.TrimSpace(halfWidth(p.Birth)), today)
		if why != "" {
			wrong[Birth] = fault.New(fault.Invalid, "fault.entrylist.birth", fault.Args{"value": p.Birth})
		} else {
			p.Birth = iso
		}
	}
	return p, wrong
}

// Doubts says of each field what looks wrong with it, by the end of a message's key: "phone",
// "email", "id.check", "id.form", "id.birth".
func (p Private) Doubts() map[Field]string {
	doubts := map[Field]string{}
	if p.Phone != "" && !isPhone(p.Phone) {
		doubts[Phone] = "phone"
	}
	if p.Email != "" && !isEmail(p.Email) {
		doubts[Email] = "email"
	}
	if p.IDNumber != "" {
		birth, why := checkID(p.IDNumber)
		if why != "" {
			doubts[IDNumber] = "id." + why
		} else if birth != "" && p.Birth != "" && compare(birth, p.Birth) == different {
			doubts[IDNumber] = "id.birth"
		}
	}
	return doubts
}

// privateField is one private fact by its field.
type privateField struct {
	field Field
	value *string
}

func (p *Private) fields() []privateField {
	return []privateField{{Birth, &p.Birth}, {Phone, &p.Phone}, {Email, &p.Email}, {IDNumber, &p.IDNumber}, {Guardian, &p.Guardian}}
}

// Changed lists the fields in which two differ.
func (p Private) Changed(q Private) []Field {
	var changed []Field
	mine, theirs := p.fields(), q.fields()
	for i := range mine {
		if *mine[i].value != *theirs[i].value {
			changed = append(changed, mine[i].field)
		}
	}
	return changed
}

// Get returns one fact by its field.
func (p Private) Get(field Field) string {
	for _, f := range p.fields() {
		if f.field == field {
			return *f.value
		}
	}
	return ""
}

// PrivateFields are the fields of Private in the order in which they are shown.
var PrivateFields = []Field{Phone, Email, Birth, IDNumber, Guardian}
