package main

import (
	"fmt"
	"math"
	"os"
	"time"
)

// nothing is how long a program that does nothing took on the machine for which the targets in milliseconds were set.
// A slower machine takes longer for everything.
const nothing = 1200 * time.Microsecond

// small measures the start of the command, and one document.
func (b bench) small() ([]row, error) {
	file, err := b.write("one.yaml", explicit(b.fleet(1)))
	if err != nil {
		return nil, err
	}
	least := b.command(".", os.DevNull, b.path("nothing"))
	version, one := b.command(".", os.DevNull, b.path("fluxapp"), "version"), b.renders("fluxapp", file)
	if err := byTurns(5*b.runs, least, version, one); err != nil { // short commands vary more than long ones
		return nil, err
	}
	const render = "`fluxapp render` of one document"
	// Of both targets 6 ms are the start of the library for JSON Schema, which compiles all drafts at each start.
	return []row{
		started("`fluxapp version`", version.medians(), least.medians(), 12*time.Millisecond),
		started(render, one.medians(), least.medians(), 15*time.Millisecond),
		{"4", "peak memory of " + render, float64(one.medians().Peak) / (1 << 20), " MiB", 20, ""},
	}, nil
}

// started compares the cost of a command with the cost of a program that does nothing.
func started(command string, cost, least usage, target time.Duration) row {
	milliseconds := func(d time.Duration) string { return digits(d.Seconds()*1e3, math.Round) + " ms" }
	return row{
		target: "4", what: "CPU of " + command + " to that of a program that does nothing",
		value: cost.CPU.Seconds() / least.CPU.Seconds(), unit: "×", bound: float64(target) / float64(nothing),
		behind: fmt.Sprintf("%s against %s; the target is %s where that takes %s",
			milliseconds(cost.CPU), milliseconds(least.CPU), milliseconds(target), milliseconds(nothing)),
	}
}
