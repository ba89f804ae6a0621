package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// allFindings is the flag of the commands that print findings.
const allFindings = "all-findings"

// report prints findings to stderr, a line each, in their order. Of those that repeat each other, which is one rule about one field
// of many entries, it prints five and a count, unless the command line asks for all.
func report(cmd *cobra.Command, findings schema.ErrorList) { reportFew(cmd, findings, repeated.Few) }

func reportFew(cmd *cobra.Command, findings schema.ErrorList, few int) {
	w := cmd.ErrOrStderr()
	if all, _ := cmd.Flags().GetBool(allFindings); all { // a command without the flag has few findings
		for _, f := range findings {
			fmt.Fprintln(w, f)
		}
		return
	}
	lines := make([]repeated.Finding, len(findings))
	for i, f := range findings {
		lines[i] = repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.Error()}
	}
	repeated.Print(w, lines, few, "--"+allFindings+" prints them")
}
