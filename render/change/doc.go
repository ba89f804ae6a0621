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
// # The way of a comparison
//
// [CompareObjects] is the whole way. An object has the same [render.ID] on both sides, or is unmatched; a pair
// differs in fields, and what Flux does follows from these and from the identities of workloads.
//
//	objects     object.go (of a run), read.go (of files), compare.go (pairs of one ID)
//	fields      pair.go, fields.go; what is no change, because it follows from other objects: derived.go and
//	            render.Object.Own
//	actions     action.go: suspended, resumed, moved, orphaned by another cluster; release.go and chart.go:
//	            HelmReleases; manifests.go: Kustomizations and KCLRuns
//	unmatched   unmatched.go finds workloads with another name, renamed.go has what happens to them, gone.go what
//	            follows from deletions
//
// It is pure, like package render: it knows what Flux does from Flux's documentation and from measurements.
package change
