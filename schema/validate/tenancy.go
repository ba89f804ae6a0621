package validate

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Tenancy validates the section tenancy of an application, in which the references to the application are replaced.
func Tenancy(d *schema.Document, n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	if names.HasReferences(n) {
		c.noReferences(n, "tenancy is for all clusters, and only $(app.name) and $(app.namespace) are replaced here; write "+
			"one of them, or the value")
		return c.Problems
	}
	c.replacedTypes(n, "tenancy", shape.All().Tenancy)
	c.tenancy(n)
	return c.Problems
}

func (c *validator) tenancy(n tree.Node) {
	if n.Kind() != tree.Map {
		return
	}
	account, role, subjects, clusterRole := n.Get("serviceAccount"), n.Get("role"), n.Get("subjects"), n.Get("clusterRole")
	c.Name(account, content.DNS1123SubdomainMaxLength)
	c.PathSegment(clusterRole, content.DNS1123SubdomainMaxLength)
	c.clusterAdmin(clusterRole, "gives the application everything in its namespaces, escalate, bind and impersonate "+
		"included; write admin, or a ClusterRole that gives less")
	switch {
	case !account.Exists() && !subjects.Exists():
		c.Lacks(n, "serviceAccount", "serviceAccount, or subjects and a role, is required; add it")
	case subjects.Exists() && !role.Exists():
		c.Lacks(n, "role", "is required beside subjects; write what they may do as role: {rules: […]}")
	}
	c.Contradicts(clusterRole, !account.Exists(),
		"is what the ServiceAccount may do on the clusters; write serviceAccount, or leave it out")
	if subjects.Kind() == tree.List && subjects.Len() == 0 {
		c.Refuse(subjects, finding.CodeEmpty, "is empty; write who has the role, or leave it out")
	}
	for subject := range subjects.Children() {
		c.subject(subject)
	}
	c.role(role)
	c.section(n, shape.All().Tenancy)
}

func (c *validator) role(n tree.Node) {
	rules := n.Get("rules")
	c.PathSegment(n.Get("name"), content.DNS1123SubdomainMaxLength-len("-binding"))
	c.clusterAdmin(n.Get("name"), "is the name of the ClusterRole that gives everything, and readers take this Role for "+
		"it; write another name")
	if rules.Kind() == tree.List && rules.Len() == 0 {
		c.Refuse(rules, finding.CodeEmpty, "is empty, so the role gives nothing; write a rule, or leave role out")
	}
	for rule := range rules.Children() {
		if rule.Kind() == tree.Map {
			c.policyRule(rule)
			c.reportPowers(rule)
		}
	}
}

func (c *validator) subject(n tree.Node) {
	if n.Kind() != tree.Map {
		return
	}
	kinds := []string{userKind, groupKind, serviceAccountKind}
	kind, ok := names.PlainText(n.Get("kind"))
	group, groupIsText := names.PlainText(n.Get("apiGroup"))
	name := n.Get("name")
	switch {
	case !ok: // absent, or only Flux knows it
		c.Contradicts(n.Get("apiGroup"), groupIsText && group != "" && group != rbacGroup, "is no API group of a subject; "+
			"write %s, or leave it out", rbacGroup)
	case kind == serviceAccountKind:
		c.Name(name, content.DNS1123SubdomainMaxLength)
		c.Namespace(n.Get("namespace"))
		c.Contradicts(n.Get("apiGroup"), groupIsText && group != "", "a ServiceAccount belongs to no API group; leave it out")
	case kind == userKind || kind == groupKind:
		c.Required(n, "name")
		c.everybody(name, kind)
		c.Contradicts(n.Get("namespace"), true, "a %s belongs to no namespace; leave it out", kind)
		c.Contradicts(n.Get("apiGroup"), groupIsText && group != rbacGroup, "the API group of a %s is %s; write that, or "+
			"leave it out", kind, rbacGroup)
	default:
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: n.Get("kind"), Current: kind,
			Proposed: names.Nearest(kind, kinds),
			Detail:   fmt.Sprintf("this field does not take %q; write %s", kind, names.Or(kinds))})
	}
}

// The words of Kubernetes' RBAC, whose Go package has them with types that this package must not link.
const (
	rbacGroup = "rbac.authorization.k8s.io"
	// rbacAll stands for all verbs, all resources or all API groups.
	rbacAll = "*"

	userKind           = "User"
	groupKind          = "Group"
	serviceAccountKind = "ServiceAccount"
)
