package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// pair is an object before and after a change.
type pair struct {
	was, is        *Object
	before, after  value // without what follows from other objects
	earlier, later side  // all objects of before, and of after
	explainer      render.FieldExplainer
	build          *tree.Builder
	skip           func(keys []string) bool
}

// newPair builds two objects. Where both were rendered, they are what their authors have written. Where one was read, the other is built
// whole too.
func (c *comparison) newPair(was, is *Object) *pair {
	p := &pair{was: was, is: is, earlier: c.before, later: c.after, build: tree.NewBuilder()}
	if !is.read {
		p.explainer = is.rendered.FieldExplainer()
	}
	if !was.read && !is.read {
		p.before, p.after = value{was.rendered.Own(), false}, value{p.explainer.Own(), false}
		return p
	}
	p.skip = skipped(was, is)
	p.before = value{withoutGates(p.build, was.Content()), was.read}
	p.after = value{withoutGates(p.build, is.Content()), is.read}
	return p
}

// fields returns the fields that differ.
func (p *pair) fields() []Field {
	f := fields{skip: p.skip, build: p.build}
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
func (p *pair) skipWithName(keys []string) bool {
	if len(keys) == 2 && keys[0] == "metadata" && (keys[1] == "name" || keys[1] == "namespace") {
		return true
	}
	return p.skip != nil && p.skip(keys)
}

// setting returns what sets a field in after, or what removes it.
func (p *pair) setting(keys []string) render.Setting {
	return p.explainer.Field(keys...).Setting
}
