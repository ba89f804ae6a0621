// Package folder reads the documents of a folder as the command does.
//
//	found, err := folder.Read(os.DirFS("apps"))
//	result, err := render.Render(found.Documents, render.Options{})
//
// It reads the files that end in .yaml, .yml or .json, in the order of their names, and after them the files behind
// links. Hidden files and folders are skipped, and so are folders behind links. A file is parsed if its text mentions
// a kind that fluxapp reads; a template of Helm and a pointer of Git LFS are skipped with a warning. Documents have
// the names of their files relative to the folder.
//
// [Names], [Pointer] and [Parse] are the steps of [Read], for programs that open the files themselves.
package folder
