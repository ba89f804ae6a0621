package change

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

// pair is an object before and after a change.
type pair struct {
	before, after version
	explainer     render.FieldExplainer
	fields        []Field // that differ
	skip          func(steps []step) bool
}

// version is the object of one side.
type version struct {
	*Object
	root value // without what follows from other objects
	side side
}

// differences returns the fields that differ.
func (p *pair) differences() []Field {
	f := fields{skip: p.skip}
	if p.isRenamed() {
		f.skip = p.skipWithName
	}
	if !p.after.read {
		f.explain = p.setting
	}
	f.compare(p.before.root, p.after.root)
	return f.found
}

// isRenamed reports whether another object has what the earlier one had.
func (p *pair) isRenamed() bool { return p.before.ID != p.after.ID }

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
	return slices.ContainsFunc(p.fields, func(f Field) bool { return f.IsBelow(path) })
}
