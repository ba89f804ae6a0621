package printing

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Change is what happens to an object. Its texts may have wording.OwnName in the place of the name of the cluster.
type Change struct {
	Application string `json:"application"`     // the namespace/name of the document
	Owner       string `json:"owner,omitempty"` // what makes the object, such as HelmRelease apps/loki
	Hook        bool   `json:"hook,omitempty"`  // Helm runs the object as a hook
	CRD         bool   `json:"-"`               // the object is of the folder crds of a chart
	Object      `json:"-"`

	Before, After map[string]any `json:"-"` // the object; nil on a side that does not have it
	Fields        []change.Field `json:"-"` // those that differ between the sides, see [Compare]
}

// Object tells the final objects of a cluster apart.
type Object struct {
	APIVersion string `json:"apiVersion,omitempty"`
	render.ID         // without a server
}

// Compare returns the fields that differ between two JSON values at a path; a null is none. Maps differ field by field.
// So do the items of lists of maps: by name where each has a name of its own, else by index where the lists have the
// same length. Other lists differ as a whole, as do items with names where only their order differs.
func Compare(path string, before, after any) (found []change.Field) {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	list, _ := before.([]any)
	others, _ := after.([]any)
	old, new := fieldsOf(before), fieldsOf(after)
	if old != nil && new != nil {
		both := maps.Clone(old)
		maps.Copy(both, new)
		for _, key := range slices.Sorted(maps.Keys(both)) {
			found = append(found, Compare(path+tree.Step(key), old[key], new[key])...)
		}
	} else if n := len(list); n > 0 && n == len(others) && fieldsOf(list[0]) != nil && fieldsOf(others[0]) != nil {
		for i := range list {
			found = append(found, Compare(fmt.Sprintf("%s[%d]", path, i), list[i], others[i])...)
		}
	}
	if found == nil && (old == nil || new == nil || list != nil || others != nil) {
		found = []change.Field{{Path: strings.TrimPrefix(path, "."),
			Before: strings.TrimPrefix(wording.Encoded(before), "null"),
			After:  strings.TrimPrefix(wording.Encoded(after), "null")}}
	}
	return found
}

// fieldsOf returns the fields of a map, and the items of a list where each has a name of its own; nil for others.
func fieldsOf(value any) map[string]any {
	items, _ := value.(map[string]any)
	list, isList := value.([]any)
	if isList {
		items = map[string]any{}
	}
	for _, item := range list {
		fields, _ := item.(map[string]any)
		name, isText := fields["name"].(string)
		if !isText || items["name="+name] != nil {
			return nil
		}
		items["name="+name] = item
	}
	return items
}

// imagesOf returns the images of changed objects as changes: one for all images of an application with the same name,
// which is behind the last slash, so that an image of another registry is the same. It counts those that stay.
func imagesOf(clusters map[string][]*Change, sum *blocks.Summary) map[string][]*Change {
	type key struct{ application, name string }
	known, all := map[*Change][2][]string{}, map[string][]*Change{}
	for cluster, changes := range clusters {
		found := map[key]*[2][]string{} // before and after
		for _, c := range changes {
			if _, isKnown := known[c]; !isKnown {
				known[c] = [2][]string{imagesIn(c.Before, false), imagesIn(c.After, false)}
			}
			for i, images := range known[c] {
				for _, image := range images {
					name, _, _ := strings.Cut(strings.ReplaceAll(path.Base(image), "@", ":"), ":")
					k := key{c.Application, name}
					found[k] = cmp.Or(found[k], &[2][]string{})
					found[k][i] = append(found[k][i], image)
				}
			}
		}
		for k, sides := range found {
			c := &Change{Application: k.application, Object: Object{ID: render.ID{Kind: "image", Name: k.name}},
				Before: listed(sides[0]), After: listed(sides[1])}
			if c.Fields = Compare("image", c.Before["image"], c.After["image"]); len(c.Fields) == 0 {
				sum.Unchanged++
			} else {
				all[cluster] = append(all[cluster], c)
			}
		}
	}
	return all
}

func listed(images []string) map[string]any {
	if images == nil {
		return nil
	}
	return map[string]any{"image": strings.Join(slices.Compact(slices.Sorted(slices.Values(images))), ", ")}
}

func imagesIn(value any, areContainers bool) (found []string) {
	switch value := value.(type) {
	case map[string]any:
		if image, isText := value["image"].(string); isText && areContainers {
			found = append(found, image)
		}
		for key, below := range value {
			found = append(found, imagesIn(below, strings.HasSuffix(strings.ToLower(key), "containers"))...)
		}
	case []any:
		for _, item := range value {
			found = append(found, imagesIn(item, areContainers)...)
		}
	}
	return found
}
