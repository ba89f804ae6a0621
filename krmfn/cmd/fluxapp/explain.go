package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/lookup"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
)

type explainOptions struct {
	*options
	cluster, against string
	fields           []explained.FieldPath
}

func explainCommand(env environment, cmd *cobra.Command) {
	o := &explainOptions{options: optionsOf(env, cmd)}
	cmd.ValidArgsFunction = env.completeExplained
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("name an application, a rule, for example FA507, or a field, for example spec.config.overrides")
		}
		return nil
	}
	addText(cmd, "cluster", &o.cluster, "the name of a cluster, for example hub", completing(o.clusters, 0))
	addText(cmd, "against", &o.against, "the name of a cluster, for example hub", completing(o.clusters, 0))
	listed(cmd, "field", &o.fields, explained.ParseField, cobra.NoFileCompletions)
	o.output.addTo(cmd, "text", "json")
	o.runs(func(args []string) error {
		if len(args) == 1 && o.isLookup(args[0]) {
			return o.lookUp(args[0])
		}
		return o.explain(args[0], orHere(args[1:]))
	})
}

func (o *explainOptions) check() error {
	cluster, against := o.cmd.Flags().Changed("cluster"), o.cmd.Flags().Changed("against")
	switch {
	case against && !cluster:
		return fmt.Errorf("--against %s needs a second cluster; write --cluster CLUSTER too", o.against)
	case against && (explained.IsSelector(o.cluster) || explained.IsSelector(o.against)):
		return errors.New("--against compares two clusters; name each, without a label selector")
	case against && o.cluster == o.against:
		return fmt.Errorf("--cluster and --against are both %s; name two clusters", o.cluster)
	case against && len(o.fields) > 0:
		return errors.New("--field prints its field on all clusters; leave out --against, or --field")
	}
	return o.output.check()
}

// isLookup reports whether a single argument is a rule or a field, and no application of the current folder.
func (o *explainOptions) isLookup(what string) bool {
	isApplication := o.flagOfApplications() != ""
	if lookup.IsRule(what) || lookup.IsField(what) && !isApplication {
		return true
	}
	only := render.Options{Applications: []string{what}}
	return !isApplication && !slices.ContainsFunc(o.silently(orHere(nil)), func(d *schema.Document) bool {
		return d.Class() == schema.ClassApplication && only.Selects(d)
	})
}

// flagOfApplications returns a flag of the command line that a rule and a field do not have; empty for none.
func (o *explainOptions) flagOfApplications() (name string) {
	o.cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != quiet {
			name = f.Name
		}
	})
	return name
}

func (o *explainOptions) lookUp(what string) error {
	if name := o.flagOfApplications(); name != "" {
		return fmt.Errorf("--%s is for applications; name the files that hold %s too", name, what)
	}
	text, err := lookup.Explain(what, moduleVersion(), colorsOf(o.out))
	if means := meaningOf(what); err != nil && means != "" {
		text, err = means, nil
	}
	command := o.commandFor(what)
	switch {
	case command != "" && (err != nil || command == what):
		execute(o.environment, []string{command, "--help"})
		return nil
	case err == nil:
		_, err = io.WriteString(o.out, text)
		return err
	case o.disk.Exists(what):
		return fmt.Errorf("name an application before its files: fluxapp explain APPLICATION %s", what)
	case lookup.IsRule(what) || strings.Contains(what, "."):
		return err
	}
	return fmt.Errorf("there is no rule, field or command %s, and no application in the current folder (%w)", what, err)
}

// commandFor returns the command of a name, or the one whose page shows a line like one without a code; empty for none.
func (o *explainOptions) commandFor(what string) (name string) {
	const promote = "promote" // whose other lines are those of diff
	isLine, most := strings.Count(what, " ") > 2 && !lookup.IsRule(what), 0.6
	for _, c := range o.cmd.Root().Commands() {
		if c.Name() == what {
			return what
		}
		page, _ := help.ReadFile("help/" + c.Name() + ".md")
		for line := range strings.Lines(string(page)) {
			share := report.Alike(what, line)
			if isLine && share > most && (c.Name() != promote || strings.Contains(what, promote)) {
				name, most = c.Name(), share
			}
		}
	}
	return name
}

// meaningOf returns the meaning of the word with which a line of diff or status begins; empty for no such word.
func meaningOf(line string) (text string) {
	begins := regexp.MustCompile(`^(only in the gates of waves|[a-z]+)(:|  |$)`)
	word := append(begins.FindStringSubmatch(strings.TrimSpace(line)), "", "")[1]
	for _, list := range [][2]string{{"diff", "Changes"}, {"status", "States"}} {
		item := regexp.MustCompile("(?m)^- `" + word + "`: (.*(\n  .*)*)").FindStringSubmatch(helpOf(list[0], list[1]))
		if item != nil && (list[0] == "diff" || !strings.Contains(line, word+":")) {
			text += fmt.Sprintf("%s: %s\n\nMore: %s#%s\n", word, plain(item[1]),
				report.Page(moduleVersion(), "krmfn/cmd/fluxapp/help/"+list[0]+".md"), strings.ToLower(list[1]))
		}
	}
	return text
}

func (o *explainOptions) explain(application string, files []string) error {
	if err := o.check(); err != nil {
		return err
	}
	r, err := o.read(files)
	if err == nil {
		err = queryOf(r, application).NoSuchApplication() // without the findings of all others
	}
	if r.About = application; err == nil {
		err = cmp.Or(r.Render(), r.NeedApplication(files))
	}
	if err != nil {
		return err
	}
	out, query := bufio.NewWriter(o.reporter.Out()), queryOf(r, application)
	query.Cluster, query.Against, query.Fields = o.cluster, o.against, o.fields
	query.JSON, query.Colors = o.output.name == "json", colorsOf(o.out)
	if explained.IsSelector(o.cluster) {
		selector, err := promote.ParseSelector(o.cluster)
		if err != nil {
			return err
		}
		query.Matches = selector.Matches
	}
	if err := query.Write(out); err != nil {
		return err
	}
	return out.Flush()
}

func queryOf(r *rendering.Run, application string) explained.Query {
	return explained.Query{Documents: r.Files.Documents, Options: r.Options, Result: r.Result, Application: application}
}
