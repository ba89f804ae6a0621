package adopt

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// proof compares what was given with what is rendered, which is the same for its author.
var proof = tree.Comparison{Before: tree.NullsLikeAfter, Setters: true, EachField: true, Skip: func(p tree.Path) bool {
	return p.Is("metadata", "annotations", kinds.AnnotationRenderedFrom)
}}

// prove composes and renders documents until all of them give the objects of their groups back, each in its file, and
// nothing else. It returns the applications that are left then, and the texts of the files with the annotations of
// their objects. An object without a proof stays, and one that is alone then stays too, unless all is wanted.
func prove(in *input, groups []*group, all bool) ([]*group, *texts) {
	for len(groups) > 0 {
		var w layout.Writer
		for _, g := range groups {
			if g.document == nil {
				g.document = w.Write(layoutOf(in.members, g))
			}
		}
		edited := &texts{in, map[string]*text{}}
		if failed := tryAll(in, groups, edited); !failed {
			return groups, edited
		}
		groups = slices.DeleteFunc(groups, func(g *group) bool {
			g.objects = slices.DeleteFunc(g.objects, func(o *object) bool { return o.left != nil })
			if len(g.objects) > 0 && g.clusters() < 2 && !all {
				leaveAll(g.objects, isSingle)
				g.objects = nil
			}
			return len(g.objects) == 0
		})
	}
	return nil, &texts{in, map[string]*text{}}
}

// leaveWritten leaves what documents among the files make already: they are rendered together with the new ones.
func leaveWritten(in *input) {
	if len(in.documents) == 0 {
		return
	}
	result, _ := render.Render(slices.Concat(in.documents, in.fleet), render.Options{AllowEmpty: true})
	made := each.Once(result.Objects, render.Object.ID)
	for _, o := range in.objects {
		if o.left == nil && made[o.rendered()] {
			o.stay(isWritten)
		}
	}
}

// rendered is what a document knows an object of one cluster by.
func (o *object) rendered() render.ID {
	return render.ID{Kind: o.kind.Name, Namespace: o.namespace, Name: o.name, Server: o.server(o.cluster())}
}

// tryAll renders the documents, and leaves what is not as it was given. It reports whether anything is.
func tryAll(in *input, groups []*group, edited *texts) (failed bool) {
	docs := slices.Clone(in.fleet)
	byFile := map[string]*group{}
	for _, g := range groups {
		docs, byFile[g.file()] = append(docs, schema.Parse(g.file(), g.document)...), g
	}
	result, err := render.Render(docs, render.Options{})
	if err == nil {
		err = result.CheckPaths()
	}
	if err != nil {
		refuseAll(byFile, groups[0], finding.From(err))
		return true
	}
	rendered := map[string]map[render.ID]render.Object{}
	for _, object := range result.Objects {
		each.Below(rendered, object.Document().File())[object.ID()] = object
	}
	for _, g := range groups {
		failed = tryOne(g, rendered[g.file()], edited) || failed
	}
	return failed
}

// refuseAll leaves the objects whose documents are wrong; an error elsewhere, in the fleet, is the first one's.
func refuseAll(byFile map[string]*group, first *group, errors finding.Findings) {
	told := map[*group]bool{}
	for _, f := range errors {
		g := cmp.Or(byFile[f.File], first)
		if !each.Add(told, g) {
			continue
		}
		why := map[*object]*reason{}
		for _, o := range g.objects {
			why[o] = notProved("is refused: %s [%s]", f.Detail, f.Code)
		}
		g.refuse(why)
	}
}

// tryOne compares what a document renders with the objects of its group, and writes these into their texts.
func tryOne(g *group, rendered map[render.ID]render.Object, edited *texts) (failed bool) {
	why := map[*object]*reason{}
	for _, o := range g.all() {
		at := o.rendered()
		if problem := differs(o, rendered[at]); problem != nil {
			why[o] = problem
		} else if !edited.update(o, rendered[at].Tree()) {
			why[o] = isUneven
		}
		delete(rendered, at)
	}
	for at := range rendered {
		for _, o := range g.objects {
			why[o] = notProved("makes %s too", at)
		}
	}
	g.refuse(why)
	return len(why) > 0
}

// all returns the objects that the document makes.
func (g *group) all() []*object {
	all := slices.Clone(g.objects)
	for _, o := range g.objects {
		if s := g.sources[o]; s != nil && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// refuse leaves objects that the document does not make as they are, or, the first time, their sources.
func (g *group) refuse(why map[*object]*reason) {
	if len(why) == 0 {
		return
	}
	if g.document = nil; g.sources != nil {
		g.sources = nil
		return
	}
	for o, problem := range why {
		o.stay(problem)
	}
}

func notProved(format string, args ...any) *reason {
	return &reason{wording.CodeNotProved, "that no document gives back: it " + fmt.Sprintf(format, args...)}
}

// differs tells what of an object is rendered in another way than it was given; nil where nothing is.
func differs(o *object, rendered render.Object) *reason {
	switch {
	case !rendered.Tree().Exists():
		return notProved("does not make %s", o.subject)
	case rendered.Path() != o.file:
		return notProved("writes to %s", rendered.Path())
	}
	for d := range proof.Differences(o.given, rendered.Tree()) {
		if d.Path.Is("metadata", "annotations") && d.Before.Exists() && d.Before.Len() == 0 { // {} has rendered-from now
			continue
		}
		return notProved("has %s for %s, which is %s", shown(d, d.After), d.Path, shown(d, d.Before))
	}
	return nil
}

// shown returns one of the values that differ, for a message.
func shown(d tree.Difference, v tree.Compared) string {
	if !v.Exists() {
		return "nothing"
	}
	text, _ := finding.Secrets{}.Redact(d.Path.String(), v.JSON())
	return strings.TrimSpace(text + " " + v.Setter())
}

// layoutOf returns what the document of an application is made of.
func layoutOf(members []schema.Member, g *group) layout.Group {
	made := layout.Group{Namespace: g.namespace, Name: g.name, Kind: g.kind, Standalone: g.objects[0].isLocal,
		Fleet: members}
	for _, o := range g.objects {
		cluster := o.cluster()
		if !o.isLocal && !o.isRemote() { // the hub has it, whatever its namespace is called
			cluster = ""
		}
		member := layout.Member{Cluster: cluster, Object: o.given, File: o.file}
		if source := g.sources[o]; source != nil {
			member.Source = layout.Source{Kind: source.kind, Object: source.given}
			member.SourceFile = source.file
		}
		made.Members = append(made.Members, member)
	}
	return made
}

// Edit is the new text of a file.
type Edit struct {
	// File is the file's name, and Data its text: with the annotation rendered-from on each adopted object and, where
	// fluxapp renders another API version, with that version and what it spells otherwise. All else is as it was.
	File string
	Data []byte
	// Objects is the number of its adopted objects.
	Objects int
}

// texts are the files of objects that come in.
type texts struct {
	in    *input
	files map[string]*text
}

// text is a file that is cut into its documents.
type text struct {
	docs    []yamledit.Document
	ends    []int // the line in which each document ended, before it was edited
	objects int
}

func cut(file []byte) *text {
	t := &text{docs: yamledit.Split(file)}
	line := 1
	for _, d := range t.docs {
		line += bytes.Count(d.Separator, []byte("\n"))
		t.ends = append(t.ends, line+bytes.Count(bytes.TrimSuffix(d.Text, []byte("\n")), []byte("\n")))
		line += bytes.Count(d.Text, []byte("\n"))
	}
	return t
}

// at returns the index of the document of an object, or -1.
func (t *text) at(o *object) int {
	return slices.IndexFunc(t.ends, func(end int) bool { return o.position().Line <= end })
}

// update writes into the text of an object what is wanted; false where the text cannot say that.
func (t *texts) update(o *object, want tree.Node) bool {
	if t.files[o.file] == nil {
		t.files[o.file] = cut(t.in.texts[o.file])
	}
	file := t.files[o.file]
	i := file.at(o)
	if i < 0 {
		return false
	}
	text, ok := yamledit.Update(file.docs[i].Text, want)
	if ok {
		file.docs[i].Text = text
		file.objects++
	}
	return ok
}

// edits returns the new texts, in the order of the files.
func (t *texts) edits() (all []Edit) {
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		file := t.files[name]
		all = append(all, Edit{File: name, Data: yamledit.Join(file.docs), Objects: file.objects})
	}
	return all
}
