package outputfolder

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Plan is what is to change in a folder.
type Plan struct {
	*contents
	run *rendering.Run
	// targets are the files of the run with their objects, and those of other shards.
	targets []target
	// writes are the files that are new or differ.
	writes []target
	// unchanged counts the files that need no change.
	unchanged int
	// replaces are the writes in place of an object whose document was not read.
	replaces []target
	// removes are the files that are deleted.
	removes []string
	// otherRemoves are the files that the runs of other shards delete.
	otherRemoves []string
	// orphans are the files that are kept because their owner was not read.
	orphans map[outputs.Owner][]string
	// idle are the lists that are kept for what their users have added.
	idle []string
	// wrong is what keeps files from being written.
	wrong finding.Findings
	// dryRun: nothing is written, and what is printed says so.
	dryRun bool
}

// New compares a run's objects with what a folder holds, and warns about files that are kept although nothing renders
// them any more. What keeps a file from being written is an error, a finding.Findings.Err. Nothing is changed.
func New(run *rendering.Run, dir string) (*Plan, error) {
	if err := cmp.Or(run.Result.CheckPaths(), checkSource(run, dir)); err != nil {
		return nil, err
	}
	defer run.Progress.Begin("reading "+dir, 0)()
	targets, err := place(run.Files, run.Result)
	if err != nil {
		return nil, err
	}
	found, err := open(run.Disk, dir, targets)
	p := &Plan{contents: found, run: run, targets: targets, orphans: map[outputs.Owner][]string{}}
	if err == nil {
		err = p.Named(p.planFiles(run.Outputs()))
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	run.Report(run.Files.Unread(p.notOutput))
	run.Report(p.warnings())
	return p, nil
}

// Close closes the folder.
func (p *Plan) Close() { p.Root.Close() }

// Left counts the files that a run would delete if it rendered nothing and pruned orphans; 0 for an unreadable folder.
func Left(files disk.Disk, dir string, run outputs.Run) int {
	found, _ := open(files, dir, nil)
	defer found.Close()
	run.Folder, run.Prune, run.Shard = true, true, render.Shard{}
	return len(run.Decide(found.existing(), nil).Removed)
}

func (p *Plan) planFiles(run outputs.Run) error {
	d := p.decide(run)
	err := p.planWrites(d)
	if err == nil {
		err = p.planLists(d)
	}
	return cmp.Or(err, p.wrong.Err())
}

func (p *Plan) decide(run outputs.Run) outputs.Decisions {
	run.Folder, run.Lists = true, p.allLists()
	run.AddGroups(p.run.Result, "")
	rendered := make([]outputs.Rendered, len(p.targets))
	for i, t := range p.targets {
		delivers, _ := t.first().Delivers()
		after, _ := t.first().Ordered()
		rendered[i] = outputs.Rendered{Owner: outputs.OwnerOf(t.first()), Place: outputs.Place{Path: t.path},
			Standalone: t.first().Standalone(), List: outputs.ListOf(t.first(), t.path), Delivers: delivers,
			Objects: t.objects, Bootstrap: t.first().Bootstrap(), After: after, OtherShard: t.otherShard}
	}
	existing := p.existing()
	d := run.Decide(existing, rendered)
	for i, out := range d.Existing {
		switch e := existing[i]; {
		case out.Fate == outputs.Remove:
			p.removes = append(p.removes, e.Path)
		case out.Fate == outputs.OtherShard:
			p.otherRemoves = append(p.otherRemoves, e.Path)
		case out.Fate == outputs.Keep && out.Orphan && out.Rendered < 0:
			p.orphans[e.Owner] = append(p.orphans[e.Owner], e.Path)
		}
	}
	differs := func(i int) bool { return !p.isUpToDate(p.targets[i]) }
	if problem := d.OthersDelivery(differs, "--prune-orphans"); problem != "" {
		p.wrong = append(p.wrong, finding.Finding{Severity: finding.SeverityError, Code: finding.CodeDelivery, File: p.Name,
			Detail: problem})
	}
	return d
}

func (p *Plan) planWrites(d outputs.Decisions) error {
	for i, t := range p.targets {
		if t.otherShard {
			continue
		}
		problem, err := p.obstacle(t.path)
		code := krmfn.CodeForeignFile
		switch out := d.Rendered[i]; {
		case problem == foreignFile(t.path) && p.broken[t.path].marked:
			problem = t.path + " " + p.broken[t.path].why + "; restore it, or delete it"
		case problem != "":
		case out.SameFile >= 0:
			problem = ofAnother(t, p.written[t.path].Owner, d.Existing[out.SameFile].Orphan)
		case out.SameFolder >= 0:
			problem = p.deliveredTwice(t, d.Path(out.SameFolder))
		case out.Clash != nil:
			problem = out.Clash.Detail(d.Path(out.Clash.Existing), "was not read")
			if code = krmfn.CodeSecondOwner; out.Clash.Same {
				code = krmfn.CodeForeignObject
			}
		case out.Earlier >= 0 && d.Existing[out.Earlier].Orphan:
			p.replaces = append(p.replaces, t)
		}
		if err != nil {
			return err
		}
		p.planWrite(t, code, problem)
	}
	return nil
}

func ofAnother(t target, owner outputs.Owner, orphan bool) string {
	if orphan {
		return fmt.Sprintf("%s exists and was rendered from %s, which was not read; write to another folder, or "+
			"--prune-orphans replaces it", t.path, owner.Document)
	}
	return fmt.Sprintf("%s exists and was rendered from %s, which this run does not render; write to another folder",
		t.path, owner.Document)
}

// deliveredTwice tells that the Kustomization of another RenderConfig, in a file, applies the folder that one applies.
func (p *Plan) deliveredTwice(t target, file string) string {
	folder, _ := t.first().Delivers()
	owner := p.written[file].Owner.Document
	return fmt.Sprintf("%s of %s, which was not read, applies %s too, and two Kustomizations take objects from each "+
		"other; give the RenderConfig the name %s again, or write to another folder; --prune-orphans replaces that one", file,
		owner, folder, path.Base(owner))
}

// planWrite plans a file that is new or differs. It refuses one that a problem keeps from being written.
func (p *Plan) planWrite(t target, code finding.Code, problem string) {
	switch {
	case problem != "":
		p.refuse(t, code, problem)
	case p.isUpToDate(t):
		p.unchanged++
	default:
		p.writes = append(p.writes, t)
	}
}

func (p *Plan) isUpToDate(t target) bool {
	if t.list == nil {
		return p.written[t.path].upToDate
	}
	list, exists := p.lists[t.path]
	return exists && sameText(list.Text, t.list)
}

func (p *Plan) refuse(t target, code finding.Code, problem string) {
	p.wrong = append(p.wrong, finding.Finding{Severity: finding.SeverityError, Code: code, File: p.Name,
		Detail: fmt.Sprintf("the %s cannot be written: %s", t.title(), problem)})
}

func (p *Plan) planLists(d outputs.Decisions) error {
	files := d.After(p.state)
	files.Users, files.Applies = p.users(), p.isApplied
	lists := files.Lists()
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if !d.Handles(name) {
			continue
		}
		if err := p.planList(name, lists[name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.lists)) {
		if _, kept := lists[name]; !kept && d.Handles(name) {
			p.removes = append(p.removes, name)
		}
	}
	p.refuseBroken(lists)
	return nil
}

func (p *Plan) planList(name string, list folderlist.After) error {
	code := krmfn.CodeForeignFile
	switch {
	case list.Hidden != "":
		code = krmfn.CodeHides
	case list.Problem != "":
		code = krmfn.CodeListEdit
	}
	if list.Idle {
		p.idle = append(p.idle, name)
	}
	problem, err := p.listObstacle(name, list)
	if err == nil {
		p.planWrite(target{path: name, list: list.Text}, code, problem)
	}
	return err
}

func (p *Plan) listObstacle(name string, list folderlist.After) (string, error) {
	switch {
	case list.Hidden != "":
		return list.Problem + ", or write to another folder", nil
	case list.Problem != "":
		return name + ": " + list.Problem, nil
	}
	if broken := p.broken[name]; broken.why != "" {
		return name + " " + broken.why, nil
	}
	problem, err := p.obstacle(name)
	if err == nil && problem == foreignFile(name) {
		problem = name + " is there, and fluxapp did not write it; give it apiVersion, kind and the annotation " +
			kinds.AnnotationRenderedFrom + ": " + list.From + ", and fluxapp adds its entries"
	}
	for _, other := range folderlist.OtherNames(name) {
		if _, exists := p.state(other); exists && err == nil && problem == "" {
			problem = other + " is there, and kustomize does not build both; remove it, or write to another folder"
		}
	}
	return problem, err
}

// refuseBroken refuses lists that cannot be read where their entries would have to follow the objects of the run: it
// removes files in their folders. Where the run writes a list, the broken file is an obstacle.
func (p *Plan) refuseBroken(lists map[string]folderlist.After) {
	for _, name := range slices.Sorted(maps.Keys(p.broken)) {
		inFolder := func(removed string) bool { return strings.HasPrefix(removed, path.Dir(name)+"/") }
		isList := path.Base(name) == folderlist.FileName
		if _, written := lists[name]; isList && !written && slices.ContainsFunc(p.removes, inFolder) {
			p.refuse(target{path: name, list: []byte{}}, krmfn.CodeForeignFile, name+" "+p.broken[name].why)
		}
	}
}

// target is a file, by its slash path from the written folder, with its object, or with delivery all objects of an
// application in a group. A kustomization.yaml is a target without an object.
type target struct {
	path       string
	objects    []render.Object
	list       []byte // of a kustomization.yaml
	otherShard bool   // the run of another shard writes it
}

func (t target) first() render.Object { return t.objects[0] }

// place returns the files of the objects, from the root that the command line names for their documents. It refuses
// one file for objects of two roots; Result.CheckPaths has refused it for objects of one root.
func place(in *input.Files, result render.Result) ([]target, error) {
	var targets []target
	var wrong finding.Findings
	own, seen := len(result.Files()), map[string]int{} // targets
	for i, o := range slices.Concat(result.Files(), result.Elsewhere()) {
		name, err := fileOf(in, o)
		if err != nil {
			return nil, err
		}
		if !fs.ValidPath(name) {
			wrong = append(wrong, objectError(o, finding.CodeOutside,
				"would be written to "+name+", which is outside the folder; move its document into it"))
			continue
		}
		if o.BesideDelivery(name) {
			wrong = append(wrong, objectError(o, finding.CodeDelivery, "would be written to "+name+", and delivery applies "+
				"only the folder "+o.Cluster()+" to its cluster; move its document to the top of the folder that is read"))
			continue
		}
		at, taken := seen[name]
		switch {
		case !taken:
			seen[name] = len(targets)
			targets = append(targets, target{path: name, objects: []render.Object{o}, otherShard: i >= own})
		case path.Base(name) == render.ApplicationFile && targets[at].first().Document() == o.Document():
			targets[at].objects = append(targets[at].objects, o)
		default:
			first := targets[at].first().Origin()
			wrong = append(wrong, objectError(o, finding.CodeDuplicatePath, fmt.Sprintf(
				"would be written to %s, as is the object of %s:%d; render them into two folders", name, first.File, first.Line)))
		}
	}
	return targets, wrong.Err()
}

func fileOf(in *input.Files, o render.Object) (string, error) {
	if _, delivers := o.Delivers(); delivers {
		return o.PathIn(".")
	}
	folder, err := filepath.Rel(in.Root(o.Document()), filepath.FromSlash(path.Dir(o.Document().File())))
	if err != nil {
		return "", err
	}
	return o.PathIn(filepath.ToSlash(folder))
}

func objectError(o render.Object, code finding.Code, detail string) finding.Finding {
	at := o.Origin()
	return finding.Finding{Severity: finding.SeverityError, Code: code, File: at.File, Line: at.Line, Column: at.Column,
		Subject: o.Document().Subject(), Detail: "the " + o.Kind() + " " + o.Name() + " " + detail}
}

func (t target) text() []byte {
	if t.list != nil {
		return t.list
	}
	return appendText(nil, t.objects)
}

func (t target) title() string {
	if t.list != nil {
		return folderlist.Called(t.path)
	}
	return t.first().Kind() + " " + t.first().Name()
}

// appendText appends the text of a file with objects: with --- between them, as kpt writes it.
func appendText(to []byte, objects []render.Object) []byte {
	for i, o := range objects {
		if i > 0 {
			to = append(to, "---\n"...)
		}
		to = tree.AppendYAML(to, o.Tree())
	}
	return to
}
