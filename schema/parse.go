package schema

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Parse reads every document of a stream of YAML or JSON. File is the name that positions carry; it is not opened.
//
// The documents come back even when the error is not nil, so that everything that is wrong with them can be said at once:
// render.Render refuses documents that Parse refused, with these problems among its own. The error is an [ErrorList] of
// all problems of the text and of its shape, in file order. What Parse does not judge is what a layer could still change:
// required fields, names, and what contradicts what. Warnings are no error; [Explain] places those of [Document.Problems].
//
// Documents that are not ours come back as [Foreign], whatever they hold. A document that cannot be read comes back as
// Foreign, with its problem.
func Parse(file string, data []byte) (Documents, error) {
	references := slices.ContainsFunc(referenceRoots, func(root string) bool { return bytes.Contains(data, []byte(root)) })
	waves := bytes.Contains(data, []byte("wave"))
	slip, _ := referenceSlip(string(data))
	trees, textProblems := tree.Parse(file, data) // which needs the data no longer than it takes to copy them
	docs := make(Documents, 0, len(trees))
	inTree := map[*tree.Tree]Documents{}
	for _, t := range trees {
		roots, tooLarge := unpack(t.Root(), t.TextSize())
		before := len(docs)
		for _, root := range roots {
			d := classify(file, root)
			d.itemOf(t.Root())
			d.mentionsReference = references || slices.ContainsFunc(referenceRoots, t.Mentions)
			d.mentionsWave = waves || t.Mentions("wave")
			d.mentionsSlip = slip != ""
			docs = append(docs, d)
		}
		inTree[t] = docs[before:]
		if tooLarge != "" {
			docs[before].refuse(Problem{Code: CodeTooLarge, Node: t.Root(), Detail: tooLarge})
		}
	}
	unread := &Document{File: file}
	for _, p := range textProblems {
		d := inTree[p.Node.Tree()].holder(p.Position)
		if d == nil {
			d = unread
		}
		problem, ok := textProblem(p)
		if ok && (d.minds(p) || p.Rule == tree.TooLarge && docs.perhapsOurs(p.Node.Tree())) {
			problem.Document = d
			d.problems = append(d.problems, problem)
		}
		if p.Rule == tree.TooLarge {
			docs.giveUp(p.Node.Tree())
		}
	}
	build := tree.NewBuilder()
	for _, d := range docs {
		d.read(build)
	}
	if len(unread.problems) > 0 {
		docs = append(docs, unread)
	}
	return docs, docs.refusals()
}

// unpack returns the items of a list, as kubectl get prints it, and of the lists in it, or else the document itself. That is
// also what it returns of a list that is too large, with what is wrong.
func unpack(root tree.Node, size int) (roots []tree.Node, tooLarge string) {
	u := unpacker{left: size}
	if u.unpack(root, 0); u.tooLarge != "" {
		return []tree.Node{root}, u.tooLarge
	}
	return u.roots, ""
}

// unpacker collects the documents of a list.
type unpacker struct {
	roots    []tree.Node
	left     int // items that may follow: a text has fewer than bytes, unless aliases repeat them
	tooLarge string
}

// maxLists is how deep lists may lie in lists. Nobody writes more than two; aliases may stand for any number.
const maxLists = 10

func (u *unpacker) unpack(root tree.Node, depth int) {
	switch {
	case !isList(root):
		u.roots = append(u.roots, root)
	case depth == maxLists:
		u.tooLarge = fmt.Sprintf("lists are nested more than %d deep; write their items into one list", maxLists)
	default:
		for item := range root.Get("items").Children() {
			if u.left--; u.left < 0 {
				u.tooLarge = "the aliases of this list repeat more items than it has bytes; write each item once"
			}
			if u.tooLarge != "" {
				return
			}
			u.unpack(item, depth+1)
		}
	}
}

func isList(n tree.Node) bool {
	kind, version := n.Get("kind").Text(), n.Get("apiVersion").Text()
	ours := version == Group+"/"+Version && (kind == KindApplication+"List" || kind == KindFluxApplication+"List")
	cluster := clusterKindIn(kinds.GroupOf(version))
	clusters := cluster != nil && kind == cluster.Name+"List"
	return (ours || clusters || kind == "List" && version == "v1") && n.Get("items").Kind() == tree.List
}

// perhapsOurs reports whether a tree that was read in part might hold applications that nobody has seen.
func (docs Documents) perhapsOurs(t *tree.Tree) bool {
	known := 0
	for _, d := range docs {
		if d.Root.Tree() == t && d.Kind != "" {
			known++
		}
	}
	return known != 1
}

// giveUp makes Foreign documents of those in a tree that was read in part: what else could be said of them, or made of them,
// would be about the part.
func (docs Documents) giveUp(t *tree.Tree) {
	for _, d := range docs {
		if t != nil && d.Root.Tree() == t {
			d.Class = Foreign
		}
	}
}

// read checks the shape of a document of ours and converts its spec.
func (d *Document) read(b *tree.Builder) {
	var spec tree.Node
	switch d.Class {
	case App:
		spec = d.checkApplication()
	case Template:
		d.check(shapes().helmChart)
		spec = d.Root.Get("spec")
	case RunConfig:
		d.check(shapes().renderConfig)
		d.Spec = d.Root.Get("spec")
		return
	case Repository:
		d.check(shapes().repository)
		d.Spec = d.Root.Get("spec")
		return
	case Fleet:
		d.checkFleet()
		d.known = d.readKnown(b)
		return
	default:
		return
	}
	c := converter{build: tree.NewBuilder(), document: d}
	switch {
	case d.Refused(): // a document that does not have its shape is not looked into
		d.Spec = spec
	case d.Class == App:
		d.Spec = c.spec(spec)
	default:
		d.Spec = c.helmChart(spec)
	}
	if d.Class == App {
		d.known = d.readKnown(b)
	}
}

func (d *Document) check(s *shape) {
	c := shapeCheck{unquotable: map[tree.Position]bool{}, final: d.Class != App}
	c.value(d.Root, s, nil)
	for i, p := range d.problems {
		if p.Code == CodeYAML11 && !p.OnKey && c.unquotable[p.Node.Position()] {
			d.problems[i].Detail, _, _ = strings.Cut(p.Detail, " or ")
			d.problems[i].Proposed = p.Node.Text()
		}
	}
	for _, p := range c.problems {
		d.refuse(p)
	}
}

// checkApplication checks the shape of an application of either kind and returns its FluxApplicationSpec.
func (d *Document) checkApplication() tree.Node {
	if !d.Console() {
		d.check(shapes().fluxApplication)
		return d.Root.Get("spec")
	}
	d.check(shapes().application)
	kind := d.Root.At("spec", "kind")
	switch {
	case !d.Root.Get("spec").Exists(): // which the rules say
	case !kind.Exists():
		d.refuse(Problem{Code: CodeRequired, Node: d.Root.Get("spec"), Child: "kind", Proposed: "fluxcd", Detail: "is required; write kind: fluxcd"})
	case kind.Kind() == tree.String && kind.Text() != "fluxcd":
		d.refuse(Problem{
			Code: CodeUnsupported, Node: kind, Current: kind.Text(), Proposed: "fluxcd",
			Detail: fmt.Sprintf("there is no engine %q; write fluxcd (argocd is left alone)", kind.Text()),
		})
	}
	return d.Root.At("spec", "fluxApp", "spec")
}

// Refused reports whether Parse found a problem that keeps the document from being rendered.
func (d *Document) Refused() bool {
	for _, p := range d.Problems() {
		if p.Severity == SeverityError || p.Severity == "" {
			return true
		}
	}
	return false
}

// refusals returns the errors that Parse found, nil when there are none.
func (docs Documents) refusals() error {
	var problems []Problem
	for _, d := range docs {
		if d.Refused() && d.Class != Template && d.Class != RunConfig { // which are judged when somebody asks for them
			problems = append(problems, d.problems...)
		}
	}
	if list := Explain(problems).Only(SeverityError); len(list) > 0 {
		return list
	}
	return nil
}

// Errors returns the findings that err carries; nil when it carries none.
func Errors(err error) ErrorList {
	var list ErrorList
	errors.As(err, &list)
	return list
}

// textProblem puts a problem of the text in our words.
func textProblem(p tree.Problem) (Problem, bool) {
	out := Problem{Node: p.Node, OnKey: p.OnKey, position: p.Position}
	key, written := p.Node.WrittenKey(), p.Node.Written()
	if p.OnKey {
		written = key
	}
	out.Current = written
	switch p.Rule {
	case tree.Syntax:
		out.Code, out.Detail = CodeSyntax, p.Detail
	case tree.DuplicateKey:
		out.Node, out.Other = p.Other, p.Other // the second one is in no tree, and its path is that of the first
		out.Code, out.Detail = CodeDuplicateKey, fmt.Sprintf("the key %q is already at %%s; keep one of them", key)
		if key == "apiVersion" && p.Position.Column == 1 {
			out.Detail = fmt.Sprintf("the key %q is already at %%s; write --- between two documents, or keep one of them", key)
		}
		if other := p.Other.WrittenKey(); other != key {
			out.Detail = fmt.Sprintf("the key %s is read as %q, and so is %s at %%s; quote both", key, p.Node.Key(), other)
		}
	case tree.BadKey:
		out.Code, out.Detail, out.Child, out.Current = CodeKey, p.Detail+"; quote it", p.Key, p.Key
	case tree.BadTag:
		out.Code, out.Detail = CodeTag, fmt.Sprintf("the tag %s is not supported; write the value itself", p.Detail)
	case tree.TooLarge:
		out.Node = tree.Node{} // its path may be endless too
		out.Code, out.Detail = CodeTooLarge, p.Detail+"; split the document"
	case tree.NotJSON:
		out.Code, out.Detail = CodeNotJSON, fmt.Sprintf("an API server cannot read %s; write a finite number, or quote it", written)
		out.Proposed = fmt.Sprintf("%q", written)
	case tree.YAML11:
		out.Severity, out.Code = SeverityWarning, CodeYAML11
		out.Detail, out.Proposed = yaml11(p, written)
		out.Hiding = hidden11(p.Node.Kind(), out.Detail)
	case tree.LostDigits:
		out.Severity, out.Code = SeverityWarning, CodeLostDigits
		out.Proposed = fmt.Sprintf("%q", written)
		out.Detail = fmt.Sprintf("some YAML readers drop digits of %s; if it is a version, write %q", written, written)
		out.Hiding = "some YAML readers drop digits of this number; if it is a version, quote it"
	case tree.MergeOrder:
		out.Severity, out.Code = SeverityWarning, CodeMergeOrder
		out.Detail = fmt.Sprintf("in kubectl the << behind it replaces %q, in other readers it does not; write << first", key)
	case tree.Escape:
		character := string(tree.PairRune(p.Detail))
		out.Severity, out.Code, out.Current, out.Proposed = SeverityWarning, CodeEscape, p.Detail, character
		out.Detail = fmt.Sprintf("kubectl does not read the escape %s in YAML; write the character itself, %s", p.Detail, character)
	default:
		return Problem{}, false
	}
	return out, true
}

func yaml11(p tree.Problem, written string) (detail, proposed string) {
	if p.OnKey {
		return yaml11Key(p.Detail, written), strconv.Quote(written)
	}
	kind, meaning := p.Node.Kind(), p.Node.Text()
	quoted := fmt.Sprintf("%q", written)
	if kind == tree.String {
		other := "a number"
		if strings.IndexByte(written, '-') == len("2006") {
			other = "a date"
		}
		return fmt.Sprintf("some YAML readers read %s as %s; write %s", written, other, quoted), quoted
	}
	return fmt.Sprintf("YAML readers differ: kubectl reads %s as %s; write %s or %s", written, meaning, meaning, quoted), quoted
}

// yaml11Key words a key on which readers differ, by what kubectl makes of it.
func yaml11Key(meaning, written string) string {
	switch meaning {
	case "true", "false":
		return fmt.Sprintf("YAML 1.1 reads the key %s as %s; quote it", written, meaning)
	case written:
		return fmt.Sprintf("some readers take the key %s for a date or a number; quote it", written)
	}
	return fmt.Sprintf("readers differ in the key %s, which kubectl reads as %s; quote it", written, meaning)
}

// hidden11 words a scalar on which readers differ without the scalar. Words such as on are no secret.
func hidden11(kind tree.Kind, detail string) string {
	switch kind {
	case tree.Bool:
		return detail
	case tree.Number:
		return "YAML readers differ in this number; quote it, or write it in decimal digits without 0 in front"
	}
	return "some YAML readers read this text as a date or a number; quote it"
}
