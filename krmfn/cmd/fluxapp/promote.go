package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/patch"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

type promoteOptions struct {
	*options
	from, to promote.Selector
	fields   []promote.Field
	write    bool
	soak     promote.Soak // Now is zero for the clock
}

func promoteCommand(env environment, cmd *cobra.Command) {
	o := &promoteOptions{options: optionsOf(env, cmd)}
	cmd.ValidArgsFunction = env.completeApplications
	parsed(cmd, "from", &o.from, promote.ParseSelector, completing(o.stages, 0))
	parsed(cmd, "to", &o.to, promote.ParseSelector, completing(o.stages, 0))
	listed(cmd, "field", &o.fields, promote.ParseField, cobra.NoFileCompletions)
	o.addObserved()
	parsed(cmd, "soak", &o.soak.For, parseSoak, cobra.NoFileCompletions)
	addNow(cmd, &o.soak.Now)
	cmd.Flags().BoolVar(&o.write, "write", false, "")
	o.output.addTo(cmd, "document", "patch")
	o.runs(o.promote)
}

func parseSoak(text string) (time.Duration, error) {
	soak, err := time.ParseDuration(text)
	if err != nil || soak <= 0 {
		return 0, errors.New("it is no duration; write for example 30m or 24h")
	}
	return soak, nil
}

func (o *promoteOptions) check(args []string) error {
	changed := o.cmd.Flags().Changed
	switch {
	case len(args) == 0:
		return errors.New("name an application: fluxapp promote APPLICATION --from SELECTOR --to SELECTOR")
	case !changed("from") || !changed("to"):
		return errors.New("name both stages, for example --from stage=test --to stage=staging")
	case o.from.Equals(o.to):
		return fmt.Errorf("--from %s and --to %s are one stage; name two", o.from, o.to)
	case changed("soak") && !changed("observed"):
		return errors.New("--soak needs --observed FILE, with what kubectl printed")
	case o.write && o.output.name == "patch":
		return errors.New("--write and -o patch cannot both be done; write one of them")
	case changed("now") && !changed("soak"):
		return errors.New("--now needs --soak; without it, nothing depends on the time")
	}
	return cmp.Or(o.output.check(), o.observed.checkStdin(args))
}

func (o *promoteOptions) promote(args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	files := orHere(args[1:])
	r, err := o.read(files, o.observed.names()...)
	if err != nil {
		return err
	}
	r.Report(r.Files.Warnings)
	if err := r.NeedApplication(files); err != nil {
		return cmp.Or(r.Files.Documents.Findings().Err(), err) // what is broken may be the application
	}
	request := promote.Request{Application: args[0], From: o.from, To: o.to, Fields: o.fields, Options: r.Options}
	edit, err := promote.Plan(r.Files.All(), request)
	r.Secrets = edit.Before.Secrets()
	if err == nil {
		err = o.checkReady(r, edit)
	}
	text := edit.Text()
	if err == nil && (o.write || o.output.name == "patch") {
		text, err = o.apply(edit)
	}
	if err == nil {
		err = printEdit(r, edit)
	}
	if err == nil && !o.write {
		_, err = o.out.Write(text)
	}
	return err
}

// apply changes the file, or returns its patch.
func (o *promoteOptions) apply(edit promote.Edit) (text []byte, err error) {
	if edit.File == input.Stdin {
		return nil, errors.New("--write and -o patch need a file, and the document is from stdin; leave them out, " +
			"and the changed document is printed")
	}
	name := filepath.FromSlash(edit.File)
	if !o.write && !filepath.IsLocal(name) {
		return nil, errors.New("-o patch needs a file below the current folder; run it in a folder above the document")
	}
	before, err := disk.Read(o.disk, name)
	if err == nil {
		text, err = edit.Apply(before)
	}
	switch {
	case err != nil || !edit.Changes():
		return nil, err
	case o.write:
		return nil, o.disk.Replace(name, text)
	}
	return patch.Of(edit.File, string(before), string(text)), nil
}

func (o *promoteOptions) checkReady(r *rendering.Run, edit promote.Edit) error {
	if len(o.observed) == 0 {
		return nil
	}
	r.Result = edit.Before
	seen, err := o.observed.read(r, (*status.Observed).Add)
	if err != nil {
		return err
	}
	if o.soak.Now.IsZero() {
		o.soak.Now = time.Now()
	}
	found := edit.CheckReady(seen, o.soak)
	r.Report(found)
	if found.Err() != nil {
		return reporter.ErrReported
	}
	return nil
}

func printEdit(r *rendering.Run, edit promote.Edit) error {
	r.Result = edit.After
	r.Since(edit.Before)
	r.CountIgnored(edit.Ignored)
	r.ReportResult()
	r.Report(edit.Findings)
	r.PrintIgnored()
	if edit.Changes() {
		changes := change.Compare(edit.Before, edit.After)
		opts := change.PrintOptions{Limits: changes.Check(r.LimitOptions()), Color: bool(r.Colors)}
		if err := change.WriteText(r.Notes(), changes, opts); err != nil {
			return err
		}
		r.Note("")
	}
	r.Note(edit.Summary())
	return nil
}
