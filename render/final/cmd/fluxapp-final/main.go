// Command fluxapp-final makes the final Kubernetes objects of what fluxapp renders. "fluxapp diff --final" runs it and
// gives it both sides; "fluxapp-final render" prints all objects, for tools that read YAML.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/final"
)

const usage = `fluxapp-final makes the final Kubernetes objects of what fluxapp renders.

  fluxapp-final render [flags of fluxapp render] PATH...   prints the objects of all clusters as YAML
  fluxapp-final                                            answers what fluxapp diff --final writes to it
  fluxapp-final version

fluxapp must be beside it or on the PATH.`

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fluxapp-final: "+err.Error())
		os.Exit(2)
	}
}

func run(args []string, in io.Reader, out, errs io.Writer) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	o := final.Options{Worker: []string{own, "worker"}, ReadFile: os.ReadFile, Errors: errs}
	switch {
	case len(args) == 0:
		return final.Run(in, out, o)
	case args[0] == "worker" && len(args) == 1:
		return final.Serve(in, out)
	case args[0] == "version" || args[0] == "--version":
		version := "devel"
		if info, found := debug.ReadBuildInfo(); found && info.Main.Version != "" {
			version = info.Main.Version
		}
		_, err := fmt.Fprintln(out, "fluxapp-final "+version)
		return err
	case slices.Contains(args, "help") || slices.Contains(args, "--help") || slices.Contains(args, "-h"):
		_, err := fmt.Fprintln(out, usage)
		return err
	case args[0] == "render" && slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-o") || strings.HasPrefix(arg, "--output")
	}):
		return errors.New("render prints YAML on stdout; leave -o out")
	case args[0] == "render":
		return render(own, args[1:], out, errs, o)
	}
	return fmt.Errorf("there is no command %s; write render or version", args[0])
}

// render runs fluxapp render, which finds the documents, and makes the objects of what it writes.
func render(own string, args []string, out, errs io.Writer, o final.Options) error {
	program := filepath.Join(filepath.Dir(own), "fluxapp")
	if _, err := exec.LookPath(program); err != nil {
		if program, err = exec.LookPath("fluxapp"); err != nil {
			return errors.New("there is no fluxapp beside fluxapp-final or on the PATH; install both of one release")
		}
	}
	fluxapp := exec.Command(program, append([]string{"render", "-o", "final"}, args...)...)
	fluxapp.Stdin, fluxapp.Stderr = os.Stdin, errs
	stream, err := fluxapp.StdoutPipe()
	if err == nil {
		err = fluxapp.Start()
	}
	if err != nil {
		return err
	}
	err = final.Run(stream, out, o)
	if failed := fluxapp.Wait(); failed != nil {
		return fmt.Errorf("fluxapp render: %w", failed)
	}
	return err
}
