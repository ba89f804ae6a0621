package kinds

import (
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Path leads from an object to a field, for example spec.chart.spec.sourceRef, or to each item of a list:
// spec.dependsOn[]. It is compiled once. The zero Path leads nowhere.
type Path struct{ steps *steps } // a pointer, because rows have many, and most of them are none

type steps struct {
	text       string
	keys, item []string // to the field or the list, and behind [] from an item
	isList     bool
}

// Reader returns the value of an object at some keys, for example [tree.Node.At] of its root.
type Reader func(keys ...string) tree.Node

// Of reads an object by its spec alone.
func Of(spec tree.Node) Reader {
	return func(keys ...string) tree.Node {
		if keys[0] != specField {
			return tree.Node{}
		}
		return spec.At(keys[1:]...)
	}
}

const specField = "spec"

// NewPath compiles a path. [] stands behind the name of a list, for each of its items.
func NewPath(text string) Path {
	before, behind, isList := strings.Cut(text, "[]")
	p := Path{&steps{text: text, keys: strings.Split(before, "."), isList: isList}}
	if behind != "" {
		p.steps.item = strings.Split(behind[1:], ".")
	}
	return p
}

// String returns the path as it is written: spec.include[].repository.
func (p Path) String() string {
	if p.steps == nil {
		return ""
	}
	return p.steps.text
}

// Keys returns the keys to the field, or to the list.
func (p Path) Keys() []string {
	if p.steps == nil {
		return nil
	}
	return p.steps.keys
}

// Key returns the last key of the path.
func (p Path) Key() string { return p.steps.keys[len(p.steps.keys)-1] }

// Above returns the path to the map that has the field.
func (p Path) Above() Path {
	if p.steps == nil {
		return p
	}
	return Path{&steps{text: strings.TrimSuffix(p.steps.text, "."+p.Key()), keys: p.steps.keys[:len(p.steps.keys)-1]}}
}

// In returns the value that an object has at the path: the list, where the path leads to its items.
func (p Path) In(read Reader) tree.Node {
	if p.steps == nil {
		return tree.Node{}
	}
	return read(p.steps.keys...)
}

// Each yields the values that an object has at the path: one, or one of each item of a list.
func (p Path) Each(read Reader) iter.Seq[tree.Node] {
	return func(yield func(tree.Node) bool) {
		value := p.In(read)
		if p.steps == nil || !p.steps.isList {
			_ = value.Exists() && yield(value)
			return
		}
		for item := range value.Children() {
			if n := item.At(p.steps.item...); n.Exists() && !yield(n) {
				return
			}
		}
	}
}

// Holds reports whether the path leads to a field, or to a value that the field is below.
func (p Path) Holds(keys []string) bool {
	own := p.Keys()
	return len(own) > 0 && len(own) <= len(keys) && slices.Equal(own, keys[:len(own)])
}
