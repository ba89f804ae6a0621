package main

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// planLists plans the kustomization.yaml of each cluster's folder, once it is planned which other files there will be, and returns
// what is in their way.
func (p *plan) planLists(targets []target, mine func(name string) bool) (wrong schema.ErrorList, err error) {
	files := krmfn.Files{Made: map[string]render.Object{}, Kustomizations: p.lists, Kept: slices.Collect(maps.Keys(p.ours)), State: p.state()}
	for _, t := range targets {
		files.Made[t.path] = t.object
	}
	lists := files.Lists()
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if !mine(name) {
			continue
		}
		t := target{path: name, list: lists[name].Text}
		problem, err := p.listObstacle(name, lists[name])
		if err == nil && problem == "" {
			err = p.planWrite(t)
		}
		if err != nil {
			return nil, err
		}
		if problem != "" {
			wrong = append(wrong, p.listInTheWay(t, problem, lists[name]))
		}
		if lists[name].Idle {
			p.idle = append(p.idle, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.lists)) {
		if _, stays := lists[name]; !stays && mine(name) {
			p.removes = append(p.removes, name)
		}
	}
	return append(wrong, p.brokenLists(lists)...), nil
}

func (p *plan) listInTheWay(t target, problem string, list krmfn.List) schema.Error {
	e := p.inTheWay(t, problem)
	if list.Problem != "" {
		e.Code = krmfn.CodeListEdit
	}
	return e
}

// listObstacle returns what keeps a kustomization.yaml from being written, or from being built; empty when nothing does.
func (p *plan) listObstacle(name string, list krmfn.List) (string, error) {
	if list.Problem != "" {
		return name + ": " + list.Problem, nil
	}
	if problem := p.broken[name]; problem != "" {
		return problem, nil
	}
	problem, err := p.obstacle(name)
	if err == nil && problem == foreignFile(name) {
		problem = name + " is there, and fluxapp did not write it; move it to another file, render, and add what it holds to the new one"
	}
	for _, other := range krmfn.OtherKustomizations(name) {
		if err == nil && problem == "" && p.root != nil {
			if _, missing := p.root.Lstat(other); missing == nil {
				problem = other + " is there, and kustomize does not build both; remove it, or write to another folder"
			}
		}
	}
	return problem, err
}

// state says of files that the run does not write whether they exist after it, and what they were rendered from.
func (p *plan) state() func(name string) (from string, exists bool) {
	gone := map[string]bool{}
	for _, name := range p.removes {
		gone[name] = true
	}
	return func(name string) (string, bool) {
		if p.root == nil || gone[name] {
			return p.from(name), false
		}
		_, missing := p.root.Lstat(name)
		return p.from(name), missing == nil
	}
}

// brokenList returns why a kustomization.yaml that fluxapp may have written cannot be read, and what to do; empty for any other file.
func brokenList(name string, data []byte) string {
	if path.Base(name) != krmfn.KustomizationFile || !bytes.Contains(data, []byte(schema.AnnotationRenderedFrom)) {
		return ""
	}
	docs, err := schema.Parse(name, data)
	if found := schema.Errors(err); len(found) > 0 {
		return fmt.Sprintf("%s is no YAML that can be read, in line %d: %s", name, found[0].Line, found[0].Detail)
	}
	ours := func(d *schema.Document) bool { _, ours := krmfn.KustomizationOf(name, d, data); return ours }
	if len(docs) > 1 && slices.ContainsFunc(docs, ours) {
		return fmt.Sprintf("%s holds %d documents; write one", name, len(docs))
	}
	return ""
}

// brokenLists refuses the files that cannot be read where their entries would have to follow the objects of the run: it removes
// files beside them. Where it writes files, they are in the way.
func (p *plan) brokenLists(lists map[string]krmfn.List) (wrong schema.ErrorList) {
	for _, name := range slices.Sorted(maps.Keys(p.broken)) {
		beside := func(removed string) bool { return strings.HasPrefix(removed, path.Dir(name)+"/") }
		if _, written := lists[name]; !written && slices.ContainsFunc(p.removes, beside) {
			wrong = append(wrong, p.inTheWay(target{path: name, list: []byte{}}, p.broken[name]))
		}
	}
	return wrong
}

// idleWarnings names the lists that stay for what their users have added.
func (p *plan) idleWarnings() (warnings schema.ErrorList) {
	for _, name := range p.idle {
		warnings = append(warnings, schema.Error{
			Severity: schema.SeverityWarning, Code: krmfn.CodeIdleList, File: p.called(name), Detail: krmfn.IdleList,
		})
	}
	return warnings
}
