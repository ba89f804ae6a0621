package printing

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Compare returns the fields that differ between two JSON values at a path; a null is none. Maps differ field by field.
// So do the items of lists of maps: by name where each has a name of its own, else by index where the lists have the
// same length. Other lists differ as a whole, as do items with names where only their order differs.
func Compare(path string, before, after any) (found []blocks.Field) {
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
		found = []blocks.Field{{Path: strings.TrimPrefix(path, "."), Before: encoded(before), After: encoded(after)}}
	}
	return found
}

// encoded returns a value as JSON; nothing for null.
func encoded(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	return json.RawMessage(wording.Encoded(value))
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
