package charts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// TestMistakes plants each mistake, and wants the finding that it makes and no other.
func TestMistakes(t *testing.T) {
	all := atHand(t, checkout(t))
	planted := 0
	for _, name := range names(t) {
		wrong := mistakes(t, name)
		planted += len(wrong)
		assert.Equal(t, len(wrong), 10, name)
		right := document(t, name)
		for i, m := range wrong {
			t.Run(fmt.Sprintf("%s/%d", name, i+1), func(t *testing.T) {
				wrong, want := m.plant(t, right)
				found := remarks(t, all, name, wrong)
				assert.DeepEqual(t, places(found), []place{want})
				assert.Assert(t, strings.Contains(found[0].String(), m.Says), "%s\nhas no %q", found, m.Says)
			})
		}
	}
	assert.Equal(t, planted, 300)
}

// TestRightDocuments wants no error and no warning of any rule for the documents as they are, and all of them checked.
func TestRightDocuments(t *testing.T) {
	all, documents := atHand(t, checkout(t)), names(t)
	assert.Equal(t, len(documents), 30)
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			found := check(t, all, name, document(t, name))
			found = slices.DeleteFunc(found, func(f finding.Finding) bool {
				return f.Severity == finding.SeverityInfo && f.Code != codeChartNotFound && f.Code != codeValues
			})
			assert.Equal(t, found.String(), "")
		})
	}
}

// remarks returns what is reported about the values and their chart, and every other error.
func remarks(t *testing.T, all *checks.Charts, name, text string) finding.Findings {
	t.Helper()
	ours := []finding.Code{codeValues, codes.Chart, codeNearValue, codeValueType,
		codeChartNotFound}
	return slices.DeleteFunc(check(t, all, name, text), func(f finding.Finding) bool {
		return f.Severity != finding.SeverityError && !slices.Contains(ours, f.Code)
	})
}

func check(t *testing.T, all *checks.Charts, name, text string) finding.Findings {
	t.Helper()
	result, err := render.Render(schema.Parse(name, []byte(text)), render.Options{Charts: all.Check})
	assert.Equal(t, err != nil, len(result.Findings.Only(finding.SeverityError)) > 0)
	return slices.Clone(result.Findings)
}

func places(list finding.Findings) (all []place) {
	for _, f := range list {
		all = append(all, place{f.Line, f.Column, f.Code, f.Severity})
	}
	return all
}
