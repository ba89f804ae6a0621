package schema

import (
	"cmp"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Chosen is a cluster that a decision names.
type Chosen struct {
	// Node is where the name is written.
	Node tree.Node
	// Name is the cluster's, and Namespace that of its ClusterProfile; empty where the decision does not tell.
	Name, Namespace string
}

// Chosen returns the clusters that a decision names, in the order of the document; none of other documents. A cluster
// may be there twice.
func (d *Document) Chosen() (all []Chosen) {
	if d.class != ClassDecision {
		return nil
	}
	at := d.means.Decides
	for item := range at.List.In(d.Root().At).Children() {
		if name := at.Name.In(item.At); name.Text() != "" {
			c := Chosen{Node: name, Name: name.Text()}
			if at.Namespace.Keys() != nil {
				c.Namespace = cmp.Or(at.Namespace.In(item.At).Text(), d.Namespace())
			}
			all = append(all, c)
		}
	}
	return all
}

// DecisionKeys returns the labels by which a placement selects a decision; the name of one that has none of them.
func (d *Document) DecisionKeys() (keys []tree.Node) {
	for _, key := range d.means.Decides.Keys {
		if label := d.Root().At("metadata", "labels").Find(key); label.Text() != "" {
			keys = append(keys, label)
		}
	}
	if len(keys) == 0 {
		keys = append(keys, d.Root().At("metadata", "name"))
	}
	return keys
}

// DecisionIndex returns the label with the index of a slice among those of one decision, and the index; -1 where the
// slice has none, or no valid one.
func (d *Document) DecisionIndex() (label tree.Node, index int) {
	label = d.Root().At("metadata", "labels").Find(d.means.Decides.Index)
	index, err := strconv.Atoi(label.Text())
	if err != nil || strconv.Itoa(index) != label.Text() {
		index = -1
	}
	return label, index
}

// checkDecision leaves out the rest of the document, which belongs to the scheduler.
func checkDecision(d *Document) {
	c, at := check.Checker{Subject: d.Subject()}, d.means.Decides
	if label, index := d.DecisionIndex(); label.Exists() && index < 0 {
		c.Refuse(label, finding.CodePlacement, "%q is no index of a slice; the scheduler counts them \"0\", \"1\" and so on",
			label.Text())
	}
	isKind(&c, d.Root(), tree.List, at.IsLater, at.List.Keys())
	for item := range at.List.In(d.Root().At).Children() {
		isKind(&c, item, tree.String, at.IsLater, at.Name.Keys())
		if at.Namespace.Keys() != nil && item.Kind() == tree.Map {
			isKind(&c, item, tree.String, true, at.Namespace.Keys())
		}
	}
	d.report(c.Problems...)
}

// isKind refuses a value below a map that is of another kind than wanted; and a missing one, unless it is optional.
func isKind(c *check.Checker, n tree.Node, wanted tree.Kind, optional bool, keys []string) {
	kind := tree.Map
	if len(keys) == 0 {
		kind = wanted
	}
	switch {
	case n.Kind() != kind:
		c.Refuse(n, finding.CodeType, "is %s, and %s belongs here", n.Kind(), kind)
		return
	case len(keys) == 0:
		return
	case !optional:
		c.Required(n, keys[0])
	}
	if next := n.Get(keys[0]); next.Exists() {
		isKind(c, next, wanted, optional, keys[1:])
	}
}
