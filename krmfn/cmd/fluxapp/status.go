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
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type statusOptions struct {
	*options
	now      time.Time // zero: the clock
	by       string
	exitCode bool
}

func statusCommand(env environment, cmd *cobra.Command) {
	o := &statusOptions{options: optionsOf(env, cmd)}
	o.addObserved()
	o.output.addTo(cmd, "text", "json", "application")
	cmd.Flags().BoolVar(&o.exitCode, "exit-code", false, "")
	addText(cmd, "by", &o.by, stageLabel, cobra.NoFileCompletions)
	addNow(cmd, &o.now)
	o.runs(func(args []string) error { return o.show(orHere(args)) })
}

func (o *statusOptions) show(args []string) error {
	err := cmp.Or(o.output.check(), o.observed.checkStdin(args))
	if o.by != "" && o.output.name == "application" {
		err = errors.New("--by needs -o text or -o json; what KubeSphere reads has no stages")
	}
	if err != nil {
		return err
	}
	r, err := o.read(args, o.observed.names()...)
	if err == nil {
		err = r.RenderQuietly(args)
	}
	if err != nil {
		return err
	}
	seen, err := o.observed.read(r, (*status.Observed).AddFile)
	if err != nil {
		return err
	}
	all := status.Summarize(r.Result, seen)
	r.Report(all.Findings)
	var table *stages.Stages
	switch {
	case o.output.name == "application":
		err = noteOthers(r, all)
	case o.by != "":
		table, err = stages.Of(stages.Fleet{Fleet: view.New(r.Result, nil).Fleet, Status: &all}, o.by)
	}
	if err != nil {
		return err
	}
	if o.exitCode && !all.IsReady() {
		*o.code = exitDocuments
	}
	return o.write(all, table)
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
	others := each.Only(all.Applications, func(a status.Application) bool { return !a.IsKubeSphere() })
	left := each.Of(others, func(a status.Application) string { return a.Name })
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
