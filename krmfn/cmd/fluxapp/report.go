package main

import (
	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// allFindings is the flag of the commands that print findings.
const allFindings = "all-findings"

// report prints findings to stderr, a line each, in their order. Of those that repeat each other, which is one rule about one field
// of many entries, it prints five and a count, unless the command line asks for all.
func report(cmd *cobra.Command, findings schema.ErrorList) {
	lines := make([]repeated.Finding, len(findings))
	for i, f := range findings {
		lines[i] = repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.Error()}
	}
	printLines(cmd, lines, repeated.Few)
}

// printLines prints findings to stderr, of one kind at most so many, unless the command line asks for all.
func printLines(cmd *cobra.Command, findings []repeated.Finding, many int) {
	if all, _ := cmd.Flags().GetBool(allFindings); all { // a command without the flag has few findings
		many = len(findings)
	}
	repeated.Print(cmd.ErrOrStderr(), findings, many, "--"+allFindings+" prints them")
}
