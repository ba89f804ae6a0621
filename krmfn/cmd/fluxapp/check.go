package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
)

func checkCommand() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "check [FILE|DIR|-]...",
		Short: "Judge applications, and say which namespaces they need",
		Long: `Judge applications without writing anything, and say which namespaces must exist for them, on the hub and on each member.

With -o dir=PATH it is a dry run too: it says what would keep "fluxapp render -o dir=PATH" from writing into that folder, and
which files would stay there of documents that were not read.`,
		RunE: func(cmd *cobra.Command, args []string) error { return checkFiles(cmd, opts, args) },
	}
	opts.addOutput(cmd, "", "dir=PATH: check also that the objects can be written into this folder")
	return cmd
}

func checkFiles(cmd *cobra.Command, opts options, args []string) error {
	dir, err := opts.folder()
	if err != nil {
		return err
	}
	in, result, err := renderInput(cmd, opts, args)
	if err != nil {
		return err
	}
	if dir != "" {
		p, err := planFolder(cmd, opts, dir, in, result)
		if err != nil {
			return err
		}
		p.close()
	}
	return writeNeeds(cmd.OutOrStdout(), result.Namespaces())
}

// writeNeeds prints the namespaces that must exist: a paragraph for each application, with a line for the hub, and one for
// all clusters that need the same.
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

// needLine says of clusters which namespaces all of them need.
type needLine struct {
	clusters   []string
	namespaces string
}

// needLines returns the lines of an application: the hub first, then by the first cluster of each.
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

// leading returns the needs at the start that are like the first one.
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
