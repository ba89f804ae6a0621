package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/describe"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// isLookup reports whether a single argument is a rule or a field, and no application of the current folder.
func isLookup(cmd *cobra.Command, what string) bool {
	if ruleCode.MatchString(what) {
		return true
	}
	isApplication := false
	cmd.Flags().Visit(func(*pflag.Flag) { isApplication = true }) // a rule and a field have no flags
	if _, err := describe.FieldsAt(what); err == nil || isApplication {
		return !isApplication
	}
	only := render.Options{Applications: []string{what}}
	return !slices.ContainsFunc(silently(orHere(nil)).docs, func(d *schema.Document) bool {
		return d.Class() == schema.ClassApplication && only.Selects(d)
	})
}

// lookUp explains a rule or a field: an argument without files.
func lookUp(cmd *cobra.Command, what string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		err = fmt.Errorf("--%s is for applications; name the files that hold %s too", f.Name, what)
	})
	if err != nil {
		return err
	}
	explained := explainField
	if ruleCode.MatchString(what) {
		explained = explainRule
	}
	text, err := explained(what)
	if _, missing := os.Stat(what); err != nil && missing == nil {
		return fmt.Errorf("name an application before its files: fluxapp explain APPLICATION %s", what)
	}
	if err != nil && !ruleCode.MatchString(what) && !strings.Contains(what, ".") {
		return fmt.Errorf("there is no rule, no field and, in the current folder, no application %s (%w)", what, err)
	}
	if err == nil {
		_, err = io.WriteString(cmd.OutOrStdout(), text)
	}
	return err
}

// completeExplained completes the code of a rule or the path of a field, or else an application and files.
func completeExplained(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if words := lookups(typed); len(args) == 0 && len(words) > 0 {
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return completeApplications(cmd, args, typed)
}

// lookups returns the codes and paths that begin with a text; none for an empty text.
func lookups(typed string) (words []cobra.Completion) {
	path := terms.KindFluxApplication
	prefix := ""
	if i := strings.LastIndex(typed, "."); i >= 0 {
		path, prefix = typed[:i], typed[:i+1]
	}
	for _, code := range schema.RuleCodes() {
		words = append(words, string(code))
	}
	fields, _ := describe.FieldsAt(path) // none where there is no such field
	for _, f := range fields {
		for _, below := range f.Fields() {
			words = append(words, prefix+below.Name)
		}
	}
	slices.Sort(words)
	return slices.Compact(slices.DeleteFunc(words,
		func(word string) bool { return typed == "" || !strings.HasPrefix(word, typed) }))
}

// referencePage is the page that explains all fields.
const referencePage = "https://github.com/fluxapp-dev/fluxapp/blob/main/schema/REFERENCE.md"

var ruleCode = regexp.MustCompile(`(?i)^FA\d+$`)

func explainRule(code string) (string, error) {
	text := report.RuleText(finding.Code(strings.ToUpper(code)))
	if text == "" {
		return "", fmt.Errorf("there is no rule %s; all rules are in %s", code, report.RulesPage)
	}
	return text, nil
}

// explainField returns the description of the field at a path and of the fields below it, as kubectl explain does.
func explainField(path string) (string, error) {
	fields, err := describe.FieldsAt(path)
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
	fmt.Fprintf(&b, "\nAll fields, with examples: %s\n", referencePage)
	return b.String(), nil
}

// writeField prints a field. Each of several fields with one path is printed with the kind that has it.
func writeField(b *strings.Builder, path string, f describe.Field, several bool) {
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
	for _, child := range below {
		fmt.Fprintf(b, "  %s <%s>%s%s\n%s\n", child.Name, child.Type, needed(child),
			ofWorkload(child, named(below, child.Name) > 1), wrap(firstSentence(child.Description), "      "))
	}
}

// named counts the fields with a name: a layer can have one for each kind of workload.
func named(fields []describe.Field, name string) (count int) {
	for _, f := range fields {
		if f.Name == name {
			count++
		}
	}
	return count
}

// ofWorkload returns which kind of workload one of several fields with the same name is for; empty for a single field.
func ofWorkload(f describe.Field, several bool) string {
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

func needed(f describe.Field) string {
	if f.Required {
		return ", required"
	}
	return ""
}

// factsOf returns which values a field accepts, and since when.
func factsOf(f describe.Field) (facts []string) {
	if f.Required {
		facts = append(facts, "It is required.")
	}
	if f.OptionalSince != 0 {
		facts = append(facts, fmt.Sprintf("It is required below Flux %s.", f.OptionalSince))
	}
	if f.Default != "" {
		facts = append(facts, "Default: "+asText(f.Default))
	}
	if len(f.Values) > 0 {
		facts = append(facts, "Values: "+valuesOf(f.Values))
	}
	if f.MaxLength > 0 {
		facts = append(facts, fmt.Sprintf("At most %d characters.", f.MaxLength))
	}
	if f.Since != 0 {
		facts = append(facts, fmt.Sprintf("Flux %s and newer.", f.Since))
	}
	return facts
}

func valuesOf(values []describe.FieldValue) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.Value
		if v.Since != 0 {
			words[i] += fmt.Sprintf(" (Flux %s and newer)", v.Since)
		}
	}
	return strings.Join(words, ", ")
}

// asText returns a default as a user writes it.
func asText(value string) string {
	var text string
	if json.Unmarshal([]byte(value), &text) != nil {
		return value // a number or a boolean
	}
	return text
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
