// Package delivery plans how Flux carries the rendered objects: it puts each into the portion that one Kustomization
// applies, and plans these Kustomizations. A portion is a group of clusters, so that Flux builds and applies a part of
// a large fleet at a time.
package delivery

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Plan puts placements into the portions of a RenderConfig's delivery, notes which ones the next commit moves, and
// returns the objects that deliver. Without delivery, which is nil, it does nothing.
func Plan(inv inventory.Inventory, placements []*plan.Placement, config *schema.Document) ([]*plan.Placement,
	[]finding.Problem) {
	if config == nil {
		return nil, nil
	}
	p := newPlanner(inv, config)
	for _, placed := range placements {
		if placed.Portion = p.portionOf(placed); placed.Order != nil && p.isOn() {
			placed.Portion = p.ordered(placed.Order)
		}
		if p.moves(placed) {
			placed.Moves, p.moved = true, p.moved+1
		}
	}
	if p.isOn() && p.groups > 0 && p.hub {
		p.deliverHub()
	}
	p.tellRequirements()
	p.tellMoves()
	p.tellHeldWorkers()
	return p.made, p.problems
}

// IsOn reports whether a RenderConfig delivers. It does not in the commit before the first groups.
func IsOn(config *schema.Document) bool {
	return config != nil && config.Spec().At("delivery", "sourceRef").Exists()
}

type planner struct {
	inv    inventory.Inventory
	config *schema.Document
	spec   tree.Node
	// apps stand for the RenderConfig: of objects on the hub, and of those on clusters with a Flux of their own.
	apps   map[bool]*inventory.Application
	groups int // 0 where the folder is as without delivery, or where nobody has written it
	next   int // of the next commit; -1 where it is not written
	// nextOrders are the applications that the next commit delivers by Kustomizations of their own, or no longer so
	nextOrders  []string
	unknownNext bool // one of them is not there
	orders      map[*plan.Order]*plan.Portion
	hub         bool           // an application is for a hub
	byName      map[string]int // the groups of clusters
	portions    map[string]*plan.Portion
	made        []*plan.Placement
	moved       int
	problems    []finding.Problem
}

func newPlanner(inv inventory.Inventory, config *schema.Document) *planner {
	spec := config.Spec().Get("delivery")
	p := &planner{inv: inv, config: config, spec: spec, apps: map[bool]*inventory.Application{}, next: -1,
		byName: map[string]int{}, portions: map[string]*plan.Portion{}, orders: map[*plan.Order]*plan.Portion{}}
	p.groups, _ = strconv.Atoi(spec.Get("groups").Text())
	if next := spec.At("next", "groups"); next.Exists() {
		p.next, _ = strconv.Atoi(next.Text())
	}
	p.readNextOrders()
	isOfHub := func(app *inventory.Application) bool { return !app.Standalone }
	p.hub = slices.ContainsFunc(slices.Concat(inv.Applications, inv.Unwanted, inv.Repositories), isOfHub)
	for _, standalone := range []bool{false, true} {
		p.apps[standalone] = &inventory.Application{Written: config, Document: config, Flux: inv.Flux, Standalone: standalone,
			Namespace: cmp.Or(config.Namespace(), spec.Get("namespace").Text())}
	}
	if groups := spec.Get("groups"); groups.Exists() && !p.hub && len(inv.Applications) > 0 {
		p.report(finding.Problem{Severity: finding.SeverityInfo, Code: codes.NoEffect, Node: groups, Detail: "has no " +
			"effect here: with topology Standalone the folder of each cluster is its group"})
	}
	if p.isOn() && p.groups == 0 && p.hub {
		p.report(finding.Problem{Code: codes.Required, Node: spec, Child: "groups", Detail: "is required, because " +
			"applications are for a hub; write a number that stays, about a hundredth of the clusters"})
	}
	return p
}

func (p *planner) report(found finding.Problem) {
	found.Subject = p.config.Subject()
	p.problems = append(p.problems, found)
}

func (p *planner) isOn() bool { return IsOn(p.config) }

func (p *planner) namespace() string {
	return cmp.Or(p.spec.Get("namespace").Text(), p.config.Namespace())
}

func (p *planner) portionOf(placed *plan.Placement) *plan.Portion {
	switch {
	case !p.isOn():
		return nil
	case p.isStandalone(placed):
		return p.standalone(placed.ClusterName)
	case p.groups == 0:
		return nil
	case placed.ClusterName == "":
		return p.portion(kinds.Hub)
	}
	return p.portion(GroupFolder(p.groupOf(placed.ClusterName)))
}

// isStandalone reports whether an object is for a cluster whose own Flux applies it. Where the hub has groups, it is
// the hub's Flux that applies what is on the hub.
func (p *planner) isStandalone(placed *plan.Placement) bool {
	return placed.Common.App.Standalone && !placed.Common.Shared && (placed.ClusterName != "" || !p.hub)
}

// GroupFolder is the folder of a group, counted from 1.
func GroupFolder(group int) string { return "group-" + strconv.Itoa(group) }

func (p *planner) groupOf(cluster string) int {
	group := p.byName[cluster]
	if group == 0 {
		group = plan.Rendezvous(cluster, p.groups)
		p.byName[cluster] = group
	}
	return group
}

func (p *planner) portion(folder string) *plan.Portion {
	if p.portions[folder] == nil {
		p.portions[folder] = p.newPortion(folder, p.config.Name()+"-"+folder, "")
	}
	return p.portions[folder]
}

func (p *planner) newPortion(folder, name, server string) *plan.Portion {
	return &plan.Portion{Folder: folder, Server: server, Namespace: p.namespace(), Name: name,
		OneFile: p.spec.Get("files").Text() == "application", Standalone: server != ""}
}

func (p *planner) standalone(cluster string) *plan.Portion {
	key := "cluster " + cluster // which no folder of the hub is called
	if p.portions[key] == nil {
		made := p.newPortion(cmp.Or(cluster, kinds.Hub), p.config.Name(), cluster)
		made.Standalone = true // also on the hub
		p.portions[key] = made
		p.deliver(made)
		p.artifacts(made)
	}
	return p.portions[key]
}

// deliverHub plans the Kustomizations of all groups, also of those without a cluster: a run renders some applications
// only, and does not know which groups others use.
func (p *planner) deliverHub() {
	all := []*plan.Portion{p.portion(kinds.Hub)}
	for group := 1; group <= p.groups; group++ {
		all = append(all, p.portion(GroupFolder(group)))
	}
	for _, made := range all {
		p.deliver(made)
	}
	p.artifacts(all...)
}

func (p *planner) deliver(made *plan.Portion) {
	b := p.inv.Build
	at, ref := "./"+p.inSource(made), p.spec.Get("sourceRef")
	if p.makesArtifacts() {
		at = "./"
		ref = b.Map(ref, plan.TextField(b, "kind", kinds.ExternalArtifact.Name), plan.TextField(b, "name", made.Name))
	}
	p.add(made, kinds.Kustomization, made.Name, b.Map(p.spec, append(p.applying(at, ref),
		tree.Field{Key: "timeout", Value: p.spec.Get("timeout")})...))
}

func (p *planner) applying(at string, ref tree.Node) []tree.Field {
	b, interval := p.inv.Build, p.spec.Get("interval")
	if !interval.Exists() {
		interval = b.String(usualInterval, p.spec)
	}
	return []tree.Field{
		{Key: "interval", Value: interval},
		plan.TextField(b, "path", at),
		{Key: "prune", Value: b.Bool(true, p.spec)},
		{Key: "serviceAccountName", Value: p.spec.Get("serviceAccountName")},
		{Key: "sourceRef", Value: ref},
	}
}

func (p *planner) inSource(made *plan.Portion) string {
	return strings.TrimPrefix(path.Clean(p.spec.Get("path").Text())+"/", "./") + made.Folder
}

const usualInterval = "10m"

func (p *planner) makesArtifacts() bool { return p.spec.Get("artifacts").Text() == "true" }

// artifacts plans the ArtifactGenerator of some portions of one API server, which copies the folder of each.
func (p *planner) artifacts(portions ...*plan.Portion) {
	if !p.makesArtifacts() {
		return
	}
	b, ref := p.inv.Build, p.spec.Get("sourceRef")
	copied := make([]tree.Node, len(portions))
	for i, made := range portions {
		from := "@" + sourceAlias + "/" + p.inSource(made) + "/**"
		copied[i] = b.Map(p.spec, plan.TextField(b, "name", made.Name),
			tree.Field{Key: "copy", Value: b.List(p.spec,
				b.Map(p.spec, plan.TextField(b, "from", from), plan.TextField(b, "to", "@artifact/")))})
	}
	source := b.Map(ref, append(b.Without(ref, "apiVersion").Fields(), plan.TextField(b, "alias", sourceAlias))...)
	p.add(portions[0], kinds.ArtifactGenerator, p.config.Name(), b.Map(p.spec,
		tree.Field{Key: "artifacts", Value: b.List(p.spec, copied...)},
		tree.Field{Key: "sources", Value: b.List(p.spec, source)}))
}

// sourceAlias is what an ArtifactGenerator calls the source of the rendered folder. An artifact of this name would get
// the whole source, and no name of an object has a _.
const sourceAlias = "rendered_folder"

func (p *planner) add(made *plan.Portion, kind *kinds.Kind, name string, spec tree.Node) {
	folder := made.Folder
	if kind == kinds.ArtifactGenerator && !made.Standalone {
		folder = "."
	}
	common := &plan.Common{App: p.apps[made.Standalone], Kind: kind, Namespace: p.namespace(), Shared: !made.Standalone,
		Origin: p.spec, Copies: 1, Other: &plan.Other{Spec: spec,
			Annotations: []tree.Field{plan.TextField(p.inv.Build, kinds.AnnotationDelivers, folder)}}}
	placed := plan.New(common, name, made.Server)
	if o := made.Order; o != nil {
		common.App, common.Shared, placed.ClusterName = o.App, false, o.Cluster
	}
	p.made = append(p.made, placed)
}

// moves reports whether the next commit moves an object to another Kustomization, or to or from delivery.
func (p *planner) moves(placed *plan.Placement) bool {
	isDelivered := p.isOn()
	switch {
	case placed.IsEntry() && slices.ContainsFunc(p.nextOrders, placed.Common.App.IsCalled):
		return true
	case p.next < 0:
		return false
	case isDelivered != (p.next > 0):
		return true
	case !isDelivered || p.isStandalone(placed) || placed.ClusterName == "" || p.groups == 0 || placed.Order != nil:
		return false
	}
	return p.groupOf(placed.ClusterName) != plan.Rendezvous(placed.ClusterName, p.next)
}

func (p *planner) tellRequirements() {
	gated := p.spec.At("sourceRef", "kind")
	if p.makesArtifacts() {
		gated = p.spec.Get("artifacts")
	}
	if p.makesArtifacts() || gated.Text() == kinds.ExternalArtifact.Name {
		p.report(finding.Problem{Severity: finding.SeverityInfo, Code: wording.CodeFeatureGate, Node: gated,
			Detail: wording.ArtifactRefused(kinds.Kustomization)})
	}
	if at := p.spec.At("sourceRef", "namespace"); at.Exists() && at.Text() != p.namespace() {
		p.report(finding.Problem{Severity: finding.SeverityInfo, Code: wording.CodeCrossNamespace, Node: at,
			Detail: "the delivery refers to a source of namespace " + at.Text() +
				"; Flux must run without --no-cross-namespace-refs"})
	}
}

func (p *planner) tellMoves() {
	if !p.spec.Get("next").Exists() || p.unknownNext {
		return
	}
	note := finding.Problem{Severity: finding.SeverityInfo, Code: CodeMarked, Node: p.spec.Get("next"), OnKey: true}
	then := fmt.Sprintf("write delivery with groups: %d and without next", p.next)
	switch {
	case p.next < 0:
		then = "write the change of the applications, and delivery without next"
	case p.next == 0:
		then = "leave delivery out, or write another layout"
	}
	has := map[bool]string{true: "has", false: "have"}[p.moved == 1]
	note.Detail = fmt.Sprintf("%s will move to another Kustomization, and %s the annotation "+
		"%s: disabled until then; commit this, wait until Flux has applied it, then %s", names.Counted(p.moved, "object"),
		has, kinds.AnnotationPrune, then)
	if p.moved == 0 {
		note.Severity, note.Code = finding.SeverityWarning, codes.NoEffect
		note.Detail = "has no effect, because nothing moves; leave it out"
	}
	p.report(note)
}
