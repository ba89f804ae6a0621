// Package change compares two renderings: what happens to the objects of each cluster, and to what runs there.
//
//	before, err := render.Render(old, render.Options{})
//	after, err := render.Render(new, render.Options{})
//	for _, c := range change.Compare(before, after).List {
//		fmt.Println(c.Action, c.Object, c.Effect)
//	}
//
// [Changes.Check] checks that they do not do too much, by the limits of applications and of a RenderConfig. It counts
// the clusters on which workloads are deleted, reinstalled or changed, and a digest in the error acknowledges them:
//
//	if found := changes.Check(change.LimitOptions{}); found.Err() != nil {
//		// a limit is exceeded
//	}
//
// [WriteText] prints changes for a terminal, [WriteMarkdown] for a comment on a pull request, [WriteJSON] for programs.
// All three hide secrets; programs that print fields themselves use a [Redactor].
//
// The package is pure. Its files are three rooms, of which each uses only those before it: comparing, limits (limit_*)
// and printing (print_*).
package change
