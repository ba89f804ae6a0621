package conformance

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"go.yaml.in/yaml/v3"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// documentTypes are the Go types of documents by kind. They know every field that may stand in one.
var documentTypes = map[string]reflect.Type{
	"FluxApplication": reflect.TypeFor[v1alpha1.FluxApplication](),
	"Application":     reflect.TypeFor[v1alpha1.Application](),
	"HelmChart":       reflect.TypeFor[sourcev1.HelmChart](),
}

// known are the fields of structs, made once for each type.
var known sync.Map

// fields returns the fields of a struct as JSON has them, with the fields of embedded structs; nil for what is no
// struct.
func fields(t reflect.Type) map[string]reflect.StructField {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	out, ok := known.Load(t)
	if !ok {
		out, _ = known.LoadOrStore(t, makeFields(t))
	}
	return out.(map[string]reflect.StructField)
}

func makeFields(t reflect.Type) map[string]reflect.StructField {
	out := map[string]reflect.StructField{}
	for f := range t.Fields() {
		switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name {
		case "-":
		case "":
			for name, inner := range fields(f.Type) {
				if out[name].Type == nil { // the outer one wins
					out[name] = inner
				}
			}
		default:
			out[name] = f
		}
	}
	return out
}

func target(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// below is the type of what stands at a key of a map, or in a list; nil if that is unknown.
func below(t reflect.Type, key string) reflect.Type {
	switch {
	case t == nil:
		return nil
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		return target(t.Elem())
	}
	return target(fields(t)[key].Type)
}

// oldWords are fields and values of versions that Flux no longer has.
var oldWords = []string{
	"valuesFile", "patchesStrategicMerge", "patchesJson6902", "validation", "accessFrom", "gitImplementation", "skipCRDs",
	"readyExpr", "tillerNamespace", "generateName",
}

// vocabulary returns every field of every type that a document can hold, and oldWords.
var vocabulary = sync.OnceValue(func() []string {
	words, seen := map[string]bool{}, map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		if t = target(t); t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			walk(t.Elem())
		}
		for name, f := range fields(t) {
			words[name] = true
			walk(f.Type)
		}
	}
	for _, t := range documentTypes {
		walk(t)
	}
	return append(slices.Sorted(maps.Keys(words)), oldWords...)
})

// enums returns the values that the CRDs list for fields of a name.
var enums = sync.OnceValue(func() map[string][]string {
	found := map[string][]string{}
	var walk func(string, *schema.Structural)
	walk = func(name string, s *schema.Structural) {
		if s == nil {
			return
		}
		if s.ValueValidation != nil {
			for _, value := range s.ValueValidation.Enum {
				if text, ok := value.Object.(string); ok {
					found[name] = append(found[name], text)
				}
			}
		}
		walk(name, s.Items)
		for key, property := range s.Properties {
			walk(key, &property)
		}
		if s.AdditionalProperties != nil {
			walk(name, s.AdditionalProperties.Structural)
		}
	}
	for _, k := range checker.kinds {
		walk("", k.schema)
	}
	for name, values := range found {
		slices.Sort(values)
		found[name] = slices.Compact(values)
	}
	return found
})

// Strings for every field: names of all lengths that somebody draws a line at, what looks like another type, what other
// readers split or trim, and what an outer substitution would replace.
var (
	goodStrings = []string{
		"a", "a-b", "a.b", "web", "default", "1m", "value", "value.yaml", "./path", "https://example.com/a",
		"oci://example.com/a",
		"ssh://git@example.com/a", "${X}", "a-${X}", "1.2.3", "a/b", "v1", "apps/v1", "Secret", "ConfigMap",
	}
	badStrings = []string{
		"", " ", "a ", " a", "A", "a_b", "-a", "a-", ".a", "a..b", "..", "1", "true", "null", "~", "0x10", "1e3",
		"2020-01-01", "yes", "é", "日本", "😀",
		"a\nb", "a\n", "\n", "a\tb", "a\r\nb", "\u0085", "\u2028", "\ufeff", "a\u0000b", "${", "}", "${}", "$${X}", "${X",
		"${X}\n", "$(cluster.name)",
		"http://", "oci://", "oci://a\nb", "https://a b", "ftp://a", "git@example.com:a", "[0]", "a[0]", "a,b", "a=b", "a: b",
		"# a", "- a", "%", "*", "&a", "!!str", "<<", "hub",
		"source.toolkit.fluxcd.io/v1", "source.toolkit.fluxcd.io/v1beta2", "source.toolkit.fluxcd.io/v2",
	}
	durations = []string{
		"1m", "1h", "0s", "1.5h", "1h30m", "60s", "500ms", "${X}", "-1m", "1us", "1µs", "1ns", "1d", "5 min", "", "1", ".5s",
		"1.s", "1m ", "1m\n", "+1m", "99999999999h", "2562047h", "2562048h", "１m",
	}
	numbers = []string{
		"0", "1", "-1", "3", "100", "255", "2147483647", "2147483648", "-2147483649", "9223372036854775807",
		"9223372036854775808", "1.0", "1.5", "1e3", "0x10", "0o7", "010", "1_000", ".inf", ".nan", "-0",
	}
	lengths = []int{53, 54, 63, 64, 200, 201, 250, 251, 253, 254, 317, 318, 2048, 2049}
)

// words makes values.
type words struct{ *rand.Rand }

func pick[T any](w words, from []T) T { return from[w.IntN(len(from))] }

func (w words) oneIn(n int) bool { return w.IntN(n) == 0 }

// text is a string for a field of a name.
func (w words) text(name string) string {
	switch values := enums()[name]; {
	case len(values) > 0 && !w.oneIn(3):
		return pick(w, values)
	case w.oneIn(8):
		return strings.Repeat(pick(w, []string{"a", "a", "a", "é", "1", "a."}), pick(w, lengths))
	case w.oneIn(2):
		return pick(w, badStrings)
	}
	return pick(w, goodStrings)
}

func textNode(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

// bare is a scalar as it is written, of whatever type that makes it.
func bare(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

func mapNode(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content}
}

func listNode(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: content}
}

// anything is a value of any type.
func (w words) anything(depth int) *yaml.Node {
	n := 10
	if depth > 3 {
		n = 6
	}
	switch w.IntN(n) {
	case 0, 1:
		return textNode(w.text(""))
	case 2:
		return bare(pick(w, numbers))
	case 3:
		return bare(pick(w, []string{"true", "false", "yes", "on", "True"}))
	case 4:
		return bare(pick(w, []string{"null", "~", ""}))
	case 5:
		return pick(w, []*yaml.Node{mapNode(), listNode()})
	case 6, 7:
		return listNode(w.anything(depth+1), w.anything(depth+1))
	}
	return mapNode(textNode(pick(w, vocabulary())), w.anything(depth+1), textNode(w.text("")), w.anything(depth+1))
}

// value is a value for a field of a name and type: mostly of that type, so that it is looked into.
func (w words) value(name string, t reflect.Type, depth int) *yaml.Node {
	t = target(t)
	if t == nil || depth > 8 || w.oneIn(25) {
		return w.anything(depth)
	}
	switch t {
	case reflect.TypeFor[metav1.Duration]():
		return textNode(pick(w, durations))
	case reflect.TypeFor[apiextensionsv1.JSON]():
		return w.anything(depth)
	}
	switch t.Kind() {
	case reflect.String:
		return textNode(w.text(name))
	case reflect.Bool:
		return bare(pick(w, []string{"true", "false"}))
	case reflect.Slice:
		return w.list(name, t, depth)
	case reflect.Map:
		out := mapNode()
		for range w.IntN(3) {
			out.Content = append(out.Content, textNode(w.text(name)), w.value(name, t.Elem(), depth+1))
		}
		return out
	case reflect.Struct:
		return w.object(t, depth)
	}
	return bare(pick(w, numbers))
}

func (w words) list(name string, t reflect.Type, depth int) *yaml.Node {
	out := listNode()
	for range w.IntN(3) {
		out.Content = append(out.Content, w.value(name, t.Elem(), depth+1))
	}
	if len(out.Content) > 0 && w.oneIn(4) { // some lists are sets, or have keys
		out.Content = append(out.Content, out.Content[0])
	}
	return out
}

// object has mostly what must be there, and some of the rest.
func (w words) object(t reflect.Type, depth int) *yaml.Node {
	out, known := mapNode(), fields(t)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		f := known[name]
		optional := strings.Contains(f.Tag.Get("json"), ",")
		if optional && w.oneIn(min(3+depth, len(known))) || !optional && !w.oneIn(20) {
			out.Content = append(out.Content, textNode(name), w.value(name, f.Type, depth+1))
		}
	}
	return out
}
