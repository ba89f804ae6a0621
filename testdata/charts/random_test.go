package charts_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// changer changes values at random.
type changer struct {
	random *rand.Rand
	// scalars are single values to write: those of the values and of the schemas, so that some are nearly right.
	scalars []any
}

// path leads to a value: keys are strings, and places in lists are numbers.
type path []any

// change returns values with some changes. All are the values that Helm gives the templates: what only they have can be
// changed too.
func (c changer) change(t *testing.T, values, all map[string]any, changes int) map[string]any {
	t.Helper()
	values = clone(t, values)
	places := paths(all, nil)
	for range changes {
		at := places[c.random.IntN(len(places))]
		values = c.changeAt(t, values, all, at, places)
	}
	return values
}

func (c changer) changeAt(t *testing.T, values, all map[string]any, at path, places []path) map[string]any {
	t.Helper()
	now := get(all, at)
	switch c.random.IntN(9) {
	case 0, 1:
		return put(values, all, at, c.scalar())
	case 2:
		return put(values, all, at, nil)
	case 3:
		return put(values, all, at, c.wrapped(now))
	case 4:
		return without(values, at)
	case 5:
		return put(values, all, c.sibling(at), c.scalar())
	case 6:
		return put(without(values, at), all, c.sibling(at), now)
	case 7:
		return put(values, all, at, clone(t, get(all, places[c.random.IntN(len(places))])))
	default:
		return put(values, all, at, c.nearly(t, now))
	}
}

func (c changer) scalar() any {
	if c.random.IntN(3) > 0 {
		return c.scalars[c.random.IntN(len(c.scalars))]
	}
	odd := []any{"", "text", "12", "true", 7.0, -1.0, 0.0, 0.5, 1e6, 1e21, true, false, map[string]any{}, []any{}}
	return odd[c.random.IntN(len(odd))]
}

func (c changer) wrapped(now any) any {
	return []any{[]any{now}, []any{}, map[string]any{"value": now}, map[string]any{}}[c.random.IntN(4)]
}

// sibling returns the path of a key beside the last one, which may be another spelling of it.
func (c changer) sibling(at path) path {
	at = slices.Clone(at)
	last := len(at) - 1
	if key, isKey := at[last].(string); isKey {
		at[last] = []string{key + "s", key[:len(key)-1], "extra", "enabled", "global"}[c.random.IntN(5)]
	}
	return at
}

// nearly returns a value of the same type.
func (c changer) nearly(t *testing.T, now any) any {
	t.Helper()
	switch now := now.(type) {
	case string:
		return []string{now + "x", now + now, ""}[c.random.IntN(3)]
	case float64:
		return []float64{now + 1, now - 1, -now, now * 10, now + 0.5}[c.random.IntN(5)]
	case bool:
		return !now
	case []any:
		return append(clone(t, now), c.scalar())
	}
	return now
}

// paths returns those of all values in a value but its own, in an order that is always the same.
func paths(value any, at path) (all []path) {
	step := func(key, child any) {
		here := append(slices.Clone(at), key)
		all = append(append(all, here), paths(child, here)...)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if key != "" {
				step(key, value[key])
			}
		}
	case []any:
		for i, child := range value {
			step(i, child)
		}
	}
	return all
}

// scalarsOf returns the single values in a value.
func scalarsOf(value any) (all []any) {
	for _, at := range paths(value, nil) {
		switch scalar := get(value, at).(type) {
		case map[string]any, []any:
		default:
			all = append(all, scalar)
		}
	}
	return all
}

// get returns what is at a path of a value; nil if it has no such path.
func get(value any, at path) any {
	for _, step := range at {
		switch step := step.(type) {
		case string:
			fields, _ := value.(map[string]any)
			value = fields[step]
		case int:
			items, _ := value.([]any)
			if step >= len(items) {
				return nil
			}
			value = items[step]
		}
	}
	return value
}

// put returns values with a value at a path. What is missing above it is made; a list is that of all.
func put(values, all map[string]any, at path, value any) map[string]any {
	return putIn(values, all, at, value).(map[string]any)
}

func putIn(into, all any, at path, value any) any {
	if len(at) == 0 {
		return value
	}
	switch step := at[0].(type) {
	case string:
		fields, isMap := into.(map[string]any)
		if !isMap {
			fields = map[string]any{}
		}
		below, _ := all.(map[string]any)
		fields[step] = putIn(fields[step], below[step], at[1:], value)
		return fields
	case int:
		items, isList := into.([]any)
		if !isList || step >= len(items) {
			list, _ := all.([]any)
			items = slices.Clone(list)
		}
		if step < len(items) {
			items[step] = putIn(items[step], items[step], at[1:], value)
		}
		return items
	}
	return into
}

// without returns values without what is at a path.
func without(values map[string]any, at path) map[string]any {
	last := len(at) - 1
	switch parent := get(values, at[:last]).(type) {
	case map[string]any:
		if key, isKey := at[last].(string); isKey {
			delete(parent, key)
		}
	case []any:
		if i, isPlace := at[last].(int); isPlace && i < len(parent) {
			return put(values, values, at[:last], slices.Delete(slices.Clone(parent), i, i+1))
		}
	}
	return values
}

func clone[T any](t *testing.T, value T) (out T) {
	t.Helper()
	if err := json.Unmarshal(jsonOf(t, value), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
