package reporter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

// Formats returns the formats of findings.
func Formats() []string { return []string{formatText, formatJSON, formatSARIF, formatGitHub} }

// Outputs are the formats of the findings of a run and where they are written. The zero value is text on stderr.
type Outputs []output

// output is a format, and its file; empty for stderr.
type output struct {
	format, file string
	text         *bytes.Buffer // what the file will hold
}

// Add adds a format, or FORMAT=FILE.
func (o *Outputs) Add(text string) error {
	format, file, toFile := strings.Cut(text, "=")
	switch {
	case !slices.Contains(Formats(), format):
		return errors.New("write text, json, sarif or github, or one of them with a file, for example sarif=findings.sarif")
	case toFile && (file == "" || file == "-"):
		return fmt.Errorf("it has no file; write %s=FILE, or %[1]s for stderr", format)
	case !toFile && o.stderr() >= 0:
		return errors.New("stderr has a format already; write FORMAT=FILE for one of them")
	}
	*o = append(*o, output{format, file, &bytes.Buffer{}})
	return nil
}

func (o Outputs) stderr() int {
	return slices.IndexFunc(o, func(one output) bool { return one.file == "" })
}

func (o Outputs) onStderr() string {
	if i := o.stderr(); i >= 0 {
		return o[i].format
	}
	return formatText
}

func (o Outputs) forPrograms() bool {
	return slices.ContainsFunc(o, func(one output) bool { return one.format != formatText })
}

func (o Outputs) lines(stderr io.Writer) io.Writer {
	var writers []io.Writer
	if o.onStderr() == formatText {
		writers = append(writers, stderr)
	}
	for _, one := range o {
		if one.format == formatText && one.file != "" {
			writers = append(writers, one.text)
		}
	}
	return io.MultiWriter(writers...)
}

// write writes the findings in each format for programs, and all files. Stopped is the run's error, or nil.
func (r *Reporter) write(stopped error) error {
	for _, one := range r.Outputs {
		if err := r.encode(one, stopped); err != nil {
			return err
		}
		if one.file != "" {
			if err := r.Disk.Write(one.file, one.text.Bytes()); err != nil {
				return err
			}
		} else if _, err := one.text.WriteTo(r.Stderr); err != nil {
			return err
		}
	}
	return nil
}

// encode writes findings in the format of an output. Text was written when it was found.
func (r *Reporter) encode(o output, stopped error) error {
	switch o.format {
	case formatJSON:
		return report.WriteJSON(o.text, r.found)
	case formatSARIF:
		run := report.Run{Findings: r.relative(), Version: r.Version}
		if stopped != nil && !errors.Is(stopped, ErrReported) { // a run that finds wrong documents has done its task
			run.Failure = disk.Describe(stopped)
		}
		return report.WriteSARIF(o.text, run)
	case formatGitHub:
		return report.WriteGitHub(o.text, r.relative())
	}
	return nil
}

// relative returns the findings with the names of their files from the working folder: that is the root of a
// repository in a pipeline, and its readers know no other folder.
func (r *Reporter) relative() finding.Findings {
	findings := slices.Clone(r.found)
	here, _ := filepath.Abs(r.Disk.At("."))
	for i, f := range findings {
		if name, err := filepath.Rel(here, f.File); err == nil && filepath.IsAbs(f.File) {
			findings[i].File = filepath.ToSlash(name)
		}
	}
	return findings
}
