package change

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/tree/compare"
)

type pair struct {
	before, after version
	explainer     render.FieldExplainer
	fields        []Field // that differ
	skip          func(compare.Path) bool
}

type version struct {
	*Object
	root tree.Node // without what follows from other objects
	side side
}

// differences returns the fields that differ. A map that is new or gone differs field by field.
func (p *pair) differences() (found []Field) {
	rules := compare.Rules{Before: p.before.nulls(), After: p.after.nulls(), EachField: true, Skip: p.skips}
	for d := range rules.Differences(p.before.root, p.after.root) {
		f := Field{Path: d.Path.String(), Before: d.Before.JSON(), After: d.After.JSON(), Secret: isSecretVariable(d)}
		if !p.after.read {
			f.Set = p.explainer.Field(d.Path.Keys()...).Setting
		}
		found = append(found, f)
	}
	return found
}

// nulls are the nulls that are values: all that were printed are.
func (o *Object) nulls() compare.Nulls {
	if o.read {
		return compare.All
	}
	return compare.Kept
}

// skips reports whether what is at a path is not compared: what follows from other objects, and a new name.
func (p *pair) skips(at compare.Path) bool {
	return p.skip != nil && p.skip(at) || p.isRenamed() && (at.Is("metadata", "name") || at.Is("metadata", "namespace"))
}

// isRenamed reports whether another object has what the earlier one had.
func (p *pair) isRenamed() bool { return p.before.ID != p.after.ID }

// isSecretVariable reports whether the values are those of a variable that is called like a secret.
func isSecretVariable(d compare.Difference) bool {
	if len(d.Path) == 0 || d.Path[len(d.Path)-1].Key != "value" {
		return false
	}
	for i, v := range []compare.Value{d.Before, d.After} {
		if _, hidden := finding.Redact(d.Around[i].Get("name").Text(), v.Text()); hidden {
			return true
		}
	}
	return false
}

// changes reports whether a field of the objects, or one below it, differs.
func (p *pair) changes(at kinds.Path) bool {
	return slices.ContainsFunc(p.fields, func(f Field) bool { return f.IsBelow(at.String()) })
}

type outcome struct {
	action Action
	effect string // for the end of a sentence; may be empty
}

// controller is who applies the object, at the beginning of a clause.
func (p *pair) controller() string { return p.after.Row.Controller() }

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if p.after.isSuspended() {
		return "once it is resumed, " + effect
	}
	return effect
}

func (v version) isSuspended() bool { return kinds.IsSuspended(v.root.At) }

func called(cluster string) string { return cmp.Or(cluster, "the hub") }
