package main

import (
	"context"
	"fmt"

	"tianyuan/fault"
	"tianyuan/rules"
)

// provisionJSON is a case of the referee law as the contract writes it, with additions.
type provisionJSON struct {
	Case         string              `json:"case"`
	ID           string              `json:"id"`
	Article      string              `json:"article"`
	By           rules.Official      `json:"by"`
	Consequences []rules.Consequence `json:"consequences"`
	Warnings     int                 `json:"warnings"`
	Choices      []rules.Consequence `json:"choices"`
	Deadline     *rules.Deadline     `json:"deadline"`
	Text         string              `json:"text"`

	Edition rules.Edition       `json:"edition"`
	Title   string              `json:"title"`
	Silent  bool                `json:"silent"`
	See     []string            `json:"see"`
	Also    []string            `json:"also"`
	Agreed  []rules.Consequence `json:"agreed"`
	Options []choiceJSON        `json:"options"`
	Again   []rules.Consequence `json:"again"`
	May     []rules.Consequence `json:"may"`
	WarnBy  rules.Official      `json:"warnBy"`
	Claim   *rules.Deadline     `json:"claim"`
}

type choiceJSON struct {
	Choice       rules.Consequence   `json:"choice"`
	Consequences []rules.Consequence `json:"consequences"`
	Warnings     int                 `json:"warnings"`
	By           rules.Official      `json:"by"`
	When         string              `json:"when"`
	PerGame      int                 `json:"perGame"`
}

func lawFlags(c *call) { c.set.StringVar(&c.edition, "edition", string(rules.Editions[0]), "") }

func runLaw(_ context.Context, c *call) error {
	edition := rules.Edition(c.edition)
	if !edition.Known() {
		fmt.Fprintln(c.errOut, c.printer.T("cli.law.edition", fault.Args{"value": c.edition}))
		return errUsage
	}
	switch len(c.args) {
	case 0:
		all := []provisionJSON{}
		for _, p := range rules.Law(edition) {
			all = append(all, c.provision(p))
		}
		return c.document(all)
	case 1:
		p, err := rules.Case(edition, c.args[0])
		if err != nil {
			return err
		}
		return c.document(c.provision(p))
	}
	return errUsage
}

func (c *call) provision(p rules.Provision) provisionJSON {
	out := provisionJSON{
		Case: p.Key, ID: p.ID(), Article: p.Cite().String(), By: p.By,
		Consequences: full(p.Consequences), Warnings: rules.Warnings(p.Consequences), Choices: []rules.Consequence{},
		Deadline: some(p.Deadline), Text: c.printer.T(p.Text()),
		Edition: p.Edition, Title: c.printer.T(p.Words()), Silent: p.Silent(), See: []string{}, Also: p.Siblings(),
		Agreed: full(p.Agreed), Options: []choiceJSON{}, Again: full(p.Again), May: full(p.May), WarnBy: p.By,
		Claim: some(p.ClaimUntil("")),
	}
	if p.WarnBy != "" {
		out.WarnBy = p.WarnBy
	}
	for _, a := range p.SeeAlso() {
		out.See = append(out.See, a.String())
	}
	for _, choice := range p.Choices {
		out.Choices = append(out.Choices, choice.Key())
		o := choiceJSON{Choice: choice.Key(), Consequences: choice.Do, Warnings: rules.Warnings(choice.Do), By: p.Ruler(choice), PerGame: choice.PerGame}
		if choice.When != "" {
			o.When = c.printer.T("law.when." + choice.When)
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// full is the list, never null.
func full(list []rules.Consequence) []rules.Consequence {
	if list == nil {
		return []rules.Consequence{}
	}
	return list
}

// some is the deadline, null for none.
func some(d rules.Deadline) *rules.Deadline {
	if d == rules.NoDeadline {
		return nil
	}
	return &d
}
