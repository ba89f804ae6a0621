package conformance

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// emitted is how objects are checked that fluxapp printed: what an outer substitution and kubectl's own namespace add
// comes first.
var emitted = Options{Namespace: "given", Fill: true}

// files returns the files that match a pattern, at least one.
func files(t testing.TB, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	assert.NilError(t, err)
	assert.Assert(t, len(found) > 0, "no %s", pattern)
	return found
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	assert.NilError(t, err)
	return data
}

// checkEmitted checks what documents were rendered to. What they leave to another tool may be absent.
func checkEmitted(c *Checker, out, documents []byte, opts Options) (count int, err error) {
	if count, err = c.Check(out, opts); err == nil {
		return count, nil
	}
	docs := schema.Parse("in.yaml", documents)
	result, _ := render.Render(docs, logins(docs))
	opts.Open = OpenFields(result.Findings)
	return c.Check(out, opts)
}

// objectFile is the comment with the file of an object in a bootstrap.yaml or delivery.yaml; it captures the folder.
var objectFile = regexp.MustCompile(`(?m)^# (.*)/[^/]*$`)

// asks returns the version of Flux that the options of a case name; it is empty when they name none.
func asks(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "options.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	assert.NilError(t, err)
	var options struct{ FluxVersion string }
	assert.NilError(t, yaml.Unmarshal(data, &options))
	version, err := kinds.ParseFluxVersion(options.FluxVersion)
	assert.NilError(t, err, "%s", dir)
	if version == 0 {
		return ""
	}
	return version.String()
}

// checkerOf returns the CRDs of a version of Flux, the newest when it is empty.
func checkerOf(version string) *Checker {
	for _, f := range fluxes {
		if f.version == version {
			return f.Checker
		}
	}
	return checker
}

// TestCases checks every object that a case or an example expects, with the CRDs of the Flux that it asks for.
func TestCases(t *testing.T) {
	total := 0
	for _, file := range append(files(t, "../cases/*/*/out.yaml"), files(t, "../../examples/*/.expected/out.yaml")...) {
		opts := emitted
		in := inputsOf(t, file)
		opts.Servers = serversOf(in)
		count, err := checkEmitted(checkerOf(asks(t, filepath.Dir(file))), readFile(t, file), in, opts)
		total += count
		assert.Check(t, err, "%s", file)
	}
	for _, file := range files(t, "../cases/*/*/bootstrap.yaml") {
		opts, data := emitted, readFile(t, file)
		for _, at := range objectFile.FindAllSubmatch(data, -1) {
			opts.Servers = append(opts.Servers, string(at[1])) // each application has its own
		}
		count, err := checker.Check(data, opts)
		total += count
		assert.Check(t, err, "%s", file)
	}
	for _, file := range files(t, "../cases/*/*/delivery.yaml") {
		opts := emitted
		_, delivering, _ := bytes.Cut(readFile(t, file), []byte("---\n")) // behind the files of all objects
		for _, at := range objectFile.FindAllSubmatch(delivering, -1) {
			opts.Servers = append(opts.Servers, string(at[1])) // each folder that delivers is for one cluster
		}
		count, err := checker.Check(delivering, opts)
		total += count
		assert.Check(t, err, "%s", file)
	}
	t.Logf("%d objects of cases and examples were checked", total)
	assert.Assert(t, total >= 220, "objects were lost")
}

// inputsOf returns the documents that a case or an example expects objects of.
func inputsOf(t *testing.T, expected string) []byte {
	t.Helper()
	dir, patterns := filepath.Dir(expected), []string{"in.yaml", "config.yaml"}
	if filepath.Base(dir) == ".expected" {
		dir, patterns = filepath.Dir(dir), []string{"*.yaml", "documents/*.yaml", "clusters/*/clusters.yaml"}
	}
	var texts [][]byte
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		assert.NilError(t, err)
		for _, file := range found {
			texts = append(texts, readFile(t, file))
		}
	}
	assert.Assert(t, len(texts) > 0, "no %s in %s", patterns, dir)
	return bytes.Join(texts, []byte("\n---\n"))
}

// logins returns the options of a RenderConfig among documents that are not about the run, but about clusters.
func logins(docs schema.Documents) render.Options {
	for _, d := range docs {
		if d.Class() == schema.ClassRenderConfig {
			config, _ := d.RenderConfig()
			return render.Options{AccessProviders: config.AccessProviders}
		}
	}
	return render.Options{}
}

// serversOf returns the API servers of what documents render; none when all of it lies on the hub.
func serversOf(data []byte) (servers []string) {
	if !bytes.Contains(data, []byte("Standalone")) {
		return nil
	}
	docs := schema.Parse("in.yaml", data)
	result, _ := render.Render(docs, logins(docs)) // what is refused has no objects
	for _, o := range result.Objects {
		server := ""
		if o.Facts().Standalone() {
			server = o.Cluster()
		}
		servers = append(servers, server)
	}
	return servers
}

// TestOneServerEach holds that the objects of each cluster are told apart, and only by their clusters.
func TestOneServerEach(t *testing.T) {
	file := "../cases/topology/both/out.yaml"
	servers := serversOf(inputsOf(t, file))
	assert.DeepEqual(t, servers, []string{"", "", "", "berlin", "berlin", "berlin"})
	_, err := checker.Check(readFile(t, file), emitted)
	assert.ErrorContains(t, err, "already exists")
}

// shared returns the files of a corpus that match a pattern. Without the corpus the test is skipped, or fails where
// FLUXAPP_REQUIRE_SHARED is 1.
func shared(t *testing.T, pattern string) []string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED: %v", err)
	}
	return files(t, filepath.Join(dir, pattern))
}

// rendered renders documents and checks the objects. What fluxapp refuses comes back as its errors.
func rendered(t *testing.T, file string, data []byte) (count int, refused error) {
	t.Helper()
	docs := schema.Parse(file, data)
	err := docs.Findings().Err()
	if err != nil {
		return 0, err
	}
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	if err != nil {
		return 0, err
	}
	var stream bytes.Buffer
	assert.NilError(t, result.WriteYAML(&stream))
	count, err = checker.Check(stream.Bytes(), emitted)
	assert.Check(t, err, "%s", file)
	assert.Check(t, count == len(result.Objects), "%s: %d objects were printed as %d", file, len(result.Objects), count)
	return count, nil
}

// TestKubeSphereCorpus checks what becomes of KubeSphere's own applications. Their namespace with a capital letter,
// which fluxapp refuses, is written right first.
func TestKubeSphereCorpus(t *testing.T) {
	total, refused := 0, 0
	for _, file := range shared(t, "ksdevops/inputs/*.yaml") {
		data := bytes.ReplaceAll(readFile(t, file), []byte("-targetNamespace"), []byte("-targetnamespace"))
		count, err := rendered(t, file, data)
		if total += count; err != nil {
			refused++
			t.Logf("%s: %v", filepath.Base(file), err)
		}
	}
	t.Logf("%d objects of KubeSphere's applications were checked, %d inputs are refused", total, refused)
	assert.Assert(t, total >= 40, "objects were lost")
	assert.Assert(t, refused <= 6, "an input is refused that was not")
}

// TestFluxCorpus checks what becomes of the objects of public repositories, each wrapped into an application of its
// own.
func TestFluxCorpus(t *testing.T) {
	total := 0
	for _, file := range append(shared(t, "flux/*/*.yaml"), shared(t, "groups/*/*/*.yaml")...) {
		for document := range strings.SplitSeq(string(readFile(t, file)), "\n---\n") {
			object := &unstructured.Unstructured{}
			if err := decode([]byte(document), object); err != nil {
				continue // comments only
			}
			app := wrap(object)
			if artifacts, _, _ := unstructured.NestedSlice(object.Object, "spec", "artifacts"); app == nil ||
				len(artifacts) > 1 {
				continue // a generator of several artifacts serves several entries
			}
			data, err := yaml.Marshal(app)
			assert.NilError(t, err)
			count, err := rendered(t, file, data)
			total += count
			assert.Check(t, err, "%s\n%s", file, data)
		}
	}
	t.Logf("%d objects of Flux's repositories were checked", total)
	assert.Assert(t, total >= 100, "objects were lost")
}

// TestSpoilt wraps the objects that the check refuses, and expects that fluxapp refuses them first, or emits good ones
// because what is wrong has no place in an application.
func TestSpoilt(t *testing.T) {
	refused := 0
	for _, n := range negatives {
		object := &unstructured.Unstructured{}
		if err := decode([]byte(strings.Replace(n.object, n.text, n.by, 1)), object); err != nil {
			continue // no object
		}
		app := wrap(object)
		if app == nil {
			continue
		}
		data, err := yaml.Marshal(app)
		assert.NilError(t, err)
		if _, err := rendered(t, n.name, data); err != nil {
			refused++
		}
	}
	t.Logf("%d of %d spoilt objects are refused by fluxapp first", refused, len(negatives))
	assert.Assert(t, refused >= 35)
}
