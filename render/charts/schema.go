package charts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is a values.schema.json. It is compiled when values need it, and once.
type schema struct {
	text     []byte
	compiled *jsonschema.Schema
	failure  error
	done     bool
	byURL    map[string]*jsonschema.Schema
	// isDynamic: what applies at a place depends on the way there ($dynamicRef, $recursiveRef).
	isDynamic bool
}

// schemaURL is what Helm calls each schema (pkg/chart/common/util/jsonschema.go).
const schemaURL = "file:///values.schema.json"

// externalError is a $ref to a schema outside of the chart.
type externalError struct{ url string }

func (e *externalError) Error() string {
	return fmt.Sprintf("its values.schema.json refers to %s, which fluxapp does not follow", e.url)
}

// closedLoader reads no file and no network. Helm takes any value for an urn: that nobody resolves.
type closedLoader struct{ refused string }

func (l *closedLoader) Load(url string) (any, error) {
	if strings.HasPrefix(url, "urn:") {
		return true, nil
	}
	l.refused = url
	return nil, &externalError{url}
}

// compile returns the schema as Helm sets it up: draft 2020-12 unless $schema names another one, and the regular
// expressions of Go.
func (s *schema) compile() (*jsonschema.Schema, error) {
	if !s.done {
		s.done = true
		s.compiled, s.failure = compileSchema(s.text)
		s.isDynamic = bytes.Contains(s.text, []byte(`"$dynamicRef"`)) || bytes.Contains(s.text, []byte(`"$recursiveRef"`))
	}
	return s.compiled, s.failure
}

func compileSchema(text []byte) (compiled *jsonschema.Schema, err error) {
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
		return nil, &externalError{loader.refused}
	case err != nil:
		return nil, fmt.Errorf("its values.schema.json is no JSON Schema: %s", schemaErrorText(err))
	}
	return compiled, nil
}

// schemaErrorText returns an error of the compiler in one line, without the name that the file has in Helm.
func schemaErrorText(err error) string {
	text := strings.ReplaceAll(err.Error(), schemaURL, "")
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimSpace(line), "- ")
	}
	return strings.Join(lines, "; ")
}

// validate returns what is wrong with values; nil when they are right.
func (s *schema) validate(v any) (failure *jsonschema.ValidationError, err error) {
	defer func() {
		if r := recover(); r != nil { // as Helm does
			failure, err = nil, errors.New("its values.schema.json cannot be applied to these values")
		}
	}()
	var invalid *jsonschema.ValidationError
	if wrong := s.compiled.Validate(v); errors.As(wrong, &invalid) {
		return invalid, nil
	}
	return nil, nil
}
