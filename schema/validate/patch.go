package validate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// isPatch validates what kustomize refuses of a patch whatever the objects are that it changes. Both controllers call
// kustomize (krusty) with them: Generator of fluxcd/pkg/kustomize, and Kustomize of helm-controller
// (internal/postrender). The rules are those of PatchTransformerPlugin in kustomize (api/internal/builtins).
func isPatch(c *validator, f field) {
	if text, known := names.PlainText(f.Node); known && !names.IsReference(f.Node) {
		(&patch{c: c, node: f.Node, hasTarget: f.around.Get("target").Exists()}).validate(text)
	}
}

// PatchShape returns, faster than a check of the entry around it, what a patch of one document is that nothing is wrong
// with by itself: texts of one shape are valid in the same entries. It is empty for other texts.
func PatchShape(d *schema.Document, n tree.Node) string {
	shape, text := "merge", n.Text()
	if strings.HasPrefix(text, "- ") {
		shape = "json"
	}
	if strings.Contains(text, "---") {
		return ""
	}
	c := newValidator(d, 0)
	// a JSON patch needs a target, and a merge patch needs more without one
	(&patch{c: c, node: n, hasTarget: shape == "json"}).validate(text)
	if len(c.Problems) > 0 {
		return ""
	}
	return shape
}

type patch struct {
	c         *validator
	node      tree.Node
	hasTarget bool
	before    string // the blanks at the begin of the text, which kustomize does not read
}

func (p *patch) report(severity finding.Severity, at tree.Position, format string, args ...any) {
	if at.Line == 1 {
		at.Column += utf8.RuneCountInString(p.before[strings.LastIndexByte(p.before, '\n')+1:])
	}
	if at.Line > 0 {
		at.Line += strings.Count(p.before, "\n")
	}
	p.c.Report(finding.Problem{Severity: severity, Code: check.CodePatch, Node: p.node,
		Position: p.node.PositionIn(at.Line, at.Column), Detail: fmt.Sprintf(format, args...)})
}

func (p *patch) refuse(at tree.Position, format string, args ...any) {
	p.report(finding.SeverityError, at, format, args...)
}

func (p *patch) validate(text string) {
	p.before = text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))]
	text = strings.TrimSpace(text) // as Config of PatchTransformer in kustomize does
	trees, problems := tree.Parse("", []byte(text))
	wrong := slices.IndexFunc(problems, func(p tree.Problem) bool {
		return p.Rule == record.Syntax || p.Rule == record.TooLarge
	})
	documents := slices.DeleteFunc(trees, func(t *tree.Tree) bool {
		kind := t.Root().Kind()
		return kind == tree.Null || (kind == tree.Map || kind == tree.List) && t.Root().Len() == 0
	})
	switch {
	case text == "":
		p.refuse(tree.Position{}, "is empty, and kustomize stops at it; write a patch, or leave the item out")
	case wrong >= 0:
		p.refuse(problems[wrong].Position, "kustomize cannot read the patch: %s", problems[wrong].Detail)
	case len(documents) == 0:
		p.c.WarnKey(p.node, codes.NoEffect, "holds no patch, so that kustomize changes nothing; leave the item out")
	case documents[0].Root().Kind() == tree.List:
		p.operations(text, documents)
	default:
		p.merges(documents)
	}
}

func (p *patch) merges(documents []*tree.Tree) {
	for i, document := range documents {
		root := document.Root()
		kind := root.Get("kind").Text()
		switch {
		case root.Kind() != tree.Map:
			p.refuse(root.Position(), "is neither a list of operations nor an object; write apiVersion, kind, metadata.name "+
				"and what to change, or operations that begin with \"- op:\"")
		case root.Get("op").Exists() && kind == "":
			p.refuse(root.Position(), "is one operation of a JSON patch, and a list belongs here; begin it with \"- \"")
		case strings.HasSuffix(kind, "List"): // kustomize takes its items
			return
		case p.hasTarget && i > 0:
			p.refuse(root.Position(), "a patch with a target can have one document; write each into an item of its own")
		default:
			p.merge(root)
		}
	}
}

// merge validates one object. With a target it needs a name too, but not that of an object.
func (p *patch) merge(root tree.Node) {
	needed, without := []string{"apiVersion", "kind", "metadata.name"}, " without target"
	if p.hasTarget {
		needed, without = needed[1:], ", even with a target"
	}
	missing := slices.DeleteFunc(needed, func(path string) bool {
		return root.At(strings.Split(path, ".")...).Text() != ""
	})
	if len(missing) > 0 {
		p.refuse(root.Position(), "lacks %s, which kustomize needs of a merge patch%s; add %[1]s", names.And(missing),
			without)
	}
	p.directives(root)
}

// directives refuses other words behind $patch than those of smpdirective.go in kyaml/yaml/merge2.
func (p *patch) directives(root tree.Node) {
	known, seen := []string{"delete", "merge", "replace"}, map[tree.Node]bool{} // aliases share nodes
	root.Walk(func(_ tree.Path, n tree.Node) bool {
		if seen[n.Value()] {
			return false
		}
		seen[n.Value()] = true
		if word := n.Get("$patch"); word.Exists() && !slices.Contains(known, word.Text()) {
			p.refuse(word.Position(), "$patch does not take %q; write %s", word.Written(), names.Or(known))
		}
		return true
	})
}

func (p *patch) operations(text string, documents []*tree.Tree) {
	list := documents[0].Root()
	if at, err := jsonError(text); err != nil {
		p.refuse(at, "kustomize reads a patch that begins with [ as JSON: %v; write JSON, or begin each operation with "+
			"\"- \"", err)
		return
	}
	if !p.hasTarget {
		p.refuse(list.Position(), "a JSON patch needs a target; write target: {kind: …, name: …} beside it")
	}
	for item := range list.Children() {
		p.operation(item)
	}
	if len(documents) > 1 {
		p.report(finding.SeverityWarning, documents[1].Root().Position(), "kustomize reads the first "+
			"document of a JSON patch only; write each into an item of its own")
	}
}

// jsonError returns what keeps kustomize from reading a list that begins with [, and where.
func jsonError(text string) (at tree.Position, err error) {
	if !strings.HasPrefix(text, "[") {
		return at, nil
	}
	err = json.Indent(&bytes.Buffer{}, []byte(text), "", "")
	if syntax, isSyntax := err.(*json.SyntaxError); isSyntax {
		before := text[:syntax.Offset]
		at.Line = strings.Count(before, "\n") + 1
		at.Column = len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
	}
	return at, err
}

// operations are those of gopkg.in/evanphx/json-patch.v4 (Patch.ApplyIndent) with their needs. root: they take "".
var operations = map[string]struct{ from, value, root bool }{
	"add": {value: true}, "remove": {}, "replace": {value: true, root: true}, "move": {from: true}, "copy": {from: true},
	"test": {value: true, root: true},
}

func (p *patch) operation(item tree.Node) {
	name := item.Get("op")
	op, known := operations[name.Text()]
	switch {
	case item.Kind() != tree.Map:
		p.refuse(item.Position(), "is no operation; write op, path and value")
		return
	case !known || name.Kind() != tree.String:
		p.refuse(cmp.Or(name, item).Position(), "op must be %s; write one of them",
			names.Or(slices.Sorted(maps.Keys(operations))))
		return
	case name.Text() == "test" && !item.Find("value").Exists():
		p.refuse(item.Position(), "the operation has no value to compare with; add value")
	case op.value && !item.Find("value").Exists():
		p.report(finding.SeverityWarning, item.Position(), "the operation has no value, so that kustomize takes null; add "+
			"value")
	}
	p.pointer(item, "path", op.root)
	if op.from {
		p.pointer(item, "from", false)
	}
}

// pointer validates a field that leads to a place of an object. kustomize ignores what is before the first slash.
func (p *patch) pointer(item tree.Node, field string, mayBeEmpty bool) {
	n := item.Get(field)
	severity := finding.SeverityError
	switch slip, instead := slipOf(n.Text()); {
	case n.Kind() != tree.String:
		p.refuse(cmp.Or(n, item).Position(), "the operation needs %s, as a string; add it, for example "+
			"%[1]s: /spec/replicas", field)
	case n.Text() == "" && mayBeEmpty:
	case n.Text() == "":
		p.refuse(n.Position(), "%s is empty, which is the whole object; write a place in it, for example /spec/replicas",
			field)
	case slip != "":
		// no object has a field to remove of the name that is left
		if n.Text()[0] != '/' && strings.Contains(n.Text(), "/") && item.Get("op").Text() != "remove" {
			severity = finding.SeverityWarning
		}
		p.report(severity, n.Position(), "%s %s; write %s", field, slip, instead)
	}
}
