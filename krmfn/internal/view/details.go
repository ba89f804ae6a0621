package view

import (
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
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

// Details returns an object by its index. Its fields have no secrets, as in fluxapp explain. Where hide is true its
// YAML has none either: a report is for more people than its author.
func (p *Page) Details(object int, hide bool) Details {
	o := p.objects[object]
	shown := o.Tree()
	if hide {
		shown, _ = p.rows.Redactor.Redact("", shown)
	}
	d := Details{Object: object, YAML: string(tree.AppendYAML(nil, shown)), Leaves: []Leaf{}}
	for _, row := range p.rows.OfAll(o.Explain()) {
		d.Leaves = append(d.Leaves, Leaf{row.Path, row.JSON()})
	}
	return d
}
