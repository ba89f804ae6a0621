package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// leftovers are the objects that stay for one reason, counted by kind, and the lists by the fields that they set.
type leftovers struct {
	kinds        []string // in the order of the files
	number, sets map[string]int
}

// leftLines counts what stays, a line for each reason.
func leftLines(left []adopt.Left) (lines []string) {
	var reasons []string
	all := map[string]*leftovers{}
	for _, l := range left {
		of := all[l.Reason]
		if of == nil {
			of = &leftovers{number: map[string]int{}, sets: map[string]int{}}
			all[l.Reason] = of
			reasons = append(reasons, l.Reason)
		}
		kind := cmp.Or(l.Kind, "document without a kind")
		if of.number[kind]++; of.number[kind] == 1 {
			of.kinds = append(of.kinds, kind)
		}
		for _, key := range l.Sets {
			of.sets[key]++
		}
	}
	for _, reason := range reasons {
		lines = append(lines, all[reason].line(reason))
	}
	return lines
}

func (l *leftovers) line(reason string) string {
	var counts []string
	for _, kind := range l.kinds {
		counts = append(counts, counted(l.number[kind], kind))
	}
	which := ", each "
	if len(l.kinds) == 1 && l.number[l.kinds[0]] == 1 {
		which = ", which "
	}
	line := strings.Join(counts, ", ") + which + reason
	var set []string
	for _, key := range slices.Sorted(maps.Keys(l.sets)) {
		verb := " set "
		if l.sets[key] == 1 {
			verb = " sets "
		}
		set = append(set, names.Number(l.sets[key])+verb+key)
	}
	if len(set) > 0 {
		line += "; " + strings.Join(set, ", ")
	}
	return line
}

// counted returns a number of objects. The plural of the name of a file is the name.
func counted(n int, kind string) string {
	switch {
	case strings.Contains(kind, "."):
		return names.Number(n) + " " + kind
	case strings.HasPrefix(kind, "document ") && n > 1:
		return names.Number(n) + " documents without a kind"
	}
	return names.Counted(n, kind)
}
