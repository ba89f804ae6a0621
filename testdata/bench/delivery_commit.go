package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// committing is what it costs to put a layout into git, to render it again with one change, and to commit that.
type committing struct {
	layout
	files                  int
	first, rendered, again measured
}

// commits measures the layouts by turns, each in a new repository.
func (b bench) commits(layouts ...layout) ([]*committing, error) {
	var all []*committing
	for _, l := range layouts {
		all = append(all, &committing{layout: l})
	}
	for round := range b.runs {
		for _, one := range all {
			if err := one.measure(b, b.path(fmt.Sprintf("committed-%s-%d", one.layout.files, round))); err != nil {
				return nil, fmt.Errorf("%s: %w", one.layout, err)
			}
		}
	}
	return all, nil
}

// measure measures one layout in a new repository. Of the change one file must be committed.
func (one *committing) measure(b bench, repository string) error {
	if err := newRepository(repository); err != nil {
		return err
	}
	document, folder := b.document(one.layout), filepath.Join(repository, "deploy")
	if _, err := b.delivers(one.layout, document, folder); err != nil {
		return err
	}
	commit := b.command(repository, os.DevNull, "sh", "-c", "git add -A && git commit -q -m rendered").measure
	one.first.measure, one.again.measure = commit, commit
	one.rendered.measure = func() (usage, error) { return b.delivers(one.layout, oneChanged(document), folder) }
	if err := settled(&one.first, &one.rendered, &one.again); err != nil {
		return err
	}
	files, err := git(repository, "ls-files")
	if err != nil {
		return err
	}
	changed, err := git(repository, "diff", "--name-only", "HEAD~")
	if err == nil && bytes.Count(changed, []byte("\n")) != 1 {
		err = fmt.Errorf("the change of one cluster is in these files:\n%s", changed)
	}
	one.files = bytes.Count(files, []byte("\n"))
	return err
}

// newRepository makes an empty one. What git collects after a commit, in the background, is not measured.
func newRepository(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"config", "user.name", "bench"}, {"config", "user.email", "bench@example.com"},
		{"config", "commit.gpgSign", "false"}, {"config", "gc.auto", "0"},
	} {
		if _, err := git(dir, args...); err != nil {
			return err
		}
	}
	return nil
}

func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return out, err
}

// commitTable prints the CPU time of each step, and the time on the clock.
func commitTable(all []*committing) string {
	var table strings.Builder
	table.WriteString("| objects | committed as | files | first commit: CPU | time | one change rendered: CPU | time | " +
		"its commit: CPU | time |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, one := range all {
		fmt.Fprintf(&table, "| %s | %s | %s |", thousands(one.objects), one.layout, thousands(one.files))
		for _, step := range []measured{one.first, one.rendered, one.again} {
			fmt.Fprintf(&table, " %s | %s |", seconds(step.medians().CPU), seconds(step.medians().Wall))
		}
		table.WriteString("\n")
	}
	return table.String()
}

// commitRows compare what the steps cost with what they may cost. A file per object has no target for its commit.
func commitRows(all []*committing) (rows []row) {
	for _, one := range all {
		of := fmt.Sprintf(" of %s objects in %s", thousands(one.objects), one.layout)
		commit := took("13", "CPU of `git add` and `git commit`"+of, one.first)
		if one.layout.files == perApplication {
			commit = commit.within(1)
		}
		rows = append(rows, commit, took("14", "CPU of rendering again with one change"+of, one.rendered).within(2))
	}
	return rows
}

// took is a row of CPU seconds, with the time on the clock behind it.
func took(target, what string, m measured) row {
	cost := m.medians()
	return row{target, what, cost.CPU.Seconds(), " s", noTarget, seconds(cost.Wall) + " on the clock"}
}
