package view

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// origin is what a workload is made of, for people.
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
	made.chart, _ = finding.Redact("spec.chart", made.chart)
	made.version, _ = finding.Redact("spec.version", made.version)
	return made
}

// written is of with the secrets that are in charts and versions. Of a chart, the version counts where its source is
// a HelmRepository: elsewhere it comes with the revision of the source.
func (s origins) written(o render.Object) origin {
	link, found := s[o.ID()]
	if !found {
		return origin{}
	}
	if link.To.Kind() == kinds.HelmChart.Name {
		return s.written(link.To)
	}
	_, revision := graph.Followed(link.To)
	made := origin{version: revision, source: link.ID.Kind + " " + address(link)}
	switch link.ID.Kind {
	case kinds.HelmRepository.Name:
		made.version = cmp.Or(chartValue(o, "version"), "*")
		made.chart = chartValue(o, "chart")
	case kinds.OCIRepository.Name:
		made.chart = cmp.Or(chartValue(o, "chart"), path.Base(address(link)))
	default:
		made.chart = chartValue(o, "chart")
	}
	if o.Kind() == kinds.Kustomization.Name || o.Kind() == kinds.KCLRun.Name {
		made.chart = ""
	}
	return made
}

// chartValue returns a field of the chart of a HelmRelease, or of a HelmChart.
func chartValue(o render.Object, field string) string {
	if o.Kind() == kinds.HelmChart.Name {
		return o.SpecValue(field).Text()
	}
	return o.SpecValue("chart", "spec", field).Text()
}

// address returns where a source is, without secrets: its URL, or, where it has none or the run does not render it,
// its name.
func address(link render.Link) string {
	at := func(field string) string { return link.To.SpecValue(field).Text() }
	bucket := strings.TrimSuffix(at("endpoint")+"/"+at("bucketName"), "/")
	shown, _ := finding.Redact("spec.url",
		cmp.Or(at("url"), bucket, strings.TrimPrefix(link.ID.Namespace+"/"+link.ID.Name, "/")))
	return shown
}
