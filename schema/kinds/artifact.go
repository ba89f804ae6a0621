package kinds

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Inline returns the kind of source whose fields an object has itself, and how they are read: those of a release whose
// chart is of kind OCIRepository. Of other objects it returns their own kind and reader.
func (k *Kind) Inline(read Reader) (*Kind, Reader) {
	if k != HelmRelease || read("spec", "chart", "kind").Text() != OCIRepository.Name {
		return k, read
	}
	return OCIRepository, func(keys ...string) tree.Node { return read(append([]string{"spec", "chart"}, keys...)...) }
}

// HasInline reports whether an object has the fields of its source itself; see [Kind.Inline].
func (k *Kind) HasInline(read Reader) bool {
	source, _ := k.Inline(read)
	return source != k
}

// HasVersions reports whether a release or a HelmChart names the version of a chart: other sources than repositories
// of charts have one version of it.
func (k *Kind) HasVersions(read Reader) bool {
	if k == nil || !k.ChartName.In(read).Exists() {
		return false
	}
	_, source := k.Source(read)
	return source.Get("kind").Text() == HelmRepository.Name
}

// Sources returns the kinds of the sources that tell whether an object has applied what it names: those that it refers
// to, and the HelmChart of a chart whose source has no versions.
func (k *Kind) Sources(read Reader) (all []string) {
	for reference, value := range k.Named(read) {
		if reference.Relation == Feeds {
			all = append(all, cmp.Or(value.Get("kind").Text(), reference.Kind))
		}
	}
	if k.HasInline(read) {
		return append(all, OCIRepository.Name)
	}
	if k == HelmRelease && k.ChartName.In(read).Exists() && !k.HasVersions(read) {
		all = append(all, HelmChart.Name)
	}
	return all
}
