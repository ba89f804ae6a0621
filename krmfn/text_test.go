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

// TestListsThatKyamlReads checks which lists are edited as a text, and which are not.
func TestListsThatKyamlReads(t *testing.T) {
	const item = "- kind: A\n  a: b\n"
	for name, c := range map[string]struct {
		list   string
		edited bool
	}{
		"a plain list":                    {listHead + item, true},
		"no items":                        {strings.TrimSuffix(listHead, "\n") + " []\n", true},
		"items that are null":             {listHead, true},
		"a comment at the end of an item": {listHead + item + "  # of a\n" + item, true},
		"an anchor within an item":        {listHead + item + "  c: &x 1\n  d: *x\n" + item, true},
		"an anchor without an alias":      {listHead + item + "  c: &x 1\n" + item + "  d: x\n", true},
		"an anchor in another item":       {listHead + item + "  c: &x 1\n" + item + "  d: *x\n", false},
		"an anchor of two items":          {listHead + item + "  c: &x 1\n  d: *x\n" + item + "  c: &x 1\n  d: *x\n", false},
		"an anchor of another item too":   {listHead + item + "  c: &x 1\n  d: *x\n" + item + "  c: &x 1\n", true},
		"an anchor in the functionConfig": {listHead + item + "  c: &x 1\nfunctionConfig:\n  d: *x\n", false},
		"an item with an anchor":          {listHead + "- &x\n  kind: A\n", false},
		"items with an anchor":            {strings.TrimSuffix(listHead, "\n") + " &x\n" + item, false},
		"an item with a tag":              {listHead + "- !!map\n  kind: A\n", false},
		"a tag":                           {listHead + item + "  c: !x 1\n", false},
		"a functionConfig with an anchor": {listHead + item + "functionConfig: &x\n  d: e\n", false},
		"a functionConfig in flow style":  {listHead + item + "functionConfig: {a: b}\n", true},
		"an item in flow style":           {listHead + "- {kind: A}\n", true},
		"items in flow style":             {strings.TrimSuffix(listHead, "\n") + " [{kind: A}]\n", false},
		"JSON": {`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": ` +
			`[{"kind": "A"}]}`, false},
		"a key twice":      {listHead + item + "  a: c\n", false},
		"an unknown field": {listHead + item + "metadata:\n  a: b\n", false},
		"a key in quotes":  {strings.Replace(listHead, "items", `"items"`, 1) + item, false},
		"an indented list": {"  " + strings.ReplaceAll(strings.TrimSpace(listHead), "\n", "\n  ") + "\n  " +
			strings.ReplaceAll(strings.TrimSpace(item), "\n", "\n  ") + "\n", false},
		"a marker before it":               {"---\n" + listHead + item, true},
		"a document behind it":             {listHead + item + "---\na: b\n", false},
		"what would be a marker":           {listHead + item + "  ---a: b\n", false},
		"dots that would be a marker":      {listHead + item + "  c: \"d\n ... e\"\n", false},
		"a marker in a block":              {listHead + item + "  c: |\n    ---\n    ...\n", true},
		"a marker behind it":               {listHead + item + "...\n", false},
		"a comment between items":          {listHead + item + "# b\n" + item, false},
		"a comment less deep than the map": {listHead + item + " # b\n" + item, false},
		"a comment before the items":       {listHead + "# b\n" + item, false},
		"a comment behind the items":       {listHead + item + "# b\nfunctionConfig:\n  a: b\n", false},
		"a comment behind the key":         {strings.TrimSuffix(listHead, "\n") + " # b\n" + item, false},
		"a tab behind the dash":            {listHead + "-\tkind: A\n", false},
		"a carriage return alone":          {listHead + item + "  c: d\re\n", false},
		"a next line":                      {listHead + item + "  c: \"d\u0085e\"\n", false},
		"a line separator":                 {listHead + item + "  c: \"d\u2028e\"\n", false},
		"a byte order mark":                {"\ufeff" + listHead + item, false},
		"a byte order mark in an item":     {listHead + "- \ufeffkind: A\n", false},
		"a surrogate pair":                 {listHead + item + `  c: "\ud83d\ude00"` + "\n", false},
		"a setter that marks nothing":      {listHead + item + "  c: # {\"$imagepolicy\": \"a:b\"}\n    d: e\n", false},
		"a value that readers differ in":   {listHead + item + "  c: on\n", true},
		"an infinite number":               {listHead + item + "  c: .inf\n", false},
		"a question mark":                  {listHead + "- ? kind\n  : A\n", false},
		"another kind":                     {strings.Replace(listHead, "ResourceList", "List", 1) + item, false},
		"another apiVersion":               {strings.Replace(listHead, "config.", "x.", 1) + item, false},
		"no items field":                   {strings.TrimSuffix(listHead, "items:\n") + "functionConfig:\n  a: b\n", false},
		"items that are no list":           {strings.TrimSuffix(listHead, "\n") + " a\n", false},
		"an item that is no map":           {listHead + item + "- a\n", false},
		"metadata that are no map":         {listHead + item + "  metadata: a\n", false},
		"labels that are no map":           {listHead + item + "  metadata: {labels: [a]}\n", false},
		"annotations that are no map":      {listHead + item + "  metadata: {annotations: a}\n", false},
		"annotations that are null":        {listHead + item + "  metadata: {annotations: null}\n", true},
		"a functionConfig that is no map":  {listHead + item + "functionConfig: [a]\n", false},
		"a functionConfig without maps":    {listHead + item + "functionConfig:\n  metadata: a\n", false},
		"a functionConfig that is null":    {listHead + item + "functionConfig: null\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := readText([]byte(c.list))
			assert.Equal(t, ok, c.edited, c.list)
			if ok {
				var all adapters
				all.compare(t, name, c.list)
			}
		})
	}
}

// answerTo returns the items of the answer to an item.
func answerTo(item string) string {
	out, _, _ := runOn(listHead + item)
	items, _, _ := strings.Cut(strings.TrimPrefix(out, listHead), "results:\n")
	return items
}

// TestAnswersThatKyamlWrites checks answers for which the text is not edited although it could be read so.
func TestAnswersThatKyamlWrites(t *testing.T) {
	document, hub, member := earlier(t)
	dash := func(item string) string { return strings.Replace(indented(item), "  ", "- ", 1) }
	old := dash(strings.Replace(hub, "name: hello-hello", "name: gone", 1))
	block := dash("kind: A\ntext: |\n  b\n")
	for name, c := range map[string]struct {
		list   string
		edited bool
	}{
		"an item that stays ends in a comment": {listHead + dash(document) + "  # c\n" + dash(hub) +
			dash(member), true},
		"an item that goes ends in a comment": {listHead + dash(document) + dash(hub) + dash(member) +
			old + "  # c\n\n" + dash(foreign), false},
		"an item that is replaced ends in a comment": {listHead + dash(document) +
			dash(strings.Replace(hub, "10m", "9m", 1)) + "  # c\n" + dash(member), false},
		"the end of the text ends a block": {strings.TrimSuffix(listHead+dash(document)+block, "\n"),
			false},
		"a line break ends a block": {listHead + dash(document) + block, true},
		"the end of the text ends a " +
			"scalar": {strings.TrimSuffix(listHead+dash(document)+dash("kind: A\n"), "\n"), true},
		"nothing follows the end of the text": {"functionConfig:\n" + indented(checkConfig) +
			strings.TrimSuffix(listHead+dash(document)+dash(hub)+dash(member)+block, "\n"), true},
	} {
		t.Run(name, func(t *testing.T) {
			text, ok := readText([]byte(c.list))
			assert.Assert(t, ok)
			_, _, ok = text.respond(nil)
			assert.Equal(t, ok, c.edited)
			var all adapters
			all.compare(t, name, c.list)
		})
	}
}
