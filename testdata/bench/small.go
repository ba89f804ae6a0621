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
	least, line := b.command(".", os.DevNull, b.path("nothing")), b.command(".", os.DevNull, b.path("line"))
	version, one := b.command(".", os.DevNull, b.path("fluxapp"), "version"), b.renders("fluxapp", file)
	if err := byTurns(5*b.runs, least, line, version, one); err != nil { // short commands vary more than long ones
		return nil, err
	}
	const render = "`fluxapp render` of one document"
	// Of both targets 6 ms are the start of the library for JSON Schema, which compiles all drafts at each start. Without
	// them version would be below twice a line. Helm reads the schemas of charts with the same library, and no other
	// one reads all drafts: so the bound is what twice a line and this start are.
	return []row{
		ofCobra(version.medians(), line.medians()),
		started(render, one.medians(), least.medians(), 15*time.Millisecond),
		{"4", "peak memory of " + render, float64(one.medians().Peak) / (1 << 20), " MiB", 20, ""},
	}, nil
}

// ofCobra compares the cost of version with the cost of a line that a program with the same library prints.
func ofCobra(version, line usage) row {
	return row{
		target: "4", what: "CPU of `fluxapp version` to that of a program with cobra that prints a line",
		value: version.CPU.Seconds() / line.CPU.Seconds(), unit: "×", bound: 5,
		behind: fmt.Sprintf("%s against %s", milliseconds(version.CPU), milliseconds(line.CPU)),
	}
}

// started compares the cost of a command with the cost of a program that does nothing.
func started(command string, cost, least usage, target time.Duration) row {
	return row{
		target: "4", what: "CPU of " + command + " to that of a program that does nothing",
		value: cost.CPU.Seconds() / least.CPU.Seconds(), unit: "×", bound: float64(target) / float64(nothing),
		behind: fmt.Sprintf("%s against %s; the target is %s where that takes %s",
			milliseconds(cost.CPU), milliseconds(least.CPU), milliseconds(target), milliseconds(nothing)),
	}
}

func milliseconds(d time.Duration) string { return digits(d.Seconds()*1e3, math.Round) + " ms" }
