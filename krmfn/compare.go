package krmfn

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// compare says how what is there differs from what a run would leave: what is missing, out of date or left over. Comments and
// the look of a file are the user's, and no difference.
func compare(b belongings, all []made) (results Results) {
	for _, m := range all {
		switch {
		case m.earlier == nil:
			r := refusal(CodeMissing, fmt.Sprintf("the %s is missing; run fluxapp without check", m.what))
			results = append(results, r.place(m.node))
		default:
			if field, differs := difference("", valueOf(m.earlier), valueOf(m.node)); differs {
				r := refusal(CodeOutOfDate, fmt.Sprintf("the %s is out of date; run fluxapp without check", m.what))
				if schema.MayBeSecret(field.Path) {
					field.CurrentValue, field.ProposedValue = "", ""
				}
				r.Field = &field
				results = append(results, r.place(m.earlier))
			}
		}
	}
	for _, item := range b.gone {
		from := text(item, "metadata", "annotations", schema.AnnotationRenderedFrom)
		r := refusal(CodeOrphan, fmt.Sprintf("is no longer rendered from %s; run fluxapp without check, which removes it", from))
		results = append(results, r.place(item))
	}
	return results
}

// valueOf returns what a resource says, whatever the client keeps in its annotations.
func valueOf(item *yaml.RNode) (value any) {
	item = item.Copy()
	for _, name := range clientAnnotations() {
		if err := item.PipeE(yaml.ClearAnnotation(name)); err != nil {
			return err // which no object is
		}
	}
	if err := item.YNode().Decode(&value); err != nil {
		return err
	}
	return value
}

// clientAnnotations are those that a client sets on any resource.
func clientAnnotations() []string {
	names := append(slices.Collect(maps.Values(legacy)), annotationMigration)
	return append(names, bookkeeping...)
}

// difference returns the first field in which two values differ, in alphabetical order: its path, what is there, and what should
// be.
func difference(path string, have, want any) (Field, bool) {
	haveMap, haveIsMap := have.(map[string]any)
	wantMap, wantIsMap := want.(map[string]any)
	haveList, haveIsList := have.([]any)
	wantList, wantIsList := want.([]any)
	switch {
	case haveIsMap && wantIsMap:
		keys := maps.Clone(haveMap)
		maps.Copy(keys, wantMap)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if field, differs := difference(strings.TrimPrefix(path+tree.Step(key), "."), haveMap[key], wantMap[key]); differs {
				return field, true
			}
		}
		return Field{}, false
	case haveIsList && wantIsList && len(haveList) == len(wantList):
		for i := range haveList {
			if field, differs := difference(fmt.Sprintf("%s[%d]", path, i), haveList[i], wantList[i]); differs {
				return field, true
			}
		}
		return Field{}, false
	}
	return Field{Path: path, CurrentValue: shown(have), ProposedValue: shown(want)}, !reflect.DeepEqual(have, want)
}

// shown returns a scalar as results show it; empty for anything else.
func shown(value any) string {
	switch value.(type) {
	case nil, map[string]any, []any:
		return ""
	}
	return fmt.Sprint(value)
}
