package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// deliverySizes are the fleets of bench-delivery, by their numbers of objects.
type deliverySizes struct {
	flat, grouped []int
	perGroup      int // objects of a group, about
	others        []layout
	committed     int // objects that are put into git
}

var deliveries = deliverySizes{
	flat: []int{1_000, 2_000, 4_000}, grouped: []int{4_000, 8_000, 16_000}, perGroup: 100,
	others: []layout{
		{4_000, 80, perApplication}, {4_000, 20, perApplication}, {4_000, 10, perApplication}, {4_000, 5, perApplication},
		{16_000, 80, perApplication}, {16_000, 40, perApplication},
	},
	committed: 20_000,
}

// layout is that of a fleet in groups.
func (s deliverySizes) layout(objects int, files string) layout {
	return layout{objects, objects / s.perGroup, files}
}

// layouts are the ways in which the objects are divided among folders that Flux builds.
func (s deliverySizes) layouts() (all []layout) {
	for _, n := range s.flat {
		all = append(all, layout{objects: n})
	}
	for _, n := range s.grouped {
		all = append(all, s.layout(n, perObject), s.layout(n, perApplication))
	}
	return append(all, s.others...)
}

// deliveryTable measures what delivering the objects costs after they are rendered: in Flux and in git.
func (b bench) deliveryTable(sizes deliverySizes) (string, []row, error) {
	version, err := exec.Command("git", "version").Output()
	if err == nil {
		err = goBuild(filepath.Join(b.root, "testdata", "fluxbuild"), b.path("fluxbuild"), ".")
	}
	if err != nil {
		return "", nil, err
	}
	builds, err := b.builds(sizes.layouts())
	if err != nil {
		return "", nil, err
	}
	commits, err := b.commits(sizes.layout(sizes.committed, perObject), sizes.layout(sizes.committed, perApplication))
	if err != nil {
		return "", nil, err
	}
	text := fmt.Sprintf("CPU time counts, because the time on the clock is longer on a busy machine. Flux's builds are "+
		"those of %s. Commits are those of %s.\n\n%s\n%s",
		builds[0].library, strings.TrimSpace(string(version)), buildTable(builds), commitTable(commits))
	return text, append(buildRows(sizes, builds), commitRows(commits)...), nil
}
