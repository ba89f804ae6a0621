// Package userlist finds the lists of users that must change with a run: each is an error, and one patch changes them.
//
//	found, patch := userlist.Check(os.DirFS("."), created, removed, clusters)
//
// Flux builds a folder with a kustomization.yaml from what this names, and one without from all files in it. Not asked
// for are lists with fluxapp's own annotation, lists above that lead to nothing in a folder (another Kustomization of
// Flux reads it), folders of which only lists stay, and folders of clusters that no document has any more.
package userlist

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/patch"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Check returns an error for each list of a user that must change when a run creates and removes files, and the patch
// that changes them all; nil without one. Files are those before the run, clusters all names after it.
func Check(files fs.FS, created, removed, clusters []string) (finding.Findings, []byte) {
	c := &check{folder: readFolder(files), clusters: each.Once(clusters, each.Itself),
		created: each.Once(created, each.Itself), removed: each.Once(removed, each.Itself),
		stays: map[string]bool{}, ofClusters: map[string]bool{}, sisters: map[likeness]sisters{}, leads: map[leading]bool{}}
	for folder := range c.below {
		if c.clusters[path.Base(folder)] {
			c.ofClusters[path.Dir(folder)] = true
		}
	}
	maps.DeleteFunc(c.removed, func(file string, _ bool) bool { return !c.files[file] })
	for file := range c.files {
		if !c.removed[file] {
			mark(c.stays, file)
		}
	}
	for _, file := range created {
		mark(c.stays, file)
	}
	for _, file := range slices.Sorted(slices.Values(created)) {
		c.create(file)
	}
	var problems []finding.Problem
	var all []byte
	for _, at := range slices.Sorted(maps.Keys(c.lists)) {
		l := c.lists[at]
		c.dropFrom(l, at)
		problems = append(problems, l.problems()...)
		if after, ok := l.changed(); ok {
			all = append(all, patch.Of(l.file, string(l.text), string(after))...)
		}
	}
	return finding.Locate(problems), all
}

type check struct {
	*folder
	clusters   map[string]bool
	created    map[string]bool
	removed    map[string]bool
	stays      map[string]bool // folders with a YAML file after the run
	ofClusters map[string]bool // folders with the folder of a cluster
	sisters    map[likeness]sisters
	leads      map[leading]bool
}

// create puts a new file into the nearest list, where none above names it. A new folder gets a list where its sisters
// have one, with what else is in the list of the first.
func (c *check) create(file string) {
	if l := c.nearest(path.Dir(file)); l != nil {
		if l.isAsked = true; l.named[file] {
			return
		}
	}
	top := ""
	for _, at := range foldersOf(file) {
		if c.folders[at] {
			continue
		}
		if top == "" {
			top = at
		}
		if all := c.sistersOf(at, top); c.lists[at] == nil && all.first != "" && !all.lack {
			c.add(at, top)
			c.lists[at] = newList(path.Clean(at+"/"+fileNames[0]), nil)
			c.lists[at].root = tree.NewBuilder().Without(c.lists[all.first].root, resources)
		}
	}
	c.add(file, top)
}

// add puts a file or folder into the nearest list above it that leads to its folder or, for a new one, to one beside
// it. To a folder that no list leads to, another Kustomization of Flux does.
func (c *check) add(name, top string) {
	l := c.nearest(path.Dir(name))
	if l != nil && !l.isOurs && !l.names(name, false) && (l.text == nil || c.leadsTo(l, name, top)) {
		l.added, l.named[name] = append(l.added, strings.TrimPrefix(name, l.at+"/")), true
	}
}

// leading is a list, and a folder in which there are others beside a new one.
type leading struct {
	list   *list
	parent string
}

// leadsTo reports whether a list leads to the folder of a file or, for a new one, to one beside its top folder.
func (c *check) leadsTo(l *list, name, top string) bool {
	key := leading{l, path.Dir(top)}
	beside := c.within[key.parent]
	switch _, known := c.leads[key]; {
	case top == "":
		return c.isLed(l, path.Dir(name), true)
	case len(beside) == 0:
		return c.isLed(l, key.parent, true)
	case !known:
		c.leads[key] = slices.ContainsFunc(beside, func(at string) bool { return c.isLed(l, at, len(beside) == 1) })
	}
	return c.leads[key]
}

func (c *check) isLed(l *list, at string, isAlone bool) bool {
	return l.at == at && isAlone || !c.holds(at) || l.names(at, true)
}

func (c *check) dropFrom(l *list, at string) {
	isOfGoneCluster := func(folder string) bool {
		return !c.clusters[path.Base(folder)] && c.ofClusters[path.Dir(folder)] && !c.hasObject(folder)
	}
	if l.isOurs || !c.stays[at] || slices.ContainsFunc(append(foldersOf(at), at), isOfGoneCluster) {
		return
	}
	for _, e := range l.entries {
		at := l.path(e)
		if c.removed[at] || c.holds(at) && !c.stays[at] || l.isAsked && c.isMissing(at) {
			l.dropped = append(l.dropped, e)
		}
	}
}

// isMissing reports whether a list leads to a file of this folder that nobody has written. A URL is none.
func (c *check) isMissing(name string) bool {
	isFile := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
	isOdd := strings.Contains("/"+name, "/.") || strings.Contains(name, ":")
	return isFile && !isOdd && !c.files[name] && !c.created[name]
}

func (l *list) problems() (all []finding.Problem) {
	root := l.root
	if l.text == nil {
		root = tree.Node{}
	}
	subject := finding.NewSubject(l.file, root)
	report := func(n tree.Node, before string, files []string, behind string) {
		detail := fmt.Sprintf("%s %s%s", before, names.More(files[:min(3, len(files))], len(files)), behind)
		all = append(all, finding.Problem{Code: CodeUserList, Subject: &subject, Node: n, Detail: detail})
	}
	switch {
	case l.text == nil:
		report(root, "is missing, and the folders beside this new one have it; write it with the resources", l.added, "")
	case len(l.added) > 0:
		report(root.Get(resources), "does not name", l.added, ", so Flux would not apply the new file; add it to "+resources)
	}
	if len(l.dropped) > 0 {
		report(l.dropped[0], "names", each.Of(l.dropped, tree.Node.Text),
			", which is not there after this run, so Flux could not build the folder; take it out")
	}
	return all
}
