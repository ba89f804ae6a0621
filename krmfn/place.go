package krmfn

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
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
	key := in.key(o, fileBased)
	if other := b.inTheWay(o, key); other != nil {
		return made{}, b.refuseItem(o, other, from)
	}
	earlier := b.earlier[key]
	annotations := bookkept(earlier)
	if earlier == nil && fileBased {
		file := o.Path()
		if other := b.files[inPackageFile(key.pkg, file)]; other != nil || !fs.ValidPath(file) {
			return made{}, b.noPlace(o, file, other, from)
		}
		annotations[annotationPath], annotations[annotationIndex] = file, "0"
		annotations[annotationPackage] = key.pkg
	}
	node, err := annotated(o.YAML(), annotations)
	if err != nil {
		r := unreadable(describe(o), err).place(from)
		return made{}, &r
	}
	return made{describe(o), node, earlier}, nil
}

// unreadable reports output of fluxapp that kyaml cannot read back.
func unreadable(what string, err error) Result {
	return refusal(schema.CodeSyntax, fmt.Sprintf("the %s was rendered, and kyaml cannot read it: %v; render with fluxapp render", what, err))
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
func annotated(text []byte, annotations map[string]string) (*yaml.RNode, error) {
	node, err := yaml.Parse(string(text))
	if err != nil {
		return nil, err
	}
	for _, name := range bookkeeping {
		if value := annotations[name]; value != "" {
			if err := node.PipeE(yaml.SetAnnotation(name, value)); err != nil {
				return nil, err
			}
		}
	}
	return node, nil
}

// inTheWay returns an item that is not ours and that the API server of an object would take for it; nil when there is none.
func (b belongings) inTheWay(o render.Object, key inPackage[mark]) *yaml.RNode {
	for _, other := range b.others[inPackage[identity]{key.pkg, key.is.identity}] {
		folder := path.Dir(path.Dir(key.is.file)) + "/"
		elsewhere := key.is.file != "" && !strings.HasPrefix(fileOf(other), folder) || key.is.file == "" && b.lists.hold(other)
		if !elsewhere {
			return other
		}
	}
	return nil
}

func (b belongings) refuseItem(o render.Object, other, from *yaml.RNode) *Result {
	where := ""
	if path := annotation(other, annotationPath); path != "" {
		where = " in " + path
	}
	whose, wayOut := "fluxapp did not make it", "remove it"
	if document := ownerOfItem(other).Document; b.orphans[document] > 0 {
		whose, wayOut = "it was rendered from "+document+", which is not among the items", "write "+pruneOrphans+" to replace it"
	} else if document != "" {
		whose = "it was rendered from " + document + ", which is not rendered here"
	}
	r := refusal(CodeForeignObject, fmt.Sprintf("the %s exists already%s, and %s; %s, or write another name for one of them",
		describe(o), where, whose, wayOut)).place(from)
	return &r
}

// apart refuses objects of one identity for several API servers where the client keeps no files: it could not tell them apart. It
// says so once for each document.
func (in input) apart(rl ResourceList, objects []render.Object) (refused Results) {
	if rl.FileBased() {
		return nil
	}
	first, said := map[identity]render.Object{}, map[*schema.Document]bool{}
	for _, o := range objects {
		other, twice := first[objectIdentity(o)]
		if !twice {
			first[objectIdentity(o)] = o
		} else if d := o.Document(); !said[d] {
			said[d] = true
			refused = append(refused, refusal(CodeApart, fmt.Sprintf(
				"the %s is for %s and for %s, which have API servers of their own, and this client keeps both in one stream; "+
					"write folders with fluxapp render -o dir=PATH, or render in a package of kpt",
				describe(o), serverOf(other), serverOf(o))).place(in.from[d]))
		}
	}
	return refused
}

// serverOf says on which API server an object lies.
func serverOf(o render.Object) string {
	if !o.Standalone() || o.Cluster() == "" {
		return "the hub"
	}
	return "the cluster " + o.Cluster()
}

func (b belongings) noPlace(o render.Object, file string, other, from *yaml.RNode) *Result {
	r := refusal(schema.CodeOutside, fmt.Sprintf(
		"the %s would be written to %s, which is outside the package; move its document into it", describe(o), file))
	if other != nil {
		whose, wayOut := "", "move that one to another file"
		if document := ownerOfItem(other).Document; b.orphans[document] > 0 {
			whose, wayOut = " of "+document+", which is not among the items", "write "+pruneOrphans+" to replace it"
		}
		r = refusal(CodeForeignFile, fmt.Sprintf("the %s would be written to %s, which holds the %s %s%s; %s",
			describe(o), file, text(other, "kind"), text(other, "metadata", "name"), whose, wayOut))
	}
	r = r.place(from)
	return &r
}

func describe(o render.Object) string {
	return o.Kind() + " " + strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/")
}
