package render

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// enough is how many bytes are printed before they are written.
const enough = 64 << 10

// printer prints objects. What it prints is what tree.AppendYAML prints of an object, but objects of one model are printed from a
// stencil: the model once, and of each object what is its own.
type printer struct {
	out      []byte
	b        *tree.Builder
	stencils map[stencilKey]*tree.Stencil
}

// stencilKey is a model, with the parts that its objects have, as bits.
type stencilKey struct {
	model *model
	has   uint
}

// object appends an object.
func (p *printer) object(placed *placement) {
	p.b.Reset()
	own := placed.parts(p.b)
	if placed.copies == 1 {
		p.out = tree.AppendYAML(p.out, placed.model.object(p.b, own))
		return
	}
	p.out = p.stencil(placed.model, own).AppendYAML(p.out, own[:])
}

// stencil returns the stencil for objects of a model that have the same parts.
func (p *printer) stencil(m *model, own parts) *tree.Stencil {
	key := stencilKey{model: m}
	for i, value := range own {
		if value.Exists() {
			key.has |= 1 << i
		}
	}
	if made := p.stencils[key]; made != nil {
		return made
	}
	b := tree.NewBuilder()
	var holes parts
	for i, value := range own {
		if value.Exists() {
			holes[i] = b.Hole(i)
		}
	}
	made := tree.NewStencil(m.object(b, holes))
	p.stencils[key] = made
	return made
}
