package change

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Compare returns what differs between two renderings. Objects are the same when their IDs are. What follows from other
// objects is no change: the digest and the gates of waves, what closes a wave, the objects of an application that
// others wait for, what Alerts list and select, and the name for KubeSphere's console. Comments are none either.
//
// Objects of other shards of a run (see [render.Options]) are not compared.
func Compare(before, after render.Result) Changes {
	c := CompareObjects(AllRendered(before.Files()), AllRendered(after.Files()))
	c.resultBefore, c.resultAfter = before, after
	return c.withSecrets(before.Secrets().With(after.Secrets()))
}

// CompareObjects returns what differs between two sides, in any order. Of objects with one ID in before, one counts.
func CompareObjects(before, after []Object) Changes {
	c := comparison{Changes: Changes{before: sideOf(before), after: sideOf(after)},
		beforeReader: render.NewOwnReader(), afterReader: render.NewOwnReader()}
	var gone, made []*Object
	for o, later := range c.Objects() {
		switch {
		case later == nil:
			gone = append(gone, o)
		case o == nil:
			made = append(made, later)
		default:
			c.compare(o, later)
		}
	}
	c.unmatched(gone, made)
	c.free()
	sortChanges(c.List)
	sortChanges(c.Gated)
	return c.Changes
}

// Objects returns the objects of both sides, paired by ID: nil stands for an object that a side does not have.
func (c Changes) Objects() iter.Seq2[*Object, *Object] {
	return func(yield func(before, after *Object) bool) {
		for _, o := range c.before.list {
			if !yield(o, c.after.byKey[o.key()]) {
				return
			}
		}
		for _, o := range c.after.list {
			if c.before.byKey[o.key()] == nil && !yield(nil, o) {
				return
			}
		}
	}
}

func (c *comparison) compare(before, after *Object) {
	if before.Unchanged {
		c.Unchanged++
		return
	}
	from, _ := filesOf(before, after)
	if before.read || from != "" ||
		!bytes.Equal(c.beforeReader.Text(before.rendered), c.afterReader.Text(after.rendered)) {
		if p := c.newPair(before, after); len(p.fields) > 0 {
			c.List = append(c.List, c.pairChange(p))
			return
		}
	}
	if before.digest() == after.digest() {
		c.Unchanged++
	} else {
		c.Gated = append(c.Gated, Change{Action: Gated, Application: after.Application, Cluster: after.Cluster,
			Object: after.ID, Workload: after.IsWorkload(), Before: before, After: after})
	}
}

// pairChange returns a pair's change, with references left dangling by a new name of the object or of what it makes.
func (c *comparison) pairChange(p *pair) Change {
	found := p.change()
	if !p.isRenamed() && len(p.before.provides()) == 1 {
		return found
	}
	if count := c.dangling(p.before.Object); count > 0 {
		found.Effect = strings.TrimPrefix(found.Effect+"; "+refersStill(count)+" to its old name", "; ")
	}
	return found
}

// newPair compares two objects, which are valid until the next pair. Where both were rendered, they are what their
// authors have written. Where one was read, the other is built whole too.
func (c *comparison) newPair(before, after *Object) *pair {
	p := &pair{before: version{Object: before, side: c.before}, after: version{Object: after, side: c.after}}
	var own tree.Node
	if !after.read {
		own = c.afterReader.Tree(after.rendered)
		p.explainer = c.afterReader.FieldExplainer(after.rendered)
	}
	if !before.read && !after.read {
		p.before.root, p.after.root = c.beforeReader.Tree(before.rendered), own
	} else {
		b, earlier, later := tree.NewBuilder(), before.Content(), after.Content()
		p.skip = skipped(before, after, earlier, later)
		p.before.root, p.after.root = withoutGates(b, earlier), withoutGates(b, later)
	}
	p.fields = p.differences()
	p.addFile()
	return p
}

// sortChanges puts changes into their total order: by application and cluster, and then as their objects are rendered.
func sortChanges(all []Change) {
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(
			strings.Compare(a.Application, b.Application),
			strings.Compare(a.Cluster, b.Cluster),
			plan.CompareShared(a.object().shared, b.object().shared),
			strings.Compare(a.Object.Server, b.Object.Server),
			plan.CompareShared(b.object().Delivers, a.object().Delivers), // what delivers is behind what it applies
			cmp.Compare(a.object().Row.Order(), b.object().Row.Order()),
			a.Object.Compare(b.Object),
		)
	})
}

func (c *Change) object() *Object { return cmp.Or(c.After, c.Before) }
