package tree

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// nasty are scalars that some reader or printer gets wrong.
var nasty = []string{
	"", " ", "~", "null", "Null", "yes", "no", "on", "off", "y", "N", "true", "FALSE", "<<", "=", "-", "--", "---",
	"--- a", "...",
	"0123", "0o14", "0x1F", "0b101", "0b-1", "-0b11", "+1", "-0", "1_000", "1.10", "1.", ".5", "1e3", "1e400", "12:30:45",
	"1:2.5",
	"190:20:30", ".inf", "-.INF", ".nan", "2001-01-01", "2001-1-1T1:2:3Z", "2001-12-14 21:59:43",
	"2001-12-14t21:59:43.10-05:00",
	"0x", "0x_1", "0_", "_1", "1__2", "+.5", "123456789012345678901234567890", "9223372036854775808",
	"18446744073709551616",
	"a: b", "a:", ":a", ": a", "a #b", "a#b", "#a", "-a", "- a", "?a", "? a", "!!str", "!a", "&a", "*a", "%a", "@a", "`a",
	"|", ">-",
	"{a}", "[a]", "{{ .a }}", "$(cluster.name)", "${VAR}", "a, b", "'a'", "\"a\"", "a'b", "it's: ok", "\\", "a\\nb",
	"cat << EOF",
	"a\nb", "a\nb\n", "a\nb\n\n", "\n", "\n\n", "\na", " a\nb", "a \nb", "a\n b\n", "a\n\n\nb", "a\n ", "a\t", "\ta",
	"a\tb\nc", "a\r\nb",
	"\r", "\u0085", "a\u0085b", "\u2028", "a\u2028b", "\ufeff", "\ufeffab c", "\ufeff\u00a0é😀", "a\ufeff", "\u00a0", "é",
	"日本語", "😀", "a\U0001F600b",
	"\x00", "\x1b[0m", "\x7f", "\u0080", "\ud7ff", "\ue000", "\ufffd", "\ufffe", "\uffff", "\xff", "a\xc3",
	strings.Repeat("word ", 40), strings.Repeat("word ", 40) + "x", strings.Repeat("a  b ", 30) + "x",
	strings.Repeat("x", 200),
	strings.Repeat("\"0", 25) + "\"null\ufeffab c", strings.Repeat("'0", 30) + "' #b c", strings.Repeat("'q' ", 40) + "x",
	strings.Repeat("\"q\" ", 40) + "\t", strings.Repeat("\"q\"  ", 40) + "\t", strings.Repeat("ü ", 60) + "ü",
	strings.Repeat("😀 ", 30) + "x", "# " + strings.Repeat("long comment ", 20) + "x", strings.Repeat("k", 128),
	strings.Repeat("k", 129),
}

// scalars returns strings of a fuzzer and nasty ones.
type scalars struct {
	*rand.Rand
	given []string
}

func (s scalars) next() string {
	switch n := s.IntN(8); {
	case n < 4:
		return s.given[s.IntN(len(s.given))]
	case n < 7:
		return nasty[s.IntN(len(nasty))]
	}
	return s.next() + s.next()
}

// value makes a random value. Its numbers have one form only.
func (s scalars) value(depth int) any {
	switch n := s.IntN(14); {
	case n == 0:
		return nil
	case n == 1:
		return s.IntN(2) == 0
	case n == 2:
		return digits([]string{"0", "-1", "42", "9007199254740993", "1.5", "-0.25", "1e+30", "1e-07"}[s.IntN(8)])
	case n < 6 && depth > 0:
		m := map[string]any{}
		for range s.IntN(5) {
			m[strings.ToValidUTF8(s.next(), "?")] = s.value(depth - 1)
		}
		return m
	case n < 9 && depth > 0:
		l := []any{}
		for range s.IntN(4) {
			l = append(l, s.value(depth-1))
		}
		return l
	}
	return s.next()
}

// differs reports whether a value has something that we print otherwise than sigs.k8s.io/yaml on purpose.
func differs(value any) bool {
	return holds(value, func(m map[string]any, s string) bool {
		_, ok := m["<<"]
		return ok || strings.ContainsAny(s, "\u2028\u2029")
	})
}

// turns reports whether a map of the value has a circular order of keys.
func turns(value any) bool {
	return holds(value, func(m map[string]any, _ string) bool { return circular(slices.Collect(maps.Keys(m))) })
}

// holds reports whether is is true of a map or a string of the value, keys included.
func holds(value any, is func(map[string]any, string) bool) bool {
	switch v := value.(type) {
	case string:
		return is(nil, v)
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return holds(item, is) })
	case map[string]any:
		for key, value := range v {
			if is(nil, key) || holds(value, is) {
				return true
			}
		}
		return is(v, "")
	}
	return false
}

// circular reports whether the order of the keys is circular: sigs.k8s.io/yaml then prints them by chance.
func circular(keys []string) bool {
	for _, a := range keys {
		for _, b := range keys {
			for _, c := range keys {
				if scalar.CompareKeys(a, b) < 0 && scalar.CompareKeys(b, c) < 0 && scalar.CompareKeys(a, c) > 0 {
					return true
				}
			}
		}
	}
	return false
}

func FuzzAppendYAML(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[len(nasty)-1-i], uint64(i))
	}
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) {
		s := scalars{rand.New(rand.NewPCG(seed, 0)), []string{a, b}}
		checkYAML(t, s.value(int(seed%7)), seed%3 == 0)
	})
}

// TestAppendYAMLRandomValues is the same without a fuzzer.
func TestAppendYAMLRandomValues(t *testing.T) {
	for seed := range uint64(1_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := scalars{r, []string{nasty[r.IntN(len(nasty))]}}
		checkYAML(t, s.value(int(seed%7)), seed%3 == 0)
	}
}

func checkYAML(t *testing.T, value any, keep bool) {
	b := NewBuilder()
	n := built(t, b, value)
	circles := turns(value) // before its nulls go, which then may have a part in them
	if keep {
		n = b.Verbatim(n)
	} else {
		value = withoutNulls(value)
	}
	out := string(AppendYAML(nil, n))
	if want, ok := sigsYAML(value); ok && !differs(value) && !circles {
		assert.Equal(t, out, want)
	}
	checkCopies(t, b, n)
	want := asJSON(t, value)
	assert.Equal(t, compactJSON(t, AppendJSON(nil, n)), compactJSON(t, []byte(want)))
	fromSigs, err := yaml.YAMLToJSON([]byte(out))
	assert.NilError(t, err, "%s", out)
	assert.Equal(t, compactJSON(t, fromSigs), compactJSON(t, []byte(want)), "%s", out)
	for _, unmarshal := range []func([]byte, any) error{yamlv3.Unmarshal,
		func(b []byte, v any) error { return kyaml.Unmarshal(b, v) }} {
		var got any
		assert.NilError(t, unmarshal([]byte(out), &got), "%s", out)
		assert.Equal(t, compactJSON(t, []byte(asJSON(t, got))), compactJSON(t, []byte(want)), "%s", out)
	}
	docs, problems := Parse("t.yaml", []byte(out))
	problems = slices.DeleteFunc(problems, func(p Problem) bool { // sigs.k8s.io/yaml writes 1e400 without quotes, too
		f, _ := strconv.ParseFloat(strings.ReplaceAll(p.Detail, "_", ""), 64)
		return p.Rule == record.YAML11 && math.IsInf(f, 0)
	})
	if value != nil && !circles {
		assert.Equal(t, len(docs)+len(problems), 1, "%s%v", out, problems)
		again := docs[0].Root()
		if keep {
			again = b.Verbatim(again)
		}
		assert.Equal(t, string(AppendYAML(nil, again)), out)
	}
}

// checkCopies compares a value in a list that is printed once with the same value elsewhere.
func checkCopies(t *testing.T, b *Builder, n Node) {
	around := func(in Node, list func(int, Node, ...Node) Node) string {
		return string(AppendYAML(nil,
			b.Map(n, Field{"a", in}, Field{"b", b.Map(n, Field{"c", in}, Field{"d", list(2, n, n, n)})})))
	}
	want := around(n, func(_ int, origin Node, items ...Node) Node { return b.List(origin, items...) })
	assert.Equal(t, around(n, b.PrintedList), want)
}

// compactJSON returns JSON with the keys in bytewise order and floats in one form.
func compactJSON(t testing.TB, text []byte) string {
	var value any
	assert.NilError(t, json.Unmarshal(text, &value), "%s", text)
	return asJSON(t, value)
}
