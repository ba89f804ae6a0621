package validate

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// power is a verb on a resource that gives its holder more rights than the role has. An empty resource is any.
type power struct{ verb, group, resource, why string }

// powers are refused as they are written. The powers on a resource are refused as part of verbs: ["*"], too.
var powers = []power{
	{"escalate", "", "", "escalate allows writing roles with any rights; leave it out"},
	{"bind", "", "", "bind allows giving any role to anybody; leave it out"},
	{"impersonate", "", "", "impersonate allows acting as somebody with more rights; leave it out"},
	{"*", rbacGroup, "roles", "* on roles allows escalate and bind; list the verbs"},
	{"*", rbacGroup, "clusterroles", "* on clusterroles allows escalate and bind; list the verbs"},
	{"*", "", "serviceaccounts", "* on serviceaccounts allows impersonate; list the verbs"},
	{"*", "", "serviceaccounts/token", tokens + "; leave it out"},
	{"create", "", "serviceaccounts/token", tokens + "; leave it out"},
}

const tokens = "who may create tokens of ServiceAccounts can act as each of them"

// fluxPowers warns of writing what Flux applies: with no ServiceAccount set, its controllers use their own rights.
func fluxPowers(c *validator, rule tree.Node) {
	for k := range kinds.With(kinds.Workload) {
		plural, group, _ := strings.Cut(k.Resource(), ".")
		resources := rule.Get("resources")
		if !isGroup(rule, group) || !containsText(resources, plural) && !containsText(resources, rbacAll) {
			continue
		}
		for verb := range rule.Get("verbs").Children() {
			if slices.Contains([]string{rbacAll, "create", "patch", "update"}, verb.Text()) {
				mayGive(c, verb, "Flux applies a "+k.Name+" without serviceAccountName with its own rights, so that this verb "+
					"gives them; leave it out, or run Flux with --default-service-account")
				break
			}
		}
	}
}

func mayGive(c *validator, verb tree.Node, detail string) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Permissions, Node: verb,
		Current: verb.Text(), Detail: detail})
}

func reportPowers(c *validator, rule tree.Node) {
	fluxPowers(c, rule)
	if everything := rule.Get("resources"); containsText(everything, rbacAll) {
		allResources(c, rule)
		if containsText(rule.Get("verbs"), rbacAll) {
			return
		}
	}
	for verb := range rule.Get("verbs").Children() {
		if i := slices.IndexFunc(powers, func(p power) bool { return p.allowedBy(rule, verb) }); i >= 0 {
			c.Refuse(verb, codes.Permissions, "%s", powers[i].why)
		}
	}
}

func allResources(c *validator, rule tree.Node) {
	for verb := range rule.Get("verbs").Children() {
		switch what := " that the API groups have, and what they get later"; {
		case verb.Text() == rbacAll:
			if isGroup(rule, "") || isGroup(rule, rbacGroup) {
				what = ", escalate, bind and impersonate included"
			}
			c.Refuse(verb, codes.Permissions, "* on all resources allows everything%s; list the resources and the verbs",
				what)
		case verb.Text() == "create" && isGroup(rule, ""):
			mayGive(c, verb, `resources: ["*"] includes serviceaccounts/token, and `+tokens+"; list the resources")
		}
	}
}

// allowedBy reports whether a verb of a rule gives the power. Rules for all resources have messages of their own.
func (p power) allowedBy(rule, verb tree.Node) bool {
	text, ok := names.PlainText(verb)
	if !ok || p.verb != text && !(p.verb == "impersonate" && strings.HasPrefix(text, "impersonate")) {
		return false
	}
	if p.resource == "" {
		return true
	}
	_, sub, isSub := strings.Cut(p.resource, "/")
	named := containsText(rule.Get("resources"), p.resource) || isSub && containsText(rule.Get("resources"), "*/"+sub)
	limited := isSub && rule.Get("resourceNames").Len() > 0 // to the tokens of some ServiceAccounts
	return named && !limited && isGroup(rule, p.group)
}

func isGroup(rule tree.Node, group string) bool {
	return containsText(rule.Get("apiGroups"), group) || containsText(rule.Get("apiGroups"), rbacAll)
}

func containsText(list tree.Node, text string) bool {
	return slices.ContainsFunc(slices.Collect(list.Children()),
		func(n tree.Node) bool { return n.Kind() == tree.String && n.Text() == text })
}

// isPower is true of a verb that no role may have, in any case.
func isPower(_ *validator, verb tree.Node) bool {
	return slices.ContainsFunc(powers, func(p power) bool { return strings.EqualFold(p.verb, verb.Text()) })
}

// Tenancy validates the section tenancy of an application, in which the references to the application are replaced.
func Tenancy(d *schema.Document, n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	if names.HasReferences(n) {
		noReferences(c, n, "tenancy is for all clusters, and only $(app.name) and $(app.namespace) are replaced here; write "+
			"one of them, or the value")
		return c.Problems
	}
	replacedTypes(c, n, "tenancy", shape.All().Tenancy)
	c.tenancy(n)
	return c.Problems
}

func (c *validator) tenancy(n tree.Node) {
	if n.Kind() == tree.Map {
		c.rows(n, "tenancy")
		c.section(n, shape.All().Tenancy)
	}
}

func isPolicyRule(c *validator, f field) {
	if f.Kind() != tree.Map {
		return
	}
	if urls := f.Get("nonResourceURLs"); urls.Exists() {
		c.RefuseKey(urls, codes.Permissions, "URLs belong to no namespace, and a Role is for one; leave it out")
	} else {
		c.rows(f.Node, "policy rule")
	}
	reportPowers(c, f.Node)
}

// The words of Kubernetes' RBAC, whose Go package has them with types that this package must not link.
const (
	rbacGroup = "rbac.authorization.k8s.io"
	// rbacAll stands for all verbs, all resources or all API groups.
	rbacAll = "*"
)
