package outputfolder

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Apply writes and removes the files: all of them, or after an error none. It reports what it did.
func (p *Plan) Apply() error { return p.carryOut((*transaction.Transaction).Apply) }

// Rehearse reports what Apply would do. Its error is about a folder that another run writes to.
func (p *Plan) Rehearse() error {
	p.dryRun = true
	return p.carryOut((*transaction.Transaction).Rehearse)
}

func (p *Plan) carryOut(do func(*transaction.Transaction) error) error {
	deleted, err := p.deletions()
	if err != nil {
		return err
	}
	emptied := p.emptied()
	if p.run.Strict { // a warning is an error before anything is written
		p.run.Report(slices.DeleteFunc(emptied.Only(finding.SeverityWarning), p.run.Ignores))
		if err := p.run.Failed(); err != nil {
			return err
		}
	}
	t := &transaction.Transaction{Disk: p.run.Disk, Root: p.Root, Staging: p.staging(), Removes: p.removes,
		Done: p.run.Progress.Done}
	for _, w := range p.writes {
		t.Writes = append(t.Writes, transaction.File{Path: w.path, Text: w.text, Replaces: p.wrote(w.path)})
	}
	end := p.run.Progress.Begin("writing "+p.Name, len(p.writes))
	err = do(t)
	end()
	if p.Root = t.Root; err == nil {
		p.printSummary(deleted, emptied)
	}
	return err
}

// staging returns the staging folder of the run. Runs of other shards may write to the same folder.
func (p *Plan) staging() string {
	if shard := p.run.Options.Shard; shard != (render.Shard{}) {
		return fmt.Sprintf("%s-%d-of-%d", transaction.Staging, shard.Index, shard.Count)
	}
	return transaction.Staging
}

// manyDeletions is how many deletions with one effect are printed, unless the command line asks for all.
const manyDeletions = 20

func (p *Plan) printSummary(deleted []deletion, emptied finding.Findings) {
	var lines []repeated.Finding
	for _, d := range deleted {
		f := p.reportOf(d)
		for _, taken := range p.run.Take(finding.Findings{f}) {
			lines = append(lines, repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, d.group(), ""), Line: taken.Line})
		}
	}
	p.run.PrintLines(lines, manyDeletions)
	p.run.Report(slices.Concat(emptied, p.hides()))
	p.run.PrintIgnored()
	p.run.Note(p.summary())
}

func (p *Plan) summary() string {
	changed := 0
	for _, t := range p.writes {
		if p.wrote(t.path) {
			changed++
		}
	}
	n, format := names.Number, "%s written, %s changed, %s unchanged, %s deleted"
	if p.dryRun {
		format = "dry run: %s would be written, %s changed, %s unchanged, %s deleted"
	}
	return fmt.Sprintf(format, n(len(p.writes)-changed), n(changed), n(p.unchanged), n(len(p.removes)))
}

// CheckLimits refuses a run that passes a limit, and reports what is acknowledged. Limits count the clusters of all
// shards, and the digest is of the run's own part.
func (p *Plan) CheckLimits() error {
	if !p.touches() && p.run.Acknowledge == "" {
		return nil
	}
	changes, err := p.Changes(true)
	if err != nil {
		return err
	}
	options := p.run.LimitOptions()
	if p.run.Options.Shard != (render.Shard{}) {
		own, err := p.Changes(false)
		if err != nil {
			return err
		}
		options.Digest = own.Digest()
	}
	found := changes.Check(options)
	p.run.PrintLines(p.run.Take(found), len(found)) // none of them may be left out
	if found.Err() != nil {
		return reporter.ErrReported
	}
	return nil
}

// touches reports whether the run changes or deletes the file of an object. New files alone pass no limit, but those of
// what delivers.
func (p *Plan) touches() bool {
	isObject := func(name string) bool { _, object := p.written[name]; return object }
	changes := func(t target) bool {
		delivers := false
		if t.list == nil {
			_, delivers = t.first().Delivers()
		}
		return delivers || isObject(t.path)
	}
	return slices.ContainsFunc(p.removes, isObject) || slices.ContainsFunc(p.writes, changes)
}

// Changes compares the objects that the folder holds with those that it holds after the run, or after the runs of all
// shards when they are asked for.
func (p *Plan) Changes(shards bool) (change.Changes, error) {
	before, err := p.before(shards)
	return change.CompareObjects(before, p.after(shards)).WithResult(p.run.Result), err
}

func (p *Plan) after(shards bool) (all []change.Object) {
	for _, t := range p.targets {
		if shards || !t.otherShard {
			all = append(all, change.AllRendered(t.objects)...)
		}
	}
	return all
}

// before returns the objects that the folder holds in the files that the run writes or deletes, and perhaps the runs of
// other shards. An unchanged file is not read again.
func (p *Plan) before(shards bool) (all []change.Object, err error) {
	written, listed := map[string]bool{}, folderlist.Listed(p.allLists())
	deliverers, err := p.deliverers()
	if err != nil {
		return nil, p.Named(err)
	}
	for _, t := range p.writes {
		written[t.path] = true
	}
	reads := slices.Clone(p.removes)
	if shards {
		reads = append(reads, p.otherRemoves...)
	}
	delivered := map[string]render.ID{}
	for _, t := range p.targets {
		delivered[t.path] = t.deliveredBy(deliverers)
		switch {
		case t.otherShard && (!shards || !p.wrote(t.path)):
		case t.otherShard && !p.isUpToDate(t), !t.otherShard && written[t.path]:
			reads = append(reads, t.path)
		default:
			for _, o := range change.AllRendered(t.objects) {
				o.Unchanged, o.DeliveredBy = true, delivered[t.path]
				all = append(all, o)
			}
		}
		if t.first().Standalone() {
			listed[t.path] = t.first().Cluster() // also when a user has taken it out of the list
		}
	}
	for _, name := range reads {
		if _, object := p.written[name]; !object { // a new file, or the list of a cluster
			continue
		}
		by, isTarget := delivered[name]
		if !isTarget {
			by = deliverers.Of(name)
		}
		objects, err := p.readObjects(name, listed[name] != "", by)
		if err != nil {
			return all, p.Named(err)
		}
		all = append(all, objects...)
	}
	return all, nil
}

// deliveredBy returns the Kustomization that applies the file before the run. In the folder of a group it is the
// group's, also where the run of another shard has not written that yet. So it is for the clusters of another shard in
// the topology Standalone, which has their Kustomizations too.
func (t target) deliveredBy(deliverers outputs.Deliverers) render.ID {
	by, o := deliverers.Of(t.path), t.first()
	if _, ordered := o.Ordered(); ordered { // whatever applies the folders above
		by = deliverers[path.Dir(t.path)]
	}
	if by == (render.ID{}) && o.Group() != "" || t.otherShard && o.Standalone() {
		return o.DeliveredBy()
	}
	return by
}

// emptied reports the folders of clusters that lost their last file, or their list, and those of groups that their
// Kustomizations still need.
func (p *Plan) emptied() (found finding.Findings) {
	lists, isEmpty, groups := 0, p.emptyFolders(), p.deliveredFolders()
	for _, name := range p.removes {
		list, isList := p.lists[name]
		if !isList || list.Delivers() { // its Kustomization goes with it, or its group has objects now
			continue
		}
		lists++
		folder := path.Dir(name)
		if isEmpty(folder) {
			found = append(found, missingPath(p.Called(folder), p.did("is gone", "be gone")+" with its last file"))
			continue
		}
		found = append(found, finding.Finding{Severity: finding.SeverityInfo, Code: krmfn.CodeDeleted, File: p.Called(name),
			Detail: fmt.Sprintf("%s the %s; its Flux then applies every manifest in this folder", p.did("deleted", "delete"),
				folderlist.Called(name))})
	}
	for _, folder := range slices.Sorted(maps.Keys(groups)) {
		if groups[folder] && len(p.removes) > 0 && isEmpty(folder) {
			found = append(found, missingPath(p.Called(folder), p.did("is gone", "be gone")+" with its last file"))
		}
	}
	if lists == 0 && len(p.removes) > 0 && isEmpty(".") {
		found = append(found, missingPath(filepath.ToSlash(p.Name),
			p.did("holds", "hold")+" no file any more, and Git keeps no empty folder"))
	}
	return found
}

// hides tells of a new list that keeps Flux from what administrators apply, and that an earlier run wrote there.
func (p *Plan) hides() (found finding.Findings) {
	for _, t := range p.writes {
		isBelow := func(name string) bool {
			return p.written[name].Bootstrap && strings.HasPrefix(name, path.Dir(t.path)+"/")
		}
		if t.list != nil && !p.wrote(t.path) && slices.ContainsFunc(slices.Collect(maps.Keys(p.written)), isBelow) {
			found = append(found, finding.Finding{Severity: finding.SeverityInfo, Code: finding.CodeBootstrap,
				File: p.Called(t.path), Detail: "is new: no Flux Kustomization of a folder above builds what is for " +
					"administrators any more; commit it"})
		}
	}
	return found
}

// deliveredFolders returns the folders that Kustomizations of delivery apply on the hub, and whether these stay.
func (p *Plan) deliveredFolders() map[string]bool {
	folders := map[string]bool{}
	for name, file := range p.written {
		if root := path.Dir(path.Dir(name)); file.Delivers != "" && file.Delivers != "." && root == "." {
			folders[file.Delivers] = true
		}
	}
	for _, name := range p.removes {
		if folder := p.written[name].Delivers; folders[folder] {
			folders[folder] = false
		}
	}
	return folders
}

func missingPath(folder, why string) finding.Finding {
	return finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeEmptied, File: folder,
		Detail: "this folder " + why +
			"; a Flux Kustomization whose path is missing fails and deletes nothing: put a kustomization.yaml with resources: " +
			"[] there if its objects shall go"}
}

// emptyFolders returns a test for folders that will be gone or empty after the run.
func (p *Plan) emptyFolders() func(folder string) bool {
	goes, stays := map[string]bool{}, map[string]bool{}
	for _, name := range p.removes {
		goes[name] = true
		for dir := path.Dir(name); !goes[dir]; dir = path.Dir(dir) { // the folder itself is the last one
			goes[dir] = true
		}
	}
	for _, t := range p.writes {
		for name := t.path; !stays[name]; name = path.Dir(name) {
			stays[name] = true
		}
	}
	var isEmpty func(folder string) bool
	isEmpty = func(folder string) bool {
		entries, err := fs.ReadDir(p.Files.FS(), folder)
		left := slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
			name := strings.TrimPrefix(folder+"/"+entry.Name(), "./")
			return goes[name] && !stays[name] && (!entry.IsDir() || isEmpty(name))
		})
		return errors.Is(err, fs.ErrNotExist) || err == nil && len(left) == 0 && !stays[folder]
	}
	return isEmpty
}
