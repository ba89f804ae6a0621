// Package valuesschema compiles a values.schema.json as Helm does, says in words what it does not take of the values of
// a chart, and finds the schemas in it that apply to a place.
package valuesschema

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Schema is a values.schema.json. It is compiled when values need it, and once. A nil Schema is that of a chart
// without one. It is not safe for concurrent use.
type Schema struct {
	text    []byte
	compile func() (*jsonschema.Schema, error)
	urls    map[string]*jsonschema.Schema // by what the JSON Schema library calls them
}

// New returns the schema with a text, which may be wrong.
func New(text []byte) *Schema {
	return &Schema{text: text, compile: sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(text) })}
}

// schemaURL is what Helm calls each schema (pkg/chart/common/util/jsonschema.go).
const schemaURL = "file:///values.schema.json"

// compile returns the schema as Helm sets it up: draft 2020-12 unless $schema names another one, and the regular
// expressions of Go. Where the schema refers to others, it returns an [ExternalError] beside it.
func compile(text []byte) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil { // as Helm does
			compiled, err = nil, errorOf(r, "is wrong")
		}
	}()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("its values.schema.json is no JSON: %w", err)
	}
	steps := MaxSteps
	m := &meter{left: &steps}
	if m.weigh(doc, 0); m.ids > 1 && m.anchors > 0 { // nobody can tell which schemas are visited
		return nil, errTooLarge
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(m.expression)
	loader := &closedLoader{refs: m.refs}
	compiler.UseLoader(loader)
	_ = compiler.AddResource(schemaURL, doc) // an error is about the URL
	if compiled, err = compiler.Compile(schemaURL); err == nil {
		m.watch(Set{compiled}.closure(within))
	}
	slices.Sort(loader.refused)
	switch {
	case err != nil && loader.refused != nil:
		return nil, &ExternalError{All: true} // maps have no order, so which URL was the first is by chance
	case err != nil:
		return nil, fmt.Errorf("its values.schema.json is no JSON Schema: %s", errorText(err))
	case loader.refused == nil:
		return compiled, nil
	case needs(compiled, loader.refused):
		return nil, &ExternalError{loader.refused, true}
	}
	return compiled, &ExternalError{loader.refused, false}
}

func errorOf(panicked any, otherwise string) error {
	if panicked == errTooLarge {
		return errTooLarge
	}
	return errors.New("its values.schema.json " + otherwise)
}

func errorText(err error) string {
	lines := each.In(strings.Lines(strings.ReplaceAll(err.Error(), schemaURL, "")), func(line string) string {
		return strings.TrimPrefix(strings.TrimSpace(line), "- ")
	})
	return shortened(strings.Join(lines, "; "))
}

// maxText is how many bytes of a schema or about it a message shows.
const maxText = 200

func shortened(text string) string {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "…"
	}
	return text
}

// validate returns what is wrong with values; nil for nothing. After too many steps, the schema cannot be compiled.
func (s *Schema) validate(v any, steps *int) (failure *jsonschema.ValidationError, err error) {
	compiled, err := s.compile()
	if compiled == nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil { // as Helm does
			failure, err = nil, errorOf(r, "cannot be applied to these values")
		}
		if err == errTooLarge {
			s.compile = func() (*jsonschema.Schema, error) { return nil, errTooLarge }
		}
	}()
	begin(compiled, steps)
	errors.As(compiled.Validate(v), &failure)
	if at := circleIn(failure); at != "" {
		return nil, fmt.Errorf("its values.schema.json refers to itself without end at %s; remove this $ref", at)
	}
	return failure, err
}

// circleIn returns the first place in a schema whose $ref leads back to it; empty without one.
func circleIn(e *jsonschema.ValidationError) (first string) {
	if e == nil {
		return ""
	}
	if circle, is := e.ErrorKind.(*kind.RefCycle); is {
		return strings.TrimPrefix(circle.URL, schemaURL)
	}
	for _, cause := range e.Causes {
		if at := circleIn(cause); at != "" && (first == "" || at < first) {
			first = at
		}
	}
	return first
}

// IsDynamic reports whether the schema compiles, and what applies at a place depends on the way there.
func (s *Schema) IsDynamic() bool {
	return len(s.Top()) > 0 &&
		(bytes.Contains(s.text, []byte(`"$dynamicRef"`)) || bytes.Contains(s.text, []byte(`"$recursiveRef"`)))
}

// Top returns the whole schema; nothing when there is none or it cannot be compiled.
func (s *Schema) Top() Set {
	if s == nil {
		return nil
	}
	compiled, _ := s.compile()
	return present(compiled)
}

func (s *Schema) byURL(url string) Set {
	if s.urls == nil {
		s.urls = map[string]*jsonschema.Schema{}
		for _, inner := range s.Top().closure(within) {
			s.urls[inner.Location] = inner
		}
	}
	return present(s.urls[url])
}

// written returns what the text of the schema has at a JSON pointer; nil for nothing.
func (s *Schema) written(pointer string) any {
	doc, _ := jsonschema.UnmarshalJSON(bytes.NewReader(s.text)) // which was compiled
	return At(doc, tokensOf(pointer)[1:])
}
