package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// member is a cluster of the fleet.
type member struct {
	name, namespace string
	hub             bool
	labels          tree.Node
	annotations     tree.Node
	params          tree.Node
	read            labels.Set       // the labels, once somebody has asked for them
	kubeConfig      tree.Node        // absent for the hub, and for a cluster that nobody can reach, or need
	origin          tree.Node        // where its name stands
	document        *schema.Document // that says it
}

// set returns the labels for selectors.
func (m *member) set() labels.Set {
	if m.read == nil {
		m.read = labels.Set{}
		for label := range m.labels.Children() {
			m.read[label.Key()] = label.Text()
		}
	}
	return m.read
}

// fleet holds clusters by name.
type fleet map[string]*member

// hub returns the cluster that Flux runs on; nil when the fleet does not say which one it is.
func (f fleet) hub() (hub *member) {
	for _, m := range f {
		if m.hub && (hub == nil || m.name < hub.name) { // that there are two is refused
			hub = m
		}
	}
	return hub
}

// documentsOfFleet returns the clusters among the documents. Two of one name are a problem of whoever looks into the fleet.
func (in input) documentsOfFleet(docs schema.Documents) (members []*member) {
	for _, d := range docs {
		if d.Class != schema.Fleet || d.Name == "" {
			continue
		}
		m := &member{
			name: d.Name, namespace: d.Namespace, hub: d.IsHub(), document: d,
			labels: d.Root.At("metadata", "labels"), annotations: d.Root.At("metadata", "annotations"), origin: d.Root.At("metadata", "name"),
		}
		if name, key, node := d.KubeConfigSecret(); name != "" && !m.hub {
			fields := []tree.Field{{Key: "name", Value: in.build.String(name, node)}}
			if key != "" {
				fields = append(fields, tree.Field{Key: "key", Value: in.build.String(key, node)})
			}
			m.kubeConfig = in.build.Map(node, tree.Field{Key: "secretRef", Value: in.build.Map(node, fields...)})
		}
		members = append(members, m)
	}
	return members
}

// fleetOf returns the fleet that an application sees: the clusters among the documents, and its own.
func (in input) fleetOf(app *application) (fleet, []schema.Problem) {
	all := slices.Clone(in.members)
	for n := range app.document.Spec.Get("clusters").Children() {
		all = append(all, &member{
			name: n.Get("name").Text(), namespace: n.Get("namespace").Text(), hub: n.Get("hub").Text() == "true",
			labels: n.Get("labels"), annotations: n.Get("annotations"), params: n.Get("params"), kubeConfig: n.Get("kubeConfig"),
			origin: n.Get("name"), document: app.document,
		})
	}
	known, problems, hub := fleet{}, []schema.Problem(nil), (*member)(nil)
	for _, m := range all {
		if m.name == "" { // which is refused
			continue
		}
		if first := known[m.name]; first != nil {
			problems = append(problems, schema.Problem{
				Code: schema.CodeDuplicateCluster, Document: m.document, Node: m.origin, Other: first.origin, Current: m.name,
				Detail: fmt.Sprintf("the cluster %s is there already, at %%s; give one of them another name", m.name),
			})
			continue
		}
		known[m.name] = m
		switch {
		case !m.hub:
		case hub == nil:
			hub = m
		default:
			problems = append(problems, schema.Problem{
				Code: schema.CodeDuplicateCluster, Document: m.document, Node: m.origin, Other: hub.origin, Current: m.name,
				Detail: fmt.Sprintf("the cluster %s is the hub already, at %%s; Flux runs on one of them", hub.name),
			})
		}
	}
	return known, problems
}

// sorted returns the clusters in the order of their names.
func (f fleet) sorted() []*member {
	return slices.SortedFunc(maps.Values(f), func(a, b *member) int { return cmp.Compare(a.name, b.name) })
}

// names lists a few of the clusters, for messages.
func (f fleet) names() string {
	const few = 5
	names := slices.Sorted(maps.Keys(f))
	if len(names) > few {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
	}
	return strings.Join(names, ", ")
}
