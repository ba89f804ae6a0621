package repositories

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	diff "github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
)

// renderedFrom is the annotation that names the document of an object.
const renderedFrom = "fluxapp.dev/rendered-from"

// compare returns where two states differ: an object is lost, added, applied by another owner or by two, or changed. An
// annotation rendered-from more and a newer API version are no change.
func compare(before, after state) (wrong []string) {
	for _, p := range places(before) {
		switch now, ok := after[p]; {
		case ok && !diff.Equal(plain(before[p], now), plain(now, now)):
			wrong = append(wrong, fmt.Sprintf("changed: %s\n%s", p, diff.Diff(plain(before[p], now), plain(now, now))))
		case !ok && len(owners(after, p)) > 0:
			wrong = append(wrong, fmt.Sprintf("another owner: %s, now of %v", p, owners(after, p)))
		case !ok:
			wrong = append(wrong, "lost: "+p.String())
		}
	}
	for _, p := range places(after) {
		switch _, ok := before[p]; {
		case ok || len(owners(before, p)) > 0 && len(owners(after, p)) == 1: // which is lost for another owner
		case len(owners(after, p)) > 1:
			wrong = append(wrong, fmt.Sprintf("double: %s, of %v", p, owners(after, p)))
		default:
			wrong = append(wrong, "added: "+p.String())
		}
	}
	return wrong
}

// places returns the places of a state in their order.
func places(s state) []place {
	return slices.SortedFunc(maps.Keys(s), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.cluster, b.cluster), cmp.Compare(a.owner, b.owner), cmp.Compare(a.id, b.id))
	})
}

// owners returns who applies an object to a cluster.
func owners(s state, of place) (all []string) {
	for _, p := range places(s) {
		if p.cluster == of.cluster && p.id == of.id {
			all = append(all, p.owner)
		}
	}
	return all
}

// plain returns an object as it is compared: without the annotation, and in the API version of a later one where that
// is newer.
func plain(o, later tree) tree {
	u := unstructured.Unstructured{Object: runtime.DeepCopyJSON(o)}
	unstructured.RemoveNestedField(u.Object, "metadata", "annotations", renderedFrom)
	if rest, _, _ := unstructured.NestedMap(u.Object, "metadata", "annotations"); len(rest) == 0 {
		unstructured.RemoveNestedField(u.Object, "metadata", "annotations")
	}
	was := schema.FromAPIVersionAndKind(text(o, "apiVersion"), "")
	is := schema.FromAPIVersionAndKind(text(later, "apiVersion"), "")
	if was.Group == is.Group && version.CompareKubeAwareVersionStrings(is.Version, was.Version) > 0 {
		u.SetAPIVersion(is.GroupVersion().String())
	}
	return u.Object
}
