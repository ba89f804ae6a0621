// Package print prints changes for people and programs.
//
//	changes := change.Compare(before, after)
//	err := print.Text(os.Stdout, changes, print.Options{})
//
// [Text] is for a terminal, [Markdown] for a comment on a pull request, and [JSON] for programs. The same change of
// many objects is one group. Secrets are hidden in all three; programs that print fields themselves take the values
// of [Redacted] or of a [Redactor].
package print
