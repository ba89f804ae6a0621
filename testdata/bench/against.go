package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// against compares the whole command with that of an older fluxapp, which is a program or a checkout of the repository. Both must
// print the same.
func (b bench) against(old string) ([]row, error) {
	if err := b.install(old); err != nil {
		return nil, err
	}
	var times, peaks []row
	for _, d := range documents {
		few, many := d.text(b.few), d.text(b.many)
		fewFile, manyFile, err := b.writeBoth(few, many)
		if err == nil {
			err = b.samePrinted(fewFile)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		time, err := b.againstOn(d, fewFile)
		if err != nil {
			return nil, err
		}
		large, before, err := sideBySide(1, b.renders("fluxapp", manyFile), b.renders("old", manyFile))
		if err != nil {
			return nil, err
		}
		peak := b.memory(d.name, large[0].Peak, len(many))
		peak.behind += fmt.Sprintf("; before %s; CPU %s against %s", mib(before[0].Peak), seconds(large[0].CPU), seconds(before[0].CPU))
		times, peaks = append(times, time), append(peaks, peak)
	}
	return append(times, peaks...), nil
}

// install puts the older fluxapp beside the new one.
func (b bench) install(old string) error {
	info, err := os.Stat(old)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return goBuild(old, b.path("old"), "./krmfn/cmd/fluxapp")
	}
	program, err := filepath.Abs(old)
	if err != nil {
		return err
	}
	return os.Symlink(program, b.path("old"))
}

// samePrinted returns an error unless both programs print the same objects.
func (b bench) samePrinted(file string) error {
	var printed [2][]byte
	for i, program := range []string{"old", "fluxapp"} {
		out := b.path("printed.yaml")
		_, err := b.measure(os.DevNull, out, b.path(program), "render", file)
		if err == nil {
			printed[i], err = os.ReadFile(out)
		}
		if err != nil {
			return err
		}
	}
	if !bytes.Equal(printed[0], printed[1]) {
		return errors.New("the older fluxapp prints something else")
	}
	return nil
}

// againstOn compares the CPU times of both on a file.
func (b bench) againstOn(d document, file string) (row, error) {
	ours, olds, err := sideBySide(b.runs, b.renders("fluxapp", file), b.renders("old", file))
	if err != nil {
		return row{}, err
	}
	ratio, medians := compare(ours, olds)
	our, old := least(ours), least(olds)
	return row{
		"", "CPU of the whole command to that of the older one: " + d.name, ratio, "×", d.old,
		fmt.Sprintf("%s, at least %s against %s; %s against %s", medians, seconds(our.CPU), seconds(old.CPU), mib(our.Peak), mib(old.Peak)),
	}, nil
}

// sideBySide measures two things at the same time, so that other programs on the machine slow both.
func sideBySide(runs int, ours, theirs func() (usage, error)) (our, their []usage, err error) {
	for range runs {
		done := make(chan error)
		go func() { done <- add(&their, theirs) }()
		if err := errors.Join(add(&our, ours), <-done); err != nil {
			return nil, nil, err
		}
	}
	return our, their, nil
}
