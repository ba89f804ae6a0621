package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// odd are items that are not ours, each in a style that no printer of YAML keeps.
const odd = `- # what it is for
  apiVersion: v1
  kind:   ConfigMap   # why

  metadata: {name: settings, annotations: {}}
  data:
      on: 'yes'
      "list" : [a,   "b"]   # a flow list
      long: this is a line that is longer than any printer leaves it in one piece, because it has more than a ` +
	`hundred characters
      folded: this is
        on two lines
      script: |+
        # no comment
        - no item

      # the last comment of the map

-
  # a second one
  kind: A
  text: "two\
    \ lines"
  list:
    - {deep: [1, 2]}   
    -   odd
- kind: B
  one: &x {b: 1}
  two: *x
-   kind: C
    four: columns
- {kind: D, flow: [1,
   2]}
`

const listHead = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"

// TestItemsKeepTheirBytes checks that items that are not ours leave byte for byte, and that only the objects and
// results of the run are new.
func TestItemsKeepTheirBytes(t *testing.T) {
	ours := strings.Replace(indented(inFile), "  ", "- ", 1)
	unset := strings.Replace(ours, "        prune: true\n", "", 1) // which is a warning
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	wide := func(text string) string {
		return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
	}
	for name, c := range map[string]struct{ before, after string }{
		"items at the end": {listHead + odd + ours, ""},
		"ours first":       {listHead + ours + odd, ""},
		"a functionConfig": {listHead + odd + ours, "functionConfig: # none\n  apiVersion: v1\n  kind:   ConfigMap\n"},
		"items in front": {"items:\n" + odd + ours,
			"kind: ResourceList\n# a comment\napiVersion: config.kubernetes.io/v1\n"},
		"indented items":     {listHead + wide(odd+ours), ""},
		"carriage returns":   {crlf(listHead + odd + ours), crlf("functionConfig:\n  apiVersion: v1\n  kind:   ConfigMap\n")},
		"a comment in front": {"# a list\n\n" + listHead + odd + ours, ""},
		"a warning":          {listHead + odd + unset, ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, code := runOn(c.before + c.after)
			assert.Equal(t, code, 0, errs)
			made, found := strings.CutPrefix(out, c.before)
			assert.Assert(t, found, out)
			made, results, _ := strings.Cut(made, "results:\n")
			made, found = strings.CutSuffix(made, c.after)
			assert.Assert(t, found, made)
			assert.Equal(t, strings.Count(made, "- apiVersion: kustomize.toolkit.fluxcd.io/v1\n"), 2, made)
			assert.Equal(t, results != "", name == "a warning", results)

			again, _, _ := runOn(out)
			assert.Equal(t, again, out)
			without, _, code := runOn(strings.Replace(c.before+c.after, "FluxApplication", "Flux", 1))
			assert.Equal(t, code, 1)
			assert.Assert(t, strings.HasPrefix(without, strings.Replace(c.before+c.after, "FluxApplication", "Flux", 1)),
				without)
		})
	}
}

// TestRemovedItemsLeaveTheRest checks that nothing but the items that go is cut out, and that the results of earlier
// functions go.
func TestRemovedItemsLeaveTheRest(t *testing.T) {
	_, hub, _ := earlier(t)
	gone := strings.Replace(indented(strings.Replace(hub, "name: hello-hello", "name: gone", 1)), "  ", "- ", 1)
	first, rest, _ := strings.Cut(odd, "-\n")
	const old = "results:\n- message: old\n"
	for name, c := range map[string]struct{ list, want string }{
		"between":        {listHead + first + gone + "-\n" + rest, listHead + odd},
		"first":          {listHead + gone + odd, listHead + odd},
		"last":           {listHead + odd + gone, listHead + odd},
		"results behind": {listHead + odd + gone + old, listHead + odd},
		"results between": {listHead + odd + gone + old + "functionConfig: null\n",
			listHead + odd + "functionConfig: null\n"},
		"results before":  {old + listHead + odd + gone, listHead + odd},
		"nothing is left": {listHead + gone, listHead[:len(listHead)-1] + " []\n"},
	} {
		t.Run(name, func(t *testing.T) {
			list := strings.Replace(c.list, "functionConfig: null\n", "functionConfig:\n"+indented(pruning), 1)
			want := strings.Replace(c.want, "functionConfig: null\n", "functionConfig:\n"+indented(pruning), 1)
			if !strings.Contains(list, "functionConfig") {
				list, want = "functionConfig:\n"+indented(pruning)+list, "functionConfig:\n"+indented(pruning)+want
			}
			out, _, code := runOn(list)
			assert.Equal(t, code, 0)
			made, found := strings.CutPrefix(out, want)
			assert.Assert(t, found, out)
			assert.Assert(t, strings.HasPrefix(made, "results:\n") && !strings.Contains(made, "message: old"), made)
		})
	}
}

// TestEditedLists checks which lists are edited as a text.
func TestEditedLists(t *testing.T) {
	const item = "- kind: A\n  a: b\n"
	for name, c := range map[string]struct {
		list   string
		edited bool
	}{
		"a plain list":                     {listHead + item, true},
		"no items":                         {strings.TrimSuffix(listHead, "\n") + " []\n", true},
		"items that are null":              {listHead, true},
		"an anchor in another item":        {listHead + item + "  c: &x 1\n" + item + "  d: *x\n", true},
		"an item with an anchor":           {listHead + "- &x\n  kind: A\n", true},
		"items with an anchor":             {strings.TrimSuffix(listHead, "\n") + " &x\n" + item, false},
		"an item with a tag":               {listHead + "- !!map\n  kind: A\n", true},
		"a functionConfig with an anchor":  {listHead + item + "functionConfig: &x\n  d: e\n", true},
		"a functionConfig in flow style":   {listHead + item + "functionConfig: {a: b}\n", true},
		"an item in flow style":            {listHead + "- {kind: A}\n", true},
		"items in flow style":              {strings.TrimSuffix(listHead, "\n") + " [{kind: A}]\n", false},
		"items in flow style on two lines": {strings.TrimSuffix(listHead, "\n") + " [\n{kind: A}]\n", false},
		"no items on two lines":            {strings.TrimSuffix(listHead, "\n") + " [\n]\n", false},
		"JSON": {`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": ` +
			`[{"kind": "A"}]}`, false},
		"a key twice":      {listHead + item + "  a: c\n", true},
		"an unknown field": {listHead + item + "metadata:\n  a: b\n", true},
		"a key in quotes":  {strings.Replace(listHead, "items", `"items"`, 1) + item, true},
		"an indented list": {"  " + strings.ReplaceAll(strings.TrimSpace(listHead), "\n", "\n  ") + "\n  " +
			strings.ReplaceAll(strings.TrimSpace(item), "\n", "\n  ") + "\n", true},
		"a marker before it":               {"---\n" + listHead + item, true},
		"what would be a marker":           {listHead + item + "  ---a: b\n", true},
		"a marker in a block":              {listHead + item + "  c: |\n    ---\n    ...\n", true},
		"a marker behind it":               {listHead + item + "...\n", false},
		"a comment between items":          {listHead + item + "# b\n" + item, true},
		"a comment before the items":       {listHead + "# b\n" + item, true},
		"a comment behind the items":       {listHead + item + "# b\nfunctionConfig:\n  a: b\n", true},
		"a comment behind the key":         {strings.TrimSuffix(listHead, "\n") + " # b\n" + item, true},
		"a carriage return alone":          {strings.ReplaceAll(listHead+item, "\n", "\r"), true},
		"a line separator":                 {listHead + item + "  c: \"d\u2028e\"\n", true},
		"a byte order mark":                {"\ufeff" + listHead + item, true},
		"an infinite number":               {listHead + item + "  c: .inf\n", true},
		"a question mark":                  {listHead + "- ? kind\n  : A\n", true},
		"no items field":                   {strings.TrimSuffix(listHead, "items:\n") + "functionConfig:\n  a: b\n", true},
		"annotations that are null":        {listHead + item + "  metadata: {annotations: null}\n", true},
		"a functionConfig that is null":    {listHead + item + "functionConfig: null\n", true},
		"a list of an item that is broken": {listHead + item + "  c: {d: 1, d: 2}\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := readResourceList([]byte(c.list))
			assert.NilError(t, err, c.list)
			assert.Equal(t, l.isBlock, c.edited, c.list)
		})
	}
}

// TestEdits checks the places of what comes, of what goes, and of the comments around them, which are never lost.
func TestEdits(t *testing.T) {
	const a, b, c = "- kind: A\n  a: b\n", "- kind: B\n", "- kind: C\n"
	const ofA, ofB = "  # of A\n\n", "# of B\n"
	const made, end = "- kind: New\n", "results:\n- x\n"
	const fields = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	macOS := func(text string) string { return strings.ReplaceAll(text, "\n", "\r") }
	for name, c := range map[string]struct {
		list string
		keep []int // the items that stay
		want string
	}{
		"all stay": {listHead + a + ofA + ofB + b + "# c\n", []int{0, 1},
			listHead + a + ofA + ofB + b + made + "# c\n" + end},
		"the first goes": {listHead + a + ofA + ofB + b, []int{1}, listHead + ofB + b + made + end},
		"the second goes": {listHead + a + ofA + ofB + b + c, []int{0, 2},
			listHead + a + ofA + c + made + end},
		"the next field has a comment": {listHead + a + "# c\nx: y\n", []int{0},
			listHead + a + made + "# c\nx: y\n" + end},
		"results in the middle": {"# a\nresults:\n- y\n# b\n" + listHead + a, []int{0},
			"# a\n# b\n" + listHead + a + made + end},
		"no field": {fields + "functionConfig: {a: b}\n", nil,
			fields + "functionConfig: {a: b}\nitems:\n" + made + end},
		"no items, with comments": {fields + "items: [] # c\n# d\nx: y\n", nil,
			fields + "items: # c\n" + made + "# d\nx: y\n" + end},
		"no line break": {listHead + "- kind: A\n  a: b", []int{0}, listHead + a + made + end},
		"an anchor of others goes": {listHead + "- kind: A\n  a: &x b\n- kind: B\n  b: *x\n", []int{1},
			listHead + "- b: b\n  kind: B\n" + made + end},
		"an anchor of its own goes": {listHead + "- kind: A\n  a: &x b\n  c: *x\n" + b, []int{1},
			listHead + b + made + end},
		"carriage returns": {macOS(listHead + a + ofB + b), []int{1}, macOS(listHead+ofB+b) + made + end},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := readResourceList([]byte(c.list))
			assert.NilError(t, err)
			var items []*item
			for _, at := range c.keep {
				items = append(items, l.items[at])
			}
			pieces, err := l.answered(append(items, &item{index: isNew, raw: "kind: New\n"}), end)
			assert.NilError(t, err)
			assert.Equal(t, strings.Join(pieces, ""), c.want)
		})
	}
	l, err := readResourceList([]byte(listHead + "# first\n" + a))
	assert.NilError(t, err)
	pieces, err := l.answered(nil, end)
	assert.NilError(t, err)
	assert.Equal(t, strings.Join(pieces, ""), fields+"items: []\n# first\n"+end)
}
