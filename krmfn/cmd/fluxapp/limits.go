package main

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
)

// checkLimits refuses a run that exceeds a limit, and reports what is acknowledged. Limits count the clusters of all
// shards, and the digest is that of the run's own part.
func (p *plan) checkLimits(r rendering) error {
	if !p.touches() && r.acknowledge == "" {
		return nil
	}
	changes, err := p.changes(true)
	if err != nil {
		return err
	}
	rules := r.rules(render.Result{})
	if r.opts.Shard != (render.Shard{}) {
		own, err := p.changes(false)
		if err != nil {
			return err
		}
		rules.Digest = limits.Digest(own)
	}
	found := limits.Check(changes, rules)
	r.report(found)
	if found.Err() != nil {
		return errReported
	}
	return nil
}

// touches reports whether the run changes or deletes the file of an object. New files alone pass no limit.
func (p *plan) touches() bool {
	isObject := func(name string) bool { _, object := p.ours[name]; return object }
	changes := func(t target) bool { return isObject(t.path) }
	return slices.ContainsFunc(p.removes, isObject) || slices.ContainsFunc(p.writes, changes)
}
