package folderlist

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// listHead is all of a list but its resources.
const listHead = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
metadata:
  annotations:
    config.kubernetes.io/local-config: "true"
    fluxapp.dev/rendered-from: apps/b, apps/d
  name: one
`

// stateOfTest knows files of fluxapp, one that it removes, and two of the user.
func stateOfTest(file string) (from string, exists bool) {
	switch file {
	case "one/d/hr-d.yaml":
		return "apps/d", true
	case "one/f/hr-f.yaml":
		return "apps/f", true
	case "one/b/hr-gone.yaml", "one/odd.yaml":
		return "apps/b", false
	case "one/mine.yaml", "one/b/hr-mine.yaml":
		return "", true
	}
	return "", false
}

// TestListEdit edits lists by hand: what is not fluxapp's stays byte by byte.
func TestListEdit(t *testing.T) {
	for name, c := range map[string]struct {
		resources string
		add       []string
		want      string // empty when it cannot be done
	}{
		"nothing to do": {"resources:\n- d/hr-d.yaml\n", nil, "resources:\n- d/hr-d.yaml\n"},
		"first, middle and last": {"resources:\n- d/hr-d.yaml\n", []string{"a/hr.yaml", "c/hr.yaml", "e/hr.yaml"},
			"resources:\n- a/hr.yaml\n- c/hr.yaml\n- d/hr-d.yaml\n- e/hr.yaml\n"},
		"below the user's comment": {"resources:\n# d is ours\n- d/hr-d.yaml\n", []string{"a/hr.yaml"},
			"resources:\n- a/hr.yaml\n# d is ours\n- d/hr-d.yaml\n"},
		"after the nearest": {"resources:\n- f/hr-f.yaml\n- d/hr-d.yaml\n", []string{"e/hr.yaml", "g/hr.yaml"},
			"resources:\n- f/hr-f.yaml\n- g/hr.yaml\n- d/hr-d.yaml\n- e/hr.yaml\n"},
		"before the first": {"resources:\n- f/hr-f.yaml\n- mine.yaml\n- d/hr-d.yaml\n", []string{"a/hr.yaml"},
			"resources:\n- a/hr.yaml\n- f/hr-f.yaml\n- mine.yaml\n- d/hr-d.yaml\n"},
		"before it, below mine": {"resources:\n- mine.yaml\n- d/hr-d.yaml\n- f/hr-f.yaml\n", []string{"a/hr.yaml"},
			"resources:\n- mine.yaml\n- a/hr.yaml\n- d/hr-d.yaml\n- f/hr-f.yaml\n"},
		"one that goes": {"resources:\n- b/hr-gone.yaml\n- d/hr-d.yaml # x\n", nil,
			"resources:\n- d/hr-d.yaml # x\n"},
		"the last one goes": {"resources: # of b\n- b/hr-gone.yaml\npatches: []\n", nil,
			"resources: [] # of b\npatches: []\n"},
		"one that was moved goes": {"resources:\n- odd.yaml\n- d/hr-d.yaml\n", nil, "resources:\n- d/hr-d.yaml\n"},
		"in one line, and goes":   {"resources: [b/hr-gone.yaml]\n", nil, ""},
		"the field twice": {"resources:\n- d/hr-d.yaml\nresources:\n- mine.yaml\n- x/hr-byhand.yaml\n",
			[]string{"e/hr.yaml"}, ""},
		"none, and a line end": {"patches: []\n", []string{"e/hr.yaml"},
			"patches: []\nresources:\n- e/hr.yaml\n"},
		"in place of one": {"resources:\n- b/hr-gone.yaml\n", []string{"c/hr.yaml"},
			"resources:\n- c/hr.yaml\n"},
		"by hand": {"resources:\n- b/hr-byhand.yaml\n- d/hr-d.yaml\n- x/hr-byhand.yaml\n", nil,
			"resources:\n- d/hr-d.yaml\n- x/hr-byhand.yaml\n"},
		"the user's": {"resources:\n- b/hr-mine.yaml\n- mine.yaml\n- ../b/hr-gone.yaml\n- b/\n" +
			"- d/hr-d.yaml\n", nil, "resources:\n- b/hr-mine.yaml\n- mine.yaml\n- ../b/hr-gone.yaml\n- b/\n- d/hr-d.yaml\n"},
		"a dot before it": {"resources:\n- ./d/hr-d.yaml\n- ./b/hr-gone.yaml\n", nil,
			"resources:\n- ./d/hr-d.yaml\n"},
		"twice": {"resources:\n- d/hr-d.yaml\n- mine.yaml\n- mine.yaml\n- d/hr-d.yaml\n", nil,
			"resources:\n- d/hr-d.yaml\n- mine.yaml\n- mine.yaml\n"},
		"indented": {"resources:\n    - \"d/hr-d.yaml\"\n", []string{"e/hr.yaml"},
			"resources:\n    - \"d/hr-d.yaml\"\n    - e/hr.yaml\n"},
		"in quotes": {"resources:\n- d/hr-d.yaml\n", []string{"e/hr-true.yaml", "f #/hr.yaml"},
			"resources:\n- d/hr-d.yaml\n- e/hr-true.yaml\n- 'f #/hr.yaml'\n"},
		"no line end": {"resources:\n- d/hr-d.yaml", []string{"e/hr.yaml"},
			"resources:\n- d/hr-d.yaml\n- e/hr.yaml\n"},
		"the last line goes": {"resources:\n- d/hr-d.yaml\n- b/hr-gone.yaml", []string{"e/hr.yaml"},
			"resources:\n- d/hr-d.yaml\n- e/hr.yaml\n"},
		"the only one goes, no line end": {"resources:\n- b/hr-gone.yaml", []string{"c/hr.yaml"},
			"resources:\n- c/hr.yaml\n"},
		"a user's line, and the last goes": {"resources:\n- mine.yaml\n- b/hr-gone.yaml", []string{"c/hr.yaml"},
			"resources:\n- mine.yaml\n- c/hr.yaml\n"},
		"before other fields": {"resources:\n- d/hr-d.yaml\n\n# more\npatches: []\n", []string{"e/hr.yaml"},
			"resources:\n- d/hr-d.yaml\n- e/hr.yaml\n\n# more\npatches: []\n"},
		"only the user's": {"resources:\n- mine.yaml\npatches: []\n", []string{"e/hr.yaml"},
			"resources:\n- mine.yaml\n- e/hr.yaml\npatches: []\n"},
		"empty": {"resources: [] # none\n", []string{"e/hr.yaml"},
			"resources: # none\n- e/hr.yaml\n"},
		"null": {"resources:\npatches: []\n", []string{"e/hr.yaml"},
			"resources:\n- e/hr.yaml\npatches: []\n"},
		"a blank before the colon": {"resources : []\n", []string{"e/hr.yaml"}, ""},
		"a tilde":                  {"resources: ~\n", []string{"e/hr.yaml"}, "resources:\n- e/hr.yaml\n"},
		"none":                     {"patches: []", []string{"e/hr.yaml"}, "patches: []\nresources:\n- e/hr.yaml\n"},
		"in one line, nothing":     {"resources: [d/hr-d.yaml]\n", nil, "resources: [d/hr-d.yaml]\n"},
		"in one line":              {"resources: [d/hr-d.yaml]\n", []string{"e/hr.yaml"}, ""},
		"entries that are no texts": {"resources:\n- {a: b}\n- [c]\n-\n- b/hr-gone.yaml\n- d/hr-d.yaml\n",
			[]string{"e/hr.yaml"}, "resources:\n- {a: b}\n- [c]\n-\n- d/hr-d.yaml\n- e/hr.yaml\n"},
		"an alias": {"resources:\n- &x b/hr-gone.yaml\n- *x\n- d/hr-d.yaml\n", nil,
			"resources:\n- d/hr-d.yaml\n"},
		"an alias of the user's": {"resources:\n- &x b/hr-gone.yaml\n- d/hr-d.yaml\nnamePrefix: *x\n", nil, ""},
		"a folded entry":         {"resources:\n- >-\n  b/hr-gone.yaml\n- d/hr-d.yaml\n", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				text := strings.ReplaceAll(listHead+c.resources, "\n", eol)
				list := editedList(t, text, c.add)
				if c.want == "" {
					assert.Assert(t, strings.Contains(list.Problem, "its entries cannot be changed one by one"))
					assert.Equal(t, string(list.Text), text)
					return
				}
				want := strings.ReplaceAll(listHead+c.want, "\n", eol)
				assert.Equal(t, list.Problem, "")
				assert.Equal(t, withoutOwners(string(list.Text)), withoutOwners(want))
				again := editedList(t, string(list.Text), c.add)
				assert.Equal(t, string(again.Text), string(list.Text))
			}
		})
	}
}

// TestListEditFirst edits lists in which resources are not the last field.
func TestListEditFirst(t *testing.T) {
	first, rest, _ := strings.Cut(listHead, "\n")
	for resources, want := range map[string]string{
		"resources: []\n":             "resources:\n- e/hr.yaml\n",
		"resources:\n- d/hr-d.yaml\n": "resources:\n- d/hr-d.yaml\n- e/hr.yaml\n",
		"resources:\n- f/hr-f.yaml\n": "resources:\n- e/hr.yaml\n- f/hr-f.yaml\n",
	} {
		list := editedList(t, resources+listHead, []string{"e/hr.yaml"})
		assert.Equal(t, withoutOwners(string(list.Text)), withoutOwners(want+listHead))
		list = editedList(t, first+"\n"+resources+rest, []string{"e/hr.yaml"})
		assert.Equal(t, withoutOwners(string(list.Text)), withoutOwners(first+"\n"+want+rest))
	}
}

// editedList edits a list. The owner of what is added is the file's folder.
func editedList(t *testing.T, text string, add []string) After {
	t.Helper()
	docs := schema.Parse("", []byte(text))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	l, ours := Read("one/kustomization.yaml", docs[0], []byte(text))
	assert.Assert(t, ours)
	files := Files{State: func(file string) (string, bool) {
		for _, added := range add {
			if file == "one/"+added {
				return "apps/" + strings.Split(added, "/")[0], true
			}
		}
		return stateOfTest(file)
	}}
	return files.edited(l, add, "")
}

// withoutOwners drops the line of the annotation.
func withoutOwners(text string) string {
	head, rest, _ := strings.Cut(text, "    fluxapp.dev/rendered-from: ")
	_, rest, _ = strings.Cut(rest, "\n")
	return head + rest
}

// The annotation is replaced in the style in which it is written.
func TestListAnnotation(t *testing.T) {
	for written, want := range map[string]string{
		"metadata:\n  annotations:\n    fluxapp.dev/rendered-from: apps/b # x\n": "metadata:\n  annotations:\n" +
			"    fluxapp.dev/rendered-from: apps/d, apps/e # x\n",
		"metadata:\n  annotations:\n    fluxapp.dev/rendered-from: 'apps/b'\n": "metadata:\n  annotations:\n" +
			"    fluxapp.dev/rendered-from: 'apps/d, apps/e'\n",
		"metadata:\n  annotations:\n    \"fluxapp.dev/rendered-from\": \"apps/b\"\n": "metadata:\n  annotations:\n" +
			"    \"fluxapp.dev/rendered-from\": \"apps/d, apps/e\"\n",
		"metadata: {name: öne, annotations: {fluxapp.dev/rendered-from: apps/b, a: \"b\"}}\n": "metadata: {name: öne, " +
			"annotations: {fluxapp.dev/rendered-from: \"apps/d, apps/e\", a: \"b\"}}\n",
		"metadata:\n  annotations:\n    fluxapp.dev/rendered-from:\n      apps/b\n": "metadata:\n  annotations:\n" +
			"    fluxapp.dev/rendered-from:\n      apps/d, apps/e\n",
		"metadata:\n  annotations:\n    fluxapp.dev/rendered-from: >-\n      apps/b\n": "",
	} {
		const head, resources = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
			"resources:\n- d/hr-d.yaml\n"
		list := editedList(t, head+written+resources, []string{"e/hr.yaml"})
		if want == "" {
			assert.Assert(t, list.Problem != "")
			continue
		}
		assert.Equal(t, list.Problem, "", written)
		assert.Equal(t, string(list.Text), head+want+resources+"- e/hr.yaml\n")
	}
}

// TestListEditKeepsLines edits many lists: each line of their users' is still there, in its order, and a second edit
// changes nothing.
func TestListEditKeepsLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := []string{
		"- d/hr-d.yaml", "- ./d/hr-d.yaml # d", "- b/hr-gone.yaml", "- b/hr-byhand.yaml", "- \"b/hr-gone.yaml\"",
		"- mine.yaml", "- b/hr-mine.yaml",
		"- ../x/hr.yaml", "- https://example.com/x", "# a comment", "", "  # indented", "- folder", "- x/hr-x.yaml",
	}
	ours := []string{"d/hr-d.yaml", "b/hr-gone.yaml", "b/hr-byhand.yaml", "rendered-from", "resources:"}
	usersLines := func(text string) (kept []string) {
		for line := range strings.Lines(text) {
			if !slices.ContainsFunc(ours, func(part string) bool { return strings.Contains(line, part) }) &&
				!strings.HasPrefix(line, "- new/") {
				kept = append(kept, strings.TrimSpace(line))
			}
		}
		return kept
	}
	refused := 0
	for range 3000 {
		text := listHead + "resources:\n"
		for range random.IntN(8) {
			text += lines[random.IntN(len(lines))] + "\n"
		}
		for range random.IntN(2) {
			text += "namePrefix: x # y\n"
		}
		var add []string
		for i := range random.IntN(3) {
			add = append(add, "new/hr-"+string(rune('a'+i))+".yaml")
		}
		list := editedList(t, text, add)
		if list.Problem != "" || list.Text == nil {
			refused++
			continue
		}
		assert.DeepEqual(t, usersLines(string(list.Text)), usersLines(text))
		again := editedList(t, string(list.Text), add)
		assert.Equal(t, string(again.Text), string(list.Text), text)
	}
	assert.Assert(t, refused < 100, "%d were refused or go", refused)
}
