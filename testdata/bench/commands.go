package main

import "fmt"

// workload is a document to render, and what that may cost.
type workload struct {
	target   string
	name     string
	document func(n int) []byte
	time     float64 // times the bare parse of the document; zero for no target
	memory   float64 // times the document's size, and 30 MiB
}

// workloads are documents of 10,000 objects.
var workloads = []workload{
	{"2", "10,000 explicit entries", explicit, 0.85, 6},
	{"2", "10,000 entries with block scalars, flow lists, anchors and comments", mixed, 0.85, 6},
	{"3", "10,000 clusters by selector", selector, 1, 6},
	{"3", "the same fleet as KubeSphere Clusters", documents, 1.2, 6},
	{"2", "10,000 entries with aliases of the first", aliased, 0, 20},
	{"3", "10,000 clusters by selector, 8 KiB of values each", voluminous, 0, 6},
}

// commands compares the whole command with the bare parse of the same bytes, and its peak with the size of the input.
func (b bench) commands() (rows []row, err error) {
	var peaks []row
	for i, w := range workloads {
		document := w.document(objects)
		file, err := b.write(fmt.Sprintf("workload%d.yaml", i), document)
		if err != nil {
			return nil, err
		}
		took, cost, err := b.againstParse(w, file)
		if err != nil {
			return nil, err
		}
		took.behind = megabytes(len(document)) + ": " + took.behind
		rows = append(rows, took)
		peaks = append(peaks, memory(w.name, cost.Peak, len(document), w.memory))
	}
	return append(rows, peaks...), nil
}

// againstParse returns a row about the time of the whole command on a file, and what that cost.
func (b bench) againstParse(w workload, file string) (row, usage, error) {
	costs, parses, err := b.byTurns(
		func() (usage, error) { return b.render(file) },
		func() (usage, error) { return b.bareParse(file) },
	)
	if err != nil {
		return row{}, usage{}, err
	}
	ratio, cpu, behind := against(costs, parses)
	return row{
		target: w.target, what: "whole command to bare parse: " + w.name, value: ratio, cpu: cpu, unit: "×", bound: w.time, behind: behind,
	}, medians(costs), nil
}

// memory compares a peak with what an input of a size may take.
func memory(name string, peak int64, size int, times float64) row {
	allowed := times*float64(size) + 30<<20
	return row{
		target: "4", what: "peak memory to what is allowed: " + name, value: float64(peak) / allowed, unit: "×", bound: 1,
		behind: fmt.Sprintf("%s of %s, which is %g × %s and 30 MiB", mib(peak), mib(int64(allowed)), times, megabytes(size)),
	}
}
