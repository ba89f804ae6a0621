package krmfn

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
)

// runOn runs the function on a text.
func runOn(in string) (out, errs string, code int) {
	var stdout, stderr bytes.Buffer
	code = Run(strings.NewReader(in), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

func TestInputThatIsNoResourceList(t *testing.T) {
	const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	for name, c := range map[string]struct{ in, want string }{
		"nothing": {"", "the input is empty; send a ResourceList"},
		"blanks":  {" \n\n", "the input is empty; send a ResourceList"},
		"no YAML": {"a: [", "the input is no ResourceList: line 1: a value is missing; close the bracket, or " +
			"quote a value that holds {{ }}"},
		"too deep": {list + "items:\n- a: " + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "\n",
			"the input cannot be read: line 4: nested more than 1000 levels deep"},
		"a comment": {"# nothing", "the input is no ResourceList: it holds 0 documents; send one"},
		"a stream":  {app + "---\n" + app, "the input is no ResourceList: it holds 2 documents; send one"},
		"a scalar": {"hello", `the input is no ResourceList: it says kind "" of apiVersion ""; send kind ` +
			`ResourceList of config.kubernetes.io/v1, or write fluxapp - to render documents`},
		"another kind": {"apiVersion: v1\nkind: List\nitems: []",
			`the input is no ResourceList: it says kind "List" of apiVersion "v1"; send kind ResourceList of ` +
				`config.kubernetes.io/v1, or write fluxapp - to render documents`},
		"its group only": {"apiVersion: config.kubernetes.io/v1\nkind: List\nitems: []",
			`the input is no ResourceList: it says kind "List" of apiVersion "config.kubernetes.io/v1"; send kind ` +
				`ResourceList of config.kubernetes.io/v1, or write fluxapp - to render documents`},
		"its kind only": {"apiVersion: v1\nkind: ResourceList\nitems: []",
			`the input is no ResourceList: it says kind "ResourceList" of apiVersion "v1"; send kind ResourceList of ` +
				`config.kubernetes.io/v1, or write fluxapp - to render documents`},
		"cut off":     {list, "the ResourceList has neither items nor functionConfig; is it cut off?"},
		"items twice": {list + "items: []\nitems: [{a: b}]", "the ResourceList has items twice"},
		"config twice": {list + "items: []\nfunctionConfig: {a: b}\nfunctionConfig: {a: b}",
			"the ResourceList has functionConfig twice"},
		"items no list": {list + "items: {}", "the items of the ResourceList are no list"},
		"item no map":   {list + "items: [{a: b}, c]", "items[1] of the ResourceList is no map"},
		"item null":     {list + "items: [null]", "items[0] of the ResourceList is no map"},
		"config no map": {list + "functionConfig: [a]", "functionConfig of the ResourceList is no map"},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, code := runOn(c.in)
			assert.Equal(t, errs, "fluxapp: "+c.want+"\n")
			assert.Equal(t, out, "")
			assert.Equal(t, code, 1)
		})
	}
}

// endless is a device that never says that it ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestEndlessInput(t *testing.T) {
	defer func(was int64) { folder.MaxSize = was }(folder.MaxSize)
	folder.MaxSize = 1 << 20
	var stdout, stderr bytes.Buffer
	assert.Equal(t, Run(endless{}, &stdout, &stderr), 1)
	assert.Equal(t, stderr.String(), "fluxapp: the input is larger than 1 GiB; split it\n")
	assert.Equal(t, stdout.String(), "")
}

func TestCutOffAnywhereIsNoPanic(t *testing.T) {
	whole := resourceList(inFile, foreign, inFile)
	step := 1
	if testing.Short() {
		step = 5
	}
	for i := 0; i < len(whole); i += step {
		_, errs, code := runOn(whole[:i])
		assert.Assert(t, code == 0 || code == 1)
		assert.Assert(t, code == 0 || !strings.Contains(errs, "panic"))
	}
}

func TestStreams(t *testing.T) {
	unset := strings.Replace(app, "      prune: true\n", "", 1)
	wrong := strings.Replace(app, "prune: true", "prun: true", 1)
	const warning = "spec.config.kustomization[0].prune: Flux requires it; fluxapp sets prune: false [FA504]\n"
	const refusal = `spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]` + "\n"
	for name, c := range map[string]struct {
		in   string
		errs string
		code int
	}{
		"kustomize, good":        {resourceList(app, app), "", 0},
		"kustomize, warning":     {resourceList(unset, unset), "FluxApplication apps/hello: warning: " + warning, 0},
		"kustomize, error":       {resourceList(wrong, wrong), "FluxApplication apps/hello: " + refusal, 1},
		"kustomize, information": {resourceList("", foreign), "", 0},
		"kpt, warning":           {resourceList("", at(unset, "path=a.yaml", "id=1", "seqindent=wide")), "", 0},
		"kpt, error":             {resourceList("", at(wrong, "path=a.yaml", "id=1", "seqindent=wide")), "", 1},
		"pipe, error":            {resourceList("", at(wrong, "path=a.yaml")), "a.yaml: " + refusal, 1},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, code := runOn(c.in)
			assert.Equal(t, errs, c.errs)
			assert.Equal(t, code, c.code)
			assert.Equal(t, strings.Contains(out, "results:"), name != "kustomize, good", out)
		})
	}
}

// TestWhoPrintsTheResults checks that only kpt's own annotations, all of them, keep the function from printing its
// results.
func TestWhoPrintsTheResults(t *testing.T) {
	unset := strings.Replace(app, "      prune: true\n", "", 1)
	annotations := []string{"path=a.yaml", "id=1", "seqindent=wide"}
	for chosen := range 1 << len(annotations) {
		var some []string
		for i, annotation := range annotations {
			if chosen&(1<<i) != 0 {
				some = append(some, annotation)
			}
		}
		_, errs, code := runOn(resourceList("", foreign, at(unset, some...)))
		assert.Equal(t, code, 0)
		assert.Equal(t, errs == "", len(some) == len(annotations), "%v: %s", some, errs)
	}
}

// TestRepeatedValues checks that findings about one field of many entries repeat each other, whatever they say, and
// findings about no field do not.
func TestRepeatedValues(t *testing.T) {
	head, entry, _ := strings.Cut(app, "    - destination")
	var entries strings.Builder
	for i := range 8 {
		entries.WriteString("    - destination" + strings.NewReplacer("10m", strconv.Itoa(i)+"x", ": hello}",
			": hello"+strconv.Itoa(i)+"}").Replace(entry))
	}
	_, errs, _ := runOn(resourceList("", head+entries.String()))
	assert.Equal(t, strings.Count(errs, "\n"), 6, errs)
	assert.Assert(t, strings.HasSuffix(errs, "more [FA105] (fluxapp check --all-findings prints them)\n"), errs)

	document, hub, _ := earlier(t)
	items := []string{document}
	for i := range 8 {
		name := "gone" + strconv.Itoa(i)
		items = append(items, at(strings.NewReplacer("hello-hello", name, "apps/hello\n", "apps/"+name+"\n", "./deploy",
			"./"+name).Replace(hub),
			"path="+name+".yaml"))
	}
	_, errs, _ = runOn(resourceList("", items...))
	assert.Equal(t, strings.Count(errs, "[FA405]"), 8, errs)
}

// Stderr counts findings that repeat each other; the answer holds all.
func TestRepeatedResults(t *testing.T) {
	head, entry, _ := strings.Cut(app, "    - destination")
	var entries strings.Builder
	for i := range 8 {
		entries.WriteString("    - destination" + strings.Replace(strings.Replace(entry, "prune: true", "prun: true", 1),
			": hello}", ": hello"+strconv.Itoa(i)+"}", 1))
	}
	out, errs, code := runOn(resourceList("", head+entries.String()))
	assert.Equal(t, code, 1)
	assert.Equal(t, strings.Count(errs, `did you mean "prune"? [FA101]`), 5, errs)
	assert.Assert(t, strings.HasSuffix(errs, "\n… and 3 more [FA101] (fluxapp check --all-findings prints them)\n"), errs)
	assert.Equal(t, strings.Count(out, "code: FA101"), 8)
}

func TestResultFields(t *testing.T) {
	wrong := strings.Replace(app, "prune: true", "prun: true", 1)
	out, _, _ := runOn(resourceList("", foreign, at(wrong, "path=apps/app.yaml", "index=2")))
	_, results, _ := strings.Cut(out, "\nresults:\n")
	assert.Equal(t, results, `- message: unknown field; did you mean "prune"?
  severity: error
  resourceRef:
    apiVersion: fluxapp.dev/v1alpha1
    kind: FluxApplication
    name: hello
    namespace: apps
  field:
    path: spec.config.kustomization[0].prun
    currentValue: prun
    proposedValue: prune
  file:
    path: apps/app.yaml
    index: 2
  tags:
    code: FA101
`)
}

// TestTextsLikeKeys checks that a value with the name of a key is no second one.
func TestTextsLikeKeys(t *testing.T) {
	list := strings.Replace(resourceList("", foreign, inFile), "items:", "description: items\nitems:", 1)
	_, errs, code := runOn(list)
	assert.Equal(t, errs, "")
	assert.Equal(t, code, 0)
}

// TestResultAboutNothing checks that a result about no resource has neither a resource, a field nor a file.
func TestResultAboutNothing(t *testing.T) {
	out, _, _ := runOn(resourceList(configs("{applications: [helo]}", "")[0], app))
	_, results, _ := strings.Cut(out, "\nresults:\n")
	assert.Equal(t, results, "- message: there is no application \"helo\" among the documents; write the name, or "+
		"namespace/name, of one that is there\n"+
		"  severity: error\n  tags:\n    code: FA307\n")
}

func TestOldResultsAreNotRepeated(t *testing.T) {
	once, _, _ := runOn(resourceList("", foreign))
	twice, _, _ := runOn(once)
	assert.Equal(t, twice, once)
}

func TestWriteError(t *testing.T) {
	var errs bytes.Buffer
	assert.Equal(t, Run(strings.NewReader(resourceList("", app)), brokenPipe{}, &errs), 1)
	assert.Equal(t, errs.String(), "fluxapp: broken\n")
}

// TestWriteErrors fails each write of an answer in turn, and no other.
func TestWriteErrors(t *testing.T) {
	for _, list := range []string{resourceList(""), resourceList(app, foreign, app)} {
		all := &failsOnce{at: -1}
		assert.Equal(t, Run(strings.NewReader(list), all, io.Discard), 0)
		assert.Assert(t, all.writes > 0)
		for at := range all.writes {
			var errs strings.Builder
			assert.Equal(t, Run(strings.NewReader(list), &failsOnce{at: at}, &errs), 1, "write %d of %d", at, all.writes)
			assert.Equal(t, errs.String(), "fluxapp: broken\n")
		}
	}
}

// failsOnce is a writer of which one write fails.
type failsOnce struct{ writes, at int }

func (f *failsOnce) Write(p []byte) (int, error) {
	if f.writes++; f.writes-1 == f.at {
		return 0, errBroken
	}
	return len(p), nil
}

// TestNoItems checks that a list needs no items when it has a functionConfig.
func TestNoItems(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	for _, items := range []string{"", "items:\n", "items: null\n", "items: []\n"} {
		rl := answerTo(t, (head + items + "functionConfig:\n" + indented(app)))
		assert.DeepEqual(t, names(rl), []string{hubObject, memberObject})
	}
	_, errs, code := runOn(head + "items: null\n")
	assert.Assert(t, code == 0 && errs == "", errs)
}

// TestPositionsInMessages checks that only the line and column behind a file's name are left out of a message.
func TestPositionsInMessages(t *testing.T) {
	rl := process(t, "", at(strings.Replace(app, "interval: 10m", "interval: x:1:2", 1), "path=a.yaml"))
	assert.Assert(t, strings.Contains(said(rl)[0], `"x:1:2"`), said(rl))
	rl = process(t, "", at(app, "path=a.yaml"), at(app, "path=b.yaml"))
	assert.Assert(t, strings.Contains(said(rl)[0], "is already at a.yaml;"), said(rl))
}

// TestWrittenAsItCame checks the bytes of lists that do not change: with blank lines in items, with no items, and with
// what is around them.
func TestWrittenAsItCame(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1alpha1\nkind: ResourceList\n"
	for _, list := range []string{
		head + "items: []\n",
		head + "items: []\nfunctionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n",
		head + "items:\n- kind: A\n  text: |\n    one\n\n    two\n  # a comment\n  b: c\n- kind: B\nfunctionConfig:\n" +
			"  apiVersion: v1\n  kind: ConfigMap\n",
	} {
		out, _, code := runOn(list)
		before, _, _ := strings.Cut(out, "results:\n")
		assert.Equal(t, code, 0)
		assert.Equal(t, before, list)
	}
}

var errBroken = errors.New("broken")

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

// TestMetadataOfOthers checks that items pass through whose metadata are no maps.
func TestMetadataOfOthers(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
	for _, item := range []string{"- metadata: [a]\n", "- metadata: {annotations: [a]}\n", "- metadata: {labels: a}\n"} {
		out, _, code := runOn(head + item)
		assert.Equal(t, code, 0)
		assert.Assert(t, strings.HasPrefix(out, head+item+"results:\n"), out)
	}
}
