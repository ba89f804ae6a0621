// Command fluxapp renders applications into the Flux objects of every cluster: as a command over files and folders,
// and, without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/memlimit"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, in io.Reader, out, errw io.Writer) int {
	memory := &memlimit.Memory{}
	return execute(environment{in: in, out: out, errs: errw, expect: memory.Expect}, args)
}

func execute(e environment, args []string) int {
	code := exitGood
	root := rootCommand(e, &code)
	root.SetArgs(args)
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.errs)
	err := root.Execute()
	var stopped interrupted
	switch {
	case errors.Is(err, reporter.ErrReported):
		return exitDocuments
	case err != nil:
		fmt.Fprintf(e.errs, "fluxapp: %s\n", disk.Describe(err))
		if errors.As(err, &stopped) {
			return stopped.exitCode()
		}
		return exitCommand
	}
	return code
}
