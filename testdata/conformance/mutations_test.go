package conformance

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

var (
	mutations    = flag.Int("mutations", 2000, "how many changed documents TestMutations looks at")
	mutationSeed = flag.Uint64("mutation-seed", 1, "which ones; the same number makes the same ones")
)

// full are objects with fields that chance does not put side by side, and that refuse each other otherwise.
var full = []string{
	strings.Replace(bucket, "endpoint", "sts: {provider: ldap, endpoint: 'https://example.com', secretRef: {name: a}, "+
		"certSecretRef: {name: a}}\n  endpoint", 1),
	bucket + "  provider: aws\n  serviceAccountName: a\n" +
		"  sts: {provider: aws, endpoint: 'https://example.com'}\n",
	bucket + "  provider: azure\n  secretRef: {name: a}\n  prefix: a\n",
	strings.Replace(gitRepository, "timeout", "provider: azure\n  serviceAccountName: a\n  timeout", 1),
	gitRepository + "  provider: github\n  verify: {mode: HEAD, secretRef: {name: a}}\n" +
		"  include: [{repository: {name: a}}]\n",
	ociRepository + "  provider: aws\n  timeout: 1m\n  verify: {provider: notation, secretRef: {name: a}}\n" +
		"  layerSelector: {operation: copy}\n",
	ociRepository + "  verify: {provider: cosign, matchOIDCIdentity: [{issuer: a, subject: a}], trustedRootSecretRef: " +
		"{name: a}}\n",
	helmRepository + "  provider: aws\n  insecure: true\n",
	strings.Replace(helmRelease, "crds: Create", "strategy: {name: RetryOnFailure, retryInterval: 1m}", 1),
	strings.Replace(helmRelease, "values:", "upgrade: {strategy: {name: RetryOnFailure, retryInterval: 1m}}\n"+
		"  values:", 1),
	strings.Replace(kustomization, "prune", "targetNamespace: a\n  prune", 1),
}

// inputs returns every document of cases and examples that renders, the objects that the negatives spoil, in
// documents of their own, and apart from them the documents that are refused. What tests draw of them must not depend
// on the folder shared: a clone without it would draw other documents, and find there what is found nowhere else.
func inputs(t testing.TB) (valid, refused [][]byte) {
	t.Helper()
	for _, text := range append([]string{helmRelease, kustomization, gitRepository, helmRepository, ociRepository, bucket},
		full...) {
		object := &unstructured.Unstructured{}
		assert.NilError(t, decode([]byte(text), object))
		data, err := yaml.Marshal(wrap(object))
		assert.NilError(t, err)
		for range 3 { // they have few fields yet, and room for all
			valid = append(valid, data)
		}
	}
	moreValid, refused := judged(t, slices.Concat(files(t, "../cases/*/*/in.yaml"), files(t, "../../examples/*/*.yaml")))
	valid = append(valid, moreValid...)
	assert.Assert(t, len(valid) >= 100 && len(refused) >= 100, "inputs were lost")
	return valid, refused
}

// judged reads documents, and returns those that render apart from those that are refused.
func judged(t testing.TB, names []string) (valid, refused [][]byte) {
	t.Helper()
	for _, file := range names {
		data := readFile(t, file)
		v := judge(data)
		assert.NilError(t, v.wrong, "%s", file)
		if v.accepted > 0 {
			valid = append(valid, data)
		} else {
			refused = append(refused, data)
		}
	}
	return valid, refused
}

// A verdict is what fluxapp says of a document, and what is wrong with that.
type verdict struct {
	accepted int // objects
	wrong    error
}

// maxChecked is how many bytes of objects are checked. Aliases make more of a short document, which etcd would not
// store, and which takes longer to check than a fuzzer waits.
const maxChecked = 8 << 20

// judge holds the promises for one input: what fluxapp accepts the API server accepts, and gets the same way twice;
// what it refuses has a place, a code and words.
func judge(data []byte) (v verdict) {
	defer func() {
		if r := recover(); r != nil {
			v.wrong = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	out, result, err := renderAll(data)
	if err != nil && len(finding.From(err)) == 0 {
		return verdict{wrong: fmt.Errorf("refused without a finding: %w", err)}
	}
	for _, f := range append(result.Findings, finding.From(err)...) {
		if err := placed(data, f); err != nil {
			return verdict{wrong: err}
		}
	}
	if err != nil {
		return verdict{}
	}
	again, _, err := renderAll(data)
	if err != nil || !bytes.Equal(out, again) {
		return verdict{wrong: fmt.Errorf("rendered twice, other objects: %v\n%s\n%s", err, out, again)}
	}
	if len(out) > maxChecked {
		return verdict{}
	}
	opts := emitted
	opts.Servers = serversOf(data)
	count, err := checkEmitted(checker, out, data, opts)
	if err == nil && count != len(result.Objects) {
		err = fmt.Errorf("%d objects were printed as %d", len(result.Objects), count)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return verdict{accepted: count, wrong: err}
}

// renderAll renders what Parse refuses too, as the command does to say everything at once.
func renderAll(data []byte) ([]byte, render.Result, error) {
	docs := schema.Parse("in.yaml", data)
	refused := docs.Findings().Err()
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	if err != nil || refused != nil && len(finding.From(refused)) == 0 {
		return nil, result, cmp.Or(err, refused)
	}
	if refused != nil {
		return nil, result, fmt.Errorf("rendered what Parse refuses: %s", refused)
	}
	var out bytes.Buffer
	err = result.WriteYAML(&out)
	return out.Bytes(), result, err
}

// placed expects a finding to stand at a character of the document, or behind the last one of its line.
func placed(data []byte, e finding.Finding) error {
	lines := strings.Split(string(data), "\n")
	switch {
	case e.Line < 1 || e.Line > len(lines):
		return fmt.Errorf("no such line: %v", e)
	case e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1:
		return fmt.Errorf("no such column: %v", e)
	case e.Code == "" || strings.TrimSpace(e.Detail) == "" || e.File != "in.yaml":
		return fmt.Errorf("says nothing: %v", e)
	}
	return nil
}

// mutated yields documents that were changed at random, the same ones each time for each stream of numbers. Every
// eighth was refused before: then there may be two errors side by side.
func mutated(stream uint64, count int, valid, refused [][]byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		numbers := rand.New(rand.NewPCG(*mutationSeed, stream))
		for i := range count {
			from := valid
			if i%8 == 0 {
				from = refused
			}
			if !yield(mutate(from[numbers.IntN(len(from))], numbers.Uint64())) {
				return
			}
		}
	}
}

// TestMutations holds the promises for documents of the project that were changed at random.
func TestMutations(t *testing.T) {
	valid, refused := inputs(t)
	judgeMutations(t, 0, *mutations, valid, refused)
}

// TestMutationsCorpus does the same with KubeSphere's applications.
func TestMutationsCorpus(t *testing.T) {
	valid, refused := judged(t, shared(t, "*/inputs/*.yaml"))
	judgeMutations(t, 3, *mutations/8, valid, refused)
}

func judgeMutations(t *testing.T, stream uint64, count int, valid, refused [][]byte) {
	t.Helper()
	accepted, objects, began := 0, 0, time.Now()
	wrong, stood := map[string]bool{}, map[string]bool{}
	for data := range mutated(stream, count, valid, refused) {
		v := judge(data)
		if objects += v.accepted; v.accepted > 0 {
			accepted++
			addFields(stood, data)
		}
		if v.wrong != nil && !wrong[kindOf(v.wrong)] && len(wrong) < 30 {
			wrong[kindOf(v.wrong)] = true
			t.Errorf("%v\nof\n%s", v.wrong, data)
		}
	}
	t.Logf("%d mutations in %v, %d of them accepted with %d objects and %d fields", count,
		time.Since(began).Round(time.Millisecond), accepted, objects, len(stood))
	assert.Assert(t, accepted > count/10, "mutations that are all refused prove nothing")
}

// addFields adds the fields of all known types that a document has.
func addFields(stood map[string]bool, data []byte) {
	documents, _ := nodes(data)
	for _, document := range documents {
		if document.Kind != yaml.DocumentNode {
			continue
		}
		for _, p := range places(&document, "", nil) {
			known, n := fields(p.t), *p.at
			for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
				if key := n.Content[i].Value; known[key].Type != nil {
					stood[p.t.Name()+"."+key] = true
				}
			}
		}
	}
}

// kindOf tells findings apart, without the values in them.
func kindOf(err error) string {
	text := strings.SplitN(err.Error(), "\n", 2)[0]
	if _, rule, ok := strings.Cut(text, ": "); ok {
		text = rule
	}
	words := strings.SplitN(text, "\"", 2)
	return words[0]
}

// FuzzMutations is TestMutations without end, led by what of the code an input reaches. Give it -fuzzminimizetime=1x:
// making documents smaller takes longer than finding new ones. What it finds becomes a case.
func FuzzMutations(f *testing.F) {
	valid, refused := inputs(f)
	for i, data := range append(valid, refused...) {
		f.Add(data, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if v := judge(mutate(data, seed)); v.wrong != nil {
			t.Fatalf("%v\nof\n%s", v.wrong, mutate(data, seed))
		}
	})
}

// TestJudge holds that the judge sees what is wrong.
func TestJudge(t *testing.T) {
	inside := finding.Finding{File: "in.yaml", Line: 1, Column: 1, Code: "FA001", Detail: "x"}
	assert.NilError(t, placed([]byte("é"), inside))
	for _, spoil := range []func(*finding.Finding){
		func(e *finding.Finding) { e.Line = 0 }, func(e *finding.Finding) { e.Line = 2 },
		func(e *finding.Finding) { e.Column = 0 },
		func(e *finding.Finding) { e.Column = 3 }, func(e *finding.Finding) { e.Code = "" },
		func(e *finding.Finding) { e.Detail = " " },
	} {
		e := inside
		spoil(&e)
		err := placed([]byte("é"), e)
		assert.ErrorContains(t, err, e.String())
	}
}
