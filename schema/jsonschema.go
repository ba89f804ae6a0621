package schema

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// schemaFiles are the JSON Schemas and CustomResourceDefinitions. "make generate" writes them.
//
//go:embed application.json fluxapplication.json fluxapplicationbase.json renderconfig.json crd/*.yaml
var schemaFiles embed.FS

// JSONSchema returns the JSON Schema (draft-07) of the documents of a kind, Application, FluxApplication,
// FluxApplicationBase or RenderConfig, for editors and other checkers of documents: closed objects, and the comments
// of fluxapp's and of Flux's types as descriptions. It reports what [Parse] reports, and those rules about a whole
// application that a JSON Schema can express. It allows null wherever a field may be absent, and a string with ${…}
// wherever a string is allowed. For any other kind it returns an error.
func JSONSchema(kind string) ([]byte, error) {
	return schemaFile(kind, kinds.Own(kinds.Group, kinds.KubeSphereGroup), strings.ToLower(kind)+".json")
}

// CRD returns a CustomResourceDefinition of a kind, Application, FluxApplication or FluxApplicationBase, as YAML, for
// clusters that hold documents of fluxapp without KubeSphere. What such a cluster stores renders the same objects:
// nulls stay, and a reference or a $(remove) may be in the place of a value. fluxapp reports more, for example unknown
// fields below a field of an entry. KubeSphere brings a definition of Application of its own, which takes fewer fields:
// never replace it. For any other kind it returns an error.
func CRD(kind string) ([]byte, error) {
	var known []string
	var name string
	for k := range kinds.Standard().With(kinds.Read) {
		if k.Plural != "" {
			known = append(known, k.Name)
		}
		if k.Name == kind {
			name = "crd/" + k.Group + "_" + k.Plural + ".yaml"
		}
	}
	return schemaFile(kind, known, name)
}

func schemaFile(kind string, known []string, name string) ([]byte, error) {
	near := names.Nearest(kind, known)
	switch {
	case slices.Contains(known, kind):
		return schemaFiles.ReadFile(name)
	case near != "":
		return nil, fmt.Errorf("there is no schema of kind %q; did you mean %s?", kind, near)
	}
	return nil, fmt.Errorf("there is no schema of kind %q; write %s", kind, names.Or(known))
}
