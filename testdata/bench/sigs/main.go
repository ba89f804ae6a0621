// Sigs is a yardstick: it parses files with sigs.k8s.io/yaml into any, each document by itself, and prints how long
// that took as JSON. The start of the process and reading the files do not count.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"time"

	"sigs.k8s.io/yaml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sigs:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	var all cost
	for _, file := range files {
		if err := all.add(file); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}

// cost is what is printed.
type cost struct{ Wall, CPU time.Duration }

// add parses a file.
func (c *cost) add(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	start, before := time.Now(), spent()
	for document := range bytes.SplitSeq(data, []byte("\n---\n")) {
		var value any
		if err := yaml.Unmarshal(document, &value); err != nil {
			return err
		}
	}
	c.Wall, c.CPU = c.Wall+time.Since(start), c.CPU+spent()-before
	return nil
}

// spent returns the CPU time that the process has used so far.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // which it returns for wrong arguments only
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
