package main

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// difference is a run whose text differs.
type difference struct {
	job           job
	step          step
	before, after string
	earlier       []string // what the runs before this one printed with the old command
}

// run is the command line, as a person would type it.
func (d difference) run() string {
	s := d.step
	line := strings.TrimSpace("fluxapp " + strings.Join(s.Args, " "))
	switch {
	case s.StdinOf > 0:
		line += fmt.Sprintf(" < stdout of run %d (%s)", s.StdinOf, d.job.Steps[s.StdinOf-1].Name)
	case s.Stdin != nil:
		line += " < stdin"
	}
	return line
}

// comparison compares jobs on several pairs of servers at once.
type comparison struct {
	options  options
	allowed  []*allowance
	binaries binaries
	dir      string

	mu          sync.Mutex
	jobs, runs  int
	good        int // jobs whose documents render
	differences []difference
	bySteps     map[string]int
	failed      error
}

func (c *comparison) run(workers int, jobs iter.Seq[job]) {
	queue := make(chan job)
	var wait sync.WaitGroup
	c.bySteps = map[string]int{}
	for i := range workers {
		wait.Go(func() {
			p := newPair(c.binaries, filepath.Join(c.dir, fmt.Sprint(i)))
			defer p.stop()
			for j := range queue {
				c.compare(p, j)
			}
		})
	}
	for j := range jobs {
		queue <- j
	}
	close(queue)
	wait.Wait()
}

// compare does a job on both sides, and again with the texts when a hash differs.
func (c *comparison) compare(p pair, j job) {
	before, after, err := p.ask(j)
	if err == nil && !slices.Equal(before, after) {
		var d *difference
		if d, err = c.firstDifference(p, j); d != nil {
			if c.options.shrink && c.wantsMore() {
				*d = c.shrunk(p, *d)
			}
			c.report(*d)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.jobs++
	c.runs += len(j.Steps)
	if len(after) > 0 && (strings.HasPrefix(after[0], "0 ") || strings.HasPrefix(after[0], "exit code 0\n")) {
		c.good++
	}
	c.failed = firstError(c.failed, err)
	if c.jobs%2000 == 0 {
		fmt.Printf("%d documents, %d runs, %d documents differ\n", c.jobs, c.runs, len(c.differences))
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// firstDifference does a job again for its texts, and returns the first that differ and are not allowed to.
func (c *comparison) firstDifference(p pair, j job) (*difference, error) {
	j.Full = true
	before, after, err := p.ask(j)
	if err != nil {
		return nil, err
	}
	for i, s := range j.Steps {
		d := difference{job: j, step: s, earlier: before[:i], before: before[i], after: after[i]}
		otherInput := s.StdinOf > 0 && before[s.StdinOf-1] != after[s.StdinOf-1] // which was allowed
		if before[i] != after[i] && !otherInput && !c.allows(d) {
			return &d, nil
		}
	}
	return nil, nil
}

func (c *comparison) allows(d difference) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return allows(c.allowed, d)
}

// wantsMore reports whether the next difference is printed.
func (c *comparison) wantsMore() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.differences) < c.options.show
}

func (c *comparison) report(d difference) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.differences = append(c.differences, d)
	c.bySteps[d.step.Name]++
	if len(c.differences) <= c.options.show {
		d.print()
	}
	if c.options.keep != "" {
		c.failed = firstError(c.failed, d.save(c.options.keep))
	}
}

// shrunk leaves out lines of the input while the same run still differs.
func (c *comparison) shrunk(p pair, d difference) difference {
	end := time.Now().Add(20 * time.Second)
	for _, name := range slices.Sorted(maps.Keys(d.job.from.files)) {
		withoutLines(slices.Collect(strings.Lines(string(d.job.from.files[name]))), func(lines []string) bool {
			if time.Now().After(end) {
				return false
			}
			smaller := d.job.from
			smaller.files = maps.Clone(smaller.files)
			smaller.files[name] = []byte(strings.Join(lines, ""))
			j := smaller.job()
			last := slices.IndexFunc(j.Steps, func(s step) bool { return s.Name == d.step.Name })
			j.Steps = j.Steps[:last+1]
			found, err := c.firstDifference(p, j)
			if err != nil || found == nil || found.step.Name != d.step.Name || found.codes() != d.codes() {
				return false
			}
			d = *found
			return true
		})
	}
	return d
}

var code = regexp.MustCompile(`FA\d{3}|^exit code \d+`)

// codes returns both exit codes, and the codes of the findings that only one side has: what must stay while an input
// becomes smaller.
func (d difference) codes() string {
	all := append(code.FindAllString(d.before, 1), code.FindAllString(d.after, 1)...)
	all = append(all, codesBeside(d.before, d.after)...)
	all = append(all, codesBeside(d.after, d.before)...)
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// codesBeside returns the codes in the lines of a text that another one has not.
func codesBeside(text, other string) (codes []string) {
	there := map[string]bool{}
	for line := range strings.Lines(other) {
		there[line] = true
	}
	for line := range strings.Lines(text) {
		if !there[line] {
			codes = append(codes, code.FindAllString(line, -1)...)
		}
	}
	return codes
}

// withoutLines leaves out ever smaller parts of lines as long as a property holds.
func withoutLines(lines []string, holds func([]string) bool) {
	for size := len(lines); size > 0; size /= 2 {
		for at := 0; at+size <= len(lines); {
			smaller := slices.Concat(lines[:at], lines[at+size:])
			if holds(smaller) {
				lines = smaller
			} else {
				at += size
			}
		}
	}
}

// print prints the input, and what differs.
func (d difference) print() {
	fmt.Printf("\n=== %s: %s: %s\n", d.job.Name, d.step.Name, d.run())
	for _, name := range slices.Sorted(maps.Keys(d.job.Files)) {
		fmt.Printf("--- input %s\n%s", name, clipped(string(d.job.Files[name]), 80))
	}
	fmt.Printf("--- before (-) and after (+)\n%s", clipped(diff(d.before, d.after), 60))
}

// clipped returns the first lines of a text.
func clipped(text string, most int) string {
	lines := slices.Collect(strings.Lines(text))
	if len(lines) <= most {
		return text
	}
	return strings.Join(lines[:most], "") + fmt.Sprintf("… and %d more lines\n", len(lines)-most)
}

// diff compares two texts with git.
func diff(before, after string) string {
	dir, err := os.MkdirTemp("", "freeze-diff-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"before": before, "after": after} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err.Error()
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-color", "before", "after")
	cmd.Dir = dir
	out, _ := cmd.Output() // its exit code says that they differ
	_, hunks, _ := strings.Cut(string(out), "\n@@")
	return "@@" + hunks
}

// summarize prints the numbers.
func (c *comparison) summarize(took time.Duration) {
	if len(c.differences) > 0 {
		fmt.Println("\ndocuments that differ, by the first run that does:")
		for _, name := range slices.Sorted(maps.Keys(c.bySteps)) {
			fmt.Printf("%6d %s\n", c.bySteps[name], name)
		}
		fmt.Print("they are:")
		for _, d := range c.differences[:min(40, len(c.differences))] {
			fmt.Print(" ", d.job.Name)
		}
		fmt.Println()
	}
	for _, a := range c.allowed {
		fmt.Printf("allowed %d times: %s (%s)\n", a.used, a.name, a.reason)
	}
	fmt.Printf("%d documents (%d of them render), %d runs, %d documents differ; %v\n", c.jobs, c.good, c.runs,
		len(c.differences), took.Round(time.Second))
}
