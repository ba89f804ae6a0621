package inventory

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Base is a document that applications begin with.
type Base struct {
	Document *schema.Document
	// Users are the applications that name it, in the order of their documents; those too that are not rendered.
	Users      []*Application
	first      *Base // of the same name; nil in the first one, which applications use
	byWorkload map[kinds.WorkloadField]usedBase
}

// usedBase is a base as applications of a workload use it.
type usedBase struct {
	document *schema.Document
	problems []finding.Problem
}

func (inv *Inventory) addBases(docs schema.Documents, run Selection) {
	for _, d := range docs {
		if d.Class() != schema.ClassBase {
			continue
		}
		if inv.bases == nil {
			inv.bases, inv.beside = map[ObjectKey]*Base{}, map[*tree.Tree]schema.Documents{}
		}
		inv.beside[d.Root().Source()] = nil
		key := ObjectKey{cmp.Or(d.Namespace(), run.Namespace), d.Name()}
		base := &Base{Document: d, byWorkload: map[kinds.WorkloadField]usedBase{}, first: inv.bases[key]}
		if base.first == nil {
			inv.bases[key] = base
		}
		inv.Bases = append(inv.Bases, base)
	}
	for _, d := range docs {
		text := d.Root().Source()
		if _, ofBase := inv.beside[text]; ofBase {
			inv.beside[text] = append(inv.beside[text], d)
		}
	}
}

// Attribute turns findings about what a base has into findings about the base, whichever application led there.
func (inv *Inventory) Attribute(problems []finding.Problem) {
	for i, p := range problems {
		at := p.Node.Position()
		for _, d := range inv.beside[p.Node.Source()] { // in file order
			if from := d.Root().Position(); from.Line < at.Line || from.Line == at.Line && from.Column <= at.Column {
				problems[i].Subject = d.Subject()
			}
		}
	}
}

// matters reports whether findings about the base are reported: if options name applications, one of them must use it.
func (b *Base) matters(run Selection) bool {
	used := cmp.Or(b.first, b)
	return len(run.Applications) == 0 ||
		slices.ContainsFunc(used.Users, func(app *Application) bool { return !app.Unwanted })
}

func (inv *Inventory) reportBases(run Selection) (problems []finding.Problem) {
	for _, base := range inv.Bases {
		if !base.matters(run) {
			continue
		}
		d := base.Document
		problems = slices.Concat(problems, d.Problems(), validate.Base(d, inv.Flux))
		p := finding.Problem{Subject: d.Subject(), Node: nameIn(d), Current: d.Name()}
		switch {
		case d.Name() == "": // an error reports it
		case base.first != nil:
			p.Code, p.Detail = finding.CodeDuplicateDocument, "the base "+d.Owner()+" is already at "
			problems = append(problems, p.Beside(nameIn(base.first.Document), "; write another name for one of them"))
		case len(base.Users) == 0:
			problems = append(problems, validate.LayersOfBase(d, inv.Flux)...)
			p.Severity, p.Code = finding.SeverityInfo, finding.CodeUnusedBase
			p.Detail = "no application names this base; name it in spec.bases of an application, or remove it"
			if !inv.refusedBases {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// putOnBases lays an application over its bases. It is false where one cannot be used, the reason for what is missing.
func (inv *Inventory) putOnBases(app *Application) (complete bool, problems []finding.Problem) {
	var used []*schema.Document
	seen := map[*Base]tree.Node{}
	references := app.Document.BaseReferences()
	for _, r := range references {
		base, wrong := inv.baseOf(app, r, seen)
		problems = append(problems, wrong...)
		if base != nil {
			used = append(used, base)
		}
	}
	if len(used) < len(references) || app.Document.Spec().Get("bases").Kind() != tree.List {
		inv.refusedBases = true
		return false, problems
	}
	app.Document = app.Document.OnBases(specOnBases(inv.Build, app.Document.Spec(), used), used)
	return true, problems
}

// baseOf returns a base as an application uses it; nil where it cannot be used.
func (inv *Inventory) baseOf(app *Application, r schema.BaseReference,
	seen map[*Base]tree.Node) (*schema.Document, []finding.Problem) {
	base := inv.bases[ObjectKey{cmp.Or(r.Namespace, app.Namespace), r.Name}]
	p := finding.Problem{Code: finding.CodeBase, Subject: app.Document.Subject(), Node: r.Node, Current: r.Name}
	switch {
	case !r.IsValid(): // a rule about names reports it
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
	workload, _ := app.Document.Entries()
	release := base.Document.Spec().At("config", "helmRelease")
	if release.Exists() && workload != kinds.HelmReleases && workload != "" &&
		!app.Document.Spec().Get("config").Find("helmRelease").Exists() {
		p.Detail = fmt.Sprintf("this application has config.%s, and the base has config.helmRelease at ", workload)
		return nil, []finding.Problem{
			p.Beside(release, "; name another base, or write helmRelease: null in config to do without it")}
	}
	used := base.forWorkload(workload)
	return used.document, used.problems
}

// forWorkload returns the base for applications of a workload; without a document where it is wrong for them.
func (b *Base) forWorkload(workload kinds.WorkloadField) usedBase {
	used, known := b.byWorkload[workload]
	if !known {
		if used.document, used.problems = b.Document.ForWorkload(workload); used.document.Refused() {
			used.document = nil
		}
		b.byWorkload[workload] = used
	}
	return used
}

// unknownBase refuses a base that is not among the documents, with the one that is most likely meant.
func (inv *Inventory) unknownBase(app *Application, r schema.BaseReference) finding.Problem {
	key := ObjectKey{cmp.Or(r.Namespace, app.Namespace), r.Name}
	p := finding.Problem{Code: finding.CodeBase, Subject: app.Document.Subject(), Node: r.Node, Current: r.Name,
		Detail: fmt.Sprintf("no document is the FluxApplicationBase %s; ", key)}
	if other := inv.baseElsewhere(key); other != nil {
		return besideBase(p, key, other)
	}
	p.Proposed = names.Nearest(r.Name, inv.basesOf(key.Namespace))
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case inv.Count == 1:
		p.Detail += "a generator of kustomize sees this document only: use a transformer, with both documents among the " +
			"resources, or write here what the base has"
	default:
		p.Detail += "add it, or correct the name"
	}
	return p
}

// besideBase adds to a message the place of the base of the same name in another namespace, or in none.
func besideBase(p finding.Problem, key ObjectKey, other *Base) finding.Problem {
	name, namespace := nameIn(other.Document), other.Document.Namespace()
	if namespace == "" {
		p.Detail += "there is one without a namespace at "
		return p.Beside(name, fmt.Sprintf("; write namespace: %s in its metadata", key.Namespace))
	}
	p.Detail += "there is one of another namespace at "
	return p.Beside(name, fmt.Sprintf("; for that one write {name: %s, namespace: %s}", key.Name, namespace))
}

// baseElsewhere returns the base of the same name in the first other namespace; nil when there is none.
func (inv *Inventory) baseElsewhere(key ObjectKey) (found *Base) {
	for _, base := range inv.Bases {
		if base.Document.Name() == key.Name && base.first == nil &&
			(found == nil || base.Document.Namespace() < found.Document.Namespace()) {
			found = base
		}
	}
	return found
}

func (inv *Inventory) basesOf(namespace string) (all []string) {
	for key := range inv.bases {
		if key.Namespace == namespace {
			all = append(all, key.Name)
		}
	}
	slices.Sort(all)
	return all
}

// specOnBases returns the spec of an application merged over the specs of bases, the lowest first. An application tells
// itself what it runs, and the layers in the config of each are merged with its entries, in their own order.
func specOnBases(b *tree.Builder, own tree.Node, bases []*schema.Document) (merged tree.Node) {
	specs := overlay.New(b, overlay.OfSpecs())
	for _, base := range bases {
		spec := base.Spec()
		if config := spec.Get("config"); config.Exists() {
			shared := b.Map(config, tree.Field{Key: "helmRelease", Value: config.Find("helmRelease")})
			spec = b.Map(spec, append(spec.Fields(), tree.Field{Key: "config", Value: shared})...)
		}
		merged = specs.Over(merged, spec, spec)
	}
	merged = specs.Over(merged, own, own)
	if !own.Find("config").Exists() {
		return b.Without(merged, "config")
	}
	return merged
}
