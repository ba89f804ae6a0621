package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// changed are two versions of a document: what is different in the second one, as an old and a new text.
var changed = []struct{ name, old, new string }{
	{"nothing changed", "", ""},
	{"one field of all objects changed", "timeout: 5m\n", "timeout: 6m\n"},
	{"all objects have new names", "  name: podinfo\n  namespace: apps\n", "  name: webshop\n  namespace: apps\n"},
}

// longest are the documents in which comparing takes longest beside rendering, and summarizing beside reading.
var longest = []document{
	{name: "references elsewhere, HelmReleases", text: references}, {name: "references elsewhere, Kustomizations", text: substitutions},
}

// compares measures the comparison of two renderings for each kind of change, in the document where it takes longest beside rendering.
func (b bench) compares() (rows []row, err error) {
	for _, c := range changed {
		worst := row{}
		for _, d := range longest {
			r, err := b.comparesOne(d, c.name, string(d.text(b.fleet(b.few))), c.old, c.new)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", d.name, c.name, err)
			}
			if r.value > worst.value {
				worst = r
			}
		}
		rows = append(rows, worst)
	}
	return rows, nil
}

// comparesOne measures the comparison of a document with another version of it.
func (b bench) comparesOne(d document, name, text, old, new string) (row, error) {
	before, after, err := b.versions(text, strings.ReplaceAll(text, old, new))
	if err != nil {
		return row{}, err
	}
	var rendering, comparing []float64
	for range b.runs {
		var cost struct{ Rendering, Comparing time.Duration }
		answer, err := exec.Command(b.path("compares"), before, after).Output()
		if err == nil {
			err = json.Unmarshal(answer, &cost)
		}
		if err != nil {
			return row{}, err
		}
		rendering, comparing = append(rendering, float64(cost.Rendering)), append(comparing, float64(cost.Comparing))
	}
	both, more := median(rendering), median(comparing)
	return row{
		"6", fmt.Sprintf("CPU of rendering and comparing %s objects with as many to that of rendering both, %s; the most, in: %s", thousands(b.few), name, d.name),
		(both + more) / both, "×", 2, fmt.Sprintf("%s more than %s", seconds(time.Duration(more)), seconds(time.Duration(both))),
	}, nil
}
