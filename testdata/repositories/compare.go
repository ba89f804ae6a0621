package repositories

import (
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
)

// renderedFrom is the annotation that names the document of an object.
const renderedFrom = "fluxapp.dev/rendered-from"

// compare returns where two states differ: an object is lost, added or changed. One with another owner is lost and
// added, and one with two owners is added. An annotation rendered-from more and a newer API version are no change.
func compare(before, after state) (wrong []string) {
	for p, o := range before {
		if after[p] == nil {
			wrong = append(wrong, fmt.Sprintf("lost: %v", p))
		} else if was, is := plain(o, after[p]), plain(after[p], after[p]); !cmp.Equal(was, is) {
			wrong = append(wrong, fmt.Sprintf("changed: %v\n%s", p, cmp.Diff(was, is)))
		}
	}
	for p := range after {
		if before[p] == nil {
			wrong = append(wrong, fmt.Sprintf("added: %v", p))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// plain returns an object as it is compared: without the annotation, and in the API version of a later one where that
// is newer.
func plain(o, later tree) tree {
	o = runtime.DeepCopyJSON(o)
	unstructured.RemoveNestedField(o, "metadata", "annotations", renderedFrom)
	if rest, _, _ := unstructured.NestedMap(o, "metadata", "annotations"); len(rest) == 0 {
		unstructured.RemoveNestedField(o, "metadata", "annotations")
	}
	was := schema.FromAPIVersionAndKind(text(o, "apiVersion"), "")
	is := schema.FromAPIVersionAndKind(text(later, "apiVersion"), "")
	if was.Group == is.Group && version.CompareKubeAwareVersionStrings(is.Version, was.Version) > 0 {
		o["apiVersion"] = text(later, "apiVersion")
	}
	return o
}
