package final_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// wanted is what Helm prints of a release, twice: what differs between the two is random.
type wanted struct{ one, other []object }

// wanted returns what Helm prints.
func (r release) wanted() (w wanted, err error) {
	if w.one, err = r.printed(); err == nil {
		w.other, err = r.printed()
	}
	return w, err
}

// difference returns what is different in objects, which may be in any order; nothing if they are what Helm prints.
func (w wanted) difference(got []object) string {
	one, other, made := byKey(w.one), byKey(w.other), byKey(got)
	var told []string
	var named, renamed []object // with a random name
	for _, key := range slices.Sorted(maps.Keys(one)) {
		if len(other[key]) == 0 {
			named = append(named, one[key]...)
			continue
		}
		if len(one[key]) != len(made[key]) {
			told = append(told, fmt.Sprintf("%s is there %d times, not %d times", key, len(made[key]), len(one[key])))
			continue
		}
		for i, o := range one[key] { // charts have one object twice; then the order is that of files
			var first []string
			found := slices.IndexFunc(made[key], func(m object) bool {
				d := differences(key, map[string]any(o), map[string]any(other[key][i]), map[string]any(m))
				if first == nil {
					first = d
				}
				return len(d) == 0
			})
			if found < 0 {
				told = append(told, first...)
			} else {
				made[key] = slices.Delete(made[key], found, found+1)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(made)) {
		if len(one[key]) == 0 {
			renamed = append(renamed, made[key]...)
		}
	}
	if len(named) != len(renamed) {
		return strings.Join(append(told, fmt.Sprintf("%s in place of %s", keysOf(renamed), keysOf(named))), "\n")
	}
	byKind := func(a, b object) int {
		return strings.Compare(a.text("kind")+a.text("apiVersion"), b.text("kind")+b.text("apiVersion"))
	}
	slices.SortStableFunc(named, byKind)
	slices.SortStableFunc(renamed, byKind)
	for i, o := range named {
		told = append(told, differences("", o.withoutName(), o.withoutName(), renamed[i].withoutName())...)
	}
	return strings.Join(told, "\n")
}

func byKey(objects []object) map[string][]object {
	all := map[string][]object{}
	for _, o := range objects {
		all[o.key()] = append(all[o.key()], o)
	}
	return all
}

func keysOf(objects []object) (keys []string) {
	for _, o := range objects {
		keys = append(keys, o.key())
	}
	return keys
}

func (o object) withoutName() map[string]any {
	made := maps.Clone(map[string]any(o))
	metadata, _ := made["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	delete(metadata, "name")
	made["metadata"] = metadata
	return made
}

// differences returns where a value is neither one nor the other, unless these differ themselves.
func differences(at string, one, other, got any) (told []string) {
	switch value := one.(type) {
	case map[string]any:
		others, isMap := other.(map[string]any)
		gots, is := got.(map[string]any)
		if !isMap || !is {
			break
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if inner, found := gots[key]; found {
				told = append(told, differences(at+"."+key, value[key], others[key], inner)...)
			} else if _, found := others[key]; found {
				told = append(told, fmt.Sprintf("%s.%s is absent", at, key))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(gots)) {
			if _, found := value[key]; !found && len(value) == len(others) {
				told = append(told, fmt.Sprintf("%s.%s is too much", at, key))
			}
		}
		return told
	case []any:
		others, isList := other.([]any)
		gots, is := got.([]any)
		if !isList || !is || len(others) != len(value) || len(gots) != len(value) {
			break
		}
		for i, item := range value {
			told = append(told, differences(fmt.Sprintf("%s[%d]", at, i), item, others[i], gots[i])...)
		}
		return told
	}
	if reflect.DeepEqual(one, other) && !reflect.DeepEqual(one, got) {
		told = append(told, fmt.Sprintf("%s is %s, not %s", at, shown(got), shown(one)))
	}
	return told
}

func shown(value any) string {
	text := jsonText(value)
	return text[:min(len(text), 300)]
}

// chosen returns n different numbers below a limit in their order; all of them if there are no more.
func chosen(random *rand.Rand, below, n int) []int {
	all := random.Perm(below)[:min(n, below)]
	slices.Sort(all)
	return all
}

// TestDifferences shows that the comparison sees what is wrong, and nothing but that.
func TestDifferences(t *testing.T) {
	o := func(name, text string) object {
		return object{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name},
			"data": map[string]any{"a": text, "list": []any{"x", text}}}
	}
	want := wanted{[]object{o("a", "1"), o("b-x", "1")}, []object{o("a", "2"), o("b-y", "1")}}
	assert.Equal(t, want.difference([]object{o("b-z", "1"), o("a", "3")}), "")
	assert.Equal(t, want.difference([]object{o("b-z", "3"), o("a", "3")}),
		".data.a is \"3\", not \"1\"\n.data.list[1] is \"3\", not \"1\"")
	assert.Equal(t, want.difference([]object{o("a", "3")}), "[] in place of [v1 ConfigMap  b-x]")
	want.other = want.one
	assert.Equal(t, want.difference([]object{o("a", "1"), o("b-x", "1")}), "")
	assert.Equal(t, want.difference([]object{o("a", "1")}), "v1 ConfigMap  b-x is there 0 times, not 1 times")
	more := o("a", "1")
	more["more"] = true
	assert.Equal(t, want.difference([]object{more, o("b-x", "1")}), "v1 ConfigMap  a.more is too much")
}
