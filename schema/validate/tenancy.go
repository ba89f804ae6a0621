package validate

import (
	"fmt"
	"slices"

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
		c.rows(n, tenancy)
		c.section(n, shape.All().Tenancy)
	}
}

var tenancy = &table{rows: []row{
	{"clusterRole", "", isSegment, ""},
	{"clusterRole", "clusterRole=cluster-admin", tooPowerful, "gives the application everything in its namespaces, " +
		"escalate, bind and impersonate included; write admin, or a ClusterRole that gives less"},
	{"serviceAccount", "!subjects", required, "serviceAccount, or subjects and a role, is required; add it"},
	{"role", "subjects", required, "is required beside subjects; write what they may do as role: {rules: […]}"},
	{"clusterRole", "!serviceAccount", contradicts,
		"is what the ServiceAccount may do on the clusters; write serviceAccount, or leave it out"},
	{"subjects", "", notEmpty, "; write who has the role, or leave it out"},
	{"subjects[].kind", "kind=<known>", isSubject, ""},
	// where the kind is absent, or only Flux knows it
	{"subjects[].apiGroup", "kind!=<known> apiGroup=<known> apiGroup!=|" + rbacGroup, contradicts,
		"is no API group of a subject; write " + rbacGroup + ", or leave it out"},
	{"subjects[].name", "kind=ServiceAccount", isName, ""},
	{"subjects[].namespace", "kind=ServiceAccount", isNamespace, ""},
	{"subjects[].apiGroup", "kind=ServiceAccount apiGroup=<known> apiGroup!=", contradicts,
		"a ServiceAccount belongs to no API group; leave it out"},
	{"subjects[].name", "kind=User|Group", isThere, ""},
	{"subjects[].name", "kind=User|Group", isSomebody, ""},
	{"subjects[].namespace", "kind=User|Group", contradicts, "a %(kind) belongs to no namespace; leave it out"},
	{"subjects[].apiGroup", "kind=User|Group apiGroup=<known> apiGroup!=" + rbacGroup, contradicts,
		"the API group of a %(kind) is " + rbacGroup + "; write that, or leave it out"},
	{"role.name", "", isSegment, "-binding"},
	{"role.name", "role.name=cluster-admin", tooPowerful,
		"is the name of the ClusterRole that gives everything, and readers take this Role for it; write another name"},
	{"role.rules", "", notEmpty, ", so the role gives nothing; write a rule, or leave role out"},
	{"role.rules[]", "", isPolicyRule, ""},
}}

func isPolicyRule(c *validator, f field) {
	if f.Kind() != tree.Map {
		return
	}
	if urls := f.Get("nonResourceURLs"); urls.Exists() {
		c.RefuseKey(urls, finding.CodePermissions, "URLs belong to no namespace, and a Role is for one; leave it out")
	} else {
		c.rows(f.Node, policyRule)
	}
	reportPowers(c, f.Node)
}

func isSubject(c *validator, f field) {
	if kind := f.Text(); !slices.Contains(subjectKinds, kind) {
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: f.Node, Current: kind,
			Proposed: names.Nearest(kind, subjectKinds),
			Detail:   fmt.Sprintf("this field does not take %q; write %s", kind, names.Or(subjectKinds))})
	}
}

// The words of Kubernetes' RBAC, whose Go package has them with types that this package must not link.
const (
	rbacGroup = "rbac.authorization.k8s.io"
	// rbacAll stands for all verbs, all resources or all API groups.
	rbacAll = "*"
)

var subjectKinds = []string{"User", "Group", "ServiceAccount"}
