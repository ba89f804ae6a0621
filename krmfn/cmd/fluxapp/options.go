package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// options are the flags of the commands that render.
type options struct {
	output       string
	namespace    string
	fluxVersion  fluxVersion
	strict       bool
	pruneOrphans bool
}

func (o *options) addTo(cmd *cobra.Command) {
	o.addOutput(cmd, "yaml", "what to write: yaml or json to stdout, or dir=PATH, a file for each object")
}

// addOutput adds all flags, that for the output as a command means it.
func (o *options) addOutput(cmd *cobra.Command, byDefault, usage string) {
	flags := cmd.Flags()
	flags.StringVarP(&o.output, "output", "o", byDefault, usage)
	flags.StringVar(&o.namespace, "namespace", "", "namespace of documents that have none")
	flags.Var(&o.fluxVersion, "flux-version", "oldest Flux that must accept the objects, as 2.8; the newest known unless given")
	flags.BoolVar(&o.strict, "strict", false, "refuse documents with warnings")
	flags.BoolVar(&o.pruneOrphans, "prune-orphans", false, "with -o dir=PATH, remove also the files of documents that were not read")
}

func (o *options) render() render.Options {
	return render.Options{Namespace: o.namespace, FluxVersion: string(o.fluxVersion), Strict: o.strict}
}

// fluxVersion is a flag whose value must be a version that fluxapp knows: a wrong one is a wrong command line, and no fault of
// the documents.
type fluxVersion string

func (v *fluxVersion) String() string { return string(*v) }

func (v *fluxVersion) Type() string { return "string" }

func (v *fluxVersion) Set(text string) error {
	_, err := schema.ParseFluxVersion(text)
	*v = fluxVersion(text)
	return err
}

// format returns what to write, and of dir the folder.
func (o *options) format() (format, dir string, err error) {
	format, dir, isDir := strings.Cut(o.output, "=")
	switch {
	case format == "dir" && dir != "":
		return format, dir, nil
	case format == "dir":
		return "", "", errors.New("-o dir needs a folder; write -o dir=PATH")
	case isDir || format != "yaml" && format != "json":
		return "", "", fmt.Errorf("-o %s is unknown; write yaml, json or dir=PATH", o.output)
	case o.pruneOrphans:
		return "", "", errors.New("--prune-orphans needs -o dir=PATH")
	}
	return format, "", nil
}

// folder returns the folder that a check is to compare with; empty for none.
func (o *options) folder() (string, error) {
	if o.output == "" {
		o.output = "yaml" // as good as any that writes no folder
	} else if !strings.HasPrefix(o.output, "dir=") {
		return "", fmt.Errorf("check has no -o %s; leave it out, or write -o dir=PATH", o.output)
	}
	_, dir, err := o.format()
	return dir, err
}
