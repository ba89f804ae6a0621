package finding_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Two files that cannot be read have an error each, also where it is the same one at the same line.
func TestLocateSameInTwoFiles(t *testing.T) {
	wrong := func(file string) finding.Problem {
		return finding.Problem{Code: codes.Syntax, Detail: "a bracket is not closed",
			Position: tree.Position{File: file, Line: 3, Column: 11}}
	}
	found := finding.Locate([]finding.Problem{wrong("a.yaml"), wrong("b.yaml"), wrong("a.yaml")})
	assert.Equal(t, found.String(), "a.yaml:3:11: a bracket is not closed [FA001]\n"+
		"b.yaml:3:11: a bracket is not closed [FA001]")
}
