package main

import (
	"embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const allFindings, quiet, stageLabel = "all-findings", "quiet", "the key of a label of clusters, for example stage"

//go:embed help
var help embed.FS

// helpOf returns a section of the page of a command. Text above the first one has no title.
func helpOf(name, title string) string {
	text, _ := help.ReadFile("help/" + name + ".md")
	_, section, _ := strings.Cut("\n## \n\n"+string(text), "\n## "+title+"\n\n")
	section, _, _ = strings.Cut(section, "\n## ")
	return strings.TrimSpace(section)
}

// commandOf returns a command with its arguments and the line for lists, which its page has below its name.
func commandOf(name string) *cobra.Command {
	head := strings.SplitN(helpOf(name, ""), "\n\n", 4)
	return &cobra.Command{Use: head[2][strings.Index(head[2], name):], Short: strings.TrimSuffix(head[1], ".")}
}

// plain returns a text of a page without the marks of Markdown.
func plain(text string) string {
	link, code := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`), regexp.MustCompile("`(fluxapp [^`]*)`")
	return strings.ReplaceAll(code.ReplaceAllString(link.ReplaceAllString(text, "$1"), `"$1"`), "`", "")
}

// describe gives a command the texts of its page without the marks of Markdown, and flags those of several pages.
func describe(cmd *cobra.Command) {
	parts := append(strings.SplitN(helpOf(cmd.Name(), ""), "\n\n", 4), "")
	cmd.Long = plain(strings.TrimSpace(parts[1]+"\n\n"+parts[3]) + "\n\nExit codes:\n" + helpOf(cmd.Name(), "Exit codes") +
		"\n\nMore: " + report.Page(moduleVersion(), "krmfn/cmd/fluxapp/help/"+cmd.Name()+".md"))
	examples := regexp.MustCompile(`(?m)^\$ .*`).FindAllString(helpOf(cmd.Name(), "Example"), -1)
	cmd.Example = strings.ReplaceAll(strings.Join(examples, "\n"), "$ ", "  ")
	usages := map[string]string{}
	for _, name := range []string{"fluxapp", "render", cmd.Name()} {
		for item := range strings.SplitSeq("\n"+helpOf(name, "Flags"), "\n- ") {
			flag, usage, _ := strings.Cut(item, "`: ")
			_, flag, _ = strings.Cut(flag, "--")
			flag, _, _ = strings.Cut(flag, " ")
			usage, _, _ = strings.Cut(usage, "\n\n")
			usages[flag] = strings.ReplaceAll(usage, "\n  ", " ")
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = usages[f.Name] })
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

// addText adds a flag that takes no empty text, for example that of an unset variable of a pipeline.
func addText(cmd *cobra.Command, name string, value *string, instead string, completion cobra.CompletionFunc) {
	parsed(cmd, name, value, func(text string) (string, error) { return text, notEmpty(text, instead) }, completion)
}

func notEmpty(text, instead string) error {
	if text == "" {
		return errors.New("it is empty; write " + instead + ", or leave the flag out")
	}
	return nil
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

var folders = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)

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
