package main

import (
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

// TestCompare shows that ratios are those of pairs: a machine that is slow for two in a row does not count.
func TestCompare(t *testing.T) {
	of := func(cpu ...int) (costs []usage) {
		for _, s := range cpu {
			costs = append(costs, usage{CPU: time.Duration(s) * time.Second})
		}
		return costs
	}
	ratio, behind := compare(of(2, 20, 30), of(4, 40, 10))
	assert.Equal(t, ratio, 0.5)
	assert.Equal(t, behind, "20.0 s against 10.0 s")
}

func TestLeast(t *testing.T) {
	got := least([]usage{{CPU: 9, Peak: 5}, {CPU: 7, Peak: 3}, {CPU: 8, Peak: 6}})
	assert.Equal(t, got, usage{CPU: 7, Peak: 6})
}
