package emit

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own builds the object of a placement without what follows from other objects: the digest and the gates of waves, the objects of an
// application in dependsOn, which has the application as it is written, what an Alert lists, the label that Alerts select, and the name
// for KubeSphere's console.
func Own(p *plan.Placement, b *tree.Builder) tree.Node {
	v := ownVariables(p, b)
	return objectOf(p, b, entryOf(p, b), &v)
}

// ownVariables returns the values of the placement that do not follow from other objects.
func ownVariables(p *plan.Placement, b *tree.Builder) (v variables) {
	v[variableName] = b.String(p.Name, tree.Node{})
	if p.Shard != "" {
		v[variableShard] = b.String(p.Shard, tree.Node{})
	}
	if p.Literal {
		v[variableLiteral] = b.String("disabled", tree.Node{})
	}
	if p.Alert() != nil {
		v[variableSpec] = ownAlertSpec(p, b)
	}
	v[variableKubeConfig] = p.KubeConfig()
	return v
}

// OwnPrinter prints objects as [Own] builds them, without setter comments. It compiles once what objects have in common.
type OwnPrinter struct{ printer *printer }

// NewOwnPrinter returns a printer that has printed nothing.
func NewOwnPrinter() OwnPrinter {
	p := newPrinter()
	p.own = true
	return OwnPrinter{p}
}

// Text returns the text of an object, which is valid until the next call.
func (p OwnPrinter) Text(placed *plan.Placement) []byte {
	p.printer.out = p.printer.out[:0]
	p.printer.object(placed)
	return p.printer.out
}
