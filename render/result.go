package render

import (
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// Result is what a run made.
type Result struct {
	// Objects are in their total order: objects of no cluster, the hub's, then those of each cluster by name; within a
	// cluster those that others need come first.
	Objects []Object
	// Findings are the warnings and information of the run, in file order; when Render failed, its errors too.
	Findings schema.ErrorList

	elsewhere []Object
}

// Elsewhere returns the objects of the other shards, in their order: who writes files leaves theirs to other runs. It is empty when
// the options name no shard.
func (r Result) Elsewhere() []Object { return r.elsewhere }

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
	var problems []schema.Problem
	for _, o := range slices.Concat(r.Objects, r.elsewhere) {
		file, err := o.PathIn(path.Dir(o.Document().File))
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
	if len(problems) > 0 {
		return schema.Explain(problems)
	}
	return nil
}

func noFile(o Object, err error) schema.Problem {
	return schema.Problem{Code: schema.CodeOutside, Document: o.Document(), Node: o.p.Common.Origin, Detail: fmt.Sprintf(
		"the %s %s has no file in its folder: %v; give it another name or namespace", o.Kind(), plan.Qualified(o.Namespace(), o.Name()), err)}
}

func sameFile(o, first Object, file string) schema.Problem {
	return schema.Problem{
		Code: schema.CodeDuplicatePath, Document: o.Document(), Node: o.p.Common.Origin, Other: first.p.Common.Origin,
		Detail: "would be written to " + file + ", which the object made at %s is written to already; " +
			"put one of the documents into another folder, or give one object a name of its own",
	}
}
