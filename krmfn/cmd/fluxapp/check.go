package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
)

func checkFiles(cmd *cobra.Command, opts options, rendered string, args []string) error {
	if cmd.Flags().Changed("rendered") && rendered == "" {
		return errors.New("--rendered needs a folder; write --rendered DIR")
	}
	r, err := renderInput(cmd, opts, args)
	if err == nil && rendered != "" {
		err = compareFolder(rendered, r)
	}
	if err == nil {
		err = writeNeeds(cmd.OutOrStdout(), r.result.Namespaces())
	}
	return r.finish(err)
}

// compareFolder compares the objects with the files of a folder. Its error has a finding for each file that differs.
func compareFolder(dir string, r rendering) error {
	p, err := planFolder(dir, r)
	if err != nil {
		return err
	}
	p.close()
	return p.differences().Err()
}

// needLine is a line about the namespaces that each of some clusters needs.
type needLine struct {
	application string
	hub         bool
	namespaces  string
}

// writeNeeds prints the namespaces that must exist: a paragraph for each application, with a line for the hub, and a line for all
// clusters that need the same namespaces. The needs are sorted.
func writeNeeds(w io.Writer, needs []render.NamespaceNeed) error {
	namespaces, sites := map[render.NamespaceNeed][]string{}, []render.NamespaceNeed{}
	for _, need := range needs {
		site := need
		site.Namespace = ""
		if namespaces[site] == nil {
			sites = append(sites, site)
		}
		namespaces[site] = append(namespaces[site], need.Namespace)
	}
	clusters, lines := map[needLine][]string{}, []needLine{}
	for _, site := range sites {
		line := needLine{site.Application, site.Hub, strings.Join(namespaces[site], ", ")}
		if clusters[line] == nil {
			lines = append(lines, line)
		}
		if site.Hub {
			site.Cluster = "hub"
		}
		clusters[line] = append(clusters[line], site.Cluster)
	}
	var b strings.Builder
	for i, line := range lines {
		if i == 0 || line.application != lines[i-1].application {
			fmt.Fprintf(&b, "%s needs these namespaces:\n", line.application)
		}
		fmt.Fprintf(&b, "  %s: %s\n", strings.Join(clusters[line], ", "), line.namespaces)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
