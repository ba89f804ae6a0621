package krmfn

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// compare reports how the items differ from those that a run would leave: what is missing, out of date or left over. Comments and
// the style of a file are the user's, and no difference.
func compare(previous previousOutput, all []output) (results Results) {
	for _, out := range all {
		if out.earlier == nil {
			results = append(results, errorResult(CodeMissing, fmt.Sprintf("the %s is missing; run fluxapp without check", out.name)).about(out.node))
			continue
		}
		if field, differs := difference("", valueOf(out.earlier), valueOf(out.node)); differs {
			if finding.MayBeSecret(field.Path) {
				field.CurrentValue, field.ProposedValue = "", ""
			}
			r := errorResult(CodeOutOfDate, fmt.Sprintf("the %s is out of date; run fluxapp without check", out.name))
			r.Field = &field
			results = append(results, r.about(out.earlier))
		}
	}
	for _, item := range previous.removed {
		results = append(results, errorResult(CodeOrphan, fmt.Sprintf(
			"is no longer rendered from %s; run fluxapp without check, which removes it", renderedFrom(item))).about(item))
	}
	return results
}

// valueOf returns the value of a resource without the annotations of clients.
func valueOf(item *yaml.RNode) (value any) {
	item = item.Copy()
	for _, name := range resource.AllClientAnnotations() {
		if err := item.PipeE(yaml.ClearAnnotation(name)); err != nil {
			return err // which no object equals
		}
	}
	if err := item.YNode().Decode(&value); err != nil {
		return err
	}
	return value
}

// difference returns the first field in which two values differ, in alphabetical order, with the present and the right value.
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
	return Field{Path: path, CurrentValue: scalarText(have), ProposedValue: scalarText(want)}, !reflect.DeepEqual(have, want)
}

// scalarText returns a scalar as results print it; empty for anything else.
func scalarText(value any) string {
	switch value.(type) {
	case nil, map[string]any, []any:
		return ""
	}
	return fmt.Sprint(value)
}
