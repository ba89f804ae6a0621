package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// usage is what a process cost, as launch prints it.
type usage struct {
	Wall, CPU time.Duration
	Peak      int64 // bytes
}

// bench is a folder with the programs to measure and the documents that they read.
type bench struct {
	root string // the repository
	dir  string
	runs int
	// few and many are the numbers of clusters of the documents.
	few, many int
}

// newBench builds fluxapp, the yardsticks and launch into a new folder, which the caller removes.
func newBench(root string, runs int) (bench, error) {
	dir, err := os.MkdirTemp("", "fluxapp-bench")
	if err != nil {
		return bench{}, err
	}
	b := bench{root: root, dir: dir, runs: runs, few: 10_000, many: 100_000}
	err = goBuild(root, b.path("fluxapp"), "./krmfn/cmd/fluxapp")
	for _, name := range []string{"launch", "sigs", "passthrough", "nothing", "compares", "summarizes"} {
		if err == nil {
			err = goBuild(filepath.Join(root, "testdata", "bench"), b.path(name), "./"+name)
		}
	}
	return b, err
}

func goBuild(dir, out, pkg string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-o", out, pkg)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, said)
	}
	return nil
}

func (b bench) path(name string) string { return filepath.Join(b.dir, name) }

// write writes a document and returns where it is.
func (b bench) write(name string, data []byte) (string, error) {
	file := filepath.Join(b.dir, name)
	return file, os.WriteFile(file, data, 0o644)
}

// measure runs a command with a file for its input and one for its output, and returns what it cost.
func (b bench) measure(in, out string, command ...string) (usage, error) {
	return b.measureIn(".", in, out, command...)
}

// measureIn does the same in a folder.
func (b bench) measureIn(dir, in, out string, command ...string) (usage, error) {
	var answer, said bytes.Buffer
	cmd := exec.Command(b.path("launch"), append([]string{"-in", in, "-out", out, "--"}, command...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &answer, &said
	if err := cmd.Run(); err != nil {
		return usage{}, fmt.Errorf("%w\n%s", err, said.Bytes())
	}
	var cost usage
	return cost, json.Unmarshal(answer.Bytes(), &cost)
}

// renders returns a measurement of the whole command on a file. The program is one of the folder, and its output is not kept.
func (b bench) renders(program, file string) func() (usage, error) {
	return func() (usage, error) { return b.measure(os.DevNull, os.DevNull, b.path(program), "render", file) }
}

// bareParse returns what it costs sigs.k8s.io/yaml to read a file into any. The start of its process does not count.
func (b bench) bareParse(file string) (cost usage, err error) {
	answer, err := exec.Command(b.path("sigs"), file).Output()
	if err != nil {
		return cost, fmt.Errorf("sigs %s: %w", file, err)
	}
	return cost, json.Unmarshal(answer, &cost)
}

// byTurns measures two things one after the other, so that other programs on the machine slow both. They change places every time.
func byTurns(runs int, ours, theirs func() (usage, error)) (our, their []usage, err error) {
	for turn := range runs {
		first, second, one, other := &our, &their, ours, theirs
		if turn%2 == 1 {
			first, second, one, other = second, first, other, one
		}
		if err := add(first, one); err != nil {
			return nil, nil, err
		}
		if err := add(second, other); err != nil {
			return nil, nil, err
		}
	}
	return our, their, nil
}

func add(all *[]usage, measure func() (usage, error)) error {
	cost, err := measure()
	*all = append(*all, cost)
	return err
}

// repeat measures one thing so many times.
func repeat(runs int, measure func() (usage, error)) (all []usage, err error) {
	for range runs {
		if err := add(&all, measure); err != nil {
			return nil, err
		}
	}
	return all, nil
}
