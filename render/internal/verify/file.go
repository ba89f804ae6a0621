package verify

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Files validates where documents say that objects lie, beside what clusters need first. Beside tells why no document
// can say it in this run; empty where they can.
func Files(placements, bootstrap []*plan.Placement, beside string) (problems []finding.Problem) {
	reported, seen := map[plan.Place]bool{}, map[inFile]*plan.Placement{}
	apart := each.Once(bootstrap, func(p *plan.Placement) *inventory.Application { return p.Common.App })
	for _, p := range placements {
		app := p.Common.App
		if p.File == "" || app.Refused || app.Duplicate || reported[p.PlaceOf(p.FileNode())] {
			continue
		}
		key := inFile{p.File, p.Key()}
		key.Server = ""
		detail, first := fileProblem(p), seen[key]
		switch {
		case beside != "":
			detail = beside
		case apart[app]:
			detail = "what clusters need because of tenancy lies in a folder for their administrators, and in no file of " +
				"others; leave file out, or write config.defaults.serviceAccountName in place of tenancy.serviceAccount"
		case detail != "":
		case first == nil:
			seen[key] = p
		default:
			detail = differsInFile(first, p)
		}
		if detail != "" {
			reported[p.PlaceOf(p.FileNode())] = true
			problems = append(problems, about(p, finding.SeverityError, wording.CodeFile, p.FileNode(), detail))
		}
	}
	return problems
}

type inFile struct {
	file string
	plan.ClashKey
}

func fileProblem(p *plan.Placement) string {
	base, parts := path.Base(p.File), strings.Split(p.File, "/")
	is := func(name string) bool { return strings.EqualFold(base, name) }
	short := func(text string) string { return path.Clean(strings.ReplaceAll(text, `\`, "/")) }
	isHidden := func(part string) bool { return strings.HasPrefix(part, ".") }
	switch {
	case p.SharesReference():
		return "clusters share this source, and the path has a reference to the cluster; write a path without one, or a " +
			"reference to the cluster into the name of the source too"
	case names.MayHaveReference(p.File):
		return "a reference here has no value, and the path stays " + p.File + "; write a default behind or"
	case strings.Count(p.File, "/") != slashes(p.FileNode()):
		return fmt.Sprintf("a reference here has a slash in its value, and the path becomes %s; write the folders into the "+
			"path, and another path into an override", p.File)
	case parts[0] == "":
		return "begins with a slash; write the path from the rendered folder, for example " + strings.TrimLeft(p.File, "/")
	case slices.Contains(parts, ".."):
		return "leads out of the rendered folder; write a path below it"
	case short(p.File) != p.File:
		return "is not spelled as Git does; write " + short(p.FileNode().Text())
	case is("kustomization.yaml"), is("kustomization.yml"), is("Kustomization"):
		return "is the list of its folder, in which no object lies; write another name"
	case strings.HasPrefix(base, "gotk-"):
		return "is a file that flux bootstrap writes anew; write another name"
	case slices.ContainsFunc(parts, isHidden):
		return "is hidden, and fluxapp does not read hidden files; write a name without the dot in front"
	case names.Placeholder(p.File):
		return "has a ${…}, and nobody replaces it in the name of a file; write a reference, for example $(cluster.name)"
	case path.Ext(base) != ".yaml" && path.Ext(base) != ".yml":
		return "ends in neither .yaml nor .yml, and Flux reads no other file; write a name that ends in .yaml"
	}
	return ""
}

// slashes counts the slashes of a path without those of its references.
func slashes(written tree.Node) (count int) {
	parts, _ := names.SplitReferences(written.Text())
	for _, part := range parts {
		count += strings.Count(part.Text, "/")
	}
	return count
}

// differsInFile tells that an object of two clusters, which a file has once, is not the same; empty where it is.
func differsInFile(first, p *plan.Placement) string {
	b := tree.NewBuilder()
	for d := range (tree.Comparison{Setters: true}).Differences(emit.Object(first, b), emit.Object(p, b)) {
		if first.Common.App != p.Common.App {
			return fmt.Sprintf("%s has the %s %s of %s already; write another name, or another file", p.File,
				p.Common.Kind.Name, p.ObjectKey(), first.Common.App.Document.Name())
		}
		written := p.FileNode().Text()
		base := strings.LastIndexByte(written, '/') + 1
		return fmt.Sprintf("%s would have one %s %s for %s and for %s, and %s differs; write a file for each, for example "+
			"%s$(cluster.name)/%s", p.File, p.Common.Kind.Name, p.ObjectKey(), first.Location().Called(),
			p.Location().Called(), d.Path, written[:base], written[base:])
	}
	return ""
}
