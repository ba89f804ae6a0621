package outputfolder

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
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

type deletion struct {
	file string
	applied
	effect string // of deleting the object on its API server
	moved  string // the new file of the object
	maker  string // the document whose object replaces it in its file
	byHand bool   // no Flux applies it, and none deletes it
	kept   bool   // an annotation keeps Flux from deleting it
}

// applied is what an API server knows an object by, and the folder from which a cluster's own Flux applies it; empty
// for the hub. For what administrators apply it is the folder of the cluster, whichever document needs it.
type applied struct{ folder, kind, namespace, name string }

func (a applied) String() string {
	return a.kind + " " + strings.TrimPrefix(a.namespace+"/"+a.name, "/")
}

func (a applied) server() string {
	if a.folder == "" {
		return "the hub"
	}
	return "the cluster " + path.Base(a.folder)
}

func appliedIn(file string, o render.Object) applied {
	a := applied{"", o.Kind(), o.Namespace(), o.Name()}
	switch {
	case o.Standalone():
		a.folder = path.Dir(path.Dir(file))
	case o.Bootstrap():
		a.folder = bootstrapOf(file)
	}
	return a
}

// bootstrapOf names what an administrator applies to a cluster, by a file of it.
func bootstrapOf(file string) string {
	return "bootstrap/" + path.Base(path.Dir(path.Dir(file)))
}

// deletions reads the objects that the run removes: their files are deleted, or get other objects.
func (p *Plan) deletions() (all []deletion, err error) {
	written, clusters := map[applied]string{}, folderlist.Listed(p.allLists())
	for _, t := range p.targets {
		for _, o := range t.objects {
			written[appliedIn(t.path, o)] = t.path
		}
	}
	add := func(name, maker string) {
		if _, list := p.lists[name]; list || err != nil {
			return
		}
		var docs schema.Documents
		docs, err = p.objects(name)
		folder := clusters[name]
		if delivers := p.written[name].Delivers; delivers != "" {
			_, folder = render.DeliveredFolder(name, delivers)
		}
		for _, o := range docs {
			if d := deletionOf(name, folder, o); written[d.applied] != name {
				d.moved, d.maker = written[d.applied], maker
				all = append(all, d)
			}
		}
	}
	for _, name := range p.removes {
		add(name, "")
	}
	for _, t := range p.replaces {
		add(t.path, t.first().Application())
	}
	for _, t := range p.writes {
		if path.Base(t.path) == render.ApplicationFile && p.wrote(t.path) {
			add(t.path, "")
		}
	}
	slices.SortStableFunc(all, func(a, b deletion) int { return cmp.Compare(a.file, b.file) })
	return all, p.Named(err)
}

func deletionOf(name, folder string, d *schema.Document) deletion {
	if folder == "." { // the list of what delivers is the hub's
		folder = ""
	}
	made := deletion{file: name, applied: applied{folder, d.Kind(), d.Namespace(), d.Name()}}
	if render.IsBootstrap(name, d.Root().At("metadata", "annotations", kinds.AnnotationReconcile).Text()) {
		made.folder, made.byHand = bootstrapOf(name), true
		return made
	}
	made.effect, _ = change.Removed(kinds.Standard().Of(d.Root()), d.Root().At)
	made.kept = kinds.IsKept(d.Root().At)
	return made
}

func (p *Plan) reportOf(d deletion) finding.Finding {
	leaves := fmt.Sprintf("when it leaves %s, %s", d.server(), d.effect)
	switch {
	case d.byHand:
		leaves = fmt.Sprintf("on %s it stays until its administrator deletes it", d.server())
	case d.kept:
		leaves = d.effect
	}
	detail := fmt.Sprintf("%s the %s; %s", p.did("deleted", "delete"), d.applied, leaves)
	switch {
	case d.moved != "":
		detail = fmt.Sprintf("%s the %s to %s; on %s it stays", p.did("moved", "move"), d.applied, d.moved, d.server())
	case d.maker != "":
		detail = fmt.Sprintf("%s the %s by that of %s; %s", p.did("replaced", "replace"), d.applied, d.maker, leaves)
	}
	return finding.Finding{Severity: finding.SeverityInfo, Code: krmfn.CodeDeleted, File: p.Called(d.file), Detail: detail}
}

// group returns what deletions have in common that are counted together.
func (d deletion) group() string {
	if d.moved != "" {
		return "moved"
	}
	if d.byHand {
		return "by hand"
	}
	return d.effect
}

// Differences reports what would change, in a line for each file, in alphabetical order.
func (p *Plan) Differences() (wrong finding.Findings) {
	report := func(name string, code finding.Code, detail string) {
		wrong = append(wrong, finding.Finding{Severity: finding.SeverityError, Code: code, File: p.Called(name),
			Detail: detail})
	}
	for _, t := range p.writes {
		if p.wrote(t.path) {
			report(t.path, krmfn.CodeOutOfDate, "is out of date; render into the folder again")
		} else {
			report(t.path, krmfn.CodeMissing, "is missing; render into the folder again")
		}
	}
	for _, name := range p.removes {
		from := cmp.Or(p.lists[name].From, p.written[name].Owner.Document)
		report(name, krmfn.CodeOrphan, "is no longer rendered from "+from+"; render into the folder again, which removes it")
	}
	wrong = append(wrong, p.brokenFiles(finding.SeverityError)...)
	slices.SortFunc(wrong, func(a, b finding.Finding) int { return strings.Compare(a.File, b.File) })
	return wrong
}

func (p *Plan) warnings() (warnings finding.Findings) {
	for _, owner := range slices.SortedFunc(maps.Keys(p.orphans), outputs.Owner.Compare) {
		warnings = append(warnings, finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeOrphan, File: p.Name,
			Detail: fmt.Sprintf("left %s of %s, which was not read; --prune-orphans removes them", fewFiles(p.orphans[owner]),
				owner.Document)})
	}
	for _, name := range p.idle {
		warnings = append(warnings, finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeIdleList,
			File: p.Called(name), Detail: folderlist.IdleMessage})
	}
	return append(warnings, p.reportCopies()...)
}

func fewFiles(files []string) string {
	const few = 3
	if len(files) <= few {
		return strings.Join(files, ", ")
	}
	return names.More(files[:few], len(files)) + " files"
}
