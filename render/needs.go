package render

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Need is a thing that must exist before an application's objects work and that neither fluxapp nor Flux makes here.
type Need struct {
	// Application is the namespace/name of the document.
	Application string `json:"application"`
	// Clusters are where the thing must exist: the hub, which is called hub, or clusters in order.
	Clusters []string `json:"clusters"`
	// Kind is Namespace, ServiceAccount, Secret, ConfigMap, Role, ClusterRole or the kind of a Flux object.
	Kind string `json:"kind"`
	// Namespace and Name are the thing's; a Namespace and a ClusterRole have a name only. They may hold a ${…}.
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	// Keys are the keys of which a Secret's or ConfigMap's data must have one; empty where Flux asks for no certain key.
	Keys []string `json:"keys,omitempty"`
	// Reasons say why the thing must exist. There is at least one.
	Reasons []NeedReason `json:"reasons"`
}

// NeedReason is a reason for a need, with the first place that has it.
type NeedReason struct {
	// Text says in a few words what the thing is for, for example "Helm stores its releases in it".
	Text string `json:"text"`
	// File, Line and Column are the place that needs the thing. Line is 0 when it is no place of a file.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Needs returns what must exist, without repetition, by application, the hub first, then by kind, namespace and name.
// A thing that several clusters need for the same reasons is one need. They are:
//
//  1. namespaces: of every object; where a release or a Kustomization delivers to; and where Helm stores a release.
//     Not those that install.createNamespace makes;
//  2. ServiceAccounts: those that Flux impersonates, on the cluster of the object, and those by which it logs in to a
//     cloud;
//  3. Secrets and ConfigMaps: kubeconfigs, and what sources, decryption, valuesFrom, substituteFrom and
//     argumentsReferences name. Not what is optional;
//  4. sources, charts, objects of dependsOn, Providers and ImageRepositories that are only named;
//  5. ClusterRoles that RoleBindings name, except those that Kubernetes brings.
//
// All but things on the cluster that an object delivers to must exist on its own API server: the hub, or the cluster.
func (r Result) Needs() []Need {
	found := needs.Of(placementsOf(r.Objects), placementsOf(r.elsewhere))
	all := make([]Need, len(found))
	for i, n := range found {
		all[i] = Need{Application: n.App.Owner(), Clusters: n.Clusters, Kind: n.Kind, Namespace: n.Namespace, Name: n.Name}
		if n.Clusters == nil {
			all[i].Clusters = []string{kinds.Hub}
		}
		for _, b := range n.Because {
			at := b.At.Node.Position()
			all[i].Reasons = append(all[i].Reasons, NeedReason{string(b.Reason), at.File, at.Line, at.Column})
		}
		if n.Key != "" {
			all[i].Keys = strings.Split(n.Key, ",")
		}
	}
	return all
}

func placementsOf(objects []Object) []*plan.Placement {
	return each.Of(objects, func(o Object) *plan.Placement { return o.p })
}

// Link is a reference of an object to an object of Flux on the same API server.
type Link struct {
	// From is the object that refers to another one.
	From Object
	// To is that object, or the one that a controller makes it of; the zero Object where the run renders none.
	To Object
	// ID is what the reference names. It may be a ${…}.
	ID ID
	// Relation is what the other object is to this one.
	Relation kinds.Relation
}

// Links yields the references to objects of Flux, in the order of objects, without those of waves. Objects of another
// kind that delivery makes an object wait for are among them.
func (r Result) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		known, made, ordered := needs.Known{}, r.byKey(), map[*plan.Order][]Object{}
		for _, o := range r.Objects {
			if o.p.Order != nil {
				ordered[o.p.Order] = append(ordered[o.p.Order], o)
			}
		}
		for _, o := range r.Objects {
			for _, ref := range known.Links(o.p) {
				id := ID{Server: o.p.Server(), Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
				if !yield(Link{From: o, To: made[id], ID: id, Relation: ref.Relation}) {
					return
				}
			}
			if o.p.Order == nil {
				continue
			}
			for _, before := range o.p.Order.Before {
				for _, awaited := range ordered[before.Order] {
					if !yield(Link{From: o, To: awaited, ID: awaited.ID(), Relation: kinds.Precedes}) {
						return
					}
				}
			}
		}
	}
}

// byKey returns the objects by what references name; for an ArtifactGenerator, this is the artifact that Flux makes.
func (r Result) byKey() map[ID]Object {
	made := make(map[ID]Object, len(r.Objects))
	for _, o := range r.Objects {
		made[ID(o.p.Key())] = o
		if o.p.Common.Kind.Makes != "" {
			made[ID(o.p.ArtifactKey())] = o
		}
	}
	return made
}

// Wave returns the wave of the object's entry; 0 where it has none, and for an object that no entry makes.
func (o Object) Wave() int { return o.placement().Field().Wave }

// Gates returns the objects that the object waits for because of its wave: the objects of the nearest lower wave that
// has one that is not suspended. They are the same for all objects of an application and a wave, also where one object
// closes the lower wave, so that dependsOn names it alone.
func (o objectFacts) Gates() (before []Object) {
	if gates := o.placement().Common.Gates; gates != nil {
		before = each.Of(gates.Awaited, objectOf)
	}
	return before
}

// Chart is a chart as Flux looks for it.
type Chart = releases.Chart

// Values is what Flux gives Helm beside a chart.
type Values = releases.Values

// ChartCheck checks values for a chart.
type ChartCheck = releases.Check

// ValuesCheck checks the values of releases by charts that are at hand. The only one is Charts.Check of package
// render/checks: what it is given is internal.
type ValuesCheck func(placements []*plan.Placement) []finding.Problem

// ChartUse is a chart that HelmReleases of an application need.
type ChartUse struct {
	// Application is the namespace/name of the document.
	Application string `json:"application"`
	// Clusters are those where the chart is installed, in order, the hub first, which is called hub.
	Clusters []string `json:"clusters"`
	Chart
	// File, Line and Column are the first place that names the chart.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Charts returns the charts that the HelmReleases need, by application, in the order of the objects. A chart is left
// out of which nobody can know which one it is, because no document has its source.
func (r Result) Charts() (uses []ChartUse) {
	type key struct {
		application string
		chart       *releases.Found
	}
	finder, known := releases.NewFinder(slices.Concat(placementsOf(r.Objects), placementsOf(r.elsewhere))), map[key]int{}
	for _, o := range r.Objects {
		if o.p.Common.Kind != kinds.HelmRelease {
			continue
		}
		found := finder.Of(o.p)
		if found.Unknown != "" {
			continue
		}
		k := key{o.Application(), found}
		at, isKnown := known[k]
		if !isKnown {
			place := releases.ChartNode(o.p).Position()
			at, known[k] = len(uses), len(uses)
			uses = append(uses, ChartUse{Application: k.application, Chart: found.Chart, File: place.File, Line: place.Line,
				Column: place.Column})
		}
		uses[at].Clusters = append(uses[at].Clusters, cmp.Or(o.Cluster(), kinds.Hub))
	}
	for i := range uses {
		uses[i].Clusters = slices.Compact(uses[i].Clusters) // objects are in the order of their clusters
	}
	slices.SortStableFunc(uses, func(a, b ChartUse) int { return strings.Compare(a.Application, b.Application) })
	return uses
}
