package graph

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// references are the fields of ref of a source, the first of which that is written counts, and what it follows
// without any: fluxcd.io/flux/components/source/gitrepositories and /ocirepositories, "Reference".
var references = map[string]struct {
	fields []string
	usual  string
}{
	kinds.GitRepository.Name: {[]string{"commit", "name", "semver", "tag", "branch"}, "master"},
	kinds.OCIRepository.Name: {[]string{"digest", "semver", "tag"}, "latest"},
}

// Followed returns what a source follows: the field of its ref that counts, and its text. Without any, the field is
// empty, and the revision is what Flux takes then. Both are empty for an object without revisions, and for the zero
// Object.
func Followed(source render.Object) (field, revision string) {
	known, found := references[source.Kind()]
	if !found {
		return "", ""
	}
	for _, field := range known.fields {
		if text := source.SpecValue("ref", field).Text(); text != "" {
			return field, text
		}
	}
	return "", known.usual
}
