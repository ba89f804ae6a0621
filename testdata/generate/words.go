package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The descriptions are read by people who write YAML and see no Go. Their own words for a field are its name in the
// document.

var (
	// qualified is a Go name behind its package or its struct, for example v1.HelmChart or HelmReleaseSpec.Timeout.
	qualified = regexp.MustCompile(`\b(core/v1 |[a-z]\w*\.)?([A-Z]\w*\.)?([A-Z]\w*)\b`)
	// apiPackages are those that comments of Flux and Kubernetes name.
	apiPackages = regexp.MustCompile(`^(core/v1 |(v\d\w*|meta|metav1|kcl|schema)\.)$`)
)

// kinds are words of documents too, although they are nearly names of fields.
var kinds = []string{
	"Application", "Bucket", "CRDs", "ConfigMap", "ExternalArtifact", "FluxApplication", "FluxApplicationBase",
	"GitRepository", "HelmChart", "HelmRelease",
	"HelmRepository", "KCLRun", "Kustomization", "OCIRepository", "RenderConfig", "Secret", "ServiceAccount",
	"ImageRepository", "ImagePolicy", "ImageUpdateAutomation", "Provider", "Alert", "Role", "RoleBinding", "ClusterRole",
}

// A vocabulary turns the names that Go has for fields into those that documents have.
type vocabulary map[string]string

// vocabularyOf returns the names of all fields, by their lower-case form: Go's differs in upper and lower case only.
func vocabularyOf(rules []rule) vocabulary {
	names := vocabulary{}
	for _, r := range rules {
		if r.Field != "" {
			names[strings.ToLower(r.Field)] = r.Field
		}
	}
	return names
}

// plain returns a comment with the names of documents in the place of Go's.
func (v vocabulary) plain(text string) string {
	return qualified.ReplaceAllStringFunc(text, func(match string) string {
		parts := qualified.FindStringSubmatch(match)
		pkg, object, name := parts[1], strings.TrimSuffix(parts[2], "."), parts[3]
		if pkg != "" && !apiPackages.MatchString(pkg) {
			return match
		}
		switch field := v[strings.ToLower(name)]; {
		case object != "" && field != "":
			return v.object(object) + "." + field
		case object != "" || field == "" || slices.Contains(kinds, name) || !mixed(name):
			return strings.TrimPrefix(match, pkg)
		default:
			return field
		}
	})
}

// subject is the beginning of a Go comment that names the field, which stands beside its description everywhere.
var subject = regexp.MustCompile(`^(\w+) (?:is|are) ((?:the|a|an|how|where|what|when|which|who) )`)

// withoutSubject returns a comment without its subject, where that is the field: "Name is the name of the source."
// becomes "The name of the source."
func withoutSubject(text, field string) string {
	match := subject.FindStringSubmatch(text)
	if match == nil || !strings.EqualFold(match[1], field) {
		return text
	}
	rest := text[len(match[0])-len(match[2]):]
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// object names a struct by the field that holds it.
func (v vocabulary) object(name string) string {
	if strings.HasSuffix(name, "Spec") {
		return "spec"
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// mixed reports whether a word has upper-case letters behind its first, and lower-case ones: others are words of
// English too.
func mixed(word string) bool {
	return strings.ContainsFunc(word, unicode.IsLower) && strings.ContainsFunc(word[1:], unicode.IsUpper)
}

// described returns the rules with the words that people read, and descriptions of Kubernetes' own types, which have
// no rules. It is an error when a description is rewritten that nothing has.
func described(rules []rule) ([]rule, error) {
	names, missing := vocabularyOf(rules), maps.Clone(rewritten)
	for i := range rules {
		r := &rules[i]
		r.Doc = names.plain(withoutSubject(r.Doc, r.Field))
		key := strings.TrimPrefix(r.Package, "github.com/fluxcd/") + "." + r.Type
		if r.Field != "" {
			key += "." + r.Field
		}
		r.Default = cmp.Or(r.Default, presets[key])
		if text, ok := missing[key]; ok {
			r.Doc = text
			delete(missing, key)
		}
	}
	for key, text := range missing {
		if !strings.HasPrefix(key, kubernetes) {
			return nil, fmt.Errorf("rewritten has %s, which is no type and no field", key)
		}
		rules = append(rules, ruleAt(key, text))
	}
	slices.SortFunc(rules, func(a, b rule) int {
		return strings.Compare(a.Package+"."+a.Type+" "+a.Field, b.Package+"."+b.Type+" "+b.Field)
	})
	return rules, nil
}

// ruleAt returns a description of a type, or of a field, whose name begins in lower case.
func ruleAt(key, text string) rule {
	at := strings.LastIndex(key, ".")
	of, name := key[:at], key[at+1:]
	if unicode.IsUpper(rune(name[0])) {
		return rule{Package: of, Type: name, Doc: text}
	}
	at = strings.LastIndex(of, ".")
	return rule{Package: of[:at], Type: of[at+1:], Field: name, Doc: text}
}
