package main

import (
	"fmt"
	"math"
)

// document is an input of the command, and the most CPU time that rendering it may cost, in units of the bare parse
// of the same text: with few and with many clusters. Zero is no target.
type document struct {
	name      string
	text      func([]cluster) []byte
	few, many float64
}

var documents = []document{
	{"explicit entries", explicit, 0.3, 0},
	{"explicit entries in mixed styles of YAML", mixed, 0.3, 0},
	{"explicit entries, each with a warning", warned, 0.6, 0}, // to print one costs about as much as the entry
	{"explicit entries of KubeSphere's console", console, 0.3, 0},
	{"by selector", selector, 0.5, 0.6},
	{"by selector, from KubeSphere's Clusters", fleetDocuments(kubeSphereCluster), 0.5, 0.6},
	{"by selector, from Cluster API's Clusters", fleetDocuments(clusterAPICluster), 0.5, 0.6},
	{"explicit entries, JSON on one line", asJSON(explicit), 0.5, 0},
	{"explicit entries, JSON of kubectl", indentedJSON(explicit), 0.5, 0},
	{"by selector, JSON on one line", asJSON(selector), 0.5, 0},
	{"by selector, JSON of kubectl", indentedJSON(selector), 0.5, 0},
	{"by selector, from KubeSphere's Clusters, JSON", fleetJSON(kubeSphereCluster), 0.5, 0},
	{"layers, references in values", layered, 0, 0.6},
	{"layers, references in values, waves", waves, 0, 0.6},
	{"references elsewhere, HelmReleases", references, 0, 0.6},
	{"references elsewhere, Kustomizations", substitutions, 0, 0.6},
}

// size is a document with a number of clusters, and what rendering it cost.
type size struct {
	name, file             string
	clusters, bytes        int
	rendering, parse, tiny *measured
	target                 float64
}

// commands measures the whole command on each document, and returns a table of that, and the targets.
func (b bench) commands() (string, []row, error) {
	table := "| document | clusters | input | time | CPU | peak memory |\n|---|---|---|---|---|---|\n"
	var times, peaks []row
	var steepest row
	for _, d := range documents {
		few, many, err := b.sizes(d)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", d.name, err)
		}
		table += few.line() + many.line()
		times, peaks = append(append(times, few.toParse()...), many.toParse()...),
			append(peaks, worse(few.memory(), many.memory()))
		steepest = worse(steepest, growth(few, many))
	}
	return table, append(append(times, peaks...), steepest), nil
}

// sizes measures a document with few and with many clusters, by turns with what they are compared with.
func (b bench) sizes(d document) (few, many size, err error) {
	tiny, err := b.size(d, 1, 0)
	if err == nil {
		few, err = b.size(d, b.few, d.few)
	}
	if err == nil {
		many, err = b.size(d, b.many, d.many)
	}
	if err != nil {
		return few, many, err
	}
	few.tiny, many.tiny = tiny.rendering, tiny.rendering
	err = byTurns(b.runs, few.rendering, few.parse, many.rendering, many.parse, tiny.rendering)
	return few, many, err
}

// size writes a document with a number of clusters.
func (b bench) size(d document, clusters int, target float64) (size, error) {
	text := d.text(b.fleet(clusters))
	file, err := b.write(fmt.Sprintf("%d.yaml", clusters), text)
	s := size{name: d.name, file: file, clusters: clusters, bytes: len(text), rendering: b.renders("fluxapp", file),
		target: target}
	if target > 0 {
		s.parse = b.parses(file)
	}
	return s, err
}

// line prints what the command cost.
func (s size) line() string {
	cost := s.rendering.medians()
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
		s.name, thousands(s.clusters), megabytes(s.bytes), seconds(cost.Wall), seconds(cost.CPU), mib(cost.Peak))
}

// toParse compares the command with the bare parse, where that has a target.
func (s size) toParse() []row {
	if s.parse == nil {
		return nil
	}
	what := fmt.Sprintf("CPU of the whole command to that of the bare parse, %s clusters: %s", thousands(s.clusters),
		s.name)
	return []row{compare("1", what, s.rendering, s.parse, cpu).within(s.target)}
}

// memory compares the peak with what is allowed for an input of that size.
func (s size) memory() row {
	const times, more = 4, 20
	peak, allowed := s.rendering.medians().Peak, times*float64(s.bytes)+more<<20
	return row{
		"2", "peak memory to what is allowed, where it is more: " + s.name, float64(peak) / allowed, "×", 1,
		fmt.Sprintf("%s clusters: %s of %s, which is %d × %s and %d MiB",
			thousands(s.clusters), mib(peak), mib(int64(allowed)), times, megabytes(s.bytes), more),
	}
}

// growth compares the CPU time with many clusters with what it would be if each cluster cost the same, without what
// the start of the command costs. The bound is an exponent of 1.05 in ten times the clusters.
func growth(few, many size) row {
	times, start := float64(many.clusters)/float64(few.clusters), few.tiny.medians().CPU
	var ratios []float64
	for i, cost := range few.rendering.costs {
		ratios = append(ratios, float64(many.rendering.costs[i].CPU-start)/float64(cost.CPU-start)/times)
	}
	ratio := median(ratios)
	what := fmt.Sprintf("CPU of a cluster among %s to that of one among %s, in the document where it is most: %s",
		thousands(many.clusters), thousands(few.clusters), few.name)
	return row{"3", what, ratio, "×", 1.122,
		fmt.Sprintf("exponent %s, and at most 1.05 is wanted; %s against %s × %s, each less %s for the start",
			digits(1+math.Log(ratio)/math.Log(times), math.Ceil), seconds(many.rendering.medians().CPU),
			digits(times, math.Round),
			seconds(few.rendering.medians().CPU), seconds(start))}
}
