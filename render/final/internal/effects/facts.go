package effects

import (
	"cmp"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

//go:embed *.yaml
var files embed.FS

// data reads an embedded file once; tests have read it before.
func data[T any](name string) func() T {
	return sync.OnceValue(func() (all T) {
		text, err := files.ReadFile(name)
		if err = cmp.Or(err, yaml.Unmarshal(text, &all)); err != nil {
			panic(err)
		}
		return all
	})
}

// known is immutable.yaml, which says what the fields mean. Words have when and then alone.
var known = data[struct{ Words, Kinds map[string][]rule }]("immutable.yaml")

type rule struct {
	When               map[string]string
	Field, Then, Fix   string
	Code               finding.Code
	Below              any
	Each, Given, Grows bool
}

// facts are what the conditions of immutable.yaml ask for, by name.
type facts map[string]any

var names = regexp.MustCompile(`\{\w+\}`)

// says returns the words of a name, with other texts in the place of their names; the fact where there are no words.
func (f facts) says(name string) string {
	for _, option := range known().Words[name] {
		if f.holds(option.When) {
			return names.ReplaceAllStringFunc(option.Then, func(name string) string { return f.says(strings.Trim(name, "{}")) })
		}
	}
	text, _ := f[name].(string)
	return text
}

func (f facts) holds(when map[string]string) bool {
	for field, want := range when {
		want, not := strings.CutPrefix(want, "!")
		values := valuesAt(map[string]any(f), strings.Fields(field)...)
		if known().Words[field] != nil {
			values = []any{f.says(field)}
		}
		if not == slices.ContainsFunc(values, func(value any) bool {
			return strings.Contains(strings.ToLower("|"+want+"|"), strings.ToLower(fmt.Sprint("|", value, "|")))
		}) {
			return false
		}
	}
	return true
}

// valuesAt returns the values to which keys lead that may be several, such as labels|annotations.
func valuesAt(value any, keys ...string) (all []any) {
	if len(keys) == 0 || value == nil {
		return []any{value}
	}
	for key := range strings.SplitSeq(keys[0], "|") {
		all = append(all, valuesAt(fieldsOf(value)[key], keys[1:]...)...)
	}
	return all
}

// at returns the value to which keys of maps and indices of lists lead; nil for none.
func at(value any, keys ...string) any { return valuesAt(value, keys...)[0] }

// fieldsOf returns what is in a map, or by index in a list. It is empty for nothing, and nil for other values.
func fieldsOf(value any) map[string]any {
	fields, _ := value.(map[string]any)
	if items, isList := value.([]any); isList || value == nil {
		fields = map[string]any{}
		for i, item := range items {
			fields[strconv.Itoa(i)] = item
		}
	}
	return fields
}
