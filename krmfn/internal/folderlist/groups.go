package folderlist

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Called returns what messages call the list in a file.
func Called(file string) string {
	switch folder := path.Dir(file); {
	case folder == ".":
		return "list of what delivers"
	case isHidden(folder):
		return "list of " + folder
	case IsGroup(path.Base(folder)):
		return "list of the group " + path.Base(folder)
	default:
		return "list of the cluster " + path.Base(folder)
	}
}

// Delivers reports whether the list belongs to delivery: it lists what delivers, or is in a group without a file.
func (l List) Delivers() bool { return path.Dir(l.File) == "." || len(l.resources) == 0 }

// isHidden reports whether a folder is called like one of what administrators apply.
func isHidden(folder string) bool {
	return render.IsBootstrap(folder+"/cluster/application/file", "disabled")
}

// Hides reports whether the list keeps Flux from what administrators apply.
func (l List) Hides() bool { return len(l.resources) == 0 && isHidden(path.Dir(l.File)) }

// IsGroup reports whether a folder is called as a group of delivery is.
func IsGroup(name string) bool { return groupName().MatchString(name) }

var groupName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(hub|group-[1-9][0-9]*)$`) })

// emptyGroups returns the groups without a file, with the namespace/name of their RenderConfig.
func (f Files) emptyGroups() map[string]string {
	empty, used := map[string]string{}, map[string]bool{}
	use := func(file string) {
		for folder := path.Dir(file); folder != "." && folder != "/" && !used[folder]; folder = path.Dir(folder) {
			used[folder] = true
		}
	}
	if len(f.Groups) > 0 {
		for file := range f.Made {
			use(file)
		}
		for _, file := range f.Kept {
			if _, exists := f.State(file); exists {
				use(file)
			}
		}
	}
	for folder, owner := range f.Groups {
		if !used[folder] {
			empty[folder] = owner
		}
	}
	return empty
}

// addEmptyClusters adds the clusters of delivery without a listed file.
func (f Files) addEmptyClusters(empty map[string]string, made, kept map[string][]string) {
	for folder, owner := range f.Clusters {
		if len(made[folder]) == 0 && len(kept[folder]) == 0 {
			empty[folder] = owner
		}
	}
}

// addGroups adds the lists without a file, and what keeps Flux from applying the files of other groups.
func (f Files) addGroups(lists map[string]After, earlier map[string]List, empty map[string]string) {
	for folder := range f.Groups {
		name := join(folder, FileName)
		after, stays := lists[name]
		switch {
		case empty[folder] != "":
		case stays:
			after.Problem = hidesGroup
			lists[name] = after
		default:
			f.addForeign(lists, earlier, name)
		}
	}
	for folder, owner := range empty {
		name := join(folder, FileName)
		if _, stays := lists[name]; !stays {
			lists[name] = newList(f.nameOf(folder), []string{owner}, []string{})
		}
	}
}

const hidesGroup = "Flux would apply its entries only, and not the files of the group; remove it"

// addForeign adds what a user has put into the place of the list of a group with files: Flux would delete these.
func (f Files) addForeign(lists map[string]After, earlier map[string]List, name string) {
	for _, file := range append(OtherNames(name), name) {
		if _, exists := f.State(file); exists && earlier[file].From == "" {
			lists[file] = After{Text: []byte{}, Problem: hidesGroup}
		}
	}
}

// hasGroups reports whether a folder is the one that the groups are in.
func (f Files) hasGroups(folder string) bool {
	for group := range f.Groups {
		if path.Dir(group) == folder {
			return true
		}
	}
	return false
}

// flat returns what keeps the list of the folder of all groups from being new: a file that is in none of them, and that
// this run does not make. Flux applies only what the list has, and would delete it.
func (f Files) flat(folder string) string {
	if !f.hasGroups(folder) {
		return ""
	}
	listed := Listed(f.Earlier)
	for _, file := range slices.Sorted(slices.Values(f.Left)) {
		from, _ := f.State(file)
		if _, inList := listed[file]; !inList && from != "" && !f.isElsewhere(folder, file) {
			return fmt.Sprintf("Flux would apply only what it lists, and delete %s of %s, which this run does not render; "+
				"render all applications", file, from)
		}
	}
	return ""
}

// isElsewhere reports whether a file is in a group, is what delivers, is for the administrator of a cluster, or is
// outside of the folder.
func (f Files) isElsewhere(folder, file string) bool {
	isDelivering := path.Base(path.Dir(file)) == delivering
	below := file
	if folder != "." {
		rest, inside := strings.CutPrefix(file, folder+"/")
		if !inside {
			return true
		}
		below = rest
	}
	group, _, _ := strings.Cut(below, "/")
	return isDelivering || IsGroup(group) || kinds.IsOrdered(path.Dir(below)) || render.IsBootstrap(file, "disabled")
}
