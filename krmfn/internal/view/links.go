package view

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// links has what references between objects tell: what workloads are made of, and which applications wait for which.
type links struct {
	sources map[render.ID]render.Link // of each object the first
	before  map[string]map[string]bool
	waiting map[render.ID][]string
	secrets finding.Secrets
}

func linksOf(result render.Result) links {
	all := links{map[render.ID]render.Link{}, map[string]map[string]bool{}, waiting(result), result.Secrets()}
	for link := range result.Links() {
		switch from := link.From.ID(); link.Relation {
		case kinds.Feeds:
			if _, found := all.sources[from]; !found {
				all.sources[from] = link
			}
		case kinds.Precedes:
			application, before := link.From.Application(), link.To.Application()
			if before != "" && before != application { // else the run does not render it, or nobody waits
				each.Below(all.before, application)[before] = true
			}
		}
	}
	return all
}

// waiting returns the applications that Kustomizations of delivery wait for before they apply those of their own.
func waiting(result render.Result) map[render.ID][]string {
	orders, all := map[render.ID]render.Object{}, map[render.ID][]string{}
	for _, k := range result.Delivery {
		if folder, _ := k.Delivers(); kinds.IsOrdered(folder) {
			orders[k.ID()] = k
		}
	}
	for id, k := range orders {
		for ref, value := range kinds.Kustomization.Named(k.Value) {
			to := ref.Target(value, id.Namespace, k.Value)
			before, waits := orders[render.ID{Server: id.Server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}]
			if waits {
				all[id] = append(all[id], before.Application())
			}
		}
	}
	return all
}

// made is what a workload is made of, without secrets. Source is for people.
type made struct{ Chart, Version, Source string }

// made returns what a workload, or a HelmChart, is made of; the zero made of another object. Of a chart, the version
// counts where its source is a HelmRepository: elsewhere it comes with the revision of the source.
func (l links) made(o render.Object) made {
	link, found := l.sources[o.ID()]
	if !found && o.Row().HasInline(o.Value) { // Flux makes the OCIRepository
		link, found = render.Link{ID: render.ID{Kind: kinds.OCIRepository.Name}, To: o}, true
	}
	if !found {
		return made{}
	}
	if link.To.Row().Is(kinds.Chart) {
		return l.made(link.To)
	}
	_, revision := link.To.Row().Followed(link.To.Value)
	made := made{Version: revision, Source: link.ID.Kind + " " + l.address(link),
		Chart: o.Row().ChartName.In(o.Value).Text()}
	switch link.ID.Kind {
	case kinds.HelmRepository.Name:
		made.Version = cmp.Or(o.Row().ChartVersion.In(o.Value).Text(), "*")
	case kinds.OCIRepository.Name:
		if o.Kind() == kinds.HelmRelease.Name {
			made.Chart = cmp.Or(made.Chart, path.Base(l.address(link)))
		}
	}
	made.Chart, _ = l.secrets.Redact("", made.Chart)
	made.Version, _ = l.secrets.Redact("", made.Version)
	return made
}

// address returns where a source is, without secrets, or its name, where it is no place or the run does not render it.
func (l links) address(link render.Link) string {
	place, name := link.To.Row().Address(link.To.Value), strings.TrimPrefix(link.ID.Namespace+"/"+link.ID.Name, "/")
	shown, _ := l.secrets.Redact("", cmp.Or(place, name))
	return shown
}
