package render

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// selection is which applications a run renders.
type selection struct {
	opts  Options
	found map[string]bool // the names that are those of documents
}

// has reports whether a document is wanted, and remembers which names are.
func (s selection) has(app *application) bool {
	names := s.opts.names(app.document)
	for _, name := range names {
		s.found[name] = true
	}
	return len(names) > 0 || s.opts.Selects(app.document)
}

// Selects reports whether a document is to be rendered. What is neither an application nor a repository is never left out: it may
// be meant to be one, and then what is wrong with it must be said.
func (o Options) Selects(d *schema.Document) bool {
	selectable := d.Class == schema.App || d.Class == schema.Argo || d.Class == schema.Repository
	return len(o.Applications) == 0 || !selectable || len(o.names(d)) > 0
}

// names returns the names that the options have for an application.
func (o Options) names(d *schema.Document) (names []string) {
	named := application{document: d, namespace: cmp.Or(d.Namespace, o.Namespace)}
	for _, name := range o.Applications {
		if (d.Class == schema.App || d.Class == schema.Argo) && (name == d.Name || name == named.owner()) {
			names = append(names, name)
		}
	}
	return names
}

// missing refuses the names that are none of an application.
func (s selection) missing() (problems []schema.Problem) {
	for _, name := range s.opts.Applications {
		if !s.found[name] {
			problems = append(problems, schema.Problem{
				Code: schema.CodeNoSuchApplication, Current: name,
				Detail: fmt.Sprintf("there is no application %q among the documents; write the name, or namespace/name, of one that is there", name),
			})
		}
	}
	return problems
}
