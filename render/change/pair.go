package change

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// pair is an object before and after the change, and the fields that differ.
type pair struct {
	sides
	before, after *Object
	from, to      tree.Node // the objects without what follows from others
	fields        []Field
	found         Change // the change of the pair, as far as it is known
}

type readers struct{ before, after *render.OwnReader }

// newPair compares two objects, which are valid until the next pair. Where both were rendered, they are what their
// authors have written. Where one was read, the other is built whole too.
func newPair(s sides, read readers, before, after *Object) *pair {
	p := &pair{sides: s, before: before, after: after}
	rules := tree.Comparison{Before: before.nulls(), After: after.nulls(), EachField: true}
	var explainer render.FieldExplainer
	if !after.read {
		p.to = read.after.Tree(after.rendered)
		explainer = read.after.FieldExplainer(after.rendered)
	}
	if !before.read && !after.read {
		p.from = read.before.Tree(before.rendered)
	} else {
		b, earlier, later := tree.NewBuilder(), before.Content(), after.Content()
		rules.Skip = skipped(before, after, earlier, later)
		p.from, p.to = withoutGates(b, earlier), withoutGates(b, later)
	}
	if p.isRenamed() {
		rules.Skip = withoutName(rules.Skip)
	}
	p.addFile(explainer)
	for d := range rules.Differences(p.from, p.to) {
		f := Field{Path: d.Path.String(), Before: d.Before.JSON(), After: d.After.JSON(), Secret: isSecretVariable(d)}
		if !after.read {
			f.Set = explainer.Field(d.Path.Keys()...).Setting
		}
		p.fields = append(p.fields, f)
	}
	return p
}

// nulls are the nulls that are values: all that were printed are.
func (o *Object) nulls() tree.Nulls {
	if o.read {
		return tree.AllNulls
	}
	return tree.KeptNulls
}

// withoutName skips the name of an object, too: another one has what it had.
func withoutName(skip func(tree.Path) bool) func(tree.Path) bool {
	return func(at tree.Path) bool {
		return at.Is("metadata", "name") || at.Is("metadata", "namespace") || skip != nil && skip(at)
	}
}

// isSecretVariable reports whether the values belong to a variable that is called like a secret, now or before.
func isSecretVariable(d tree.Difference) bool {
	if len(d.Path) == 0 || d.Path[len(d.Path)-1].Key != "value" {
		return false
	}
	for i, v := range []tree.Compared{d.Before, d.After} {
		if _, hidden := (finding.Secrets{}).Redact(d.Around[i].Get("name").Text(), v.Text()); hidden {
			return true
		}
	}
	return false
}

func (p *pair) addFile(explainer render.FieldExplainer) {
	if from, to := filesOf(p.before, p.after); from != "" {
		f := Field{Path: "file", Before: strconv.Quote(from), After: strconv.Quote(to)}
		if p.after.rendered.HasFile() { // else no document says it
			f.Set = explainer.Field(f.Path).Setting
		}
		p.fields = append(p.fields, f)
	}
}

// filesOf returns the files of an object before and after, where a document says one; empty where they are the same.
// One that was read may be in a folder above the files that documents say.
func filesOf(before, after *Object) (from, to string) {
	if after.read || !after.rendered.HasFile() && !before.rendered.HasFile() && before.said == "" {
		return "", ""
	}
	from, to = before.rendered.Path(), after.rendered.Path()
	if before.read {
		from = cmp.Or(before.said, before.at.File)
	}
	if from == to || before.said == "" && before.read && strings.HasSuffix(from, "/"+to) {
		return "", ""
	}
	return from, to
}

// isRenamed reports whether another object has what the earlier one had.
func (p *pair) isRenamed() bool { return p.before.ID != p.after.ID }

// isOnOneServer reports whether one Flux has both objects.
func (p *pair) isOnOneServer() bool { return p.before.Server == p.after.Server }

// changes reports whether a field of the objects, or one below it, differs.
func (p *pair) changes(at kinds.Path) bool {
	return slices.ContainsFunc(p.fields, func(f Field) bool { return f.isBelow(at.String()) })
}

// changesDestination reports whether another kubeConfig leads to another cluster, perhaps.
func (p *pair) changesDestination() bool {
	return (p.isRenamed() || p.changes(p.after.Row.Part(kinds.KubeConfig).At)) &&
		p.before.destination() != p.after.destination()
}

// changedPart returns a part of the identity on both sides, and whether it differs. It is looked at only if a field
// differs whose change has the same effect: one part can stand in for another.
func (p *pair) changedPart(part kinds.Part) (before, after string, changes bool) {
	isTouched := func(other kinds.Part) bool { return other.Change == part.Change && p.changes(other.At) }
	if !slices.ContainsFunc(p.after.Row.Identity, isTouched) {
		return "", "", false
	}
	before, after = p.before.part(part), p.after.part(part)
	return before, after, before != after
}

func (o *Object) part(part kinds.Part) string { return o.Identity().Part(part) }

func (o *Object) isSuspended() bool { return kinds.IsSuspended(o.value) }

// add adds an effect, for the end of a sentence.
func (p *pair) add(action Action, effect string) {
	if action.compare(p.found.Action) < 0 {
		p.found.Action = action
	}
	p.found.Effect = strings.TrimPrefix(p.found.Effect+"; "+effect, "; ")
}

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if p.after.isSuspended() {
		return "once it is resumed, " + effect
	}
	return effect
}

func (p *pair) controller() string { return p.after.Row.Controller() }

func called(cluster string) string { return cmp.Or(cluster, "the hub") }
