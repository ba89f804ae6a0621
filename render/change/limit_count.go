package change

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type measure int

const (
	deletion measure = iota
	reinstallation
	anyChange
	measures // how many there are
)

// counts are the clusters on which workloads of an application, or of all, change. The hub has the empty name.
type counts struct {
	clusters map[string]bool // those that had a workload before
	changes  [measures]map[string][]*Change
}

func newCounts() *counts {
	c := &counts{clusters: map[string]bool{}}
	for m := range c.changes {
		c.changes[m] = map[string][]*Change{}
	}
	return c
}

type tally struct {
	run          *counts            // of all applications together
	applications map[string]*counts // that had the workloads
	served       map[string]bool    // the clusters that workloads of after deliver to
}

type place struct{ application, cluster string }

// tallyOf counts the changes of workloads, each for the application that had the workload, and for the cluster that it
// delivered to. It is empty when none changes that was there before.
func tallyOf(changes Changes) tally {
	t := tally{newCounts(), map[string]*counts{}, map[string]bool{}}
	var counted []*Change
	redirected := map[*Object]bool{}
	for i := range changes.List {
		if c := &changes.List[i]; c.Workload && c.Action != Created && isCounted(c) {
			counted = append(counted, c)
			redirected[c.Before] = c.Redirected
		}
	}
	if len(counted) == 0 && len(changes.Final) == 0 {
		return t
	}
	clusters := t.addWorkloads(changes, redirected)
	for _, c := range counted {
		cluster := clusters[c.Before]
		for _, m := range measuresOf(c) {
			for _, counts := range []*counts{t.applications[c.Before.Application], t.run} {
				counts.changes[m][cluster] = append(counts.changes[m][cluster], c)
			}
		}
	}
	return t
}

// addWorkloads adds the workloads of both sides, and returns the clusters of those of before: a workload is on the
// cluster of the same object of after, which knows it for certain, unless that one delivers to another cluster.
func (t *tally) addWorkloads(changes Changes, redirected map[*Object]bool) map[*Object]string {
	folders, clusters := foldersOf(changes), map[*Object]string{}
	for before, after := range changes.sides.pairs() {
		if after != nil && after.IsWorkload() {
			t.served[after.Cluster] = true
		}
		if before == nil || !before.IsWorkload() {
			continue
		}
		cluster := folders.clusterOf(before)
		if after != nil && !redirected[before] {
			cluster = after.Cluster
		}
		if t.applications[before.Application] == nil {
			t.applications[before.Application] = newCounts()
		}
		t.applications[before.Application].clusters[cluster], t.run.clusters[cluster] = true, true
		clusters[before] = cluster
	}
	return clusters
}

// measuresOf returns what a change of a workload counts for. A workload that another application, another Flux or
// perhaps another cluster has now counts as deleted: nobody knows whether the other one is there.
func measuresOf(c *Change) []measure {
	all := []measure{anyChange}
	isRenamed := c.Action == Renamed && c.Earlier != (render.ID{}) // and not only its document
	isHandedOver := isRenamed && (c.Application != c.Before.Application || c.Before.Server != c.Object.Server)
	if c.Action == Deleted || c.Action == Orphaned || c.Redirected || isHandedOver || c.removes {
		all = append(all, deletion)
	}
	if c.Action == Reinstalled || isRenamed {
		all = append(all, reinstallation)
	}
	return all
}

// isCounted reports whether limits and digests count the change. That it frees an object is held by itself.
func isCounted(c *Change) bool {
	byFields := c.Action == Changed || c.Action == Freed
	return !byFields || slices.ContainsFunc(c.Fields, func(f Field) bool { return !mayFollow(f) })
}

// mayFollow reports whether nobody can tell what in a field of a read object its author wrote, and what follows from
// other objects. Neither limits nor digests count such fields, so that both are the same for rendered objects.
func mayFollow(f Field) bool {
	return f.Path == "spec.wave" || f.isBelow("spec.dependsOn") || f.isBelow("spec.eventSources") ||
		f.Path == pruneField
}

// pruneField is the annotation that objects have before delivery moves them.
var pruneField = "metadata.annotations" + tree.Step(kinds.AnnotationPrune)

// folders tell which clusters the workloads are of that were read. People may have moved the files of several
// clusters to one folder, and where there are no files, the kubeConfigs of several clusters may have one name.
type folders struct {
	// configs is the kubeConfig of the workloads in the folder of a cluster; several where they have different ones.
	configs map[place]string
	// certain are the clusters that have a workload of after in their folder.
	certain map[place]bool
	// namespaces is that of the workloads whose kubeConfigs have one name; several where there are more.
	namespaces map[place]string
}

// several marks that there is more than one. It is no name.
const several = "\x00"

func foldersOf(changes Changes) folders {
	f := folders{map[place]string{}, map[place]bool{}, map[place]string{}}
	add := func(values map[place]string, at place, value string) {
		if known, found := values[at]; found && known != value {
			value = several
		}
		values[at] = value
	}
	for o, after := range changes.sides.pairs() {
		if o == nil || !o.IsWorkload() {
			continue
		}
		if after != nil && after.Cluster == o.Cluster {
			f.certain[place{o.Application, o.Cluster}] = true
		}
		if o.KubeConfig != "" {
			add(f.namespaces, place{o.Application, o.KubeConfig}, o.Namespace)
			add(f.configs, place{o.Application, o.Cluster}, o.Namespace+"/"+o.KubeConfig)
		}
	}
	return f
}

// clusterOf returns the cluster of a workload of before: its folder's one, unless workloads there have different
// kubeConfigs and none is known to be the cluster's. Then it is the kubeConfig's name, with the namespace if shared.
func (f folders) clusterOf(o *Object) string {
	at := place{o.Application, o.Cluster}
	switch {
	case o.KubeConfig == "" || f.certain[at] || f.configs[at] != several:
		return o.Cluster
	case f.namespaces[place{o.Application, o.KubeConfig}] == several:
		return o.Namespace + "/" + o.KubeConfig
	}
	return o.KubeConfig
}

const digestLength = 16

// digest returns the digest of exactly these changes, 16 hexadecimal digits: what happens to which objects, the old
// and new values of their fields, what new objects hold, and what [Freed] ones wait for. It does not depend on places,
// on the order of documents, and on whether before was rendered or read from files. Of a run that makes final objects
// it is another one where some go.
func (c Changes) digest() string {
	sum := sha256.New()
	var text []byte // the last one
	add := func(parts ...string) {
		text = appendParts(text[:0], parts...)
		sum.Write(text)
	}
	own := render.NewOwnReader()
	for i := range c.List {
		if one := &c.List[i]; isCounted(one) {
			add(digested(one, own)...)
		}
	}
	for i := range c.List {
		if one := &c.List[i]; one.freed != "" {
			add(one.freed, one.Object.Server, one.After.text(own))
		}
	}
	moved := c.handover()
	for _, o := range slices.Concat(moved.unmarked, moved.released) {
		add("moved", o.Server, o.Kind, o.Namespace, o.Name)
	}
	final := each.Of(c.Final, func(d stream.Deletion) []string {
		return append([]string{"final", d.Application, d.Cluster, d.Kind}, slices.Sorted(slices.Values(d.Names))...)
	})
	slices.SortFunc(final, slices.Compare)
	for _, parts := range final {
		add(parts...)
	}
	return hex.EncodeToString(sum.Sum(nil))[:digestLength]
}

// appendParts appends texts with their lengths, which keep them apart.
func appendParts(to []byte, parts ...string) []byte {
	to = binary.AppendUvarint(to, uint64(len(parts)))
	for _, part := range parts {
		to = append(binary.AppendUvarint(to, uint64(len(part))), part...)
	}
	return to
}

func digested(c *Change, own *render.OwnReader) []string {
	parts := []string{string(c.Action), c.Application, c.Cluster, c.EarlierCluster}
	for _, id := range []render.ID{c.Object, c.Earlier} {
		parts = append(parts, id.Server, id.Kind, id.Namespace, id.Name)
	}
	for _, f := range c.Fields {
		if !mayFollow(f) {
			parts = append(parts, f.Path, f.Before, f.After)
		}
	}
	if c.Action == Created && c.After != nil {
		parts = append(parts, c.After.text(own))
	}
	if c.Earlier != (render.ID{}) && c.Before != nil { // what goes with the old object does not differ in a field
		removed, _ := c.Before.Removed()
		parts = append(parts, removed, c.Before.release(), c.After.release())
	}
	return parts
}

func (o *Object) text(own *render.OwnReader) string {
	if o.read {
		return string(tree.AppendJSON(nil, o.Content()))
	}
	return string(own.Text(o.rendered))
}
