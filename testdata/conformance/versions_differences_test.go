package conformance

import (
	"maps"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	apischema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
)

// unsaid are kinds that an older Flux lacks, and why no application renders one.
var unsaid = map[string]string{
	"ExternalArtifact": "controllers make it; an application names one, which is a value of its sourceRef",
	"Receiver":         "it waits for calls from outside, whatever an application renders",
}

// azureAccount is tried by TestOlderCombinations.
var azureAccount = difference{kind: "GitRepository", path: "spec",
	other: "rule !has(self.serviceAccountName) || (has(self.provider) && self.provider == 'azure')"}

const (
	secretRule    = "rule has(self.configMapRef) || has(self.secretRef)"
	bothRule      = "rule !has(self.configMapRef) || !has(self.secretRef)"
	byOneRule     = "the newest rule says both"
	asRule        = "the newest has a rule in its place, which TestRules tries"
	stricter      = "the newest takes less of it"
	deprecated    = "TestGone tries it"
	artifactNames = "rule has(self.pathPattern) && size(self.pathPattern) > 0 || " +
		"self.artifacts.all(a, a.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'))"
)

// explained are differences that no single field shows, and why nothing is refused for them.
var explained = map[difference]string{
	azureAccount: "the newest rule names aws too, which is refused as a value that came later",
	{kind: "Alert", path: "spec", other: "field summary is gone"}:                           deprecated,
	{kind: "Provider", path: "spec", other: "field interval is gone"}:                       deprecated,
	{kind: "Provider", path: "spec", other: "field proxy is gone"}:                          deprecated,
	{kind: "HelmRelease", path: "spec.kubeConfig", other: secretRule}:                       byOneRule,
	{kind: "HelmRelease", path: "spec.kubeConfig", other: bothRule}:                         byOneRule,
	{kind: "Kustomization", path: "spec.kubeConfig", other: secretRule}:                     byOneRule,
	{kind: "Kustomization", path: "spec.kubeConfig", other: bothRule}:                       byOneRule,
	{kind: "OCIRepository", path: "spec", without: "interval"}:                              asRule,
	{kind: "OCIRepository", path: "spec", without: "url"}:                                   asRule,
	{kind: "ArtifactGenerator", path: "spec", other: artifactNames}:                         stricter,
	{kind: "ArtifactGenerator", path: "spec.artifacts[].copy[].exclude[]", other: "limits"}: stricter,
	{kind: "ArtifactGenerator", path: "spec.artifacts[].copy[].from", other: "limits"}:      stricter,
	{kind: "ArtifactGenerator", path: "spec.artifacts[].copy[].to", other: "limits"}:        stricter,
	{kind: "ArtifactGenerator", path: "spec.artifacts[].name", other: "limits"}:             asRule,
	{kind: "ImageUpdateAutomation", path: "spec.git.push.refspec", other: "limits"}:         stricter,
	{kind: "ArtifactGenerator", other: "the kind itself"}:                                   "TestVersionsCases tries it",
}

// refusedAlways are fields that the language refuses whatever the version, and why.
var refusedAlways = []struct{ kind, below, why string }{
	{"ArtifactGenerator", "spec.managedNamespaces", "entries refer to an artifact in the namespace of its application"},
	{"ArtifactGenerator", "spec.artifacts[].namespace", "the same"},
	{"ArtifactGenerator", "spec.pathPattern", "it makes many artifacts, and an entry has one source"},
}

// isRefusedAlways reports whether the language refuses a field, which it must.
func (d difference) isRefusedAlways(t *testing.T, s saying, used map[any]bool) bool {
	t.Helper()
	for _, r := range refusedAlways {
		if r.kind == d.kind && (d.path == r.below || within(d.path, r.below)) {
			used[r] = true
			data, err := yaml.Marshal(s.app)
			assert.NilError(t, err)
			_, refused := renderFor(data, newestFlux())
			assert.Check(t, len(refused) > 0 && refused[0].Path == s.place(exact.Replace(r.below)), "%s: %v", data, refused)
			return true
		}
	}
	return false
}

// newestFlux returns the newest version.
func newestFlux() string { return fluxes[len(fluxes)-1].version }

// older returns the versions before the newest.
func older() []fluxCRDs { return fluxes[:len(fluxes)-1] }

// TestOlderDifferences takes everything that the newest CRDs take and older ones do not, writes an application for
// each, and expects that fluxapp refuses for the older Flux what its CRD refuses of what the newest gets, there and
// nothing else, and that a version between the two that takes it gets it.
func TestOlderDifferences(t *testing.T) {
	used := map[any]bool{}
	for _, o := range older() {
		t.Run(o.version, func(t *testing.T) {
			tried, documents := 0, 0
			for _, d := range o.differences(used) {
				if explained[d] != "" {
					used[d] = true
					continue
				}
				assert.Assert(t, d.other == "", "nothing tries this: %+v", d)
				object, ok := objectWith(t, d, checker.schemaOf(d.kind))
				assert.Assert(t, ok, "nothing says a %s: %+v", d.kind, d)
				tried++
				for _, s := range sayings(object) {
					documents++
					switch {
					case d.isRefusedAlways(t, s, used):
					case d.isMade():
						o.makes(t, d, s)
					default:
						o.refuses(t, d, s)
					}
					judgeSaying(t, s)
				}
			}
			t.Logf("%d differences of Flux %s were tried in %d documents", tried, o.version, documents)
			assert.Assert(t, tried >= 30, "differences were lost")
		})
	}
	for kind := range unsaid {
		assert.Check(t, used[kind], "every Flux has a %s", kind)
	}
	for _, r := range refusedAlways {
		assert.Check(t, used[r], "no Flux has more there: %+v", r)
	}
	for d := range explained {
		assert.Check(t, used[d], "there is no such difference: %+v", d)
	}
}

// judgeSaying judges an application for all versions, of which some may take it.
func judgeSaying(t *testing.T, s saying) {
	t.Helper()
	data, err := yaml.Marshal(s.app)
	assert.NilError(t, err)
	for _, o := range fluxes {
		assert.Check(t, o.judge(data, &outcome{}))
	}
}

// current returns the newest version of a kind that is not deprecated; nil for a kind that there is not.
func (c *Checker) current(name string) (found schema.GroupVersionKind, newest *kind) {
	for gvk, k := range c.kinds {
		if gvk.Kind == name && !k.deprecated && (newest == nil ||
			version.CompareKubeAwareVersionStrings(gvk.Version, found.Version) > 0) {
			found, newest = gvk, k
		}
	}
	return found, newest
}

// schemaOf returns the schema of the newest version of a kind.
func (c *Checker) schemaOf(name string) *apischema.Structural {
	_, k := c.current(name)
	return k.schema
}

// differences returns the differences of all kinds, in an order. Kinds that are unsaid are left out.
func (o fluxCRDs) differences(used map[any]bool) (all []difference) {
	names := map[string]bool{}
	for gvk := range checker.kinds {
		names[gvk.Kind] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if unsaid[name] != "" {
			used[name] = true
			continue
		}
		_, before := o.current(name)
		if before == nil || name == "ArtifactGenerator" && o.version == "2.7" { // which made no charts of artifacts
			all = append(all, difference{kind: name, other: "the kind itself"})
			continue
		}
		now := fieldSchema(checker.schemaOf(name), "spec")
		all = append(all, differences(name, "spec", now, fieldSchema(before.schema, "spec"))...)
	}
	return all
}

// TestOlderCombinations tries a difference of two fields together: every provider of a GitRepository with a service
// account and without one.
func TestOlderCombinations(t *testing.T) {
	spec := fieldSchema(checker.schemaOf("GitRepository"), "spec")
	providers := enum(fieldSchema(spec, "provider"))
	for _, o := range older() {
		if !slices.ContainsFunc(o.differences(map[any]bool{}), func(d difference) bool { return d.kind == "GitRepository" }) {
			continue
		}
		c := &outcome{}
		for _, provider := range append(providers, nil, "${P}") {
			for _, account := range []any{nil, "a", "${A}"} {
				object := &unstructured.Unstructured{}
				assert.NilError(t, decode([]byte(gitRepository), object))
				spec := object.Object["spec"].(map[string]any)
				for name, value := range map[string]any{"provider": provider, "serviceAccountName": account} {
					if value != nil {
						spec[name] = value
					}
				}
				data, err := yaml.Marshal(wrap(object))
				assert.NilError(t, err)
				assert.Check(t, o.judge(data, c))
			}
		}
		t.Logf("combinations for Flux %s: %d rendered as ever, %d refused for it, %d for every Flux",
			o.version, c.accepted, c.older, c.refused)
		assert.Check(t, c.accepted > 0 && c.older > 0 && c.refused > 0)
	}
}
