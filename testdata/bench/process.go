package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	seed      uint64 // of the fleet
}

// fleet returns so many clusters.
func (b bench) fleet(n int) []cluster { return fleetOf(b.seed, n) }

// newBench builds fluxapp, the yardsticks and launch into a new folder, which the caller removes.
func newBench(root string, runs int, seed uint64) (bench, error) {
	dir, err := os.MkdirTemp("", "fluxapp-bench")
	if err != nil {
		return bench{}, err
	}
	b := bench{root: root, dir: dir, runs: runs, few: 10_000, many: 100_000, seed: seed}
	err = goBuild(root, b.path("fluxapp"), "./krmfn/cmd/fluxapp")
	for _, name := range []string{"launch", "sigs", "passthrough", "nothing", "line", "compares", "summarizes"} {
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

// versions writes two versions of a document and returns where they are.
func (b bench) versions(old, new string) (before, after string, err error) {
	if before, err = b.write("before.yaml", []byte(old)); err == nil {
		after, err = b.write("after.yaml", []byte(new))
	}
	return before, after, err
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

// measured is something to measure, and what it cost each time.
type measured struct {
	measure func() (usage, error)
	costs   []usage
}

// command is the whole command, run in a folder. Its output is not kept.
func (b bench) command(dir, in string, command ...string) *measured {
	return &measured{measure: func() (usage, error) { return b.measureIn(dir, in, os.DevNull, command...) }}
}

// renders is the whole command on a file or folder. The program is one of the folder.
func (b bench) renders(program, file string, flags ...string) *measured {
	return b.command(".", os.DevNull, append([]string{b.path(program), "render", file}, flags...)...)
}

// parses is what it costs sigs.k8s.io/yaml to read files into any. The start of its process does not count.
func (b bench) parses(files ...string) *measured { return b.reports("sigs", files...) }

// reports is what a program of the folder prints about itself.
func (b bench) reports(program string, args ...string) *measured {
	return &measured{measure: func() (cost usage, err error) {
		answer, err := exec.Command(b.path(program), args...).Output()
		if err != nil {
			return cost, fmt.Errorf("%s %v: %w", program, args, err)
		}
		return cost, json.Unmarshal(answer, &cost)
	}}
}

// again measures it once more. There may be nothing to measure.
func (m *measured) again() error {
	if m == nil {
		return nil
	}
	cost, err := m.measure()
	m.costs = append(m.costs, cost)
	return err
}

// byTurns measures things one after the other, so that other programs on the machine slow all. The order changes
// every time.
func byTurns(runs int, all ...*measured) error {
	for range runs {
		for _, m := range all {
			if err := m.again(); err != nil {
				return err
			}
		}
		slices.Reverse(all)
	}
	return nil
}
