package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// row is one line of the table.
type row struct {
	target string // the number of the target that it belongs to
	what   string
	value  float64
	cpu    float64 // the same of CPU time, where value is of the time on the clock; zero when it is not
	unit   string
	bound  float64 // the worst value that meets the target; zero when there is none
	more   bool    // is better
	behind string  // the numbers that the value was made of
}

// met reports whether the value is within the bound, as far as it is widened: 2 lets pass what is twice as bad.
func (r row) met(widened float64) bool {
	switch {
	case r.bound == 0:
		return true
	case r.more:
		return r.value >= r.bound/widened
	}
	return r.value <= r.bound*widened
}

// passes reports whether the value is good enough for CI: machines are noisy. Other programs on the machine take time on the clock
// from one of two and not from the other, so the ratio of CPU times is good enough too.
func (r row) passes() bool {
	ofCPU := r
	ofCPU.value = r.cpu
	return r.met(2) || r.cpu > 0 && ofCPU.met(2)
}

// markdown prints the row. Values are rounded towards what is worse, so that one that looks met is met.
func (r row) markdown() string {
	sign, worse := "≤", math.Ceil
	if r.more {
		sign, worse = "≥", math.Floor
	}
	bound, met := "", ""
	if r.bound > 0 {
		bound, met = sign+" "+strconv.FormatFloat(r.bound, 'f', -1, 64)+r.unit, "no"
	}
	if r.bound > 0 && r.met(1) {
		met = "yes"
	}
	return fmt.Sprintf("| %s | %s | %s%s | %s | %s | %s |\n", r.target, r.what, digits(r.value, worse), r.unit, bound, met, r.behind)
}

// digits prints a value with three digits that count.
func digits(value float64, round func(float64) float64) string {
	decimals := 2
	if value > 0 {
		decimals = max(0, 2-int(math.Floor(math.Log10(value))))
	}
	scale := math.Pow10(decimals)
	scaled := math.Round(value*scale*1e6) / 1e6 // without what binary fractions are off
	return strconv.FormatFloat(round(scaled)/scale, 'f', decimals, 64)
}

// table prints the rows in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| target | of | measured | wanted | met | behind it |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		b.WriteString(r.markdown())
	}
	return b.String()
}

// thousands prints a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func mib(bytes int64) string { return fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20)) }

func megabytes(n int) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// seconds prints a time in the unit that suits it.
func seconds(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.2f µs", d.Seconds()*1e6)
}
