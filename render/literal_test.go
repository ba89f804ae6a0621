package render_test

import (
	"bytes"
	"cmp"
	"maps"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
)

// TestLiteral holds for all cases that with the option exactly those objects get the annotation that hold ${ or $$,
// and that nothing else changes.
func TestLiteral(t *testing.T) {
	marked := 0
	for _, c := range goodCases(t) {
		with, without := c.opts, c.opts
		with.Literal, without.Literal = true, false
		result, plain := rendered(t, c.in, with), rendered(t, c.in, without)
		assert.Equal(t, len(result.Objects), len(plain.Objects), c.name)
		for i, o := range plain.Objects {
			before, after := string(o.YAML()), string(result.Objects[i].YAML())
			own := o.Tree().At("metadata", "annotations").Find(emit.AnnotationSubstitute).Exists()
			holds := strings.Contains(before, "${") || strings.Contains(before, "$$")
			if assert.Check(t, (before != after) == (holds && !own), "%s: %s", c.name, after); before != after {
				marked++
				assert.Equal(t, strings.Replace(after, "    "+emit.AnnotationSubstitute+": disabled\n", "", 1), before, c.name)
			}
		}
		var stream bytes.Buffer
		assert.NilError(t, result.WriteYAML(&stream))
		for _, o := range result.Objects {
			assert.Assert(t, strings.Contains(stream.String(), string(o.YAML())), c.name)
		}
	}
	assert.Assert(t, marked > ofSomeCases(30), "%d objects", marked)
}

// TestUnsetVariables holds for all cases that exactly those applications have FA922 whose objects hold a variable that
// Flux's postBuild must know, wherever it comes from.
func TestUnsetVariables(t *testing.T) {
	harmless := regexp.MustCompile(`\$\$|\$\{\w+(:[-=?+]|=)|\$\{(cluster|app)\.`)
	told := 0
	for _, c := range goodCases(t) {
		if c.opts.Literal {
			continue
		}
		result, want, got := rendered(t, c.in, c.opts), map[string]bool{}, map[string]bool{}
		for _, o := range result.Objects {
			left := o.Tree().At("metadata", "annotations").Find(emit.AnnotationSubstitute).Text() == "disabled"
			if !left && strings.Contains(harmless.ReplaceAllString(string(o.YAML()), ""), "${") {
				want[o.Application()] = true
			}
		}
		for _, f := range result.Findings {
			if f.Code == emit.CodeUnsetVariable {
				told++
				got[cmp.Or(f.Subject.Namespace(), c.opts.Namespace)+"/"+f.Subject.Name()] = true
				if strings.Contains(f.Detail, "(also at ") { // places of other applications
					maps.Copy(got, want)
				}
			}
		}
		assert.DeepEqual(t, got, want)
	}
	assert.Assert(t, told > ofSomeCases(15), "%d applications", told)
}
