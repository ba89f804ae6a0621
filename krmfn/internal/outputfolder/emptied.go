package outputfolder

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// emptied reports the folders of clusters that lost their last file, or their list.
func (p *Plan) emptied() (found finding.Findings) {
	lists, isEmpty := 0, p.emptyFolders()
	for _, name := range p.removes {
		if _, list := p.lists[name]; !list {
			continue
		}
		lists++
		folder := path.Dir(name)
		if isEmpty(folder) {
			found = append(found, missingPath(p.Called(folder), p.did("is gone", "be gone")+" with its last file"))
			continue
		}
		found = append(found, finding.Finding{Severity: finding.SeverityInfo, Code: krmfn.CodeDeleted, File: p.Called(name),
			Detail: p.did("deleted", "delete") + " the list of the cluster " + path.Base(folder) +
				"; its Flux then applies every manifest in this folder"})
	}
	if lists == 0 && len(p.removes) > 0 && isEmpty(".") {
		found = append(found, missingPath(filepath.ToSlash(p.Name),
			p.did("holds", "hold")+" no file any more, and Git keeps no empty folder"))
	}
	return found
}

func missingPath(folder, why string) finding.Finding {
	return finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeEmptied, File: folder,
		Detail: "this folder " + why +
			"; a Flux Kustomization whose path is missing fails and deletes nothing: put a kustomization.yaml with resources: " +
			"[] there if its objects shall go"}
}

// emptyFolders returns a test for folders that are gone or empty after the run. A dry run finds out what would be left.
func (p *Plan) emptyFolders() func(folder string) bool {
	goes, stays := map[string]bool{}, map[string]bool{}
	if p.dryRun {
		for _, name := range p.removes {
			goes[name] = true
			for dir := path.Dir(name); !goes[dir]; dir = path.Dir(dir) { // the folder itself is the last one
				goes[dir] = true
			}
		}
		for _, t := range p.writes {
			for name := t.path; !stays[name]; name = path.Dir(name) {
				stays[name] = true
			}
		}
	}
	var isEmpty func(folder string) bool
	isEmpty = func(folder string) bool {
		entries, err := fs.ReadDir(p.Files.FS(), folder)
		left := slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
			name := strings.TrimPrefix(folder+"/"+entry.Name(), "./")
			return goes[name] && !stays[name] && (!entry.IsDir() || isEmpty(name))
		})
		return errors.Is(err, fs.ErrNotExist) || err == nil && len(left) == 0 && !stays[folder]
	}
	return isEmpty
}
