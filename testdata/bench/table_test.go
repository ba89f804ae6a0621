package main

import (
	"math"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestTable(t *testing.T) {
	rows := []row{
		{target: "2", what: "good", value: 0.5, unit: "×", bound: 0.85, behind: "1 s against 2 s"},
		{target: "1", what: "bad", value: 99.96, unit: "×", bound: 100, more: true},
		{what: "told", value: 1234.5, unit: " ms"},
	}
	assert.Equal(t, table(rows), `| target | of | measured | wanted | met | behind it |
|---|---|---|---|---|---|
| 2 | good | 0.500× | ≤ 0.85× | yes | 1 s against 2 s |
| 1 | bad | 99.9× | ≥ 100× | no |  |
|  | told | 1235 ms |  |  |  |
`)
}

func TestMet(t *testing.T) {
	for _, c := range []struct {
		row          row
		met, twofold bool
	}{
		{row{value: 0.85, bound: 0.85}, true, true},
		{row{value: 0.86, bound: 0.85}, false, true},
		{row{value: 1.71, bound: 0.85}, false, false},
		{row{value: 100, bound: 100, more: true}, true, true},
		{row{value: 50, bound: 100, more: true}, false, true},
		{row{value: 49, bound: 100, more: true}, false, false},
		{row{value: 1e9}, true, true},
	} {
		assert.Equal(t, c.row.met(1), c.met, "%+v", c.row)
		assert.Equal(t, c.row.met(2), c.twofold, "%+v", c.row)
	}
}

// TestPassesByCPU shows that a busy machine fails nothing: the time on the clock may be too long where CPU time is not.
func TestPassesByCPU(t *testing.T) {
	assert.Assert(t, row{value: 9, cpu: 1.9, bound: 1}.passes())
	assert.Assert(t, !row{value: 9, cpu: 2.1, bound: 1}.passes())
	assert.Assert(t, row{value: 1.9, cpu: 9, bound: 1}.passes())
	assert.Assert(t, !row{value: 9, bound: 1}.passes())
}

func TestTooBad(t *testing.T) {
	err := tooBad([]row{{what: "fine", value: 1.9, bound: 1}, {what: "slow", value: 2.1, bound: 1}, {what: "told", value: 9}})
	assert.Error(t, err, "worse than it may be: slow")
	assert.NilError(t, tooBad(nil))
}

// TestDigits shows that what looks like the target is not better than measured.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		value float64
		round func(float64) float64
		want  string
	}{
		{0.8501, math.Ceil, "0.851"}, {0.85, math.Ceil, "0.850"}, {1, math.Floor, "1.00"}, {1.15, math.Ceil, "1.15"},
		{99.96, math.Floor, "99.9"}, {1050.4, math.Ceil, "1051"}, {1050.4, math.Round, "1050"}, {0, math.Ceil, "0.00"},
		{-0.123, math.Round, "-0.12"}, {0.01234, math.Ceil, "0.0124"},
	} {
		assert.Equal(t, digits(c.value, c.round), c.want)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{1: "1", 100: "100", 1000: "1,000", 100000: "100,000", 1234567: "1,234,567"} {
		assert.Equal(t, thousands(n), want)
	}
}

func TestSeconds(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"12.3 s": 12340 * time.Millisecond, "1.23 s": 1234 * time.Millisecond, "123 ms": 123 * time.Millisecond,
		"1.2 ms": 1240 * time.Microsecond, "1.50 µs": 1500 * time.Nanosecond,
	} {
		assert.Equal(t, seconds(d), want)
	}
}
