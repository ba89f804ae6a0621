package finding_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestTogether makes one finding of information, and of what a cluster lacks, where several places have one text. The
// others stay, because each is corrected at its place.
func TestTogether(t *testing.T) {
	at := func(line int, p finding.Problem) finding.Problem {
		p.Position = tree.Position{File: "a.yaml", Line: line, Column: 1}
		return p
	}
	all := func(p finding.Problem) string {
		var list []finding.Problem
		for line := range 6 {
			list = append(list, at(line+1, p))
		}
		return finding.Locate(list).String()
	}
	const others = " (also at a.yaml:2:1, a.yaml:3:1, a.yaml:4:1 and 2 more)"
	assert.Equal(t, all(finding.Problem{Severity: finding.SeverityInfo, Code: "FA506", Detail: "a is so; write b"}),
		"a.yaml:1:1: info: a is so"+others+"; write b [FA506]")
	assert.Equal(t, all(finding.Problem{Severity: finding.SeverityInfo, Code: "FA506", Detail: "a is so"}),
		"a.yaml:1:1: info: a is so"+others+" [FA506]")
	assert.Equal(t, all(finding.Problem{Code: codes.Reference, Detail: "cluster a has no params; add them"}),
		"a.yaml:1:1: cluster a has no params"+others+"; add them [FA223]")
	for _, p := range []finding.Problem{
		{Code: codes.Reference, Detail: "there is no $(cluster.x); write y"},
		{Code: "FA101", Detail: "unknown field; leave it out"},
		{Code: "FA220", Detail: "unknown; did you mean \"b\"?", Proposed: "b"},
		{Severity: finding.SeverityWarning, Code: "FA501", Detail: "quote it"},
	} {
		assert.Equal(t, strings.Count(all(p), "\n"), 5, p.Detail)
	}
}

// TestErrorsAs holds that the error of findings, also a wrapped one, is Findings.
func TestErrorsAs(t *testing.T) {
	all := finding.Findings{{Severity: finding.SeverityWarning}, {Severity: finding.SeverityError, Code: "FA101"}}
	var found finding.Findings
	assert.Assert(t, errors.As(fmt.Errorf("a: %w", all.Err()), &found))
	assert.Equal(t, len(found), 1)
	assert.Equal(t, string(found[0].Code), "FA101")
	assert.Assert(t, !errors.As(errors.New("b"), &found) && finding.From(errors.New("b")) == nil && all[:1].Err() == nil)
}
