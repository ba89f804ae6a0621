package view

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Details are what people see of one object.
type Details struct {
	// Object is its index.
	Object int `json:"object"`
	// YAML is the object as it is rendered.
	YAML string `json:"yaml"`
	// Leaves are its fields, with what set them: what fluxapp explain -o json prints.
	Leaves []Leaf `json:"leaves"`
}

// Leaf is a field of an object.
type Leaf struct {
	Path string `json:"path"`
	explained.Value
}

// Details returns an object by its index. Its fields have no secrets, as in fluxapp explain. Where hide is true its
// YAML has none either: a report is for more people than its author.
func (p *Page) Details(object int, hide bool) Details {
	o := p.objects[object]
	shown := o.Tree()
	if hide {
		shown, _ = p.rows.Redactor.Redact("", shown)
	}
	d := Details{Object: object, YAML: string(tree.AppendYAML(nil, shown)), Leaves: []Leaf{}}
	for _, row := range p.rows.OfAll(o.Explain()) {
		d.Leaves = append(d.Leaves, Leaf{row.Path, row.JSON()})
	}
	return d
}

type origin struct{ chart, version, source string }

// origins finds what objects are made of: the sources and charts that they refer to.
type origins struct {
	links   map[render.ID]render.Link
	before  map[string]map[string]bool // the applications that those of an application wait for
	secrets finding.Secrets
}

func newOrigins(result render.Result) origins {
	all := origins{map[render.ID]render.Link{}, map[string]map[string]bool{}, result.Secrets()}
	for link := range result.Links() {
		switch from := link.From.ID(); link.Relation {
		case render.Feeds:
			if _, found := all.links[from]; !found {
				all.links[from] = link
			}
		case render.Precedes:
			all.wait(link.From.Application(), link.To.Application())
		}
	}
	return all
}

// wait notes that an application waits for another one; empty for an object that the run does not render.
func (s origins) wait(application, before string) {
	if before == "" || before == application {
		return
	}
	if s.before[application] == nil {
		s.before[application] = map[string]bool{}
	}
	s.before[application][before] = true
}

// origin returns what a workload, or a HelmChart, is made of, without secrets. Of a chart, the version counts where its
// source is a HelmRepository: elsewhere it comes with the revision of the source.
func (s origins) origin(o render.Object) origin {
	link, found := s.links[o.ID()]
	if !found && o.Row().HasInline(o.Value) { // Flux makes the OCIRepository
		link, found = render.Link{ID: render.ID{Kind: kinds.OCIRepository.Name}, To: o}, true
	}
	if !found {
		return origin{}
	}
	if link.To.Row().Is(kinds.Chart) {
		return s.origin(link.To)
	}
	_, revision := link.To.Row().Followed(link.To.Value)
	made := origin{version: revision, source: link.ID.Kind + " " + s.address(link),
		chart: o.Row().ChartName.In(o.Value).Text()}
	switch link.ID.Kind {
	case kinds.HelmRepository.Name:
		made.version = cmp.Or(o.Row().ChartVersion.In(o.Value).Text(), "*")
	case kinds.OCIRepository.Name:
		if o.Kind() == kinds.HelmRelease.Name {
			made.chart = cmp.Or(made.chart, path.Base(s.address(link)))
		}
	}
	made.chart, _ = s.secrets.Redact("", made.chart)
	made.version, _ = s.secrets.Redact("", made.version)
	return made
}

// address returns where a source is, without secrets, or its name, where it is no place or the run does not render it.
func (s origins) address(link render.Link) string {
	place, name := link.To.Row().Address(link.To.Value), strings.TrimPrefix(link.ID.Namespace+"/"+link.ID.Name, "/")
	shown, _ := s.secrets.Redact("", cmp.Or(place, name))
	return shown
}
