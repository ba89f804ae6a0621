package adopt

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// onServer is an object of an API server.
type onServer struct {
	id
	server string
}

// noObjects are the reasons of what no cluster has, as far as anybody can tell.
var noObjects = []*reason{isPatch, isUnbuilt, isItem, isJSON, isBroken}

// clashes returns, for each workload that an API server has from another document too, one of the others. Objects whose
// names nobody knows for sure clash with none.
func clashes(objects []*object, spots map[*object]spot) map[*object]*object {
	firsts, all := map[onServer]*object{}, map[*object]*object{}
	for _, o := range objects {
		if o.altered || slices.Contains(noObjects, o.left) || names.Placeholder(o.name+o.home) {
			continue
		}
		for _, cluster := range spots[o].clusters {
			key := onServer{o.id(), spots[o].server(cluster)}
			if first := firsts[key]; first == nil {
				firsts[key] = o
			} else if first != o {
				all[o] = first
				if all[first] == nil {
					all[first] = o
				}
			}
		}
	}
	return all
}

// refuseClashes refuses workloads that one cluster has from two places. Where these differ in their folders, it names
// the --cluster-from that tells them apart.
func refuseClashes(in *input, readings []reading) (problems []finding.Problem) {
	objects, spots := in.workloadsOfFiles(), map[*object]spot{}
	for _, o := range in.objects {
		spots[o] = o.spot
	}
	all := clashes(objects, spots)
	if len(all) == 0 {
		return nil
	}
	remedy := "; keep one of them"
	if tells := tellApart(in, readings, all); len(tells) > 0 {
		remedy += ", or, if each is of another cluster, write where its name is: --cluster-from '" +
			strings.Join(tells[:min(len(tells), maxListed)], "' or --cluster-from '") + "'"
	}
	for _, o := range objects {
		other := all[o]
		if other == nil {
			continue
		}
		what := o.kind.Name + " " + strings.TrimPrefix(o.home+"/"+o.name, "/")
		if o.isLocal {
			what += " of cluster " + names.And(o.clusters)
		}
		p := finding.Problem{Code: wording.CodeSameObject, Subject: o.subject, Node: o.root.At("metadata", "name"),
			Current: o.name, Detail: what + " is already at "}
		problems = append(problems, p.Beside(other.root.At("metadata", "name"), remedy))
		o.left = isDouble
	}
	return problems
}

// workloadsOfFiles returns all workloads, also those that stay.
func (in *input) workloadsOfFiles() []*object {
	return each.Only(in.objects, func(o *object) bool { return o.kind.Is(kinds.Workload) })
}

// candidates returns the places that may tell apart objects that are there several times, the plainest first: one part
// of their paths, two parts, the names of their files where these are stages, and labels.
func candidates(doubled map[*object]*object) (all []ClusterFrom) {
	objects := slices.SortedFunc(maps.Keys(doubled), compareObjects)
	paths := each.Of(objects, func(o *object) []string { return partsOf(o.file) })
	differ := differing(paths)
	for _, i := range differ {
		all = append(all, wordsAt(paths, []int{i}))
	}
	for n, i := range differ {
		for _, j := range differ[n+1:] {
			all = append(all, wordsAt(paths, []int{i, j}))
		}
	}
	isStage := func(parts []string) bool { return stageWord.MatchString(parts[len(parts)-1]) }
	if isAlike := !slices.ContainsFunc(paths, func(parts []string) bool { return !isStage(parts) }); isAlike {
		p, _ := parsePattern(strings.Repeat("*/", len(paths[0])-1) + "{cluster}")
		all = append(all, ClusterFrom{place: fromPattern, pattern: p})
	}
	for _, label := range labelsOf(objects) {
		all = append(all, ClusterFrom{place: fromLabel, label: label})
	}
	return all
}

// differing returns the folders in which paths differ, by their index. The last part of a path is the name of its file.
func differing(paths [][]string) (all []int) {
	for i := 0; ; i++ {
		isEnd := func(parts []string) bool { return i >= len(parts)-1 }
		if slices.ContainsFunc(paths, isEnd) {
			return all
		}
		if slices.ContainsFunc(paths, func(parts []string) bool { return parts[i] != paths[0][i] }) {
			all = append(all, i)
		}
	}
}

// wordsAt returns the pattern with words for parts of paths, and * for others in which the paths differ.
func wordsAt(paths [][]string, words []int) ClusterFrom {
	var parts []string
	for i := range words[len(words)-1] + 1 {
		part := paths[0][i]
		if slices.ContainsFunc(paths, func(parts []string) bool { return parts[i] != part }) {
			part = "*"
		}
		switch {
		case i == words[len(words)-1]:
			part = "{cluster}"
		case slices.Contains(words, i):
			part = "{" + wordNames[slices.Index(words, i)%len(wordNames)] + "}"
		}
		parts = append(parts, part)
	}
	p, _ := parsePattern(strings.Join(append(parts, "…"), "/"))
	p.isDir = true
	return ClusterFrom{place: fromPattern, pattern: p}
}

// wordNames are the words for parts of paths before the name of a cluster.
var wordNames = []string{"env", "region", "site"}

// labelsOf returns the keys of the labels that all objects have, and that not all have with one value.
func labelsOf(objects []*object) []string {
	values := map[string]map[string]int{}
	for _, o := range objects {
		for label := range o.root.At("metadata", "labels").Children() {
			each.Below(values, label.Key())[label.Text()]++
		}
	}
	maps.DeleteFunc(values, func(_ string, count map[string]int) bool {
		n := 0
		for _, some := range count {
			n += some
		}
		return n < len(objects) || len(count) < 2
	})
	return slices.Sorted(maps.Keys(values))
}

// tellApart returns the places with which no workload is on a cluster twice.
func tellApart(in *input, readings []reading, doubled map[*object]*object) (all []string) {
	for _, from := range candidates(doubled) {
		p := places{remote: []ClusterFrom{from}, local: []ClusterFrom{from}}
		if f := try(in, place(in, readings, p)); f.doubled == 0 {
			all = append(all, from.String())
		}
	}
	return all
}
