// Package yamledit sets values in the text of a YAML document and keeps the rest: comments, order, quotes, indentation,
// line ends, and what is in braces.
//
//	docs := yamledit.Split(file)
//	text, ok := yamledit.Update(docs[0].Text, want)
//
// A scalar that differs is replaced in its quotes. A field that is not wanted goes, with its comments. A new field is
// put behind the one before it in the order of keys, or at the end. Items of a list are paired by name or value, and
// then one by one. Whatever else differs is printed anew in its place, for example a map that was a list.
//
// Nulls count as they do for [tree.AppendYAML]: below a value that keeps its nulls, and in lists. Setter comments stay
// behind their values; a new field or item brings its own.
//
// A value that other places share, by an alias or a merge key, cannot differ from these, and keys behind question marks
// and the like are left alone. Each result is parsed again, and refused unless it says exactly what is wanted. The
// package reads no file, and does not know what a document is about.
package yamledit
