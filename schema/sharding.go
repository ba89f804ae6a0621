package schema

import (
	"fmt"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LabelShard is the label by which Flux's controllers share their work
// (https://fluxcd.io/flux/installation/configuration/sharding).
const LabelShard = "sharding.fluxcd.io/key"

// Sharding spreads the HelmReleases and Kustomizations of an application over shards of Flux's controllers, by the names of their
// clusters. Sources and charts stay with the main source-controller, which is the only one that finds them both.
type Sharding struct {
	// Shards is the number of shards, from 1 to 1000. The name of a cluster decides its shard; adding a shard moves only its share
	// of the clusters.
	Shards int32 `json:"shards"`
	// Key is the beginning of the shards' names; the number of the shard follows. Empty means shard: shard1, shard2 and so on.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=59
	Key string `json:"key,omitempty"`
}

// Sharded reports whether the application's objects are spread over shards.
func (d *Document) Sharded() bool { return d.Spec.Get("sharding").Exists() }

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// sharding checks how an application is spread.
func (c *check) sharding(n tree.Node) {
	if n.Kind() != tree.Map {
		return
	}
	shards, key := n.Get("shards"), n.Get("key")
	if count, err := strconv.Atoi(shards.Text()); shards.Kind() == tree.Number && err == nil && (count < 1 || count > MaxShards) {
		c.refuse(Problem{Code: CodeRange, Node: shards, Current: shards.Text(), Detail: fmt.Sprintf("%d is no number of shards; write one from 1 to %d", count, MaxShards)})
	}
	if value, ok := text(key); ok && value != "" && len(validation.IsValidLabelValue(value+"1000")) > 0 {
		c.refuse(Problem{Code: CodeLabel, Node: key, Current: value,
			Detail: fmt.Sprintf("%q cannot begin a label value; write at most 59 letters, digits, '-', '_' and '.', with a letter or digit first", value)})
	}
	c.references(n)
	c.add(checkFields(n, shapes().sharding, c.flux))
}
