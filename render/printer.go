package render

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// flushSize is how many bytes are printed before they are written: what stays in the first cache of a processor.
const flushSize = 16 << 10

// printer prints objects as tree.AppendYAML does. The objects of one common are compiled once, and printed with the values that are
// their own.
type printer struct {
	out      []byte
	spec     []byte // of one object
	b        *tree.Builder
	values   []tree.Node
	compiled map[compiledKey]*tree.Printer
	last     compiledKey // with its printer
	printer  *tree.Printer
}

func newPrinter() *printer {
	return &printer{b: tree.NewBuilder(), compiled: map[compiledKey]*tree.Printer{}}
}

// compiledKey is what objects have in common that are printed by one printer.
type compiledKey struct {
	common *common
	has    uint // the variables that they have, as bits
	spec   bool // the spec alone is printed
}

// object appends an object.
func (p *printer) object(placed *placement) {
	p.b.Reset()
	v := placed.variables(p.b)
	v[variableDigest] = placed.digestNode(p.b, func() string { return p.digest(placed) })
	if placed.common.copies == 1 {
		p.out = tree.AppendYAML(p.out, placed.common.object(p.b, placed.entry(p.b), &v))
		return
	}
	p.out = p.fill(p.out, compiledKey{common: placed.common}, placed, &v)
}

// digest returns the digest of an object's spec.
func (p *printer) digest(placed *placement) string {
	if placed.common.copies == 1 {
		return placed.specDigest(p.b)
	}
	v := placed.specVariables()
	p.spec = p.fill(p.spec[:0], compiledKey{common: placed.common, spec: true}, placed, &v)
	return digestOf(p.spec)
}

// fill appends a compiled object with the values of a placement.
func (p *printer) fill(out []byte, key compiledKey, placed *placement, v *variables) []byte {
	p.values = p.values[:0]
	for i, value := range v {
		if value.Exists() {
			key.has |= 1 << i
			p.values = append(p.values, value)
		}
	}
	if placed.isEntry() {
		p.values = placed.instance.values(p.b, p.values)
	}
	if p.printer == nil || key != p.last {
		p.last, p.printer = key, p.compile(key, placed)
	}
	return p.printer.AppendYAML(out, p.values)
}

// compile returns the printer of objects.
func (p *printer) compile(key compiledKey, placed *placement) *tree.Printer {
	if made := p.compiled[key]; made != nil {
		return made
	}
	b, holes := tree.NewBuilder(), map[tree.Node]int{}
	var v variables
	for i := range v {
		if key.has&(1<<i) != 0 {
			v[i] = b.String("", tree.Node{})
			holes[v[i]] = len(holes)
		}
	}
	if placed.isEntry() {
		for _, h := range placed.instance.template.holes {
			holes[h.node] = len(holes)
		}
	}
	build := placed.common.object
	if key.spec {
		build = placed.common.specOf
	}
	made := tree.Compile(build(b, placed.template(), &v), holes)
	p.compiled[key] = made
	return made
}

// specDigest returns the digest of the placement's own spec without its gates: what an earlier wave is like changes no digest of a
// later one.
func (p *placement) specDigest(b *tree.Builder) string {
	v := p.specVariables()
	return digestOf(tree.AppendYAML(nil, p.common.specOf(b, p.entry(b), &v)))
}

// specVariables returns what is the placement's own of its spec, without gates.
func (p *placement) specVariables() variables {
	return variables{variableKubeConfig: p.kubeConfig(), variableDependsOn: p.waitsFor}
}

// digestOf returns the first 16 hex digits of the SHA-256 of a spec as it is printed.
func digestOf(spec []byte) string {
	sum := sha256.Sum256(spec)
	return hex.EncodeToString(sum[:8])
}
