package status

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/artifact"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type source struct {
	Object
	row  *kinds.Kind
	read kinds.Reader // the source as it was observed, or else as it is rendered
	// isSeen: it was observed, or has to be on its server. isCurrent: its artifact is of its spec, which is as rendered.
	isSeen, isCurrent bool
	isTraced          bool // while what it is made of is looked at
	staying           int  // workloads that are ready while it fails
}

// source returns the source of an ID, whether it was observed or not.
func (s *summarizer) source(id render.ID) *source {
	if known := s.sources[id]; known != nil {
		return known
	}
	bare := id
	bare.Namespace = "" // of a document without a namespace
	rendered, n := cmp.Or(s.renderedSources[id], s.renderedSources[bare]), s.observed.objects[id]
	f := &source{Object: Object{ID: id, Counted: true, rendered: rendered, observed: n}, row: rendered.Row(), read: n.At,
		isSeen: n.Exists()}
	s.sources[id] = f
	if f.row == nil {
		f.row = each.First(kinds.With(roles), func(k *kinds.Kind) bool { return k.Name == id.Kind }) // nil for others
	}
	if f.isSeen {
		s.decide(&f.Object, f.row, rendered, n)
		f.isCurrent = len(f.Differs) == 0 && f.hasOwnArtifact(healthOf(f.row, n))
	} else {
		f.read = rendered.Value
		f.absent(&s.observed)
		f.isSeen = f.State == Missing && rendered.Row() != nil
	}
	if !f.isSeen || f.State == Ready {
		return f
	}
	if f.Cause = id; rendered.Row() != nil { // perhaps without a namespace
		f.Cause = rendered.ID()
	}
	for ref, value := range f.row.Named(f.read) {
		if ref.Relation == kinds.Feeds && f.isFailing() {
			if of := s.source(target(id.Server, ref, value, f.read, "")); of.isFailing() {
				f.Cause = of.Cause
			}
		}
	}
	return f
}

// hasOwnArtifact reports whether the artifact of an observed source is one of its spec, also while the source fails.
func (f *source) hasOwnArtifact(h health) bool {
	switch names := artifact.Names(f.row, f.read, f.Revision); {
	case !hasConditions(f.row, f.read), f.row.Makes != "":
		return f.State == Ready
	case f.row.Is(kinds.Made):
		return names && h.ready.status != "False"
	case f.State == Suspended && !f.Counted: // Flux does not look at what the document suspends
		return names
	default:
		return names && h.isStored()
	}
}

// isStored reports whether the artifact of a source is one of its latest generation. source-controller moves
// status.observedGeneration when it has fetched or stalls, and the condition of the storage only when it has fetched.
func (h health) isStored() bool {
	isOther := h.stored.status == "" && h.stalled.status == "True" ||
		h.stored.status != "" && (h.stored.status != "True" || h.stored.generation != h.generation)
	return h.generation > 0 && h.generation == h.observed && !h.isDouble && !isOther
}

// isFailing reports whether the source gets nothing new, because it fails, or is not there, or will not be for long.
// One that is only referred to may be where nobody looked.
func (f *source) isFailing() bool {
	return f.State == Failed || f.State == Stalled || f.State == Missing && f.isSeen ||
		f.observed.At("metadata", "deletionTimestamp").Text() != ""
}

// of returns whether something that was applied is an artifact that the source names. The zero verdict is that it is.
func (f *source) of(applied appliedArtifact) (v verdict) {
	named, has := artifact.Names(f.row, f.read, applied.String()), "it has applied "+applied.String()
	_, followed := f.row.Followed(f.read)
	switch {
	case named && f.State != Missing && len(f.Differs) == 0 && artifact.NamesContent(f.row, f.read),
		named && !f.isSeen && artifact.Pins(f.row, f.read),
		f.isCurrent && applied.is(f.Revision):
		return verdict{}
	case f.isCurrent:
		return verdict{state: Progressing, message: f.ID.String() + " has " + f.Revision + ", and " + has, since: f.fetched()}
	case !f.isSeen && f.rendered.Row() != nil && !named && !names.Placeholder(followed):
		return verdict{state: Stale, message: has + ", which is not what " + f.ID.String() + " names"}
	}
	return f.fault()
}

// ofChart returns whether a chart, of which only the version is known, is the artifact of an ExternalArtifact. Its
// revision is any text, and the version of the chart only where whoever makes the artifact writes it so.
func (f *source) ofChart(version string) verdict {
	switch {
	case !f.isCurrent:
		return f.fault()
	case strings.TrimPrefix(f.Revision, "v") == strings.TrimPrefix(version, "v"):
		return verdict{}
	case artifact.IsWhole(f.Revision):
		return verdict{state: Progressing, message: f.ID.String() + " has " + f.Revision + ", and it has applied " + version,
			since: f.fetched()}
	}
	return verdict{state: Unknown, message: "its status does not tell which revision of " + f.ID.String() +
		" it has applied, but only that its chart is " + version}
}

// fault is the state of a workload because its source is not known to have an artifact of what is rendered.
func (f *source) fault() verdict {
	v := verdict{f.State, f.Reason, f.Message, f.Since, f.Cause}
	switch f.State {
	case Missing:
		v.state = Failed
	case Suspended:
		v.state = Stale
	case Ready:
		v = verdict{state: Stale,
			message: strings.TrimSpace("its artifact "+f.Revision) + " is not known to be of what its spec names"}
	}
	v.message = f.ID.String() + ": " + v.message
	return v
}

// trace takes ready from a workload that is not known to have applied what its source names.
func (s *summarizer) trace(o *Object, rendered render.Object, n tree.Node) {
	row := rendered.Row()
	applied := appliedBy(row, n.At)
	v := verdict{state: Unknown, message: "its status does not tell which revision it has applied"}
	var through []*source
	if applied != (appliedArtifact{}) {
		v, through = s.verdict(o.Server, row, n, applied)
	}
	has, wants := n.At("status", "history").First().Get("chartName").Text(), s.chartName(o.Server, row, n.At)
	if v.state == "" && has != "" && wants != "" && !fits(wants, has) {
		v = verdict{state: Stale, message: "it has applied the chart " + has + ", and its source calls the chart " + wants}
	}
	if v.state != "" {
		o.is(v)
		return
	}
	for _, f := range through {
		o.Since = later(o.Since, f.since(row, n))
		if f.isFailing() {
			f.staying++
			o.SourceFails = f.ID.String() + ": " + f.Message
			s.refer(rendered.Application(), f)
		}
	}
}

// chartName returns what the chart of a release or a HelmChart is called; empty where nobody knows. Charts of a
// HelmRepository are called as its index says. A HelmChart tells how files call theirs, and not how a registry does.
func (s *summarizer) chartName(server string, row *kinds.Kind, read kinds.Reader) string {
	from, known := s.referred(server, row, read), read("status", "observedChartName").Text()
	if chart := s.chartOf(server, row, read); chart != nil && chart.isSeen {
		from = chart
	}
	switch {
	case from == nil:
		return ""
	case from.row == kinds.HelmChart:
		return s.chartName(server, from.row, from.read)
	case from.row != kinds.HelmRepository:
		return known
	case !hasConditions(from.row, from.read) || !from.isSeen && from.rendered.Row() == nil: // perhaps a registry
		return ""
	}
	return cmp.Or(known, row.ChartName.In(read).Text())
}

// since is the earliest time at which a workload can have applied the artifact. A release tells its own time. Manifests
// may be older, and count where the source follows a branch or a range, which gets new revisions all the time.
func (f *source) since(row *kinds.Kind, workload tree.Node) time.Time {
	field, _ := f.row.Followed(f.read)
	isNamed := field != "" && (field == f.row.Revision.Exact || field == f.row.Revision.Tag)
	if row == kinds.HelmRelease || !isNamed && workload.At("status", "history").Exists() {
		return time.Time{}
	}
	return f.fetched()
}

func (f *source) fetched() time.Time {
	return timeOf(f.observed.At("status", "artifact", "lastUpdateTime"))
}

// verdict returns whether what an object has applied, or was made of, is what its sources name, and these sources.
func (s *summarizer) verdict(server string, row *kinds.Kind, n tree.Node, applied appliedArtifact) (
	verdict, []*source) {
	chart, from := s.chartOf(server, row, n.At), s.referred(server, row, n.At)
	hasVersions, inline, revision := row.HasVersions(n.At), row.HasInline(n.At), applied.revision
	if inline {
		revision = applied.String()
	}
	switch {
	case chart != nil && (hasVersions || inline) && !artifact.Names(row, n.At, revision):
		if chart.isSeen && chart.isFailing() {
			return chart.fault(), nil
		}
		return verdict{state: Stale,
			message: "it has applied version " + revision + " of the chart, which it does not name"}, nil
	case inline && !chart.isSeen && artifact.Pins(row, n.At):
		return verdict{}, nil
	case chart != nil && (chart.isSeen || !hasVersions):
		from = chart
	case from != nil && hasVersions: // the revision of a repository is its index
		if !from.isCurrent && (from.isSeen || chart != nil && !artifact.Pins(row, n.At)) {
			return from.fault(), nil
		}
		return verdict{}, []*source{from}
	}
	if from == nil {
		return verdict{}, nil
	}
	v, through := from.of(applied), []*source(nil)
	if row == kinds.HelmRelease && from.row.Is(kinds.Made) && applied.digest == "" {
		v = from.ofChart(applied.revision)
	}
	switch {
	case v.state != "" || !from.isSeen:
	case from.row == kinds.HelmChart:
		v, through = s.verdict(server, from.row, from.observed, appliedBy(from.row, from.read))
	default:
		v, through = s.upstream(from)
	}
	return v, append(through, from)
}

// upstream returns whether what a source is made of is as rendered, and these sources. Nobody knows how much it has.
func (s *summarizer) upstream(f *source) (v verdict, through []*source) {
	if f.isTraced {
		return verdict{}, nil
	}
	f.isTraced = true
	defer func() { f.isTraced = false }()
	for ref, value := range f.row.Named(f.read) {
		of := s.source(target(f.Server, ref, value, f.read, ""))
		if ref.Relation != kinds.Feeds || of.row == nil {
			continue
		}
		if !of.isCurrent && (of.isSeen || !artifact.Pins(of.row, of.read)) {
			return of.fault(), nil
		}
		v, more := s.upstream(of)
		if through = append(through, append(more, of)...); v.state != "" {
			return v, nil
		}
	}
	return verdict{}, through
}

// chartOf returns the HelmChart or OCIRepository that helm-controller makes of a release's chart; nil for others.
func (s *summarizer) chartOf(server string, row *kinds.Kind, read kinds.Reader) *source {
	id, made := render.ID{Server: server, Kind: kinds.HelmChart.Name}, read("status", "helmChart").Text()
	switch {
	case row.HasInline(read): // Flux names its kind too
		id.Kind = kinds.OCIRepository.Name
		made = strings.TrimPrefix(made, id.Kind+"/")
	case row != kinds.HelmRelease || !row.ChartName.In(read).Exists():
		return nil
	}
	id.Namespace, id.Name, _ = strings.Cut(made, "/")
	chart := s.source(id)
	if chart.Cause == id { // which tells the state of the release itself
		chart.Cause = render.ID{}
	}
	chart.isSeen = chart.isSeen || chart.State == Missing && made != ""
	return chart
}

func (s *summarizer) referred(server string, row *kinds.Kind, read kinds.Reader) *source {
	ref, value := row.Source(read)
	if ref == nil {
		return nil
	}
	return s.source(target(server, ref, value, read, ""))
}

// target returns the ID of what a reference names. The namespace is that of the object, where it does not tell it.
func target(server string, ref *kinds.Reference, value tree.Node, read kinds.Reader, namespace string) render.ID {
	to := ref.Target(value, cmp.Or(read("metadata", "namespace").Text(), namespace), read)
	return render.ID{Server: server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
}

// refer adds a source that an application refers to and does not render, where it fails: it is a row of it, too.
func (s *summarizer) refer(application string, f *source) {
	if !f.isSeen || !f.isFailing() || f.rendered.Row() != nil {
		return
	}
	if g := s.group(application); !slices.Contains(g.referred, f) {
		g.referred = append(g.referred, f)
	}
}

func (s *summarizer) addReferred() {
	for _, g := range s.groups {
		slices.SortFunc(g.referred, func(a, b *source) int { return a.ID.Compare(b.ID) })
		for _, f := range g.referred {
			o := f.Object
			o.Cluster, o.Counted = o.Server, false
			g.add(o, o.Server == "")
		}
	}
}
