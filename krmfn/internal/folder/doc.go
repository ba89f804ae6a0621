// Package folder tells which files of a folder the command reads, and what it reads of a file.
//
// [Names] are the files that end in .yaml, .yml or .json, in the order of their names, and after them the files behind
// links. Hidden files and folders are skipped, and so are folders behind links. A file is parsed if its text mentions
// a kind that fluxapp reads; a template of Helm and a pointer of Git LFS are skipped with a warning. Documents have
// the names of their files relative to the folder.
//
// Other input is what kubectl printed: [UTF8] and [Slip] read what shells and people make of that. [ReadAll] reads what
// may have no end.
package folder
