// Package valuesschema compiles a values.schema.json as Helm does, and finds the schemas in it that apply to a place.
package valuesschema

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a values.schema.json. It is compiled when values need it, and once. A nil Schema is that of a chart
// without one. It is not safe for concurrent use.
type Schema struct {
	text    []byte
	compile func() (*jsonschema.Schema, error)
	byURL   map[string]*jsonschema.Schema
}

// New returns the schema with a text, which may be wrong.
func New(text []byte) *Schema {
	return &Schema{text: text, compile: sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(text) })}
}

// schemaURL is what Helm calls each schema (pkg/chart/common/util/jsonschema.go).
const schemaURL = "file:///values.schema.json"

// ExternalError is a $ref to a schema outside of the chart.
type ExternalError struct{ url string }

// Error returns the text, which begins with "its values.schema.json".
func (e *ExternalError) Error() string {
	return fmt.Sprintf("its values.schema.json refers to %s, which fluxapp does not follow", e.url)
}

// closedLoader reads no file and no network. Helm takes any value for an urn: that nobody resolves.
type closedLoader struct{ refused string }

func (l *closedLoader) Load(url string) (any, error) {
	if strings.HasPrefix(url, "urn:") {
		return true, nil
	}
	l.refused = url
	return nil, &ExternalError{url}
}

// compile returns the schema as Helm sets it up: draft 2020-12 unless $schema names another one, and the regular
// expressions of Go.
func compile(text []byte) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil { // as Helm does
			compiled, err = nil, errors.New("its values.schema.json is wrong")
		}
	}()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("its values.schema.json is no JSON: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	loader := &closedLoader{}
	compiler.UseLoader(loader)
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("its values.schema.json is wrong: %w", err)
	}
	compiled, err = compiler.Compile(schemaURL)
	switch {
	case err != nil && loader.refused != "":
		return nil, &ExternalError{loader.refused}
	case err != nil:
		return nil, fmt.Errorf("its values.schema.json is no JSON Schema: %s", errorText(err))
	}
	return compiled, nil
}

// errorText returns an error of the compiler in one line, without the name that the file has in Helm.
func errorText(err error) string {
	text := strings.ReplaceAll(err.Error(), schemaURL, "")
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimSpace(line), "- ")
	}
	return strings.Join(lines, "; ")
}

// Validate returns what is wrong with values; nil when they are right. Its error says why the schema cannot be
// compiled or applied; it is an [ExternalError] where the schema is not complete.
func (s *Schema) Validate(v any) (failure *jsonschema.ValidationError, err error) {
	compiled, err := s.compile()
	if err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil { // as Helm does
			failure, err = nil, errors.New("its values.schema.json cannot be applied to these values")
		}
	}()
	errors.As(compiled.Validate(v), &failure)
	return failure, nil
}

// IsDynamic reports whether what applies at a place depends on the way there ($dynamicRef, $recursiveRef). A schema
// that cannot be compiled is not.
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

// ByURL returns the schema that the JSON Schema library calls so; nothing without one.
func (s *Schema) ByURL(url string) Set {
	if s.byURL == nil {
		s.byURL = map[string]*jsonschema.Schema{}
		for _, top := range s.Top() {
			s.index(top)
		}
	}
	return present(s.byURL[url])
}

func (s *Schema) index(at *jsonschema.Schema) {
	if s.byURL[at.Location] != nil {
		return
	}
	s.byURL[at.Location] = at
	for _, below := range slices.Concat(beside(at), slices.Collect(maps.Values(at.Properties)),
		slices.Collect(maps.Values(at.PatternProperties)), at.PrefixItems, itemsOf(at),
		present(at.UnevaluatedProperties, at.UnevaluatedItems, at.Contains, asSchema(at.AdditionalProperties))) {
		s.index(below)
	}
}
