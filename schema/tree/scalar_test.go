package tree

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

func FuzzResolve(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
	}
	f.Fuzz(checkResolve)
}

// checkResolve compares the meaning of a plain scalar, as a value and as a key, with its meaning in sigs.k8s.io/yaml.
func checkResolve(t *testing.T, s string) {
	var list yamlv3.Node
	text := "- " + s + "\n"
	if yamlv3.Unmarshal([]byte(text), &list) != nil || len(list.Content) != 1 || len(list.Content[0].Content) != 1 {
		return
	}
	if n := list.Content[0].Content[0]; n.Kind != yamlv3.ScalarNode || n.Style != 0 || n.Value != s || n.Tag == "!!merge" {
		return // no plain scalar
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && f == 0 {
		return // -0 and 0 are one number, printed both ways
	}
	theirs, err := yaml.YAMLToJSON([]byte(text))
	kind, got := scalar.Resolve(s)
	if kind == scalar.Number && scalar.YAMLNumber(got) != got {
		assert.ErrorContains(t, err, "unsupported value")
	} else {
		assert.NilError(t, err)
		ours := got
		if kind == scalar.String {
			ours = string(appendJSONString(nil, got))
		} else if kind == scalar.Null {
			ours = "null"
		} else {
			assert.Assert(t, json.Valid([]byte(ours)), ours)
		}
		assert.Equal(t, compactJSON(t, []byte("["+ours+"]")), compactJSON(t, theirs))
	}
	theirs, err = yaml.YAMLToJSON([]byte("? " + s + "\n: 1\n"))
	if key, ok := scalar.KeyText(s); ok {
		assert.NilError(t, err)
		assert.Equal(t, compactJSON(t, append(appendJSONString([]byte("{"), key), ":1}"...)), compactJSON(t, theirs))
	} else {
		assert.ErrorContains(t, err, "map key")
	}
}

// TestResolve compares all that readers of YAML 1.1 and 1.2 take for something else than a string with
// sigs.k8s.io/yaml, as a value and as a key.
func TestResolve(t *testing.T) {
	all := append([]string(nil), nasty...)
	for _, word := range []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "nil", "none", "t",
		"f", "nan", "inf", ".nan", ".inf", "+.inf", "-.inf", "+.nan", "infinity", ".infinity", "undefined"} {
		all = append(all, word, strings.ToUpper(word), strings.ToUpper(word[:1])+word[1:], word+"x", "x"+word)
		if len(word) > 2 {
			all = append(all, word[:1]+strings.ToUpper(word[1:2])+word[2:], word[:2]+strings.ToUpper(word[2:3])+word[3:])
		}
	}
	for _, digits := range []string{"0", "00", "1", "7", "8", "07", "08", "09", "10", "0o7", "0o8", "0O7", "0x1f", "0X1F",
		"0xg", "0b1", "0B1", "0b2", "0b", "0b-1", "0b+1", "0b_1", "1_", "1__0", "0_7", "1_000", "1,000", "1e3", "1E3", "1e+3",
		"1e-3", "1e", "1e+", "1.", "1.0", "1.5", "1.5.1", ".5", ".5e1", "5e", "1._5", "1.5_", "._5", "1:30", "1:60",
		"190:20:30", "190:20:30.15", "1:2:3:4", "1 2", "1d", "0x1p4", "9223372036854775807", "9223372036854775808",
		"18446744073709551615", "18446744073709551616", "1e308", "1e309", "1.0e400", "1.0E+400", "1_0.0e400", "1.e400",
		".5e400", "1.7976931348623157e308", "1.7976931348623159e308", "1e-400", "4.9e-324", "0.1", "0.30000000000000004",
		"100000000000000000000000", "1e21", "123456.7", "1234567.8", "16777217.5", "٣"} {
		all = append(all, digits, "-"+digits, "+"+digits, "_"+digits, digits+"e", digits+".")
	}
	all = append(all, "2001-01-01", "2001-1-1", "2001-13-01", "2001-01-01T", "2001-01-01T00:00:00Z", "2001-01-01t0:0:0Z",
		"2001-01-01 00:00:00", "2001-01-01 00:00:00 Z", "2001-01-01T00:00:00.5+01:00", "2001-01-01T00:00:00,5Z", "01-01-2001",
		"12001-01-01", "=", "<", "<<<", ".", "..", "+", "-", "+-1", "--1", "-.", "+.", "-_", "0.0", "-0.0", "-00")
	for _, s := range all {
		checkResolve(t, s)
		if t.Failed() {
			t.Fatalf("of %q", s)
		}
		b := NewBuilder()
		value := map[string]any{s: s}
		if !differs(value) {
			got := string(AppendYAML(nil, built(t, b, value)))
			want, ok := sigsYAML(map[string]any{strings.ToValidUTF8(s, "\ufffd"): s})
			assert.Assert(t, ok)
			assert.Equal(t, got, want, "of %q", s)
		}
	}
}

func FuzzCompareKeys(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[(i+1)%len(nasty)], nasty[(i+7)%len(nasty)])
	}
	for _, keys := range [][3]string{{"a1", "a01", "a10"}, {"a9", "a10", "a1b"}, {"1", "01", "10"}, {"a.b", "a-b", "ab"},
		{"A", "a", "é"}, {"٣", "3", "a3"}, {"a09", "a9", "a09b"}} {
		f.Add(keys[0], keys[1], keys[2])
	}
	f.Fuzz(checkCompareKeys)
}

func checkCompareKeys(t *testing.T, a, b, c string) {
	for _, s := range []string{a, b, c} {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029") || len(s) > 500 {
			return
		}
	}
	if a == b {
		assert.Equal(t, scalar.CompareKeys(a, b), 0)
		return
	}
	assert.Equal(t, scalar.CompareKeys(a, b), -scalar.CompareKeys(b, a))
	var doc yamlv3.Node
	out, ok := sigsYAML(map[string]any{a: 1, b: 1})
	if !ok || a == "<<" || b == "<<" {
		return
	}
	assert.NilError(t, yamlv3.Unmarshal([]byte(out), &doc), "%s", out)
	first := doc.Content[0].Content[0].Value
	assert.Equal(t, first == a, scalar.CompareKeys(a, b) < 0, "sigs.k8s.io/yaml prints %q first", first)
	checkKeyOrder(t, a, b, c)
}

// checkKeyOrder checks that a map of three keys has one order, in whatever order it was built.
func checkKeyOrder(t *testing.T, a, b, c string) {
	t.Helper()
	builder := NewBuilder()
	var want string
	for _, keys := range [][]string{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		var fields []Field
		for _, key := range keys {
			fields = append(fields, Field{key, builder.String("v", Node{})})
		}
		got := string(AppendYAML(nil, builder.Map(Node{}, fields...)))
		if want == "" {
			want = got
		}
		assert.Equal(t, got, want)
	}
}
