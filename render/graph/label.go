package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// How many characters a line, and two of its parts together, may have. Mermaid breaks lines, and names, at 200 pixels.
const (
	maxLine  = 80
	narrow   = 27
	namesFit = 16
)

// line makes a line of what authors wrote: of a length that a box can have, and without what nobody can see.
func line(text string) string { return wording.Capped(wording.Visible(text), maxLine) }

func (w *drawing) lines(b *box) (lines []string) {
	switch k := b.key; {
	case k.shape == gateShape:
		return []string{"all ready"}
	case k.kind == "" && k.app == "":
		lines = w.spaceLines(b)
	case k.kind == "" && k.shape == aroundShape:
		lines = append([]string{"image automation"}, countedKinds(b)...)
	case k.kind == "":
		lines = append([]string{k.app}, countedKinds(b)...)
		if w.waved[k.app] {
			lines = append(lines, "in waves")
		}
		lines = append(lines, w.clusterLines(b)...)
	case k.shape == sourceShape:
		lines = w.sourceLines(b)
	default:
		lines = w.objectLines(b)
	}
	switch {
	case b.key.outside:
		lines = append(lines, "must exist")
	case b.key.app != "" && b.key.kind != "" && !w.isFramed(b):
		lines = slices.Insert(lines, 0, b.key.app)
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	return each.Of(lines, line)
}

func (w *drawing) objectLines(b *box) []string {
	what, name := title(b)
	if w.isOfWave(b) {
		what = fmt.Sprintf("wave %d: %s", b.key.wave, what)
	}
	lines := append(broken(what, name), w.runsLine(b))
	if b.key.suspended || len(b.members) == 1 && b.members[0].suspended {
		lines = append(lines, "suspended")
	}
	return append(lines, w.clusterLines(b)...)
}

func (w *drawing) sourceLines(b *box) []string {
	lines, first, isOne := append(broken(title(b)), w.runsLine(b)), b.members[0], len(namesOf(b)) == 1
	if isOne && first.rendered() {
		if field, revision := first.object.Row().Followed(first.object.Value); field != "" {
			revision, _ = w.secrets.Redact("", revision)
			lines = append(lines, field+" "+revision)
		}
	}
	if isOne && len(b.members) > 1 && first.id.Server != "" {
		lines = append(lines, "a copy on each of "+names.Counted(len(b.members), "cluster"))
	}
	return lines
}

func (w *drawing) spaceLines(b *box) []string {
	all := distinct(b.members, func(it *item) string {
		return cmp.Or(strings.TrimPrefix(it.app, namespaceOf(it.app)+"/"), it.id.Name)
	})
	if b.key.outside {
		return broken(names.Counted(len(b.members), "object")+":", listed(all))
	}
	title := "namespace " + b.key.namespace
	switch {
	case b.key.sharedNamespaces:
		title = "other namespaces"
	case b.key.namespace == "":
		title = "no namespace"
	}
	lines := append([]string{title}, broken(names.Counted(len(all), "application")+":", listed(all))...)
	return append(lines, w.clusterLines(b)...)
}

// broken joins two parts of a text in a line, or, where they are long, makes two lines without a colon.
func broken(first, second string) []string {
	if utf8.RuneCountInString(first+second) < narrow {
		return []string{strings.TrimSpace(first + " " + second)}
	}
	return []string{strings.TrimSuffix(first, ":"), second}
}

// title names the objects of a box by their name, where it is one, and by their count unless each cluster has one.
func title(b *box) (what, name string) {
	called := namesOf(b)
	what = b.key.kind
	oneEach := len(called) == 1 && (b.key.shape == sourceShape || len(clustersOf(b)) == len(b.members))
	if len(b.members) > 1 && !oneEach {
		what = names.Counted(len(b.members), what)
	}
	switch {
	case len(called) == 1:
		return what, called[0]
	case b.key.shape != workloadShape || b.key.outside:
		return what + ":", listed(called)
	}
	return what, ""
}

// namesOf returns the names of the objects of a box without repetition, with a reference in the place of the cluster's
// where there are several objects. In the namespace of their application they need none.
func namesOf(b *box) []string {
	return distinct(b.members, func(it *item) string {
		cluster := it.cluster
		if len(b.members) == 1 || it.shape == sourceShape {
			cluster = ""
		}
		space := wording.WithoutOwn(it.id.Namespace, cluster)
		name := strings.TrimPrefix(space+"/"+wording.WithoutOwn(it.id.Name, cluster), "/")
		if it.app != "" && namespaceOf(it.app) == it.id.Namespace {
			name = strings.TrimPrefix(name, space+"/")
		}
		return strings.ReplaceAll(name, wording.OwnName, "$(cluster.name)")
	})
}

func (w *drawing) runsLine(b *box) string {
	own := "$(cluster.name)"
	if clusters := clustersOf(b); len(clusters) == 1 {
		own = clusters[0]
	}
	all := distinct(b.members, func(it *item) string {
		runs, _ := w.secrets.Redact("", strings.ReplaceAll(it.runs(), wording.OwnName, own))
		return runs
	})
	switch {
	case len(all) == 0:
		return ""
	case b.key.kind == kinds.HelmRelease.Name || b.key.kind == kinds.HelmChart.Name:
		return "chart " + listed(all)
	}
	return "path " + listed(all)
}

// clusterLines tell the clusters of a box; in the picture of a cluster, only the others.
func (w *drawing) clusterLines(b *box) []string {
	clusters := clustersOf(b)
	switch {
	case len(clusters) == 0, len(clusters) == 1 && clusters[0] == w.options.Cluster:
		return nil
	case len(clusters) == 1 && clusters[0] == kinds.Hub:
		return []string{"on the hub"}
	case len(clusters) == 1:
		return []string{"on " + clusters[0]}
	}
	return broken("on "+names.Counted(len(clusters), "cluster")+":", listed(clusters))
}

func clustersOf(b *box) []string {
	return distinct(b.members, func(it *item) string { return it.cluster })
}

func countedKinds(b *box) []string {
	counts := map[string]int{}
	for _, it := range b.members {
		counts[it.id.Kind]++
	}
	all := distinct(b.members, func(it *item) string { return it.id.Kind })
	return each.Of(all, func(kind string) string { return names.Counted(counts[kind], kind) })
}

func listed(words []string) string {
	spans := names.SpansOf(words)
	return spans.Short(spans.Fitting(namesFit))
}

// distinct returns the values of items without repetition and without zeros, in the order in which they come.
func distinct[T comparable](items []*item, value func(*item) T) (all []T) {
	known := map[T]bool{*new(T): true}
	for _, it := range items {
		if v := value(it); each.Add(known, v) {
			all = append(all, v)
		}
	}
	return all
}
