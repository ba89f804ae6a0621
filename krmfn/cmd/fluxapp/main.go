// Command fluxapp turns applications into the Flux objects of every cluster: as a command over files and folders, and,
// without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(70) // a tenth less memory for a twentieth more time, on ten thousand entries (make bench)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
