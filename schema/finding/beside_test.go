package finding_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// A problem names a second place whatever its words are, and one without a place has its words alone.
func TestBeside(t *testing.T) {
	trees, _ := tree.Parse("a.yaml", []byte("one: 1\ntwo: 2\n"))
	one, two := trees[0].Root().Get("one"), trees[0].Root().Get("two")
	for _, c := range []struct {
		problem finding.Problem
		want    string
	}{
		{finding.Problem{Code: codes.TwoSources, Node: two, Detail: "is there, at "}.Beside(one, "; keep one"),
			"a.yaml:2:6: two: is there, at a.yaml:1:1; keep one [FA204]"},
		{finding.Problem{Code: codes.TwoSources, Node: two, Detail: "100%s %d is there, at "}.Beside(one, "; %s"),
			"a.yaml:2:6: two: 100%s %d is there, at a.yaml:1:1; %s [FA204]"},
		{finding.Problem{Code: codes.TwoSources, Node: two, Detail: "see "}.Beside(one, ""),
			"a.yaml:2:6: two: see a.yaml:1:1 [FA204]"},
		{finding.Problem{Code: codes.TwoSources, Node: two, Detail: "is there %s"},
			"a.yaml:2:6: two: is there %s [FA204]"},
	} {
		assert.Equal(t, finding.Locate([]finding.Problem{c.problem})[0].String(), c.want)
	}
}
