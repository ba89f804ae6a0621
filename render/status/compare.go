package status

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// differences returns the fields of which an observed object of a kind does not have what is rendered, and those that
// only the server has, in order. Of the metadata, only what the controllers of Flux look at counts, and nothing that
// others may add. Other fields that only the server has count below a spec that is rendered. A list differs as a whole.
func differences(row *kinds.Kind, rendered, observed tree.Node) (lacking, added []string) {
	differ := func(keys ...string) {
		if rendered.At(keys...).Exists() {
			lacking = append(lacking, wording.Path(keys))
		} else {
			added = append(added, wording.Path(keys))
		}
	}
	for _, path := range ofControllers {
		if rendered.At(path...).Text() != observed.At(path...).Text() {
			differ(path...)
		}
	}
	for d := range withoutNulls.Differences(rendered, observed) {
		keys := d.Path.Keys()
		switch {
		case keys[0] == "apiVersion" || keys[0] == "kind" || keys[0] == "metadata":
		case len(keys) == 1 && !d.Before.Exists():
		case keys[0] != "spec": // of a kind without a spec, for example the rules of a Role, to which API servers add
			if d.Before.Exists() && !isSame(d) {
				differ(keys[0])
			}
		case !isLeftOpen(row, d) && differs(d, d.Path[1:], validate.DefaultsOf(row.Name)):
			differ(keys...)
		}
	}
	slices.Sort(lacking)
	slices.Sort(added)
	return slices.Compact(lacking), slices.Compact(added)
}

var withoutNulls = tree.Comparison{Before: tree.NoNulls, After: tree.NoNulls}

// ofControllers are the annotations and labels that fluxapp sets for the controllers of Flux.
var ofControllers = [][]string{
	{"metadata", "annotations", kinds.AnnotationDigest}, {"metadata", "labels", kinds.LabelShard},
	{"metadata", "labels", kinds.LabelApplication},
}

// isLeftOpen reports whether a field of the spec differs that another tool may set, because it is not rendered, or
// that clients remove when they resume an object: suspend, which is false then.
func isLeftOpen(row *kinds.Kind, d tree.Difference) bool {
	if d.Path.Is(kinds.Suspend.Keys()...) {
		return d.Before.Text()+d.After.Text() == "false"
	}
	return len(d.Path) == 2 && !d.Before.Exists() && slices.Contains(row.Filled, d.Path[1].Key)
}

// differs reports whether a value differs by more than what the server fills in. The path begins where the defaults do.
func differs(d tree.Difference, path tree.Path, filled validate.Defaults) bool {
	for _, step := range path {
		if !step.List {
			filled = filled.Below[step.Key]
		}
	}
	if d.Before.Exists() || !filled.Value.Exists() {
		return !isSame(d)
	}
	below := withoutNulls.Differences(filled.Value, d.After.Node)
	return each.Any(below, func(one tree.Difference) bool { return differs(one, one.Path, filled) })
}

// isSame reports whether a server has a value in another spelling, or in the place of a placeholder.
func isSame(d tree.Difference) bool {
	if a, b := d.Before.Text(), d.After.Text(); d.Before.Kind() == tree.Number && d.After.Kind() == tree.Number {
		i, notInteger := strconv.ParseInt(a, 10, 64) // API servers keep integers of 64 bits; others are floats there
		j, notIntegerEither := strconv.ParseInt(b, 10, 64)
		if notInteger == nil && notIntegerEither == nil {
			return i == j
		}
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return a == b || x == y
	}
	// Nobody knows the values of variables, and a text of one variable only can become a number, a boolean or null.
	return d.Before.Kind() == tree.String && d.After.Exists() && names.Placeholder(d.Before.Text()) &&
		d.After.Kind() < tree.List && fits(d.Before.Text(), d.After.Text())
}

// fits reports whether a text can be a pattern with values in the place of ${…}. A dollar sign more keeps one as it is.
func fits(pattern, text string) bool {
	if !strings.Contains(pattern, "${") {
		return text == pattern
	}
	var form strings.Builder
	end := 0
	for _, at := range placeholder().FindAllStringIndex(pattern, -1) {
		form.WriteString(regexp.QuoteMeta(pattern[end:at[0]]))
		if end = at[1]; strings.HasPrefix(pattern[at[0]:], "$$") {
			form.WriteString(regexp.QuoteMeta("${"))
		} else {
			form.WriteString(".*")
		}
	}
	found, err := regexp.MatchString("(?s)^"+form.String()+regexp.QuoteMeta(pattern[end:])+"$", text)
	return found && err == nil
}

var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\$\{|\$\{[^}]*\}`) })

// appliedArtifact is what the status of a workload tells of the artifact that it has applied; zero for nothing.
type appliedArtifact struct {
	// revision is the revision of the artifact, for example main@sha1:1424…, or the version of the chart.
	revision string
	// digest is the digest of a chart that is an artifact of a registry; the revision does not have all of it.
	digest string
}

// appliedBy returns what the status of an object tells, as the controllers of Flux write it: lastAppliedRevision of a
// Kustomization, the newest of the history of a release, what a HelmChart was made of. Before
// helm.toolkit.fluxcd.io/v2, a release has the version of its chart in lastAppliedRevision.
func appliedBy(k *kinds.Kind, read kinds.Reader) appliedArtifact {
	release := read("status", "history").First()
	switch {
	case k == kinds.HelmChart:
		return appliedArtifact{revision: read("status", "observedSourceArtifactRevision").Text()}
	case k != kinds.HelmRelease || !release.Exists():
		return appliedArtifact{revision: read("status", "lastAppliedRevision").Text()}
	case release.Get("status").Text() != "deployed" && release.Get("status").Exists():
		return appliedArtifact{}
	}
	return appliedArtifact{release.Get("chartVersion").Text(), release.Get("ociDigest").Text()}
}

// is reports whether an artifact of a revision was applied: v1@sha1:1424…, or 1.0.0@sha256:8b6b… of a registry.
func (a appliedArtifact) is(revision string) bool {
	if a.digest != "" {
		return a.digest == revision || strings.HasSuffix(revision, "@"+a.digest)
	}
	return a.revision != "" && a.revision == revision
}

// String returns what was applied as one revision: the version of a chart has the beginning of the digest, too.
func (a appliedArtifact) String() string {
	if a.digest == "" || strings.Contains(a.digest, "@") {
		return cmp.Or(a.digest, a.revision)
	}
	version, _, _ := strings.Cut(a.revision, "+")
	return version + "@" + a.digest
}

// hasConditions reports whether a controller writes conditions into the status of an object.
func hasConditions(k *kinds.Kind, read kinds.Reader) bool {
	return !k.NoConditions && (k.StaticType == "" || read("spec", "type").Text() != k.StaticType)
}
