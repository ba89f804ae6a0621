package render

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// selection is which applications a run renders.
type selection struct {
	names []string // as name or namespace/name; none is all
	found map[string]bool
}

func selectionOf(opts Options) selection {
	return selection{names: opts.Applications, found: map[string]bool{}}
}

// has reports whether a document is wanted, and remembers which names are. What is wrong with a document that is neither an
// application nor a repository is always said: it may be meant to be one.
func (s selection) has(app *application) bool {
	if len(s.names) == 0 || app.document.Class != schema.App && app.document.Class != schema.Repository {
		return true
	}
	wanted := false
	for _, name := range s.names {
		if app.document.Class == schema.App && (name == app.document.Name || name == app.owner()) {
			s.found[name], wanted = true, true
		}
	}
	return wanted
}

// missing refuses the names that are none of an application.
func (s selection) missing() (problems []schema.Problem) {
	for _, name := range s.names {
		if !s.found[name] {
			problems = append(problems, schema.Problem{
				Code: schema.CodeNoSuchApplication, Current: name,
				Detail: fmt.Sprintf("there is no application %q among the documents; write the name or namespace/name of one that is", name),
			})
		}
	}
	return problems
}
