package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
)

func checkFiles(cmd *cobra.Command, opts options, rendered string, args []string) error {
	if cmd.Flags().Changed("rendered") && rendered == "" {
		return errors.New("--rendered needs a folder; write --rendered DIR")
	}
	write, err := opts.needsWriter()
	if err != nil {
		return err
	}
	r, err := renderInput(cmd, opts, args)
	if err == nil && rendered != "" {
		err = compareFolder(rendered, r)
	}
	if err == nil {
		err = write(cmd.OutOrStdout(), r.result.Needs())
	}
	return err
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

// needsWriter returns what prints the list of what must exist, in the format of the output.
func (o *options) needsWriter() (func(io.Writer, []render.Need) error, error) {
	switch o.output {
	case "text":
		return writeNeeds, nil
	case "json":
		return writeNeedsJSON, nil
	}
	return nil, fmt.Errorf("-o %s is unknown; write text or json", o.output)
}
