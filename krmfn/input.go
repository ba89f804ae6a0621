package krmfn

import (
	"fmt"
	"iter"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// input is what a run renders.
type input struct {
	config config
	docs   schema.Documents
	// from holds the resource that each document was read from: an item, or the functionConfig.
	from map[*schema.Document]*yaml.RNode
	// unread are the resources that cannot be printed.
	unread Results
}

// gather reads the documents that the functionConfig asks for.
func gather(rl ResourceList) (input, Results) {
	in := input{from: map[*schema.Document]*yaml.RNode{}}
	if refused := in.readConfig(rl); refused.Failed() {
		return in, refused
	}
	if in.config.alone != nil {
		refused := in.application(rl)
		return in, append(refused, in.unread...)
	}
	for i, item := range rl.Items {
		if isCandidate(item) && !isRenderConfig(item) { // the options of other steps
			in.read(itemFile(item, i), item)
		}
	}
	return in, in.unread
}

// beside are what one application may need: a template, or a cluster of the fleet.
var beside = []schema.Class{schema.Template, schema.Fleet}

// application reads the one application that the functionConfig is, and the documents that it may need.
func (in *input) application(rl ResourceList) Results {
	config := rl.FunctionConfig
	file := annotation(config, annotationPath)
	if file == "" {
		file = "functionConfig"
	}
	same := sameDocuments(rl.Items, config)
	for _, i := range same {
		in.read(itemFile(rl.Items[i], i), rl.Items[i]) // all of them: that there are two is for render to say
	}
	if len(same) == 0 {
		in.read(file, config)
	}
	for _, d := range in.docs {
		if d.Class == schema.Argo {
			return Results{wrongConfig(config).place(config)}
		}
	}
	for i, item := range rl.Items {
		if isCandidate(item) && !isApplication(item) {
			in.readBeside(itemFile(item, i), item)
		}
	}
	return nil
}

// readBeside reads a resource, and keeps of it what the one application may need, and what is nearly a document of ours.
func (in *input) readBeside(file string, item *yaml.RNode) {
	before := len(in.docs)
	in.read(file, item)
	in.docs = append(in.docs[:before], slices.DeleteFunc(in.docs[before:], func(d *schema.Document) bool {
		return !slices.Contains(beside, d.Class) && !(d.Class == schema.Foreign && d.Refused())
	})...)
}

// read parses a resource through its text, because a document must mean the same here as in its file. What is wrong with
// it comes back from render.
func (in *input) read(file string, item *yaml.RNode) {
	printed, err := item.String()
	if err != nil {
		in.unread = append(in.unread, refusal(schema.CodeSyntax, err.Error()).place(item))
		return
	}
	docs, _ := schema.Parse(file, []byte(printed))
	for _, d := range docs {
		in.from[d] = item
	}
	in.docs = append(in.docs, docs...)
}

// itemFile returns the name that messages and paths of objects take a document's file from.
func itemFile(item *yaml.RNode, index int) string {
	if path := annotation(item, annotationPath); path != "" {
		return path
	}
	return fmt.Sprintf("items[%d]", index)
}

// sameDocuments returns the items that are the functionConfig: those of its name, of its package where both have one.
func sameDocuments(items []*yaml.RNode, config *yaml.RNode) (same []int) {
	for i, item := range items {
		if isCandidate(item) && identityOf(item) == identityOf(config) && samePackage(item, config) {
			same = append(same, i)
		}
	}
	return same
}

func samePackage(item, config *yaml.RNode) bool {
	of := annotation(config, annotationPackage)
	return of == "" || of == annotation(item, annotationPackage)
}

// isCandidate reports whether a resource may be a document of ours, or a list that holds one, itself or in lists of its own.
// What it is, schema knows.
func isCandidate(item *yaml.RNode) bool { return isCandidateBut(item, map[*yaml.Node]bool{}) }

// isCandidateBut looks at each list once, because aliases can make a list hold others many times, and itself.
func isCandidateBut(item *yaml.RNode, looked map[*yaml.Node]bool) bool {
	if text(item, "kind") != "List" || text(item, "apiVersion") != "v1" {
		return mayBeOurs(item)
	}
	items := lookup(item, "items")
	if items == nil || items.Kind != yaml.SequenceNode || looked[items] {
		return false
	}
	looked[items] = true
	return slices.ContainsFunc(items.Content, func(n *yaml.Node) bool { return isCandidateBut(yaml.NewRNode(resolve(n)), looked) })
}

// mayBeOurs reports whether a resource may be a document of ours, or would be if apiVersion and kind were well spelt.
func mayBeOurs(item *yaml.RNode) bool {
	if text(item, "metadata", "annotations", schema.AnnotationRenderedFrom) != "" {
		return !isOutput(item) // schema reports the annotation on any other kind
	}
	if root := lookup(item); root == nil || root.Kind != yaml.MappingNode {
		return false
	}
	return schema.Recognizes(fields(item)) || count(item, "apiVersion") > 1 || count(item, "kind") > 1 // the second one may be ours
}

// isOutput reports whether an earlier run wrote a resource: it is of a kind that fluxapp writes, and carries the annotation.
func isOutput(item *yaml.RNode) bool {
	return text(item, "metadata", "annotations", schema.AnnotationRenderedFrom) != "" &&
		kindOf(item, kinds.Written) != nil
}

// fields returns the keys and the texts of the fields of a resource.
func fields(item *yaml.RNode) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		root := lookup(item)
		if root == nil || root.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(root.Content); i += 2 {
			if key := root.Content[i].Value; !yield(key, text(item, key)) {
				return
			}
		}
	}
}

func isApplication(config *yaml.RNode) bool {
	return kindOf(config, kinds.App) != nil
}

// kindOf returns the kind of a resource if it has one of some roles, whatever its version; nil when it has none.
func kindOf(item *yaml.RNode, roles kinds.Role) *kinds.Kind {
	return kinds.Find(roles, kinds.GroupOf(text(item, "apiVersion")), text(item, "kind"))
}
