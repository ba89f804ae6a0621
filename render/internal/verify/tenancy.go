package verify

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// tenancy warns, once for an entry, of rights that its ServiceAccount lacks on a cluster.
func tenancy(placements []*plan.Placement) (problems []finding.Problem) {
	reported, unnamed := map[tree.Node]bool{}, map[*inventory.Application]bool{}
	for _, p := range placements {
		if !p.IsEntry() || p.ClusterName == "" || !p.Instance.HasAccount() {
			continue
		}
		if app := p.Common.App; p.Common.Namespace == "" && first(unnamed, app) {
			problem := about(p, finding.SeverityError, finding.CodeRequired, app.Document.Root().Get("metadata"),
				"is required, because the RoleBindings of the clusters name the namespace of the ServiceAccount; set it or pass "+
					"--namespace")
			problem.Child = "namespace"
			problems = append(problems, problem)
		}
		fields := p.MergedEntry()
		if at := p.Common.Kind.Creates.In(p.Written); forbidsNamespaces(p, at) && first(reported, at.Value()) {
			problems = append(problems, about(p, finding.SeverityWarning, finding.CodePermissions, at, fmt.Sprintf("Helm asks "+
				"for the right to create a namespace also where it exists, and the ClusterRole %s does not have it; leave it "+
				"out, because what fluxapp writes for the cluster has the namespace", p.Common.App.ClusterRole())))
		}
		if p.Common.Kind != kinds.HelmRelease && p.Target == "" && first(reported, fields.Value()) {
			problem := about(p, finding.SeverityWarning, finding.CodePermissions, fields.Get("destination"), "the manifests "+
				"may be for any namespace, and the ServiceAccount has a role in none; write it, or bind a role there yourself")
			problem.Child = p.Common.Kind.Part(kinds.TargetNamespace).At.Key()
			problems = append(problems, problem)
		}
	}
	return problems
}

// forbidsNamespaces reports whether Helm is to create a namespace and may not: no ClusterRole of Kubernetes gives the
// right. To create one that exists is forbidden too: that fails before an API server looks for it.
func forbidsNamespaces(p *plan.Placement, creates tree.Node) bool {
	return p.Target != "" && p.Instance.Value(creates).Text() == "true" &&
		slices.Contains([]string{"admin", "edit", "view"}, p.Common.App.ClusterRole())
}
