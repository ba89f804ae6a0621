// Command importer is a small program that renders: it reads documents and prints objects.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	result, err := render.Render(schema.Parse("stdin", text), render.Options{})
	if err != nil {
		return err
	}
	return result.WriteYAML(out)
}
