package krmfn

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
)

func (req request) checkLimits(p previousOutput, rendered render.Result) functionResults {
	after := make([]change.Object, len(rendered.Objects))
	for i, o := range rendered.Objects {
		after[i] = change.Rendered(o)
	}
	before, touched := p.before(after)
	if !touched && req.config.acknowledge == "" {
		return nil
	}
	rules := limits.Rules{After: rendered, Config: req.config.document, Acknowledge: req.config.acknowledge}
	return req.results(limits.Check(change.CompareObjects(before, after), rules))
}

// before returns the objects that the run replaces or removes, and whether one changes. It reads only changed ones.
func (p previousOutput) before(after []change.Object) (before []change.Object, touched bool) {
	listed := folderlist.Listed(slices.Collect(maps.Values(p.lists)))
	for i, out := range p.Existing {
		item := p.items[i]
		switch {
		case out.Fate == outputs.Keep:
		case out.Fate == outputs.Replace && resource.Same(item.values(), after[out.Rendered].Content()):
			o := after[out.Rendered]
			o.Unchanged = true
			before = append(before, o)
		default:
			file := placeOf(item).File()
			object := resource.WithoutClient(item.values())
			before, touched = append(before, change.Read(change.File{Path: file, Object: object, Listed: listed[file] != ""})),
				true
		}
	}
	return before, touched
}
