package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// deletion is an object that a run takes out of the folder.
type deletion struct {
	file string
	applied
	effect string // of deleting the object on its API server
	moved  string // the file where the run keeps the object
	maker  string // the document whose object replaces it in its file
}

// applied is what an API server knows an object by, and the folder from which a cluster's own Flux applies it; empty for the hub.
type applied struct{ folder, kind, namespace, name string }

func (a applied) String() string {
	return a.kind + " " + strings.TrimPrefix(a.namespace+"/"+a.name, "/")
}

// server is what messages call the API server.
func (a applied) server() string {
	if a.folder == "" {
		return "the hub"
	}
	return "the cluster " + path.Base(a.folder)
}

// appliedTarget returns how the object of a target is known.
func appliedTarget(t target) applied {
	a := applied{"", t.object.Kind(), t.object.Namespace(), t.object.Name()}
	if t.object.Standalone() {
		a.folder = path.Dir(path.Dir(t.path))
	}
	return a
}

// deletions reads the objects that the run takes out of the folder: those of files that go, and those that others replace in their files.
func (p *plan) deletions() (all []deletion, err error) {
	written, clusters := map[applied]string{}, listedIn(p.lists)
	for _, t := range p.targets {
		written[appliedTarget(t)] = t.path
	}
	add := func(name, maker string) {
		if _, list := p.lists[name]; list || err != nil {
			return
		}
		var d deletion
		if d, err = p.deletion(name, clusters[name]); d.kind != "" {
			d.moved, d.maker = written[d.applied], maker
			all = append(all, d)
		}
	}
	for _, name := range p.removes {
		add(name, "")
	}
	for _, t := range p.replaces {
		add(t.path, t.object.Application())
	}
	slices.SortFunc(all, func(a, b deletion) int { return cmp.Compare(a.file, b.file) })
	return all, p.named(err)
}

// deletion reads the object of a file that fluxapp wrote, which a cluster's own Flux applies from a folder.
func (p *plan) deletion(name, folder string) (deletion, error) {
	data, err := p.root.ReadFile(name)
	if err != nil {
		return deletion{}, err
	}
	d, _ := renderedFile(name, data)
	if d == nil { // it was changed since it was planned
		return deletion{}, nil
	}
	return deletion{file: name, applied: applied{folder, d.Kind, d.Namespace, d.Name}, effect: render.EffectOfDeletion(d.Kind, d.Root.Get("spec"))}, nil
}

// finding says what became of the object, and what follows from it.
func (d deletion) finding(f folder) schema.Error {
	detail := fmt.Sprintf("deleted the %s; when it leaves %s, %s", d.applied, d.server(), d.effect)
	switch {
	case d.moved != "":
		detail = fmt.Sprintf("moved the %s to %s; on %s it stays", d.applied, d.moved, d.server())
	case d.maker != "":
		detail = fmt.Sprintf("replaced the %s by that of %s; when it leaves %s, %s", d.applied, d.maker, d.server(), d.effect)
	}
	return schema.Error{Severity: schema.SeverityInfo, Code: krmfn.CodeDeleted, File: f.called(d.file), Detail: detail}
}

// what returns what deletions have in common that are counted together.
func (d deletion) what() string {
	if d.moved != "" {
		return "moved"
	}
	return d.effect
}
