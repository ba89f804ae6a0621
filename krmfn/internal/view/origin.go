package view

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
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

// of returns what a workload, or a HelmChart, is made of. Of a chart, the version counts where its source is a HelmRepository: elsewhere it
// comes with the revision of the source.
func (s origins) of(o render.Object) origin {
	link, found := s[o.ID()]
	if !found {
		return origin{}
	}
	if link.To.Kind() == kinds.HelmChart.Name {
		return s.of(link.To)
	}
	made := origin{version: revision(link.To), source: link.ID.Kind + " " + address(link)}
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

// address returns where a source is: its URL, or, where it has none or the run does not render it, its name.
func address(link render.Link) string {
	at := func(field string) string { return link.To.SpecValue(field).Text() }
	bucket := strings.TrimSuffix(at("endpoint")+"/"+at("bucketName"), "/")
	return cmp.Or(at("url"), bucket, strings.TrimPrefix(link.ID.Namespace+"/"+link.ID.Name, "/"))
}

// references are the fields of ref of a source, the first of which that is written counts, and what it follows without any:
// fluxcd.io/flux/components/source/gitrepositories and /ocirepositories, "Reference".
var references = map[string]struct {
	fields []string
	usual  string
}{
	kinds.GitRepository.Name: {[]string{"commit", "name", "semver", "tag", "branch"}, "master"},
	kinds.OCIRepository.Name: {[]string{"digest", "semver", "tag"}, "latest"},
}

// revision returns what a source follows; empty for one without revisions, and for one that the run does not render.
func revision(source render.Object) string {
	known, found := references[source.Kind()]
	if !found {
		return ""
	}
	for _, field := range known.fields {
		if text := source.SpecValue("ref", field).Text(); text != "" {
			return text
		}
	}
	return known.usual
}
