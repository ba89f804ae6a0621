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

// withoutCommon returns labels or annotations without those that the document has once.
func (r reader) withoutCommon(list string, n tree.Node) tree.Node {
	var common []string
	for entry := range r.group.Metadata.Get(list).Children() {
		common = append(common, entry.Key())
	}
	if len(common) == 0 {
		return n
	}
	return r.b.Without(n, common...)
}

// commonMetadata returns the section of that name; absent where there is none.
func (w *writer) commonMetadata() value {
	if !w.group.Metadata.Exists() {
		return value{}
	}
	return valueOf((reader{group: w.group, b: w.b}).literal(w.group.Metadata, false))
}
