package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// testDelivery shows that every layout is built and committed, and printed.
func testDelivery(t *testing.T, b bench) {
	sizes := deliverySizes{
		flat: []int{3}, grouped: []int{12, 24}, perGroup: 6, others: []layout{{12, 1, perApplication}}, committed: 12,
	}
	text, rows, err := b.deliveryTable(sizes)
	assert.NilError(t, err)
	assert.Equal(t, len(rows), 8)
	for _, line := range []string{
		"github.com/fluxcd/pkg/kustomize v1.", "git version 2.",
		"| 3 | one folder | 3 | ", "| 12 | 1 group, a file per application | 12 | ",
		"| 24 | 4 groups, a file per object | ", "| 24 | 4 groups, a file per application | ",
		"| 12 | 2 groups, a file per object | 17 | ", "| 12 | 2 groups, a file per application | 7 | ",
	} {
		assert.Assert(t, strings.Contains(text, line), "%s in:\n%s", line, text)
	}
	assert.NilError(t, tooBad(rows))
	testLinear(t, b)
}

// testLinear shows that Flux's builds of twice as many groups cost twice as much, and that one folder with all objects
// of large groups costs more than these.
func testLinear(t *testing.T, b bench) {
	all, err := b.builds([]layout{
		{400, 4, perApplication}, {800, 8, perApplication}, {2_000, 8, perApplication}, {objects: 2_000},
	})
	assert.NilError(t, err)
	few, many, large, flat := all[0], all[1], all[2], all[3]
	assert.Assert(t, many.grownFrom(few).value < 1.25, "%s", table([]row{many.grownFrom(few)}))
	assert.Assert(t, flat.medians().CPU > large.medians().CPU, "%s", buildTable(all))
}
