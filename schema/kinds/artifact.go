package kinds

import (
	"cmp"
	"strings"

	"github.com/Masterminds/semver/v3"

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

// Names reports whether an artifact of a revision can be what an object names that is written so: v2@sha1:… is no
// artifact of the tag v1. Where nothing is named, any can be; no revision is none.
func (k *Kind) Names(read Reader, revision string) bool {
	k, read = k.Inline(read)
	field, text := k.Followed(read)
	at := strings.LastIndexByte(revision, '@')
	name, hash := revision[:max(at, 0)], revision[at+1:]
	switch {
	case revision == "":
		return false
	case k.HasVersions(read):
		return inRange(k.ChartVersion.In(read).Text(), revision)
	case text == "":
		return true
	case field == k.Revision.Exact:
		return strings.EqualFold(hash, text) || strings.HasSuffix(strings.ToLower(hash), ":"+strings.ToLower(text))
	case field == k.Revision.Range:
		return inRange(text, name)
	}
	return name == text || name == strings.TrimPrefix(text, "v") // of a chart, whose version has no v
}

// Pins reports whether an object that is written so names one revision for ever, or a whole version.
func (k *Kind) Pins(read Reader) bool {
	k, read = k.Inline(read)
	if k.HasVersions(read) {
		return IsWhole(k.ChartVersion.In(read).Text())
	}
	field, text := k.Followed(read)
	return k.NamesContent(read) || field != "" && field == k.Revision.Tag && IsWhole(text)
}

// NamesContent reports whether an object that is written so names a revision by its content: a commit, a digest.
func (k *Kind) NamesContent(read Reader) bool {
	k, read = k.Inline(read)
	field, _ := k.Followed(read)
	return field != "" && field == k.Revision.Exact
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

// IsWhole reports whether a text is one version, and no range of versions: 1.2.3 or v1.2.3.
func IsWhole(text string) bool {
	_, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v"))
	return err == nil
}

// inRange reports whether a range has a version, as Flux reads it: one that is no range is itself, and empty is any.
func inRange(text, version string) bool {
	constraint, err := semver.NewConstraint(cmp.Or(text, "*"))
	v, noVersion := semver.NewVersion(version)
	if err != nil || noVersion != nil {
		return text == version
	}
	return text == version || constraint.Check(v)
}
