package main

import (
	"math"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestTable(t *testing.T) {
	rows := []row{{"1", "good", 0.5, "×", 0.85, "1 s against 2 s"}, {"2", "bad", 20.001, " MiB", 20, ""},
		{"3", "told", 7, "×", noTarget, ""}}
	assert.Equal(t, table(rows), `| target | of | measured | wanted | met | behind it |
|---|---|---|---|---|---|
| 1 | good | 0.500× | ≤ 0.85× | yes | 1 s against 2 s |
| 2 | bad | 20.1 MiB | ≤ 20 MiB | no |  |
| 3 | told | 7.00× |  |  |  |
`)
}

func TestMet(t *testing.T) {
	for _, c := range []struct {
		value        float64
		met, twofold bool
	}{{0.85, true, true}, {0.86, false, true}, {1.71, false, false}} {
		r := row{value: c.value, bound: 0.85}
		assert.Equal(t, r.met(1), c.met)
		assert.Equal(t, r.met(2), c.twofold)
	}
}

// TestQuote shows that a text gets the rows of the tables that were measured, and keeps other tables and lines.
func TestQuote(t *testing.T) {
	const header, other = "| document | clusters | time |\n|---|---|---|\n",
		"| run | objects | time |\n|---|---|---|\n| a | 1 | 9 s |\n"
	measured := header + "| a | 1 | 2 s |\n| a | 10 | 3 s |\n"
	got, err := quote("# Speed\n\n"+header+"| a | 10 | 7 s |\n\nText\n\n"+other, measured)
	assert.NilError(t, err)
	assert.Equal(t, got, "# Speed\n\n"+header+"| a | 10 | 3 s |\n\nText\n\n"+other)
	_, err = quote(header+"| b | 10 | 7 s |\n", measured)
	assert.Error(t, err, "was not measured: | b | 10 | 7 s |\n")
}

func TestTooBad(t *testing.T) {
	err := tooBad([]row{{what: "fine", value: 1.9, bound: 1}, {what: "slow", value: 2.1, bound: 1}})
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
