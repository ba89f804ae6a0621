package status

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Row are objects of an application that people need not tell apart: of one kind and state, with the same reason, and
// with messages that are the same but for names and numbers. Its texts are for one line of a terminal each.
type Row struct {
	State State  `json:"state"`
	Kind  string `json:"kind"`
	// Object is the kind and the name of the first object, and how many more there are; or how many there are.
	Object  string `json:"object"`
	Objects int    `json:"objects"`
	// Clusters is on how many clusters they are; 0 for objects of no cluster.
	Clusters int `json:"clusters"`
	// Where has the names of the clusters, of many the first ones; empty where too many are ready to name them.
	Where string `json:"where,omitempty"`
	// Names are the names of all the clusters; nil where they are ready.
	Names []string `json:"names,omitempty"`
	// Since and Until are since when the first and the last of them have been so; zero where nobody knows.
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// Why is the reason and the message, of the first of them where they differ; empty where they are ready.
	Why string `json:"why,omitempty"`
	// Revision has the revisions with short digests.
	Revision string `json:"revision,omitempty"`
	// First is the first of the objects.
	First render.ID `json:"first"`
}

// Rows returns the objects of the application that [Status.WriteText] tells of: all that are not ready, the worst
// first, then what the document suspends, and what is ready by its revisions. It is never nil.
func (a Application) Rows() []Row {
	return each.Of(rowsOf(a), (*row).public)
}

func (r *row) public() Row {
	r.State, r.Kind, r.Clusters = r.state, r.kind, len(r.Names)
	r.Since, r.Until = r.Since.UTC(), r.Until.UTC()
	r.Object, r.Where, r.Why, r.Revision = r.object(), r.where(), r.why(), r.revision()
	if r.state == Ready {
		r.Names = nil
	}
	return r.Row
}

// row is a Row that is made. Its texts have wording.OwnName for the name of the cluster.
type row struct {
	Row
	likeness
	workload bool
	// name and message are the first object's; several and varies: others have another one.
	name, message   string
	several, varies bool
	count           int    // of the objects that are alike; others of a cause are not
	example         string // the cluster of the first object; empty for an object of no cluster
	revisions       []string
}

type likeness struct {
	state   State
	kind    string
	counted bool
	reason  string // of Flux; of ready objects, their revision
	// names and text are the name and the message without what may differ; of ready objects they are empty.
	names, text string
}

func rowsOf(a Application) (rows []*row) {
	byLikeness := map[likeness]*row{}
	namespace, _, _ := strings.Cut(a.Name, "/")
	for o := range a.objects {
		name := nameIn(namespace, o)
		key := likenessOf(o, name)
		r := byLikeness[key]
		if r == nil {
			r = newRow(key, o, name)
			byLikeness[key], rows = r, append(rows, r)
		}
		r.add(o)
		r.alike(o, name)
		r.addRevision(o.Revision)
		r.addTime(o.Since)
	}
	rows = mergeMany(rows)
	slices.SortStableFunc(rows, func(a, b *row) int { // no workload, a possible cause, is first of one state
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(b.Names), len(a.Names)),
			cmp.Compare(b.Objects, a.Objects))
	})
	return rows
}

// nameIn returns the name of an object with its namespace, unless it is that one, and without the name of its cluster.
func nameIn(namespace string, o *Object) string {
	name := strings.TrimPrefix(o.Namespace+"/"+o.Name, "/")
	return wording.WithoutOwn(strings.TrimPrefix(name, namespace+"/"), o.Cluster)
}

func newRow(key likeness, first *Object, name string) *row {
	return &row{Row: Row{First: first.ID}, likeness: key, workload: first.Workload, name: name,
		message: wording.WithoutOwn(first.Message, first.Cluster), example: clusterName(first)}
}

func (r *row) alike(o *Object, name string) {
	r.count++
	r.several, r.varies = r.several || name != r.name, r.varies || wording.WithoutOwn(o.Message, o.Cluster) != r.message
}

func (r *row) add(o *Object) {
	r.Objects++
	if cluster := clusterName(o); cluster != "" && (len(r.Names) == 0 || r.Names[len(r.Names)-1] != cluster) {
		r.Names = append(r.Names, cluster)
	}
}

func likenessOf(o *Object, name string) likeness {
	if o.State == Ready {
		return likeness{state: Ready, kind: o.Kind, counted: true, reason: o.Revision}
	}
	text := strings.ReplaceAll(o.Message[:min(len(o.Message), maxCompared)], o.Name, "")
	return likeness{state: o.State, kind: o.Kind, counted: o.Counted, reason: o.Reason, names: name,
		text: numbered().ReplaceAllString(wording.WithoutOwn(text, o.Cluster), "#")}
}

// maxCompared is how much of a message is compared: what is behind it follows from the same.
const maxCompared = 1000

// numbered matches words that may differ for the same reason: addresses, digests, names of files, times.
var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9A-Za-z]*[0-9][0-9A-Za-z]*`) })

func clusterName(o *Object) string {
	if o.Cluster == "" && o.Workload {
		return kinds.Hub
	}
	return o.Cluster
}

func (r *row) addRevision(revision string) {
	if len(r.revisions) <= mostRevisions && !slices.Contains(r.revisions, revision) {
		r.revisions = append(r.revisions, revision)
	}
}

func (r *row) addTime(t time.Time) {
	if !t.IsZero() && (r.Since.IsZero() || t.Before(r.Since)) {
		r.Since = t
	}
	r.Until = later(r.Until, t)
}

const mostAlike = 5

// mergeMany makes one row of the rows of one state, kind and reason when they are too many.
func mergeMany(rows []*row) (kept []*row) {
	byLikeness := map[likeness][]*row{}
	for _, r := range rows {
		byLikeness[r.coarse()] = append(byLikeness[r.coarse()], r)
	}
	for _, r := range rows {
		switch group := byLikeness[r.coarse()]; {
		case len(group) <= mostAlike:
			kept = append(kept, r)
		case r == group[0]:
			kept = append(kept, merged(group))
		}
	}
	return kept
}

func (l likeness) coarse() likeness {
	if l.names, l.text = "", ""; l.state == Ready {
		l.reason = ""
	}
	return l
}

func merged(rows []*row) *row {
	all := *slices.MaxFunc(rows, func(a, b *row) int { return cmp.Compare(a.Objects, b.Objects) })
	all.several, all.Objects, all.count, all.Names = true, 0, 0, nil
	for _, r := range rows {
		all.varies = all.varies || r.varies || r.message != all.message
		all.Objects, all.count = all.Objects+r.Objects, all.count+r.count
		all.Names = append(all.Names, r.Names...)
		for _, revision := range r.revisions {
			all.addRevision(revision)
		}
		all.addTime(r.Since)
		all.addTime(r.Until)
	}
	slices.Sort(all.Names)
	all.Names = slices.Compact(all.Names)
	return &all
}

// rank orders rows. What the document suspends is as it should be.
func (r *row) rank() int {
	rank := 2 * r.state.rank()
	switch {
	case r.state == Suspended && r.workload && !r.counted:
		return 2 * Ready.rank()
	case r.workload:
		return rank + 1
	}
	return rank
}
