// Passthrough is a yardstick: it does the least that a KRM function built on kyaml can do, and writes the items that
// it has read.
package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/kio"
)

func main() {
	list := &kio.ByteReadWriter{Reader: os.Stdin, Writer: os.Stdout, KeepReaderAnnotations: true}
	items, err := list.Read()
	if err == nil {
		err = list.Write(items)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "passthrough:", err)
		os.Exit(1)
	}
}
