package report

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

func newFinding(code finding.Code, path, detail string) Finding {
	return Finding{KindOf(finding.SeverityWarning, code, path, detail), path + ": " + detail}
}

func TestPrint(t *testing.T) {
	var all []Finding
	for i := range 1203 {
		all = append(all, newFinding("FA507", fmt.Sprintf("spec.deploy[%d].wait", i), fmt.Sprint("text ", i)))
		if i < 3 {
			all = append(all, newFinding("FA504", fmt.Sprintf("spec.deploy[%d].interval", i), "filled in"))
		}
	}
	var b strings.Builder
	Print(&b, all, 2, "--all prints them")
	assert.Equal(t, b.String(), `spec.deploy[0].wait: text 0
spec.deploy[0].interval: filled in
spec.deploy[1].wait: text 1
… and 1,201 more [FA507] (--all prints them)
spec.deploy[1].interval: filled in
… and 1 more [FA504] (--all prints them)
`)
}

func TestKinds(t *testing.T) {
	of := func(f Finding) Kind { return f.Kind }
	first := of(newFinding("FA1", "a[0].b", "x"))
	assert.Equal(t, first, of(newFinding("FA1", "a[12].b", "y")))
	for _, other := range []Finding{
		newFinding("FA2", "a[0].b", "x"), newFinding("FA1", "a[0].c", "x"), newFinding("FA1", "", "x"),
		newFinding("FA1", "a[x].b", "x"),
	} {
		assert.Assert(t, first != of(other), "%v", other)
	}
	assert.Assert(t, of(newFinding("FA1", "", "x")) != of(newFinding("FA1", "", "y")))
	assert.Assert(t, of(newFinding("FA1", "", "x")) != of(newFinding("FA2", "", "x")))
	assert.Assert(t, KindOf(finding.SeverityError, "FA1", "", "x") != KindOf(finding.SeverityWarning, "FA1", "", "x"))
	assert.Equal(t, of(newFinding("FA1", "", "x")), of(newFinding("FA1", "", "x")))
	assert.Assert(t, KindOf(finding.SeverityError, "FA1", "a", "") != KindOf(finding.SeverityWarning, "FA1", "a", ""))
}
