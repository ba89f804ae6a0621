package revision

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Head is where documents are. The zero Head is no repository.
type Head struct {
	// Repository is the address of origin without credentials, as https where git uses ssh; empty where it is no such
	// address: nobody else can read a folder.
	Repository string `json:"repository,omitempty"`
	// Revision is the ID of the commit of the work tree, and Committed the time of it, RFC 3339.
	Revision  string `json:"revision,omitempty"`
	Committed string `json:"committed,omitempty"`
	// Dirty: the files differ from the commit.
	Dirty bool `json:"dirty,omitempty"`
}

// HeadOf returns the commit of the files and folders that a command line names, in the repository of a folder (empty:
// the current one). In folders, YAML and JSON count, without some files. Where one is in no repository, or is stdin, or
// git fails, it is the zero Head: it is for people, and no run needs it.
func HeadOf(folder string, files, without []string) (h Head) {
	here := repository(folder)
	specs := []string{"status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"}
	for _, name := range files {
		if name == "-" {
			return Head{}
		}
		specs = append(specs, ":(literal)"+name)
	}
	for _, name := range without {
		specs = append(specs, ":(exclude,literal)"+name)
	}
	changed, err := here.git(specs...)
	if err != nil {
		return Head{}
	}
	for entry := range strings.SplitSeq(changed, "\x00") {
		h.Dirty = h.Dirty || isDocument(entry, files)
	}
	commit, err := here.git("log", "-1", "--no-show-signature", "--format=%H %cI")
	if err != nil { // there is none yet
		return Head{}
	}
	h.Revision, h.Committed, _ = strings.Cut(commit, " ")
	origin, _ := here.git("config", "--get", "remote.origin.url")
	h.Repository = address(origin)
	return h
}

// isDocument reports whether a line of git status is about a file that may be a document: named, or as in folders.
func isDocument(entry string, named []string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(entry)) ||
		slices.ContainsFunc(named, func(name string) bool {
			return strings.HasSuffix(entry, filepath.ToSlash(filepath.Clean(name)))
		})
}

// address returns the address that a browser may open of a remote repository; empty for a folder.
func address(remote string) string {
	scheme, rest, isURL := strings.Cut(remote, "://")
	if !isURL { // as ssh takes it: git@example.com:apps/fleet.git
		host, file, found := strings.Cut(remote, ":")
		if !found || len(host) < 2 || strings.ContainsAny(host, `/\`) {
			return ""
		}
		scheme, rest = "ssh", host+"/"+strings.TrimPrefix(file, "/")
	}
	host, file, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	switch scheme {
	case "http", "https":
	case "ssh":
		scheme = "https"
		host, _, _ = strings.Cut(host, ":") // the port of ssh
	default:
		return ""
	}
	return scheme + "://" + host + "/" + strings.TrimSuffix(file, ".git")
}
