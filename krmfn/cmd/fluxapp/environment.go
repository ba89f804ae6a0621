package main

import (
	"io"
	"os"
	"time"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const (
	exitGood      = 0
	exitDocuments = 1 // the documents are wrong
	exitCommand   = 2 // the command line is wrong, or what it names cannot be read or written
)

type environment struct {
	program   string    // what the process was started as
	disk      disk.Disk // with the working folder
	in        io.Reader
	out, errs io.Writer
	quiet     *bool                                // the flag of all commands
	code      *int                                 // of the exit, of a command that has its own
	expect    func(size int)                       // raises the limit of the memory; nil for none
	after     func(time.Duration) <-chan time.Time // time.After; nil for a run that tells no progress
}

func (e environment) source() input.Source {
	return input.Source{Store: e.disk, Stdin: e.in, Expect: e.expect}
}

func (e environment) readCharts(places []string) (render.ValuesCheck, finding.Findings, error) {
	all, wrong, err := rendering.ReadCharts(e.disk, places)
	return all.Check, wrong, err
}

// isTerminal reports whether a stream is a terminal or the null device: both take colors, and send no ResourceList.
func isTerminal(stream any) bool {
	file, _ := stream.(*os.File)
	info, err := file.Stat() // an error for no file
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// isScreen reports whether a stream is a terminal that can change what it shows.
func isScreen(w io.Writer) bool {
	file, _ := w.(*os.File)
	return isTerminal(w) && os.Getenv("TERM") != "dumb" && takesColors(file)
}

func colorsOf(w io.Writer) terminal.Colors {
	return terminal.Colors(isScreen(w) && os.Getenv("NO_COLOR") == "")
}
