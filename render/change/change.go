package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Action is what a change does to an object and to what runs because of it.
type Action string

const (
	// Deleted: the object is gone.
	Deleted Action = "deleted"
	// Reinstalled: Flux uninstalls what runs and installs it anew.
	Reinstalled Action = "reinstalled"
	// Orphaned: the object is gone, or delivers to another cluster, and what it applied stays without an owner.
	Orphaned Action = "orphaned"
	// Renamed: another object has the same release, or the same object is of another document.
	Renamed Action = "renamed"
	// Freed: the object waits for none of those that it waited for because of waves, directly or through others, so that
	// Flux does at once what a gate has held back.
	Freed Action = "freed"
	// Suspended: Flux applies nothing of the object any more.
	Suspended Action = "suspended"
	// Resumed: Flux applies the object again.
	Resumed Action = "resumed"
	// Moved: another shard of Flux's controllers has the object, or the object applies another path or source, or has
	// patches that take objects out, and Flux deletes what only the old one has; or what runs nothing has another file.
	Moved Action = "moved"
	// Changed: Flux applies new fields.
	Changed Action = "changed"
	// Created: the object is new.
	Created Action = "created"
	// Gated: only what the object waits for because of waves changes. Only [Changes.Gated] has such changes.
	Gated Action = "only in the gates of waves"
)

// actions are all actions in the order in which people must see them: what removes something comes first.
var actions = [...]Action{Deleted, Reinstalled, Orphaned, Renamed, Freed, Suspended, Resumed, Moved, Changed,
	Created, Gated}

// Actions returns all actions in the order in which people must see them.
func Actions() []Action { return slices.Clone(actions[:]) }

func (a Action) compare(b Action) int {
	return cmp.Compare(slices.Index(actions[:], a), slices.Index(actions[:], b))
}

// Changes are all that differs between two renderings.
type Changes struct {
	// List is ordered by application and cluster, and then as the objects are rendered.
	List []Change
	// Unchanged counts the objects that are the same.
	Unchanged int
	// Gated are the objects that change only in what they wait for because of waves, and in the digest of it, in the
	// order of List. They have no fields and no place, and [Changes.Unchanged] does not count them.
	Gated []Change
	// Final are the final objects that go, of a run that makes them: limits count them, and the digest covers them.
	Final []stream.Deletion
	// Secrets are those in the documents of both sides, as far as they are known; the texts hide them.
	Secrets finding.Secrets

	sides sides
	// resultBefore and resultAfter are the renderings that the sides are from; zero where a side was only read.
	resultBefore, resultAfter render.Result
}

// Change is what happens to one object.
type Change struct {
	Action Action `json:"action"`
	// Application is the namespace/name of the document of the object; before the change when the object is gone.
	Application string `json:"application"`
	// Cluster is where the object delivers to; empty for the hub, and for an object of no cluster.
	Cluster string `json:"cluster,omitempty"`
	// EarlierCluster is the earlier name of the cluster where it is another one now, because the object delivers to
	// another cluster or another object takes its place; [kinds.Hub] for the hub, as outputs call it,
	// because empty means that the cluster is the same.
	EarlierCluster string `json:"wasCluster,omitempty"`
	// Object is the object after the change; before it when the object is gone.
	Object render.ID `json:"object"`
	// Earlier is the earlier object of a renamed one, whose name, namespace or server differs; the zero ID for all others.
	Earlier render.ID `json:"was,omitzero"`
	// Workload: the object is a HelmRelease, a Kustomization or a KCLRun.
	Workload bool `json:"workload,omitempty"`
	// Bootstrap: the administrator of a cluster applies the object, and not Flux.
	Bootstrap bool `json:"bootstrap,omitempty"`
	// Effect is what happens on the cluster, as the end of a sentence; empty where Flux only applies new fields.
	Effect string `json:"effect,omitempty"`
	// Redirected: another kubeConfig leads the object, or the one that takes its place, to a cluster. Nobody but who has
	// both kubeConfigs knows whether that is another cluster.
	Redirected bool `json:"-"`
	// At is the place of what makes the object in after; in before when it is gone. It has no line where nobody knows it.
	At tree.Position `json:"-"`
	// Fields are what differs, in the order in which the object is printed; none for an object that is new or gone.
	Fields []Field `json:"-"`
	// Before and After are the object on the two sides; nil where the side does not have it.
	Before *Object `json:"-"`
	After  *Object `json:"-"`

	removes bool   // patches take out what Flux then deletes
	freed   string // what the object waits for still, where it is freed
}

func newChange(action Action, before, after *Object) Change {
	o := cmp.Or(after, before)
	return Change{Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID, At: o.at,
		Workload: o.IsWorkload(), Bootstrap: o.Bootstrap, Before: before, After: after}
}

func clusterName(c *Change) string {
	if c.Cluster == "" && c.Workload {
		return kinds.Hub
	}
	return c.Cluster
}

func (c *Change) add(action Action, effect string) {
	if action.compare(c.Action) < 0 {
		c.Action = action
	}
	c.Effect = strings.TrimPrefix(c.Effect+"; "+effect, "; ")
}

// Field is a field that differs.
type Field struct {
	// Path leads from the object to the field, as spec.values.replicas. It is file for where a document says it lies.
	Path string
	// Keys lead from the object to the field, or to the first list that it is in; none to file.
	Keys []string
	// Before and After are compact JSON, scalars as written; empty for none. Both may be secrets, which the texts hide.
	Before, After string
	// Secret: the values belong to a variable that is called like a secret, in a list of variables with name and value.
	Secret bool
	// Set is what sets the value in after, or what removes the field there; the zero Setting where nobody knows it.
	Set render.Setting
}

func (f Field) isBelow(path string) bool {
	rest, below := strings.CutPrefix(f.Path, path)
	return below && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
