// Compares renders two files, compares the two renderings with package render/change, and prints how much CPU time
// that took as JSON. The start of the process and reading the files do not count.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "compares:", err)
		os.Exit(1)
	}
}

func run(before, after string) error {
	old, err := os.ReadFile(before)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(after)
	if err != nil {
		return err
	}
	start := spent()
	was, err := rendered(before, old)
	if err != nil {
		return err
	}
	is, err := rendered(after, text)
	if err != nil {
		return err
	}
	changes := change.Compare(was, is)
	took := spent() - start
	runtime.KeepAlive(changes)
	return json.NewEncoder(os.Stdout).Encode(struct{ CPU time.Duration }{took})
}

// rendered renders a file as the command does, with the text of its objects.
func rendered(file string, data []byte) (render.Result, error) {
	result, err := render.Render(schema.Parse(file, data), render.Options{})
	if err == nil {
		err = result.WriteYAML(io.Discard)
	}
	return result, err
}

// spent returns the CPU time that the process has used so far.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // which it returns for wrong arguments only
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
