package krmfn

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// difference returns the first field in which two items differ, in alphabetical order, with the present and the right
// value. A number may have another spelling, and the annotations of clients do not count.
func difference(have, want *item) (resultField, bool) {
	rules := tree.Comparison{Before: tree.NoNulls, After: tree.NoNulls, Skip: resource.IsAtClient}
	all := slices.DeleteFunc(slices.Collect(rules.Differences(have.values(), want.values())),
		func(d tree.Difference) bool {
			return d.Before.Kind() == d.After.Kind() && d.Before.Kind() < tree.List &&
				scalarText(d.Before) == scalarText(d.After)
		})
	if len(all) == 0 {
		return resultField{}, false
	}
	first := slices.MinFunc(all, func(a, b tree.Difference) int { return a.Path.Compare(b.Path) })
	return resultField{first.Path.String(), scalarText(first.Before), scalarText(first.After)}, true
}

func scalarText(v tree.Compared) string {
	if number, err := strconv.ParseFloat(v.Text(), 64); v.Kind() == tree.Number && err == nil {
		return fmt.Sprint(number)
	}
	return v.Text()
}
