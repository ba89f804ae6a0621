// Generate writes what the project has of the CRDs of Flux: the rules of all fields, with the versions of Flux that
// brought them, their descriptions, the versions of the API of each kind, and what each version of Flux takes, as
// facts.txt. It reads the Go types of the API modules as controller-gen does, of the versions that the go.mod files
// below flux choose.
//
//	generate ROOT        write the generated files below the root of the project
//	generate -crds DIR   write the CRDs of each version of Flux into a folder of DIR
//	generate -copies     write how Go values of documents are copied; run in the folder of the generator
//	generate -next       print what the newest modules have that the data does not
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	crds := flag.String("crds", "", "the folder to write CRDs to")
	copies := flag.Bool("copies", false, "write how Go values of documents are copied")
	news := flag.Bool("next", false, "print what the newest modules have that the data does not")
	flag.Parse()
	var err error
	switch {
	case *crds != "":
		err = writeDefinitions(*crds)
	case *copies:
		err = writeCopies("../..")
	case *news:
		err = printNext(os.Stdout)
	case flag.NArg() == 1:
		err = write(flag.Arg(0))
	default:
		err = fmt.Errorf("usage: generate ROOT-OF-THE-PROJECT | -crds FOLDER | -copies | -next")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
