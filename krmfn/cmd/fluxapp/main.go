// Command fluxapp turns applications into the Flux objects of every cluster: as a command over files and folders, and,
// without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(70) // less memory for a little more time: "make bench" beside "GOGC=100 make bench"
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
