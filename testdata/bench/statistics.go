package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// median returns the middle value, of an even number the mean of the two in the middle; there must be one.
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

// against returns the median of the ratios of the times of pairs that were measured one after the other, that of their CPU times,
// which other programs on the machine move less, and the numbers behind both.
func against(ours, theirs []usage) (ratio, ofCPU float64, behind string) {
	var wall, cpu []float64
	for i := range ours {
		wall = append(wall, float64(ours[i].Wall)/float64(theirs[i].Wall))
		cpu = append(cpu, float64(ours[i].CPU)/float64(theirs[i].CPU))
	}
	one, other := medians(ours), medians(theirs)
	return median(wall), median(cpu), fmt.Sprintf("%s against %s; of CPU %s against %s, %s×", seconds(one.Wall), seconds(other.Wall),
		seconds(one.CPU), seconds(other.CPU), digits(median(cpu), math.Round))
}

// point is what a size costs.
type point struct{ size, cost float64 }

// exponent returns the power of the size that costs grow with: the slope of the line of least squares through the logarithms.
// Sizes and costs must be positive.
func exponent(points []point) float64 {
	var x, y float64
	for _, p := range points {
		x += math.Log(p.size) / float64(len(points))
		y += math.Log(p.cost) / float64(len(points))
	}
	var above, below float64
	for _, p := range points {
		dx := math.Log(p.size) - x
		above += dx * (math.Log(p.cost) - y)
		below += dx * dx
	}
	return above / below
}

// mean measures something so many times.
func mean(times int, measure func() float64) (sum float64) {
	for range times {
		sum += measure()
	}
	return sum / float64(times)
}
