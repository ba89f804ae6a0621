package krmfn

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// strangers are resources that are nobody's: whatever they look like, they pass through.
var strangers = []string{
	foreign,
	"a: b\n",
	"{}\n",
	"kind: 5\napiVersion: [x]\n",
	"kind: {a: b}\napiVersion: null\nmetadata: {name: 7, namespace: true, labels: null}\n",
	"apiVersion: v1\nkind: Secret\nmetadata: {name: x, annotations: {a: 1, b: null}}\n",
	"apiVersion: v1\nkind: List\nitems: {a: b}\n",
	"kind: A\none: &x {b: 1}\ntwo: *x\nthree:\n  <<: *x\n",
	"kind: A\na: !foo bar\nb: !!binary aGk=\nc: 0123\nd: 2024-01-01\n",
	"kind: A\na: 1\na: 2\n",
	"kind: A\ntext: |+\n  two\n\n  lines\n\nfolded: >-\n  a\n  b\n",
}

// TestFaults checks for faulty lists that nobody's item is lost or changed, and that what keeps the objects from
// being made, or that nothing is to be made, is said together with what to do.
func TestFaults(t *testing.T) {
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	const noFile = "path=hello/app.yaml"
	for name, c := range map[string]struct {
		config string
		items  []string
		code   int
		says   string // in a result; empty for none
		made   int
	}{
		"strangers alone":                 {"", strangers, 0, "there is no application among the items [FA009]", 0},
		"strangers beside an application": {"", append([]string{inFile}, strangers...), 0, "", 2},
		"strangers and a wrong application": {"", append([]string{strings.Replace(inFile, "prune:", "prun:", 1)},
			strangers...), 1, `did you mean "prune"? [FA101]`, 0},
		"one place twice": {"",
			[]string{inFile, at(foreign, "path=x.yaml", "index=0"), at(strangers[5], "path=x.yaml", "index=0")}, 0,
			"x.yaml: warning: the ConfigMap settings has the same index in this file; change the index of one of them " +
				"[FA403]", 2},
		"one place in two packages": {"", []string{inFile, at(in("/p/a", "x.yaml", foreign), "index=0"),
			at(in("/p/b", "x.yaml", strangers[5]), "index=0")}, 0, "", 2},
		"the place of the document twice": {"", []string{inFile, at(foreign, "path=apps/app.yaml", "index=0")}, 0,
			"change the index of one of them [FA403]", 2},
		"the place of an object taken": {"", []string{inFile, at(foreign, "path="+strings.Split(hubFile[1:], "#")[0])},
			1, "move that one to another file [FA403]", 0},
		"the place of an object taken first": {"", []string{at(foreign, "path="+strings.Split(hubFile[1:], "#")[0]), inFile},
			1, "holds the ConfigMap settings, and fluxapp did not make it; move that one to another file [FA403]", 0},
		"an index that is no number": {"",
			[]string{at(app, "path=app.yaml", "index=one"), at(foreign, "path=x.yaml", "index=-1")}, 0, "", 2},
		"an absolute path": {"", []string{at(app, "path=/app.yaml"), foreign}, 1,
			"which is outside the package; move its document into it [FA404]", 0},
		"a path out of the package": {"", []string{at(app, "path=../app.yaml"), foreign}, 1,
			"which is outside the package; move its document into it [FA404]", 0},
		"strangers' paths out of it": {"",
			[]string{inFile, at(foreign, "path=/x.yaml"), at(strangers[5], "path=../x.yaml")}, 0, "", 2},
		"a functionConfig of another kind": {strangers[5], []string{inFile, foreign}, 1,
			"write a FluxApplication or a RenderConfig of fluxapp.dev/v1alpha1, an Application (kind fluxcd)", 0},
		"a functionConfig without a kind": {"a: b", []string{inFile, foreign}, 1,
			"write a FluxApplication or a RenderConfig of fluxapp.dev/v1alpha1, an Application (kind fluxcd)", 0},
		"one name twice": {"", []string{inFile, at(app, "path=b.yaml"), foreign}, 1,
			"the application apps/hello is already at apps/app.yaml; write another name for one of them [FA301]", 0},
		"one name twice, without files": {"", []string{app, app, foreign}, 1,
			"the application apps/hello is already at items[0]; write another name for one of them [FA301]", 0},
		"one name in two namespaces": {"",
			[]string{at(app, noFile), at(strings.Replace(app, "namespace: apps", "namespace: b", 1), "path=hello/b.yaml")}, 1,
			"put one of the documents into another folder, or give one object a name of its own [FA305]", 0},
		"one name and an earlier run of two": {"", append(printed(t, process(t, "", inFile, other)), app), 1,
			"write another name for one of them [FA301]", 0},
	} {
		t.Run(name, func(t *testing.T) {
			list := resourceList(c.config, c.items...)
			out, _, code := runOn(list)
			answer := read(t, out)
			assert.Equal(t, code, c.code, out)
			before, after := printed(t, read(t, list)), printed(t, answer)
			assert.DeepEqual(t, after[:len(before)], before)
			assert.Equal(t, len(after)-len(before), c.made)
			lines := said(answerTo(t, (list)))
			assert.Equal(t, len(lines) > 0, c.says != "", "%q", lines)
			assert.Assert(t, strings.Contains(strings.Join(lines, "\n"), c.says), "%q", lines)
			assert.Equal(t, strings.Contains(out, "\nresults:\n"), c.says != "")
		})
	}
}

// TestCutOff cuts a list off at any byte. What is no YAML any more is refused. Of what still is YAML, each item of
// the user's comes back as it arrived, unless the list is refused: nobody can tell that there was more. The items
// that arrived are counted by another YAML reader than the function's.
func TestCutOff(t *testing.T) {
	document, hub, member := earlier(t)
	step := 1
	if testing.Short() {
		step = 7
	}
	// behind the items, so that a cut may take all of it
	config := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}\ndata: {}\n"
	whole := resourceList(config, foreign, document, hub, member, at(foreign, "path=x.yaml"))
	refused, passed := 0, 0
	for i := 0; i < len(whole); i += step {
		out, errs, code := runOn(whole[:i])
		arrived, err := usersItems(whole[:i])
		if err != nil || code == 1 && out == "" {
			refused++
			assert.Assert(t, code == 1 && out == "" && strings.HasPrefix(errs, "fluxapp: "), "%q", whole[:i])
			continue
		}
		assert.Assert(t, code == 0 || strings.Contains(out, "\nresults:\n"), "%q", whole[:i])
		came, err := usersItems(out)
		assert.NilError(t, err)
		for _, item := range arrived {
			passed++
			assert.Assert(t, slices.Contains(came, item), "%s is lost from %q", item, whole[:i])
		}
	}
	assert.Assert(t, refused > 0 && passed > 0)
	t.Logf("refused %d of %d", refused, (len(whole)+step-1)/step)
}

// usersItems reads the items of a list, each as JSON, except those that fluxapp rendered: it renders these anew.
func usersItems(list string) (items []string, err error) {
	var read struct{ Items []map[string]any }
	if err := sigsyaml.Unmarshal([]byte(list), &read); err != nil {
		return nil, err
	}
	for _, item := range read.Items {
		text, err := json.Marshal(item)
		if err != nil {
			return nil, err
		}
		if !strings.Contains(string(text), kinds.AnnotationRenderedFrom) {
			items = append(items, string(text))
		}
	}
	return items, nil
}

// TestLargeList checks that 20 MB go through, and logs what they cost.
func TestLargeList(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: 20 MB take a while, and much memory")
	}
	const size = 20 << 20
	text := "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: large-%d\n  annotations:\n" +
		"    internal.config.kubernetes.io/path: 'large/%[1]d.yaml'\ndata:\n  dashboard.json: |\n" +
		strings.Repeat("    "+strings.Repeat(`{"panels": [1, 2, 3]},`, 40)+"\n", 100)
	items := []string{inFile}
	for n := 0; n < size; n += len(text) {
		items = append(items, fmt.Sprintf(text, len(items)))
	}
	list := resourceList("", items...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	out, errs, code := runOn(list)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	t.Logf("%d items of %d bytes: %s, %d MB allocated", len(items), len(list), took,
		(after.TotalAlloc-before.TotalAlloc)>>20)
	assert.Equal(t, errs, "")
	assert.Equal(t, code, 0)
	assert.Equal(t, len(read(t, out).Items), len(items)+2)
	again, _, _ := runOn(out)
	assert.Assert(t, again == out, "a second run changes something")
}
