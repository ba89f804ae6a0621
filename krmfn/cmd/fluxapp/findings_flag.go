package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// The formats of findings.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

// findingsOutputs are the formats of the findings of a run and where they are written. What is for stderr has the
// file "". Without a format for stderr, that is text.
type findingsOutputs []findingsOutput

type findingsOutput struct {
	format, file string
	text         *bytes.Buffer // of the file of formatText
}

// addTo adds the flag of the formats to a command.
func (o *findingsOutputs) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(&checkedFlag{check: o.add}, "findings",
		"print findings as text, json, sarif or github; FORMAT=FILE writes them to a file too")
	formats := []cobra.Completion{formatText, formatJSON, formatSARIF, formatGitHub}
	completeFlag(cmd, "findings",
		cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
}

// add adds a format, or a format and its file.
func (o *findingsOutputs) add(text string) error {
	format, file, toFile := strings.Cut(text, "=")
	switch {
	case !slices.Contains([]string{formatText, formatJSON, formatSARIF, formatGitHub}, format):
		return errors.New("write text, json, sarif or github, or one of them with a file, for example sarif=findings.sarif")
	case toFile && (file == "" || file == "-"):
		return fmt.Errorf("it has no file; write %s=FILE, or %[1]s for stderr", format)
	case !toFile && o.hasStderr():
		return errors.New("stderr has a format already; write FORMAT=FILE for one of them")
	}
	*o = append(*o, findingsOutput{format, file, &bytes.Buffer{}})
	return nil
}

func (o findingsOutputs) hasStderr() bool {
	return slices.ContainsFunc(o, func(output findingsOutput) bool { return output.file == "" })
}

// onStderr returns the format of stderr.
func (o findingsOutputs) onStderr() string {
	for _, output := range o {
		if output.file == "" {
			return output.format
		}
	}
	return formatText
}

// forPrograms reports whether a format is not text.
func (o findingsOutputs) forPrograms() bool {
	return slices.ContainsFunc(o, func(output findingsOutput) bool { return output.format != formatText })
}

// text returns the writer of lines for people.
func (o findingsOutputs) text(stderr io.Writer) io.Writer {
	var writers []io.Writer
	if o.onStderr() == formatText {
		writers = append(writers, stderr)
	}
	for _, output := range o {
		if output.format == formatText && output.file != "" {
			writers = append(writers, output.text)
		}
	}
	return io.MultiWriter(writers...)
}

// notes returns the writer of lines that are no findings. A document on stderr has no place for them; between the
// commands of GitHub they are lines of the log.
func (o findingsOutputs) notes(stderr io.Writer) io.Writer {
	if o.onStderr() == formatGitHub {
		return io.MultiWriter(stderr, o.text(stderr))
	}
	return o.text(stderr)
}

// write writes the findings of a run in each format for programs, and all files. Stopped is the error of the run; nil
// when it has done its task.
func (o findingsOutputs) write(stderr io.Writer, findings finding.Findings, stopped error) error {
	for _, output := range o {
		if output.format == formatText && output.file == "" {
			continue // printed already
		}
		if err := output.write(output.text, findings, stopped); err != nil {
			return err
		}
		if output.file == "" {
			if _, err := output.text.WriteTo(stderr); err != nil {
				return err
			}
		} else if err := os.WriteFile(output.file, output.text.Bytes(), 0o644); err != nil {
			return &fs.PathError{Op: "write", Path: output.file, Err: errors.Unwrap(err)}
		}
	}
	return nil
}

// write writes findings in the format. Text was written when it was found.
func (o findingsOutput) write(w io.Writer, findings finding.Findings, stopped error) error {
	switch o.format {
	case formatJSON:
		return report.WriteJSON(w, findings)
	case formatSARIF:
		return report.WriteSARIF(w,
			report.Run{Findings: relative(findings), Version: moduleVersion(), Failure: failureOf(stopped)})
	case formatGitHub:
		return report.WriteGitHub(w, relative(findings))
	}
	return nil
}

// failureOf returns why a run could not do its task; empty when the documents are wrong: then it has done it.
func failureOf(err error) string {
	if err == nil || errors.Is(err, errReported) {
		return ""
	}
	return worded(err)
}

// relative returns findings with the names of their files from the current folder: that is the root of a repository
// in a pipeline, and its readers know no other folder.
func relative(findings finding.Findings) finding.Findings {
	findings = slices.Clone(findings)
	here, _ := os.Getwd()
	for i, f := range findings {
		if name, err := filepath.Rel(here, f.File); err == nil && filepath.IsAbs(f.File) {
			findings[i].File = filepath.ToSlash(name)
		}
	}
	return findings
}

// moduleVersion returns the version of the program, for example v0.3.0.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
