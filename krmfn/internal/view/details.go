package view

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
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

// line is an object with where it comes from and where it goes. COMMAND.md describes its fields.
type line struct {
	Application string `json:"application,omitempty"`
	Cluster     string `json:"cluster,omitempty"`
	Path        string `json:"path"`
	Place
	Object json.RawMessage `json:"object"`
}

// WriteLines writes objects in their order as JSON, one per line with its application, its cluster, the file that -o
// dir= writes, and the place that made it. It holds one object at a time, and returns the writer's first error.
func WriteLines(w io.Writer, objects []render.Object) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, o := range objects {
		l := line{Cluster: explained.ClusterOf(o), Path: o.Path(), Place: placeOf(o.Origin()), Object: o.JSON()}
		if o.Document().Class() == schema.ClassApplication {
			l.Application = o.Application()
		}
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	return out.Flush()
}

type origin struct{ chart, version, source string }

// origins finds what objects are made of: the sources and charts that they refer to.
type origins struct {
	links   map[render.ID]render.Link
	secrets finding.Secrets
}

func newOrigins(result render.Result) origins {
	all := origins{map[render.ID]render.Link{}, result.Secrets()}
	for link := range result.Links() {
		from := link.From.ID()
		if _, found := all.links[from]; !found && link.Relation == render.Feeds {
			all.links[from] = link
		}
	}
	return all
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
