package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/describe"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func explainCommand() *cobra.Command {
	var opts options
	var cluster string
	cmd := &cobra.Command{
		Use:   "explain APPLICATION FILE|DIR|-... | RULE | FIELD",
		Short: "Show which file, line and layer set each field, or explain a rule or a field",
		Long: `Show which file, line and layer set each field of an application's objects, and which lower values it overrides.

Name the application as NAME or NAMESPACE/NAME. --cluster limits the output to the objects for one cluster; the hub is
called hub.

Without files, explain a rule (what it means, why it is there, what is wrong and right) or a field (its type and default, and
the fields below it).
A field is one of a FluxApplication, or begins with another kind: Application, RenderConfig, HelmChart or GitRepository.`,
		Example: `  fluxapp explain podinfo apps/ --cluster berlin
  fluxapp explain FA507
  fluxapp explain spec.config.overrides
  fluxapp explain RenderConfig.spec`,
		ValidArgsFunction: completeExplained,
		Args:              explainArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return lookUp(cmd, args[0])
			}
			return explain(cmd, opts, cluster, args[0], args[1:])
		},
	}
	opts.addTo(cmd)
	cmd.Flags().StringVar(&cluster, "cluster", "", "only objects for this cluster; the hub is called hub")
	completeFlag(cmd, "cluster", completeClusters)
	return cmd
}

func explain(cmd *cobra.Command, opts options, cluster, application string, files []string) error {
	r, err := renderInput(cmd, opts, files)
	if err != nil {
		return err
	}
	only := render.Options{Applications: []string{application}, Namespace: r.opts.Namespace}
	explained := 0
	var b strings.Builder
	for _, o := range r.result.Objects {
		if only.Selects(o.Document()) && (cluster == "" || cluster == clusterOf(o)) {
			explained++
			explainObject(&b, o)
		}
	}
	if explained == 0 {
		where := ""
		if cluster != "" {
			where = " for the cluster " + cluster
		}
		return fmt.Errorf("there is no object of the application %s%s", application, where)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

// clusterOf returns the name of an object's cluster on the command line; empty for an object of no cluster.
func clusterOf(o render.Object) string {
	if o.Cluster() == "" && !o.Shared() {
		return "hub"
	}
	return o.Cluster()
}

// explainObject prints a line for each leaf: the field and its value, where it was set, and the values that it replaces.
func explainObject(b *strings.Builder, o render.Object) {
	fmt.Fprintf(b, "%s %s\n", o.Kind(), strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/"))
	for _, leaf := range o.Explain() {
		fmt.Fprintf(b, "  %s: %s  # %s", leaf.Path, leaf.Value, leaf.Setting)
		if leaf.Setting.Value != leaf.Value {
			fmt.Fprintf(b, " as %s", leaf.Setting.Value)
		}
		for _, covered := range leaf.Covered {
			fmt.Fprintf(b, ", over %s of %s", covered.Value, covered)
		}
		b.WriteString("\n")
	}
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
	if err != nil && !ruleCode.MatchString(what) && !strings.Contains(what, ".") {
		return fmt.Errorf("there is no rule and no field %s (%w); to explain an application, name its files too: fluxapp explain %s FILE", what, err, what)
	}
	if err == nil {
		_, err = io.WriteString(cmd.OutOrStdout(), text)
	}
	return err
}

// explainArgs refuses a command line that names nothing to explain.
func explainArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name an application and its files, a rule, for example FA507, or a field, for example spec.config.overrides")
	}
	return nil
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
	path := v1alpha1.KindFluxApplication
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
	return slices.Compact(slices.DeleteFunc(words, func(word string) bool { return typed == "" || !strings.HasPrefix(word, typed) }))
}

// The pages that explain all rules and all fields.
const (
	rulesPage     = "https://github.com/fluxapp-dev/fluxapp/blob/main/schema/RULES.md"
	referencePage = "https://github.com/fluxapp-dev/fluxapp/blob/main/schema/REFERENCE.md"
)

var ruleCode = regexp.MustCompile(`(?i)^FA\d+$`)

// explainRule returns the text of RULES.md about a rule.
func explainRule(code string) (string, error) {
	text := schema.RuleText(finding.Code(strings.ToUpper(code)))
	if text == "" {
		return "", fmt.Errorf("there is no rule %s; all rules are in %s", code, rulesPage)
	}
	return withoutMarkdown(text), nil
}

var (
	wholeDocument = regexp.MustCompile(` \(\[the whole document\]\([^)]*\)\)`)
	markup        = regexp.MustCompile("\\*\\*|`")
)

// withoutMarkdown returns a part of a page for a terminal: code is indented, and there is no markup.
func withoutMarkdown(text string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(wholeDocument.ReplaceAllString(text, "")) {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
			b.WriteString("    " + line)
		default:
			b.WriteString(strings.TrimPrefix(markup.ReplaceAllString(line, ""), "### "))
		}
	}
	return b.String()
}
