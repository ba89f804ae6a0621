package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// goodCase is an input that renders.
type goodCase struct {
	name string
	in   []byte
	opts render.Options
}

// goodCases returns every case of testdata that renders, and generated applications.
func goodCases(t testing.TB) (cases []goodCase) {
	t.Helper()
	for _, dir := range someCases(t) {
		if exists(dir, "out.yaml") {
			cases = append(cases, goodCase{caseName(dir), readFile(t, dir, "in.yaml"), caseOptions(t, dir)})
		}
	}
	assert.Assert(t, len(cases) > 0, "no case renders")
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		app := generated(r, 1+int(seed*2)+r.IntN(2))
		text, err := sigsyaml.Marshal(app)
		assert.NilError(t, err)
		cases = append(cases, goodCase{fmt.Sprintf("generated-%d", seed), text, render.Options{}})
	}
	return cases
}

// generated makes an application of so many entries.
func generated(r *rand.Rand, entries int) fields {
	kind, spec := "HelmRelease",
		fields{"shareChart": r.IntN(2) == 0, "chart": fields{"chart": "podinfo", "version": "6.x"}}
	if r.IntN(3) == 0 {
		kind = "Kustomization"
	}
	var list []any
	for i := range entries {
		list = append(list, generatedEntry(r, kind, i))
	}
	config := fields{"kustomization": list}
	if kind == "HelmRelease" {
		spec["deploy"] = list
		config = fields{"helmRelease": spec}
	}
	app := fields{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": fields{"name": "app", "namespace": "apps"},
		"spec": fields{"config": config, "source": fields{
			"gitRepository": fields{"url": "https://example.com/app.git", "interval": "1m", "ref": fields{"branch": "main"}},
		}},
	}
	if r.IntN(2) == 0 {
		app["spec"].(fields)["source"] = fields{
			"sourceRef": fields{"kind": "GitRepository", "name": "app", "namespace": "sources"}}
	}
	if r.IntN(2) == 0 {
		app["apiVersion"], app["kind"] = "gitops.kubesphere.io/v1alpha1", "Application"
		app["spec"] = fields{"kind": "fluxcd", "fluxApp": fields{"spec": app["spec"]}}
	}
	return app
}

func generatedEntry(r *rand.Rand, kind string, i int) fields {
	where := fields{"targetNamespace": []string{"app", "web", strings.Repeat("long-", 8) + "name"}[r.IntN(3)]}
	if i > 0 { // the first one goes to the hub
		secret := fmt.Sprintf("member-%d%s", i, []string{"", "-kubeconfig", strings.Repeat("-long", 9)}[r.IntN(3)])
		where["kubeConfig"] = fields{"secretRef": fields{"name": secret}}
	}
	e := fields{"destination": where, "interval": []string{"10m", "1h", "1h0m0s"}[r.IntN(3)]}
	if kind == "Kustomization" {
		e["path"], e["prune"] = "./deploy", r.IntN(2) == 0
		return e
	}
	if r.IntN(2) == 0 {
		e["chart"] = fields{"valuesFiles": []any{"values.yaml", fmt.Sprintf("values-%d.yaml", i%3)}}
	}
	e["values"] = fields{"replicas": r.IntN(9), "yes": "yes", "ports": []any{80, "443", nil, 1.5}, "10": fields{},
		"2": []any{}, "off": nil}
	return e
}

// rendered parses and renders; a refusal ends the test.
func rendered(t testing.TB, in []byte, opts render.Options) render.Result {
	t.Helper()
	docs := schema.Parse("in.yaml", in)
	err := docs.Findings().Err()
	assert.NilError(t, err, "%s", in)
	result, err := render.Render(docs, opts)
	assert.NilError(t, err, "%s", in)
	return result
}

func output(t testing.TB, result render.Result) string {
	t.Helper()
	var out bytes.Buffer
	assert.NilError(t, result.WriteYAML(&out))
	return out.String()
}

// rounds returns how often a property is tried on each case: with -short once.
func rounds(full int) int {
	if testing.Short() {
		return 1
	}
	return full
}

// everyCase runs a property over all good cases.
func everyCase(t *testing.T, property func(t *testing.T, c goodCase, r *rand.Rand)) {
	for i, c := range goodCases(t) {
		t.Run(c.name, func(t *testing.T) { property(t, c, rand.New(rand.NewPCG(uint64(i), 2))) })
	}
}

func TestSameBytesTwice(t *testing.T) {
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		kept := bytes.Clone(c.in)
		first := rendered(t, c.in, c.opts)
		assert.Equal(t, output(t, rendered(t, c.in, c.opts)), output(t, first))
		assert.Equal(t, output(t, first), output(t, first), "an object is built anew each time, and must be the same")
		assert.Assert(t, bytes.Equal(c.in, kept), "the input was written to")
	})
}

func TestOrderOfDocuments(t *testing.T) {
	t.Parallel()
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		want := output(t, rendered(t, c.in, c.opts))
		texts := splitDocs(c.in)
		var several schema.Documents
		for range rounds(3) {
			r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
			one := append(bytes.Join(texts, []byte("\n---\n")), '\n')
			assert.Equal(t, output(t, rendered(t, one, c.opts)), want)
		}
		for i, text := range texts { // each in a file of its own
			docs := schema.Parse(fmt.Sprintf("%d.yaml", i), append(text, '\n'))
			err := docs.Findings().Err()
			assert.NilError(t, err)
			several = append(several, docs...)
		}
		r.Shuffle(len(several), func(i, j int) { several[i], several[j] = several[j], several[i] })
		result, err := render.Render(several, c.opts)
		assert.NilError(t, err)
		assert.Equal(t, output(t, result), want)
	})
}

func TestOrderOfKeys(t *testing.T) {
	t.Parallel()
	shuffled := 0
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		want := output(t, rendered(t, c.in, c.opts))
		for range rounds(3) {
			in, ok := reordered(t, c.in, func(n *yaml.Node) {
				if n.Kind == yaml.MappingNode {
					shufflePairs(n, r)
				}
			})
			if !ok {
				t.Skip("not to be reordered")
			}
			assert.Equal(t, output(t, rendered(t, in, c.opts)), want, "%s", in)
		}
		shuffled++
	})
	assert.Assert(t, shuffled > ofSomeCases(100), "only %d cases were shuffled", shuffled)
}

func TestOrderOfEntries(t *testing.T) {
	t.Parallel()
	everyCase(t, func(t *testing.T, c goodCase, r *rand.Rand) {
		want := output(t, rendered(t, c.in, c.opts))
		in, ok := reordered(t, c.in, func(n *yaml.Node) {
			for _, list := range entryLists(n) {
				r.Shuffle(len(list.Content), func(i, j int) { list.Content[i], list.Content[j] = list.Content[j], list.Content[i] })
			}
		})
		if !ok {
			t.Skip("not to be reordered")
		}
		assert.Equal(t, output(t, rendered(t, in, c.opts)), want, "%s", in)
	})
}

// TestOneEntryMore leaves out entries in turn, of many not all: what is left must be there as it was, and in the same
// order. It skips documents with waves or with dependencies on applications: what their objects wait for changes too,
// and TestWavesAreLocal checks the gates. With -short it leaves out fewer.
func TestOneEntryMore(t *testing.T) {
	t.Parallel()
	removed, step := 0, 4
	if testing.Short() {
		step = 1
	}
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		if bytes.Contains(c.in, []byte(" wave: ")) || bytes.Contains(c.in, []byte("application: ")) {
			t.Skip("objects wait for those of other entries")
		}
		if bytes.Contains(c.in, []byte("{application: ")) {
			t.Skip("waits for the entries of an application")
		}
		all := textsApart(t, rendered(t, c.in, c.opts))
		for skip, more := 0, true; more; skip += 1 + skip/step {
			more = false
			in, ok := reordered(t, c.in, func(n *yaml.Node) {
				// an entry that is left out may have been the only one that they reach
				if overrides := fieldOf(n, "overrides"); overrides != nil {
					for _, override := range overrides.Content {
						if fieldOf(override, "allowEmpty") == nil {
							setField(override, "allowEmpty", "true")
						}
					}
				}
				for _, list := range entryLists(n) {
					if skip < len(list.Content) && len(list.Content) > 1 {
						list.Content = slices.Delete(list.Content, skip, skip+1)
						removed, more = removed+1, true
					}
				}
			})
			if !ok {
				t.Skip("not to be reordered")
			}
			if overridesNobody(in, c.opts) {
				continue
			}
			rest := textsApart(t, rendered(t, in, c.opts))
			for _, object := range all {
				if len(rest) > 0 && rest[0] == object {
					rest = rest[1:]
				}
			}
			assert.Equal(t, len(rest), 0, "without entry %d another object is new, changed or elsewhere:\n%s", skip,
				strings.Join(rest, "---\n"))
		}
	})
	assert.Assert(t, removed > 100, "only %d entries were left out", removed)
}

// overridesNobody reports whether a document is refused because an override names a cluster that no entry is left for.
func overridesNobody(in []byte, opts render.Options) bool {
	docs := schema.Parse("in.yaml", in)
	result, err := render.Render(docs, opts)
	return err != nil && result.Findings.Only(finding.SeverityError)[0].Code == wording.CodeUnknownCluster
}

// TestWriteYAML holds that a stream of objects, of which those that differ in little are printed from one stencil, is
// the same bytes as the objects by themselves.
func TestWriteYAML(t *testing.T) {
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		isStream(t, rendered(t, c.in, c.opts))
	})
}

// isStream holds that a result is written as its objects are printed.
func isStream(t *testing.T, result render.Result) {
	t.Helper()
	assert.Equal(t, output(t, result), streamOf(result))
}

// streamOf returns the objects as they are printed, each behind --- and, where the API server changes, a comment that
// names it.
func streamOf(result render.Result) string {
	var b strings.Builder
	server := "hub"
	for _, o := range result.Objects {
		at := "hub"
		if o.Facts().Standalone() && o.Cluster() != "" {
			at = "cluster " + o.Cluster()
			if quoted := strconv.Quote(o.Cluster()); strings.Contains(quoted, "\\") {
				at = "cluster " + quoted
			}
		}
		b.WriteString("---\n")
		if at != server {
			b.WriteString("# " + at + "\n")
		}
		b.Write(o.YAML())
		server = at
	}
	return b.String()
}

// textsApart returns the objects without what depends on which others there are: the objects that an Alert lists, and
// the label by which it finds them when they are many.
func textsApart(t *testing.T, result render.Result) (all []string) {
	if !slices.ContainsFunc(result.Objects, func(o render.Object) bool { return o.Kind() == kinds.Alert.Name }) {
		return texts(result)
	}
	for _, o := range result.Objects {
		object := decodeObject(t, o)
		if labels, ok := object["metadata"].(fields)["labels"].(fields); ok {
			if delete(labels, kinds.LabelApplication); len(labels) == 0 {
				delete(object["metadata"].(fields), "labels")
			}
		}
		if o.Kind() == kinds.Alert.Name && o.Tree().At("spec", "eventSources").Position().Line == 0 {
			delete(object["spec"].(fields), "eventSources")
		}
		printed, err := yaml.Marshal(object)
		assert.NilError(t, err)
		all = append(all, string(printed))
	}
	return all
}

func texts(result render.Result) (all []string) {
	for _, o := range result.Objects {
		all = append(all, string(o.YAML()))
	}
	return all
}

// reordered changes the nodes of each document and prints them again; false if there are anchors, whose place in the
// document matters, or what yaml.v3 does not read.
func reordered(t *testing.T, in []byte, change func(*yaml.Node)) ([]byte, bool) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	for decoder := yaml.NewDecoder(bytes.NewReader(in)); ; {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			assert.NilError(t, encoder.Close())
			return out.Bytes(), true
		}
		if err != nil || hasAnchor(&doc) { // a stream of JSON, escapes of JSON alone
			return nil, false
		}
		walk(&doc, change)
		assert.NilError(t, encoder.Encode(&doc))
	}
}

func walk(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		walk(c, visit)
	}
}

func hasAnchor(n *yaml.Node) (found bool) {
	walk(n, func(n *yaml.Node) { found = found || n.Anchor != "" || n.Kind == yaml.AliasNode || n.Tag == "!!merge" })
	return found
}

func shufflePairs(n *yaml.Node, r *rand.Rand) {
	kept := slices.Clone(n.Content)
	for i, j := range r.Perm(len(kept) / 2) {
		n.Content[2*i], n.Content[2*i+1] = kept[2*j], kept[2*j+1]
	}
}

// entryLists returns the lists deploy and kustomization right below a config.
func entryLists(n *yaml.Node) (lists []*yaml.Node) {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		if value.Kind == yaml.SequenceNode && (key == "deploy" || key == "kustomization") {
			lists = append(lists, value)
		}
	}
	return lists
}

// TestConcurrent parses and renders one input from many sides at once; the race detector looks on.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		docs := schema.Parse("in.yaml", c.in)
		err := docs.Findings().Err()
		assert.NilError(t, err)
		shared, err := render.Render(docs, c.opts)
		assert.NilError(t, err)
		want := output(t, shared)
		got := make([][4]string, 4)
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() {
				own := schema.Parse("in.yaml", c.in)
				ofOwn, _ := render.Render(own, c.opts)
				ofShared, _ := render.Render(docs, c.opts)
				for j, result := range []render.Result{ofOwn, ofShared, shared} {
					var out bytes.Buffer
					_ = result.WriteYAML(&out)
					got[i][j] = out.String()
				}
				got[i][3] = streamOf(shared)
			})
		}
		all.Wait()
		for _, g := range got {
			assert.DeepEqual(t, g, [4]string{want, want, want, want})
		}
	})
}

// TestReadersAgree reads what we print with every reader that it may meet.
func TestReadersAgree(t *testing.T) {
	t.Parallel()
	everyCase(t, func(t *testing.T, c goodCase, _ *rand.Rand) {
		for _, o := range rendered(t, c.in, c.opts).Objects {
			readersAgree(t, o)
		}
	})
}

func readersAgree(t testing.TB, o render.Object) {
	t.Helper()
	var want any
	assert.NilError(t, json.Unmarshal(o.JSON(), &want))
	text := o.YAML()
	readers := map[string]func([]byte, any) error{
		"sigs.k8s.io/yaml": func(b []byte, v any) error { return sigsyaml.Unmarshal(b, v) },
		"yaml.v3":          yaml.Unmarshal,
		"kyaml":            kyaml.Unmarshal,
	}
	for name, read := range readers {
		var got any
		assert.NilError(t, read(text, &got), "%s: %s", name, text)
		if diff := cmp.Diff(want, jsonTree(t, got)); diff != "" {
			t.Errorf("%s (+) does not read what we mean (-):\n%s", name, diff)
		}
	}
}

// TestGoldensAreCanonical decodes and prints every object of every golden, which must not change it.
func TestGoldensAreCanonical(t *testing.T) {
	for _, dir := range caseDirs(t) {
		if !exists(dir, "out.yaml") {
			continue
		}
		t.Run(caseName(dir), func(t *testing.T) {
			for _, text := range bytes.SplitAfter(append([]byte("\n"), readFile(t, dir, "out.yaml")...), []byte("\n---\n")) {
				text = serverComment.ReplaceAll(bytes.TrimSuffix(text, []byte("---\n")), nil)
				canonical(t, string(text))
			}
		})
	}
}

var serverComment = regexp.MustCompile(`^# (?:cluster \S+|hub)\n`)

// canonical compares a document with what sigs.k8s.io/yaml makes of it, except for what we print otherwise on purpose.
func canonical(t *testing.T, text string) {
	var object any
	assert.NilError(t, sigsyaml.Unmarshal([]byte(text), &object))
	if object == nil {
		assert.Equal(t, strings.TrimSpace(text), "")
		return
	}
	again, err := sigsyaml.Marshal(object)
	assert.NilError(t, err)
	theirs := strings.Split(string(again), "\n")
	for i, line := range strings.Split(text, "\n") {
		if i < len(theirs) && line != theirs[i] && onPurpose(line, theirs[i]) {
			t.Logf("on purpose: %s", line)
			theirs[i] = line
		}
	}
	assert.Equal(t, text, strings.Join(theirs, "\n"))
}

// onPurpose reports whether our line is theirs with a setter comment behind it, or with the author's digits of a
// number.
func onPurpose(ours, theirs string) bool {
	ours, _, _ = strings.Cut(ours, ` # {"$`)
	if ours == theirs {
		return true
	}
	var a, b any
	return sigsyaml.Unmarshal([]byte(ours), &a) == nil && sigsyaml.Unmarshal([]byte(theirs), &b) == nil &&
		cmp.Equal(a, b) && number(ours) && number(theirs)
}

// number reports whether a line ends in a number.
func number(line string) bool {
	words := strings.Fields(line)
	return len(words) > 0 && json.Valid([]byte(words[len(words)-1])) &&
		strings.Trim(words[len(words)-1], "-+.eE0123456789") == ""
}
