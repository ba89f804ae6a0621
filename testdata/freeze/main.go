// Command freeze compares the command of this checkout with the command of an older commit: what both print, their exit
// codes and the files they write, over every case and example and over generated documents. It ends with 1 when
// anything differs that allowed.txt does not name.
package main

import (
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// oldCode is the first commit whose own kinds have the group fluxapp.dev. Older ones are compared by words; see
// comparable.
const oldCode = "8c5ab055"

func main() {
	var o options
	flag.StringVar(&o.commit, "old", oldCode, "commit to compare with")
	flag.IntVar(&o.generated, "n", 20_000, "number of generated documents")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the generated documents")
	flag.IntVar(&o.show, "show", 5, "number of differences that are printed")
	flag.StringVar(&o.only, "only", "", "regular expression: compare only inputs of these names")
	flag.StringVar(&o.allowed, "allowed", "allowed.txt", "file with the differences that are wanted")
	flag.StringVar(&o.keep, "keep", "", "folder for the inputs that differ, with both answers")
	flag.BoolVar(&o.shrink, "shrink", true, "make inputs that differ smaller before they are printed")
	flag.IntVar(&o.every, "every", 1, "compare only each n-th input")
	quick := flag.Bool("quick", false, "1,000 generated documents")
	flag.Parse()
	if *quick {
		o.generated = 1000
	}
	same, err := compareAll(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "freeze:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

type options struct {
	commit, only    string
	keep, allowed   string
	generated, show int
	every           int
	seed            uint64
	shrink          bool
}

// compareAll reports whether both commands do the same, except what is allowed.
func compareAll(o options) (same bool, err error) {
	root, err := repository()
	if err != nil {
		return false, err
	}
	only, err := regexp.Compile(o.only)
	if err != nil {
		return false, err
	}
	allowed, err := readAllowed(o.allowed)
	if err != nil {
		return false, err
	}
	start := time.Now()
	b, err := locate(root, o.commit)
	if err == nil {
		err = b.build(root)
	}
	if err != nil {
		return false, err
	}
	fmt.Printf("built both commands in %v\n", time.Since(start).Round(time.Second))
	dir, err := os.MkdirTemp(workFolder(), "freeze-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	inputs, err := inputs(root, o, func(text string) { fmt.Println(text) })
	if err != nil {
		return false, err
	}
	c := &comparison{options: o, allowed: allowed, dir: dir, binaries: b}
	c.run(runtime.NumCPU(), func(yield func(job) bool) {
		at := 0
		for j := range inputs {
			if at++; at%o.every == 0 && only.MatchString(j.Name) && !yield(j) {
				return
			}
		}
	})
	c.summarize(time.Since(start))
	return len(c.differences) == 0 && c.failed == nil, c.failed
}

// inputs returns the jobs of all inputs.
func inputs(root string, o options, warn func(string)) (iter.Seq[job], error) {
	people, err := written(root, warn)
	return func(yield func(job) bool) {
		for _, j := range words() {
			if !yield(j) {
				return
			}
		}
		for _, d := range people {
			if !yield(d.job()) {
				return
			}
		}
		for i := range o.generated {
			if !yield(generated(o.seed, i).job()) {
				return
			}
		}
	}, err
}

// workFolder is where jobs write: in memory where there is such a folder.
func workFolder() string {
	const memory = "/dev/shm"
	if dir, err := os.MkdirTemp(memory, "freeze-"); err == nil {
		os.Remove(dir)
		return memory
	}
	return os.TempDir()
}

// save writes the input and both answers of a difference.
func (d difference) save(dir string) error {
	dir = filepath.Join(dir, strings.ReplaceAll(d.job.Name, "/", "_"))
	files := map[string][]byte{"before.txt": []byte(d.before), "after.txt": []byte(d.after),
		"run.txt": []byte(d.run() + "\n")}
	for name, data := range d.job.Files {
		files[name] = data
	}
	if d.step.Stdin != nil {
		files["stdin"] = d.step.Stdin
	}
	for name, data := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
