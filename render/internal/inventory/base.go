package inventory

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Base is a document that applications begin with.
type Base struct {
	Document *schema.Document
	// Users are the applications that name it, in the order of their documents; those too that are not rendered.
	Users      []*Application
	First      *Base // of the same name; nil in the first one, which applications use
	byWorkload map[kinds.WorkloadField]usedBase
}

type usedBase struct {
	document *schema.Document
	problems []finding.Problem
}

// Attribute turns findings about what a base has into findings about the base, whichever application led there.
func (inv *Inventory) Attribute(problems []finding.Problem) {
	beside := map[*tree.Tree]schema.Documents{} // the documents of each text that has a base
	for _, base := range inv.Bases {
		beside[base.Document.Root().Source()] = nil
	}
	for _, d := range inv.docs {
		text := d.Root().Source()
		if _, ofBase := beside[text]; ofBase {
			beside[text] = append(beside[text], d)
		}
	}
	for i, p := range problems {
		at := p.Node.Position()
		for _, d := range beside[p.Node.Source()] { // in file order
			if from := d.Root().Position(); from.Line < at.Line || from.Line == at.Line && from.Column <= at.Column {
				problems[i].Subject = d.Subject()
			}
		}
	}
}

// Matters reports whether findings about the base are reported: if options name applications, one of them must use it.
func (inv *Inventory) Matters(b *Base) bool {
	used := cmp.Or(b.First, b)
	return len(inv.Run.Applications) == 0 ||
		slices.ContainsFunc(used.Users, func(app *Application) bool { return !app.Unwanted })
}

// canName reports whether the name, and the namespace if there is one, can belong to a document.
func canName(r schema.BaseReference) bool {
	written := r.Node.Kind() == tree.String || r.Node.Kind() == tree.Map
	return written && names.Valid(r.Name) && (r.Namespace == "" || names.ValidLabel(r.Namespace))
}

// baseOf returns a base as an application uses it; nil where it cannot be used.
func (inv *Inventory) baseOf(app *Application, r schema.BaseReference,
	seen map[*Base]tree.Node) (*schema.Document, []finding.Problem) {
	base := inv.bases[ObjectKey{cmp.Or(r.Namespace, app.Namespace), r.Name}]
	p := finding.Problem{Code: CodeBase, Subject: app.Document.Subject(), Node: r.Node, Current: r.Name}
	switch {
	case !canName(r): // a rule about names reports it
		return nil, nil
	case base == nil:
		return nil, []finding.Problem{inv.unknownBase(app, r)}
	case seen[base].Exists():
		p.Detail = "this base is already at "
		return nil, []finding.Problem{p.Beside(seen[base], "; leave one of them out")}
	}
	seen[base] = r.Node
	base.Users = append(base.Users, app)
	if base.Document.Refused() {
		return nil, nil
	}
	workload, _ := app.Document.Facts().Entries()
	release := base.Document.Spec().At("config", "helmRelease")
	if release.Exists() && workload != kinds.HelmReleases && workload != "" &&
		!app.Document.Spec().Get("config").Find("helmRelease").Exists() {
		p.Detail = fmt.Sprintf("this application has config.%s, and the base has config.helmRelease at ", workload)
		return nil, []finding.Problem{
			p.Beside(release, "; name another base, or write helmRelease: null in config to do without it")}
	}
	used, known := base.byWorkload[workload]
	if !known {
		if used.document, used.problems = base.Document.Facts().ForWorkload(workload); used.document.Refused() {
			used.document = nil
		}
		base.byWorkload[workload] = used
	}
	return used.document, used.problems
}

func (inv *Inventory) unknownBase(app *Application, r schema.BaseReference) finding.Problem {
	key := ObjectKey{cmp.Or(r.Namespace, app.Namespace), r.Name}
	p := finding.Problem{Code: CodeBase, Subject: app.Document.Subject(), Node: r.Node, Current: r.Name,
		Detail: fmt.Sprintf("no document is the FluxApplicationBase %s; ", key)}
	if other := inv.baseElsewhere(key); other != nil {
		remedy, namespace := "; write namespace: "+key.Namespace+" in its metadata", other.Document.Namespace()
		if namespace == "" {
			p.Detail += "there is one without a namespace at "
		} else {
			p.Detail += "there is one of another namespace at "
			remedy = fmt.Sprintf("; for that one write {name: %s, namespace: %s}", key.Name, namespace)
		}
		return p.Beside(nameIn(other.Document), remedy)
	}
	var beside []string
	for other := range inv.bases {
		if other.Namespace == key.Namespace {
			beside = append(beside, other.Name)
		}
	}
	slices.Sort(beside)
	p.Proposed = names.Nearest(r.Name, beside)
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case inv.IsOneDocument():
		p.Detail += "name its file or folder too; a generator of kustomize sees this document only: use a transformer, " +
			"with both documents among the resources, or write here what the base has"
	default:
		p.Detail += "add it, or correct the name"
	}
	return p
}

// baseElsewhere returns the base of the same name in the first other namespace; nil when there is none.
func (inv *Inventory) baseElsewhere(key ObjectKey) (found *Base) {
	for _, base := range inv.Bases {
		if base.Document.Name() == key.Name && base.First == nil &&
			(found == nil || base.Document.Namespace() < found.Document.Namespace()) {
			found = base
		}
	}
	return found
}
