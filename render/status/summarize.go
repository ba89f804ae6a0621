package status

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Summarize returns how the applications of a run are, from the objects that their servers have, and where these have
// an earlier time, what was then.
//
// It leaves out [render.Result.Bootstrap], of which Flux applies nothing, and [render.Result.Elsewhere].
func Summarize(result render.Result, observed Observed) Status {
	s := summarizer{observed: observed, rendered: map[render.ID]bool{}, placeholders: map[placeholderKey]bool{},
		renderedSources: map[render.ID]render.Object{}, groups: map[string]*group{}, sources: map[render.ID]*source{},
		secrets: result.Secrets(), unread: map[string]bool{}}
	for _, app := range result.Applications() {
		s.group(app.Name()).document = app.Document()
	}
	for _, o := range slices.Concat(result.Bootstrap, result.Delivery, result.Elsewhere(), result.Objects) {
		s.observedOf(o)
	}
	deliverers := s.readDeliverers(result)
	for _, o := range result.Objects {
		if o.Row() != kinds.LoginMap { // of a cluster; what needs it fails without it
			s.add(o)
		}
	}
	s.addDeliverers(deliverers)
	s.addReferred()
	s.addExtra()
	all := s.status()
	s.settle(all)
	all.secrets, all.Findings = s.secrets, s.findings()
	if observed.earlier != nil {
		before := Summarize(result, observed.before())
		all.earlier, all.files = &before, observed.files
	}
	return all
}

type summarizer struct {
	observed     Observed
	rendered     map[render.ID]bool      // what is rendered, in this run or another shard
	placeholders map[placeholderKey]bool // what has names that nobody knows
	// renderedSources are the sources and charts among what is rendered.
	renderedSources map[render.ID]render.Object
	// byNamespace are the observed objects by their IDs without the namespace; nil until it is needed.
	byNamespace map[render.ID][]render.ID

	groups  map[string]*group // by application
	sources map[render.ID]*source
	// deliverers are the Kustomizations that apply an application alone on a cluster.
	deliverers map[render.ID]*deliverer
	ordered    map[render.ID]*Object // with what they apply, and at last all objects that are not ready

	stale   []tree.Node     // objects that are not as they are rendered
	unread  map[string]bool // kinds that nobody read, and that are no workloads
	secrets finding.Secrets
}

type group struct {
	clusters map[string]*Cluster
	shared   []Object
	referred []*source // that fail, and that the application does not render
	document *schema.Document
}

func (s *summarizer) group(application string) *group {
	g := s.groups[application]
	if g == nil {
		g = &group{clusters: map[string]*Cluster{}}
		s.groups[application] = g
	}
	return g
}

func (s *summarizer) add(rendered render.Object) {
	var o Object
	if known := s.ordered[rendered.ID()]; known != nil {
		o = *known
	} else {
		o = s.object(rendered)
	}
	namespace := o.observed.At("metadata", "namespace").Text() // of a document without a namespace
	for ref, value := range rendered.Row().Named(rendered.Value) {
		if ref.Relation == kinds.Feeds {
			s.refer(rendered.Application(), s.source(target(o.Server, ref, value, rendered.Value, namespace)))
		}
	}
	if !o.Workload && !o.observed.Exists() && s.observed.isUnread(o.ID) {
		s.unread[o.Kind] = true
		return
	}
	if o.Workload {
		s.blameDeliverer(&o)
	}
	s.put(o)
}

func (s *summarizer) put(o Object) {
	if o.State == Stale && len(o.Differs) > 0 {
		s.stale = append(s.stale, o.observed)
	}
	s.group(o.rendered.Application()).add(o, o.rendered.Shared())
}

func (s *summarizer) object(rendered render.Object) Object {
	_, delivers := rendered.Delivers() // which only applies others
	o := Object{ID: rendered.ID(), Cluster: rendered.Cluster(), Workload: rendered.Row().Is(kinds.Workload) && !delivers,
		rendered: rendered, observed: s.observedOf(rendered)}
	if o.Counted = o.Workload; !o.observed.Exists() {
		o.absent(&s.observed)
	} else {
		s.decide(&o, rendered.Row(), rendered, o.observed)
	}
	return o
}

func (g *group) add(o Object, shared bool) {
	if shared {
		if o.State != Ready {
			g.shared = append(g.shared, o)
		}
		return
	}
	c := g.clusters[o.Cluster]
	if c == nil {
		c = &Cluster{Name: o.Cluster}
		g.clusters[o.Cluster] = c
	}
	c.count(o)
	if o.Workload || o.State != Ready {
		c.Objects = append(c.Objects, o)
	}
}

func (c *Cluster) count(o Object) {
	switch {
	case !o.Workload:
	case o.State == Extra:
		c.Extra++
	case !o.Counted:
		c.Suspended++
	case o.State == Ready:
		c.Ready++
		c.Total++
	default:
		c.Total++
	}
}

func (s *summarizer) status() (all Status) {
	for _, name := range slices.Sorted(maps.Keys(s.groups)) {
		g := s.groups[name]
		app := Application{Name: name, Shared: g.shared, document: g.document}
		for _, cluster := range slices.Sorted(maps.Keys(g.clusters)) {
			c := g.clusters[cluster]
			c.State = worst(c.Objects)
			app.Clusters = append(app.Clusters, *c)
			app.Ready, app.Total = app.Ready+c.Ready, app.Total+c.Total
			app.Suspended, app.Extra = app.Suspended+c.Suspended, app.Extra+c.Extra
		}
		all.Applications = append(all.Applications, app)
	}
	return all
}

// worst returns the worst state of workloads, or else of all objects. Suspended objects count only if all are.
func worst(objects []Object) State {
	for _, counts := range []func(Object) bool{
		func(o Object) bool { return o.Counted || o.Workload && o.State == Extra },
		func(o Object) bool { return o.Workload },
		func(Object) bool { return true },
	} {
		at := len(severity)
		for _, o := range objects {
			if counts(o) {
				at = min(at, o.State.rank())
			}
		}
		if at < len(severity) {
			return severity[at]
		}
	}
	return Ready
}

// blameSource makes a failure of a workload that waits for a source which was observed and has failed. The workload
// itself learns that later, and until then tells that it waits. Then its own message tells of the source.
func (s *summarizer) blameSource(o *Object, row *kinds.Kind, observed tree.Node) {
	if o.Reason != "SourceNotReady" && o.Reason != "ArtifactFailed" {
		return
	}
	f := s.chartOf(o.Server, row, observed.At)
	if f == nil || !f.observed.Exists() {
		f = s.referred(o.Server, row, observed.At)
	}
	switch {
	case f == nil:
	case o.State == Progressing && f.isFailing():
		o.is(f.fault())
	default:
		o.Cause = f.Cause
	}
}

// addExtra adds what documents made and render no more, unless it may be a rendered object of an unknown name.
func (s *summarizer) addExtra() {
	var extra []render.ID
	for id, n := range s.observed.objects {
		owner := ownerOf(n)
		if !s.rendered[id] && s.groups[owner] != nil && !s.placeholders[placeholderKey{owner, id.Server, id.Kind}] {
			extra = append(extra, id)
		}
	}
	slices.SortFunc(extra, render.ID.Compare)
	for _, id := range extra {
		n := s.observed.objects[id]
		row := kindOf(n)
		isDelivery := n.At("metadata", "annotations", kinds.AnnotationDelivers).Exists()
		kubeConfig := kinds.KubeConfigRef(row.Part(kinds.KubeConfig).At.In(n.At))
		o := Object{ID: id, Cluster: cmp.Or(id.Server, validate.ClusterName(kubeConfig.Get("name"))), State: Extra,
			Workload: row.Is(kinds.Workload) && !isDelivery, Message: "the document does not render it any more"}
		if n.At("metadata", "deletionTimestamp").Exists() {
			o.Message += ", and it is being deleted"
		}
		o.Revision = revisionOf(row, n)
		s.group(ownerOf(n)).add(o, !o.Workload && o.Cluster == "")
	}
}

// deliverer is the Kustomization that delivers an application on a cluster before or after those of other kinds.
type deliverer struct {
	Object
	isExplained bool // a workload that it applies tells why it is not ready
}

// readDeliverers finds their states, and those of what they apply. Those of groups are of no application.
func (s *summarizer) readDeliverers(result render.Result) (all []*deliverer) {
	s.deliverers, s.ordered = map[render.ID]*deliverer{}, map[render.ID]*Object{}
	for _, rendered := range result.Objects {
		if _, ordered := rendered.Ordered(); ordered {
			o := s.object(rendered)
			s.ordered[o.ID] = &o
		}
	}
	for _, rendered := range result.Delivery {
		if folder, _ := rendered.Delivers(); kinds.IsOrdered(folder) {
			k := &deliverer{Object: s.object(rendered)}
			s.deliverers[k.ID], s.ordered[k.ID] = k, &k.Object
			all = append(all, k)
		}
	}
	return all
}

// blameDeliverer gives a workload that its server does not have, or not as it is rendered, the state of the
// Kustomization that has to apply it, where this one waits or fails.
func (s *summarizer) blameDeliverer(o *Object) {
	k := s.deliverers[o.rendered.DeliveredBy()]
	if k == nil || o.State == Ready {
		return
	}
	isApplied := o.State != Missing && len(o.Differs) == 0
	switch waits := k.State == Progressing || k.Reason == "HealthCheckFailed"; {
	case isApplied && waits: // for the workload, which tells more
		k.isExplained, k.Cause = true, cmp.Or(k.Cause, o.ID)
	case isApplied:
	case k.State == Missing:
		o.Cause = k.ID
	case waits || k.State == Failed || k.State == Stalled:
		k.isExplained = true
		why, of := s.cause(k)
		o.is(verdict{k.State, k.Reason, why, k.Since, of})
	}
}

// cause tells why a Kustomization is not ready, and what causes that: what it waits for, or itself.
func (s *summarizer) cause(k *deliverer) (why string, of render.ID) {
	before := s.awaited(&k.Object)
	if before == nil {
		return k.ID.String() + ": " + k.Message, k.ID
	}
	if why = before.Message; before.Reason != "" {
		why = before.Reason + ": " + why
	}
	return "it waits for " + before.rendered.Application() + ", and " + before.ID.String() + " is " +
		string(before.State) + ": " + why, before.ID
}

// addDeliverers adds rows of the Kustomizations that are not ready and that no workload tells of.
func (s *summarizer) addDeliverers(all []*deliverer) {
	for _, k := range all {
		switch {
		case k.isExplained:
		case !k.observed.Exists() && s.observed.isUnread(k.ID):
			s.unread[k.Kind] = true
		case k.observed.Exists() || k.State == Missing:
			s.put(k.Object)
		}
	}
}
