// Package artifact tells which revisions of a source an object names: one for ever, or those of a range.
package artifact

import (
	"cmp"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Names reports whether an artifact of a revision can be what an object names that is written so: v2@sha1:… is no
// artifact of the tag v1. Where nothing is named, any can be; no revision is none.
func Names(k *kinds.Kind, read kinds.Reader, revision string) bool {
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
func Pins(k *kinds.Kind, read kinds.Reader) bool {
	k, read = k.Inline(read)
	if k.HasVersions(read) {
		return IsWhole(k.ChartVersion.In(read).Text())
	}
	field, text := k.Followed(read)
	return NamesContent(k, read) || field != "" && field == k.Revision.Tag && IsWhole(text)
}

// NamesContent reports whether an object that is written so names a revision by its content: a commit, a digest.
func NamesContent(k *kinds.Kind, read kinds.Reader) bool {
	k, read = k.Inline(read)
	field, _ := k.Followed(read)
	return field != "" && field == k.Revision.Exact
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
