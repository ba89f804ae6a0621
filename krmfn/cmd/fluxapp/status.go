package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/stages"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type statusOptions struct {
	options
	observed observedFiles
	now      time.Time // zero: the clock
	by       string
	exitCode bool
}

func statusCommand(env environment, code *int) *cobra.Command {
	o := statusOptions{options: options{environment: env}}
	cmd := &cobra.Command{
		Use:   "status [FILE|DIR|-]... --observed FILE",
		Short: "Show which applications are ready on which clusters, and why others are not",
		Long: `Show which applications are ready on which clusters, and why others are not.

fluxapp reads no cluster. --observed names a file with what kubectl printed (YAML or JSON), or - for stdin. Without
it, the error prints the command of kubectl for the documents. With topology Standalone, each cluster has its own
objects: write --observed CLUSTER=FILE for each. The flag can be given several times, also for several files of one
hub or cluster.

An application is ready n/m: n of its m HelmReleases, Kustomizations and KCLRuns are ready, are what the documents
render, and run the version that their sources name. What the documents suspend is not counted. The states, the worst
first:
  failed       Flux could not apply it, or it is not healthy; Flux tries again
  stalled      Flux cannot apply it, and waits for a change
  missing      it is not on its hub or cluster
  stale        it is not what the documents render, or Flux has not seen the last change yet
  unknown      nobody read its hub or cluster, or its kind, or Flux has not reported anything yet
  progressing  Flux applies it, deletes it, or waits for something that it depends on
  suspended    Flux leaves it alone
  extra        the documents do not render it any more
  ready        Flux has applied what the documents render, at the version that its source names

Only the errors of the documents are printed; fluxapp check prints the warnings.

Exit codes: 0 success, whatever the states are; 1 the documents are wrong, or, with --exit-code, an application is not
ready; 2 the command line is wrong, or an observed file cannot be read.`,
		Example: `  kubectl get helmreleases.helm.toolkit.fluxcd.io -A -o yaml | fluxapp status apps/ --observed -
  fluxapp status apps/ --observed hub.yaml --exit-code
  fluxapp status apps/ --observed hub.yaml --by stage
  fluxapp status apps/ --observed berlin=berlin.yaml --observed tokyo=tokyo.yaml -o json`,
		RunE: func(_ *cobra.Command, args []string) (err error) {
			*code, err = showStatus(o, orHere(args))
			return err
		},
	}
	o.addTo(cmd)
	addObserved(cmd, &o.observed)
	o.output.addTo(cmd, "print the status as text, json or application (for KubeSphere)", "text", "json", "application")
	addExitCode(cmd, &o.exitCode, false, "an application is not ready")
	addBy(cmd, &o.by, "print versions and what is ready by the values of a label of clusters too, for example stage")
	addNow(cmd, &o.now, "time to compute ages for, for example 2026-11-23T04:00:00Z (default: the clock)")
	return cmd
}

func showStatus(o statusOptions, args []string) (code int, err error) {
	err = cmp.Or(o.output.check(), o.observed.checkStdin(args))
	if o.by != "" && o.output.name == "application" {
		err = errors.New("--by needs -o text or -o json; what KubeSphere reads has no stages")
	}
	if err != nil {
		return exitCommand, err
	}
	r, err := o.read(args, o.observed.names()...)
	if err == nil {
		err = r.RenderQuietly(args)
	}
	if err != nil {
		return exitDocuments, err
	}
	seen, err := o.observed.read(r)
	if err != nil {
		return exitCommand, err
	}
	all := status.Summarize(r.Result, seen)
	r.Report(all.Findings)
	if o.output.name == "application" {
		if err := noteOthers(r, all); err != nil {
			return exitCommand, err
		}
	}
	table, err := o.stages(r, &all)
	if err != nil {
		return exitCommand, err
	}
	if o.exitCode && !all.IsReady() {
		code = exitDocuments
	}
	return code, o.write(all, table)
}

// stages returns the stages of --by; nil without the flag.
func (o *statusOptions) stages(r *rendering.Run, all *status.Status) (*stages.Stages, error) {
	if o.by == "" {
		return nil, nil
	}
	return stages.Of(stages.Fleet{Fleet: view.New(r.Result, nil).Fleet, Status: all}, o.by)
}

func (o *statusOptions) write(all status.Status, table *stages.Stages) error {
	out := o.reporter.Out()
	switch o.output.name {
	case "json":
		return writeBoth(out, all, table)
	case "application":
		return all.WriteApplication(out)
	}
	if o.now.IsZero() {
		o.now = time.Now()
	}
	if table != nil {
		if err := table.WriteText(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return all.WriteText(out, status.PrintOptions{Now: o.now, Color: bool(colorsOf(o.out))})
}

// writeBoth writes a status as JSON, with the stages as one more field at its end, where there are any.
func writeBoth(w io.Writer, all status.Status, table *stages.Stages) error {
	if table == nil {
		return all.WriteJSON(w)
	}
	var b bytes.Buffer
	text, err := json.Marshal(table)
	if err = cmp.Or(err, all.WriteJSON(&b)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s,\n\"stages\":%s\n}\n", bytes.TrimRight(b.Bytes(), "\n}"), text)
	return err
}

func noteOthers(r *rendering.Run, all status.Status) error {
	var left []string
	for _, a := range all.Applications {
		if !a.IsKubeSphere() {
			left = append(left, a.Name)
		}
	}
	switch len(left) {
	case 0:
		return nil
	case len(all.Applications):
		return fmt.Errorf("%s: no document is of the kind Application, which KubeSphere reads; write -o json",
			names.Sentence(left))
	}
	r.Note("left out, because KubeSphere does not read the kind FluxApplication: " + names.Sentence(left))
	return nil
}

func addObserved(cmd *cobra.Command, files *observedFiles) {
	cmd.Flags().Var(files, "observed", "file with the objects of the hub, or CLUSTER=FILE; - is stdin; may be repeated")
}
