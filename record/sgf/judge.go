package sgf

import (
	"bytes"
	"strings"

	"tianyuan/fault"
	"tianyuan/record"
	"tianyuan/rules"
)

// diagnoses puts the findings about a tree into words that can be read: the encoding is known
// now, and the places are turned into places of the file.
func (r *Reader) diagnoses(text []byte, start int64) []record.Diagnosis {
	p := &r.parser
	p.judgeFacts(text)
	if n := bytes.Count(text, []byte{0}); n > 0 {
		p.find(finding{at: bytes.IndexByte(text, 0), code: record.Nul, n: n})
	}
	r.mixture()
	if len(p.findings)+len(p.textFindings) == 0 {
		return nil
	}
	list := make([]record.Diagnosis, 0, len(p.findings)+len(p.textFindings))
	for _, f := range p.findings {
		d := record.Diagnose(int64(f.at), f.code, p.args(text, f))
		if f.code == record.Twice && (f.id == "B" || f.id == "W") {
			d.Done = record.Split
		}
		if f.code == record.ManyValues && f.id == "C" {
			d.Done = record.Merged
		}
		list = append(list, d)
	}
	for _, f := range p.textFindings {
		at := f.At
		if at < 0 {
			at = p.declared.from
		}
		list = append(list, record.Diagnose(int64(at), f.Code, f.Args))
	}
	for code, n := range p.counts {
		if n > record.MaxFindings {
			list = append(list, record.Diagnose(int64(len(text)), record.More, fault.Args{"code": string(code), "n": n - record.MaxFindings}))
		}
	}
	if len(p.counts) > 0 {
		clear(p.counts)
	}
	record.SortDiagnoses(list)
	record.Locate(list, text, start, r.wide)
	return list
}

// mixture compares the tree with the first one of the file.
func (r *Reader) mixture() {
	p := &r.parser
	ff, gm := max(p.ff, 1), max(p.gm, 1)
	if r.games == 0 {
		r.ff, r.gm = ff, gm
	}
	if ff != r.ff {
		p.find(finding{code: record.FormatsMixed, n: ff, as: r.ff})
	}
	if gm != r.gm {
		p.find(finding{code: record.GamesMixed, n: gm, as: r.gm})
	}
}

// args gives a finding's message its arguments.
func (p *parser) args(text []byte, f finding) fault.Args {
	args := fault.Args{}
	if f.id != "" {
		args["id"] = f.id
	}
	if f.value != (span{}) {
		args["value"] = excerpt(p.encoding, text[f.value.from:f.value.to])
	}
	if f.as != nil {
		args["as"] = f.as
	}
	if f.n != 0 {
		args["n"] = f.n
	}
	switch f.code {
	case record.AnnotationPair:
		args["as"] = "DO/IT"
	case record.EncodingBytes:
		args["encoding"] = p.encoding.String()
	case record.LowerCase:
		args["id"] = excerpt(record.UTF8, []byte(f.id))
	}
	return args
}

// excerpt shows the beginning of bytes in one line.
func excerpt(e *record.Encoding, b []byte) string {
	const longest = 40
	cut := len(b) > 4*longest
	if cut {
		b = b[:4*longest]
	}
	var out strings.Builder
	count := 0
	for _, r := range strings.TrimSpace(e.Decode(b)) {
		if count++; count > longest {
			cut = true
			break
		}
		if r < ' ' || r == 0x7F {
			r = ' '
		}
		out.WriteRune(r)
	}
	if cut {
		out.WriteString("…")
	}
	return out.String()
}

// longestFact is how much of a value is read for what it means; what is longer has no meaning.
const longestFact = 1024

// judgeFacts reads the values whose meaning lies in words.
func (p *parser) judgeFacts(text []byte) {
	for _, f := range p.facts {
		words := record.ValueOf(text[f.value.from:min(f.value.to, f.value.from+longestFact)], p.encoding).Line()
		found := finding{at: f.value.from, id: f.id, value: f.value}
		switch f.id {
		case "RE":
			found.code, found.as = judgeResult(words)
		case "DT":
			found.code, found.as = judgeDate(words)
		case "TM":
			if strings.TrimSpace(words) != "" && !exactReal([]byte(strings.TrimSpace(words))) {
				found.code = record.TimeUnclear
			}
		case "KM":
			found.code, found.as = p.judgeKomi(words)
		}
		if found.code != "" {
			p.find(found)
		}
	}
}

func judgeResult(words string) (record.Code, any) {
	o, standard, ok := record.ParseResult(words)
	switch {
	case !ok:
		return record.ResultUnclear, nil
	case standard:
		return "", nil
	}
	return record.ResultRead, o
}

func judgeDate(words string) (record.Code, any) {
	date, standard, ok := record.ParseDate(words)
	switch {
	case strings.TrimSpace(words) == "":
		return "", nil
	case !ok:
		return record.DateUnclear, nil
	case standard:
		return "", nil
	}
	return record.DateRead, date
}

func (p *parser) judgeKomi(words string) (record.Code, any) {
	if strings.TrimSpace(words) == "" {
		return "", nil
	}
	quarters, standard, ok := record.ParseKomi(words, p.fox)
	switch {
	case p.fox && p.handicap == 1:
		return record.KomiRead, rules.Quarters(0)
	case !ok, p.fox && quarters == 0:
		return record.KomiUnclear, nil
	case standard:
		return "", nil
	}
	return record.KomiRead, rules.Quarters(quarters)
}
