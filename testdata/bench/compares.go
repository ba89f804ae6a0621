package main

import (
	"fmt"
	"strings"
)

// changed are two versions of a document: what is different in the second one, as an old and a new text.
var changed = []struct{ name, old, new string }{
	{"nothing changed", "", ""},
	{"one field of all objects changed", "timeout: 5m\n", "timeout: 6m\n"},
	{"all objects have new names", "  name: podinfo\n  namespace: apps\n", "  name: webshop\n  namespace: apps\n"},
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
			worst = worse(worst, compare("6", what, ours, parse, cpu).within(1.5))
		}
		rows = append(rows, worst)
	}
	return rows, nil
}
