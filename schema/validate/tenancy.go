package validate

import (
	"fmt"
	"slices"

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
	if n.Kind() == tree.Map {
		c.rows(n, tenancy)
		c.section(n, shape.All().Tenancy)
	}
}

var tenancy = []row{
	{"clusterRole", nil, isSegment("")},
	{"clusterRole", is("clusterRole", clusterAdmin), refused(finding.CodePermissions, "gives the application everything "+
		"in its namespaces, escalate, bind and impersonate included; write admin, or a ClusterRole that gives less")},
	{"serviceAccount", not(has("subjects")), required("serviceAccount, or subjects and a role, is required; add it")},
	{"role", has("subjects"), required("is required beside subjects; write what they may do as role: {rules: […]}")},
	{"clusterRole", not(has("serviceAccount")), contradicts("is what the ServiceAccount may do on the clusters; write " +
		"serviceAccount, or leave it out")},
	{"subjects", nil, notEmpty("is empty; write who has the role, or leave it out")},
	{"subjects[].kind", isKnown("kind"), isSubject},
	// where the kind is absent, or only Flux knows it
	{"subjects[].apiGroup", not(either(isKnown("kind"), is("apiGroup", "", rbacGroup))), isGroupOf("is no API group " +
		"of a subject; write " + rbacGroup + ", or leave it out")},
	{"subjects[].name", ofAccount, isName},
	{"subjects[].namespace", ofAccount, isNamespace},
	{"subjects[].apiGroup", all(ofAccount, not(is("apiGroup", ""))), isGroupOf("a ServiceAccount belongs to no API " +
		"group; leave it out")},
	{"subjects[].name", ofPeople, isThere},
	{"subjects[].name", ofPeople, isSomebody},
	{"subjects[].namespace", ofPeople, func(c *validator, f field) {
		c.Contradicts(f.Node, true, "a %s belongs to no namespace; leave it out", f.around.Get("kind").Text())
	}},
	{"subjects[].apiGroup", all(ofPeople, not(is("apiGroup", rbacGroup))), func(c *validator, f field) {
		if _, ok := names.PlainText(f.Node); ok {
			c.Contradicts(f.Node, true, "the API group of a %s is %s; write that, or leave it out",
				f.around.Get("kind").Text(), rbacGroup)
		}
	}},
	{"role.name", nil, isSegment("-binding")},
	{"role.name", is("role.name", clusterAdmin), refused(finding.CodePermissions, "is the name of the ClusterRole that "+
		"gives everything, and readers take this Role for it; write another name")},
	{"role.rules", nil, notEmpty("is empty, so the role gives nothing; write a rule, or leave role out")},
	{"role.rules[]", nil, isPolicyRule},
}

var (
	ofAccount = is("kind", serviceAccountKind)
	ofPeople  = is("kind", userKind, groupKind)
)

// isSegment is a name that can be a part of a path, also with a suffix.
func isSegment(suffix string) rule {
	return func(c *validator, f field) { c.PathSegment(f.Node, content.DNS1123SubdomainMaxLength-len(suffix)) }
}

// isGroupOf refuses an API group that is text.
func isGroupOf(text string) rule {
	return func(c *validator, f field) {
		_, isText := names.PlainText(f.Node)
		c.Contradicts(f.Node, isText, "%s", text)
	}
}

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
	kinds := []string{userKind, groupKind, serviceAccountKind}
	if kind := f.Text(); !slices.Contains(kinds, kind) {
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: f.Node, Current: kind,
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

	clusterAdmin = "cluster-admin"
)
