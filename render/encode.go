package render

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// enough is how many bytes are printed before they are written: what stays in the first cache of a processor, because most of what is
// printed is copied there from a stencil.
const enough = 16 << 10

// printer prints objects. What it prints is what tree.AppendYAML prints of an object, but the objects of one model are printed from a
// stencil: the model once, and of each object what is its own. Of a model that has one object this is its spec, and those of one
// application share what stands before it.
type printer struct {
	out      []byte
	b        *tree.Builder
	own      parts
	values   []tree.Filling // for the holes of a stencil
	spec     []byte         // of one object
	stencils map[stencilKey]*tree.Stencil
	last     stencilKey // and its stencil, which is mostly that of the next object
	made     *tree.Stencil
	plain    *placement // the last object, if it differs from others of its model in its name and its Secret only
}

// stencilKey is what objects of one stencil have in common: a model, or without one what comes before the spec; and the parts that
// they have, as bits.
type stencilKey struct {
	model     *model
	app       *application
	kind      *kind
	namespace string
	has       uint
	spec      bool // nothing but the spec
}

// again appends an object that differs from the last one in its name and its Secret only, and reports whether it is one of those.
// Whatever else an object can have, others of its model have it too.
func (p *printer) again(placed *placement) bool {
	if p.plain == nil || placed.model != p.plain.model || !placed.member.Alike(p.plain.member) {
		return false
	}
	p.values[0].Text, p.values[1].Node = placed.name, placed.member.Secret()
	p.out = p.made.AppendYAML(p.out, p.values)
	return true
}

// object appends an object.
func (p *printer) object(placed *placement) {
	if p.again(placed) {
		return
	}
	p.b.Reset()
	p.plain = nil
	if placed.copies == 1 {
		placed = placed.alone()
	}
	m, own := placed.model, &p.own
	placed.parts(p.b, own, func(*tree.Builder) string { return p.digest(placed) })
	key := stencilKey{model: m}
	switch {
	case m.copies > 1:
	case !m.fields.Exists() || m.metadata.Exists():
		own[partName] = p.b.String(placed.name, tree.Node{})
		p.out = tree.AppendYAML(p.out, m.object(p.b, own))
		return
	default:
		key = stencilKey{app: m.app, kind: m.kind, namespace: m.namespace}
		own[partSpec] = m.specOf(p.b, own)
		own[partKubeConfig], own[partDependsOn] = tree.Node{}, tree.Node{}
	}
	p.out = p.fill(p.out, key, placed, own)
	if m.copies > 1 && own[partSecret].Exists() && len(p.values) == 2 {
		p.plain = placed
	}
}

// digest returns the digest of an object's spec.
func (p *printer) digest(placed *placement) string {
	if placed.copies == 1 {
		return placed.specDigest(p.b)
	}
	own := placed.specParts()
	p.spec = p.fill(p.spec[:0], stencilKey{model: placed.model, spec: true}, placed, &own)
	return digestOf(p.spec)
}

// fill appends a stencil with what is an object's own.
func (p *printer) fill(out []byte, key stencilKey, placed *placement, own *parts) []byte {
	if m := placed.member; m != nil && own[partKubeConfig].Exists() {
		if secret := m.Secret(); secret.Exists() {
			own[partSecret], own[partKubeConfig] = secret, tree.Node{}
		}
	}
	p.values = append(p.values[:0], tree.Filling{Text: placed.name})
	for i := range own {
		if own[i].Exists() {
			key.has |= 1 << i
			p.values = append(p.values, tree.Filling{Node: own[i]})
		}
	}
	p.values = placed.varying(p.b, p.values)
	if p.made == nil || key != p.last {
		p.last, p.made = key, p.stencil(key, placed.model)
	}
	return p.made.AppendYAML(out, p.values)
}

// stencil returns the stencil for objects that have the same parts.
func (p *printer) stencil(key stencilKey, m *model) *tree.Stencil {
	if made := p.stencils[key]; made != nil {
		return made
	}
	b, number := tree.NewBuilder(), 1
	holes := parts{partName: b.Hole(0)}
	for i := range holes {
		if key.has&(1<<i) != 0 {
			holes[i] = b.Hole(number)
			number++
		}
	}
	if m.twins != nil { // what differs in it stands in the entry
		holes[partKubeConfig] = m.said.kubeConfig
	}
	varying := map[tree.Node]int{}
	for i, n := range m.varying() {
		varying[n] = number + i
	}
	build := m.object
	if key.spec {
		build = m.specOf
	}
	made := tree.NewStencil(build(b, &holes), varying)
	p.stencils[key] = made
	return made
}
