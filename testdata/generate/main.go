// Generate writes what package schema/internal/shape has of the CRDs of Flux: the rules of all fields, with the
// versions of Flux that brought them, and their descriptions. It reads the Go types of the API modules as
// controller-gen does, and of older releases of Flux, whose versions are in the go.mod files below flux.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT-OF-THE-PROJECT")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
