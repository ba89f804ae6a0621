package effects

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Change is an object before and after a change, as the values of JSON. The side that does not have it is nil.
type Change struct {
	Owner         Owner
	Before, After map[string]any
	// Kept: the owner never deletes the object, such as a definition in the folder crds of a chart.
	Kept bool
}

// Owner is the HelmRelease or the Kustomization that makes an object, after the change; before it, if it is Gone.
type Owner struct {
	Kind string
	Spec map[string]any
	Gone bool
}

// Effect is what a change does. Keys lead from the object to the field: keys of maps, and indices of lists; there are
// none for the whole object. Detail says what is wrong, and what to do instead. It has no value of the object.
type Effect struct {
	Code     finding.Code
	Severity finding.Severity
	Keys     []string
	Detail   string
}

const (
	codeImmutable = wording.CodeFinalImmutable
	codeGone      = wording.CodeFinalGone
	codeVersion   = wording.CodeFinalStoredVersion
	flux          = "kustomize.toolkit.fluxcd.io/"
)

// Of returns what the change of an object does that a reviewer must see. It is empty for an object that is new, that is
// the same on both sides, or that the owner leaves alone.
func Of(c Change) (all []Effect) {
	switch {
	case c.Before == nil || c.leftAlone():
		return nil
	case c.After == nil:
		return c.gone()
	case kindOf(c.After) == "CustomResourceDefinition.apiextensions.k8s.io":
		all = c.versions()
	}
	for _, r := range known().Kinds[kindOf(c.After)].Rules {
		all = append(all, c.immutable(r)...)
	}
	return slices.DeleteFunc(all, func(e Effect) bool { return e.Detail == "" })
}

// leftAlone reports whether the owner neither changes nor deletes the object: Helm makes hooks anew and forgets them,
// and an object, also that in the cluster, can tell kustomize-controller to skip it.
func (c Change) leftAlone() bool {
	if c.Owner.Kind == "HelmRelease" {
		return at(c.After, "metadata", "annotations", "helm.sh/hook") != nil ||
			c.After == nil && at(c.Before, "metadata", "annotations", "helm.sh/hook") != nil
	}
	return marks("reconcile", "disabled", c.Before, c.After) || marks("ssa", "Ignore", c.Before, c.After) ||
		marks("ssa", "IfNotPresent", c.After)
}

// marks reports whether one of the objects has a label or an annotation for kustomize-controller, in any case.
func marks(name, value string, objects ...map[string]any) bool {
	return slices.ContainsFunc(objects, func(o map[string]any) bool {
		return strings.EqualFold(text(o, "metadata", "labels", flux+name), value) ||
			strings.EqualFold(text(o, "metadata", "annotations", flux+name), value)
	})
}

// kindOf is the kind of an object and its group, as StatefulSet.apps.
func kindOf(object map[string]any) string {
	if group, _, has := strings.Cut(text(object, "apiVersion"), "/"); has {
		return text(object, "kind") + "." + group
	}
	return text(object, "kind")
}

// at returns the value to which keys of maps and indices of lists lead; nil for none.
func at(value any, keys ...string) any {
	for _, key := range keys {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if value = nil; err == nil && i >= 0 && i < len(v) {
				value = v[i]
			}
		default:
			return nil
		}
	}
	return value
}

// text is the text at keys; empty for anything else.
func text(value any, keys ...string) string {
	s, _ := at(value, keys...).(string)
	return s
}
