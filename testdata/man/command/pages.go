//go:build overlay

// Command command is fluxapp, but writes its man pages into the folder that the argument names, and ends before main.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	_ "github.com/fluxapp-dev/fluxapp/krmfn" // go mod tidy does not see the command's sources, which need it
)

func init() {
	root := rootCommand(new(int))
	for _, cmd := range append(root.Commands(), root) {
		if err := writePage(cmd, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(0)
}

// writePage writes the page of a command without a date, so that the same command gives the same bytes on every day.
func writePage(cmd *cobra.Command, dir string) error {
	cmd.DisableAutoGenTag = true
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var page bytes.Buffer
	never := time.Time{}
	header := &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Date: &never, Source: "fluxapp", Manual: "fluxapp"}
	if err := doc.GenMan(cmd, header, &page); err != nil {
		return err
	}
	text := bytes.Replace(page.Bytes(), []byte(never.Format("Jan 2006")), nil, 1)
	return os.WriteFile(filepath.Join(dir, name+".1"), text, 0o644)
}
