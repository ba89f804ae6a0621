// Bench measures fluxapp against yardsticks in one run, and prints which targets are met. With -against it compares
// fluxapp with an older one, with -peers with other programs that make the same objects. With -scale it renders a
// million of them. With -delivery it measures what Flux and git make of what is rendered.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// settings are the flags.
type settings struct {
	root, out, old                string
	runs                          int
	seed                          uint64
	check, peers, scale, delivery bool
}

func main() {
	var s settings
	flag.StringVar(&s.root, "root", filepath.Join("..", ".."), "the repository")
	flag.StringVar(&s.out, "out", "",
		"write what is printed into this file too, and its rows into the READMEs that quote it")
	flag.StringVar(&s.old, "against", "", "compare with an older fluxapp, a program or a checkout of the repository")
	flag.IntVar(&s.runs, "runs", 5, "how often each thing is measured; the median counts")
	flag.Uint64Var(&s.seed, "seed", 1, "of the fleet: its names, regions, numbers and styles")
	flag.BoolVar(&s.check, "check", false, "fail when a value is worse than twice its target, because machines are noisy")
	flag.BoolVar(&s.peers, "peers", false, "compare with other programs, built from the Go proxy, and not with yardsticks")
	flag.BoolVar(&s.scale, "scale", false, "render a million objects, and one shard of them, and compare with nothing")
	flag.BoolVar(&s.delivery, "delivery", false,
		"measure building what is rendered as Flux does, in one folder and in groups, and committing it")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (s settings) run() (err error) {
	b, err := newBench(s.root, s.runs, s.seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	before := load()
	text, rows, err := s.measure(b)
	if err == nil {
		err = s.publish(text, before)
	}
	if err == nil && s.check {
		err = tooBad(rows)
	}
	return err
}

// measure returns the tables that the flags ask for, and the rows that have targets.
func (s settings) measure(b bench) (text string, rows []row, err error) {
	switch {
	case s.peers:
		text, rows, err = b.peerTable()
		text += "\n" + table(rows)
	case s.scale:
		text, err = b.scaleTable()
	case s.delivery:
		text, rows, err = b.deliveryTable(deliveries)
		text += "\n" + table(rows)
	case s.old != "":
		rows, err = b.against(s.old)
		text = table(rows)
	default:
		text, rows, err = b.targets()
		text += "\n" + table(rows)
	}
	return text, rows, err
}

// targets measures one thing after the other, so that none disturbs another.
func (b bench) targets() (text string, rows []row, err error) {
	text, rows, err = b.commands()
	for _, measure := range []func() ([]row, error){b.small, b.function, b.compares, b.charts, b.summarizes, b.fallback,
		b.folders, b.manyFiles, b.final} {
		if err == nil {
			var more []row
			more, err = measure()
			rows = append(rows, more...)
		}
	}
	return text, rows, err
}

// readmes quote what is measured.
var readmes = []string{filepath.Join("testdata", "bench", "README.md"), filepath.Join("examples", "scale", "README.md")}

// publish prints the tables with how they were measured, and writes them where they are wanted. The load tells
// whether the machine was busy.
func (s settings) publish(tables, before string) error {
	text := fmt.Sprintf("Medians of %d, each measured beside what it is compared with, on %s. Load %s before, %s "+
		"after.\n\n%s",
		s.runs, machine(), before, load(), tables)
	fmt.Print(text)
	if s.out == "" {
		return nil
	}
	if err := os.WriteFile(s.out, []byte(text), 0o644); err != nil {
		return err
	}
	for _, readme := range readmes {
		file := filepath.Join(s.root, readme)
		old, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		quoted, err := quote(string(old), tables)
		if err == nil {
			err = os.WriteFile(file, []byte(quoted), 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", readme, err)
		}
	}
	return nil
}

// tooBad returns an error that names the values that are worse than twice their target.
func tooBad(rows []row) (err error) {
	for _, r := range rows {
		if !r.met(2) {
			err = errors.Join(err, fmt.Errorf("worse than it may be: %s", r.what))
		}
	}
	return err
}
