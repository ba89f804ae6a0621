package valuesschema

import (
	"encoding/json"
	"fmt"
	"math"
	"path"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// MaxSteps is how many steps a schema, and the values of one release, may take. Large charts take some ten thousands; a
// few kilobytes of subschemas that name each other twice take years.
const MaxSteps = 1 << 19

var errTooLarge = fmt.Errorf("its values.schema.json is too large to be checked: it takes more than %d steps; take "+
	"another version of the chart, or leave it out of the charts", MaxSteps)

// meter counts the steps, and panics with errTooLarge where they are too many: the library has no other way out.
type meter struct {
	left         *int
	perVisit     int // of one schema, which may read a long enum
	ids, anchors int // keywords of a schema
	refs         []string
}

func (m *meter) spend(steps int) {
	if *m.left -= steps; *m.left < 0 {
		panic(errTooLarge)
	}
}

// weigh spends what compiling a schema takes. The library keeps each pointer, and makes a million digits of 1e999999.
func (m *meter) weigh(v any, pointer int) {
	switch v := v.(type) {
	case map[string]any:
		m.spend(8 + pointer/16)
		own := 0
		for key, value := range v {
			before := *m.left
			m.weigh(value, pointer+len(key))
			switch key {
			case "$id":
				m.ids++
			case "$dynamicAnchor":
				m.anchors++
			case "$ref":
				if ref, isText := value.(string); isText {
					m.refs = append(m.refs, ref)
				}
			case "enum", "const", "required", "dependencies", "dependentRequired", "multipleOf", "minimum", "maximum":
				own += before - *m.left
			}
		}
		m.perVisit = max(m.perVisit, 1+own/100)
	case []any:
		for _, item := range v {
			m.weigh(item, pointer+1)
		}
	case json.Number:
		_, exponent, _ := strings.Cut(strings.ToLower(v.String()), "e")
		digits, _ := strconv.ParseFloat(exponent, 64)
		m.spend(10 + len(v) + int(min(math.Abs(digits), MaxSteps)))
	default:
		m.spend(Size(v))
	}
}

// watch counts each visit of some schemas: their format is what the library asks before it goes on to others. Those
// count here, because one that fails at once is not asked.
func (m *meter) watch(all Set) {
	for _, s := range all {
		format, others := jsonschema.Format{Validate: func(any) error { return nil }}, 1+len(beside(s))
		if s.Format != nil {
			format = *s.Format
		}
		s.Format = &jsonschema.Format{Name: format.Name, Validate: func(v any) error {
			if steps, begins := v.(*int); begins {
				m.left = steps
				return nil
			}
			m.spend(m.perVisit * (others + Size(v)/4))
			return format.Validate(v)
		}}
	}
}

// begin lets a validation by a schema take some steps. No value is a pointer.
func begin(s *jsonschema.Schema, steps *int) { _ = s.Format.Validate(steps) }

// expression is a regular expression, which takes time for each of its instructions at each byte.
type expression struct {
	*regexp.Regexp
	size int
	*meter
}

func (e expression) MatchString(text string) bool {
	e.spend(1 + e.size*len(text)/100)
	return e.Regexp.MatchString(text)
}

func (m *meter) expression(text string) (jsonschema.Regexp, error) {
	compiled, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	parsed, _ := syntax.Parse(text, syntax.Perl) // as Compile did
	program, _ := syntax.Compile(parsed.Simplify())
	m.spend(len(program.Inst))
	return expression{compiled, len(program.Inst), m}, nil
}

// ExternalError is a $ref or a $schema that leads outside of the chart. This part takes all values.
type ExternalError struct {
	urls []string
	// All: the schema cannot be applied without it, to no value.
	All bool
}

// Error returns the text, which begins with "its values.schema.json".
func (e *ExternalError) Error() string {
	to := "a schema outside of the chart"
	if len(e.urls) > 0 {
		to = names.Sentence(e.urls)
	}
	return "its values.schema.json refers to " + to + ", which fluxapp does not follow"
}

// closedLoader reads no file and no network. Helm takes any value for an urn: that nobody resolves.
type closedLoader struct {
	refs    []string // of the schema
	refused []string // URLs
}

func (l *closedLoader) Load(url string) (any, error) {
	if strings.HasPrefix(url, "urn:") {
		return true, nil
	}
	l.refused = append(l.refused, url)
	return standIn(l.refs, url), nil
}

// standIn returns a schema that takes all values, and has one of this kind wherever a $ref leads to.
func standIn(refs []string, at string) any {
	doc := map[string]any{}
	for _, ref := range refs {
		file, pointer, _ := strings.Cut(ref, "#")
		if path.Base(file) != path.Base(at) {
			continue
		}
		place := doc
		for _, key := range tokensOf(pointer)[1:] {
			below, _ := place[key].(map[string]any)
			if below == nil {
				below = map[string]any{}
			}
			place[key], place = below, below
		}
	}
	return doc
}

// needs reports whether a value could be refused because a schema at one of some URLs takes it: where a schema must
// not take the value, or not beside others, and where it says which fields are known.
func needs(top *jsonschema.Schema, urls []string) bool {
	isOutside := func(s *jsonschema.Schema) bool {
		file, _, _ := strings.Cut(s.Location, "#")
		return slices.Contains(urls, file)
	}
	return slices.ContainsFunc(Set{top}.closure(within), func(s *jsonschema.Schema) bool {
		deciding := append(Set{s.Not, s.If}, s.OneOf...)
		if s.MaxContains != nil {
			deciding = append(deciding, s.Contains)
		}
		if !isTrivial(s.UnevaluatedProperties) || !isTrivial(s.UnevaluatedItems) {
			deciding = append(deciding, s)
		}
		return slices.ContainsFunc(deciding.closure(within), isOutside)
	})
}
