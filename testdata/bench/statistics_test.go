package main

import (
	"math"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestMedian(t *testing.T) {
	assert.Equal(t, median([]float64{3}), 3.0)
	assert.Equal(t, median([]float64{9, 1, 5}), 5.0)
	assert.Equal(t, median([]float64{9, 1, 5, 3}), 4.0)
	given := []float64{2, 1}
	median(given)
	assert.DeepEqual(t, given, []float64{2, 1})
}

func TestMediansAreOfEachThing(t *testing.T) {
	got := medians([]usage{{Wall: 1, CPU: 9, Peak: 5}, {Wall: 2, CPU: 7, Peak: 3}, {Wall: 3, CPU: 8, Peak: 4}})
	assert.Equal(t, got, usage{Wall: 2, CPU: 8, Peak: 4})
}

// TestAgainst shows that ratios are those of pairs: a machine that is slow for two in a row does not count.
func TestAgainst(t *testing.T) {
	of := func(wall ...int) (costs []usage) {
		for _, w := range wall {
			costs = append(costs, usage{Wall: time.Duration(w) * time.Second, CPU: time.Second})
		}
		return costs
	}
	ratio, cpu, behind := against(of(2, 20, 30), of(4, 40, 10))
	assert.Equal(t, ratio, 0.5)
	assert.Equal(t, cpu, 1.0)
	assert.Equal(t, behind, "20.0 s against 10.0 s; of CPU 1.00 s against 1.00 s, 1.00×")
}

func TestExponent(t *testing.T) {
	for _, power := range []float64{0, 0.5, 1, 1.05, 2} {
		var points []point
		for _, n := range sizes {
			points = append(points, point{float64(n), 3e-6 * math.Pow(float64(n), power)})
		}
		assert.Assert(t, math.Abs(exponent(points)-power) < 1e-9)
	}
}

// TestExponentOfNoise shows that one value that is a tenth off moves the exponent by two hundredths at most.
func TestExponentOfNoise(t *testing.T) {
	for off := range sizes {
		var points []point
		for i, n := range sizes {
			cost := float64(n)
			if i == off {
				cost *= 1.1
			}
			points = append(points, point{float64(n), cost})
		}
		assert.Assert(t, math.Abs(exponent(points)-1) < 0.02)
	}
}

// TestGrownWithoutStart shows that a start that costs much does not hide growth.
func TestGrownWithoutStart(t *testing.T) {
	costs := []usage{{CPU: time.Second, Peak: 1 << 30}}
	for _, n := range sizes {
		costs = append(costs, usage{CPU: time.Second + time.Duration(n*n), Peak: 1<<30 + int64(n)})
	}
	took, peak := grown(costs)
	assert.Assert(t, math.Abs(exponent(took)-2) < 1e-6)
	assert.Assert(t, math.Abs(exponent(peak)-1) < 1e-6)
}
