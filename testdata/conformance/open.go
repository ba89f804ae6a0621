package conformance

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Open is a field that another tool sets, in the objects of an application that have one of some roles.
type Open struct {
	Owner string // of the objects; empty for all applications, where a base leaves the field open
	Role  kinds.Role
	Field string
}

const openRoles = kinds.Workload | kinds.Source | kinds.Chart | kinds.Around

// OpenFields returns what documents leave to another tool, by the findings about them.
func OpenFields(findings finding.Findings) map[Open]bool {
	open := map[Open]bool{}
	for _, f := range findings {
		if f.Code != codes.LeftOpen {
			continue
		}
		found := Open{Owner: f.Subject.Owner(), Role: roleAt(f.Path), Field: f.Path[strings.LastIndex(f.Path, ".")+1:]}
		if f.Subject.Kind() == kinds.FluxApplicationBase.Name {
			found.Owner = ""
		}
		if strings.Contains(f.Detail, "(also at ") { // of which the finding has no more than the places
			found.Owner, found.Role = "", openRoles
		}
		open[found] = true
	}
	return open
}

// roleAt returns the role of the objects whose spec a path leads into.
func roleAt(path string) kinds.Role {
	for source := range kinds.With(kinds.Source) {
		if strings.Contains(path, "."+source.Field+".") {
			return kinds.Source
		}
	}
	switch {
	case strings.Contains(path, ".imageAutomation."):
		return kinds.Around
	case strings.Contains(path, ".chart."):
		return kinds.Chart
	}
	return kinds.Workload
}

// setOpen sets the fields of an object that its application leaves to another tool.
func setOpen(object *unstructured.Unstructured, open map[Open]bool) {
	spec, ok := object.Object["spec"].(map[string]any)
	row := kinds.Find(openRoles, kinds.GroupOf(object.GetAPIVersion()), object.GetKind())
	if !ok || row == nil || row == kinds.ImagePolicy && spec["digestReflectionPolicy"] != "Always" {
		return
	}
	owner := object.GetAnnotations()[kinds.AnnotationRenderedFrom]
	for _, field := range row.Filled {
		_, written := spec[field]
		for left := range open {
			if !written && row.Is(left.Role) && left.Field == field && (left.Owner == "" || left.Owner == owner) {
				spec[field] = map[string]any{"interval": "10m", "prune": false}[field]
			}
		}
	}
}
