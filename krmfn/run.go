package krmfn

import (
	"bytes"
	"fmt"
	"io"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// Run reads a ResourceList from in, writes the answer to out, and returns the exit code: 0, or 1 when there is an error.
//
// Errw gets a line for what is no ResourceList at all. Of the results it gets the errors and warnings, a line each, unless the
// client shows them itself: kpt's render and eval do, and would show them twice, while kustomize and kpt's sink throw them away.
// Of those that repeat each other, which is one rule about one field of many entries, it gets five and a count. The answer has all.
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
	var findings []repeated.Finding
	for _, r := range rs {
		if r.Severity != schema.SeverityInfo {
			findings = append(findings, repeated.Finding{Kind: r.kind(), Line: r.String()})
		}
	}
	repeated.Print(w, findings, repeated.Few, "fluxapp check --all-findings prints them")
}

func (r Result) kind() repeated.Kind {
	path := ""
	if r.Field != nil {
		path = r.Field.Path
	}
	return repeated.KindOf(r.Severity, schema.Code(r.Tags["code"]), path, r.Message)
}
