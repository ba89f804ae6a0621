// Package checks has the checks that need large libraries, so that package render does not import them: of values by
// charts, and of expressions of CEL. The rendered objects are the same with them and without them.
//
// [CompileExpression] compiles expressions as the controllers of Flux do, so that what they refuse on every cluster is
// an error of the document. It evaluates nothing: what an expression makes of an object is up to the cluster.
//
//	result, err := render.Render(docs, render.Options{Expressions: checks.CompileExpression})
//
// [Charts] checks the values of HelmReleases by the charts that are at hand, before Flux merges them.
//
//	var all checks.Charts
//	root, err := os.OpenRoot("charts") // which refuses links out of the folder
//	…
//	problems := all.Add(root.FS(), "charts", "")
//	result, err := render.Render(docs, render.Options{Charts: all.Check})
//
// A chart is looked for as Flux looks for it, its values are merged as source-controller, helm-controller and Helm
// merge them, and the result is validated as Helm validates it; see [Charts.Find] and [Charts.Add]. Each fault is
// placed at the value that the author wrote. Three things are said:
//
//   - What values.schema.json of a chart or of an enabled dependency does not take (FA237), and a schema
//     that Helm cannot read (codes.Chart). Where valuesFrom brings other values, only what these cannot repair.
//     A string with ${…} is never wrong: nobody knows what it becomes.
//   - Keys that the chart does not have and nearly has (FA533).
//   - Values of another kind than the default, where no schema says more (FA534).
//
// What it does not do: it fetches nothing, so what a $ref out of a schema leads to takes any value, and this is told;
// it does not render templates, in which values may fail as well; and where a chart brings no schema and no default,
// it takes any value.
//
// It reads no file but those of the file systems that it is given, and needs no Helm. Where Helm leaves an order to
// chance (two charts of one name in a charts folder), it goes by name.
package checks
