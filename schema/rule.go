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

// scpURL recognises the short form of the address of a Git repository over SSH.
var scpURL = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z]+@[A-Za-z0-9.-]+):([^/:][^:]*)$`) })

// The patterns of names in fluxapp's own types.
const (
	namePattern      = `^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	namespacePattern = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
)

// likes say in words what fits a pattern. Durations have words of their own.
var likes = map[string]string{
	namePattern:                               "lower-case letters, digits, '-' and '.'",
	namespacePattern:                          "lower-case letters, digits and '-'",
	`^(http|https)://.*$`:                     "a URL that begins with http:// or https://",
	`^(http|https|ssh)://.*$`:                 "a URL that begins with http://, https:// or ssh://",
	`^(http|https|oci)://.*$`:                 "a URL that begins with http://, https:// or oci://",
	`^oci://.*$`:                              "a URL that begins with oci://",
	`^[\-._a-zA-Z0-9]+$`:                      "letters, digits, '-', '_' and '.'",
	`^([a-zA-Z0-9_\-.\\\/]|\[[0-9]{1,5}\])+$`: "keys with dots between them, for example auth.password or hosts[0]",
}

// words say what the field takes; empty when the rule says nothing of that.
func (r *rule) words() string {
	switch {
	case r == nil:
		return ""
	case r.enum != nil:
		return or(r.enum)
	}
	return likes[r.pattern]
}

// fits reports whether the field takes a text, as far as the rule says.
func (r *rule) fits(text string) bool {
	if r == nil {
		return true
	}
	length := utf8.RuneCountInString(text)
	return (r.enum == nil || slices.Contains(r.enum, text)) && length >= r.min && (r.max == 0 || length <= r.max) &&
		(r.pattern == "" || patterns()[r.pattern].MatchString(text))
}

// judgedElsewhere reports whether other rules judge the values: durations are judged when they are parsed, and the names in
// fluxapp's own types with the words that names deserve.
func (r *rule) judgedElsewhere() bool {
	return slices.Contains([]string{durationPattern, timeoutPattern, namePattern, namespacePattern}, r.pattern)
}

// tooNew refuses a field that came with a newer Flux.
func (r *rule) tooNew(n tree.Node, flux FluxVersion) Problem {
	return Problem{Code: CodeFluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
		"Flux %s does not have this field (new in %s); leave it out, or render for a newer Flux", flux, FluxVersion(r.since))}
}

// check judges the value of a field, or each item of a list.
func (r *rule) check(n tree.Node, flux FluxVersion) (problems []Problem) {
	if r == nil || r.judgedElsewhere() || r.enum == nil && r.pattern == "" && r.min == 0 && r.max == 0 {
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
	if !ok || r.fits(value) && flux.has(r.valueSince(value)) {
		return nil
	}
	p := Problem{Code: CodeUnsupported, Node: n, Current: value}
	values, length := r.values(flux), utf8.RuneCountInString(value)
	switch {
	case slices.Contains(r.enum, value):
		p.Code = CodeFluxField
		p.Detail = fmt.Sprintf("Flux %s does not have %q (new in %s); write %s, or render for a newer Flux",
			flux, value, FluxVersion(r.valueSince(value)), or(values))
	case r.enum != nil:
		p.Proposed = nearest(value, values)
		p.Detail = fmt.Sprintf("this field does not take %q; write %s", value, or(values))
	case value == "":
		p.Code, p.Detail = CodeEmpty, "is empty; write a value"
	case length < r.min:
		p.Detail = fmt.Sprintf("is %d characters long, and Flux wants at least %d; write a longer one", length, r.min)
	case r.max > 0 && length > r.max:
		p.Code = CodeTooLong
		p.Detail = fmt.Sprintf("is %d characters long, and Flux can use at most %d; write a shorter one", length, r.max)
	case scpURL().MatchString(value) && strings.Contains(r.pattern, "ssh"):
		p.Proposed = scpURL().ReplaceAllString(value, "ssh://$1/$2")
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, p.Proposed)
	case strings.Contains(r.pattern, "://") && strings.Contains(value, "@"): // before which there may be a password
		p.Current = ""
		p.Detail = "the URL does not fit; write " + likes[r.pattern]
	default:
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, likes[r.pattern])
	}
	return []Problem{p}
}

// values returns those of an enum that a Flux knows.
func (r *rule) values(flux FluxVersion) []string {
	return slices.DeleteFunc(slices.Clone(r.enum), func(value string) bool { return !flux.has(r.valueSince(value)) })
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
