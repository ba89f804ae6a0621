package krmfn

import (
	"fmt"
	"io/fs"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
)

// bookkeeping are the annotations by which a client finds the resource again: they put an object back into the file, the place
// in the file and the package where it was, and the comments that its user added back onto its fields.
var bookkeeping = []string{
	annotationIndex, annotationPath, annotationSeqIndent, annotationID, annotationPackage, annotationResourceID, annotationOldResourceID,
}

// object returns the node of an object with the client's annotations, or why it cannot be there. A new object whose file
// would lie outside of the package, because its document says that it does, is refused: no client would write it.
func (in input) object(o render.Object, b belongings, fileBased bool) (made, *Result) {
	from := in.from[o.Document()]
	key := packaged(from, objectIdentity(o))
	if other := b.others[key]; other != nil {
		return made{}, inTheWay(o, other, from)
	}
	earlier := b.earlier[key]
	annotations := bookkept(earlier)
	if earlier == nil && fileBased {
		path := o.Path()
		if other := b.files[inPackage[string]{key.pkg, path}]; other != nil || !fs.ValidPath(path) {
			return made{}, noPlace(o, path, other, from)
		}
		annotations[annotationPath], annotations[annotationIndex] = path, "0"
		annotations[annotationPackage] = key.pkg
	}
	return made{describe(o), annotated(o.YAML(), annotations), earlier}, nil
}

// bookkept returns the annotations by which a client finds an item again; none of no item.
func bookkept(item *yaml.RNode) map[string]string {
	annotations := map[string]string{}
	if item != nil {
		for _, name := range bookkeeping {
			annotations[name] = annotation(item, name)
		}
	}
	return annotations
}

// annotated reads a text of ours into a node and adds those annotations that have a value.
func annotated(text []byte, annotations map[string]string) *yaml.RNode {
	node := yaml.MustParse(string(text))
	for _, name := range bookkeeping {
		if value := annotations[name]; value != "" {
			if err := node.PipeE(yaml.SetAnnotation(name, value)); err != nil {
				panic(err) // all that we write has a map of annotations
			}
		}
	}
	return node
}

func inTheWay(o render.Object, other, from *yaml.RNode) *Result {
	whose := "fluxapp did not make it"
	if owner := ownerOfItem(other); owner.Document != "" {
		whose = "it was made of " + owner.Document + ", which is not rendered here"
	}
	where := ""
	if path := annotation(other, annotationPath); path != "" {
		where = " in " + path
	}
	r := refusal(CodeForeignObject, fmt.Sprintf(
		"would become the %s, which is there already%s, and %s; remove it, or give one of them another name",
		describe(o), where, whose)).place(from)
	return &r
}

func noPlace(o render.Object, path string, other, from *yaml.RNode) *Result {
	r := refusal(CodeOutside, fmt.Sprintf(
		"the %s would be written to %s, which is outside the package; move its document into it", describe(o), path))
	if other != nil {
		r = refusal(CodeForeignFile, fmt.Sprintf(
			"the %s would be written to %s, which holds the %s %s; move that one to another file",
			describe(o), path, text(other, "kind"), text(other, "metadata", "name")))
	}
	r = r.place(from)
	return &r
}

func describe(o render.Object) string {
	return o.Kind() + " " + strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/")
}
