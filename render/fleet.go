package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// member is a cluster of the fleet. There may be a hundred thousand: what is asked of few is looked up.
type member struct {
	name       string
	fields     tree.Node        // the metadata of a document, or what an application writes of the cluster
	kubeConfig tree.Node        // absent for the hub, and for a cluster that nobody can reach, or need
	secret     tree.Node        // the name of the Secret, of a kubeConfig that is that and nothing else
	document   *schema.Document // that says it
	hub        bool
	namespaced bool // it says a namespace
}

// labels returns the labels of the cluster.
func (m *member) labels() tree.Node { return m.fields.Find("labels") }

// origin returns where the name of the cluster stands.
func (m *member) origin() tree.Node { return m.fields.Get("name") }

// ascending reports whether clusters are in the order of their names, of which no two are alike.
func ascending(all []*member) bool {
	for i, m := range all {
		if i > 0 && all[i-1].name >= m.name {
			return false
		}
	}
	return true
}

// params returns the parameters of the cluster, which only an application can write.
func (m *member) params() tree.Node {
	if m.document == nil || m.document.Class == schema.Fleet {
		return tree.Node{}
	}
	return m.fields.Find("params")
}

// inNamespace returns where the namespace of the cluster stands.
func (m *member) inNamespace() tree.Node {
	if !m.namespaced {
		return tree.Node{}
	}
	return m.fields.Get("namespace")
}

// labelsOf are the labels of a cluster, for selectors.
type labelsOf struct{ labels tree.Node }

func (l *labelsOf) Has(label string) bool { return l.labels.Find(label).Exists() }

func (l *labelsOf) Get(label string) string { return l.labels.Find(label).Text() }

func (l *labelsOf) Lookup(label string) (string, bool) {
	found := l.labels.Find(label)
	return found.Text(), found.Exists()
}

// fleet is the clusters that an application sees.
type fleet struct {
	members []*member // in the order of their names, each of which is there once
	hub     *member   // the cluster that Flux runs on; nil when nothing says which one it is
}

// find returns the cluster of a name; nil when there is none.
func (f *fleet) find(name string) *member {
	if i, ok := slices.BinarySearchFunc(f.members, name, func(m *member, name string) int { return cmp.Compare(m.name, name) }); ok {
		return f.members[i]
	}
	return nil
}

// documentsOfFleet returns the clusters among the documents. Two of one name are a problem of whoever looks into the fleet.
func (in input) documentsOfFleet(docs schema.Documents) (members []*member) {
	for _, d := range docs {
		if d.Class != schema.Fleet || d.Name == "" {
			continue
		}
		m := &member{
			name: d.Name, namespaced: d.Namespace != "", hub: d.IsHub(), document: d, fields: d.Root.Get("metadata"),
		}
		if name, key, node := d.KubeConfigSecret(); name != "" && !m.hub {
			fields := []tree.Field{{Key: "name", Value: in.build.String(name, node)}}
			if key != "" {
				fields = append(fields, tree.Field{Key: "key", Value: in.build.String(key, node)})
			}
			m.kubeConfig = in.build.Map(node, tree.Field{Key: "secretRef", Value: in.build.Map(node, fields...)})
			m.secret = onlySecret(m.kubeConfig)
		}
		members = append(members, m)
	}
	return members
}

// commonFleet is the fleet of the applications that write no clusters themselves, once one of them has looked into it.
type commonFleet struct {
	fleet    *fleet
	problems []schema.Problem
}

// fleetOf returns the fleet that an application sees: the clusters among the documents, and its own.
func (in input) fleetOf(app *application) (*fleet, []schema.Problem) {
	written := app.document.Spec.Get("clusters")
	count := written.Len()
	if count == 0 {
		if in.common.fleet == nil {
			in.common.fleet, in.common.problems = newFleet(in.members)
		}
		return in.common.fleet, in.common.problems
	}
	own := make([]member, count)
	all := slices.Grow(slices.Clone(in.members), len(own))
	var like layout
	for n := range written.Children() {
		m := &own[len(all)-len(in.members)]
		if !m.readLike(n, like) {
			m.read(n)
			like = m.layout()
		}
		m.document = app.document
		all = append(all, m)
	}
	return newFleet(slices.DeleteFunc(all, func(m *member) bool { return m.name == "" })) // which is refused
}

// newFleet returns the fleet of clusters that have names.
func newFleet(all []*member) (*fleet, []schema.Problem) {
	sorted := all
	var problems []schema.Problem
	if !ascending(all) {
		sorted = slices.Clone(all)
		slices.SortStableFunc(sorted, func(a, b *member) int { return cmp.Compare(a.name, b.name) })
		sorted = slices.CompactFunc(sorted, func(again, first *member) bool {
			if first.name == again.name {
				problems = append(problems, again.duplicates(first, "the cluster %s is there already, at %%s; give one of them another name"))
			}
			return first.name == again.name
		})
	}
	f := &fleet{members: sorted}
	for _, m := range all {
		switch {
		case !m.hub || f.find(m.name) != m:
		case f.hub == nil:
			f.hub = m
		default:
			problems = append(problems, m.duplicates(f.hub, "the cluster %s is the hub already, at %%s; Flux runs on one of them"))
		}
	}
	return f, problems
}

// read reads a cluster that an application writes itself.
func (m *member) read(n tree.Node) {
	m.fields = n.Value()
	for field := range n.Children() {
		switch field.Key() {
		case "name":
			m.name = field.Text()
		case "namespace":
			m.namespaced = field.Text() != ""
		case "hub":
			m.hub = field.Text() == "true"
		case "kubeConfig":
			m.kubeConfig = n.Get("kubeConfig")
			m.secret = onlySecret(m.kubeConfig)
		}
	}
}

// layout is where twins of a cluster have their name and the name of their Secret, which is all there is to read of them.
type layout struct {
	first                    tree.Node
	name, kubeConfig, secret int // numbers
}

// layout returns that of a cluster, without a first one when there may be more to read, or less in it.
func (m *member) layout() (l layout) {
	for _, key := range []string{"hub", "namespace"} {
		if m.fields.Find(key).Exists() {
			return l
		}
	}
	l.name, l.kubeConfig, l.secret = m.origin().Within(m.fields), m.kubeConfig.Within(m.fields), m.secret.Within(m.fields)
	if m.origin().Exists() && m.secret.Exists() && l.secret > 0 { // and behind no alias
		l.first = m.fields
	}
	return l
}

// readLike reads a cluster if it is one of those with a layout.
func (m *member) readLike(n tree.Node, l layout) bool {
	if first := n.Twin(); !first.Exists() || first != l.first {
		return false
	}
	n = n.Value()
	m.name, m.fields, m.kubeConfig, m.secret = n.Number(l.name).Text(), n, n.Number(l.kubeConfig), n.Number(l.secret)
	return true
}

// onlySecret returns the name of the Secret of a kubeConfig that is nothing else.
func onlySecret(kubeConfig tree.Node) tree.Node {
	ref := kubeConfig.First()
	if ref.Key() != "secretRef" || ref.Next().Exists() {
		return tree.Node{}
	}
	name := ref.First()
	if name.Key() != "name" || name.Next().Exists() || name.Kind() != tree.String {
		return tree.Node{}
	}
	return name
}

// duplicates says that a cluster cannot be beside another one, which the detail names.
func (m *member) duplicates(first *member, detail string) schema.Problem {
	return schema.Problem{
		Code: schema.CodeDuplicateCluster, Document: m.document, Node: m.origin(), Other: first.origin(), Current: m.name,
		Detail: fmt.Sprintf(detail, first.name),
	}
}

// names lists a few of the clusters, for messages.
func (f *fleet) names() string {
	const few = 5
	var names []string
	for _, m := range f.members[:min(few, len(f.members))] {
		names = append(names, m.name)
	}
	if more := len(f.members) - few; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}
