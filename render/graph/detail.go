package graph

import "slices"

// detail is how much of an application a picture shows.
type detail int

const (
	oneByOne      detail = iota // each object is a box
	alike                       // objects that differ in the cluster only are one box
	byWave                      // all objects of a kind and a wave are one box
	byApplication               // all that the application renders is one box
	byNamespace                 // all that the applications of a namespace render is one box
)

// How many boxes an application may have in a picture of several, and in its own.
const (
	maxOfMany = 12
	maxOfOne  = 40
)

// finest returns the detail of the whole picture with which drawing begins.
func (s *scene) finest() detail {
	if s.options.Cluster != "" {
		return oneByOne
	}
	return alike
}

type boxing struct {
	*scene
	detail  detail
	coarser map[string]detail // of applications that have too many boxes
	keys    []key             // of the items
	spaces  map[string]bool   // the namespaces that have a box for themselves, where namespaces have boxes
}

// key is what the items of a box have in common.
type key struct {
	app, kind        string
	shape            Shape
	outside          bool
	wave             int
	suspended        bool
	runs             string // the chart, or the path
	feeds, waits     string // the names of what it refers to
	name             string
	one              int // the item, where it has a box for itself; counted from 1
	namespace        string
	sharedNamespaces bool // the namespaces that share a box
}

// boxed returns how the items are put into boxes with a detail. An application with too many boxes has a coarser one.
func (s *scene) boxed(d detail) *boxing {
	b := &boxing{scene: s, detail: d, coarser: map[string]detail{}, spaces: s.spaces()}
	for {
		b.assign()
		if !b.coarsen() {
			return b
		}
	}
}

func (b *boxing) detailOf(app string) detail { return max(b.detail, b.coarser[app]) }

// coarsen gives the applications with too many boxes the next detail, and reports whether there are any.
func (b *boxing) coarsen() (changed bool) {
	most := maxOfMany
	if b.options.Application != "" {
		most = maxOfOne
	}
	seen, count := map[key]bool{}, map[string]int{}
	for _, k := range b.keys {
		if k.shape == Workload && !seen[k] {
			seen[k] = true
			count[k.app]++
		}
	}
	for app, boxes := range count {
		if d := b.detailOf(app); app != "" && boxes > most && d > oneByOne && d < byApplication {
			b.coarser[app] = d + 1
			changed = true
		}
	}
	return changed
}

// maxSpaces is how many namespaces have a box for themselves. With it, and one more box for the others and for what
// is only named, the coarsest picture is within the limits of Mermaid, whatever it has.
const maxSpaces = 12

// spaces returns the first namespaces of the items.
func (s *scene) spaces() map[string]bool {
	var all []string
	for i := range s.items {
		if it := &s.items[i]; it.app != "" {
			all = append(all, namespaceOf(it.app))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	first := map[string]bool{}
	for _, name := range all[:min(len(all), maxSpaces)] {
		first[name] = true
	}
	return first
}
