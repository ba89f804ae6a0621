// Package print prints changes for people and programs.
//
//	changes := change.Compare(before, after)
//	err := print.Text(os.Stdout, changes, print.Options{})
//
// [Text] is for a terminal, [Markdown] for a comment on a pull request, [JSON] for programs. The same change of many
// objects is one group. All three hide secrets; programs that print fields themselves use a [Redactor].
package print
