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
	"time"

	"github.com/fluxapp-dev/fluxapp/render/final"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/worker"
)

const usage = `fluxapp-final makes the final Kubernetes objects of what fluxapp renders.

  fluxapp-final render [flags of fluxapp render] PATH...   prints the objects of all clusters as YAML
  fluxapp-final                                            answers what fluxapp diff --final writes to it
  fluxapp-final version

fluxapp must be beside it or on the PATH.`

// limits are far above what a chart of people needs for all clusters of a fleet.
var limits = worker.Limits{Time: time.Minute, Memory: 2 << 30}

func main() {
	if err := run(os.Args[1:]); err != nil {
		if told := new(exec.ExitError); !errors.As(err, &told) {
			fmt.Fprintln(os.Stderr, "fluxapp-final: "+err.Error())
		}
		os.Exit(2)
	}
}

func run(args []string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	var in []byte
	switch {
	case len(args) == 0:
		in, err = io.ReadAll(os.Stdin)
	case args[0] == "worker":
		debug.SetGCPercent(130) // a tenth less time than with 100, for a little more memory
		return final.Run(os.Stdin, os.Stdout, final.Options{Begin: limits.Begin, Ended: args[1:], Errors: os.Stderr})
	case args[0] == "version" || args[0] == "--version":
		info, _ := debug.ReadBuildInfo() // each program that is built of a module has it
		_, err = fmt.Println("fluxapp-final " + info.Main.Version)
		return err
	case slices.ContainsFunc(args, func(arg string) bool { return arg == "help" || arg == "--help" || arg == "-h" }):
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
		err = fmt.Errorf("fluxapp render: %v", err) // which has told why
	}
	return out, err
}
