package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Portion is what one Kustomization of delivery applies: a group of clusters, all that is on the hub itself or of no
// cluster, or in the topology Standalone a cluster.
type Portion struct {
	// Folder is the folder of the group, from the rendered folder; in the topology Standalone the cluster's own.
	Folder string
	// Namespace and Name are those of the Kustomization, and Server is the cluster whose API server has it.
	Server, Namespace, Name string
	// OneFile: all objects of an application in the folder are in one file.
	OneFile bool
	// Standalone: the folder is that of a cluster with a Flux of its own, which it has without delivery too.
	Standalone bool
	// Order is what the folder has where it is of one application on one cluster; nil for a group.
	Order *Order
}

// Key is the key of the Kustomization; the zero key for objects that no delivery applies.
func (p *Portion) Key() ClashKey {
	if p == nil {
		return ClashKey{}
	}
	return ClashKey{p.Server, kinds.Kustomization.Name, p.Namespace, p.Name}
}

// Delivers returns the folder of the group that an object of delivery is for; false for all other objects.
func (p *Placement) Delivers() (folder string, delivers bool) {
	for _, f := range p.Common.Annotations {
		if f.Key == kinds.AnnotationDelivers {
			return f.Value.Text(), true
		}
	}
	return "", false
}

// ShardName is the name by which the object's part of a run is chosen: the folder of its group, or else its cluster.
func (p *Placement) ShardName() string {
	if p.Portion == nil || p.Portion.Standalone {
		return p.ClusterName
	}
	return cmp.Or(p.Portion.Folder, p.ClusterName)
}

// Order is the workload of an application on a cluster that Flux applies before or after that of an application of
// another kind. Controllers of Flux wait for objects of their own kind only, so a Kustomization of delivery applies it
// alone, and waits for the Kustomizations of the orders before it.
type Order struct {
	App *inventory.Application
	// Cluster is empty for the hub. Server is the cluster whose API server has the objects.
	Server, Cluster string
	// Before are the orders that must be ready first, in the order of their folders.
	Before []Before
	// Awaited is the first item of dependsOn because of which another order waits for this one; absent where none does.
	Awaited tree.Node
	// Objects are what the application has on the cluster, in the order of their names.
	Objects []inventory.ObjectKey
}

// Before is an order that another one waits for, and the first item of dependsOn that asks for it.
type Before struct {
	*Order
	Item tree.Node
}

// Parts are the names of the folders from the rendered folder to the objects; see [kinds.IsOrdered]. A document's
// folder is not among them: the Kustomization has the path, and only who writes files knows where a document is. An
// application without a namespace is below _, which no namespace is called.
func (o *Order) Parts() []string {
	namespace, name := cmp.Or(o.App.Namespace, "_"), o.App.Document.Name()
	if o.Server != "" {
		return []string{o.Server, kinds.Ordered, namespace, name}
	}
	return []string{kinds.Ordered, namespace, name, cmp.Or(o.Cluster, kinds.Hub)}
}

// Folder is the folder of the objects, from the rendered folder.
func (o *Order) Folder() string { return strings.Join(o.Parts(), "/") }

func (o *Order) wait(before *Order, item tree.Node) {
	if !before.Awaited.Exists() || item.Position().Compare(before.Awaited.Position()) < 0 {
		before.Awaited = item
	}
	if slices.ContainsFunc(o.Before, func(b Before) bool { return b.Order == before }) {
		return
	}
	o.Before = append(o.Before, Before{before, item})
	slices.SortStableFunc(o.Before, func(a, b Before) int { return cmp.Compare(a.Folder(), b.Folder()) })
}

// Waits reports whether delivery makes the object wait for what an item of its dependsOn names.
func (p *Placement) Waits() bool {
	if p.Order == nil {
		return false
	}
	for item := range p.Field().DependsOn.Children() {
		app := p.Common.App.Awaits(item, item.Get("application"))
		if slices.ContainsFunc(p.Order.Before, func(b Before) bool { return b.App.Key() == app }) {
			return true
		}
	}
	return false
}

// shardOf returns the shard of controllers that an object belongs to; 0 when nobody shards its kind.
func shardOf(a *inventory.Application, k *kinds.Kind, cluster string) int32 {
	if !a.Sharding.Exists() {
		return 0
	}
	shards, err := strconv.Atoi(a.Sharding.Get("shards").Text())
	if err != nil || shards < 1 || shards > kinds.MaxShards || k == kinds.KCLRun { // a wrong number is refused
		return 0
	}
	return int32(Rendezvous(cluster, shards))
}

// Rendezvous chooses one of so many shards, counted from 1, for a name. Each shard draws a number for the name, and
// the highest wins: one shard more wins its share and moves nothing else.
func Rendezvous(name string, shards int) (winner int) {
	var highest uint64
	sum := sha256.Sum256([]byte(name))
	seed := binary.BigEndian.Uint64(sum[:8])
	for i := 1; i <= shards; i++ {
		if drawn := mixed(seed + uint64(i)); winner == 0 || drawn > highest {
			winner, highest = i, drawn
		}
	}
	return winner
}

// mixed spreads a number over all numbers, so that neighbours have nothing in common: splitmix64 (Steele, Lea and
// Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
