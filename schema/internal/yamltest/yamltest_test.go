package yamltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
)

// TestGenerators generates documents, and reads them with the libraries: all of them are YAML or JSON.
func TestGenerators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3_000 {
		text := Document(r)
		document := yaml.NewDecoder(bytes.NewReader(text))
		assert.NilError(t, readAll(func() error { return document.Decode(new(yaml.Node)) }), "%s\n%q", text, text)
		text = JSON(r)
		values := json.NewDecoder(bytes.NewReader(text))
		assert.NilError(t, readAll(func() error { return values.Decode(new(any)) }), "%s\n%q", text, text)
	}
}

func readAll(decode func() error) error {
	for {
		if err := decode(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestShapes(t *testing.T) {
	shapes := splitShapes("a.txt", "A comment.\n=== one\na: b␠\n␉c‹U+0085›d‹ff›‹é×3›␍\n=== \n␄\n===\na␄\n")
	assert.DeepEqual(t, shapes,
		[]Shape{{"a.txt:2 one", "a: b \n\tc\u0085d\xffééé\r\n"}, {"a.txt:5", ""}, {"a.txt:7", "a"}})
}

func TestPart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := map[string]bool{}
	for range 100 {
		found[string(Part(r, []byte("a:\n  b: c\n\n  d: e\nf\n"), 100))] = true
	}
	assert.DeepEqual(t, found, map[string]bool{
		"a:\n  b: c\n\n  d: e\nf\n": true, "  b: c\n\n  d: e\n": true, "\n  d: e\nf\n": true, "  d: e\n": true, "f\n": true,
		"": true,
	})
}
