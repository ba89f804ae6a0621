package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// enough is how many bytes are printed before they are written.
const enough = 64 << 10

// printer prints objects. What it prints is what tree.AppendYAML prints of an object, but the objects of one model are printed from a
// stencil: the model once, and of each object what is its own. Of a model that has one object this is its spec, and those of one
// application share what stands before it.
type printer struct {
	out      []byte
	b        *tree.Builder
	values   []tree.Node // for the holes of a stencil
	stencils map[stencilKey]*tree.Stencil
}

// stencilKey is what objects of one stencil have in common: a model, or without one what comes before the spec; and the parts that
// they have, as bits.
type stencilKey struct {
	model     *model
	app       *application
	kind      *kind
	namespace string
	has       uint
}

// object appends an object.
func (p *printer) object(placed *placement) {
	p.b.Reset()
	m, own := placed.model, placed.parts(p.b)
	key := stencilKey{model: m}
	switch {
	case m.copies > 1:
	case !m.fields.Exists() || m.metadata.Exists():
		p.out = tree.AppendYAML(p.out, m.object(p.b, own))
		return
	default:
		key = stencilKey{app: m.app, kind: m.kind, namespace: m.namespace}
		own[partSpec] = m.specOf(p.b, own)
		own[partKubeConfig], own[partDependsOn] = tree.Node{}, tree.Node{}
	}
	p.values = append(p.values[:0], own[:]...)
	if m.twins != nil {
		entry := cmp.Or(placed.own, m.written)
		for _, number := range m.twins.varying {
			p.values = append(p.values, entry.Number(number))
		}
	}
	p.out = p.stencil(key, m, own).AppendYAML(p.out, p.values)
}

// stencil returns the stencil for objects that have the same parts.
func (p *printer) stencil(key stencilKey, m *model, own parts) *tree.Stencil {
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
	varying := map[tree.Node]int{}
	if m.twins != nil {
		holes[partKubeConfig] = m.said.kubeConfig
		for i, number := range m.twins.varying {
			varying[m.written.Number(number)] = int(partCount) + i
		}
	}
	made := tree.NewStencil(m.object(b, holes), varying)
	p.stencils[key] = made
	return made
}
