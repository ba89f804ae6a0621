package emit

import (
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own builds the object of a placement without what follows from limits and from other objects: the annotation of
// protected clusters, the digest and the gates of waves, what closing a wave makes of an object, the objects of an
// application in dependsOn, what an Alert lists, the label that Alerts select, and the name for KubeSphere's console.
// In place of these it has what the author wrote: the wave, the interval, and the application in dependsOn.
func Own(p *plan.Placement, b *tree.Builder) tree.Node {
	v := writtenVariables(p, b)
	return objectOf(p, b, entryOf(p, b), &v).Value
}

// writtenVariables returns the values of an object that Own builds.
func writtenVariables(p *plan.Placement, b *tree.Builder) variables {
	v := ownVariables(p, b)
	if wave := p.Field().Wave; wave != 0 {
		v[variableWave] = b.Number(strconv.Itoa(wave), p.MergedEntry().Get("wave"))
	}
	return v
}

// ownVariables returns the values of the placement that do not follow from other objects.
func ownVariables(p *plan.Placement, b *tree.Builder) (v variables) {
	v[variableName] = b.String(p.Name, tree.Node{})
	if shard := p.Shard(); shard != "" {
		v[variableShard] = b.String(shard, tree.Node{})
	}
	if p.Literal {
		v[variableLiteral] = b.String("disabled", tree.Node{})
	}
	if p.Moves {
		v[variableMoves] = b.String("disabled", tree.Node{})
	}
	if p.Alert != nil {
		v[variableSpec] = ownAlertSpec(p, b)
	}
	v[variableKubeConfig] = p.KubeConfig(b)
	return v
}

// OwnReader reads many objects as [Own] builds them. What they share is compiled once, the last object built once.
type OwnReader struct {
	printer *printer
	build   *tree.Builder
	last    *plan.Placement
	root    tree.Node // of the last object
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader {
	p := newPrinter()
	p.own = true
	return &OwnReader{printer: p, build: tree.NewBuilder()}
}

// Text returns the text of an object without setter comments, which is valid until the next call.
func (r *OwnReader) Text(placed *plan.Placement) []byte {
	r.printer.out = r.printer.out[:0]
	if placed.Common.Copies > 1 {
		r.printer.object(placed)
	} else {
		r.printer.out = tree.AppendContent(r.printer.out, r.Tree(placed))
	}
	return r.printer.out
}

// Tree returns an object, which is valid until the next call of Tree or Text for another one.
func (r *OwnReader) Tree(placed *plan.Placement) tree.Node {
	if r.last != placed {
		r.build.Reset()
		r.last, r.root = placed, Own(placed, r.build)
	}
	return r.root
}

// SpecValue returns the scalar at a path of a spec without building it; absent for what follows from other objects.
func SpecValue(p *plan.Placement, path ...string) tree.Node {
	switch {
	case p.Alert != nil:
		return ownAlertSpec(p, tree.NewBuilder()).At(path...)
	case !p.IsEntry():
		return p.Common.Spec.At(path...)
	}
	b := tree.NewBuilder()
	found := tree.Node{}
	for _, moved := range movedOf(p.Common, b, templateOf(p), &variables{variableKubeConfig: p.KubeConfig(b)}) {
		if moved.Key == path[0] {
			found = moved.Value
		}
	}
	if !found.Exists() && !outsideSpec(path[0]) {
		found = p.Instance.Value(p.MergedEntry().Get(path[0]))
	}
	for _, key := range path[1:] {
		found = p.Instance.Value(found.Get(key))
	}
	return p.Instance.Value(found)
}
