package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// against compares the whole command with the command of an older fluxapp, which is a program or a checkout of the
// repository. Both must print the same.
func (b bench) against(old string) ([]row, error) {
	if err := b.install(old); err != nil {
		return nil, err
	}
	var times, peaks []row
	for _, d := range documents {
		few, err := b.size(d, b.few, 0)
		if err == nil {
			err = b.samePrinted(few.file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		many, err := b.size(d, b.many, 0)
		if err != nil {
			return nil, err
		}
		time, err := b.againstOn(few)
		if err != nil {
			return nil, err
		}
		before := b.renders("old", many.file)
		if err := sideBySide(1, many.rendering, before); err != nil {
			return nil, err
		}
		large, old := many.rendering.medians(), before.medians()
		peak := many.memory()
		peak.behind += fmt.Sprintf("; before %s; CPU %s against %s", mib(old.Peak), seconds(large.CPU), seconds(old.CPU))
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

// againstOn compares the CPU times of both on a document.
func (b bench) againstOn(s size) (row, error) {
	before := b.renders("old", s.file)
	if err := sideBySide(b.runs, s.rendering, before); err != nil {
		return row{}, err
	}
	r := compare("", "CPU of the whole command to that of the older one: "+s.name, s.rendering, before, cpu).within(1.1)
	our, old := least(s.rendering.costs), least(before.costs)
	r.behind += fmt.Sprintf(", at least %s against %s; %s against %s", seconds(our.CPU), seconds(old.CPU), mib(our.Peak),
		mib(old.Peak))
	return r, nil
}

// sideBySide measures two things at the same time, so that other programs on the machine slow both.
func sideBySide(runs int, ours, theirs *measured) error {
	for range runs {
		done := make(chan error)
		go func() { done <- theirs.again() }()
		if err := errors.Join(ours.again(), <-done); err != nil {
			return err
		}
	}
	return nil
}
