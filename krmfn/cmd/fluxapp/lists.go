package main

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// planLists plans the kustomization.yaml of each cluster's folder, once it is planned which other files there will be, and returns
// what is in their way.
func (p *plan) planLists(targets []target, mine func(name string) bool) (wrong schema.ErrorList, err error) {
	files := krmfn.Files{Made: map[string]render.Object{}, Kustomizations: p.lists, Stays: p.stays()}
	for _, t := range targets {
		files.Made[t.path] = t.object
	}
	lists := files.Lists()
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if !mine(name) {
			continue
		}
		t := target{path: name, list: lists[name]}
		problem, err := p.listObstacle(name)
		if err == nil && problem == "" {
			err = p.planWrite(t)
		}
		if err != nil {
			return nil, err
		}
		if problem != "" {
			wrong = append(wrong, p.inTheWay(t, problem))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.lists)) {
		if lists[name] == nil && mine(name) {
			p.removes = append(p.removes, name)
		}
	}
	return wrong, nil
}

// listObstacle returns what keeps a kustomization.yaml from being written, or from being built; empty when nothing does.
func (p *plan) listObstacle(name string) (string, error) {
	problem, err := p.obstacle(name)
	for _, other := range krmfn.OtherKustomizations(name) {
		if err == nil && problem == "" && p.root != nil {
			if _, missing := p.root.Lstat(other); missing == nil {
				problem = other + " is there, and kustomize does not build both; remove it, or write to another folder"
			}
		}
	}
	return problem, err
}

// stays returns which files that the run does not write are there after it.
func (p *plan) stays() func(name string) (from string, there bool) {
	gone := map[string]bool{}
	for _, name := range p.removes {
		gone[name] = true
	}
	return func(name string) (string, bool) {
		if p.root == nil || gone[name] {
			return "", false
		}
		info, err := p.root.Lstat(name)
		return p.from(name), err == nil && info.Mode().IsRegular()
	}
}
