package render

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/bundle"
	"github.com/fluxapp-dev/fluxapp/render/internal/delivery"
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/rules"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Render returns the Flux objects of all applications among the documents, in their total order.
//
// What it adds to what the author wrote is: names and namespaces, the annotation fluxapp.dev/rendered-from, the
// annotation fluxapp.dev/protected where limits protect the cluster, the digests of waves, the annotation of an object
// that closes a wave with a shorter interval, the label and annotation that KubeSphere looks for on the objects of an
// Application, and, with a warning each, interval: 10m and prune: false where Flux requires a value and the author
// wrote none.
//
// Result.Findings has everything that was found, in file order, what Parse found included. The error is
// Result.Findings.Err(): it is not nil if something is wrong, and then there are no objects.
func Render(docs schema.Documents, opts Options) (Result, error) {
	inv, problems := inventory.Collect(docs, opts.selection())
	problems = append(problems, inv.Layer()...)
	inv.Delivers = delivery.IsOn(opts.Delivery)
	all := entries.Merge(inv, inv.Applications) // many more than the sound ones, and nobody needs them afterwards
	sound, wrong := rules.Check(inv, all, opts.Expressions)
	problems = slices.Concat(problems, all.Problems, wrong)
	problems = slices.Concat(problems, opts.checkEmpty(docs, problems), opts.Shard.check(), opts.checkIgnore())
	if opts.Delivery != nil {
		problems = append(problems, opts.Delivery.Facts().CheckDelivery(opts.FluxVersion)...)
	}
	placements, unresolved := plan.Placements(inv, sound)
	applied, bootstrap, bundleProblems := bundle.Plan(inv, placements)
	placements = slices.Concat(placements, applied, plan.Logins(inv, placements))
	if inv.Waves {
		emit.Gate(inv, placements)
	}
	plan.Protect(inv, placements, opts.Protected)
	delivering, undelivered := delivery.Plan(inv, placements, opts.Delivery)
	if opts.Literal {
		emit.MarkLiteral(placements)
	} else if slices.ContainsFunc(docs, func(d *schema.Document) bool { return d.Facts().MayMentionVariables() }) {
		problems = append(problems, emit.UnsetVariables(placements)...)
	}
	problems = slices.Concat(problems, unresolved, verify.All(inv, placements, delivering), undelivered,
		delivery.Sizes(placements), largeObjects(placements), bundleProblems,
		verify.Files(placements, bootstrap, opts.decidesFiles()), verify.Bundles(bootstrap),
		rules.ProtectsNobody(inv, opts.Protected))
	if opts.Charts != nil {
		problems = append(problems, opts.Charts(placements)...)
	}
	if len(inv.Bases) > 0 {
		inv.Attribute(problems)
	}

	findings, ignored := finding.Locate(problems).Ignore(opts.Ignore)
	for i := range findings {
		if opts.Strict && findings[i].Severity == finding.SeverityWarning {
			findings[i].Severity = finding.SeverityError
		}
	}
	if err := findings.Err(); err != nil {
		return Result{Findings: findings, Ignored: ignored, Checks: opts.checks()}, err
	}
	objects, elsewhere := opts.Shard.split(order(placements))
	made := &run{inv: inv, secrets: finding.SecretsIn(problems)}
	made.patterns = sync.OnceValue(made.filePatterns)
	made.servers = sync.OnceValue(func() map[ownedFile][]string { return serversOf(objects) })
	return Result{Objects: objects, Bootstrap: order(bootstrap), Delivery: order(delivering), Findings: findings,
		Ignored: ignored, Checks: opts.checks(), elsewhere: elsewhere, run: made}, nil
}

// Result is what a run made.
type Result struct {
	// Objects are in total order: of no cluster, of the hub, then of each cluster by name; within one, needed ones first.
	Objects []Object
	// Bootstrap are what clusters that a hub reaches need, in order, before Flux can act there as the ServiceAccount of
	// tenancy. Flux applies none of them: cluster administrators do, from files of their own. Objects has none of them,
	// and each shard has all.
	Bootstrap []Object
	// Delivery are the Kustomizations of the groups, in order, and with artifacts the ArtifactGenerator, where the
	// options have delivery. They are for files: with Objects they would apply missing folders. Each shard has all.
	Delivery []Object
	// Findings are the warnings and notes of the run, in file order; when Render failed, its errors too.
	Findings finding.Findings
	// Ignored counts the warnings and notes that Options.Ignore left out of Findings, by rule.
	Ignored map[finding.Code]int
	// Checks are those of the optional checks that the run made. Without one, Findings say nothing about its rules.
	Checks []Check

	elsewhere []Object
	run       *run // nil where nothing is rendered
}

// Elsewhere returns the objects of the other shards, in their order. It is empty when the options name no shard.
func (r Result) Elsewhere() []Object { return r.elsewhere }

// Files returns the objects that files have: Objects, Bootstrap and Delivery.
func (r Result) Files() []Object { return slices.Concat(r.Objects, r.Bootstrap, r.Delivery) }

// WriteYAML writes the objects as a stream of YAML documents with --- before each. It holds few objects at a time.
//
// The comment "# cluster NAME" is in front of the first object of each cluster whose own Flux applies its objects
// (topology Standalone), "# hub" in front of the hub's first object behind such a cluster. [Object.YAML] has none.
func (r Result) WriteYAML(w io.Writer) error { return emit.WriteYAML(w, r.placements) }

// WriteJSON writes the objects as one JSON document, a v1 List, an object to a line. It holds one object at a time.
func (r Result) WriteJSON(w io.Writer) error { return emit.WriteJSON(w, r.placements) }

func (r Result) placements(yield func(*plan.Placement) bool) {
	for _, o := range r.Objects {
		if !yield(o.p) {
			return
		}
	}
}

// CheckPaths refuses objects without a file, or with the file or folder of another one. A stream can hold them.
func (r Result) CheckPaths() error {
	all := slices.Concat(r.Files(), r.Elsewhere())
	seen := map[string]Object{}
	problems := slices.Concat(inBootstrap(all), inDelivery(all))
	for _, o := range all {
		file, err := o.Facts().PathIn(path.Dir(o.Document().File()))
		first, taken := seen[strings.ToLower(file)] // Windows and macOS find a file by either name
		switch {
		case err != nil:
			problems = append(problems, refusal(o, codes.Outside, fmt.Sprintf(
				"the %s has no file in its folder: %v; give it another name or namespace", o.ID(), err)))
		case taken && (o.sharesFile(first) || o.Facts().HasFile() && first.Facts().HasFile() && o.Path() == first.Path()):
		case taken:
			also, remedy := "", "put one of the documents into another folder, or give one object a name of its own"
			if o.Facts().HasFile() || first.Facts().HasFile() {
				remedy = "write the same file for both, or another one"
			}
			if other := first.Path(); other != file {
				also = ", on Windows and macOS the same file as " + other
			}
			p := refusal(o, codes.DuplicatePath, "would be written to "+file+also+", which the object made at ")
			problems = append(problems, p.Beside(first.p.Common.Origin, " is written to already; "+remedy))
		default:
			seen[strings.ToLower(file)] = o
		}
	}
	return finding.Locate(problems).Err()
}

// inBootstrap refuses applications and clusters whose folder is in a folder for what clusters need first: Flux applies
// the one and not the other. Of an application it tells the first object.
func inBootstrap(all []Object) (problems []finding.Problem) {
	bootstrap := map[string]Object{} // by the folders
	for _, o := range all {
		folder, _ := JoinPath(path.Dir(o.Document().File()), bootstrapFolder)
		if o.Bootstrap() && bootstrap[folder].p == nil {
			bootstrap[folder] = o
		}
	}
	reported := map[*schema.Document]bool{}
	for _, o := range all {
		file := o.Path()
		first, folder := Object{}, file
		for first.p == nil && len(bootstrap) > 0 && path.Dir(folder) != folder {
			folder = path.Dir(folder)
			first = bootstrap[folder]
		}
		if first.p == nil || o.Bootstrap() || !each.Add(reported, o.Document()) {
			continue
		}
		p := refusal(o, codes.DuplicatePath, "would be written to "+file+", and the folder "+folder+
			" has what clusters need because of ")
		problems = append(problems, p.Beside(first.p.Common.Origin, "; put one of the documents into another folder, or "+
			"give the application or the cluster another name"))
	}
	return problems
}

func (o Object) sharesFile(other Object) bool {
	return o.Facts().SharesFile() && o.p.Portion == other.p.Portion && o.Document() == other.Document()
}

// inDelivery refuses a cluster with a Flux of its own whose folder is a group's, and an application whose folder is the
// one for what delivery applies groups with. It tells one object of each.
func inDelivery(all []Object) (problems []finding.Problem) {
	groups, reported := map[string]bool{}, map[string]bool{}
	for _, o := range all {
		if folder, delivers := o.Delivers(); delivers && !o.Facts().Standalone() { // also of a group without a cluster
			groups[folder], groups[deliveryFolder], groups[kinds.Ordered] = true, true, true
		}
	}
	for _, o := range all {
		portion, name := o.p.Portion, o.Cluster()
		if portion == nil || !portion.Standalone || portion.Order != nil {
			continue
		}
		taken := groups[name]
		if folder := path.Base(path.Dir(o.Path())); folder == deliveryFolder || folder == kinds.Ordered {
			taken, name = true, o.Cluster()+"/"+folder
		}
		if taken && each.Add(reported, name) {
			problems = append(problems, refusal(o, codes.DuplicatePath, "would be written to "+o.Path()+", and "+name+
				" is a folder of delivery; give the application or the cluster another name"))
		}
	}
	return problems
}

func refusal(o Object, code finding.Code, detail string) finding.Problem {
	return finding.Problem{Code: code, Subject: o.Document().Subject(), Node: o.p.Common.Origin, Detail: detail}
}

func objectOf(p *plan.Placement) Object { return Object{p} }

func order(placements []*plan.Placement) []Object {
	ordered := each.Of(placements, objectOf)
	slices.SortFunc(ordered, compareObjects)
	return ordered
}

// compareObjects is zero only for an object and itself. Objects of no cluster come first, then the hub's, then each
// cluster's by name, objects on the hub before objects on the cluster; among these, what others need comes first.
func compareObjects(a, b Object) int {
	if by := plan.CompareShared(a.p.Common.Shared, b.p.Common.Shared); by != 0 {
		return by
	}
	if by := strings.Compare(a.p.ClusterName, b.p.ClusterName); by != 0 { // most objects differ in it
		return by
	}
	return cmp.Or(
		cmp.Compare(a.p.Server(), b.p.Server()),
		cmp.Compare(a.p.Common.Kind.Rank, b.p.Common.Kind.Rank),
		cmp.Compare(a.p.Common.Namespace, b.p.Common.Namespace),
		cmp.Compare(a.p.Name, b.p.Name),
		cmp.Compare(a.Application(), b.Application()), // what a cluster needs first may be the same for several
	)
}
