package layout

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// sectionKeys order the fields of a section, and itemKeys those of its items.
var (
	sectionKeys = []string{"cluster", "repositories", "update", "providers", "alerts"}
	itemKeys    = []string{"name", "interval", "sourceRef", "git", "update", "spec", "policies", ""}
)

// sectionValue returns a section of the document whose items begin with their names.
func sectionValue(n tree.Node) value {
	made := ranked(valueOf(n), sectionKeys...)
	for i, f := range made.fields {
		if f.key == "update" {
			ranked(f.value, itemKeys...)
		}
		for _, item := range f.value.items {
			ranked(item, itemKeys...)
			made.fields[i].value.style = lines
		}
	}
	return made
}
