package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
)

// source plans the inline source of an application that all entries have, or that a saved chart refers to.
func (p *planner) source(app *inventory.Application) {
	if !app.Source.Spec.Exists() || app.NamesTemplate() || app.LayersSource && !app.SavesChart() {
		return
	}
	p.share(p.inlineSource(app, app.Source, nil))
}

// ownSources returns the inline source of an entry behind those it is made of; none where it is the application's.
func (p *planner) ownSources(t *entries.Template) (sources []*Placement) {
	s := t.Source()
	if s.Inline == nil || !t.App.LayersSource || t.App.NamesTemplate() || t.App.Unwanted {
		return nil
	}
	for _, item := range s.Needs {
		sources = append(sources, p.inlineSource(t.App, t.App.Named[item], nil))
	}
	return append(sources, p.inlineSource(t.App, s, t))
}

func (p *planner) inlineSource(app *inventory.Application, s inventory.Source, first *entries.Template) *Placement {
	key := sourceKey{app, s.Inline, s.Name, s.Content}
	if p.sources[key] == nil {
		p.sources[key] = sharedPlacement(s.Name, Common{
			App: app, Kind: s.Inline, Namespace: app.Namespace, Origin: s.Spec,
			Other: &Other{Spec: s.Spec, Template: first, Digested: s.Digested},
		})
	}
	return p.sources[key]
}
