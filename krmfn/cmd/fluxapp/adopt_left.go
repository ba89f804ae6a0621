package main

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// leftLines counts what stays, a line for each reason, with an example.
func leftLines(left []adopt.Left) (lines []string) {
	var reasons []string
	all := map[string][]adopt.Left{}
	for _, l := range left {
		if all[l.Reason] == nil {
			reasons = append(reasons, l.Reason)
		}
		all[l.Reason] = append(all[l.Reason], l)
	}
	for _, reason := range reasons {
		some := all[reason]
		first := some[0]
		name := strings.TrimPrefix(first.Namespace+"/"+first.Name, "/")
		line := fmt.Sprintf("%s %s; for example %s %s at %s:%d", names.Counted(len(some), "object"), reason,
			first.Kind, name, first.Position.File, first.Position.Line)
		if first.Code != "" {
			line += fmt.Sprintf(" [%s]", first.Code)
		}
		lines = append(lines, line)
	}
	return lines
}
