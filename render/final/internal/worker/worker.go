// Package worker runs a program in a process of its own that is started again, without what ended it: a template or a
// build that does not end, or that takes all memory, cannot be ended otherwise.
package worker

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/metrics"
	"slices"
	"strings"
	"time"
)

// Limits are those of one step.
type Limits struct {
	Time   time.Duration
	Memory uint64 // in bytes, more than there was at its begin
}

// mark begins a line for the process that supervises: the step that begins, or none when one is done.
const mark = "\x00"

// Begin begins a step of this process, which ends when the step takes too much, and returns what ends the step. Steps
// have different names, and each has the same name in each run.
func (l Limits) Begin(step string) (done func()) {
	fmt.Fprintln(os.Stderr, mark+step)
	end := func(limit string) { // the step once more, so that it is not what libraries said before
		fmt.Fprintf(os.Stderr, "%s%s\nit takes more than %s\n", mark, step, limit)
		os.Exit(1)
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	memory := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	begin, before, ended := time.Now(), memory(), make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
			}
			switch {
			case memory() > before+l.Memory:
				end(fmt.Sprintf("%d MiB of memory", l.Memory>>20))
			case time.Since(begin) > l.Time:
				end(l.Time.String())
			}
		}
	}()
	return func() {
		close(ended)
		fmt.Fprintln(os.Stderr, mark)
	}
}

// Supervise runs a command that reads in, and writes out and errs. When it ends in a step, it is started again with two
// more arguments: the step, and why it was ended. Out has nothing unless the command ends well. The error of a command
// that fails is an exec.ExitError.
func Supervise(in []byte, out, errs io.Writer, command ...string) error {
	for {
		var written bytes.Buffer
		var said strings.Builder
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(in), &written, &said, append(os.Environ(), "TZ=UTC")
		failed := cmd.Run()
		step, text := lastStep(said.String())
		if failed != nil && step != "" && !slices.Contains(command, step) {
			why, _, _ := strings.Cut(text, "\n")
			command = append(command, step, why)
			continue
		}
		if _, err := io.WriteString(errs, text); err != nil || failed != nil {
			return cmp.Or(err, failed)
		}
		_, err := written.WriteTo(out)
		return err
	}
}

// lastStep returns the step in which a process has ended, or none, and what it wrote since then besides steps.
func lastStep(said string) (step, text string) {
	for line := range strings.Lines(said) {
		if begun, isMark := strings.CutPrefix(line, mark); isMark {
			step, text = strings.TrimSpace(begun), ""
		} else {
			text += line
		}
	}
	return step, text
}
