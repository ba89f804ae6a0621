package kinds

import (
	"cmp"
	"iter"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reference is a field by which the objects of a kind name another object. Until that exists, Flux changes nothing
// because of the object and leaves what runs.
type Reference struct {
	// At leads to the name, or to a map that has it as name, and may have kind, namespace and optional beside it.
	At Path
	// Kind is the kind of the other object where the reference names none.
	Kind string
	// Beside is the reference whose namespace this one has; without it, the namespace of the object counts.
	Beside Path
	// Key is the field beside the name for a key of the data. Keys, with commas, are those that Flux looks for without it.
	Key, Keys string
	// Typed are the keys that Flux looks for instead where a field type beside the reference has one of these values.
	Typed map[string]string
	// Reason is what the other object is for, and Relation what it is to this one: empty for an object that is not Flux's.
	Reason   Reason
	Relation Relation
	// Member: the other object must exist on the cluster that the object delivers to, rather than beside the object.
	Member bool
	// Remote: only an object with a kubeConfig needs the other one.
	Remote bool
	// Strands: without the other object, what the object applied stays on its cluster when the object is deleted.
	Strands bool
}

// Relation is what an object is to another one that refers to it.
type Relation string

// The relations.
const (
	// Feeds is the relation of a source or a chart to what is made of it.
	Feeds Relation = "feeds"
	// Precedes is the relation of an object in dependsOn.
	Precedes Relation = "precedes"
	// Scanned is the relation of an ImageRepository to its ImagePolicies.
	Scanned Relation = "scanned"
	// Updated is the relation of the repository that an ImageUpdateAutomation commits to.
	Updated Relation = "updated"
	// Told is the relation of a Provider to the Alerts that send through it.
	Told Relation = "told"
)

// Reason is why an object needs another one, as people read it: it is about the other one.
type Reason string

// The kinds of Kubernetes that references name, beside the kinds of the table.
const (
	Secret      = "Secret"
	ConfigMap   = "ConfigMap"
	ClusterRole = "ClusterRole"
)

// Named yields the references of an object, each with the value that names another object.
func (k *Kind) Named(read Reader) iter.Seq2[*Reference, tree.Node] {
	return func(yield func(*Reference, tree.Node) bool) {
		if k == nil {
			return
		}
		for i := range k.References {
			r := &k.References[i]
			for value := range r.At.Each(read) {
				if !yield(r, value) {
					return
				}
			}
		}
	}
}

// Target is the object that a reference names, beside the object that has the reference.
type Target struct{ Kind, Namespace, Name string }

// Target returns what a value of the reference names, in an object of a namespace.
func (r *Reference) Target(value tree.Node, namespace string, read Reader) Target {
	t := Target{Kind: cmp.Or(value.Get("kind").Text(), r.Kind), Name: r.Name(value).Text()}
	if t.Kind != ClusterRole {
		t.Namespace = cmp.Or(value.Get("namespace").Text(), r.Beside.In(read).Get("namespace").Text(), namespace)
	}
	return t
}

// Name returns the name in a value of the reference.
func (r *Reference) Name(value tree.Node) tree.Node {
	if value.Kind() == tree.Map {
		return value.Get("name")
	}
	return value
}

// Source returns the first source or chart that an object names; absent where it names none.
func (k *Kind) Source(read Reader) (*Reference, tree.Node) {
	for r, value := range k.Named(read) {
		if r.Relation == Feeds {
			return r, value
		}
	}
	return nil, tree.Node{}
}

// Expression is a field that a controller reads as an expression of CEL.
type Expression struct {
	At Path
	// Variables are what the expression may use, and Result is the type that it must have. A field without variables is
	// parsed and not compiled: nothing is declared there, because the fields of any object are.
	Variables []string
	Result    string
}

// ExpressionError is what is wrong with an expression, and what to write instead. Line and Column are the place in its
// text, counted from one; they are 0 for all of it. TooNew: the Flux of the run is too old for it.
type ExpressionError struct {
	Line, Column int
	Detail       string
	TooNew       bool
}

// The controllers take anything else for an error that no later attempt can repair: evalReadyExpr of
// kustomize-controller and helm-controller (internal/controller), NewStatusEvaluator of fluxcd/pkg/runtime/cel for
// both, and newCommitStatusExpression of notification-controller (internal/server).
var (
	ready = Expression{At: NewPath("spec.dependsOn[].readyExpr"), Variables: []string{"self", "dep"},
		Result: "bool"}
	healthy      = Expression{At: NewPath("spec.healthCheckExprs[].current")}
	failed       = Expression{At: NewPath("spec.healthCheckExprs[].failed")}
	inProgress   = Expression{At: NewPath("spec.healthCheckExprs[].inProgress")}
	commitStatus = Expression{At: NewPath("spec.commitStatusExpr"), Variables: []string{"event", "alert", "provider"},
		Result: "string"}
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
