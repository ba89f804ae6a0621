package main

import (
	"fmt"
	"io"
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

// writeNeeds prints the namespaces that must exist: a paragraph for each application, with a line for each cluster.
func writeNeeds(w io.Writer, needs []render.NamespaceNeed) error {
	var b strings.Builder
	for i, need := range needs {
		if i == 0 || need.Application != needs[i-1].Application {
			fmt.Fprintf(&b, "%s needs these namespaces:\n", need.Application)
		} else if need.Hub == needs[i-1].Hub && need.Cluster == needs[i-1].Cluster {
			continue // its line is written
		}
		fmt.Fprintf(&b, "  %s: %s\n", clusterName(need), strings.Join(namespacesOn(needs[i:]), ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// namespacesOn returns the namespaces of the first need's cluster, which stand next to each other.
func namespacesOn(needs []render.NamespaceNeed) (names []string) {
	first := needs[0]
	for _, need := range needs {
		if need.Application != first.Application || need.Hub != first.Hub || need.Cluster != first.Cluster {
			break
		}
		names = append(names, need.Namespace)
	}
	return names
}

func clusterName(need render.NamespaceNeed) string {
	if need.Hub {
		return "hub"
	}
	return need.Cluster
}
