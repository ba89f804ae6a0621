package adopt

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// metadata returns the labels and annotations that the author of an object wrote; absent when there are none.
func (a *adoption) metadata(o *object) tree.Node {
	written := o.root.Get("metadata")
	labels := a.without(written.Get("labels"), func(key string) bool {
		return slices.Contains(addedLabels, key) || o.known.kubeSphere && key == kinds.LabelManagedBy ||
			o.isMark("labels", key)
	})
	annotations := a.without(written.Get("annotations"), func(key string) bool {
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		return slices.Contains(addedAnnotations, key) || slices.ContainsFunc(addedPrefixes, hasPrefix) ||
			o.known.kubeSphere && key == kinds.AnnotationName || o.isMark("annotations", key)
	})
	if !labels.Exists() && !annotations.Exists() {
		return tree.Node{}
	}
	return a.build.Map(written, tree.Field{Key: "labels", Value: labels},
		tree.Field{Key: "annotations", Value: annotations})
}

// without returns a map without some keys; absent when none is left. Any other value is kept: a rule reports it.
func (a *adoption) without(n tree.Node, drop func(key string) bool) tree.Node {
	if n.Kind() != tree.Map {
		return n
	}
	fields := slices.DeleteFunc(n.Fields(), func(f tree.Field) bool { return drop(f.Key) || f.Value.Kind() == tree.Null })
	if len(fields) == 0 {
		return tree.Node{}
	}
	return a.build.Map(n, fields...)
}

// checkFields refuses fields that no object of Kubernetes has.
func (a *adoption) checkFields(o *object) {
	a.refuseOthers(o, o.root, topFields)
	a.refuseOthers(o, o.root.Get("metadata"), slices.Concat(authorFields, serverFields))
}

func (a *adoption) refuseOthers(o *object, n tree.Node, known []string) {
	for field := range n.Children() {
		if key := field.Key(); !slices.Contains(known, key) {
			p := finding.Problem{Code: finding.CodeUnknownField, Node: field, OnKey: true, Current: key,
				Detail: "unknown field; leave it out"}
			if key == finding.SOPS && n.Same(o.root) {
				p = finding.EncryptedDocument(field)
			} else if near := names.Nearest(key, known); near != "" {
				p.Proposed, p.Detail = near, "unknown field; did you mean \""+near+"\"?"
			}
			a.report(o, p)
		}
	}
}
