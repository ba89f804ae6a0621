package yamledit_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// TestSplit cuts files, and joins the same bytes.
func TestSplit(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"empty":            {"", "<>"},
		"one":              {"a: b\n", "<a: b\n>"},
		"two":              {"# x\na: b\n---\n# y\nc: d\n", "<# x\na: b\n>---\n<# y\nc: d\n>"},
		"marker first":     {"---\na: b\n", "---\n<a: b\n>"},
		"comment first":    {"# x\n---\na: b\n", "<# x\n>---\n<a: b\n>"},
		"comment behind":   {"a: b\n--- # x\nc: d\n", "<a: b\n>--- # x\n<c: d\n>"},
		"content behind":   {"a: b\n--- {c: d}\n", "<a: b\n>---< {c: d}\n>"},
		"directive":        {"%YAML 1.1\n---\na: b\n", "<>%YAML 1.1\n---\n<a: b\n>"},
		"end marker":       {"a: b\n...\n---\nc: d\n", "<a: b\n...\n>---\n<c: d\n>"},
		"nothing behind":   {"a: b\n---\n", "<a: b\n>---\n<>"},
		"Windows":          {"a: b\r\n---\r\nc: d", "<a: b\r\n>---\r\n<c: d>"},
		"byte order mark":  {"\ufeffa: b\n", "\ufeff<a: b\n>"},
		"marker in a text": {"a: |\n  ---\n", "<a: |\n  ---\n>"},
		"JSON":             {"{\"a\": 1}\n{\"b\": 2}\n", "<{\"a\": 1}>\n<{\"b\": 2}>\n<>"},
		"UTF-16":           {"\xff\xfea", "\xff\xfea<>"},
	} {
		t.Run(name, func(t *testing.T) {
			docs := yamledit.Split([]byte(c.file))
			got := ""
			for _, d := range docs {
				got += string(d.Separator) + "<" + string(d.Text) + ">"
			}
			assert.Equal(t, got, c.want)
			assert.Equal(t, string(yamledit.Join(docs)), c.file)
		})
	}
}

// TestJoin adds documents to files.
func TestJoin(t *testing.T) {
	for file, want := range map[string]string{
		"a: b\n":     "a: b\n---\nx: y\n",
		"a: b":       "a: b\n---\nx: y\n",
		"a: b\r\n":   "a: b\r\n---\r\nx: y\n",
		"---\na: b":  "---\na: b\n---\nx: y\n",
		"a: b\n...":  "a: b\n...\n---\nx: y\n",
		"# only x\n": "# only x\n---\nx: y\n",
	} {
		docs := append(yamledit.Split([]byte(file)), yamledit.Document{Text: []byte("x: y\n")})
		assert.Equal(t, string(yamledit.Join(docs)), want)
	}
}
