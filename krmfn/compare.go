package krmfn

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// compare says how what is there differs from what a run would leave: what is missing, out of date or left over. Comments and
// the look of a file are the user's, and no difference.
func compare(b belongings, all []made) (results Results) {
	for _, m := range all {
		switch {
		case m.earlier == nil:
			r := refusal(CodeMissing, fmt.Sprintf("the %s is missing; run fluxapp without check", describe(m.object)))
			results = append(results, r.place(m.node))
		case !sameValue(m.earlier, m.node):
			r := refusal(CodeOutOfDate, fmt.Sprintf("the %s is out of date; run fluxapp without check", describe(m.object)))
			results = append(results, r.place(m.earlier))
		}
	}
	for _, item := range b.gone {
		from := text(item, "metadata", "annotations", schema.AnnotationRenderedFrom)
		r := refusal(CodeOrphan, fmt.Sprintf("is no longer rendered from %s; run fluxapp without check, which removes it", from))
		results = append(results, r.place(item))
	}
	return results
}

// sameValue reports whether two resources say the same, whatever the client keeps in their annotations.
func sameValue(a, b *yaml.RNode) bool {
	one, oneErr := valueOf(a)
	other, otherErr := valueOf(b)
	return oneErr == nil && otherErr == nil && bytes.Equal(one, other)
}

func valueOf(item *yaml.RNode) ([]byte, error) {
	item = item.Copy()
	names := append(slices.Collect(maps.Values(legacy)), annotationMigration)
	for _, name := range append(names, bookkeeping...) {
		if err := item.PipeE(yaml.ClearAnnotation(name)); err != nil {
			return nil, err
		}
	}
	return item.MarshalJSON()
}
