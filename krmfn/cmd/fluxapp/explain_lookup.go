package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/schema"
)

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

// explainArgs refuses a command line without anything to explain.
func explainArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name an application and its files, a rule, for example FA507, or a field, for example spec.config.overrides")
	}
	return nil
}

// completeExplained completes what has been typed of the code of a rule or of the path of a field; else an application, and files.
func completeExplained(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if words := lookups(typed); len(args) == 0 && len(words) > 0 {
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return completeApplications(cmd, args, typed)
}

// lookups returns the codes and paths that begin with a text; none of an empty one.
func lookups(typed string) (words []cobra.Completion) {
	path := schema.KindFluxApplication
	prefix := ""
	if i := strings.LastIndex(typed, "."); i >= 0 {
		path, prefix = typed[:i], typed[:i+1]
	}
	for _, code := range schema.RuleCodes() {
		words = append(words, string(code))
	}
	fields, _ := schema.FieldsAt(path) // none where there is no such field
	for _, f := range fields {
		for _, below := range f.Fields() {
			words = append(words, prefix+below.Name)
		}
	}
	slices.Sort(words)
	return slices.Compact(slices.DeleteFunc(words, func(word string) bool { return typed == "" || !strings.HasPrefix(word, typed) }))
}
