package validate

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (c *validator) policyRule(rule tree.Node) {
	if urls := rule.Get("nonResourceURLs"); urls.Exists() {
		c.Report(finding.Problem{Code: finding.CodePermissions, Node: urls, OnKey: true,
			Detail: "URLs belong to no namespace, and a Role is for one; leave it out"})
		return
	}
	for _, list := range []struct{ field, remedy string }{
		{"apiGroups", `write the groups, [""] for that of Pods and Services`},
		{"resources", "write resources, for example [deployments]"},
		{"verbs", "write verbs, for example [get, list, watch]"},
	} {
		switch n := rule.Get(list.field); {
		case !n.Exists():
			c.Report(finding.Problem{Code: finding.CodeRequired, Node: rule, Child: list.field,
				Detail: "is required; " + list.remedy})
		case n.Kind() == tree.List && n.Len() == 0:
			c.Report(finding.Problem{Code: finding.CodeEmpty, Node: n, Detail: "is empty; " + list.remedy})
		}
	}
	for group := range rule.Get("apiGroups").Children() {
		c.apiGroup(group)
	}
	for resource := range rule.Get("resources").Children() {
		c.resource(resource)
	}
	for verb := range rule.Get("verbs").Children() {
		c.verb(verb)
	}
}

func (c *validator) resource(n tree.Node) {
	text, _ := reference.PlainText(n)
	name, _, isType := strings.Cut(text, ".")
	sub, ofAll := strings.CutPrefix(text, "*/")
	switch {
	case hasCapitals(n):
		c.noMatch(n, "", "the names of resources have no capital letters, and this matches nothing; write the plural, for "+
			"example deployments")
	case isType:
		c.noMatch(n, name, "a resource is written without its group, which belongs into apiGroups, and this matches "+
			"nothing; write "+name)
	case holdsStar(text) && !(ofAll && !strings.Contains(sub, "*")):
		c.noMatch(n, "", `only "*" and subresources of all resources ("*/scale") are patterns, and this matches nothing; `+
			`write the names, for example pods/log`)
	}
}

func (c *validator) verb(n tree.Node) {
	text, _ := reference.PlainText(n)
	lower := strings.ToLower(text)
	switch {
	case hasCapitals(n) && slices.ContainsFunc(powers, func(p power) bool { return p.verb == lower }):
		c.noMatch(n, "", "verbs have no capital letters, and this matches nothing; leave it out")
	case hasCapitals(n):
		c.noMatch(n, lower, "verbs have no capital letters, and this matches nothing; write "+lower)
	case holdsStar(text):
		c.noMatch(n, "", `no pattern but "*" is a verb, and this matches nothing; write the verbs`)
	}
}

func holdsStar(text string) bool { return text != rbacAll && strings.Contains(text, "*") }

func hasCapitals(n tree.Node) bool {
	text, ok := reference.PlainText(n)
	return ok && text != strings.ToLower(text)
}

func (c *validator) apiGroup(n tree.Node) {
	text, ok := reference.PlainText(n)
	group, _, versioned := strings.Cut(text, "/")
	switch {
	case !ok:
	case holdsStar(text):
		c.noMatch(n, "", `no pattern but "*" is a group, and this matches nothing; write the groups`)
	case text == "v1" || text == "core":
		c.noMatch(n, `""`, `no group has this name, and it matches nothing; write ""`)
	case versioned:
		c.noMatch(n, group, "a group is written without its version, and this matches nothing; write "+group)
	}
}

func (c *validator) noMatch(n tree.Node, proposed, detail string) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: n, Current: n.Text(),
		Proposed: proposed, Detail: detail})
}
