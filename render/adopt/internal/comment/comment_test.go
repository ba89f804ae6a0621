package comment_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRead finds the comments about each line: <line>^ are those above, <line>> is the one behind, <line>_ are below.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"above and behind", "# a\nx: 1 # b\n", "2^# a 2># b"},
		{"several above", "# a\n\n  # b\n#c\nx: 1\n", "5^# a 5^# b 5^#c"},
		{"below, because the next line is further out", "x:\n  y: 1\n  # a\nz: 2\n", "2_# a"},
		{"below a map", "x:\n  y:\n    z: 1\n  # a\nw: 2\n", "2_# a"},
		{"above, because the next line is further in", "x:\n# a\n  y: 1\n", "3^# a"},
		{"at the end", "x:\n  y: 1\n# a\n", "1_# a"},
		{"above an item", "x:\n# a\n- y: 1 # b\n  # c\n  z: 2\n", "3^# a 3># b 5^# c"},
		{"below the last item", "x:\n  - y\n  # - z\nw: 1\n", "2_# - z"},
		{"behind a key", "x: # a\n  y: 1\n", "1># a"},
		{"in plain texts", "x: a#b\ny: a #b\nz: http://x/#y\n", "2>#b"},
		{"a plain text of several lines", "x: it\n  's # a\ny: 'b' # c\n", "1># a 3># c"},
		{"a plain text below its key", "x:\n  it\n  's\ny: 1 # a\n", "4># a"},
		{"in quotes", "x: 'a # b' # c\ny: \"a \\\" # b\" # d\nz: 'it''s # b' # e\n", "1># c 2># d 3># e"},
		{"quotes of several lines", "x: \"a\n  # b\n\" # c\ny: '\n# d\n'\n", "1># c"},
		{"quotes in a plain text", "x: it's # a\ny: b 'c # d\n", "1># a 2># d"},
		{"quoted keys", "'a # b': 1 # c\n\"d\" : # e\n  x: 1\n", "1># c 2># e"},
		{"in a block", "x: | # a\n  # b\n  c # d\n# e\ny: 1\n", "1># a 5^# e"},
		{"in a folded block with an indentation", "x: >2-\n   # b\n\n  # c\n # d\ny: 1 # e\n", "1_# d 6># e"},
		{"an empty block", "x: |\ny: 1 # a\n", "2># a"},
		{"a block in a list", "x:\n- |\n # a\n# b\n- y: |-\n    # c\n   # d\n  z: 1\n", "5^# b 5_# d"},
		{"a block at the end", "x: |\n  a\n\n\n", ""},
		{"flow style", "x: [a, # b\n  # c\n  d#, {e: 'f # g'}] # h\ni: {} # j\n", "1># b 3^# c 3># h 4># j"},
		{"flow style with quotes inside", "x: {a: it's, b: 1} # c\n", "1># c"},
		{"documents", "# a\n---\n# b\nx: 1\n# c\n--- # d\n# e\ny: 2\n...\n# f\n", "4^# a 4^# b 4_# c 8^# d 8^# e 8_# f"},
		{"a block as a document", "--- |\n  # a\n--- # b\nx: 1 # c\n", "4^# b 4># c"},
		{"a directive", "%YAML 1.1 # a\n---\nx: 1 # b\n", "3># b"},
		{"a marker alone", "x:\n- # a\n  y: 1\n", "2># a"},
		{"line breaks of Windows", "# a\r\nx: 1 # b\r\ny: |\r\n  # c\r\nz: 1 # d\r\n", "2^# a 2># b 5># d"},
		{"a byte order mark", "\ufeff# a\nx: 1\n", "2^# a"},
		{"tags and anchors", "x: !!str &y '# a' # b\nz: *y # c\n", "1># b 2># c"},
		{"the end of a block of lines", "x:\n  # x-release-please-start-version\n  y: 1\n  # x-release-please-end\n  z: 1\n",
			"3^# x-release-please-start-version 3_# x-release-please-end"},
		{"a key behind a question mark", "? a # b\n: c # d\n", "1># b 2># d"},
	} {
		assert.Check(t, describe(comment.Read(c.text, 1), len(c.text)) == c.want, "%s: %s", c.name,
			describe(comment.Read(c.text, 1), len(c.text)))
	}
}

func describe(text *comment.Text, lines int) string {
	var found []string
	for line := range lines {
		around := text.At(line)
		if around == nil {
			continue
		}
		for _, c := range around.Above {
			found = append(found, fmt.Sprintf("%d^%s", line, c.Text))
		}
		if around.Behind.Text != "" {
			found = append(found, fmt.Sprintf("%d>%s", line, around.Behind.Text))
		}
		for _, c := range around.Below {
			found = append(found, fmt.Sprintf("%d_%s", line, c.Text))
		}
	}
	return strings.Join(found, " ")
}

func TestLines(t *testing.T) {
	text := comment.Read("x: 1 # a\n---\ny: 1\n# b\nz: 1\n", 1)
	assert.DeepEqual(t, text.Lines(), []int{1, 5})
}

// TestPart finds the lines around each x.
func TestPart(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a text", "# a\nx: 1\n# b\n", "# a\nx: 1\n# b\n"},
		{"a document of several", "y: 1\n--- # a\nx: 1\n# b\n---\nz: 1\n", "--- # a\nx: 1\n# b\n"},
		{"a comment in front of the first document", "# a\n\n---\n# b\nx: 1\n---\ny: 1\n", "# a\n\n---\n# b\nx: 1\n"},
		{"a comment behind the last document", "y: 1\n---\nx: 1\n...\n---\n# a\n", "---\nx: 1\n...\n---\n# a\n"},
		{"a comment between two documents", "y: 1\n---\n# a\n...\n# b\n---\nx: 1\n", "---\n# a\n...\n# b\n---\nx: 1\n"},
		{"no marker", "---\ny: |\n  ---\n--x: 1\n", "---\ny: |\n  ---\n--x: 1\n"},
		{"an item", "y:\n- x: 1\n\n  z: |\n   a\n  # b\n- w: 1\n", "- x: 1\n\n  z: |\n   a\n  # b\n"},
		{"an item in flow style", "{y: [{x: 1},\n {z: 1}]}\n", "{y: [{x: 1},\n"},
	} {
		isItem := strings.Contains(c.name, "item")
		start, end := comment.Part(c.text, strings.Index(c.text, "x"), isItem)
		assert.Check(t, c.text[start:end] == c.want, "%s: %q", c.name, c.text[start:end])
	}
}

// TestCases reads all cases without their comments: they say the same.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 300)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		docs, problems := tree.Parse(file, data)
		for _, p := range problems {
			if p.Rule < tree.YAML11 {
				docs = nil
			}
		}
		again, _ := tree.Parse(file, []byte(without(string(data), comment.Read(string(data), 1))))
		for i, doc := range docs {
			assert.Equal(t, content(again[i]), content(doc), file)
		}
	}
}

func content(doc *tree.Tree) string { return string(tree.AppendContent(nil, doc.Root())) }

// without returns a text without its comments.
func without(text string, comments *comment.Text) string {
	lines := strings.Split(text, "\n")
	for line := range lines {
		around := comments.At(line + 1)
		if around == nil {
			continue
		}
		for _, c := range around.All() {
			lines[c.Line-1] = strings.TrimSuffix(strings.TrimRight(lines[c.Line-1], " \t\r"), c.Text)
		}
	}
	return strings.Join(lines, "\n")
}

func TestIsInstruction(t *testing.T) {
	for text, want := range map[string]bool{
		"# renovate: datasource=docker depName=x": true, "# x-release-please-version": true,
		"# x-release-please-start-version": true, "# yamllint disable-line": true,
		`# {"$imagepolicy": "a:b"}`: false, "# the version": false, "#": false, "# renovate updates this": false,
		"# checkov:skip=CKV_1: why": true, "# prettier-ignore": true, "# kubeval: skip": true,
		"# by a program: x-release-please-version": true, "# see renovate: it is there": false,
		"# note: skip this line":     false,
		"# image: datasource=docker": true, "#renovate: datasource=x": true,
	} {
		assert.Check(t, comment.IsInstruction(text) == want, text)
	}
	assert.Check(t, comment.IsForEditor("# yaml-language-server: $schema=https://x"))
	assert.Check(t, comment.IsForEditor("# vim: set ft=yaml"))
	assert.Check(t, !comment.IsForEditor("# the schema: see vim: x"))
}
