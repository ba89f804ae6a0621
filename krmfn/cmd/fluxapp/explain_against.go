package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// difference is a field in which two objects differ: its value on the cluster of --cluster, and that on the cluster
// of --against.
type difference struct {
	object, against row
	restates        bool // the name or the kubeConfig of the cluster differs, and nothing else
}

// differing returns the fields in which two objects differ, in the order of their paths.
func differing(read, against reader, a, b render.Object) (differ []difference) {
	fields := read.fields(a)
	maps.Copy(fields, against.fields(b))
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		keys := fields[path]
		here, there := read.at(a, keys).json(), against.at(b, keys).json()
		if here == there {
			continue
		}
		d := difference{object: read.row(a, keys), against: against.row(b, keys)}
		d.restates = explained.NamesCluster(d.object.Path) ||
			explained.AnyClusterIn(here, a.Cluster()) == explained.AnyClusterIn(there, b.Cluster())
		differ = append(differ, d)
	}
	return differ
}

// fields returns the fields of an object that hold no further fields, by their paths, with those of a source that
// several clusters share.
func (r reader) fields(o render.Object) map[string]fieldPath {
	all := map[string]fieldPath{}
	for _, keys := range append(r.sharedSource(o), leavesOf(value{Node: r.own.Tree(o)})...) {
		if keys[0] != "kind" && keys[0] != "apiVersion" && r.at(o, keys).Exists() {
			all[keys.String()] = keys
		}
	}
	return all
}

func (v value) json() string { return string(tree.AppendJSON(nil, v.Node)) }

// writePairs prints what differs between the objects of two clusters, as text or as lines of JSON.
func writePairs(out io.Writer, pairs []pair, format string) error {
	for _, p := range pairs {
		if format == "text" {
			writePair(out, p)
		} else if err := p.writeJSON(out); err != nil {
			return err
		}
	}
	return nil
}

func writePair(out io.Writer, p pair) {
	switch {
	case p.Against == nil:
		writeOnly(out, *p.Object)
		return
	case p.Object == nil:
		writeOnly(out, *p.Against)
		return
	}
	cluster, against := explained.ClusterOf(*p.Object), explained.ClusterOf(*p.Against)
	fmt.Fprintf(out, "%s on %s, %s on %s\n", p.Object.ID(), cluster, nameOf(*p.Against), against)
	var restated []string
	width := max(len(cluster), len(against)) + 1
	for _, d := range p.differ {
		if d.restates {
			restated = append(restated, d.object.Path)
			continue
		}
		fmt.Fprintf(out, "  %s\n", d.object.Path)
		fmt.Fprintf(out, "    %-*s %s\n", width, cluster+":", d.object.valueSetBy())
		fmt.Fprintf(out, "    %-*s %s\n", width, against+":", d.against.valueSetBy())
	}
	switch {
	case len(p.differ) == 0:
		fmt.Fprintln(out, "  nothing differs")
	case len(restated) == len(p.differ):
		fmt.Fprintf(out, "  nothing differs but the name or kubeConfig of the cluster: %s\n", strings.Join(restated, ", "))
	case len(restated) > 0:
		fmt.Fprintf(out, "  differs by the name or kubeConfig of the cluster only: %s\n", strings.Join(restated, ", "))
	}
}

// writeOnly prints an object that one of the clusters has.
func writeOnly(out io.Writer, o render.Object) {
	fmt.Fprintf(out, "only on %s: %s (%s)\n", explained.ClusterOf(o), o.ID(), placeText(o.Origin()))
}

// valueSetBy returns a value with what set it in words.
func (r row) valueSetBy() string {
	switch {
	case !r.IsSet():
		return noValue
	case r.Value == "":
		return noValue + "  # " + r.setBy()
	}
	return r.Value + "  # " + r.setBy()
}

// The types of the JSON. COMMAND.md describes their fields.
type (
	jsonDifference struct {
		Application string    `json:"application"`
		Path        string    `json:"path,omitempty"`
		Restates    bool      `json:"restates,omitempty"`
		Cluster     *jsonSide `json:"cluster,omitempty"`
		Against     *jsonSide `json:"against,omitempty"`
	}
	jsonSide struct {
		Name   string `json:"name"`
		Object jsonID `json:"object"`
		explained.Value
	}
)

// writeJSON prints a line for each field that differs, or one for an object that one of the clusters has.
func (p pair) writeJSON(w io.Writer) error {
	switch {
	case p.Against == nil:
		return writeJSONLine(w, jsonDifference{Application: p.Object.Application(), Cluster: sideOf(row{object: *p.Object})})
	case p.Object == nil:
		return writeJSONLine(w, jsonDifference{Application: p.Against.Application(),
			Against: sideOf(row{object: *p.Against})})
	}
	for _, d := range p.differ {
		line := jsonDifference{p.Object.Application(), d.object.Path, d.restates, sideOf(d.object), sideOf(d.against)}
		if err := writeJSONLine(w, line); err != nil {
			return err
		}
	}
	return nil
}

func sideOf(r row) *jsonSide {
	return &jsonSide{explained.ClusterOf(r.object), idOf(r.object), r.JSON()}
}
