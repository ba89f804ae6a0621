package krmfn

import (
	"bytes"
	"fmt"
	"io"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// Run reads a ResourceList from in, writes the answer to out, and returns the exit code: 0, or 1 when there is an error.
//
// Errw gets a line for what is no ResourceList at all. Of the results it gets the errors and warnings, a line each, unless the
// client shows them itself: kpt's render and eval do, and would show them twice, while kustomize and kpt's sink throw them away.
func Run(in io.Reader, out, errw io.Writer) int {
	rl, err := Read(in)
	if err != nil {
		return fail(errw, err)
	}
	rl = Process(rl)
	var answer bytes.Buffer // half an answer is worse than none
	if err := rl.Write(&answer); err != nil {
		return fail(errw, err)
	}
	if !rl.shown() {
		rl.Results.print(errw)
	}
	if _, err := out.Write(answer.Bytes()); err != nil {
		return fail(errw, err)
	}
	if rl.Results.Failed() {
		return 1
	}
	return 0
}

func fail(errw io.Writer, err error) int {
	fmt.Fprintf(errw, "fluxapp: %v\n", err)
	return 1
}

func (rs Results) print(w io.Writer) {
	for _, r := range rs {
		if r.Severity != schema.SeverityInfo {
			fmt.Fprintln(w, r)
		}
	}
}
