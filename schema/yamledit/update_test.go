package yamledit_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// parsed returns the value of a text.
func parsed(t testing.TB, text string) tree.Node {
	t.Helper()
	trees, problems := tree.Parse("want.yaml", []byte(text))
	assert.Equal(t, len(trees), 1, "%v in %s", problems, text)
	return trees[0].Root()
}

var long = strings.Repeat("word ", 40) + "x"

// updates are texts, what they are to say, and the text then; empty where that cannot be.
var updates = map[string]struct{ text, want, updated string }{
	"nothing":   {"a:  1 # x\nb: {c: [1]}", "{b: {c: [1]}, a: 1}", "a:  1 # x\nb: {c: [1]}"},
	"two":       {"a: 1\n---\na: 2\n", "a: 3", ""},
	"no YAML":   {"a: [1\n", "a: 2", ""},
	"twice":     {"a: 1\na: 2\n", "a: 3", ""},
	"only text": {"a # x\n", "b", "b # x\n"},

	"scalar": {"# x\na:   1 # y\nb: 2\n", "{a: 3, b: 2}", "# x\na:   3 # y\nb: 2\n"},
	"setter": {
		"a: v1 # {\"$imagepolicy\": \"a:b\"}\n",
		"a: v2",
		"a: v2 # {\"$imagepolicy\": \"a:b\"}\n",
	},
	"double quotes":    {"a: \"1.0\"\n", "a: 'x: \"y\"'", "a: \"x: \\\"y\\\"\"\n"},
	"single quotes":    {"a: '1.0'\n", "a: '1.1'", "a: '1.1'\n"},
	"an apostrophe":    {"a: '1.0'\n", "a: \"it's\"", "a: 'it''s'\n"},
	"breaks in quotes": {"a: '1.0'\n", "a: \"b\\nc\"", "a: \"b\\nc\"\n"},
	"no string":        {"a: \"1.0\" # x\n", "a: 2", "a: 2 # x\n"},
	"a string":         {"a: 2 # x\n", "a: '2'", "a: \"2\" # x\n"},
	"a boolean":        {"a: 2\n", "a: on", "a: true\n"},
	"digits":           {"a: 1.1\n", "a: 1.10", "a: 1.10\n"},
	"like on":          {"a: b\n", "a: 'on'", "a: \"on\"\n"},
	"a colon":          {"a: b\n", "a: 'b: c'", "a: 'b: c'\n"},
	"null":             {"a: [1, 2]\n", "a: [~, 2]", "a: [null, 2]\n"},
	"on the next line": {"a:\n  b # x\n", "a: c", "a:\n  c # x\n"},
	"question mark":    {"? a\n: b # x\n", "a: c", ""},
	"question, list":   {"? a\n: b # x\n", "a: [c]", ""},
	"anchor":           {"a: &x b # y\nc: *x\n", "{a: d, c: d}", "a: &x d # y\nc: *x\n"},
	"alias":            {"a: &x b\nc: *x\n", "{a: b, c: d}", ""},
	"alias of a map":   {"a: &x {b: 1}\nc: *x\n", "{a: {b: 2}, c: {b: 2}}", "a: &x {b: 2}\nc: *x\n"},
	"alias, one place": {"a: &x {b: 1}\nc: *x\n", "{a: {b: 2}, c: {b: 1}}", ""},
	"merge key": {
		"a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n",
		"{a: {b: 1}, c: {b: 1, d: 3}}",
		"a: &x\n  b: 1\nc:\n  <<: *x\n  d: 3\n",
	},
	"merged value":        {"a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n", "{a: {b: 1}, c: {b: 3, d: 2}}", ""},
	"merged field":        {"a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n", "{a: {b: 1}, c: {d: 2}}", ""},
	"tag":                 {"a: !!str 1\n", "a: '2'", "a: !!str \"2\"\n"},
	"over lines":          {"a: b\n  c\nd: \"e\n  f\" # y\n", "{a: g, d: h}", "a: g\nd: \"h\" # y\n"},
	"over lines, comment": {"a: b\n  c # x\n", "a: g", ""},
	"long, of one line":   {"a: b\n", "a: " + long, "a: " + long + "\n"},

	"lines": {"a: |\n    b\n\n    c\n# x\nd: 1\n", "{a: \"b\\n\\ne\\n\", d: 1}", "a: |\n    b\n\n    e\n# x\nd: 1\n"},
	"lines, another end": {"a:\n  b: |- # x\n   c\n   # d\n  e: 1\n", "{a: {b: \"c\\n# e\\n\", e: 1}}",
		"a:\n  b: | # x\n   c\n   # e\n  e: 1\n"},
	"lines, blank ends": {"a: |+\n  b\n\nc: 1\n", "{a: \"b\\n\\n\", c: 2}", "a: |+\n  b\n\nc: 2\n"},
	"behind blank ends": {"a: |+\n  b\n\n", "{a: \"b\\n\\n\", c: 2}", ""},
	"lines to a word":   {"a: >-\n  b\n  c\nd: 1\n", "{a: e, d: 1}", "a: e\nd: 1\n"},
	"a word to lines": {
		"a:\n  b: c # x\n  d: 1\n",
		"a: {b: \"e\\nf\", d: 1}",
		"a:\n  b: |- # x\n    e\n    f\n  d: 1\n",
	},
	"begins with blanks": {"a: |\n    b\n", "a: \"  b\\nc\\n\"", "a: |2\n    b\n  c\n"},
	"no line end":        {"a: |-\n  b", "a: \"c\\nd\"", "a: |-\n  c\n  d"},
	"item of lines":      {"- |\n  a\n  b\n- c\n", "[\"a\\nd\\n\", c]", "- |\n  a\n  d\n- c\n"},

	"a field goes": {
		"a: 1\n# of b\n\n# of b, too\nb: 2 # c\nd: 3\n",
		"{a: 1, d: 3}",
		"a: 1\n# of b\n\nd: 3\n",
	},
	"the first goes": {"# of a\na: 1\n# of b\nb: 2\n", "{b: 2}", "# of b\nb: 2\n"},
	"the last goes": {
		"a:\n  b: 1\n  c:\n    d: 1\n    # of d\n  # of c\ne: 1\n",
		"{a: {b: 1}, e: 1}",
		"a:\n  b: 1\n  # of c\ne: 1\n",
	},
	"neighbours go":        {"a: 1\nb: 2\nc: 3\nd: 4\n", "{a: 1, d: 4}", "a: 1\nd: 4\n"},
	"all go":               {"a: # x\n  b: 1\nc: 2\n", "{a: {}, c: 2}", "a: {} # x\nc: 2\n"},
	"a block goes":         {"a: |\n  x\n  # y\nb: 1\n", "{b: 1}", "b: 1\n"},
	"first of an item":     {"- a: 1 # x\n  # of b\n  b: 2\n- c\n", "[{b: 2}, c]", "- # of b\n  b: 2\n- c\n"},
	"first two of an item": {"- a: 1\n  b: 2\n\n  c: 3\n", "[{c: 3}]", "- c: 3\n"},
	"all of an item":       {"- a: 1 # x\n  b: 2\n- c\n", "[{d: 1, e: 2}, c]", "- d: 1\n  e: 2\n- c\n"},
	"a null stays":         {"a: 1\nb:\nc: 2\n", "{a: 2}", "a: 2\nb:\n"},
	"a null to a value":    {"a: # x\nb: 1\n", "{a: 2, b: 1}", "a: 2 # x\nb: 1\n"},
	"a null to a map": {
		"a:\n  b: # x\nc: 1\n",
		"{a: {b: {d: [1]}}, c: 1}",
		"a:\n  b: # x\n    d:\n    - 1\nc: 1\n",
	},
	"a tilde to a list": {"a: ~ # x\nb: 1\n", "{a: [1], b: 1}", "a: # x\n- 1\nb: 1\n"},

	"a new field": {"metadata:\n  name: a # x\n  namespace: b\nspec: {}\n",
		"{metadata: {name: a, namespace: b, annotations: {c/d: e}}, spec: {}}",
		"metadata:\n  name: a # x\n  namespace: b\n  annotations:\n    c/d: e\nspec: {}\n"},
	"a new field, sorted": {"metadata:\n    labels: {}\n    name: a # x\n    namespace: b\n",
		"{metadata: {name: a, namespace: b, labels: {}, annotations: {c/d: e}}}",
		"metadata:\n    labels: {}\n    name: a # x\n    namespace: b\n    annotations:\n      c/d: e\n"},
	"behind its neighbour": {"c: 1\n  # of c\na: 2\n\n# of z\nz: 3\n", "{c: 1, a: 2, b: 4, d: 5, z: 3}",
		"c: 1\n  # of c\nd: 5\na: 2\nb: 4\n\n# of z\nz: 3\n"},
	"at the end, open": {"a: 1\nb: 2", "{a: 1, b: 2, c: 3}", "a: 1\nb: 2\nc: 3"},
	"at two ends":      {"a:\n  b: 1", "{a: {b: 1, c: 2}, d: 3}", "a:\n  b: 1\n  c: 2\nd: 3"},
	"of Windows": {
		"a:\r\n  b: 1 # x\r\nc: |\r\n  d\r\n",
		"{a: {b: 2, e: [1]}, c: \"f\\ng\\n\"}",
		"a:\r\n  b: 2 # x\r\n  e:\r\n  - 1\r\nc: |\r\n  f\r\n  g\r\n",
	},
	"one goes, one comes": {"a: 1\nb: 2\nc: 3\n", "{a: 1, bb: 2, c: 3}", "a: 1\nbb: 2\nc: 3\n"},
	"odd keys":            {"a: 1\n", "{a: 1, 'on': 1, 'b: c': 1, '': 2}", "a: 1\n\"\": 2\n'b: c': 1\n\"on\": 1\n"},
	"another kind": {
		"a: {b: 1} # x\nc:\n- 1\nd: e\n",
		"{a: f, c: {g: 1}, d: [h]}",
		"a: f # x\nc:\n  g: 1\nd:\n- h\n",
	},
	"a map is filled":      {"a: {} # x\nb: []\n", "{a: {c: 1}, b: [2]}", "a: # x\n  c: 1\nb:\n- 2\n"},
	"a comment as head":    {"a: # x\n  # y\n  b: 1\n", "{a: c}", "a: c # x\n"},
	"before the first":     {"a:\n# of b\n- b\n", "a: [x, b]", "a:\n- x\n# of b\n- b\n"},
	"before a nested item": {"- - b\n", "[[x, b]]", "- - x\n  - b\n"},

	"an item changes": {"- a # x\n- b # y\n", "[a, c]", "- a # x\n- c # y\n"},
	"an item goes": {
		"a:\n  # of b\n  - b\n  # of c\n  - c\n  - d\n",
		"a: [b, d]",
		"a:\n  # of b\n  - b\n  - d\n",
	},
	"an item comes": {
		"a:\n  - b # x\n  - d\n",
		"a: [b, c, d, {e: 1, f: [2]}]",
		"a:\n  - b # x\n  - c\n  - d\n  - e: 1\n    f:\n    - 2\n",
	},
	"one of a name": {
		"- name: a # x\n  v: 1\n- name: b # y\n  v: 2\n",
		"[{name: b, v: 3}]",
		"- name: b # y\n  v: 3\n",
	},
	"of other names": {
		"- name: a # x\n- name: b # y\n",
		"[{name: c}, {name: b, v: 1}]",
		"- name: c # x\n- name: b # y\n  v: 1\n",
	},
	"fewer, of other names": {"l:\n- name: a # x\n- name: b # y\n", "l: [{name: c}]", "l:\n- name: c\n"},
	"items that move":       {"- a # x\n- b\n- c\n", "[b, c, a]", "- b\n- c\n- a\n"},
	"another root":          {"- a\n", "{b: 1}", ""},
	"an anchored map":       {"a: &x # y\n  b: 1\n", "a: [c]", "a: &x # y\n- c\n"},
	"setter of lines":       {"a: b # {\"$x\": 1}\n", "a: |- # {\"$x\": 1}\n  c\n  d", "a: |- # {\"$x\": 1}\n  c\n  d\n"},
	"null in braces":        {"{a: , b: 1}\n", "{a: x, b: 1}", "{a: x, b: 1}\n"},
	"lines in braces":       {"{a: b\n  c, d: 1}\n", "{a: x, d: 1}", ""},
	"all items go":          {"a: # x\n- b\nc: 1\n", "{a: [], c: 1}", "a: [] # x\nc: 1\n"},
	"items of items":        {"- - a\n  - b\n- - c\n", "[[b], [c, d]]", "- - b\n- - c\n  - d\n"},
	"an item below a dash":  {"-\n  # x\n  a: 1\n- b\n", "[{a: 2}, c]", "-\n  # x\n  a: 2\n- c\n"},
	"an empty item":         {"- a\n-\n- b\n", "[a, c, b]", "- a\n- c\n- b\n"},
	"an item to a map":      {"- a # x\n- b\n", "[{c: 1, d: 2}, b]", "- c: 1 # x\n  d: 2\n- b\n"},
	"a map to an item":      {"- c: 1\n  d: 2\n- b\n", "[a, b]", "- a\n- b\n"},
	"an item of an item": {
		"- a:\n    b: 1\n  c: 2\n",
		"[{a: {b: 1, d: 3}, c: 2, e: [4]}]",
		"- a:\n    b: 1\n    d: 3\n  c: 2\n  e:\n  - 4\n",
	},
	"commented-out at last": {"a:\n- b\n# - c\nd: 1\n", "{a: [b, e], d: 1}", "a:\n- b\n- e\n# - c\nd: 1\n"},

	"in braces": {"{a: 1, b: {c: 'x'}} # y\n", "{a: 2, b: {c: z}}", "{a: 2, b: {c: 'z'}} # y\n"},
	"new in braces": {
		"m: {name: a, namespace: b} # x\n",
		"m: {name: a, namespace: b, annotations: {c/d: 'e,f', g: [1, {h: 'on'}]}}",
		"m: {name: a, namespace: b, annotations: {c/d: 'e,f', g: [1, {h: \"on\"}]}} # x\n",
	},
	"goes from braces": {"m: {a: 1, b: 2, c: 3, d: 4}\n", "m: {b: 2}", "m: {b: 2}\n"},
	"in braces, lines": {
		"m: {\n  a: 1, # x\n  b: 2\n}\n",
		"m: {a: 1, b: 2, c: 3}",
		"m: {\n  a: 1, # x\n  b: 2, c: 3\n}\n",
	},
	"in front":           {"m: {b: 1, c: 2, d: 3}\n", "m: {a: 0, b: 1, c: 2, d: 3}", "m: {b: 1, c: 2, d: 3, a: 0}\n"},
	"item in front":      {"m: [b, c]\n", "m: [a, b, c]", "m: [a, b, c]\n"},
	"comment in braces":  {"m: {\n  a: 1, # x\n  b: 2 # y\n}\n", "m: {a: 1, b: 2, c: 3}", ""},
	"cut comment":        {"m: {\n  a: 1, # x\n  b: 2\n}\n", "m: {b: 2}", ""},
	"comment of another": {"m: {\n  a: 1, # of a\n  b: 2,\n  c: 3\n}\n", "m: {a: 1, c: 3}", ""},
	"comment elsewhere":  {"m:\n  a: 1\n# of m\n  b: 2\n", "m: {a: 1}", "m:\n  a: 1\n# of m\n"},
	"merge key in place": {"m:\n  <<: {a: 1}\n  b: 2\n", "m: {a: 1, aa: 3, b: 2}", "m:\n  <<: {a: 1}\n  b: 2\n  aa: 3\n"},
	"dash in a comment":  {"- # a - b\n  x: 1\n- c\n", "[{x: 2}, d]", ""},
	"new in brackets": {
		"m: [a, \"]\", 'it''s', {b: '}'}]\n",
		"m: [a, x, \"]\", \"it's\", {b: '}', c: 1}, z]",
		"m: [a, x, \"]\", 'it''s', {b: '}', c: 1}, z]\n",
	},
	"all of brackets": {"m: [a, b] # x\n", "m: []", "m: [] # x\n"},
	"JSON": {
		"{\"a\":\"b\",\"c\":[1,\"x\"],\"d\":2}\n",
		"{a: e, c: [1, x, 'y'], d: 'on', f: {g: h}}",
		"{\"a\":\"e\",\"c\":[1,\"x\", \"y\"],\"d\":\"on\", \"f\": {\"g\": \"h\"}}\n",
	},
	"JSON of lines": {
		"{\n  \"a\": \"b\",\n  \"c\": 1\n}\n",
		"{a: b, c: 1, d: [2]}",
		"{\n  \"a\": \"b\",\n  \"c\": 1, \"d\": [2]\n}\n",
	},
	"an empty field": {"{a: 1, b}\n", "{a: 1, b: 2}", ""},
}

func TestUpdate(t *testing.T) {
	for name, c := range updates {
		t.Run(name, func(t *testing.T) {
			want := parsed(t, c.want)
			updated, ok := yamledit.Update([]byte(c.text), want)
			assert.Equal(t, string(updated), c.updated)
			assert.Equal(t, ok, c.updated != "")
			if ok {
				again, ok := yamledit.Update(updated, want)
				assert.Assert(t, ok)
				assert.Equal(t, string(again), c.updated)
			}
		})
	}
}
