package view

import (
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Details are what people see of one object.
type Details struct {
	// Object is its index.
	Object int `json:"object"`
	// YAML is the object as it is rendered.
	YAML string `json:"yaml"`
	// Leaves are its fields, with what set them: what fluxapp explain -o json prints.
	Leaves []Leaf `json:"leaves"`
}

// Leaf is a field of an object.
type Leaf struct {
	Path string `json:"path"`
	explained.Value
}

// Details returns an object by its index. Its fields have no secrets, like those of fluxapp explain. Where hide is true its YAML has none
// either: a report is for more people than its author.
func (p *Page) Details(object int, hide bool) Details {
	o := p.objects[object]
	d := Details{Object: object, YAML: yaml(o, hide), Leaves: []Leaf{}}
	for _, leaf := range o.Explain() {
		d.Leaves = append(d.Leaves, Leaf{leaf.Path, explained.Of(leaf).JSON()})
	}
	return d
}

func yaml(o render.Object, hide bool) string {
	if shown, hidden := change.Redact("", o.Tree()); hide && hidden {
		return string(tree.AppendYAML(nil, shown))
	}
	return string(o.YAML())
}
