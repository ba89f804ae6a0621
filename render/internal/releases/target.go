package releases

import (
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func valuesFrom(t *entries.Template) iter.Seq[tree.Node] {
	i := slices.IndexFunc(kinds.HelmRelease.References, func(r kinds.Reference) bool { return r.Reason == kinds.Values })
	return kinds.HelmRelease.References[i].At.Each(kinds.Of(t.Fields))
}

// withoutTarget returns values without the one at the targetPath of an item of valuesFrom. Flux sets it in the maps of
// the inline values themselves, unless it is one of the first level (ChartValuesFromReferences of
// fluxcd/pkg/chartutil). Of a list that has it, nothing is left.
func withoutTarget(b *tree.Builder, n tree.Node, targetPath string) tree.Node {
	const dot = "\x00"
	steps := strings.Split(strings.ReplaceAll(targetPath, `\.`, dot), ".")
	if targetPath == "" || len(steps) == 1 && !strings.Contains(targetPath, "[") {
		return n
	}
	var without func(n tree.Node, steps []string) tree.Node
	without = func(n tree.Node, steps []string) tree.Node {
		key, _, isList := strings.Cut(strings.ReplaceAll(steps[0], dot, "."), "[")
		below := n.Find(key)
		switch {
		case !below.Exists():
			return n
		case isList || len(steps) == 1 || below.Kind() != tree.Map:
			return b.Without(n, key)
		}
		return b.Map(n, append(n.Fields(), tree.Field{Key: key, Value: without(below, steps[1:])})...)
	}
	return without(n, steps)
}
