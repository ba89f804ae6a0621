package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// options are the flags of the commands that render. The RenderConfig of --config has the values of unset flags.
type options struct {
	environment
	cmd                                         *cobra.Command
	reporter                                    *reporter.Reporter
	config, namespace, fluxVersion, acknowledge string
	strict, literal, pruneOrphans, dryRun       bool
	ignore                                      []finding.Code
	charts                                      []string
	shard                                       render.Shard
	output                                      format
	only                                        selection
	pruned                                      []string      // the documents whose objects go
	observed                                    observedFiles // files that tell what is ready
	final                                       bool
	asked                                       change.FinalRequest // of final objects
}

func optionsOf(env environment, cmd *cobra.Command) *options {
	o := &options{environment: env, cmd: cmd, reporter: newReporter(env, cmd)}
	flags := cmd.Flags()
	flags.StringVar(&o.config, "config", "", "")
	flags.StringVar(&o.namespace, "namespace", "", "")
	parse := func(text string) (string, error) {
		_, err := kinds.ParseFluxVersion(text)
		return text, cmp.Or(notEmpty(text, "a version, for example 2.8"), err)
	}
	parsed(cmd, "flux-version", &o.fluxVersion, parse, words(kinds.KnownFluxVersions()...))
	flags.BoolVar(&o.strict, "strict", false, "")
	flags.BoolVar(&o.literal, "literal", false, "")
	checked(cmd, "ignore", o.addIgnored, completing(remarkCodes, cobra.ShellCompDirectiveNoSpace))
	return o
}

func (o *options) runs(run func(args []string) error) {
	o.cmd.RunE = reported(o.environment, o.reporter, run)
}

func (o *options) addIgnored(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		code, err := schema.ParseRemark(part)
		if err != nil {
			return err
		}
		o.ignore = append(o.ignore, code)
	}
	return nil
}

func (o *options) addShard() {
	parsed(o.cmd, "shard", &o.shard, render.ParseShard, cobra.NoFileCompletions)
}

// addCharts adds the charts by which values are checked. A command without the flag does not check them.
func (o *options) addCharts() { o.cmd.Flags().StringArrayVar(&o.charts, "charts", nil, "") }

func (o *options) addOutput() {
	o.output.known = []string{"yaml", "json", "jsonl", "final"} // which is for fluxapp-final
	o.cmd.Flags().StringVarP(&o.output.name, "output", "o", "yaml", "")
	complete(o.cmd, "output", beginnings("yaml", "json", "jsonl", "dir="))
	checked(o.cmd, "prune-orphans", o.addPruned, cobra.NoFileCompletions)
	o.cmd.Flags().Lookup("prune-orphans").NoOptDefVal = "true"
	o.cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "")
	o.addSelection()
	o.addObserved()
	o.addAcknowledge()
}

func (o *options) addObserved() {
	o.cmd.Flags().Var(checkedFlag{o.observed.add, "[CLUSTER=]FILE"}, "observed", "")
}

func (o *options) addPruned(text string) error {
	switch text {
	case "true", "false":
		o.pruneOrphans = text == "true"
	case "": // an unset variable of a pipeline
		return errors.New("a name is empty; write NAMESPACE/NAME, or no =")
	default:
		o.pruned = append(o.pruned, strings.Split(text, ",")...)
	}
	return nil
}

func (o *options) addAcknowledge() {
	parse := func(text string) (string, error) { return text, kinds.CheckDigest(text) }
	parsed(o.cmd, "acknowledge", &o.acknowledge, parse, cobra.NoFileCompletions)
}

const prunesRendered = "--prune-orphans needs --rendered DIR"

// addRendered adds the folder to compare with, as it is or without objects whose documents are not read.
func (o *options) addRendered(dir *string) {
	addText(o.cmd, "rendered", dir, "a folder", folders)
	o.cmd.Flags().BoolVar(&o.pruneOrphans, "prune-orphans", false, "")
}

func (o *options) prunes() bool { return o.pruneOrphans || len(o.pruned) > 0 }

func (o *options) readRunning(r *rendering.Run) error {
	if len(o.observed) == 0 {
		return nil
	}
	seen, err := o.observed.read(r, (*status.Observed).Add)
	r.Ready = map[render.ID]bool{}
	for _, app := range status.Summarize(r.Result, seen).Applications {
		for _, cluster := range app.Clusters {
			for _, object := range cluster.Objects {
				r.Ready[object.ID] = object.Runs
			}
		}
	}
	return err
}

// folder returns the folder of the output; empty for a format on stdout.
func (o *options) folder() (dir string, err error) {
	name, dir, isDir := strings.Cut(o.output.name, "=")
	switch {
	case name == "dir" && dir != "" && o.only.flag() != "":
		return "", fmt.Errorf("%s cannot select what -o dir=PATH writes: it would delete the rest", o.only.flag())
	case name == "dir" && dir != "" && o.shard != (render.Shard{}):
		return "", errors.New("--shard is for a stream, and -o dir=PATH writes a folder with all clusters; to divide a " +
			"folder, write delivery with groups into the RenderConfig")
	case name == "dir" && dir != "":
		return dir, nil
	case name == "dir":
		return "", errors.New("-o dir needs a folder; write -o dir=PATH")
	case isDir || o.output.check() != nil:
		return "", fmt.Errorf("-o %s is unknown; write yaml, json or jsonl, or, for a folder, -o dir=%s", o.output.name,
			cmp.Or(dir, o.output.name))
	case o.prunes():
		return "", errors.New("--prune-orphans needs -o dir=PATH")
	case o.acknowledge != "":
		return "", errors.New("--acknowledge needs -o dir=PATH; other outputs replace nothing")
	case len(o.observed) > 0:
		return "", errors.New("--observed needs -o dir=PATH; other outputs replace nothing")
	case o.dryRun:
		return "", errors.New("--dry-run needs -o dir=PATH; other outputs write no files")
	}
	return "", nil
}

// newRun returns a run that has read no documents yet. Its error has findings if the RenderConfig is wrong.
//
// Of the documents, render and check report all findings, and warnings are errors there with strict. Commands that
// compare, or answer a question, report errors and warnings; status and report, which show them otherwise, errors.
func (o *options) newRun(args []string) (*rendering.Run, error) {
	r := &rendering.Run{Reporter: o.reporter, Source: o.source(), Files: input.New(o.source()), SetFlags: o.setFlags,
		Informs: !o.cmd.HasParent() || o.cmd.Name() == "render" || o.cmd.Name() == "check"}
	err := r.UseConfig(o.config, args)
	r.Strict = r.Options.Strict && r.Informs
	if r.Ignore = r.Options.Ignore; err == nil {
		err = r.ReadCharts()
	}
	return r, err
}

func (o *options) setFlags(r *rendering.Run) {
	if r.Pruned = o.pruned; len(o.pruned) == 0 {
		setIfGiven(o.cmd, "prune-orphans", &r.PruneOrphans, o.pruneOrphans)
	}
	setIfGiven(o.cmd, "namespace", &r.Options.Namespace, o.namespace)
	setIfGiven(o.cmd, "strict", &r.Options.Strict, o.strict)
	setIfGiven(o.cmd, "literal", &r.Options.Literal, o.literal)
	setIfGiven(o.cmd, "ignore", &r.Options.Ignore, o.ignore)
	if setIfGiven(o.cmd, "charts", &r.Charts, o.charts); o.cmd.Flags().Lookup("charts") == nil {
		r.Charts = nil
	}
	r.Acknowledge = cmp.Or(o.acknowledge, r.Acknowledge)
	r.Options.FluxVersion = cmp.Or(o.fluxVersion, r.Options.FluxVersion)
	r.Options.Shard, r.Options.Expressions = o.shard, checks.CompileExpression
}

// setIfGiven sets an option to the value of a flag that the command line has, perhaps with an empty value.
func setIfGiven[T any](cmd *cobra.Command, flag string, option *T, value T) {
	if cmd.Flags().Changed(flag) {
		*option = value
	}
}

// read returns a run that has read files, folders and stdin. It skips besides in folders: they are read for other uses.
func (o *options) read(args []string, besides ...string) (*rendering.Run, error) {
	r, err := o.newRun(args)
	if err == nil {
		err = r.Read(args, besides...)
	}
	return r, err
}

// render returns a run that has rendered files, folders and stdin, with an application's remarks; empty is all.
func (o *options) render(application string, args []string) (*rendering.Run, error) {
	r, err := o.newRun(args)
	if r.About = application; err == nil {
		err = r.RenderFiles(args)
	}
	return r, err
}

func orHere(args []string) []string {
	if len(args) == 0 {
		return []string{"."}
	}
	return args
}
