package adopt

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
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
func (in *input) workloadsOfFiles() (all []*object) {
	for _, o := range in.objects {
		if o.kind.Is(kinds.Workload) {
			all = append(all, o)
		}
	}
	return all
}
