package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// statusOptions are the flags of status.
type statusOptions struct {
	options
	observed observedFlag
	now      time.Time // zero: the clock
	exitCode bool
}

// statusCommand stores the exit code of a status in code.
func statusCommand(code *int) *cobra.Command {
	var o statusOptions
	cmd := &cobra.Command{
		Use:   "status [FILE|DIR|-]... --observed FILE",
		Short: "Show which applications are ready on which clusters, and why others are not",
		Long: `Show which applications are ready on which clusters, and why others are not.

fluxapp reads no cluster. --observed names a file with what kubectl printed (YAML or JSON), or - for stdin. Without
it, the error prints the command of kubectl for the documents. With topology Standalone, each cluster has its own
objects: write --observed CLUSTER=FILE for each. The flag can be given several times, also for several files of one
hub or cluster.

An application is ready n/m: n of its m HelmReleases, Kustomizations and KCLRuns are ready, and are what the documents
render. What the documents suspend is not counted. The states, the worst first:
  failed       Flux could not apply it, or it is not healthy; Flux tries again
  stalled      Flux cannot apply it, and waits for a change
  missing      it is not on its hub or cluster
  stale        it is not what the documents render, or Flux has not seen the last change yet
  unknown      nobody read its hub or cluster, or its kind, or Flux has not reported anything yet
  progressing  Flux applies it, deletes it, or waits for something that it depends on
  suspended    Flux leaves it alone
  extra        the documents do not render it any more
  ready        Flux has applied what the documents render

Only the errors of the documents are printed; fluxapp check prints the warnings.

Exit codes: 0 success, whatever the states are; 1 the documents are wrong, or, with --exit-code, an application is not
ready; 2 the command line is wrong, or an observed file cannot be read.`,
		Example: `  kubectl get helmreleases.helm.toolkit.fluxcd.io -A -o yaml | fluxapp status apps/ --observed -
  fluxapp status apps/ --observed hub.yaml --exit-code
  fluxapp status apps/ --observed berlin=berlin.yaml --observed tokyo=tokyo.yaml -o json`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*code, err = showStatus(cmd, o, orHere(args))
			return err
		},
	}
	o.addTo(cmd)
	o.addStatus(cmd)
	return cmd
}

func (o *statusOptions) addStatus(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.observed.addTo(cmd)
	flags.StringVarP(&o.output, "output", "o", "text", "print the status as text, json or application (for KubeSphere)")
	completeFlag(cmd, "output",
		cobra.FixedCompletions([]cobra.Completion{"text", "json", "application"}, cobra.ShellCompDirectiveNoFileComp))
	addExitCode(cmd, &o.exitCode, false, "an application is not ready")
	flags.Var(&checkedFlag{check: o.setNow}, "now",
		"time to compute ages for, for example 2026-11-23T04:00:00Z (default: the clock)")
	completeFlag(cmd, "now", cobra.NoFileCompletions)
}

func (o *statusOptions) setNow(text string) (err error) {
	o.now, err = parseNow(text)
	return err
}

// parseNow reads the time of a flag.
func parseNow(text string) (now time.Time, err error) {
	if now, err = time.Parse(time.RFC3339, text); err != nil {
		return now, errors.New("it is no time; write it with its zone, for example 2026-11-23T04:00:00Z")
	}
	return now, nil
}

// showStatus prints the status of what the command line names. It returns the exit code.
func showStatus(cmd *cobra.Command, o statusOptions, args []string) (code int, err error) {
	write, err := o.statusWriter()
	if err != nil {
		return exitCommand, err
	}
	if slices.Contains(args, "-") && o.observed.readsStdin() {
		return exitCommand, errors.New("stdin cannot be both the documents and --observed; name a file for one of them")
	}
	r, err := renderQuietly(cmd, o.options, args, o.observed.names()...)
	if err != nil {
		return exitDocuments, err
	}
	observed, err := o.observed.read(&r)
	if err != nil {
		return exitCommand, err
	}
	all := status.Summarize(r.result, observed)
	r.report(all.Findings)
	if o.output == "application" {
		if err := r.noteOthers(all); err != nil {
			return exitCommand, err
		}
	}
	if o.exitCode && !all.IsReady() {
		code = exitDocuments
	}
	return code, write(all, cmd.OutOrStdout())
}

// renderQuietly is renderInput for those who ask about something else than the documents: of their findings it prints
// the errors. Besides are files for something else.
func renderQuietly(cmd *cobra.Command, flags options, args []string, besides ...string) (r rendering, err error) {
	if r, err = newRendering(cmd, flags); err != nil {
		return r, err
	}
	if r.files, err = readFiles(args, cmd.InOrStdin(), besides...); err != nil {
		return r, err
	}
	r.result, err = render.Render(r.documents(), r.opts)
	r.report(r.files.warnings)
	r.report(r.result.Findings.Only(finding.SeverityError))
	switch {
	case err != nil:
		return r, errReported
	case !r.files.hasApplication():
		return r, finding.Findings{noApplication(args, r, "")}.Err()
	}
	return r, nil
}

// statusWriter returns what prints a status, in the format of the output.
func (o *statusOptions) statusWriter() (func(status.Status, io.Writer) error, error) {
	switch o.output {
	case "text":
		return o.writeText, nil
	case "json":
		return status.Status.WriteJSON, nil
	case "application":
		return status.Status.WriteApplication, nil
	}
	return nil, fmt.Errorf("-o %s is unknown; write text, json or application", o.output)
}

// noteOthers names the applications that KubeSphere does not know. It is an error when there is no other.
func (r rendering) noteOthers(all status.Status) error {
	var others []string
	for _, a := range all.Applications {
		if !a.IsKubeSphere() {
			others = append(others, a.Name)
		}
	}
	switch len(others) {
	case 0:
		return nil
	case len(all.Applications):
		return fmt.Errorf("%s: no document is of the kind Application, which KubeSphere reads; write -o json",
			enumerate(others))
	}
	r.printNote("left out, because KubeSphere does not read the kind FluxApplication: " + enumerate(others))
	return nil
}

func (o *statusOptions) writeText(s status.Status, w io.Writer) error {
	if o.now.IsZero() {
		o.now = time.Now()
	}
	return s.WriteText(w, status.PrintOptions{Now: o.now, Color: hasColor(w)})
}
