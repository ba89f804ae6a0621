package conformance

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// notStored are the cases that no API server can keep as they are.
var notStored = map[string]string{
	"placeholders/names":         "a name with a variable is no name to a server",
	"references/as-text":         asNumber,
	"references/chart":           asNumber,
	"references/common-metadata": asNumber,
	"references/types":           asNumber,
	"yaml/bom-stream":            "kubectl reads a stream with another mark as one document",
	"yaml/json-stream":           "kubectl reads the first of two objects in one line",
}

const asNumber = "JSON has no text of a number: 1.10 is 1.1"

// TestRoundTrip stores the documents of all cases, fleets and examples that render, and compares what the stored ones
// render: an API server that drops a null or refuses a reference would change the objects.
func TestRoundTrip(t *testing.T) {
	c := ownServer(t)
	count := 0
	for _, file := range slices.Concat(files(t, "../cases/*/*/in.yaml"), files(t, "../fleets/*/in.yaml"),
		files(t, "../../examples/*/*.yaml")) {
		data := readFile(t, file)
		direct, _, err := renderAll(data)
		name := strings.TrimSuffix(strings.TrimPrefix(file, "../cases/"), "/in.yaml")
		if err != nil || notStored[name] != "" {
			continue
		}
		stored, found, err := c.stored(data)
		if !found {
			continue
		}
		count++
		assert.Check(t, err, "%s", file)
		again, _, err := renderAll(stored)
		assert.Check(t, err, "%s", file)
		diff := cmp.Diff(values(t, direct), values(t, again))
		assert.Check(t, diff == "", "%s: %s", file, diff)
	}
	assert.Assert(t, count >= 300, "%d files; some were lost", count)
}

// stored returns a stream with the documents of the server's kinds as it stores them, and whether there are any.
func (c *Checker) stored(stream []byte) (text []byte, found bool, err error) {
	var refused []error
	for reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream))); ; {
		data, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return text, found, errors.Join(refused...)
		}
		object := &unstructured.Unstructured{}
		if err == nil && decode(data, object) == nil && c.kinds[object.GroupVersionKind()] != nil {
			found = true
			isBare := object.GetNamespace() == "" // it gets one where it is applied
			refused = append(refused, c.checkObject(object, Options{Namespace: "given"}, map[string]bool{})...)
			if isBare {
				object.SetNamespace("")
			}
			if data, err = yaml.Marshal(object.Object); err != nil {
				refused = append(refused, err)
			}
		}
		text = append(append(text, "---\n"...), data...)
	}
}

// values returns the objects of a stream.
func values(t *testing.T, stream []byte) (all []any) {
	t.Helper()
	for reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream))); ; {
		data, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		assert.NilError(t, err)
		value, err := readValue(data)
		assert.NilError(t, err)
		all = append(all, value)
	}
}
