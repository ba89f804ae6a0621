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

// compare returns the median of the ratios of CPU times, each of a pair that was measured together, and the medians of both.
func compare(ours, theirs []usage) (ratio float64, behind string) {
	var ratios []float64
	for i := range ours {
		ratios = append(ratios, float64(ours[i].CPU)/float64(theirs[i].CPU))
	}
	return median(ratios), seconds(medians(ours).CPU) + " against " + seconds(medians(theirs).CPU)
}
