package outputfolder

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func (p *Plan) did(done, do string) string {
	if p.dryRun {
		return "would " + do
	}
	return done
}

// deletions are about the objects that the run removes, with what Flux then does, by which they are counted together.
func (p *Plan) deletions() (lines []repeated.Finding) {
	var removed []int
	for i, out := range p.decisions.Before {
		if out.Fate == output.Remove && p.decisions.MovedTo(i) != p.documents[i].Path {
			removed = append(removed, i)
		}
	}
	slices.SortStableFunc(removed, func(a, b int) int { return cmp.Compare(p.documents[a].Path, p.documents[b].Path) })
	for _, i := range removed {
		for _, o := range p.decisions.Read(i) {
			detail, effect := p.deletion(i, o)
			for _, taken := range p.run.Take(finding.Findings{{Severity: finding.SeverityInfo, Code: output.CodeDeleted,
				File: p.Called(p.documents[i].Path), Detail: detail}}) {
				kind := repeated.KindOf(finding.SeverityInfo, output.CodeDeleted, effect, "")
				lines = append(lines, repeated.Finding{Kind: kind, Line: taken.Line})
			}
		}
	}
	return lines
}

func (p *Plan) deletion(i int, o change.Object) (detail, effect string) {
	value, server := p.documents[i].Value(), "the hub"
	if o.Server != "" {
		server = "the cluster " + o.Server
	}
	effect, _ = change.Removed(o.Row, value.At)
	deleted := fmt.Sprintf("%s the %s; ", p.did("deleted", "delete"), o.ID)
	switch moved := p.decisions.MovedTo(i); {
	case moved != "":
		return fmt.Sprintf("%s the %s to %s; on %s it stays", p.did("moved", "move"), o.ID, moved, server), "moved"
	case o.Bootstrap:
		return fmt.Sprintf("%son %s it stays until its administrator deletes it", deleted, server), "by hand"
	case kinds.IsKept(value.At):
		return deleted + effect, effect
	}
	return fmt.Sprintf("%swhen it leaves %s, %s", deleted, server, effect), effect
}

// emptied reports the folders of clusters that lost their last file, or their list, and those of groups that their
// Kustomizations still need.
func (p *Plan) emptied() (found finding.Findings) {
	empty := func(folder, why string) {
		found = append(found, finding.Finding{Severity: finding.SeverityWarning, Code: output.CodeEmptied, File: folder,
			Detail: "this folder " + why + "; a Flux Kustomization whose path is missing fails and deletes nothing: put a " +
				"kustomization.yaml with resources: [] there if its objects shall go"})
	}
	gone, clusters := p.did("is gone", "be gone")+" with its last file", 0
	for _, list := range p.lists {
		folder := path.Dir(list.Path)
		switch {
		case !slices.Contains(p.removes, list.Path) || list.Delivers(): // its Kustomization goes with it
		case p.isEmpty(folder):
			clusters++
			empty(p.Called(folder), gone)
		default:
			clusters++
			found = append(found, finding.Finding{Severity: finding.SeverityInfo, Code: output.CodeDeleted,
				File: p.Called(list.Path), Detail: p.did("deleted", "delete") + " the list of this folder; its Flux then applies " +
					"every manifest in it"})
		}
	}
	for _, folder := range p.decisions.Delivered() {
		if len(p.removes) > 0 && p.isEmpty(folder) {
			empty(p.Called(folder), gone)
		}
	}
	if clusters == 0 && len(p.removes) > 0 && p.isEmpty(".") {
		empty(filepath.ToSlash(p.Name), p.did("holds", "hold")+" no file any more, and Git keeps no empty folder")
	}
	return found
}

// isEmpty reports whether a folder has no file after the run.
func (p *Plan) isEmpty(folder string) bool {
	isBelow := func(name string) bool { return folder == "." || strings.HasPrefix(name, folder+"/") }
	for name, mode := range p.found {
		isHidden := strings.HasPrefix(path.Base(name), ".") && name != "."
		if isBelow(name) && (isHidden || !mode.IsDir()) && !slices.Contains(p.removes, name) {
			return false
		}
	}
	for _, w := range p.writes {
		if isBelow(w.Path) {
			return false
		}
	}
	return true
}

func (p *Plan) summary() string {
	changed := 0
	for _, w := range p.writes {
		if w.Replaces {
			changed++
		}
	}
	n, format := names.Number, "%s written, %s changed, %s unchanged, %s deleted"
	if p.dryRun {
		format = "dry run: %s would be written, %s changed, %s unchanged, %s deleted"
	}
	return fmt.Sprintf(format, n(len(p.writes)-changed), n(changed), n(p.unchanged), n(len(p.removes)))
}

// Differences reports what would change, in a line for each file, in alphabetical order.
func (p *Plan) Differences() (wrong finding.Findings) {
	report := func(name string, code finding.Code, detail string) {
		wrong = append(wrong, finding.Finding{Severity: finding.SeverityError, Code: code, File: p.Called(name),
			Detail: detail})
	}
	for _, w := range p.writes {
		if w.Replaces {
			report(w.Path, output.CodeOutOfDate, "is out of date; render into the folder again")
		} else {
			report(w.Path, output.CodeMissing, "is missing; render into the folder again")
		}
	}
	for _, name := range p.removes {
		report(name, output.CodeOrphan, "is no longer rendered from "+p.from(name)+"; render into the folder again, which "+
			"removes it")
	}
	slices.SortFunc(wrong, func(a, b finding.Finding) int { return strings.Compare(a.File, b.File) })
	return wrong
}

// from returns what a file was rendered from.
func (p *Plan) from(name string) string {
	if at := slices.IndexFunc(p.documents, func(d output.Document) bool { return d.Path == name }); at >= 0 {
		return p.documents[at].Owner.Document
	}
	return p.lists[slices.IndexFunc(p.lists, func(l output.List) bool { return l.Path == name })].From
}

// fewFiles is how many files a line names.
const fewFiles = 3

// orphans warns of the files whose documents were not read.
func (p *Plan) orphans() (warnings finding.Findings) {
	left := map[output.Owner][]string{}
	for i, out := range p.decisions.Before {
		if d := p.documents[i]; out.Fate == output.Keep && out.Orphan && d.HasOwnName() {
			left[d.Owner] = append(left[d.Owner], d.Path)
		}
	}
	for _, owner := range slices.SortedFunc(maps.Keys(left), output.Owner.Compare) {
		files := slices.Compact(slices.Sorted(slices.Values(left[owner])))
		some := strings.Join(files, ", ")
		if len(files) > fewFiles {
			some = names.More(files[:fewFiles], len(files)) + " files"
		}
		warnings = append(warnings, finding.Finding{Severity: finding.SeverityWarning, Code: output.CodeOrphan, File: p.Name,
			Detail: fmt.Sprintf("left %s of %s, which was not read; --prune-orphans removes them", some, owner.Document)})
	}
	return warnings
}
