package schema

import (
	"cmp"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// TestRules holds what the code relies on in the generated rules.
func TestRules(t *testing.T) {
	assert.Assert(t, slices.IsSortedFunc(generatedRules[:], func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.field, b.field))
	}), "ruleOf searches them")
	for _, r := range generatedRules {
		known := r.pattern == "" || r.judgedElsewhere() || likes[r.pattern] != ""
		assert.Check(t, known, "%s.%s: no words for %s", r.of, r.field, r.pattern)
		assert.Check(t, r.since <= newestFlux && r.since >= 0 && r.optionalSince <= newestFlux, "%v", r)
	}
}

// TestDurations holds that Parse, which judges durations by one pattern, judges them by that of their fields.
func TestDurations(t *testing.T) {
	found := 0
	set := shapes()
	for name, s := range reached(set.application, set.fluxApplication, set.helmChart, set.repository) {
		for field, below := range s.fields {
			if below.kind != shapeDuration || s.rules[field] == nil {
				continue
			}
			found++
			pattern := s.rules[field].pattern
			assert.Check(t, pattern == durationPattern || pattern == timeoutPattern, "%s.%s: %q", name, field, pattern)
		}
	}
	assert.Assert(t, found >= 20, "%d", found)
}

// TestSourceKinds holds that a source may be of any kind that some workload can use, and of no other.
func TestSourceKinds(t *testing.T) {
	var usable []string
	for _, workload := range workloads {
		_, kinds := sourceKinds(workload)
		usable = append(usable, kinds.enum...)
	}
	slices.Sort(usable)
	known := slices.Sorted(slices.Values(kindsOf[SourceReference]().enum))
	assert.DeepEqual(t, known, slices.Compact(usable))
}

// reached returns the shapes of objects in documents, by name.
func reached(documents ...*shape) map[string]*shape {
	seen := map[string]*shape{}
	var walk func(*shape)
	walk = func(s *shape) {
		if s == nil || s.fields != nil && seen[s.name] == s {
			return
		}
		if s.fields != nil {
			seen[s.name] = s
		}
		walk(s.elem)
		for _, field := range s.fields {
			walk(field)
		}
	}
	for _, s := range documents {
		walk(s)
	}
	return seen
}

func TestParseFluxVersion(t *testing.T) {
	for text, want := range map[string]string{"": "2.9", "2.6": "2.6", "v2.7": "2.7", "2.8.3": "2.8", "v2.9.0": "2.9"} {
		version, err := ParseFluxVersion(text)
		assert.NilError(t, err, text)
		assert.Equal(t, version.String(), want)
	}
	for _, text := range []string{"2", "2.5", "2.10", "3.0", "1.2.8", "2.8-rc.1", "two", " 2.8", "2.8.", "2.08"} {
		_, err := ParseFluxVersion(text)
		assert.ErrorContains(t, err, "write one of 2.6, 2.7, 2.8, 2.9", text)
	}
}

// TestUnjudged holds that no rule judges the texts that package render takes for what differs between clusters and need not be judged.
func TestUnjudged(t *testing.T) {
	for _, workload := range []Workload{Kustomizations, KCLRuns} {
		entry := entryShape(workload)
		assert.Check(t, entry.rules["path"] == nil, workload)
		assert.Equal(t, entry.fields["path"].kind, shapeString, workload)
	}
	postBuild := entryShape(Kustomizations).fields["postBuild"]
	assert.Check(t, entryShape(Kustomizations).rules["postBuild"] == nil)
	assert.Check(t, postBuild.rules["substitute"] == nil)
	assert.Equal(t, postBuild.fields["substitute"].elem.kind, shapeString)
}
