package change

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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
	if others := rules.Skip; p.isRenamed() { // another object has what it had
		rules.Skip = func(at tree.Path) bool {
			return at.Is("metadata", "name") || at.Is("metadata", "namespace") || others != nil && others(at)
		}
	}
	if from, to := filesOf(before, after); from != "" {
		f := Field{Path: "file", Before: strconv.Quote(from), After: strconv.Quote(to)}
		if after.rendered.Facts().HasFile() { // else no document says it
			f.Set = explainer.Field(f.Path).Setting
		}
		p.fields = append(p.fields, f)
	}
	for d := range rules.Differences(p.from, p.to) {
		f := Field{Path: d.Path.String(), Keys: d.Path.Keys(), Before: d.Before.JSON(), After: d.After.JSON(),
			Secret: isSecretVariable(d)}
		if !after.read {
			f.Set = explainer.Field(f.Keys...).Setting
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

func isSecretVariable(d tree.Difference) bool {
	if len(d.Path) == 0 || d.Path[len(d.Path)-1].Key != "value" {
		return false
	}
	_, before := finding.Secrets{}.Redact(d.Around[0].Get("name").Text(), d.Before.Text())
	_, after := finding.Secrets{}.Redact(d.Around[1].Get("name").Text(), d.After.Text())
	return before || after
}

// filesOf returns the files of an object before and after, where a document says one; empty where they are the same.
// One that was read may be in a folder above the files that documents say.
func filesOf(before, after *Object) (from, to string) {
	if after.read || !after.rendered.Facts().HasFile() && !before.rendered.Facts().HasFile() && before.said == "" {
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

func (p *pair) isRenamed() bool { return p.before.ID != p.after.ID }

func (p *pair) isOnOneServer() bool { return p.before.Server == p.after.Server }

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

func (p *pair) add(action Action, effect string) { p.found.add(action, effect) }

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if p.after.isSuspended() {
		return "once it is resumed, " + effect
	}
	return effect
}

func (p *pair) controller() string { return deleting.Controller(p.after.Row) }

func called(cluster string) string { return cmp.Or(cluster, "the hub") }

// What follows from other objects is no change of an object. Objects of a run know what they are without it: by Own. Of
// one that was read, it is found by its form.

// skipped returns what is not compared of a pair of which one side was read, with both objects as they are printed.
// Authors can write neither the digest nor the label.
func skipped(before, after *Object, earlier, later tree.Node) func(tree.Path) bool {
	sources := before.listsSources() || after.listsSources()
	console := before.hasNoOwnName(earlier) && after.hasNoOwnName(later)
	return func(at tree.Path) bool {
		return at.Is("metadata", "annotations", kinds.AnnotationDigest) ||
			at.Is("metadata", "annotations", kinds.AnnotationClosesWave) ||
			at.Is("metadata", "annotations", kinds.AnnotationProtected) ||
			at.Is("metadata", "labels", kinds.LabelApplication) ||
			console && at.Is("metadata", "annotations", kinds.AnnotationName) ||
			sources && at.Is("spec", "eventSources")
	}
}

// listsSources reports whether fluxapp has written what the object, an Alert of a run, is about.
func (o *Object) listsSources() bool {
	return o.Kind == kinds.Alert.Name && !o.read && !o.rendered.Facts().Own().At("spec", "eventSources").Exists()
}

// hasNoOwnName reports whether the annotation with the name for KubeSphere's console is not the author's, or the
// object does not have it. Fluxapp writes it on the workloads of an Application, whose name is in a label.
func (o *Object) hasNoOwnName(content tree.Node) bool {
	metadata := content.Get("metadata")
	ofConsole := o.IsWorkload() && metadata.At("labels", kinds.LabelManagedBy).Text() == o.documentName()
	if !o.read {
		ofConsole = o.rendered.Document().Facts().IsKubeSphereApplication()
	}
	return ofConsole || !metadata.At("annotations", kinds.AnnotationName).Exists()
}

// withoutGates returns an object without its wave's gates: items with fluxapp's expression, and the plain item behind
// each, unless the expression asks all. One that closes its wave has the interval of its author.
func withoutGates(b *tree.Builder, root tree.Node) tree.Node {
	dependsOn := root.At("spec", "dependsOn")
	var kept []tree.Node
	for item := dependsOn.First(); item.Exists(); item = item.Next() {
		if isGate(item) {
			if !strings.HasSuffix(item.Get("readyExpr").Text(), emit.WholeGate) {
				item = item.Next()
			}
			continue
		}
		kept = append(kept, item)
	}
	closes := root.At("metadata", "annotations", kinds.AnnotationClosesWave)
	if len(kept) == dependsOn.Len() && !closes.Exists() {
		return root
	}
	spec, list, interval := root.Get("spec"), tree.Node{}, closes
	if len(kept) > 0 {
		list = b.List(dependsOn, kept...)
	}
	if closes.Exists() {
		if closes.Text() == "" {
			interval = tree.Node{}
		}
		spec = with(b, spec, "interval", interval)
	}
	return with(b, root, "spec", with(b, spec, "dependsOn", list))
}

// with returns a map with another value of a key; without the key where the value is absent.
func with(b *tree.Builder, n tree.Node, key string, value tree.Node) tree.Node {
	fields := slices.DeleteFunc(n.Fields(), func(f tree.Field) bool { return f.Key == key })
	return b.Map(n, append(fields, tree.Field{Key: key, Value: value})...)
}

func isGate(item tree.Node) bool {
	return strings.HasPrefix(item.Get("readyExpr").Text(), emit.GatePrefix)
}
