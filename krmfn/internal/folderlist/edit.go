package folderlist

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type entry struct {
	path   string // cleaned
	isOwn  bool   // fluxapp's, and not the user's
	remove bool
}

// edit is what changes in a list: whole lines of resources, and the value of the annotation. The text around them is
// the user's, with comments and order, and is not printed anew.
type edit struct {
	entries []entry
	add     []string // sorted
	owners  []string
}

// own returns the entries of fluxapp after the edit.
func (e edit) own() (all []string) {
	for _, e := range e.entries {
		if e.isOwn && !e.remove {
			all = append(all, e.path)
		}
	}
	return append(all, e.add...)
}

// from returns the annotation's value. A list without our objects keeps its old value: fluxapp recognizes it by that.
func (e edit) from(l List) string {
	if len(e.owners) == 0 {
		return l.From
	}
	return strings.Join(e.owners, ", ")
}

func (e edit) removes() bool {
	return slices.ContainsFunc(e.entries, func(one entry) bool { return one.remove })
}

func (e edit) leavesNone() bool {
	return len(e.add) == 0 && !slices.ContainsFunc(e.entries, func(one entry) bool { return !one.remove })
}

func (e edit) apply(list List) (text []byte, problem string) {
	if len(e.add) == 0 && e.from(list) == list.From && !e.removes() {
		return list.Text, ""
	}
	l, ok := readLines(string(list.Text))
	if ok && e.from(list) != list.From {
		ok = l.setAnnotation(list.From, e.from(list))
	}
	ok = ok && l.editResources(e)
	if edited := strings.Join(l.all, ""); ok && e.isDone(list, edited) {
		return []byte(edited), ""
	}
	return list.Text, "its entries cannot be changed one by one; write each entry of resources on a line of its own, " +
		"beginning with - and a blank"
}

func (e edit) isDone(l List, edited string) bool {
	var want, got map[string]any
	if sigsyaml.Unmarshal(l.Text, &want) != nil || sigsyaml.Unmarshal([]byte(edited), &got) != nil {
		return false
	}
	wantResources, gotResources := cutResources(want), cutResources(got)
	if len(wantResources) != len(e.entries) { // the field is twice in the file
		return false
	}
	kept := wantResources[:0:0]
	for i, resource := range wantResources {
		if !e.entries[i].remove {
			kept = append(kept, resource)
		}
	}
	for _, file := range e.add {
		i := slices.Index(gotResources, any(file))
		if i < 0 {
			return false
		}
		gotResources = slices.Delete(slices.Clone(gotResources), i, i+1)
	}
	metadata, _ := want["metadata"].(map[string]any)
	if annotations, ok := metadata["annotations"].(map[string]any); ok {
		annotations[kinds.AnnotationRenderedFrom] = e.from(l)
	}
	// an entry can be a map
	same := slices.EqualFunc(kept, gotResources, func(a, b any) bool { return reflect.DeepEqual(a, b) })
	return same && reflect.DeepEqual(want, got)
}

func cutResources(kustomization map[string]any) []any {
	resources, _ := kustomization["resources"].([]any)
	delete(kustomization, "resources")
	return resources
}

func nothingOfTheUsers(text []byte) bool {
	node, err := yaml.Parse(string(text))
	if err != nil || hasComment(node.Document()) {
		return false
	}
	var k map[string]any
	if sigsyaml.Unmarshal(text, &k) != nil || len(cutResources(k)) > 0 {
		return false
	}
	metadata, _ := k["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	maps.DeleteFunc(annotations, func(name string, _ any) bool { return resource.IsOfClient(name) })
	return hasOnly(k, "apiVersion", "kind", "metadata") && hasOnly(metadata, "name", "annotations") &&
		hasOnly(annotations, resource.Local, kinds.AnnotationRenderedFrom)
}

func hasOnly(fields map[string]any, names ...string) bool {
	fields = maps.Clone(fields)
	maps.DeleteFunc(fields, func(name string, _ any) bool { return slices.Contains(names, name) })
	return len(fields) == 0
}

func hasComment(n *yaml.Node) bool {
	return n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" || slices.ContainsFunc(n.Content, hasComment)
}
