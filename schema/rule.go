package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// rule is what an API server takes in one field of a type. Rules are made from the very comments that the CRDs are made from,
// by testdata/generate; those of a list are the rules of its items.
type rule struct {
	of, field string // the type, with its package's path, and the field
	required  bool
	enum      []string
	pattern   string
	min, max  int // characters; max 0 is any number

	// The minor versions of Flux 2 that brought the field, and some of its values, and made it optional; 0 is before those
	// that fluxapp knows.
	since, optionalSince int
	enumSince            []valueSince
}

// valueSince is a value that came later than its field.
type valueSince struct {
	value string
	since int
}

// ruleOf returns the rule of a field that a type declares; nil when there is none.
func ruleOf(t reflect.Type, field string) *rule { return findRule(pathOf(t), field) }

func findRule(of, field string) *rule {
	i, found := slices.BinarySearchFunc(generatedRules[:], field, func(r rule, field string) int {
		return cmp.Or(cmp.Compare(r.of, of), cmp.Compare(r.field, field))
	})
	if !found {
		return nil
	}
	return &generatedRules[i]
}

// patterns are the compiled patterns of all rules.
var patterns = sync.OnceValue(func() map[string]*regexp.Regexp {
	compiled := map[string]*regexp.Regexp{}
	for _, r := range generatedRules {
		if r.pattern != "" && compiled[r.pattern] == nil {
			compiled[r.pattern] = regexp.MustCompile(r.pattern)
		}
	}
	return compiled
})

const (
	// durationPattern is that of durations in Flux's CRDs, and timeoutPattern that of a source's timeout.
	durationPattern = `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`
	timeoutPattern  = `^([0-9]+(\.[0-9]+)?(ms|s|m))+$`
	// namePattern and namespacePattern are those of fluxapp's own types.
	namePattern      = `^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	namespacePattern = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
)

// judgedElsewhere are the patterns of values that other rules judge: durations when they are parsed, and names with the words
// that names deserve.
var judgedElsewhere = []string{"", durationPattern, namePattern, namespacePattern}

// likes say in words what fits a pattern that is judged here.
var likes = map[string]string{
	`^(http|https)://.*$`:                     "a URL that begins with http:// or https://",
	`^(http|https|ssh)://.*$`:                 "a URL that begins with http://, https:// or ssh://",
	`^(http|https|oci)://.*$`:                 "a URL that begins with http://, https:// or oci://",
	`^oci://.*$`:                              "a URL that begins with oci://",
	`^[\-._a-zA-Z0-9]+$`:                      "letters, digits, '-', '_' and '.'",
	`^([a-zA-Z0-9_\-.\\\/]|\[[0-9]{1,5}\])+$`: "keys with dots between them, as auth.password or hosts[0]",
}

// check judges the value of a field, or each item of a list. With an older Flux the field itself may be wrong.
func (r *rule) check(n tree.Node, flux FluxVersion) (problems []Problem) {
	if !flux.has(r.since) {
		return []Problem{{Code: CodeFluxField, Node: n, OnKey: true, Current: n.Key(),
			Detail: fmt.Sprintf("Flux %s does not know this field, which came with %s; leave it out, or render for a newer Flux", flux, FluxVersion(r.since))}}
	}
	if r.enum == nil && slices.Contains(judgedElsewhere, r.pattern) && (r.pattern != "" || r.max == 0) {
		return nil
	}
	for item := range n.Children() {
		problems = append(problems, r.value(item, flux)...)
	}
	return append(problems, r.value(n, flux)...)
}

// value judges one string.
func (r *rule) value(n tree.Node, flux FluxVersion) []Problem {
	value, ok := text(n)
	if !ok {
		return nil
	}
	p := Problem{Code: CodeUnsupported, Node: n, Current: value}
	length := utf8.RuneCountInString(value)
	switch {
	case r.enum != nil && !slices.Contains(r.enum, value):
		p.Proposed = nearest(value, r.enum)
		p.Detail = fmt.Sprintf("%q is none of its values; write %s", value, or(r.enum))
	case !flux.has(r.valueSince(value)):
		p.Code = CodeFluxField
		p.Detail = fmt.Sprintf("Flux %s does not know %q, which came with %s; write another value, or render for a newer Flux",
			flux, value, FluxVersion(r.valueSince(value)))
	case r.max > 0 && value == "":
		p.Code, p.Detail = CodeEmpty, "is empty; write a value"
	case r.max > 0 && length > r.max:
		p.Code = CodeTooLong
		p.Detail = fmt.Sprintf("is %d characters long, and Flux can use at most %d; write a shorter one", length, r.max)
	case r.pattern == timeoutPattern && !patterns()[durationPattern].MatchString(value): // Parse has said so
		return nil
	case r.pattern == timeoutPattern && !patterns()[r.pattern].MatchString(value):
		p.Code, p.Detail = CodeDuration, fmt.Sprintf("%q counts hours, which the timeout of a source cannot; write it in minutes, as 60m", value)
	case r.pattern != "" && !patterns()[r.pattern].MatchString(value):
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, likes[r.pattern])
	default:
		return nil
	}
	return []Problem{p}
}

// valueSince returns the version that brought a value; 0 when it came with the field.
func (r *rule) valueSince(value string) int {
	for _, v := range r.enumSince {
		if v.value == value {
			return v.since
		}
	}
	return 0
}

// or joins words as a, b or c.
func or(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
