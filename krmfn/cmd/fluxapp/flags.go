package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const allFindings, quiet = "all-findings", "quiet"

//go:embed help
var help embed.FS

func helpOf(name string) string {
	text, _ := fs.ReadFile(help, "help/"+name+".txt")
	return strings.TrimRight(string(text), "\n")
}

// commandOf returns a command with its text of the folder help: its arguments, a line for lists, the text and examples.
func commandOf(name string) *cobra.Command {
	cmd := &cobra.Command{}
	head, long, _ := strings.Cut(helpOf(name), "\n\n")
	cmd.Use, cmd.Short, _ = strings.Cut(head, "\n")
	cmd.Long, cmd.Example, _ = strings.Cut(long, "\n\nExamples:\n")
	return cmd
}

// describeFlags gives the flags of a command their lines of help/flags.txt: those of the command, or else of all.
func describeFlags(cmd *cobra.Command) {
	usages := map[string]string{}
	for line := range strings.SplitSeq(helpOf("flags"), "\n") {
		name, usage, _ := strings.Cut(line, ": ")
		usages[name] = usage
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = cmp.Or(usages[cmd.Name()+" "+f.Name], usages[f.Name]) })
}

func newReporter(env environment, cmd *cobra.Command) *reporter.Reporter {
	r := &reporter.Reporter{Stderr: env.errs, Stdout: env.out, Disk: env.disk, Version: moduleVersion(),
		HowToPrintAll: "--" + allFindings + " prints them", Colors: colorsOf(env.errs)}
	if isScreen(env.errs) {
		r.Progress = &terminal.Progress{Out: env.errs}
		r.Stderr = r.Progress
	}
	cmd.Flags().BoolVar(&r.All, allFindings, false, "")
	checked(cmd, "findings", r.Outputs.Add, beginnings(reporter.Formats...))
	return r
}

func reported(env environment, r *reporter.Reporter,
	run func(args []string) error) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		if r.Quiet = *env.quiet; env.after != nil && !r.Quiet {
			defer r.Progress.Watch(env.after)()
		}
		return r.Finish(run(args))
	}
}

// checkedFlag checks its value when the command line is read: a wrong one is no error of the documents.
type checkedFlag struct {
	check func(text string) error
	takes string
}

func (checkedFlag) String() string { return "" }

func (f checkedFlag) Type() string { return f.takes }

func (f checkedFlag) Set(text string) error { return f.check(text) }

func checked(cmd *cobra.Command, name string, check func(text string) error, completion cobra.CompletionFunc) {
	cmd.Flags().Var(checkedFlag{check, "string"}, name, "")
	complete(cmd, name, completion)
}

func parsed[T any](cmd *cobra.Command, name string, value *T, parse func(text string) (T, error),
	completion cobra.CompletionFunc) {
	checked(cmd, name, func(text string) (err error) {
		*value, err = parse(text)
		return err
	}, completion)
}

// listed is parsed for a flag that a command line may have several times.
func listed[T any](cmd *cobra.Command, name string, values *[]T, parse func(text string) (T, error),
	completion cobra.CompletionFunc) {
	checked(cmd, name, func(text string) error {
		value, err := parse(text)
		*values = append(*values, value)
		return err
	}, completion)
}

type format struct {
	name  string
	known []string
}

// addTo adds the flag of the output to a command, with its formats, the default first.
func (f *format) addTo(cmd *cobra.Command, known ...string) {
	f.known = known
	cmd.Flags().StringVarP(&f.name, "output", "o", known[0], "")
	complete(cmd, "output", words(known...))
}

func (f *format) check() error {
	if slices.Contains(f.known, f.name) {
		return nil
	}
	return fmt.Errorf("-o %s is unknown; write %s", f.name, names.Or(f.known))
}

func addNow(cmd *cobra.Command, now *time.Time) {
	parse := func(text string) (at time.Time, err error) {
		if at, err = time.Parse(time.RFC3339, text); err != nil {
			err = errors.New("it is no time; write it with its zone, for example 2026-11-23T04:00:00Z")
		}
		return at, err
	}
	parsed(cmd, "now", now, parse, cobra.NoFileCompletions)
}

func addBase(env environment, cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "base", "", "")
	complete(cmd, "base", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return revision.Names(env.disk.Folder), cobra.ShellCompDirectiveDefault
	})
}

func addBy(cmd *cobra.Command, by *string) {
	parse := func(text string) (string, error) {
		if text == "" { // an unset variable of a pipeline
			return "", errors.New("it is empty; write the key of a label of clusters, for example stage, or leave the flag out")
		}
		return text, nil
	}
	parsed(cmd, "by", by, parse, cobra.NoFileCompletions)
}

// addLink adds the flag of the address of a line of a document. {line} may be missing.
func addLink(cmd *cobra.Command, link *string) {
	const part = `([^{}\s]|\{file\}|\{line\})*`
	parse := func(text string) (string, error) {
		if !regexp.MustCompile(`^https?://[^/{}\s]+/` + part + `\{file\}` + part + `$`).MatchString(text) {
			return "", errors.New("it is no address of a file; write for example " +
				"https://HOST/REPO/blob/REV/{file}#L{line}")
		}
		return text, nil
	}
	parsed(cmd, "link", link, parse, cobra.NoFileCompletions)
}

func complete(cmd *cobra.Command, flag string, completion cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, completion); err != nil {
		panic(err)
	}
}

func words(all ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)
}

// beginnings is words for what more can follow.
func beginnings(all ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
}

func unknownFlag(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return fmt.Errorf("%w; %s", err, flagInstead(cmd, unknown.GetSpecifiedName()))
	}
	return err
}

func flagInstead(cmd *cobra.Command, name string) string {
	switch output := cmd.Flags().Lookup("output"); name {
	case "f", "file", "filename":
		return "files and folders need no flag: " + cmd.CommandPath() + " FILE"
	case "o", "d", "out", "dir", "output", "output-dir":
		switch {
		case output != nil && strings.Contains(output.Usage, "dir="):
			return "write -o dir=PATH"
		case output != nil:
			return "did you mean --output?"
		case cmd.Flags().Lookup("write") != nil:
			return "did you mean --write?"
		}
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := nearest(name, known); near != "" {
		return "did you mean --" + near + "?"
	}
	return cmd.CommandPath() + " --help lists the flags"
}

func unknownCommand(files disk.Disk, cmd *cobra.Command, name string) error {
	if name == "-" || files.Exists(name) {
		return nil
	}
	known := each.Of(cmd.Commands(), (*cobra.Command).Name)
	detail := ""
	if near := nearest(name, known); near != "" {
		detail = "; did you mean " + near + "?"
	}
	return fmt.Errorf("there is no file, folder or command %s%s", name, detail)
}

// nearest returns the word that a misspelt or shortened one most likely means; empty when none is near.
func nearest(word string, known []string) string {
	near := names.Nearest(word, known)
	longer := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, word) })
	if near == "" && longer >= 0 && len(word) > 2 {
		return known[longer]
	}
	return near
}
