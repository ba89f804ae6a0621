package emit

import (
	"bufio"
	"crypto/sha256"
	"io"
	"iter"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// printer prints as tree.AppendYAML does. It compiles a common's objects once and prints each with its own values.
type printer struct {
	out      []byte
	spec     []byte // of one object
	b        *tree.Builder
	values   []tree.Node
	compiled map[compiledKey]*tree.Printer
	own      bool // objects are printed as Own builds them, and without setter comments
	valuesOf func(*plan.Placement, *tree.Builder) variables
}

func newPrinter() *printer {
	return &printer{b: tree.NewBuilder(), compiled: map[compiledKey]*tree.Printer{}, valuesOf: variablesOf}
}

// compiledKey is what objects have in common that are printed by one printer: a common, or what is around their specs,
// because entries written for each cluster have a common each.
type compiledKey struct {
	common    *plan.Common
	app       *inventory.Application
	kind      *kinds.Kind
	namespace string
	has       uint // the variables that they have, as bits
	spec      bool // the spec alone is printed
}

func (p *printer) object(placed *plan.Placement) {
	p.b.Reset()
	v := p.valuesOf(placed, p.b)
	c := placed.Common
	switch {
	case c.Copies > 1:
		p.values = placed.Instance.Values(p.b, p.values[:0])
		p.out = p.fill(p.out, compiledKey{common: c}, placed, &v)
	case placed.IsEntry() && !placed.Field().Metadata.Exists():
		v[variableSpec] = entrySpec(c, p.b, entryOf(placed, p.b), &v)
		for _, within := range []variable{variableKubeConfig, variableDependsOn, variableOrdered, variableInterval} {
			v[within] = tree.Node{}
		}
		p.values = p.values[:0]
		p.out = p.fill(p.out, compiledKey{app: c.App, kind: c.Kind, namespace: c.Namespace}, placed, &v)
	default:
		p.out = tree.AppendYAML(p.out, objectOf(placed, p.b, entryOf(placed, p.b), &v))
	}
}

// digest returns the digest of an object: the first 16 hex digits of the SHA-256 of the text of its spec without gates
// and, if it has gates, of their SHA-256. Gates are covered because a later wave does not wait for an earlier one but
// through this object: without them, the later wave passes while this object still waits.
func (p *printer) digest(placed *plan.Placement) plan.Digest {
	p.b.Reset()
	v := variables{variableKubeConfig: placed.KubeConfig(p.b)}
	v.wait(placed.WaitsFor)
	if placed.Common.Copies == 1 {
		p.spec = tree.AppendContent(p.spec[:0], specOf(placed.Common, p.b, entryOf(placed, p.b), &v))
	} else {
		p.values = placed.Instance.Values(p.b, p.values[:0])
		p.spec = p.fill(p.spec[:0], compiledKey{common: placed.Common, spec: true}, placed, &v)
	}
	for _, gates := range []*plan.Gates{placed.Common.Gates, placed.Closes} {
		if gates != nil {
			p.spec = append(p.spec, gates.Sum[:]...)
		}
	}
	sum := sha256.Sum256(p.spec)
	return plan.Digest(sum[:8])
}

func (p *printer) fill(out []byte, key compiledKey, placed *plan.Placement, v *variables) []byte {
	for i, value := range v {
		if value.Exists() {
			key.has |= 1 << i
			p.values = append(p.values, value)
		}
	}
	return p.compile(key, placed).AppendYAML(out, p.values)
}

func (p *printer) compile(key compiledKey, placed *plan.Placement) *tree.Printer {
	if made := p.compiled[key]; made != nil {
		return made
	}
	b, holes := tree.NewBuilder(), map[tree.Node]int{}
	if key.common != nil && placed.IsEntry() {
		for _, h := range placed.Instance.Template.Holes {
			holes[h.Node] = len(holes)
		}
	}
	var v variables
	for i := range v {
		if key.has&(1<<i) != 0 {
			v[i] = b.String("", tree.Node{})
			holes[v[i]] = len(holes)
		}
	}
	var template tree.Node
	if key.spec {
		template = specOf(placed.Common, b, templateOf(placed), &v)
	} else {
		template = objectOf(placed, b, templateOf(placed), &v)
	}
	p.compiled[key] = tree.Compile(template, holes, key.spec || p.own)
	return p.compiled[key]
}

// flushSize is how many bytes are printed before they are written: what stays in the first cache of a processor.
const flushSize = 16 << 10

// WriteYAML writes the objects of placements as a stream of YAML documents with --- before each. A comment names the
// API server where it changes, except the hub's objects at the beginning of the stream.
func WriteYAML(w io.Writer, placements iter.Seq[*plan.Placement]) error {
	out, p, server := bufio.NewWriterSize(w, flushSize), newPrinter(), ""
	for placed := range placements {
		p.out = append(p.out[:0], "---\n"...)
		if s := placed.Server(); s != server {
			server = s
			p.out = append(append(p.out, serverComment(s)...), '\n')
		}
		p.object(placed)
		if _, err := out.Write(p.out); err != nil {
			return err
		}
	}
	return out.Flush()
}

// serverComment names an API server. A cluster's name can hold a placeholder, and so a character that ends a line.
func serverComment(cluster string) string {
	if cluster == "" {
		return "# hub"
	}
	if quoted := strconv.Quote(cluster); quoted != `"`+cluster+`"` {
		cluster = quoted
	}
	return "# cluster " + cluster
}

// WriteJSON writes the objects of placements as one JSON document, a v1 List, an object to a line.
func WriteJSON(w io.Writer, placements iter.Seq[*plan.Placement]) error {
	out, b, separator := bufio.NewWriterSize(w, flushSize), tree.NewBuilder(), "\n"
	text := []byte(`{"apiVersion":"v1","kind":"List","items":[`)
	for placed := range placements {
		b.Reset()
		text = tree.AppendJSON(append(text, separator...), Object(placed, b))
		if _, err := out.Write(text); err != nil {
			return err
		}
		text, separator = text[:0], ",\n"
	}
	if separator != "\n" {
		text = append(text, '\n')
	}
	_, _ = out.Write(append(text, "]}\n"...)) // Flush returns the error
	return out.Flush()
}
