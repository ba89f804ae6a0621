package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"

	"github.com/fluxapp-dev/fluxapp/schema/names"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
)

// samples are tried in this order for a string with ${…}, after the string itself, the field's enum and a name. They
// are what the patterns of Flux's CRDs ask for.
var samples = []string{
	"1m",                  // interval, timeout
	"https://example.com", // url of a GitRepository or HelmRepository, endpoint
	"oci://example.com/a", // url of an OCIRepository
	"@artifact/a",         // from and to of an ArtifactGenerator
	"@a",                  // its revision and originRevision
}

// fillObject returns a copy in which each string with ${…} is replaced by one that its field takes:
//
//  1. in metadata, keys and values become names;
//  2. elsewhere the string stays if the field's own schema takes it;
//  3. else it becomes the first of the field's enum, a name and samples that the schema takes; in later rounds
//     another one of the enum can be first, and in each second one the name is.
//
// Equal strings become equal names, other ones other names. Strings that nothing fits, and fields of other types,
// stay as they are, so that they are refused. Rules in CEL are not looked at; who minds them tries several rounds.
func fillObject(object map[string]any, s *schema.Structural, round int) map[string]any {
	out := fill(object, s, round).(map[string]any)
	if metadata, ok := object["metadata"]; ok {
		out["metadata"] = fillNames(metadata)
	}
	return out
}

func fill(value any, s *schema.Structural, round int) any {
	switch value := value.(type) {
	case string:
		return fillString(value, s, round)
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = fill(item, itemSchema(s), round)
		}
		return out
	case map[string]any:
		out := maps.Clone(value)
		for key, item := range value {
			out[key] = fill(item, fieldSchema(s, key), round)
		}
		return out
	}
	return value
}

// fillNames makes names of all strings with ${…}, because in metadata a name is valid wherever a string is.
func fillNames(value any) any {
	switch value := value.(type) {
	case string:
		return nameFor(value)
	case map[string]any:
		out := map[string]any{}
		for key, item := range value {
			out[nameFor(key)] = fillNames(item)
		}
		return out
	}
	return value
}

// nameFor returns the string, or a DNS label made of it if it holds ${…}.
func nameFor(text string) string {
	if !names.Placeholder(text) {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "x" + hex.EncodeToString(sum[:8])
}

func fillString(text string, s *schema.Structural, round int) string {
	if s == nil || !names.Placeholder(text) {
		return text
	}
	tries := []string{text}
	if s.ValueValidation != nil {
		tries = append(tries, turned(s.ValueValidation.Enum, text, round)...)
	}
	tries = append(append(tries, nameFor(text)), samples...)
	if round%2 == 1 { // a rule may want a name where the field takes any text
		tries = append([]string{nameFor(text)}, tries...)
	}
	validator := validation.NewSchemaValidatorFromOpenAPI(s.ToKubeOpenAPI())
	for _, try := range tries {
		if len(validation.ValidateCustomResource(nil, try, validator)) == 0 {
			return try
		}
	}
	return text
}

// turned returns the strings of an enum, from round 1 on beginning with one that the text and the round choose, so that
// the rounds combine the values of different placeholders in different ways.
func turned(enum []schema.JSON, text string, round int) (values []string) {
	for _, value := range enum {
		if value, ok := value.Object.(string); ok {
			values = append(values, value)
		}
	}
	if round == 0 || len(values) == 0 {
		return values
	}
	sum := sha256.Sum256([]byte(fmt.Sprint(round, text)))
	first := int(sum[0]) % len(values)
	return append(values[first:len(values):len(values)], values[:first]...)
}

// fieldSchema is the schema of a key, nil if anything may stand there.
func fieldSchema(s *schema.Structural, key string) *schema.Structural {
	if s == nil {
		return nil
	}
	if property, ok := s.Properties[key]; ok {
		return &property
	}
	if s.AdditionalProperties != nil {
		return s.AdditionalProperties.Structural
	}
	return nil
}

func itemSchema(s *schema.Structural) *schema.Structural {
	if s == nil {
		return nil
	}
	return s.Items
}
