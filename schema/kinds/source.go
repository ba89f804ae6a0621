package kinds

import "strings"

// Revision tells which revision of a source Flux takes.
type Revision struct {
	// At leads to the map with the fields, of which the first that is written counts.
	At     Path
	Fields []string
	// Exact is the field that names one revision for ever, and Tag the one that does where it is a whole version.
	Exact, Tag string
	// Usual is the revision without any of the fields.
	Usual string
}

// Followed returns what a source follows: the field that counts, and its text. Without any field, it is empty, and the
// revision is what Flux takes then. Both are empty for an object without revisions, and for no kind, nil.
func (k *Kind) Followed(read Reader) (field, revision string) {
	if k == nil {
		return "", ""
	}
	for _, field := range k.Revision.Fields {
		if text := k.Revision.At.In(read).Get(field).Text(); text != "" {
			return field, text
		}
	}
	return "", k.Revision.Usual
}

// Address returns where a source is, for example its URL; empty for a kind that is no place.
func (k *Kind) Address(read Reader) string {
	if k == nil {
		return ""
	}
	parts := make([]string, len(k.Place))
	for i, at := range k.Place {
		parts[i] = at.In(read).Text()
	}
	return strings.TrimSuffix(strings.Join(parts, "/"), "/")
}

// RepositorySource returns the name of the Flux GitRepository of a devops GitRepository. KubeSphere's controller gives
// it the same.
func RepositorySource(repository string) string { return "fluxcd-" + repository }

// IsRepositorySource reports whether an object of a kind, a name and a label managed-by is the Flux GitRepository of a
// devops GitRepository. The label alone is not enough: a FluxApplication can set it too.
func IsRepositorySource(kind, name, managedBy, repository string) bool {
	return kind == GitRepository.Name && managedBy == KubeSphereGroup && name == RepositorySource(repository)
}
