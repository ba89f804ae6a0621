package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// final measures making final objects: for all charts of testdata/final on 500 clusters that differ in their names
// only, with a change on each, and for releases that have nothing in common. It is the whole of fluxapp-final, without
// fluxapp.
// What is wanted is 5 s, 300 MiB and 10 ms, which it does not reach yet: several charts look at the names.
func (b bench) final() ([]row, error) {
	program := b.path("fluxapp-final")
	if err := goBuild(filepath.Join(b.root, "render", "final"), program, "./cmd/fluxapp-final"); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "test", "-trimpath", "-count=1", "-run", "^TestStreams$", ".", "-streams", b.dir)
	cmd.Dir = filepath.Join(b.root, "testdata", "final")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("streams of testdata/final: %w\n%s", err, said)
	}
	var all []*measured
	var releases []int
	for _, name := range []string{"names", "once", "distinct"} {
		file := b.path(name + ".jsonl")
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		releases = append(releases, bytes.Count(data, []byte("\n"))-1) // without the request
		all = append(all, b.command(".", file, program))
	}
	if err := byTurns(b.runs, slices.Clone(all)...); err != nil {
		return nil, err
	}
	names, once, distinct := all[0].medians(), all[1].medians(), all[2].medians()
	of := fmt.Sprintf("final objects of %s releases of %d charts that differ in names only, before and after a change",
		thousands(releases[0]), releases[1])
	further := float64(distinct.CPU-once.CPU) / float64(releases[2]-releases[1]) / float64(time.Millisecond)
	return []row{
		{"9", "CPU of " + of, names.CPU.Seconds(), " s", noTarget, seconds(names.Wall) + " on the clock"},
		{"9", "peak memory of " + of, float64(names.Peak) / (1 << 20), " MiB", noTarget, "the larger one of two processes"},
		{"9", "CPU of each further release that has nothing in common with others, on the average of all charts", further,
			" ms", noTarget, fmt.Sprintf("%s for %d and %s for %d", seconds(distinct.CPU), releases[2], seconds(once.CPU),
				releases[1])},
	}, nil
}
