package change

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What follows from other objects is no change of an object. Objects of a run know what they are without it: see
// [render.Object.Own]. Of one that was read, it is found by its form.

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
	return o.Kind == kinds.Alert.Name && !o.read && !o.rendered.Own().At("spec", "eventSources").Exists()
}

// hasNoOwnName reports whether the annotation with the name for KubeSphere's console is not the author's, or the
// object does not have it. Fluxapp writes it on the workloads of an Application, whose name is in a label.
func (o *Object) hasNoOwnName(content tree.Node) bool {
	metadata := content.Get("metadata")
	ofConsole := o.IsWorkload() && metadata.At("labels", kinds.LabelManagedBy).Text() == o.documentName()
	if !o.read {
		ofConsole = o.rendered.Document().IsKubeSphereApplication()
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
