package main

import (
	"slices"
	"time"
)

// median returns the middle value, or the mean of the two in the middle. There must be one value.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// medians returns the median of each thing that processes cost.
func medians(costs []usage) usage {
	of := func(what func(usage) int64) int64 {
		values := make([]float64, len(costs))
		for i, c := range costs {
			values[i] = float64(what(c))
		}
		return int64(median(values))
	}
	return usage{
		Wall: time.Duration(of(func(u usage) int64 { return int64(u.Wall) })),
		CPU:  time.Duration(of(func(u usage) int64 { return int64(u.CPU) })),
		Peak: of(func(u usage) int64 { return u.Peak }),
	}
}

// least returns the least CPU time and the greatest peak.
func least(costs []usage) usage {
	all := costs[0]
	for _, c := range costs {
		all.CPU, all.Peak = min(all.CPU, c.CPU), max(all.Peak, c.Peak)
	}
	return all
}

func cpu(u usage) time.Duration { return u.CPU }

func wall(u usage) time.Duration { return u.Wall }

// medians returns the median of each thing that it cost.
func (m *measured) medians() usage { return medians(m.costs) }

// compare returns a row without a target: the median of the ratios of times, each of a pair that was measured together.
func compare(target, what string, ours, theirs *measured, of func(usage) time.Duration) row {
	var ratios []float64
	for i := range ours.costs {
		ratios = append(ratios, float64(of(ours.costs[i]))/float64(of(theirs.costs[i])))
	}
	behind := seconds(of(ours.medians())) + " against " + seconds(of(theirs.medians()))
	return row{target, what, median(ratios), "×", noTarget, behind}
}

// comparePeaks does the same for the medians of the peaks of memory.
func comparePeaks(target, what string, ours, theirs *measured) row {
	our, their := ours.medians().Peak, theirs.medians().Peak
	return row{target, what, float64(our) / float64(their), "×", noTarget, mib(our) + " against " + mib(their)}
}
