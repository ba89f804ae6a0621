package outputfolder

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// hasOwnName reports whether a file has a name that fluxapp gives to the file of its object. A file of another name is
// a user's, unless it is the only one in its folder with an object of the run: that one was renamed.
func (c *contents) hasOwnName(name string, d *schema.Document, objects map[string][]render.Object) bool {
	if _, rendered := objects[name]; rendered || path.Base(name) == render.ApplicationFile {
		return true
	}
	for _, own := range render.FileNames(d.Kind(), d.Namespace(), d.Name()) {
		file, _ := render.JoinPath(path.Dir(name), own)
		_, rendered := objects[file]
		if _, exists := c.found[file]; file == name || rendered && !exists {
			return true
		}
	}
	return false
}

// addStray adds a file whose object does not have its name: a copy is the user's, and the name of an object is damaged.
func (c *contents) addStray(name, document string) {
	if isFileName(name) {
		c.broken[name] = brokenFile{"holds an object of another name", true}
	} else {
		c.copies[name] = document
	}
}

// brokenFile is a file that cannot be read.
type brokenFile struct {
	why    string
	marked bool // it has the annotation rendered-from; without, only its name tells that it may be fluxapp's
}

// readBroken returns why a file that fluxapp may have written cannot be read; zero for all other files.
func readBroken(name string, data []byte) brokenFile {
	isList, marked := path.Base(name) == folderlist.FileName, bytes.Contains(data, []byte(kinds.AnnotationRenderedFrom))
	if !marked && (isList || !isFileName(name) || bytes.Contains(data, []byte("{{"))) {
		return brokenFile{}
	}
	trees, problems := tree.Read(name, data)
	for p := range problems {
		if p.Rule < tree.YAML11 && p.Rule != tree.DuplicateKey {
			what, _, _ := strings.Cut(p.Detail, ";")
			return brokenFile{fmt.Sprintf("is no YAML that can be read, in line %d: %s", p.Position.Line, what), marked}
		}
	}
	isList = isList && slices.ContainsFunc(trees, func(t *tree.Tree) bool {
		_, read := folderlist.Read(name, schema.FromNode(name, t.Root()), data)
		return read
	})
	switch {
	case len(trees) == 0:
		return brokenFile{"is empty", marked}
	case len(trees) > 1 && (isList || marked && isFileName(name)):
		return brokenFile{fmt.Sprintf("holds %d documents, and fluxapp writes one", len(trees)), marked}
	case marked && isGroupFile(name):
		return brokenFile{"holds something else than the objects of one application", marked}
	case isFileName(name) && trees[0].Root().Get("kind").Text() == "":
		return brokenFile{"holds no object", marked}
	case isFileName(name) && isNameless(trees[0].Root()):
		return brokenFile{"holds an object without a name", marked}
	}
	return brokenFile{}
}

// isGroupFile reports whether a file has the name and the folder of one with all objects of an application in a group.
func isGroupFile(name string) bool {
	group, _, _ := strings.Cut(name, "/")
	return path.Base(name) == render.ApplicationFile && (folderlist.IsGroup(group) || kinds.IsOrdered(path.Dir(name)))
}

// isNameless reports whether an object of a kind that fluxapp writes has lost its name, as one that is cut off has.
func isNameless(n tree.Node) bool {
	kind := kinds.Standard().Find(kinds.Written, kinds.GroupOf(n.Get("apiVersion").Text()), n.Get("kind").Text())
	return kind != nil && !n.At("metadata", "name").Exists()
}

// isFileName reports whether a file has the name of a file with an object: it begins with the kind.
func isFileName(name string) bool {
	kind, _, _ := strings.Cut(path.Base(name), "-")
	for k := range kinds.Standard().With(kinds.Written) {
		if strings.ToLower(k.Name) == kind {
			return path.Ext(name) == ".yaml"
		}
	}
	return false
}

// forgetStrangers forgets broken files without the annotation that have no file of fluxapp's beside them, in their
// folder or in one beside it.
func (c *contents) forgetStrangers(objects map[string][]render.Object) {
	folders := map[string]bool{}
	for name := range objects {
		folders[path.Dir(path.Dir(name))] = true
	}
	for name := range c.written {
		folders[path.Dir(path.Dir(name))] = true
	}
	maps.DeleteFunc(c.broken, func(name string, file brokenFile) bool {
		return !file.marked && !folders[path.Dir(path.Dir(name))]
	})
}

// WarnOfBroken warns of files that may be fluxapp's, and that stay because they cannot be read. Differences has them as
// errors.
func (p *Plan) WarnOfBroken() { p.run.Report(p.brokenFiles(finding.SeverityWarning)) }

func (c *contents) brokenFiles(severity finding.Severity) (found finding.Findings) {
	for _, name := range slices.Sorted(maps.Keys(c.broken)) {
		found = append(found, finding.Finding{Severity: severity, Code: krmfn.CodeLeft, File: c.Called(name),
			Detail: c.broken[name].why + ", so it is neither updated nor deleted; restore it, or delete it"})
	}
	return found
}

// reportCopies warns of the files of users that would be taken for fluxapp's by their annotation.
func (c *contents) reportCopies() (found finding.Findings) {
	for _, name := range slices.Sorted(maps.Keys(c.copies)) {
		found = append(found, finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeLeft, File: c.Called(name),
			Detail: fmt.Sprintf("has the annotation %s of %s, and a name that fluxapp does not give to this object, so it is "+
				"left as yours; delete the annotation, or the file", kinds.AnnotationRenderedFrom, c.copies[name])})
	}
	return found
}
