// Package stages shows a fleet's applications by a label of its clusters: versions, what is ready, and what changes.
//
//	table, err := stages.Of(stages.Fleet{Fleet: page.Fleet}, "stage")
//	err = table.WriteText(os.Stdout)
//
// It is pure: what it knows is in the overview of a page, a status and changes.
package stages

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Fleet is what stages are made of.
type Fleet struct {
	view.Fleet                 // with changes, that of [view.Page.Compare]
	Status     *status.Status  // nil when no observed objects are given
	Changes    *change.Changes // those since an earlier result; nil when nothing is compared
}

// Stages are applications by the values of a label. krmfn/internal/page/app/src/contract.ts has the same type.
type Stages struct {
	Label string `json:"label"`
	// Stages are the values of the label, in the order in which their clusters get a change, and then by name. The empty
	// one is of clusters without the label, and is last. A stage without any application is left out.
	Stages []string `json:"stages"`
	// Rows are the applications, in the order of the overview. A page counts by itself, and gets none.
	Rows []Row `json:"rows,omitempty"`
}

// Row is an application. Its cell of a stage is nil where it is on no cluster of that, and nothing changes there.
type Row struct {
	Application string  `json:"application"`
	Cells       []*Cell `json:"cells"`
}

// Cell is what an application has in a stage.
type Cell struct {
	Clusters   int            `json:"clusters"` // on which it has workloads; what is gone has none
	Versions   []view.Version `json:"versions"` // of its workloads; what most clusters have comes first
	*Workloads                // nil when no observed objects are given
	// Actions count the objects that change, also those on clusters that were in the stage before.
	Actions map[change.Action]int `json:"actions,omitempty"`
	Odd     []string              `json:"odd,omitempty"` // have other versions than more than half of the cell
}

// Workloads are how many workloads are ready, as in [status.Cluster].
type Workloads struct {
	Ready int `json:"ready"`
	Total int `json:"total"`
}

// Of returns the stages of a label. Without a label, they are those of the label that orders the clusters, and nil
// where that is not clear. It refuses a label that no cluster has. Documents that have errors have no stages.
func Of(f Fleet, label string) (*Stages, error) {
	if f.Refused {
		return nil, nil
	}
	b := builderOf(f)
	if label == "" {
		if label = b.ordering(); label == "" {
			return nil, nil
		}
	} else if err := check(label, f.Clusters); err != nil {
		return nil, err
	}
	for _, c := range b.Clusters {
		b.now, b.before = append(b.now, c.Labels[label]), append(b.before, c.Labels[label])
		if c.Was != nil {
			b.before[len(b.before)-1] = c.Was[label]
		}
	}
	b.addClusters()
	b.addStatus()
	b.addChanges()
	return b.stages(label), nil
}

func check(label string, clusters []view.Cluster) error {
	known := map[string]bool{}
	for _, c := range clusters {
		for _, labels := range []map[string]string{c.Labels, c.Was} {
			for key := range labels {
				known[key] = true
			}
		}
	}
	keys := slices.Sorted(maps.Keys(known))
	switch near := names.Nearest(label, keys); {
	case known[label]:
		return nil
	case len(keys) == 0:
		return errors.New("--by " + label + ": no cluster has labels; leave --by out")
	case near != "":
		return fmt.Errorf("--by %s: no cluster has this label; write --by %s", label, near)
	}
	return fmt.Errorf("--by %s: no cluster has this label; their labels are %s", label, names.List(keys, 12))
}

type place struct{ application, cluster int }

type workloads struct {
	versions []string // each once
	wave     int      // the first one; 0 where the application has no waves
	gone     bool     // only the result before has them
}

type builder struct {
	Fleet
	applications, clusters map[string]int // by name
	places                 map[place]*workloads
	now, before            []string                      // the stages of clusters
	cells                  []map[string]*Cell            // of applications, by stage
	sets                   map[*Cell]map[string][]string // the clusters of a cell, by their versions
}

func builderOf(f Fleet) *builder {
	b := &builder{Fleet: f, applications: map[string]int{}, clusters: map[string]int{}, places: map[place]*workloads{},
		sets: map[*Cell]map[string][]string{}}
	for i, a := range f.Applications {
		b.applications[a.Name], b.cells = i, append(b.cells, map[string]*Cell{})
	}
	for i, c := range f.Clusters {
		b.clusters[c.Name] = i
	}
	for _, o := range f.Objects {
		if o.Application >= 0 && o.Cluster >= 0 && o.Kind == f.Applications[o.Application].Workload {
			b.addWorkload(place{o.Application, o.Cluster}, o)
		}
	}
	return b
}

// addWorkload adds a workload. A deleted workload is behind all others, and counts where nothing else is left.
func (b *builder) addWorkload(at place, o view.Object) {
	w, wave := b.places[at], *cmp.Or(o.Wave, new(int))
	if w == nil {
		w = &workloads{wave: wave, gone: o.Gone}
		b.places[at] = w
	}
	if o.Gone && !w.gone {
		return
	}
	w.wave = min(w.wave, wave)
	if o.Version != "" && !slices.Contains(w.versions, o.Version) {
		w.versions = append(w.versions, o.Version)
	}
}

func (b *builder) cell(application int, stage string) *Cell {
	cells := b.cells[application]
	if cells[stage] == nil {
		cells[stage] = &Cell{Versions: []view.Version{}, Actions: map[change.Action]int{}}
		if b.Status != nil {
			cells[stage].Workloads = &Workloads{}
		}
	}
	return cells[stage]
}

func (b *builder) addClusters() {
	for at, w := range b.places {
		if w.gone {
			continue
		}
		c := b.cell(at.application, b.now[at.cluster])
		c.Clusters++
		slices.Sort(w.versions)
		sets, set := each.Below(b.sets, c), strings.Join(w.versions, "\n")
		sets[set] = append(sets[set], b.Clusters[at.cluster].Name)
	}
	for c, sets := range b.sets {
		c.Versions, c.Odd = versionsOf(sets), oddOf(sets, c.Clusters)
	}
}

func versionsOf(sets map[string][]string) []view.Version {
	counted, all := map[string]int{}, []view.Version{}
	for set, clusters := range sets {
		for version := range strings.SplitSeq(set, "\n") {
			counted[version] += len(clusters)
		}
	}
	for version, clusters := range counted {
		if version != "" {
			all = append(all, view.Version{Version: version, Clusters: clusters})
		}
	}
	slices.SortFunc(all, func(x, y view.Version) int {
		return cmp.Or(cmp.Compare(y.Clusters, x.Clusters), cmp.Compare(x.Version, y.Version))
	})
	return all
}

// oddOf returns the clusters that have other versions than more than half of the clusters.
func oddOf(sets map[string][]string, clusters int) (odd []string) {
	hasUsual := false
	for _, some := range sets {
		if 2*len(some) > clusters {
			hasUsual = true
		} else {
			odd = append(odd, some...)
		}
	}
	if !hasUsual {
		return nil
	}
	slices.Sort(odd)
	return odd
}

func (b *builder) addStatus() {
	if b.Status == nil {
		return
	}
	for _, a := range b.Status.Applications {
		for _, c := range a.Clusters {
			cluster, known := b.clusters[status.ClusterName(c.Name)] // an extra object may be on any
			application := b.applications[a.Name]
			if w := b.places[place{application, cluster}]; known && w != nil && !w.gone {
				cell := b.cell(application, b.now[cluster])
				cell.Ready, cell.Total = cell.Ready+c.Ready, cell.Total+c.Total
			}
		}
	}
}

// addChanges counts each change in the stage in which its cluster is now and, if another, in that in which it was.
func (b *builder) addChanges() {
	if b.Changes == nil {
		return
	}
	for _, c := range b.Changes.List {
		application, found := b.applications[c.Application]
		if !found {
			continue
		}
		before, was := b.stage(c.Before, b.before)
		now, is := b.stage(c.After, b.now)
		if was {
			b.cell(application, before).Actions[c.Action]++
		}
		if is && (!was || now != before) {
			b.cell(application, now).Actions[c.Action]++
		}
	}
}

func (b *builder) stage(o *change.Object, stages []string) (stage string, found bool) {
	if o == nil || o.Cluster == "" && !o.IsWorkload() { // of no cluster, or a source on the hub
		return "", false
	}
	if i, found := b.clusters[cmp.Or(o.Cluster, kinds.Hub)]; found {
		return stages[i], true
	}
	return "", false
}

func (b *builder) stages(label string) *Stages {
	all := &Stages{Label: label, Stages: b.inOrder(), Rows: []Row{}}
	for i, a := range b.Applications {
		cells := each.Of(all.Stages, func(stage string) *Cell { return b.cells[i][stage] })
		all.Rows = append(all.Rows, Row{a.Name, cells})
	}
	return all
}
