// Package lookup explains rules and fields.
package lookup

import (
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
)

// IsRule reports whether a text is the code of a rule, also of one that does not exist, or a message of a rule.
func IsRule(text string) bool { return ruleCode().MatchString(text) }

var ruleCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^((?:.*\[)?)(FA\d+)\]?\s*$`) })

// IsField reports whether a text is the path of a field.
func IsField(text string) bool {
	_, err := schema.FieldsAt(text)
	return err == nil
}

// Explain returns the text about a field, a rule, or the case of a rule that a message is about, with addresses.
func Explain(what, version string, colors terminal.Colors) (string, error) {
	rule := ruleCode().FindStringSubmatch(what)
	if rule == nil {
		return explainField(what, version)
	}
	text := report.RuleText(finding.Code(strings.ToUpper(rule[2])), rule[1], version)
	if text == "" {
		return "", fmt.Errorf("there is no rule %s; all rules are in %s", rule[2], report.RulesPage(version))
	}
	return strings.NewReplacer("\nWrong:", "\n"+colors.Paint(terminal.Red, "Wrong:"),
		"\nRight:", "\n"+colors.Paint(terminal.Green, "Right:")).Replace(text), nil
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
		return "", err
	}
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString("\n")
		}
		writeField(&b, path, f, len(fields) > 1)
	}
	fmt.Fprintf(&b, "\nAll fields, with examples: %s\n", report.Page(version, "schema/REFERENCE.md"))
	return b.String(), nil
}

// writeField prints a field. Each of several fields with one path is printed with the kind that has it.
func writeField(b *strings.Builder, path string, f schema.Field, several bool) {
	fmt.Fprintf(b, "FIELD: %s <%s>%s\n\n%s\n", path, f.Type, ofWorkload(f, several), wrap(f.Description, "    "))
	if about := f.About(); about != "" && about != f.Description {
		fmt.Fprintf(b, "%s\n", wrap(about, "    "))
	}
	if facts := factsOf(f); len(facts) > 0 {
		fmt.Fprintf(b, "\n    %s\n", strings.Join(facts, "\n    "))
	}
	below := f.Fields()
	if len(below) == 0 {
		return
	}
	b.WriteString("\nFIELDS:\n")
	count := map[string]int{} // a layer can have a field for each kind of workload
	for _, child := range below {
		count[child.Name]++
	}
	for _, child := range below {
		needed := ""
		if child.Required {
			needed = ", required"
		}
		fmt.Fprintf(b, "  %s <%s>%s%s\n%s\n", child.Name, child.Type, needed,
			ofWorkload(child, count[child.Name] > 1), wrap(firstSentence(child.Description), "      "))
	}
}

func ofWorkload(f schema.Field, several bool) string {
	if !several {
		return ""
	}
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		if strings.Contains(f.Of, "."+kind) {
			return ", of a " + kind
		}
	}
	return ", of a KCLRun"
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
	for _, fact := range []struct {
		holds bool
		text  string
	}{
		{f.Required, "It is required, in the document or in a base or layer that may have it."},
		{f.OptionalSince != 0, fmt.Sprintf("It is required below Flux %s.", f.OptionalSince)},
		{f.Default != "", "Default: " + text},
		{len(values) > 0, "Values: " + strings.Join(values, ", ")},
		{f.MaxLength > 0, fmt.Sprintf("At most %d characters.", f.MaxLength)},
		{f.Since != 0, fmt.Sprintf("Flux %s and newer.", f.Since)},
		{f.Until != 0, fmt.Sprintf("Flux %s and older.", f.Until)},
	} {
		if fact.holds {
			facts = append(facts, fact.text)
		}
	}
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
	var b strings.Builder
	at := width
	for _, word := range strings.Fields(text) {
		if at+1+len(word) > width {
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			b.WriteString(indent)
			at = len(indent)
		} else {
			b.WriteString(" ")
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	return b.String()
}
