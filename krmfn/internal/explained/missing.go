package explained

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/proposal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// noField is the error about a field that no object has. It proposes fields of workloads before other objects'.
func noField(objects []render.Object, path FieldPath) error {
	workloads := slices.DeleteFunc(slices.Clone(objects),
		func(o render.Object) bool { return !o.Row().Is(kinds.Workload) })
	known := fieldsOf(workloads)
	if all := fieldsOf(objects); len(known) == 0 || len(path.namesakes(known)) == 0 && len(path.namesakes(all)) > 0 {
		known = all
	}
	return fmt.Errorf("no object of the application has the field %s; %s", path, path.belowSpec().instead(known))
}

// fieldsOf returns the fields of all objects, with the fields of maps, as people can name them.
func fieldsOf(objects []render.Object) []FieldPath {
	read, known := newReader(false, render.Result{}), map[string]FieldPath{}
	for _, o := range objects {
		for _, keys := range read.leaves(o, nil) {
			for end := 1; end <= len(keys); end++ {
				if name := keys[:end].belowSpec(); end > 1 || name[0] != "spec" {
					known[name.String()] = name
				}
			}
		}
	}
	var all []FieldPath
	for _, name := range slices.Sorted(maps.Keys(known)) {
		all = append(all, known[name])
	}
	return all
}

// instead proposes a field: one of the same name in another place, the nearest one beside it, or else all beside it.
func (p FieldPath) instead(known []FieldPath) string {
	if same := p.namesakes(known); len(same) > 0 {
		return "did you mean " + names.Or(same) + "?"
	}
	isKnown := func(path FieldPath) bool {
		return slices.ContainsFunc(known, func(k FieldPath) bool { return slices.Equal(k, path) })
	}
	for len(p) > 1 && !isKnown(p[:len(p)-1]) {
		p = p[:len(p)-1]
	}
	last := len(p) - 1
	var beside, keys []string
	for _, k := range known {
		if len(k) == len(p) && p[:last].has(k) {
			beside, keys = append(beside, k.String()), append(keys, k[last])
		}
	}
	switch near := slices.Index(keys, names.Nearest(p[last], keys)); {
	case near >= 0:
		return "did you mean " + beside[near] + "?"
	case len(beside) == 0: // a list, or a value that is no map
		return "write " + p[:last].String()
	}
	return proposal.OneOf(beside)
}

// namesakes returns the first fields that have the last key of the path.
func (p FieldPath) namesakes(known []FieldPath) (same []string) {
	for _, k := range known {
		if len(same) < proposal.Few && strings.EqualFold(k[len(k)-1], p[len(p)-1]) {
			same = append(same, k.String())
		}
	}
	return same
}
