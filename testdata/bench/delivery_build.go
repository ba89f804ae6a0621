package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// building is what it costs Flux to build a layout.
type building struct {
	layout
	*measured
	// library names what builds, and largest is the number of objects of the largest folder.
	library string
	largest int
}

// builds renders the layouts, and measures by turns what kustomize-controller does with their folders.
func (b bench) builds(layouts []layout) (all []*building, err error) {
	var turns []*measured
	for _, l := range layouts {
		one, err := b.building(l)
		if err != nil {
			return nil, err
		}
		all, turns = append(all, one), append(turns, one.measured)
	}
	return all, byTurns(b.runs, turns...)
}

// building renders a layout into a new folder.
func (b bench) building(l layout) (*building, error) {
	dir, err := os.MkdirTemp(b.dir, "layout")
	if err != nil {
		return nil, err
	}
	if _, err := b.delivers(l, b.document(l), dir); err != nil {
		return nil, err
	}
	folders, err := l.built(dir)
	one := &building{layout: l}
	one.measured = &measured{measure: func() (usage, error) { return one.build(b, folders) }}
	return one, err
}

// built is a line that fluxbuild prints, for a folder, or without one for all.
type built struct {
	Folder, Library string
	Objects         int
	CPUSeconds      float64
}

// build builds folders in one process. The CPU time is that of the builds alone. All objects must be there: those of
// the last of several folders are the Kustomizations of the others.
func (one *building) build(b bench, folders []string) (usage, error) {
	out := b.path("built.json")
	cost, err := b.measure(os.DevNull, out, append([]string{b.path("fluxbuild")}, folders...)...)
	if err != nil {
		return cost, err
	}
	lines, err := readBuilt(out)
	if err != nil {
		return cost, err
	}
	objects := 0
	for _, line := range lines[:max(1, len(folders)-1)] {
		objects, one.largest = objects+line.Objects, max(one.largest, line.Objects)
	}
	if objects != one.objects {
		return cost, fmt.Errorf("%s: Flux builds %d objects, and not %d", one.layout, objects, one.objects)
	}
	all := lines[len(folders)]
	cost.CPU, one.library = time.Duration(all.CPUSeconds*float64(time.Second)), all.Library
	return cost, nil
}

// readBuilt reads what fluxbuild has printed.
func readBuilt(file string) (lines []built, err error) {
	printed, err := os.ReadFile(file)
	for data := range bytes.Lines(printed) {
		var line built
		if err := json.Unmarshal(data, &line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, err
}

// buildTable prints what the builds cost.
func buildTable(all []*building) string {
	var table strings.Builder
	table.WriteString("| objects | layout | objects of the largest folder | CPU of Flux's builds | of an object | " +
		"peak memory |\n|---|---|---|---|---|---|\n")
	for _, one := range all {
		cost := one.medians()
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | %s |\n", thousands(one.objects), one.layout,
			thousands(one.largest), seconds(cost.CPU), seconds(cost.CPU/time.Duration(one.objects)), mib(cost.Peak))
	}
	return table.String()
}

// buildRows compare the layouts of the largest fleet with what it may cost, and one of its groups with one of the
// smallest fleet in groups.
func buildRows(sizes deliverySizes, all []*building) (rows []row) {
	few, many := sizes.grouped[0], sizes.grouped[len(sizes.grouped)-1]
	for _, one := range all {
		if one.objects != many {
			continue
		}
		took := one.medians().CPU
		rows = append(rows, row{
			"12", fmt.Sprintf("CPU of Flux's builds of %s objects in %s", thousands(many), one.layout),
			took.Seconds(), " s", 20, seconds(took/time.Duration(one.groups)) + " for a group",
		})
	}
	for _, files := range []string{perObject, perApplication} {
		rows = append(rows, find(all, sizes.layout(many, files)).grownFrom(find(all, sizes.layout(few, files))))
	}
	return rows
}

func find(all []*building, l layout) *building {
	return all[slices.IndexFunc(all, func(one *building) bool { return one.layout == l })]
}

// grownFrom compares the CPU time of a group among many with that of one among few.
func (one *building) grownFrom(few *building) row {
	what := fmt.Sprintf("CPU of Flux's build of one of %d groups to that of one of %d, a file per %s", one.groups,
		few.groups, one.files)
	grown := compare("12", what, one.measured, few.measured, cpu)
	grown.value *= float64(few.groups) / float64(one.groups)
	return grown.within(1.2)
}
