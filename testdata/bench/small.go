package main

import (
	"os"
	"time"
)

// small measures what costs little: starting, and one document.
func (b bench) small() ([]row, error) {
	file, err := b.write("one.yaml", explicit(1))
	if err != nil {
		return nil, err
	}
	version, err := b.repeat(b.path("fluxapp"), "version")
	if err != nil {
		return nil, err
	}
	one, err := b.repeat(b.path("fluxapp"), "render", file)
	milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
	const render = "`fluxapp render` of one document"
	return []row{
		{target: "5", what: "CPU of `fluxapp version`", value: milliseconds(version.CPU), unit: " ms", bound: 6},
		{target: "5", what: "CPU of " + render, value: milliseconds(one.CPU), unit: " ms", bound: 9},
		{target: "5", what: "peak memory of " + render, value: float64(one.Peak) / (1 << 20), unit: " MiB", bound: 20},
	}, err
}

// repeat runs a short command more often than long ones, because its times differ more.
func (b bench) repeat(command ...string) (usage, error) {
	costs := make([]usage, 5*b.runs)
	for i := range costs {
		var err error
		if costs[i], err = b.measure(os.DevNull, os.DevNull, command...); err != nil {
			return usage{}, err
		}
	}
	return medians(costs), nil
}
