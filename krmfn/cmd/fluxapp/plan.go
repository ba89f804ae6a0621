package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// plan is what is to change in a folder.
type plan struct {
	folder
	// staging is the folder in it for files on their way.
	staging string
	// targets are the objects of the run and their files, those of other shards included.
	targets []target
	// writes are the files that are new or differ.
	writes []target
	// unchanged counts the files that are there as they should be.
	unchanged int
	// replaces are those of the writes that hold an object of a document that is gone.
	replaces []target
	// removes are the files that go: of owners of this run that it does not make again and, if asked for, orphans.
	removes []string
	// orphans are the files that stay because their owner was not read.
	orphans map[krmfn.Owner][]string
	// idle are the kustomization.yaml that stay for what their users have added.
	idle []string
}

// documents are the owners of a run: those that were read, and of them those that were rendered, though it may be to nothing.
type documents struct{ read, rendered map[krmfn.Owner]bool }

// newPlan compares the files of a run with what the folder holds. Whatever keeps a file from being written is an error, a
// schema.ErrorList; nothing is changed.
func newPlan(dir string, targets []target, owners documents, pruneOrphans bool, of render.Shard) (*plan, error) {
	f, err := openFolder(dir)
	p := &plan{folder: f, staging: stagingOf(of), targets: targets, orphans: map[krmfn.Owner][]string{}}
	if err != nil {
		p.close()
		return nil, err
	}
	p.planPruning(targets, owners, pruneOrphans)
	mine := seenTo(of, targets, p.lists)
	p.removes = slices.DeleteFunc(p.removes, func(name string) bool { return !mine(name) })
	wrong, err := p.planWrites(targets, owners, pruneOrphans)
	if err == nil {
		var lists schema.ErrorList
		lists, err = p.planLists(targets, mine)
		wrong = append(wrong, lists...)
	}
	if err == nil && len(wrong) > 0 {
		err = wrong
	}
	if err != nil {
		p.close()
		return nil, p.named(err)
	}
	return p, nil
}

// close gives the folder back.
func (p *plan) close() {
	if p.root != nil {
		p.root.Close()
	}
}

// planWrites plans the files of objects, and returns what is in their way.
func (p *plan) planWrites(targets []target, owners documents, pruneOrphans bool) (wrong schema.ErrorList, err error) {
	for _, t := range targets {
		if t.theirs {
			continue
		}
		problem, err := p.obstacle(t.path)
		if err != nil {
			return nil, err
		}
		owner, exists := p.ours[t.path]
		owner = owner.Again(krmfn.OwnerOf(t.object))
		if problem == "" && exists && !owners.rendered[owner] {
			problem = ofAnother(t, owner, owners, pruneOrphans)
			p.replaces = append(p.replaces, t)
		}
		if problem != "" {
			wrong = append(wrong, p.inTheWay(t, problem))
			continue
		}
		if err := p.planWrite(t); err != nil {
			return nil, err
		}
	}
	return wrong, nil
}

// ofAnother returns what keeps the file of another document from being replaced, as a sentence; empty when it may be.
func ofAnother(t target, owner krmfn.Owner, owners documents, pruneOrphans bool) string {
	switch {
	case owners.read[owner]:
		return fmt.Sprintf("%s exists and was rendered from %s, which this run does not render; write to another folder", t.path, owner.Document)
	case pruneOrphans:
		return ""
	}
	return fmt.Sprintf("%s exists and was rendered from %s, which was not read; write to another folder, or --prune-orphans replaces it", t.path, owner.Document)
}

// planWrite plans a file unless it is there as it should be.
func (p *plan) planWrite(t target) error {
	if p.wrote(t.path) {
		data, err := p.root.ReadFile(t.path)
		if err != nil {
			return err
		}
		if bytes.Equal(data, t.text()) {
			p.unchanged++
			return nil
		}
	}
	p.writes = append(p.writes, t)
	return nil
}

func (p *plan) inTheWay(t target, problem string) schema.Error {
	return schema.Error{
		Severity: schema.SeverityError, Code: krmfn.CodeForeignFile, File: p.name,
		Detail: fmt.Sprintf("the %s cannot be written: %s", t.what(), problem),
	}
}

// differences says what would change, a file to a line, by their names.
func (p *plan) differences() (wrong schema.ErrorList) {
	say := func(name string, code schema.Code, detail string) {
		wrong = append(wrong, schema.Error{Severity: schema.SeverityError, Code: code, File: p.called(name), Detail: detail})
	}
	for _, t := range p.writes {
		if p.wrote(t.path) {
			say(t.path, krmfn.CodeOutOfDate, "is out of date; render into the folder again")
		} else {
			say(t.path, krmfn.CodeMissing, "is missing; render into the folder again")
		}
	}
	for _, name := range p.removes {
		say(name, krmfn.CodeOrphan, "is no longer rendered from "+p.from(name)+"; render into the folder again, which removes it")
	}
	slices.SortFunc(wrong, func(a, b schema.Error) int { return strings.Compare(a.File, b.File) })
	return wrong
}

// orphanWarnings names the files that stay because their owner was not read, an owner to a line.
func (p *plan) orphanWarnings() (warnings schema.ErrorList) {
	owners := slices.SortedFunc(maps.Keys(p.orphans), compareOwners)
	for _, owner := range owners {
		warnings = append(warnings, schema.Error{
			Severity: schema.SeverityWarning, Code: krmfn.CodeOrphan, File: p.name,
			Detail: fmt.Sprintf("left %s of %s, which was not read; --prune-orphans removes them", listed(p.orphans[owner]), owner.Document),
		})
	}
	return warnings
}

// listed names a few files, and counts the rest.
func listed(files []string) string {
	const few = 3
	if len(files) <= few {
		return strings.Join(files, ", ")
	}
	return fmt.Sprintf("%s and %d more files", strings.Join(files[:few], ", "), len(files)-few)
}
