package status

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Row are objects of an application that people need not tell apart: of one kind and state, with the same reason, and
// with messages that are the same, except names and numbers. Its texts are for one line of a terminal each.
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
	return each.Of(rowsOf(a), func(r *row) Row {
		if r.State == Ready {
			r.Names = nil
		}
		return r.Row
	})
}

// row is a Row that is made. Its texts have wording.OwnName for the name of the cluster.
type row struct {
	Row
	likeness
	// name and message are those of the object first, to which count objects are alike. The several have another name,
	// and one that varies another message.
	first           *Object
	name, message   string
	count           int
	several, varies bool
	members         []*Object // with those that are alike
	revisions       []string
	application     string // the last one, of so many
	applications    int
}

type likeness struct {
	state   State
	kind    string
	counted bool
	reason  string // of Flux; of ready objects, their revision
	// names and text are the name and the message without what may differ; of ready objects they are empty.
	names, text string
}

// rows are told apart by likeness.
type rows map[likeness]*row

// of returns the row of what is like an object. It is new where added has grown.
func (all rows) of(key likeness, first *Object, name string, added []*row) (*row, []*row) {
	if all[key] == nil {
		all[key] = &row{Row: Row{State: first.State, Kind: first.Kind, First: first.ID}, likeness: key, first: first,
			name: name, message: wording.WithoutOwn(first.Message, first.Cluster)}
		added = append(added, all[key])
	}
	return all[key], added
}

func rowsOf(a Application) (all []*row) {
	known, r := rows{}, (*row)(nil)
	namespace, _, _ := strings.Cut(a.Name, "/")
	for o := range a.objects {
		name := nameIn(namespace, o)
		r, all = known.of(likenessOf(o, name), o, name, all)
		r.alike(o, name)
		r.members = append(r.members, o)
	}
	all = mergeMany(all)
	for _, r := range all {
		r.finish()
	}
	slices.SortStableFunc(all, func(a, b *row) int { // no workload, a possible cause, is first of one state
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.Clusters, a.Clusters),
			cmp.Compare(b.Objects, a.Objects))
	})
	return all
}

// nameIn returns the name of an object with its namespace, unless it is that one, and without the name of its cluster.
func nameIn(namespace string, o *Object) string {
	name := strings.TrimPrefix(o.Namespace+"/"+o.Name, "/")
	return wording.WithoutOwn(strings.TrimPrefix(name, namespace+"/"), o.Cluster)
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

func (r *row) alike(o *Object, name string) {
	r.count++
	r.several, r.varies = r.several || name != r.name, r.varies || wording.WithoutOwn(o.Message, o.Cluster) != r.message
}

// finish makes what the members tell together. The times are those of the members in the state of the row.
func (r *row) finish() {
	clusters := map[string]bool{}
	for _, o := range r.members {
		if o.Cluster != "" || o.Workload {
			clusters[o.Cluster] = true
		}
		if len(r.revisions) <= mostRevisions && !slices.Contains(r.revisions, o.Revision) {
			r.revisions = append(r.revisions, o.Revision)
		}
		if t := o.Since.UTC(); o.State == r.State {
			if !t.IsZero() && (r.Since.IsZero() || t.Before(r.Since)) {
				r.Since = t
			}
			r.Until = later(r.Until, t)
		}
	}
	r.Names = each.Of(slices.Sorted(maps.Keys(clusters)), ClusterName) // the hub is first
	r.Objects, r.Clusters = len(r.members), len(clusters)
	r.Object, r.Where, r.Why, r.Revision = r.object(), r.where(), r.why(), r.revision()
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
	all := slices.MaxFunc(rows, func(a, b *row) int { return cmp.Compare(a.count, b.count) })
	all.several = true
	for _, r := range rows {
		if r != all {
			all.varies = all.varies || r.varies || r.message != all.message
			all.count, all.members = all.count+r.count, append(all.members, r.members...)
		}
	}
	return all
}

// rank orders rows. A suspended object is as it should be if the document suspends it.
func (r *row) rank() int {
	rank := 2 * r.state.rank()
	switch {
	case r.state == Suspended && r.first.Workload && !r.counted:
		return 2 * Ready.rank()
	case r.first.Workload:
		return rank + 1
	}
	return rank
}
