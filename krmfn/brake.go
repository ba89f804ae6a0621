package krmfn

import (
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// brake checks the limits of what the run does to the items of an earlier run. Outs are the items of the run's objects.
func (req request) brake(p previousOutput, rendered render.Result, outs []output) Results {
	after := make([]change.Object, len(rendered.Objects))
	for i, o := range rendered.Objects {
		after[i] = change.Rendered(o)
	}
	before, touched := p.before(after, outs)
	if !touched && req.config.acknowledge == "" {
		return nil
	}
	rules := change.Rules{After: rendered, Config: req.config.document, Acknowledge: req.config.acknowledge}
	return req.results(change.CompareObjects(before, after).Check(rules))
}

// before returns the objects of the items that the run replaces or removes, and whether one of them changes. Those that do not change are not
// read.
func (p previousOutput) before(after []change.Object, outs []output) (before []change.Object, touched bool) {
	listed := folderlist.Listed(slices.Collect(maps.Values(p.lists)))
	for i, out := range p.Existing {
		item := p.items[i]
		switch {
		case out.Fate == outputs.Keep:
		case out.Fate == outputs.Replace && resource.Same(item, outs[out.Rendered].node):
			o := after[out.Rendered]
			o.Unchanged = true
			before = append(before, o)
		default:
			before, touched = appendItem(before, item, listed), true
		}
	}
	return before, touched
}

// appendItem reads an item through its text, as documents are read.
func appendItem(before []change.Object, item *yaml.RNode, listed map[string]string) []change.Object {
	printed, err := resource.WithoutClient(item).String()
	if err != nil {
		return before
	}
	file := placeOf(item).File()
	for _, d := range schema.Parse(file, []byte(printed)) {
		before = append(before, change.Read(change.File{Path: file, Object: d.Root(), Listed: listed[file] != ""}))
	}
	return before
}
