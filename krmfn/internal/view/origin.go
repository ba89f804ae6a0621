package view

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type origin struct{ chart, version, source string }

// origins finds what objects are made of: the sources and charts that they refer to.
type origins map[render.ID]render.Link

func newOrigins(result render.Result) origins {
	all := origins{}
	for link := range result.Links() {
		from := link.From.ID()
		if _, found := all[from]; !found && link.Relation == render.Feeds {
			all[from] = link
		}
	}
	return all
}

// origin returns what a workload, or a HelmChart, is made of, without secrets.
func (s origins) origin(o render.Object) origin {
	made := s.written(o)
	made.chart, _ = finding.Redact("", made.chart)
	made.version, _ = finding.Redact("", made.version)
	return made
}

// written is of with the secrets that are in charts and versions. Of a chart, the version counts where its source is
// a HelmRepository: elsewhere it comes with the revision of the source.
func (s origins) written(o render.Object) origin {
	link, found := s[o.ID()]
	if !found {
		return origin{}
	}
	if link.To.Row().Is(kinds.Chart) {
		return s.written(link.To)
	}
	_, revision := link.To.Row().Followed(link.To.Value)
	made := origin{
		version: revision, source: link.ID.Kind + " " + address(link), chart: o.Row().ChartName.In(o.Value).Text(),
	}
	switch link.ID.Kind {
	case kinds.HelmRepository.Name:
		made.version = cmp.Or(o.Row().ChartVersion.In(o.Value).Text(), "*")
	case kinds.OCIRepository.Name:
		if o.Kind() == kinds.HelmRelease.Name {
			made.chart = cmp.Or(made.chart, path.Base(address(link)))
		}
	}
	return made
}

// address returns where a source is, without secrets, or its name, where it is no place or the run does not render it.
func address(link render.Link) string {
	place, name := link.To.Row().Address(link.To.Value), strings.TrimPrefix(link.ID.Namespace+"/"+link.ID.Name, "/")
	shown, _ := finding.Redact("", cmp.Or(place, name))
	return shown
}
