package lookup

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type place struct {
	path string
	schema.Field
}

// wholePaths returns the fields that a path leads to from somewhere in a FluxApplication, or else in a RenderConfig: of
// those with the fewest steps a few. For overrides, it is spec.config.overrides. A path into a map of any values leads
// to the map.
func wholePaths(path string) (whole []string) {
	for _, kind := range []string{kinds.FluxApplication.Name, kinds.RenderConfig.Name} {
		fields, _ := schema.FieldsAt(kind) // each kind has one
		for level := []place{{kind, fields[0]}}; len(level) > 0 && len(whole) == 0; {
			level, whole = nextLevel(level, path)
		}
		if len(whole) > 0 {
			break
		}
	}
	return whole[:min(terminal.Few, len(whole))]
}

// nextLevel returns the fields below some, and where the path leads from them. Those of a KCLRun, a rare one, are last.
func nextLevel(level []place, path string) (next []place, whole []string) {
	first, rest, _ := strings.Cut(path, ".")
	for _, above := range level {
		for _, f := range above.Fields() {
			at := strings.TrimPrefix(above.path+"."+f.Name, kinds.FluxApplication.Name+".")
			next = append(next, place{at, f})
			behind := strings.TrimSuffix(at+"."+rest, ".")
			if strings.HasPrefix(f.Type, "map of ") {
				behind = at
			}
			if f.Name == first && IsField(behind) && !slices.Contains(whole, behind) {
				whole = append(whole, behind)
			}
		}
	}
	slices.SortStableFunc(next, func(a, b place) int {
		return strings.Count(a.path, kinds.KCLRun.Field) - strings.Count(b.path, kinds.KCLRun.Field)
	})
	return next, whole
}
