package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	apischema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// emittedKinds are the kinds that fluxapp emits, those without rules included; notEmitted only share a package with
// them: an ExternalArtifact is made by controllers, and an application can refer to one but not hold it; a Receiver
// waits for calls from outside, whatever an application renders.
var (
	emittedKinds = []string{"Bucket", "GitRepository", "HelmChart", "HelmRelease", "HelmRepository", "KCLRun",
		"Kustomization", "OCIRepository"}
	notEmitted = []string{"ExternalArtifact", "Receiver"}
	// heldApart have rules and limits about items of lists: TestArtifactGenerators tries the rules of artifacts.
	heldApart = []string{"ArtifactGenerator", "ImageRepository", "ImagePolicy", "ImageUpdateAutomation", "Provider",
		"Alert"}
)

// A rule is a CEL rule of a CRD.
type rule struct{ kind, path, text string }

func (r rule) String() string { return fmt.Sprintf("%s at %s: %s", r.kind, r.path, r.text) }

// crdRules returns every CEL rule of the CRDs in an order, except the rules of the status, which nobody writes.
func crdRules() (found []rule) {
	for gvk, k := range checker.kinds {
		eachRules(k.schema, "", func(path string, rules apischema.ValidationExtensions) apischema.ValidationExtensions {
			for _, r := range rules.XValidations {
				if path != "status" && !strings.HasPrefix(path, "status.") && !slices.Contains(notEmitted, gvk.Kind) {
					found = append(found, rule{gvk.Kind, path, r.Rule})
				}
			}
			return rules
		})
	}
	slices.SortFunc(found, func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.path, b.path), cmp.Compare(a.text, b.text))
	})
	return found
}

// eachRules returns a copy of a schema with other rules, each made from those at a path.
func eachRules(s *apischema.Structural, path string,
	change func(string, apischema.ValidationExtensions) apischema.ValidationExtensions) *apischema.Structural {
	if s == nil {
		return nil
	}
	out := *s
	out.ValidationExtensions = change(path, s.ValidationExtensions)
	out.Items = eachRules(s.Items, path+"[]", change)
	out.Properties = maps.Clone(s.Properties)
	for name, property := range s.Properties {
		out.Properties[name] = *eachRules(&property, strings.TrimPrefix(path+"."+name, "."), change)
	}
	if s.AdditionalProperties != nil {
		additional := *s.AdditionalProperties
		additional.Structural = eachRules(additional.Structural, path+"{}", change)
		out.AdditionalProperties = &additional
	}
	return &out
}

var self = regexp.MustCompile(`self((?:\.\w+)+)`)

// fields returns the paths of the fields that a rule names.
func (r rule) fields() (paths []string) {
	for _, match := range self.FindAllStringSubmatch(r.text, -1) {
		paths = append(paths, strings.TrimPrefix(r.path+match[1], "."))
	}
	return paths
}

// TestRulesKnown holds that the table has the rules of the CRDs, all of them and no other, and tries every field they
// name.
func TestRulesKnown(t *testing.T) {
	var known []rule
	for _, g := range ruleGroups {
		known = append(known, g.rules()...)
		for _, r := range g.rules() {
			assert.Check(t, len(r.fields()) > 0, "%s names no field", r)
			for _, path := range r.fields() {
				tried := slices.ContainsFunc(g.domains, func(d domain) bool { return d.path == path })
				assert.Check(t, tried, "%s: %s is not tried", r, path)
			}
		}
	}
	found := crdRules()
	for _, r := range found {
		assert.Check(t, slices.Contains(known, r) || slices.Contains(heldApart, r.kind),
			"the CRDs have a rule that is not held equal: %s", r)
	}
	for _, r := range known {
		assert.Check(t, slices.Contains(found, r), "the CRDs have no such rule: %s", r)
	}
	var kinds []string
	for gvk := range checker.kinds {
		kinds = append(kinds, gvk.Kind)
	}
	slices.Sort(kinds)
	assert.DeepEqual(t, slices.Compact(kinds),
		slices.Sorted(slices.Values(slices.Concat(emittedKinds, notEmitted, heldApart))))
}

// TestRules holds fluxapp's rules equal to the CRDs' rules: of every combination of the fields that rules name, fluxapp
// refuses those that CEL refuses, at those fields, and renders the others. A combination with placeholders is one that
// must be accepted when some values for them are.
func TestRules(t *testing.T) {
	began, total := time.Now(), tally{}
	rules := 0
	for _, g := range ruleGroups {
		t.Run(g.kind+"."+g.path, func(t *testing.T) {
			c := newComparison(t, g)
			for _, object := range combinations(c.good, c.domains) {
				c.combination(object)
			}
			c.finish()
			total.add(c.count)
			t.Logf("%d rules, %s", len(g.texts), c.count)
		})
		rules += len(g.texts)
	}
	t.Logf("%d rules, %s, in %v", rules, total, time.Since(began).Round(time.Millisecond))
}

// A tally counts what was compared.
type tally struct{ combinations, documents, refused, schema, unsayable int }

func (a *tally) add(b tally) {
	a.combinations += b.combinations
	a.documents += b.documents
	a.refused += b.refused
	a.schema += b.schema
	a.unsayable += b.unsayable
}

func (a tally) String() string {
	return fmt.Sprintf("%d combinations in %d documents: %d refused by CEL, %d by the schema, %d documents that the "+
		"language lacks words for",
		a.combinations, a.documents, a.refused, a.schema, a.unsayable)
}
