// Command fluxapp turns applications into the Flux objects of every cluster: as a command over files and folders, and,
// without arguments, as a KRM function over a ResourceList on stdin.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
