package render

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Result is what a run made.
type Result struct {
	// Objects are in their total order: objects of no cluster, the hub's, then those of each cluster by name; within a
	// cluster those that others need come first.
	Objects []Object
	// Findings are the warnings and information of the run, in file order; when Render failed, its errors too.
	Findings finding.Findings

	elsewhere []Object
}

// Elsewhere returns the objects of the other shards, in their order: who writes files leaves theirs to other runs. It is empty when
// the options name no shard.
func (r Result) Elsewhere() []Object { return r.elsewhere }

// ByCluster yields the objects of each cluster, by the name of the cluster. Those of the empty name are the hub's, and those of no
// cluster.
func (r Result) ByCluster() iter.Seq2[string, []Object] {
	return func(yield func(string, []Object) bool) {
		for from, to := 0, 0; from < len(r.Objects); from = to {
			name := r.Objects[from].Cluster()
			for to < len(r.Objects) && r.Objects[to].Cluster() == name {
				to++
			}
			if !yield(name, r.Objects[from:to]) {
				return
			}
		}
	}
}

// ByApplication yields the objects of each application, by its namespace/name, in the order of these.
func (r Result) ByApplication() iter.Seq2[string, []Object] {
	all := map[string][]Object{}
	for _, o := range r.Objects {
		all[o.Application()] = append(all[o.Application()], o)
	}
	return func(yield func(string, []Object) bool) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if !yield(name, all[name]) {
				return
			}
		}
	}
}

// WriteYAML writes the objects as a stream of YAML documents with --- before each. It holds few objects at a time.
func (r Result) WriteYAML(w io.Writer) error { return emit.WriteYAML(w, r.placements) }

// WriteJSON writes the objects as one JSON document, a v1 List, an object to a line. It holds one object at a time.
func (r Result) WriteJSON(w io.Writer) error { return emit.WriteJSON(w, r.placements) }

// placements yields the placements of the objects.
func (r Result) placements(yield func(*plan.Placement) bool) {
	for _, o := range r.Objects {
		if !yield(o.p) {
			return
		}
	}
}

// CheckPaths refuses objects that have no file, or that would be written to the same file. It is for those who write files; a
// stream can hold them.
func (r Result) CheckPaths() error {
	seen := map[string]Object{}
	var problems []finding.Problem
	for _, o := range slices.Concat(r.Objects, r.elsewhere) {
		file, err := o.PathIn(path.Dir(o.Document().File()))
		first, taken := seen[file]
		switch {
		case err != nil:
			problems = append(problems, noFile(o, err))
		case taken:
			problems = append(problems, sameFile(o, first, file))
		default:
			seen[file] = o
		}
	}
	return finding.Locate(problems).Err()
}

func noFile(o Object, err error) finding.Problem {
	return finding.Problem{Code: finding.CodeOutside, Subject: o.Document().Subject(), Node: o.p.Common.Origin, Detail: fmt.Sprintf(
		"the %s %s has no file in its folder: %v; give it another name or namespace", o.Kind(), plan.Qualified(o.Namespace(), o.Name()), err)}
}

func sameFile(o, first Object, file string) finding.Problem {
	return finding.Problem{
		Code: finding.CodeDuplicatePath, Subject: o.Document().Subject(), Node: o.p.Common.Origin,
		Detail: "would be written to " + file + ", which the object made at ",
	}.Beside(first.p.Common.Origin,
		" is written to already; put one of the documents into another folder, or give one object a name of its own")
}
