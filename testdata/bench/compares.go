package main

import (
	"fmt"
	"strings"
)

// changed are two versions of a document: what is different in the second one, as an old and a new text.
// The target of new names is higher: it was 2.2 times the parse, and is 3 to 3.6 times since orders are told.
var changed = []struct {
	name, old, new string
	target         float64
}{
	{"nothing changed", "", "", 1.5},
	{"one field of all objects changed", "timeout: 5m\n", "timeout: 6m\n", 1.5},
	{"all objects have new names", "  name: podinfo\n  namespace: apps\n", "  name: webshop\n  namespace: apps\n", 2.5},
}

// compares measures rendering two versions of a document and comparing them, for each kind of change, beside the bare
// parse of both versions. The documents are those in which comparing takes longest.
func (b bench) compares() (rows []row, err error) {
	for _, c := range changed {
		var worst row
		for _, text := range []func([]cluster) []byte{references, substitutions} {
			old := string(text(b.fleet(b.few)))
			before, after, err := b.versions(old, strings.ReplaceAll(old, c.old, c.new))
			if err != nil {
				return nil, err
			}
			ours, parse := b.reports("compares", before, after), b.parses(before, after)
			if err := byTurns(b.runs, ours, parse); err != nil {
				return nil, err
			}
			what := fmt.Sprintf("CPU of rendering and comparing %s objects with as many to that of the bare parse of both, %s",
				thousands(b.few), c.name)
			worst = worse(worst, compare("6", what, ours, parse, cpu).within(c.target))
		}
		rows = append(rows, worst)
	}
	return rows, nil
}
