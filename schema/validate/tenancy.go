package validate

import (
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
		c.rows(n, "tenancy")
		c.section(n, shape.All().Tenancy)
	}
}

func isPolicyRule(c *validator, f field) {
	if f.Kind() != tree.Map {
		return
	}
	if urls := f.Get("nonResourceURLs"); urls.Exists() {
		c.RefuseKey(urls, finding.CodePermissions, "URLs belong to no namespace, and a Role is for one; leave it out")
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
