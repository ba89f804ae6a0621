// Fluxbuild builds folders as kustomize-controller of Flux does, with the library that it links, one after the other in
// one process. It prints as JSON, for each folder and at the end for all, what was built and what that cost.
//
// It has neither what comes before a build, fetching and unpacking the source, nor what comes after it, applying the
// objects. The folders stay as they are.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// line is what is printed for a folder, and for all at the end.
type line struct {
	// Folder is empty in the line for all.
	Folder  string `json:"folder,omitempty"`
	Folders int    `json:"folders"`
	Objects int    `json:"objects"`
	// CPUSeconds are of the builds alone: user and system time, with that of the garbage collector.
	CPUSeconds float64 `json:"cpuSeconds"`
	// PeakMiB is the most memory that the process had so far.
	PeakMiB int64 `json:"peakMiB"`
	// Library names the versions that built, in the line for all.
	Library string `json:"library,omitempty"`
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fluxbuild:", err)
		os.Exit(1)
	}
}

func run(folders []string, w io.Writer) error {
	if len(folders) == 0 {
		return errors.New("name at least one folder")
	}
	out := json.NewEncoder(w)
	all := line{Library: library()}
	var took time.Duration
	for _, folder := range folders {
		objects, cpu, err := build(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		took += cpu
		all.Folders, all.Objects = all.Folders+1, all.Objects+objects
		all.CPUSeconds, all.PeakMiB = took.Seconds(), peak()
		one := line{Folder: folder, Folders: 1, Objects: objects, CPUSeconds: cpu.Seconds(), PeakMiB: all.PeakMiB}
		if err := out.Encode(one); err != nil {
			return err
		}
	}
	return out.Encode(all)
}
