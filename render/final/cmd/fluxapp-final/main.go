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
	"github.com/fluxapp-dev/fluxapp/render/final/internal/worker"
)

const usage = `fluxapp-final makes the final Kubernetes objects of what fluxapp renders.

  fluxapp-final render [flags of fluxapp render] PATH...   prints the objects of all clusters as YAML
  fluxapp-final                                            answers what fluxapp diff --final writes to it
  fluxapp-final version

fluxapp must be beside it or on the PATH.`

func main() {
	err := run(os.Args[1:])
	if err != nil && !errors.Is(err, worker.ErrTold) {
		fmt.Fprintln(os.Stderr, "fluxapp-final: "+err.Error())
	}
	if err != nil {
		os.Exit(2)
	}
}

func run(args []string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	isWord := func(words ...string) bool {
		return slices.ContainsFunc(args, func(arg string) bool { return slices.Contains(words, arg) })
	}
	var in []byte
	switch {
	case len(args) == 0:
		in, err = io.ReadAll(os.Stdin)
	case args[0] == "worker":
		return final.Run(os.Stdin, os.Stdout, final.Options{Begin: worker.DefaultLimits.Begin,
			Ended: worker.Ended(args[1:]), ReadFile: os.ReadFile, Errors: os.Stderr})
	case args[0] == "version" || args[0] == "--version":
		version := "devel"
		if info, found := debug.ReadBuildInfo(); found && info.Main.Version != "" {
			version = info.Main.Version
		}
		_, err = fmt.Println("fluxapp-final " + version)
		return err
	case isWord("help", "--help", "-h"):
		_, err = fmt.Println(usage)
		return err
	case args[0] != "render":
		return fmt.Errorf("there is no command %s; write render or version", args[0])
	case slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-o") || strings.HasPrefix(arg, "--output")
	}):
		return errors.New("render prints YAML on stdout; leave -o out")
	default:
		in, err = rendered(own, args[1:])
	}
	if err != nil {
		return err
	}
	return worker.Supervise(in, os.Stdout, os.Stderr, own, "worker")
}

// rendered returns what fluxapp render writes, which finds the documents.
func rendered(own string, args []string) ([]byte, error) {
	program, err := exec.LookPath(filepath.Join(filepath.Dir(own), "fluxapp"))
	if err != nil {
		program, err = exec.LookPath("fluxapp")
	}
	if err != nil {
		return nil, errors.New("there is no fluxapp beside fluxapp-final or on the PATH; install both of one release")
	}
	fluxapp := exec.Command(program, append([]string{"render", "-o", "final"}, args...)...)
	fluxapp.Stdin, fluxapp.Stderr = os.Stdin, os.Stderr
	out, err := fluxapp.Output()
	if err != nil {
		err = fmt.Errorf("fluxapp render: %w", err)
	}
	return out, err
}
