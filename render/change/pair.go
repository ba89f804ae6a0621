package change

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// pair is an object before and after a change.
type pair struct {
	was, is        *Object
	before, after  value // without what follows from other objects
	earlier, later side  // all objects of before, and of after
	explainer      render.FieldExplainer
	fields         []Field // that differ
	skip           func(steps []step) bool
}

// newPair compares two objects, which are valid until the next pair. Where both were rendered, they are what their
// authors have written. Where one was read, the other is built whole too.
func (c *comparison) newPair(was, is *Object) *pair {
	p := &pair{was: was, is: is, earlier: c.before, later: c.after}
	var own tree.Node
	if !is.read {
		own = c.is.Tree(is.rendered)
		p.explainer = c.is.FieldExplainer(is.rendered)
	}
	if !was.read && !is.read {
		p.before, p.after = value{c.was.Tree(was.rendered), false}, value{own, false}
	} else {
		b, before, after := tree.NewBuilder(), was.Content(), is.Content()
		p.skip = p.skipped(before, after)
		p.before = value{withoutGates(b, before), was.read}
		p.after = value{withoutGates(b, after), is.read}
	}
	p.fields = p.differences()
	return p
}

// differences returns the fields that differ.
func (p *pair) differences() []Field {
	f := fields{skip: p.skip}
	if p.was.ID != p.is.ID {
		f.skip = p.skipWithName
	}
	if !p.is.read {
		f.explain = p.setting
	}
	f.compare(p.before, p.after)
	return f.found
}

// skipWithName is skip for an object with another ID, which the change has.
func (p *pair) skipWithName(at []step) bool {
	return isAt(at, "metadata", "name") || isAt(at, "metadata", "namespace") || p.skip != nil && p.skip(at)
}

// setting returns what sets a field in after, or what removes it.
func (p *pair) setting(keys []string) render.Setting {
	return p.explainer.Field(keys...).Setting
}

// changes reports whether a field of the objects, or one below it, differs.
func (p *pair) changes(path string) bool {
	return slices.ContainsFunc(p.fields, func(f Field) bool { return isBelow(f.Path, path) })
}
