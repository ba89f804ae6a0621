// Bench measures fluxapp against yardsticks in one run, and prints which targets are met as one table. With -peers it compares
// fluxapp with other programs that make the same objects, with -scale it renders a million of them.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// settings are the flags.
type settings struct {
	root, out           string
	runs                int
	check, peers, scale bool
}

func main() {
	var s settings
	flag.StringVar(&s.root, "root", filepath.Join("..", ".."), "the repository")
	flag.StringVar(&s.out, "out", "", "write what is printed into this file too")
	flag.IntVar(&s.runs, "runs", 5, "how often each thing is measured; the median counts")
	flag.BoolVar(&s.check, "check", false, "fail when a value is worse than twice its target, because machines are noisy")
	flag.BoolVar(&s.peers, "peers", false, "compare with other programs, built from the Go proxy, and not with yardsticks")
	flag.BoolVar(&s.scale, "scale", false, "render a million objects, and one shard of them, and compare with nothing")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (s settings) run() (err error) {
	b, err := newBench(s.root, s.runs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	before := load()
	if s.peers {
		text, err := b.peerTable()
		if err != nil {
			return err
		}
		return s.tell(text, before)
	}
	if s.scale {
		text, err := b.scaleTable()
		if err != nil {
			return err
		}
		return s.tell(text, before)
	}
	rows, err := b.rows()
	if err != nil {
		return err
	}
	if err = s.tell(table(rows), before); err == nil && s.check {
		err = tooBad(rows)
	}
	return err
}

// tell prints a table with how it was measured, and writes it where it is wanted. The load says whether the machine was busy.
func (s settings) tell(table, before string) error {
	text := fmt.Sprintf("Medians of %d, measured by turns with what they are compared with, on %s. Load %s before, %s after.\n\n%s",
		s.runs, machine(), before, load(), table)
	fmt.Print(text)
	if s.out == "" {
		return nil
	}
	return os.WriteFile(s.out, []byte(text), 0o644)
}

// rows measures one thing after the other, so that none disturbs another.
func (b bench) rows() (rows []row, err error) {
	for _, measure := range []func() ([]row, error){
		b.rendering, b.commands, b.small, b.function, b.growth,
	} {
		more, err := measure()
		if err != nil {
			return rows, err
		}
		rows = append(rows, more...)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.target, b.target) })
	return rows, nil
}

// tooBad returns an error that names the values that are worse than twice their target.
func tooBad(rows []row) (err error) {
	for _, r := range rows {
		if !r.passes() {
			err = errors.Join(err, fmt.Errorf("worse than it may be: %s", r.what))
		}
	}
	return err
}
