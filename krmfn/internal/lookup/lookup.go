// Package lookup explains rules and fields.
package lookup

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// IsRule reports whether a text is the code of a rule, also of one that does not exist, or a line with one.
func IsRule(text string) bool { return ruleCode().MatchString(text) }

var ruleCode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^((?:.*[\s"\[=])?)(FA\d{3,})((?:["\],\s].*)?)$`)
})

// examples has a value for each field.
//
//go:embed examples.txt
var examples string

// IsField reports whether a text is the path of a field.
func IsField(text string) bool {
	_, err := schema.FieldsAt(text)
	return err == nil
}

// Explain returns the text about a field, a kind, a rule, or the case of a rule that a line is about, with addresses. A
// field can be named without the fields that hold it: of several, the one with the fewest is meant.
func Explain(what, version string, colors terminal.Colors) (string, error) {
	rule := ruleCode().FindStringSubmatch(what)
	if rule == nil {
		return explainField(what, version)
	}
	text := report.RuleText(finding.Code(strings.ToUpper(rule[2])), rule[1]+rule[3], version)
	if text == "" {
		return "", fmt.Errorf("there is no rule %s; all rules are in %s", rule[2], report.RulesPage(version))
	}
	return strings.NewReplacer("\nWrong:", "\n"+colors.Paint(terminal.Red, "Wrong:"),
		"\nRight:", "\n"+colors.Paint(terminal.Green, "Right:")).Replace(text) + "\nMore: " + report.RulesPage(version) +
		"#" + strings.ToLower(strings.Replace(text[:strings.Index(text, "\n")], " ", "-", 1)) + "\n", nil
}

// called returns the path of the uppermost field of an application with a name, or of one that holds a kind of Flux.
func called(name string) (path string) {
	for k := range kinds.With(kinds.Workload | kinds.Source | kinds.Around) {
		if strings.EqualFold(k.Name, name) {
			name = k.Field
		}
	}
	seen := map[string]bool{}
	for paths := []string{kinds.FluxApplication.Name, kinds.RenderConfig.Name}; len(paths) > 0; paths = paths[1:] {
		fields, _ := schema.FieldsAt(paths[0]) // it is one
		for _, f := range fields {
			for _, below := range f.Fields() {
				if path = paths[0] + "." + below.Name; strings.EqualFold(below.Name, name) {
					return path
				}
				if below.Holds != "" && !seen[below.Holds] {
					seen[below.Holds], paths = true, append(paths, path)
				}
			}
		}
	}
	return ""
}

// Complete returns the codes and paths that begin with a text; none for an empty text.
func Complete(typed string) (words []string) {
	path, prefix := kinds.FluxApplication.Name, ""
	if i := strings.LastIndex(typed, "."); i >= 0 {
		path, prefix = typed[:i], typed[:i+1]
	}
	words = each.Of(schema.RuleCodes(), func(code finding.Code) string { return string(code) })
	fields, _ := schema.FieldsAt(path) // none where there is no such field
	for _, f := range fields {
		for _, below := range f.Fields() {
			words = append(words, prefix+below.Name)
		}
	}
	slices.Sort(words)
	return slices.Compact(slices.DeleteFunc(words,
		func(word string) bool { return typed == "" || !strings.HasPrefix(word, typed) }))
}

func explainField(path, version string) (string, error) {
	fields, err := schema.FieldsAt(path)
	if err != nil {
		end, text := strings.IndexAny(path+".", ".[+"), ""
		at := called(path[:end])
		switch {
		case at != "" && IsField(at+path[end:]):
			return explainField(at+path[end:], version)
		case names.ReadLayerKey(path).Merges():
			text, at = "KEY+ in a layer adds items to the list KEY of the layers below. KEY+(FIELD) merges each item over "+
				"the one with the same FIELD.", "lists"
		case path == "references" || strings.HasPrefix(path, "$("):
			text, at = "A string of an entry, a layer or a source can have references: $(cluster.name), "+
				"$(cluster.labels['stage']) or $(cluster.params.size or 'small') is the value of each cluster.", "references"
		default:
			return "", err
		}
		return wrap(text, "") + "\n\nMore: " + report.Page(version, "schema/LANGUAGE.md") + "#" + at + "\n", nil
	}
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString("\n")
		}
		writeField(&b, path, f, ofWorkload(path, i, len(fields)))
	}
	fmt.Fprintf(&b, "\nMore: %s\n", report.Page(version, "schema/REFERENCE.md"))
	return b.String(), nil
}

// writeField prints a field, with the workload that has it.
func writeField(b *strings.Builder, path string, f schema.Field, workload string) {
	fmt.Fprintf(b, "FIELD: %s <%s>%s\n\n%s\n", path, f.Type, workload, wrap(f.Description, "    "))
	if about := f.About(); about != "" && about != f.Description {
		fmt.Fprintf(b, "%s\n", wrap(about, "    "))
	}
	if facts := factsOf(f); len(facts) > 0 {
		fmt.Fprintf(b, "\n    %s\n", strings.Join(facts, "\n    "))
	}
	below := f.Fields()
	if len(below) > 0 {
		b.WriteString("\nFIELDS:\n")
	}
	count, at := map[string]int{}, map[string]int{} // a layer can have a field for each kind of workload
	for _, child := range below {
		count[child.Name]++
	}
	for _, child := range below {
		needed := ""
		if child.Required {
			needed = ", required"
		}
		fmt.Fprintf(b, "  %s <%s>%s%s\n%s\n", child.Name, child.Type, needed,
			ofWorkload(path+"."+child.Name, at[child.Name], count[child.Name]), wrap(firstSentence(child.Description), "      "))
		at[child.Name]++
	}
	if text := example(path, f); text != "" {
		fmt.Fprintf(b, "\nEXAMPLE:\n%s", text)
	}
}

// example returns a field with a value, in its place in a document; empty for a field that is not read.
func example(path string, f schema.Field) string {
	steps := strings.Split(regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(path, ""), ".")
	name, more, _ := strings.Cut(f.Name, "+")
	_, text, found := strings.Cut(examples, "\n== "+f.Of+"."+name+"\n")
	if text, _, _ = strings.Cut(text, "\n== "); !found {
		return ""
	}
	if more = strings.TrimPrefix(steps[len(steps)-1], name); f.Of != "" || more != "" {
		text = name + more + strings.TrimPrefix(text, name)
	}
	lead, indent, holders := "  ", "  ", ""
	for i, step := range steps[:len(steps)-1] {
		if above, _ := schema.FieldsAt(strings.Join(steps[:i+1], ".")); above[0].Type != "document" {
			holders += lead + step + ":\n"
			lead, indent = indent+"  ", indent+"  "
			if strings.HasPrefix(above[0].Type, "list") {
				lead = indent[2:] + "- "
			}
		}
	}
	return holders + lead + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+indent) + "\n"
}

// ofWorkload tells of which workload the n-th of several fields at a path in a layer is.
func ofWorkload(path string, n, several int) string {
	_, below, _ := strings.Cut(path, ".config.")
	_, below, _ = strings.Cut(below, ".")
	for _, of := range [][2]string{
		{"HelmRelease", "helmRelease.deploy"}, {"Kustomization", "kustomization"}, {"KCLRun", "kclRun"}} {
		if several > 1 && IsField("spec.config."+of[1]+"."+below) {
			if n--; n < 0 {
				return ", of a " + of[0]
			}
		}
	}
	return ""
}

func factsOf(f schema.Field) (facts []string) {
	text, values := f.Default, []string{}
	_ = json.Unmarshal([]byte(f.Default), &text) // a number or a boolean stays as it is
	for _, v := range f.Values {
		if v.Since != 0 {
			v.Value += fmt.Sprintf(" (Flux %s and newer)", v.Since)
		}
		values = append(values, v.Value)
	}
	tell := func(holds bool, format string, what ...any) {
		if holds {
			facts = append(facts, fmt.Sprintf(format, what...))
		}
	}
	tell(f.Required, "It is required, in the document or in a base or layer that may have it.")
	tell(f.OptionalSince != 0, "It is required below Flux %s.", f.OptionalSince)
	tell(f.Default != "", "Default: %s", text)
	tell(len(values) > 0, "Values: %s", strings.Join(values, ", "))
	tell(f.MaxLength > 0, "At most %d characters.", f.MaxLength)
	tell(f.Since != 0, "Flux %s and newer.", f.Since)
	tell(f.Until != 0, "Flux %s and older.", f.Until)
	return facts
}

func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i > 0 {
		return text[:i+1]
	}
	return text
}

func wrap(text, indent string) string {
	const width = 100
	lines := []string{indent}
	for word := range strings.FieldsSeq(text) {
		if last := lines[len(lines)-1]; last == indent {
			lines[len(lines)-1] += word
		} else if len(last)+1+len(word) <= width {
			lines[len(lines)-1] += " " + word
		} else {
			lines = append(lines, indent+word)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " ")
}
