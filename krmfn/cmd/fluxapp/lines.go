package main

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// line is an object with where it comes from and where it goes. COMMAND.md describes its fields.
type line struct {
	Application string `json:"application,omitempty"`
	Cluster     string `json:"cluster,omitempty"`
	Path        string `json:"path"`
	view.Place
	Object json.RawMessage `json:"object"`
}

// writeLines writes objects in their order as JSON, one per line with its application, its cluster, the file that -o
// dir= writes, and the place that made it. It holds one object at a time, and returns the writer's first error.
func writeLines(w io.Writer, objects []render.Object) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, o := range objects {
		at := o.Origin()
		l := line{Cluster: explained.ClusterOf(o), Path: o.Path(), Place: view.Place{File: at.File, Line: at.Line,
			Column: at.Column}, Object: o.JSON()}
		if o.Document().Class() == schema.ClassApplication {
			l.Application = o.Application()
		}
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	return out.Flush()
}
