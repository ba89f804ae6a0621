// Command fluxapp renders applications into the Flux objects of every cluster: as a command over files and folders,
// and, without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/lookup"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, in io.Reader, out, errw io.Writer) int {
	return execute(environment{program: os.Args[0], in: in, out: out, errs: errw, expect: new(input.Memory).Expect,
		after: time.After}, args)
}

func execute(e environment, args []string) int {
	e.code = new(int)
	root := rootCommand(e, args)
	root.SetArgs(args)
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.errs)
	err := root.Execute()
	switch {
	case errors.Is(err, reporter.ErrReported):
		return cmp.Or(*e.code, exitDocuments)
	case err != nil:
		fmt.Fprintln(e.errs, colorsOf(e.errs).Paint(terminal.Red, "fluxapp: "+disk.Describe(err)))
		if stopped, ok := errors.AsType[interrupted](err); ok {
			return 128 + int(stopped)
		}
		return exitCommand
	}
	return *e.code
}

// rootCommand is render with files, and the KRM function without. It makes the commands that arguments name, or all.
func rootCommand(env environment, args []string) *cobra.Command {
	env.quiet = new(bool)
	var showVersion bool
	cmd := commandOf("fluxapp")
	cmd.Args = cobra.ArbitraryArgs // files, where cobra would look for the name of a command
	cmd.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	// cobra's own flag needs a template, and with text/template the linker keeps methods that nobody calls: 8 MB
	cmd.Flags().BoolVar(&showVersion, "version", false, "")
	cmd.PersistentFlags().BoolVarP(env.quiet, quiet, "q", false, "")
	o := renderOptions(env, cmd)
	o.runs(func(args []string) error {
		switch {
		case showVersion:
			_, err := fmt.Fprintln(env.out, buildVersion())
			return err
		case len(args) > 0:
			if err := unknownCommand(env.disk, cmd, args[0]); err != nil {
				return err
			}
			return o.renderFiles(args)
		case isTerminal(env.in):
			return errors.New("name a file, a folder or -, or send a ResourceList to stdin; fluxapp --help says more")
		}
		if err := noFlags(cmd); err != nil {
			return err
		}
		*env.code = krmfn.RunWith(env.readCharts, env.in, env.out, env.errs)
		return nil
	})
	describe(cmd)
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c == cmd { // "kpt fn doc" prints this help: a function describes its functionConfig there
			options, _ := lookup.Explain("RenderConfig.spec", moduleVersion(), false)
			c.Long += "\n\n" + options
		}
		help(c, args)
	})
	cmd.SetFlagErrorFunc(unknownFlag)
	addCommands(env, cmd, args)
	asPlugin(cmd, env.program)
	return cmd
}

func addCommands(env environment, root *cobra.Command, args []string) {
	for name, make := range map[string]func(environment, *cobra.Command){"adopt": adoptCommand, "check": checkCommand,
		"diff": diffCommand, "explain": explainCommand, "graph": graphCommand, "init": initCommand, "mcp": mcpCommand,
		"promote": promoteCommand, "render": renderCommand, "report": reportCommand, "schema": schemaCommand,
		"status": statusCommand, "version": versionCommand} {
		cmd := commandOf(name)
		cmd.RunE = func(*cobra.Command, []string) error { return nil } // what cannot run is in no list
		if len(args) == 0 || slices.Contains(args, name) {
			make(env, cmd)
			describe(cmd)
		}
		root.AddCommand(cmd)
	}
}

func noFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		err = fmt.Errorf("--%s is not read with a ResourceList; write it in the functionConfig, a RenderConfig or ConfigMap",
			f.Name)
	})
	return err
}

// asPlugin makes all help begin with "flux app" if the program is flux-app: so the flux command starts its plugins.
func asPlugin(root *cobra.Command, program string) {
	if strings.TrimSuffix(filepath.Base(program), ".exe") != "flux-app" {
		return
	}
	root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: "flux app"}
	for _, c := range append(root.Commands(), root) {
		c.Long = strings.ReplaceAll(c.Long, `"fluxapp `, `"flux app `)
		c.Example = strings.ReplaceAll(c.Example, "fluxapp ", "flux app ")
	}
}
