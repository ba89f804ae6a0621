package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputfolder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func renderCommand(env environment, cmd *cobra.Command) {
	o := renderOptions(env, cmd)
	o.runs(func(args []string) error { return o.renderFiles(orHere(args)) })
}

func renderOptions(env environment, cmd *cobra.Command) *options {
	o := optionsOf(env, cmd)
	o.addCharts()
	o.addShard()
	o.addOutput()
	o.addFinal(true)
	return o
}

func (o *options) renderFiles(args []string) error {
	dir, err := o.folder()
	if err = cmp.Or(err, o.observed.checkStdin(args)); err != nil {
		return err
	}
	r, err := o.newRun(args)
	if err == nil {
		err = o.renderFor(r, args, dir)
	}
	if err == nil {
		err = o.readRunning(r)
	}
	all := r.Result
	if err == nil {
		r.Result.Objects, err = o.only.of(r.Result.Objects)
	}
	switch {
	case err != nil:
		return err
	case dir != "":
		return writeFolder(r, dir, o.dryRun)
	case o.output.name == "final":
		return o.writeSelected(r, all)
	case o.output.name == "json":
		return r.Result.WriteJSON(o.out)
	case o.output.name == "jsonl":
		return writeLines(o.out, r.Result.Objects)
	}
	return r.Result.WriteYAML(o.out)
}

// renderFor renders files for a folder; empty is none. It refuses input without an application, unless the command
// line asks for the removal of what was rendered: a RenderConfig is for every run, and not a request for this one.
func (o *options) renderFor(r *rendering.Run, args []string, dir string) error {
	err := r.Read(args, o.observed.names()...)
	var missing *fs.PathError
	switch {
	case err == nil:
		err = r.Render()
	case o.pruneOrphans && errors.As(err, &missing) && strings.Count(missing.Path, "/") == 1: // the flag has no argument
		err = fmt.Errorf("%w; for the objects of one document, write --prune-orphans=NAMESPACE/NAME", err)
	}
	switch {
	case err != nil:
		return err
	case r.Files.HasApplication(), o.prunes() && r.Files.MayBeEmpty():
		return nil
	case o.prunes() || dir == "":
		return r.NoApplication(args, "")
	}
	return r.NoApplication(args, "; --prune-orphans deletes what earlier runs wrote to "+dir)
}

func writeFolder(r *rendering.Run, dir string, dryRun bool) error {
	plan, err := outputfolder.New(r, dir)
	if err != nil {
		return err
	}
	defer plan.Close()
	if err := plan.CheckLimits(); err != nil {
		return err
	}
	if dryRun {
		return plan.Rehearse()
	}
	release := holdSignals()
	return errors.Join(plan.Apply(), release())
}

// interrupted is a signal that was held back.
type interrupted syscall.Signal

func (i interrupted) Error() string {
	return fmt.Sprintf("received the signal %q while writing, and ended when that was done", syscall.Signal(i))
}

// holdSignals keeps a signal from leaving half a change behind, until its result returns the first one as an error.
func holdSignals() func() error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return func() error {
		signal.Stop(signals)
		select {
		case first := <-signals:
			number, _ := first.(syscall.Signal)
			return interrupted(number)
		default:
			return nil
		}
	}
}

// line is an object with where it comes from and where it goes. help/render.md describes its fields.
type line struct {
	Application string `json:"application,omitempty"`
	Cluster     string `json:"cluster,omitempty"`
	Path        string `json:"path"`
	view.Place
	Object json.RawMessage `json:"object"`
}

// writeLines writes objects as lines of JSON, with where each comes from and goes. It holds one object at a time.
func writeLines(w io.Writer, objects []render.Object) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, o := range objects {
		at := o.Origin()
		l := line{Cluster: explained.ClusterOf(o), Path: o.Path(), Place: view.Place{File: at.File, Line: at.Line,
			Column: at.Column}, Object: o.JSON()}
		if o.Document().Class() == schema.ClassApplication {
			l.Application = o.Application()
		}
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	return out.Flush()
}
