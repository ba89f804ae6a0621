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

// final measures making final objects: for charts of testdata/final on 500 clusters that differ in their names only,
// with a change on each, for odd charts, of which each release is another one, and for releases that have nothing in
// common. It is the whole of fluxapp-final, without fluxapp. 30 charts may take 5 s.
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
	for _, name := range []string{"names", "once", "distinct", "odd"} {
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
	names, once, distinct, odd := all[0].medians(), all[1].medians(), all[2].medians(), all[3].medians()
	charts := releases[0] / 500
	of := fmt.Sprintf("final objects of %s releases of %d charts that differ in names only, before and after a change",
		thousands(releases[0]), charts)
	further := float64(distinct.CPU-once.CPU) / float64(releases[2]-releases[1]) / float64(time.Millisecond)
	return []row{
		{"11", "CPU of " + of, names.CPU.Seconds(), " s", 5 * float64(charts) / 30, seconds(names.Wall) + " on the clock"},
		{"11", "peak memory of " + of, float64(names.Peak) / (1 << 20), " MiB", 300,
			"the larger one of two processes"},
		{"11", "CPU of each further release that has nothing in common with others, on the average of all charts", further,
			" ms", 10, fmt.Sprintf("%s for %d and %s for %d", seconds(distinct.CPU), releases[2], seconds(once.CPU),
				releases[1])},
		{"11", "CPU of each release of charts that make something else of each name, before and after a change",
			float64(odd.CPU) / float64(releases[3]) / float64(time.Millisecond), " ms", 10, seconds(odd.CPU) + " in all"},
	}, nil
}
