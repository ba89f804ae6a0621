// Package change compares two renderings: what a change of documents does to the objects of each cluster, and to what runs there.
//
//	before, err := render.Render(old, render.Options{})
//	after, err := render.Render(new, render.Options{})
//	for _, c := range change.Compare(before, after).List {
//		fmt.Println(c.Action, c.Object, c.Effect)
//	}
//
// [Changes.WriteText], [Changes.WriteMarkdown] and [Changes.WriteJSON] print the changes without secrets. Programs that print fields
// themselves take the values of [Field.Redacted].
//
// It is pure, like package render: it reads no cluster, and knows what Flux does with an object from Flux's documentation and from
// measurements with its controllers.
package change
