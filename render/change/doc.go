// Package change compares two renderings: what happens to the objects of each cluster, and to what runs there.
//
//	before, err := render.Render(old, render.Options{})
//	after, err := render.Render(new, render.Options{})
//	for _, c := range change.Compare(before, after).List {
//		fmt.Println(c.Action, c.Object, c.Effect)
//	}
//
// Package print prints the changes without secrets, and package limits checks that they do not do too much.
//
// [CompareObjects] is the whole way. An object has the same [render.ID] on both sides, or is unmatched; a pair
// differs in fields, and what Flux does follows from these and from the identities of workloads.
//
// It is pure, like package render: it knows what Flux does from Flux's documentation and from measurements.
package change
