// Passthrough is a yardstick: the least that a KRM function made of kyaml does, which is to read a ResourceList and to write the
// same items.
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
