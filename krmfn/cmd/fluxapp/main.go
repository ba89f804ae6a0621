// Command fluxapp renders applications into the Flux objects of every cluster: as a command over files and folders,
// and, without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
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

// The exit codes.
const (
	exitGood      = 0
	exitDocuments = 1 // the documents are wrong
	exitCommand   = 2 // the command line is wrong, or what it names cannot be read or written
)

type environment struct {
	disk      disk.Disk // with the working folder
	in        io.Reader
	out, errs io.Writer
	expect    func(size int) // raises the limit of the memory; nil for none
}

func (e environment) source() input.Source {
	return input.Source{Store: e.disk, Stdin: e.in, Expect: e.expect}
}

// isTerminal reports whether a stream is a terminal or the null device: both take colors, and send no ResourceList.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func hasColor(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }
