package outputfolder

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func tell(severity finding.Severity, code finding.Code, file, detail string) finding.Finding {
	return finding.Finding{Severity: severity, Code: code, File: file, Detail: detail}
}

func refusal(code finding.Code, file, detail string) finding.Finding {
	return tell(finding.SeverityError, code, file, detail)
}

func (p *Plan) did(done, do string) string {
	if p.dryRun {
		return "would " + do
	}
	return done
}

// deletions are about the objects that the run removes, with what Flux then does, by which they are counted together.
func (p *Plan) deletions() (lines []report.Finding) {
	for i, out := range p.decisions.Before {
		if out.Fate != output.Remove || p.decisions.MovedTo(i) == p.documents[i].Path {
			continue
		}
		for _, o := range p.decisions.Read(i) {
			detail, effect := p.deletion(i, o)
			f := tell(finding.SeverityInfo, output.CodeDeleted, p.Called(p.documents[i].Path), detail)
			for _, taken := range p.run.Take(finding.Findings{f}) {
				lines = append(lines, report.Finding{Kind: report.KindOf(f.Severity, f.Code, effect, ""), Line: taken.Line})
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
	effect, _ = o.Removed()
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

// emptied reports folders of clusters that lost their last file or their list, and those that Kustomizations need.
func (p *Plan) emptied() (found finding.Findings) {
	var folders []string
	for _, list := range p.lists {
		folder := path.Dir(list.Path)
		switch {
		case !slices.Contains(p.removes, list.Path) || list.Delivers(): // its Kustomization goes with it
		case p.isEmpty(folder):
			folders = append(folders, folder)
		default:
			found = append(found, tell(finding.SeverityInfo, output.CodeDeleted, p.Called(list.Path),
				p.did("deleted", "delete")+" the list of this folder; its Flux then applies every manifest in it"))
		}
	}
	if len(found)+len(folders) == 0 {
		folders = []string{"."}
	}
	for _, folder := range append(folders, p.decisions.Delivered()...) {
		if len(p.removes) > 0 && p.isEmpty(folder) {
			found = append(found, tell(finding.SeverityWarning, output.CodeEmptied, path.Clean(p.Called(folder)),
				"this folder "+p.did("holds", "hold")+" no file any more, and Git keeps no empty folder; a Flux Kustomization "+
					"whose path is missing fails and deletes nothing: put a kustomization.yaml with resources: [] there if its "+
					"objects shall go"))
		}
	}
	return found
}

func (p *Plan) isEmpty(folder string) bool {
	isBelow := func(name string) bool { return folder == "." || strings.HasPrefix(name, folder+"/") }
	for name, mode := range p.found {
		isHidden := strings.HasPrefix(path.Base(name), ".") && name != "."
		if isBelow(name) && (isHidden || !mode.IsDir()) && !slices.Contains(p.removes, name) {
			return false
		}
	}
	return !slices.ContainsFunc(p.writes, func(w transaction.File) bool { return isBelow(w.Path) })
}

func (p *Plan) summary() string {
	changed := len(each.Only(p.writes, func(w transaction.File) bool { return w.Replaces }))
	n, format := names.Number, "%s written, %s changed, %s unchanged, %s deleted"
	if p.dryRun {
		format = "dry run: %s would be written, %s changed, %s unchanged, %s deleted"
	}
	return fmt.Sprintf(format, n(len(p.writes)-changed), n(changed), n(p.unchanged), n(len(p.removes)))
}

// differing returns the files that are to be written, changed and deleted, in order, with the rules of a check.
func (p *Plan) differing() (all finding.Findings) {
	for _, w := range p.writes {
		code := map[bool]finding.Code{false: output.CodeMissing, true: output.CodeOutOfDate}[w.Replaces]
		all = append(all, refusal(code, p.Called(w.Path), ""))
	}
	for _, name := range p.removes {
		all = append(all, refusal(output.CodeOrphan, p.Called(name), ""))
	}
	slices.SortFunc(all, func(a, b finding.Finding) int { return strings.Compare(a.File, b.File) })
	return all
}

// Differences reports what would change, in a line for each file, in alphabetical order.
func (p *Plan) Differences() finding.Findings {
	all, again, removes := p.differing(), "; render into the folder again", ", which removes it"
	if p.run.PruneOrphans {
		removes = " with --prune-orphans" + removes
	}
	is := map[finding.Code]string{output.CodeMissing: "is missing" + again,
		output.CodeOutOfDate: "is out of date" + again, output.CodeOrphan: "is no longer rendered" + again + removes}
	for i := range all {
		all[i].Detail = is[all[i].Code]
	}
	return all
}

const fewFiles = 3

// orphans warns of the files whose documents were not read. Where documents name files, other runs have objects too.
func (p *Plan) orphans() (found finding.Findings) {
	left, others := map[output.Owner][]string{}, map[string]bool{}
	for i, out := range p.decisions.Before {
		switch d := p.documents[i]; {
		case out.Fate != output.Keep || !out.Orphan:
		case d.HasOwnName():
			left[d.Owner] = append(left[d.Owner], d.Path)
		default:
			others[d.Owner.Document] = true
		}
	}
	if len(others) > 0 {
		found = append(found, tell(finding.SeverityInfo, output.CodeOrphan, p.Name, fmt.Sprintf("left the objects of %s, "+
			"which this run did not read; --prune-orphans=NAMESPACE/NAME removes those of one",
			names.List(slices.Sorted(maps.Keys(others)), fewFiles))))
	}
	byText := func(a, b output.Owner) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, owner := range slices.SortedFunc(maps.Keys(left), byText) {
		files := slices.Compact(slices.Sorted(slices.Values(left[owner])))
		found = append(found, tell(finding.SeverityWarning, output.CodeOrphan, p.Name, fmt.Sprintf("left %s of %s, which "+
			"was not read; --prune-orphans removes them", names.List(files, fewFiles), owner.Document)))
	}
	return found
}

// writtenBack warns of image automations that change marked values here and not in the document: the next run writes
// the old ones back. Paths begin at the top of the work tree; without one, where the command runs.
func (p *Plan) writtenBack() (found []finding.Problem) {
	top, here := "", p.run.Disk.WorkTree(".")
	if len(here) > 0 {
		top = filepath.ToSlash(strings.TrimPrefix(here[0], here[len(here)-1]))
	}
	isMarked := func(n tree.Node) bool { return strings.Contains(n.Setter(), "$imagepolicy") }
	place := func(file string) string { return path.Clean("/" + top + "/" + file) }
	updated := func(a output.Object) tree.Node { return a.Rendered.Value("spec", "update", "path") }
	automations := slices.DeleteFunc(slices.Clone(p.objects), func(o output.Object) bool {
		return o.Rendered.Kind() != kinds.ImageUpdateAutomation.Name || updated(o).Text() == "" // another rule tells
	})
	folders := map[tree.Node]string{}
	for _, a := range automations {
		folders[updated(a)] = strings.TrimSuffix(path.Clean("/"+updated(a).Text()), "/") + "/"
	}
	for _, o := range p.objects {
		if len(automations) == 0 {
			break
		}
		file, document := place(p.Called(o.Path)), place(o.Rendered.Document().File())
		automations = slices.DeleteFunc(automations, func(a output.Object) bool {
			at := updated(a)
			isBack := strings.HasPrefix(file, folders[at]) && !strings.HasPrefix(document, folders[at]) &&
				o.Rendered.Tree().Has(isMarked)
			if isBack {
				found = append(found, finding.Problem{Severity: finding.SeverityWarning, Code: output.CodeWrittenBack,
					Subject: a.Rendered.Document().Subject(), Node: at, Current: at.Text(), Detail: fmt.Sprintf("Flux changes "+
						"the marked values of rendered files there, for example of %s, and the next run writes the old ones back; "+
						"write the folder of the document, .%s", p.Called(o.Path), path.Dir(document))})
			}
			return isBack
		})
	}
	return found
}
