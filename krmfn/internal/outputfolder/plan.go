// Package outputfolder writes a run's objects to a folder, which may be one of others, and compares them with it.
//
//	plan, err := outputfolder.New(run, "deploy")
//	defer plan.Close()
//	err = plan.Apply()
//
// It only changes documents that fluxapp wrote. Package output decides which, and package transaction changes files.
package outputfolder

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// Plan is what is to change in a folder.
type Plan struct {
	*contents
	run       *rendering.Run
	objects   []output.Object
	decisions *output.Decisions
	writes    []transaction.File
	removes   []string
	unchanged int      // files
	created   []string // those of writes that documents name and that are new
	wrong     finding.Findings
	reprinted finding.Findings
	dryRun    bool // nothing is written, and what is printed says so
}

// New compares a run's objects with a folder, and warns about what is kept although nothing renders it any more. Its
// error has findings about what keeps something from being written. Nothing is changed.
func New(run *rendering.Run, dir string) (*Plan, error) {
	if err := cmp.Or(run.Result.CheckPaths(), checkSource(run, dir)); err != nil {
		return nil, err
	}
	defer run.Progress.Begin("reading "+dir, 0)()
	objects, err := place(run.Files, run.Result)
	if err != nil {
		return nil, err
	}
	outputs := run.Outputs()
	found, err := open(run.Disk, dir, outputs, objects)
	p := &Plan{contents: found, run: run, objects: objects}
	if err = cmp.Or(err, found.broken.Err()); err == nil {
		err = p.decide(outputs)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	run.Report(slices.Concat(p.orphans(), p.decisions.Lowered(), p.decisions.Renamed(p.Called),
		finding.Locate(p.writtenBack())))
	return p, nil
}

// Close closes the folder, also one that Apply has made.
func (p *Plan) Close() { p.Root.Close() }

func (p *Plan) decide(run output.Run) error {
	p.decisions = run.Decide(p.documents, p.objects, p.lists)
	lists := p.decisions.Lists(output.Files{Exists: p.exists, Others: p.others()})
	added := map[string][]int{}
	for i, o := range p.objects {
		if p.decisions.IsNew(i) {
			added[o.Path] = append(added[o.Path], i)
		}
	}
	inputs := p.inputs()
	for _, name := range slices.Sorted(maps.Keys(added)) {
		if inputs[p.Called(name)] {
			p.decisions.Refuse(output.CodeForeignFile, added[name][0], name+
				" has documents that this run reads, and Flux none of them; write another file")
		} else if _, known := p.files[name]; !known {
			p.planNew(name, added[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		p.planFile(name, added[name])
	}
	p.planLists(lists)
	p.wrong = append(p.refusals(), p.namesNothing(run.Pruned)...)
	return p.checkUserLists()
}

func (p *Plan) namesNothing(pruned []string) (wrong finding.Findings) {
	for _, name := range pruned {
		if !slices.ContainsFunc(p.documents, func(d output.Document) bool { return d.Owner.Document == name }) {
			wrong = append(wrong, refusal(output.CodeOrphan, p.Name, "nothing in this folder was rendered from "+name+"; "+
				"write the NAMESPACE/NAME that its annotation "+kinds.AnnotationRenderedFrom+" has"))
		}
	}
	return wrong
}

func (p *Plan) inputs() map[string]bool {
	all := each.Once(p.run.Files.Documents, (*schema.Document).File)
	if p.run.Config != nil {
		all[p.run.Config.File()] = true
	}
	return all
}

// others are the YAML files of others, in order, except the documents of the run.
func (p *Plan) others() (all []string) {
	known := p.inputs()
	for _, o := range p.objects {
		known[p.Called(o.Path)] = true // one in the way is an error of its own
	}
	for _, l := range p.lists {
		known[p.Called(l.Path)] = true
	}
	for name, mode := range p.found {
		_, isOurs := p.files[name]
		isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
		if isYAML && mode.IsRegular() && !strings.HasPrefix(path.Base(name), ".") && !isOurs && !known[p.Called(name)] {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func (p *Plan) refusals() (wrong finding.Findings) {
	for _, r := range p.decisions.Refusals {
		file := p.Name
		if r.File != "" {
			file = p.Called(r.File)
		}
		wrong = append(wrong, refusal(r.Code, file, r.Detail))
	}
	return wrong
}

// planFile plans a file with documents of fluxapp's. An object of others, or an equal one, stays byte for byte. Objects
// of the run are where they were, new ones at the end; in a file of theirs that no document names, in order.
func (p *Plan) planFile(name string, added []int) {
	parts, isChanged, documents, written := p.files[name], len(added) > 0, len(added), len(added)
	if parts == nil && len(added) == 0 {
		p.unchanged++
		return
	}
	var after []part
	for _, old := range parts {
		if old.before < 0 {
			after = append(after, old)
			continue
		}
		switch out := p.decisions.Before[old.before]; out.Fate {
		case output.Remove:
			isChanged = true
			continue
		case output.Replace:
			text := p.replaced(old, out.Object)
			isChanged = isChanged || !bytes.Equal(text, old.Text)
			old.Text, old.object = text, out.Object
			written++
		}
		documents++
		after = append(after, old)
	}
	for _, i := range added {
		text := p.objects[i].Rendered.YAML()
		if len(parts) > 0 {
			text = inLines(text, parts[0].Text)
		}
		after = append(after, part{yamledit.Document{Text: text}, -1, i})
	}
	switch {
	case documents == 0:
		p.removes = append(p.removes, name)
	case isChanged:
		isOurs := written == len(after) && !p.objects[after[0].object].Rendered.Facts().HasFile()
		text := joined(after, isOurs)
		p.write(name, func() []byte { return text })
	case written > 0:
		p.unchanged++
	}
}

// joined returns the text of a file; of objects of the run alone, in their order.
func joined(parts []part, inOrder bool) []byte {
	docs := make([]yamledit.Document, len(parts))
	if inOrder {
		slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.object, b.object) })
	}
	for i, p := range parts {
		if docs[i] = p.Document; inOrder {
			docs[i].Separator = nil
		}
	}
	return yamledit.Join(docs)
}

// replaced returns the text of a document that an object replaces, printed anew where its values cannot be set in it.
func (p *Plan) replaced(old part, object int) []byte {
	o := p.objects[object]
	if p.decisions.Same(old.before) {
		return old.Text
	}
	want, upstream := o.Rendered.Tree(), p.documents[old.before].Value().At("metadata", "annotations", resource.Upstream)
	if upstream.Exists() {
		want = resource.With(tree.NewBuilder(), want, upstream, "metadata", "annotations", resource.Upstream)
	}
	text, ok := yamledit.Update(old.Text, want)
	if ok {
		return text
	}
	p.reprinted = append(p.reprinted, tell(finding.SeverityInfo, output.CodeReprinted, p.Called(o.Path), fmt.Sprintf(
		"the %s is printed anew, without its comments, because its values cannot be set one by one in its text",
		o.Rendered.ID())))
	return inLines(o.Rendered.YAML(), old.Text)
}

// planNew plans a file that has no document of fluxapp's, and that no document names if it is there.
func (p *Plan) planNew(name string, added []int) {
	objects := each.Of(added, func(at int) output.Object { return p.objects[at] })
	problem := p.obstacle(name)
	if problem == "" && p.exists(name) {
		problem = name + " is there, and fluxapp did not write it; remove it, or write to another folder"
	}
	if problem != "" {
		p.decisions.Refuse(output.CodeForeignFile, added[0], problem)
		return
	}
	p.write(name, func() []byte { return print(objects) })
	if objects[0].Rendered.Facts().HasFile() {
		p.created = append(p.created, name)
	}
}

func (p *Plan) planLists(lists map[string]output.List) {
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		list := lists[name]
		if !list.Changed() {
			p.unchanged++
			continue
		}
		if problem := p.obstacle(name); problem != "" {
			p.decisions.RefuseList(output.CodeForeignFile, list.Place, problem)
		}
		p.write(name, list.Print)
	}
	for _, list := range p.lists {
		if _, stays := lists[list.Path]; !stays {
			p.removes = append(p.removes, list.Path)
		}
	}
}

func (p *Plan) write(name string, text func() []byte) {
	p.writes = append(p.writes, transaction.File{Path: name, Text: text, Replaces: p.exists(name)})
}

// obstacle returns what keeps a file from being written; empty for nothing, and for a file.
func (p *Plan) obstacle(name string) string {
	for i := range len(name) + 1 {
		isFile := i == len(name)
		if !isFile && name[i] != '/' {
			continue
		}
		found, exists := p.at(name[:i])
		switch {
		case strings.HasPrefix(path.Base(name[:i]), "."):
			return name[:i] + " is hidden, and fluxapp reads nothing that is hidden; write another file"
		case !exists:
			return ""
		case found == fs.ModeSymlink:
			return name[:i] + " is a link, which fluxapp does not follow; remove it"
		case isFile && !found.IsRegular():
			return name + " is no file; remove it"
		case !isFile && !found.IsDir():
			return name[:i] + " is no folder; remove it"
		}
	}
	return ""
}
