package main

import (
	"fmt"
	"strings"
)

// sizes are the numbers of clusters that growth is measured with, from the least to the most.
var sizes = []int{1_000, 3_000, 10_000, 30_000, 100_000}

// growth measures how the cost of the whole command grows with the clusters, with layers, references, pinned names and waves
// in use. What one cluster costs, which is the start, is taken off: it would hide growth. Time is that of the CPU: others on the
// machine would slow the small sizes most, and hide growth too.
func (b bench) growth() ([]row, error) {
	var files []string
	var largest int
	for _, n := range append([]int{1}, sizes...) {
		document := layered(n, true)
		file, err := b.write(fmt.Sprintf("growth%d.yaml", n), document)
		if err != nil {
			return nil, err
		}
		files, largest = append(files, file), len(document)
	}
	costs, err := b.rounds(files)
	if err != nil {
		return nil, err
	}
	const in = "1,000 to 100,000 clusters with layers, references, pinned names and waves"
	time, peak := grown(costs)
	all := memory("100,000 clusters with layers, references, pinned names and waves", costs[len(sizes)].Peak, largest, 6)
	return []row{
		{target: "7", what: "exponent of CPU time: " + in, value: exponent(time), bound: 1.05, behind: told(costs, usage.cpu)},
		{target: "7", what: "exponent of memory: " + in, value: exponent(peak), bound: 1.05, behind: told(costs, usage.peak)},
		all,
	}, nil
}

// rounds measures all files by turns, and returns the medians of each. The largest are measured three times, because they take
// long and differ least.
func (b bench) rounds(files []string) ([]usage, error) {
	const few, large = 3, 2
	all := make([][]usage, len(files))
	for round := range b.runs {
		for i, file := range files {
			if round >= few && i >= len(files)-large {
				continue
			}
			cost, err := b.render(file)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], cost)
		}
	}
	costs := make([]usage, len(files))
	for i := range all {
		costs[i] = medians(all[i])
	}
	return costs, nil
}

// grown returns what each of the sizes costs more than one cluster, which is the first.
func grown(costs []usage) (time, peak []point) {
	for i, n := range sizes {
		more := costs[i+1]
		time = append(time, point{float64(n), (more.CPU - costs[0].CPU).Seconds()})
		peak = append(peak, point{float64(n), float64(more.Peak - costs[0].Peak)})
	}
	return time, peak
}

func (u usage) cpu() string  { return seconds(u.CPU) }
func (u usage) peak() string { return mib(u.Peak) }

// told lists the costs of one cluster and of the sizes.
func told(costs []usage, print func(usage) string) string {
	var all []string
	for _, c := range costs {
		all = append(all, print(c))
	}
	return strings.Join(all[1:], ", ") + "; of one cluster " + all[0]
}
