// Package revision reads the files of a revision of a Git repository, through the program git.
//
//	rev, err := revision.Open("main")
//	defer rev.Close()
//	data, err := fs.ReadFile(rev, "apps/web.yaml")
//
// It changes neither the work tree nor the repository, and fetches nothing. Folders and files are read from the
// repository when they are asked for. Links are followed inside the revision. A submodule's content is not in it.
package revision
