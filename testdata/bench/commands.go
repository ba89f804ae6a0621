package main

import (
	"fmt"
	"math"
)

// document is an input of the command, and what rendering it may cost.
type document struct {
	name  string
	text  func(clusters int) []byte
	parse float64 // the most CPU time, in units of the bare parse of the same text
	old   float64 // the most CPU time, in units of an older fluxapp
}

var documents = []document{
	{"explicit entries", explicit, 0.85, 1.1},
	{"explicit entries in mixed styles of YAML", mixed, 0.85, 1.1},
	{"explicit entries, each with a warning", warned, 1, 0.8},
	{"explicit entries of KubeSphere's console", kubeSphere, 0.85, 0.8},
	{"the same in an Application", console, 0.85, 0.8},
	{"by selector", selector, 1, 1.05},
	{"by selector, from KubeSphere Clusters", clusterDocuments, 1.2, 1.05},
	{"layers, references in values", layered, 1, 1.05},
	{"layers, references in values, waves", waves, 1.2, 1.05},
	{"references elsewhere, HelmReleases", references, 1.5, 0.8},
	{"references elsewhere, Kustomizations", substitutions, 1.5, 0.8},
}

// costs are those of one document with few and with many clusters.
type costs struct {
	document
	fewSize, manySize int
	few, many         usage
	toParse           row // of few, against its target
}

// commands measures the whole command on each document, and returns a table of that, and the targets.
func (b bench) commands() (string, []row, error) {
	table := "| document | clusters | input | time | CPU | peak memory |\n|---|---|---|---|---|---|\n"
	var times, peaks []row
	var steepest row
	for _, d := range documents {
		c, err := b.costsOf(d)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", d.name, err)
		}
		table += c.line(b.few, c.fewSize, c.few) + c.line(b.many, c.manySize, c.many)
		times, peaks = append(times, c.toParse), append(peaks, b.memory(d.name, c.many.Peak, c.manySize))
		if growth := b.growth(c); growth.value > steepest.value {
			steepest = growth
		}
	}
	return table, append(append(times, peaks...), steepest), nil
}

// costsOf measures a document with few clusters by turns with the bare parse. With many clusters it takes long and the times differ
// little, so that is measured half as often.
func (b bench) costsOf(d document) (c costs, err error) {
	few, many := d.text(b.few), d.text(b.many)
	c = costs{document: d, fewSize: len(few), manySize: len(many)}
	fewFile, manyFile, err := b.writeBoth(few, many)
	if err != nil {
		return c, err
	}
	ours, parses, err := byTurns(b.runs, b.renders("fluxapp", fewFile), func() (usage, error) { return b.bareParse(fewFile) })
	if err != nil {
		return c, err
	}
	ratio, behind := compare(ours, parses)
	c.few = medians(ours)
	c.toParse = row{"1", "CPU of the whole command to that of the bare parse: " + d.name, ratio, "×", d.parse, behind}
	large, err := repeat((b.runs+1)/2, b.renders("fluxapp", manyFile))
	if err == nil {
		c.many = medians(large)
	}
	return c, err
}

// line prints what the command cost.
func (d document) line(clusters, size int, cost usage) string {
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
		d.name, thousands(clusters), megabytes(size), seconds(cost.Wall), seconds(cost.CPU), mib(cost.Peak))
}

// memory compares a peak with what is allowed for an input of that size.
func (b bench) memory(name string, peak int64, size int) row {
	const times = 6
	allowed := times*float64(size) + 30<<20
	return row{
		"2", fmt.Sprintf("peak memory to what is allowed, %s clusters: %s", thousands(b.many), name), float64(peak) / allowed, "×", 1,
		fmt.Sprintf("%s of %s, which is %d × %s and 30 MiB", mib(peak), mib(int64(allowed)), times, megabytes(size)),
	}
}

// growth compares the CPU time with many clusters with what it would be if each cluster cost the same.
func (b bench) growth(c costs) row {
	times := float64(b.many) / float64(b.few)
	return row{
		"3", fmt.Sprintf("CPU of a cluster among %s to that of one among %s, in the document where it is most: %s",
			thousands(b.many), thousands(b.few), c.name),
		c.many.CPU.Seconds() / c.few.CPU.Seconds() / times, "×", 1.15,
		fmt.Sprintf("%s against %s × %s", seconds(c.many.CPU), digits(times, math.Round), seconds(c.few.CPU)),
	}
}

// writeBoth writes the same document with few and with many clusters.
func (b bench) writeBoth(few, many []byte) (fewFile, manyFile string, err error) {
	if fewFile, err = b.write("few.yaml", few); err == nil {
		manyFile, err = b.write("many.yaml", many)
	}
	return fewFile, manyFile, err
}
