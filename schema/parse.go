package schema

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/convert"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Parse reads every document of a stream of YAML or JSON. File is the name that findings carry; it is not opened.
//
// Parse never fails: what is wrong is in the documents, and render.Render reports it among its own findings.
// [Documents.Findings] are for who only parses. Parse does not validate what a layer could still change: required
// fields, names, and fields that contradict each other.
//
// Documents that are not for fluxapp come back as [ClassForeign], and unreadable documents too, with their problem.
func Parse(file string, data []byte) Documents {
	// the trees have a copy, and the data can be collected: nothing below asks for it
	trees, problems := tree.Read(file, data)
	return newDocuments(file, trees, problems)
}

func newDocuments(file string, trees []*tree.Tree, textProblems iter.Seq[tree.Problem]) Documents {
	docs := make(Documents, 0, len(trees))
	var text mentions
	for i, t := range trees {
		if i == 0 {
			text = mentionsIn(t.FileText())
		}
		docs = docs.appendTree(file, t, text.with(t))
	}
	unread := &Document{subject: finding.NewSubject(file, tree.Node{})}
	docs.reportText(textProblems, unread)
	for _, d := range docs {
		d.read()
		d.reportEncrypted()
	}
	if len(unread.problems) > 0 {
		docs = append(docs, unread)
	}
	return docs
}

func (docs Documents) appendTree(file string, t *tree.Tree, has mentions) Documents {
	before := len(docs)
	roots, tooLarge := unpack(t.Root(), len(t.FileText()))
	for _, root := range roots {
		d := classify(file, root)
		classifier{d}.itemOf(t.Root())
		d.mentions = has
		docs = append(docs, d)
	}
	if len(roots) > 0 { // a list may have no items
		docs[before:].readMarkers(t)
	}
	if tooLarge != "" {
		docs[before].report(finding.Problem{Code: codes.TooLarge, Node: t.Root(), Detail: tooLarge})
	}
	return docs
}

func (docs Documents) reportText(problems iter.Seq[tree.Problem], unread *Document) {
	var inTree map[*tree.Tree]Documents // most texts have no problems, and a fleet has many trees
	for p := range problems {
		if inTree == nil {
			inTree = map[*tree.Tree]Documents{}
			for _, d := range docs {
				inTree[d.Root().Tree()] = append(inTree[d.Root().Tree()], d)
			}
		}
		around := inTree[p.Node.Tree()]
		d := cmp.Or(around.holder(p.Position), unread)
		if problem, ok := textProblem(p); ok && (d.isRelevant(p) || p.Rule == record.TooLarge && around.perhapsOurs()) {
			d.report(problem)
		}
		if p.Rule == record.TooLarge && p.Node.Exists() {
			for _, d := range around { // of which rules would be applied to the part only that was read
				d.class = ClassForeign
			}
		}
	}
}

// unpack returns the items of a list, as kubectl prints it, and of its lists; or the document, also a too large list.
func unpack(root tree.Node, size int) (roots []tree.Node, tooLarge string) {
	u := unpacker{isList: isList, left: size}
	if u.unpack(root, 0); u.tooLarge != "" {
		return []tree.Node{root}, u.tooLarge
	}
	return u.roots, ""
}

type unpacker struct {
	isList   func(tree.Node) bool
	roots    []tree.Node
	left     int // items that may follow: a text has fewer than bytes, unless aliases repeat them
	tooLarge string
}

// maxLists is how deep lists may lie in lists. Nobody writes more than two; aliases may stand for any number.
const maxLists = 10

func (u *unpacker) unpack(root tree.Node, depth int) {
	switch {
	case !u.isList(root):
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

// perhapsOurs reports whether a tree that was read in part might hold applications that nobody has seen.
func (docs Documents) perhapsOurs() bool {
	hasKind := func(d *Document) bool { return d.Kind() != "" }
	first := slices.IndexFunc(docs, hasKind)
	return first < 0 || slices.ContainsFunc(docs[first+1:], hasKind)
}

func (d *Document) read() {
	written := d.Root().Get("spec")
	var convertSpec func(tree.Node) (tree.Node, []finding.Problem)
	switch d.class {
	case ClassApplication:
		written, convertSpec = d.checkApplication(), convert.Spec
	case ClassBase: // its layers are checked against all workloads: nobody knows yet which the applications have
		d.check(shape.All().Base)
		convertSpec = convert.Base
	case ClassHelmChart:
		d.check(shape.All().HelmChart)
		convertSpec = convert.HelmChart
	case ClassRenderConfig:
		d.check(shape.All().RenderConfig)
	case ClassRepository:
		d.check(shape.All().Repository)
	default:
		switch {
		case d.Facts().OtherFleet() != "":
			c := check.Checker{Subject: d.Subject()}
			checkLogin(&c, d.Root().At("metadata", "annotations"))
			d.report(c.Problems...)
		case d.readsMetadata():
			checkMetadata(d)
		}
		if d.class == ClassCluster && d.Name() != "" {
			d.cluster = d.itself()
		}
		return
	}
	refused := d.Refused()
	if d.spec = written; convertSpec != nil && !refused { // a document that does not have its shape is not looked into
		spec, problems := convertSpec(written)
		d.spec = spec
		d.report(problems...)
		if n := spec.Get("imageAutomation"); !n.Same(written.Get("imageAutomation")) {
			d.report(shape.Check(n, shape.All().ImageAutomation, false).Problems...)
		}
	}
	switch {
	case d.class == ClassApplication:
		d.buildIndex()
	case d.class == ClassBase && !refused:
		d.ownIndex().addListed(d)
	}
}

func (d *Document) checkApplication() tree.Node {
	if !d.Facts().IsKubeSphereApplication() {
		d.check(shape.All().FluxApplication)
		return d.Root().Get("spec")
	}
	d.check(shape.All().Application)
	spec := d.Root().Get("spec")
	switch kind := spec.Get("kind"); {
	case kind.Text() == "" && spec.Get("argoApp").Exists(): // beside fluxApp
		d.report(finding.Problem{Code: codes.Required, Node: spec, Child: "kind", Proposed: "fluxcd",
			Detail: "is required beside fluxApp and argoApp; write kind: fluxcd or kind: argocd"})
	case kind.Kind() == tree.String && kind.Text() != "fluxcd" && kind.Text() != "":
		d.report(finding.Problem{Code: codes.Unsupported, Node: kind, Current: kind.Text(), Proposed: "fluxcd",
			Detail: fmt.Sprintf("there is no engine %q; write fluxcd (argocd is left alone)", kind.Text())})
	}
	return spec.At("fluxApp", "spec")
}

// Findings returns what Parse found in the documents, in file order. HelmCharts and RenderConfigs are left out: an
// error there matters only to whoever uses them.
func (docs Documents) Findings() finding.Findings {
	var problems []finding.Problem
	for _, d := range docs {
		if d.class != ClassHelmChart && d.class != ClassRenderConfig {
			problems = finding.Append(problems, d.problems...)
		}
	}
	return finding.Locate(problems)
}

func (d *Document) reportEncrypted() {
	if d.mentions.encrypted && d.class != ClassForeign && d.class != ClassRendered && d.class != ClassArgoCD {
		d.report(check.Encrypted(d.Root().Get("metadata"))...)
		d.report(check.Encrypted(d.spec)...)
	}
}

// FromNode returns the document that [Parse] would return for a value that a program has built. Its findings are about
// the file of the author: they have the places and paths of the nodes from which the value was built. It has no setter
// comments that name policies.
func FromNode(file string, root tree.Node) *Document {
	d := classify(file, root)
	d.mentions = mentions{true, true, true, true, true} // nobody has looked
	d.read()
	d.reportEncrypted()
	return d
}

// Objects returns the objects of a text of YAML or JSON, of all kinds, in the order of the text. In place of a list, as
// kubectl get prints it, are its items. Others are the documents without apiVersion or kind that are not empty. Those
// with a name and a spec are a problem too, as are items of a list, and a list that ends before its kind. File is
// for problems, and not opened.
//
// The other problems are in the text, for example a key that is there twice, warnings included. A text that cannot be
// read to its end gives the objects before that place. Finding.Locate puts problems in file order.
func Objects(file string, data []byte) (objects, others []tree.Node, problems []finding.Problem) {
	trees, textProblems := tree.Read(file, data)
	subjects := map[*tree.Tree]*finding.Subject{}
	isList := func(n tree.Node) bool {
		return strings.HasSuffix(n.Get("kind").Text(), "List") && n.Get("items").Kind() == tree.List
	}
	for _, t := range trees {
		subject := finding.NewSubject(file, t.Root())
		subjects[t] = &subject
		u := unpacker{isList: isList, left: len(data)}
		if u.unpack(t.Root(), 0); u.tooLarge != "" {
			problems = append(problems,
				finding.Problem{Code: codes.TooLarge, Subject: &subject, Node: t.Root(), Detail: u.tooLarge})
			continue
		}
		for _, root := range u.roots {
			if root.Get("apiVersion").Exists() && root.Get("kind").Exists() {
				objects = append(objects, root)
				continue
			}
			if root.Exists() && root.Kind() != tree.Null {
				others = append(others, root)
			}
			if lacks := lacking(root, !root.Same(t.Root())); lacks != "" {
				detail := "is required; kubectl get -o yaml prints it with each object"
				if root.Get("items").Exists() {
					detail = "is missing behind the items, so the list is cut off; read the objects once more"
				}
				problems = append(problems, finding.Problem{Code: codes.Kind, Subject: &subject, Node: root, Child: lacks,
					Detail: detail})
			}
		}
	}
	unread := finding.NewSubject(file, tree.Node{})
	for p := range textProblems {
		problem, ok := textProblem(p)
		if !ok {
			continue
		}
		if problem.Subject = subjects[p.Node.Tree()]; problem.Subject == nil {
			problem.Subject = &unread
		}
		problems = finding.Append(problems, problem)
	}
	return objects, others, problems
}

// lacking returns which of apiVersion and kind an object lacks; empty where it lacks none, and where nothing tells
// that it is one: the files of kustomize, and values of charts, have neither.
func lacking(n tree.Node, isItem bool) string {
	hasVersion, hasKind := n.Get("apiVersion").Exists(), n.Get("kind").Exists()
	isObject := n.At("metadata", "name").Exists() && n.Get("spec").Exists() && (isItem || hasVersion || hasKind)
	switch {
	case isObject && !hasKind, !isItem && hasVersion && !hasKind && n.Get("items").Kind() == tree.List:
		return "kind"
	case isObject && !hasVersion:
		return "apiVersion"
	}
	return ""
}
