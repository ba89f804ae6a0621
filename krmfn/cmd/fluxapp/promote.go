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
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/promote"
)

type promoteOptions struct {
	options
	from, to promote.Selector
	fields   []promote.Field
	write    bool
	soak     promote.Soak // Now is zero for the clock
}

func promoteCommand(env environment) *cobra.Command {
	o := promoteOptions{options: options{environment: env}}
	cmd := withHelp(&cobra.Command{
		Use:               "promote APPLICATION [FILE|DIR|-]... --from SELECTOR --to SELECTOR",
		ValidArgsFunction: env.completeApplications,
		RunE:              func(_ *cobra.Command, args []string) error { return promoteValue(o, args) },
	})
	o.addTo(cmd)
	o.addStages()
	return cmd
}

func (o *promoteOptions) addStages() {
	parsed(o.cmd, "from", "stage that has the value: a label selector, for example stage=test", &o.from,
		promote.ParseSelector, completing(o.stages, 0))
	parsed(o.cmd, "to", "stage that gets the value: a label selector, for example stage=staging", &o.to,
		promote.ParseSelector, completing(o.stages, 0))
	addField := func(text string) error {
		field, err := promote.ParseField(text)
		o.fields = append(o.fields, field)
		return err
	}
	checked(o.cmd, "field", "field of the layers, for example values.image.tag (default: the version)", addField,
		cobra.NoFileCompletions)
	o.addObserved()
	parsed(o.cmd, "soak", "how long the stage must have been ready, for example 24h", &o.soak.For, parseSoak,
		cobra.NoFileCompletions)
	addNow(o.cmd, &o.soak.Now, "time of the check, for example 2026-11-23T04:00:00Z (default: the clock)")
	o.cmd.Flags().BoolVar(&o.write, "write", false, "write the changed document to its file, and print nothing on stdout")
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
	case changed("now") && !changed("soak"):
		return errors.New("--now needs --soak; without it, nothing depends on the time")
	}
	return o.observed.checkStdin(args)
}

func promoteValue(o promoteOptions, args []string) error {
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
	if err == nil && o.write {
		err = o.writeEdit(edit)
	}
	if err == nil {
		err = printEdit(r, edit)
	}
	if err == nil && !o.write {
		_, err = o.out.Write(edit.Text())
	}
	return err
}

func (o *promoteOptions) writeEdit(edit promote.Edit) error {
	if edit.File == input.Stdin {
		return errors.New("--write needs a file, and the document is from stdin; leave --write out, and the changed " +
			"document is printed")
	}
	name := filepath.FromSlash(edit.File)
	text, err := disk.Read(o.disk, name)
	if err != nil {
		return err
	}
	changed, err := edit.Apply(text)
	if err != nil || !edit.Changes() {
		return err
	}
	return o.disk.Replace(name, changed)
}

func (o *promoteOptions) checkReady(r *rendering.Run, edit promote.Edit) error {
	if len(o.observed) == 0 {
		return nil
	}
	r.Result = edit.Before
	seen, err := o.observed.read(r)
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
