package input

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const manySkipped = 1000

// Contents counts what was read by kind, the most frequent kind first. Skipped files are opened again: most likely
// the user takes one of them for an application.
func (in *Files) Contents() string {
	number := map[string]int{}
	for _, d := range in.Documents {
		number[kindOf(d)]++
	}
	others := max(0, len(in.Skipped)-manySkipped)
	for docs := range in.reopened {
		if len(docs) == 0 || slices.ContainsFunc(docs, func(d *schema.Document) bool { return d.Kind() == "" }) {
			others++
			continue
		}
		for _, d := range docs {
			number[kindOf(d)]++
		}
	}
	most := func(a, b string) int { return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(a, b)) }
	counts := slices.SortedFunc(maps.Keys(number), most)
	for i, kind := range counts {
		counts[i] = names.Number(number[kind]) + " " + kind
	}
	if others > 0 {
		counts = append(counts, names.Counted(others, "other file"))
	}
	return cmp.Or(strings.Join(counts, ", "), "no document")
}

func (in *Files) reopened(yield func(schema.Documents) bool) {
	for _, name := range in.Skipped[:min(len(in.Skipped), manySkipped)] {
		data, _ := disk.Read(in.Store, name)
		if !yield(schema.Parse(name, data)) {
			return
		}
	}
}

// HasWorkload reports whether an object that fluxapp adopt takes is among what was read.
func (in *Files) HasWorkload() bool {
	isWorkload := func(d *schema.Document) bool {
		return d.Class() == schema.ClassForeign &&
			kinds.Standard().Find(kinds.Workload, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
	}
	for docs := range in.reopened {
		if slices.ContainsFunc(docs, isWorkload) {
			return true
		}
	}
	return slices.ContainsFunc(in.Documents, isWorkload)
}

func kindOf(d *schema.Document) string {
	switch {
	case d.Kind() == "":
		return "document without a kind"
	case d.Class() == schema.ClassArgoCD:
		return d.Kind() + " of Argo CD"
	case d.Class() == schema.ClassRendered:
		return d.Kind() + " rendered by fluxapp"
	}
	return d.Kind()
}
