package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
)

func checkFiles(cmd *cobra.Command, opts options, rendered string, args []string) error {
	if cmd.Flags().Changed("rendered") && rendered == "" {
		return errors.New("--rendered needs a folder; write --rendered DIR")
	}
	r, err := renderInput(cmd, opts, args)
	if err != nil {
		return err
	}
	if rendered != "" {
		p, err := planFolder(cmd, rendered, r)
		if err != nil {
			return err
		}
		p.close()
		if err := p.differences().Err(); err != nil {
			return err
		}
	}
	return writeNeeds(cmd.OutOrStdout(), r.result.Namespaces())
}

// writeNeeds prints the namespaces that must exist: a paragraph for each application, with a line for the hub, and a line for all
// clusters that need the same namespaces.
func writeNeeds(w io.Writer, needs []render.NamespaceNeed) error {
	var b strings.Builder
	for len(needs) > 0 {
		of := leading(needs, func(a, b render.NamespaceNeed) bool { return a.Application == b.Application })
		fmt.Fprintf(&b, "%s needs these namespaces:\n", of[0].Application)
		for _, line := range needLines(of) {
			fmt.Fprintf(&b, "  %s: %s\n", strings.Join(line.clusters, ", "), line.namespaces)
		}
		needs = needs[len(of):]
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// needLine is the namespaces that each of some clusters needs.
type needLine struct {
	clusters   []string
	namespaces string
}

// needLines returns the lines of an application: the hub first, then ordered by their first clusters.
func needLines(needs []render.NamespaceNeed) (lines []needLine) {
	at := map[string]int{} // by namespaces, which are sorted
	for len(needs) > 0 {
		on := leading(needs, func(a, b render.NamespaceNeed) bool { return a.Hub == b.Hub && a.Cluster == b.Cluster })
		cluster, namespaces := on[0].Cluster, namespacesOf(on)
		needs = needs[len(on):]
		i, same := at[namespaces]
		switch {
		case on[0].Hub:
			lines = append(lines, needLine{[]string{"hub"}, namespaces})
		case same:
			lines[i].clusters = append(lines[i].clusters, cluster)
		default:
			at[namespaces] = len(lines)
			lines = append(lines, needLine{[]string{cluster}, namespaces})
		}
	}
	return lines
}

// leading returns the first need and those after it that are like it.
func leading(needs []render.NamespaceNeed, like func(a, b render.NamespaceNeed) bool) []render.NamespaceNeed {
	end := slices.IndexFunc(needs, func(need render.NamespaceNeed) bool { return !like(needs[0], need) })
	if end < 0 {
		return needs
	}
	return needs[:end]
}

func namespacesOf(needs []render.NamespaceNeed) string {
	var names []string
	for _, need := range needs {
		names = append(names, need.Namespace)
	}
	return strings.Join(names, ", ")
}
