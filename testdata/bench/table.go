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
	unit   string
	bound  float64 // the worst value that meets the target, or noTarget
	behind string  // the numbers that the value was made of
}

// noTarget is the bound of what is only told.
var noTarget = math.Inf(1)

// met reports whether the value is within so many times the bound.
func (r row) met(times float64) bool { return r.value <= r.bound*times }

// within gives the row a target.
func (r row) within(bound float64) row {
	r.bound = bound
	return r
}

// markdown prints the row. The value is rounded up, so that one that looks met is met.
func (r row) markdown() string {
	wanted, met := "≤ "+strconv.FormatFloat(r.bound, 'f', -1, 64)+r.unit, "no"
	switch {
	case r.bound == noTarget:
		wanted, met = "", ""
	case r.met(1):
		met = "yes"
	}
	return fmt.Sprintf("| %s | %s | %s%s | %s | %s | %s |\n", r.target, r.what, digits(r.value, math.Ceil), r.unit, wanted,
		met, r.behind)
}

// worse returns the row with the higher value.
func worse(a, b row) row {
	if b.value > a.value {
		return b
	}
	return a
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

// quote replaces the rows of the tables in a text that have the header of a table that was measured now, each by the
// row that begins with the same two cells. A row that was not measured is an error.
func quote(text, measured string) (string, error) {
	rows := map[string]string{}
	for line := range strings.Lines(measured) {
		rows[label(line)] = line
	}
	var quoted strings.Builder
	inTable := false
	for line := range strings.Lines(text) {
		row, found := rows[label(line)]
		switch {
		case !inTable:
			inTable = strings.Contains("\n"+measured, "\n"+line+"|--")
		case !strings.HasPrefix(line, "|"):
			inTable = false
		case found:
			line = row
		case !strings.HasPrefix(line, "|-"):
			return "", fmt.Errorf("was not measured: %s", line)
		}
		quoted.WriteString(line)
	}
	return quoted.String(), nil
}

// label returns the first two cells of a row, and other lines as they are.
func label(line string) string {
	cells := strings.SplitN(line, " | ", 3)
	return strings.Join(cells[:min(2, len(cells))], " | ")
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
