package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// A document is an application, with what fluxapp says of it.
type document struct {
	file, kind string
	data       []byte
	value      any              // as kubectl reads it, with json.Number
	unread     error            // why there is no value
	parsed     finding.Findings // what Parse refuses
	rendered   finding.Findings // what Render refuses, of what Parse takes
}

func (d document) accepted() bool { return len(d.parsed)+len(d.rendered) == 0 }

// applications returns the applications and bases of a stream. Those that fluxapp leaves alone, and lists, are left
// out.
func applications(t testing.TB, file string, stream []byte) (found []document) {
	t.Helper()
	_, _, err := renderAll(stream)
	together := err == nil // a document may need others, as a template
	for reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream))); ; {
		data, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return found
		}
		assert.NilError(t, err, "%s", file)
		docs := schema.Parse(file, data)
		err = docs.Findings().Err()
		d := document{file: file, data: data, parsed: finding.From(err)}
		d.value, d.unread = readValue(data)
		if object, ok := d.value.(map[string]any); ok {
			d.kind, _ = object["kind"].(string)
		} else if len(docs) == 1 {
			d.kind = docs[0].Kind()
		}
		isIn := func(group string) bool {
			return kinds.Find(kinds.App|kinds.Base, group, d.kind) != nil
		}
		if !isIn(kinds.Group) && !isIn(kinds.KubeSphereGroup) || len(d.parsed) == 0 &&
			docs[0].Class() != schema.ClassApplication &&
			docs[0].Class() != schema.ClassBase {
			continue
		}
		if len(d.parsed) == 0 && !together {
			_, err := render.Render(docs, render.Options{AllowEmpty: true})
			d.rendered = finding.From(err)
		}
		if d.unread != nil && d.accepted() {
			continue // fluxapp reads escapes that kubectl does not, and warns of them
		}
		found = append(found, d)
	}
}

// readValue reads a document as kubectl does.
func readValue(data []byte) (any, error) {
	if !json.Valid(data) {
		var err error
		if data, err = yaml.YAMLToJSON(data); err != nil {
			return nil, err
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

// applicationsOf returns the applications of cases, fleets and examples.
func applicationsOf(t *testing.T) (found []document) {
	t.Helper()
	for _, file := range slices.Concat(files(t, "../cases/*/*/in.yaml"), files(t, "../fleets/*/in.yaml"),
		files(t, "../../examples/*/*.yaml")) {
		found = append(found, applications(t, file, readFile(t, file))...)
	}
	assert.Assert(t, len(found) >= 300, "%d applications; some were lost", len(found))
	return found
}

// applicationsOfCorpus returns the applications of KubeSphere, as they are and with the namespace written right, and
// the objects of public repositories, each in an application of its own.
func applicationsOfCorpus(t *testing.T) (found []document) {
	t.Helper()
	for _, file := range shared(t, "ksdevops/inputs/*.yaml") {
		data := readFile(t, file)
		found = append(found, applications(t, file, data)...)
		if right := bytes.ReplaceAll(data, []byte("-targetNamespace"), []byte("-targetnamespace")); !bytes.Equal(data,
			right) {
			found = append(found, applications(t, file, right)...)
		}
	}
	for _, file := range append(shared(t, "flux/*/*.yaml"), shared(t, "groups/*/*/*.yaml")...) {
		for _, text := range bytes.Split(readFile(t, file), []byte("\n---\n")) {
			object := &unstructured.Unstructured{}
			if err := decode(text, object); err != nil {
				continue // comments only
			}
			if app := wrap(object); app != nil {
				data, err := yaml.Marshal(app)
				assert.NilError(t, err)
				found = append(found, applications(t, file, data)...)
			}
		}
	}
	assert.Assert(t, len(found) >= 100, "%d applications; some were lost", len(found))
	return found
}

// besideCases returns applications and a base with what schemas could get wrong and no case has: numbers, nulls and a
// source that Parse refuses, and a namespace that is empty.
func besideCases(t *testing.T) (found []document) {
	t.Helper()
	for _, field := range []string{
		"maxHistory: 1.0",
		"maxHistory: 9223372036854775808",
		"postRenderers: [{kustomize: {patchesStrategicMerge: [null]}}]",
		"suspend: true",
	} {
		found = append(found, applications(t, field, []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: ""}
spec: {config: {helmRelease: {template: a, deploy: [{destination: {}, interval: 1m, `+field+`}]}}}
`))...)
	}
	return append(found, applications(t, "source of a base", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: a, namespace: ""}
spec: {source: {helmRepository: {url: "https://example.com", interval: [1]}}}
`))...)
}

// applicationsMutated returns applications of the project that were changed at random, the same 1500 each time, or
// another number by the flag.
func applicationsMutated(t *testing.T) (found []document) {
	t.Helper()
	valid, refused := inputs(t)
	for data := range mutated(1, *mutations*3/4, valid, refused) {
		found = append(found, applications(t, "mutation", data)...)
	}
	return found
}

// applicationsMutatedCorpus returns applications of KubeSphere that were changed at random.
func applicationsMutatedCorpus(t *testing.T) (found []document) {
	t.Helper()
	valid, refused := judged(t, shared(t, "*/inputs/*.yaml"))
	for data := range mutated(4, *mutations/8, valid, refused) {
		found = append(found, applications(t, "mutation", data)...)
	}
	return found
}
