package main

import (
	"strings"
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

// TestCompare shows that ratios are ratios of pairs: a machine that is slow for two in a row does not count.
func TestCompare(t *testing.T) {
	of := func(times ...int) *measured {
		m := &measured{}
		for _, s := range times {
			m.costs = append(m.costs,
				usage{Wall: time.Duration(s) * time.Minute, CPU: time.Duration(s) * time.Second, Peak: int64(s) << 20})
		}
		return m
	}
	ours, theirs := of(2, 20, 30), of(4, 40, 10)
	assert.Equal(t, compare("1", "a", ours, theirs, cpu), row{"1", "a", 0.5, "×", noTarget, "20.0 s against 10.0 s"})
	assert.Equal(t, compare("1", "a", ours, theirs, wall).behind, "1200.0 s against 600.0 s")
	assert.Equal(t, comparePeaks("1", "a", ours, theirs), row{"1", "a", 2, "×", noTarget, "20 MiB against 10 MiB"})
}

// TestGrowth shows that the start of the command does not count.
func TestGrowth(t *testing.T) {
	of := func(clusters int, cpu ...time.Duration) size {
		s := size{clusters: clusters, rendering: &measured{}, tiny: &measured{}}
		for _, took := range cpu {
			s.rendering.costs = append(s.rendering.costs, usage{CPU: took + 7})
			s.tiny.costs = append(s.tiny.costs, usage{CPU: 7})
		}
		return s
	}
	got := growth(of(10, 100, 100, 300), of(1000, 1_000_000, 10_000, 300_000_000))
	assert.Equal(t, got.value, 100.0)
	assert.Assert(t, strings.HasPrefix(got.behind, "exponent 2.00, "), got.behind)
}

func TestLeast(t *testing.T) {
	got := least([]usage{{CPU: 9, Peak: 5}, {CPU: 7, Peak: 3}, {CPU: 8, Peak: 6}})
	assert.Equal(t, got, usage{CPU: 7, Peak: 6})
}
