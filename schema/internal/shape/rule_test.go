package shape

import (
	"cmp"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestRules holds what the code relies on in the generated rules.
func TestRules(t *testing.T) {
	assert.Assert(t, slices.IsSortedFunc(generatedRules[:], func(a, b Rule) int {
		return cmp.Or(cmp.Compare(a.goType, b.goType), cmp.Compare(a.field, b.field))
	}), "ruleOf searches them")
	for _, r := range generatedRules {
		known := r.Pattern == "" || r.checkedElsewhere() || patternHints()[r.Pattern] != ""
		assert.Check(t, known, "%s.%s: no words for %s", r.goType, r.field, r.Pattern)
		assert.Check(t, r.Since <= kinds.NewestFlux && r.Since >= 0 && r.OptionalSince <= kinds.NewestFlux, "%v", r)
	}
}

// TestDurations holds that Parse, which validates durations by one pattern, validates them by the pattern of their
// fields.
func TestDurations(t *testing.T) {
	found := 0
	set := All()
	for name, s := range reached(set.Application, set.FluxApplication, set.HelmChart, set.Repository) {
		for field, below := range s.Fields {
			if below.Shape.Kind != Duration || below.Rule == nil {
				continue
			}
			found++
			pattern := below.Rule.Pattern
			assert.Check(t, pattern == durationPattern || pattern == timeoutPattern, "%s.%s: %q", name, field, pattern)
		}
	}
	assert.Assert(t, found >= 20, "%d", found)
}

// reached returns the shapes of objects in documents, by name.
func reached(documents ...*Shape) map[string]*Shape {
	seen := map[string]*Shape{}
	var walk func(*Shape)
	walk = func(s *Shape) {
		if s == nil || s.Fields != nil && seen[s.Name] == s {
			return
		}
		if s.Fields != nil {
			seen[s.Name] = s
		}
		walk(s.Elem)
		for _, field := range s.Fields {
			walk(field.Shape)
		}
	}
	for _, s := range documents {
		walk(s)
	}
	return seen
}

// TestUnjudged holds that no rule validates the texts that package render takes for what differs between clusters and
// need not be validated.
func TestUnjudged(t *testing.T) {
	for _, workload := range []kinds.WorkloadField{kinds.Kustomizations, kinds.KCLRuns} {
		entry := Entry(workload)
		assert.Check(t, entry.Fields["path"].Rule == nil, workload)
		assert.Equal(t, entry.Fields["path"].Shape.Kind, String, workload)
	}
	postBuild := Entry(kinds.Kustomizations).Fields["postBuild"]
	assert.Check(t, postBuild.Rule == nil)
	assert.Check(t, postBuild.Shape.Fields["substitute"].Rule == nil)
	assert.Equal(t, postBuild.Shape.Fields["substitute"].Shape.Elem.Kind, String)
}

// TestMatchesDurations compares the durations that need no regular expression with the pattern of the CRDs.
func TestMatchesDurations(t *testing.T) {
	pattern, texts := patterns()[durationPattern], []string{""}
	for range 5 {
		next := []string(nil)
		for _, text := range texts {
			assert.Equal(t, matches(durationPattern, text), pattern.MatchString(text), text)
			for _, letter := range "5.msh-" {
				next = append(next, text+string(letter))
			}
		}
		texts = next
	}
}
