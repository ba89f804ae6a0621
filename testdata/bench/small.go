package main

import (
	"fmt"
	"math"
	"os"
	"time"
)

// nothing is how long a program that does nothing took on the machine for which the targets in milliseconds were set. A slower
// machine takes longer for everything.
const nothing = 1200 * time.Microsecond

// small measures the start of the command, and one document.
func (b bench) small() ([]row, error) {
	file, err := b.write("one.yaml", explicit(1))
	if err != nil {
		return nil, err
	}
	costs, err := b.rounds([][]string{{b.path("nothing")}, {b.path("fluxapp"), "version"}, {b.path("fluxapp"), "render", file}})
	if err != nil {
		return nil, err
	}
	version, one := costs[1], costs[2]
	const render = "`fluxapp render` of one document"
	return []row{
		started("`fluxapp version`", version, costs[0], 6*time.Millisecond),
		started(render, one, costs[0], 9*time.Millisecond),
		{"4", "peak memory of " + render, float64(one.Peak) / (1 << 20), " MiB", 20, ""},
	}, nil
}

// started compares the cost of a command with that of a program that does nothing.
func started(command string, cost, least usage, target time.Duration) row {
	milliseconds := func(d time.Duration) string { return digits(d.Seconds()*1e3, math.Round) + " ms" }
	return row{
		target: "4", what: "CPU of " + command + " to that of a program that does nothing",
		value: cost.CPU.Seconds() / least.CPU.Seconds(), unit: "×", bound: float64(target) / float64(nothing),
		behind: fmt.Sprintf("%s against %s; the target is %s where that takes %s",
			milliseconds(cost.CPU), milliseconds(least.CPU), milliseconds(target), milliseconds(nothing)),
	}
}

// rounds runs short commands by turns, more often than long ones, because their times differ more.
func (b bench) rounds(commands [][]string) (all []usage, err error) {
	costs := make([][]usage, len(commands))
	for range 5 * b.runs {
		for i, command := range commands {
			cost, err := b.measure(os.DevNull, os.DevNull, command...)
			if err != nil {
				return nil, err
			}
			costs[i] = append(costs[i], cost)
		}
	}
	for _, of := range costs {
		all = append(all, medians(of))
	}
	return all, nil
}
