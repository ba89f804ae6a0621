package adopt

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// guess returns the first of kubeConfig, namespace, the parts of paths and the labels that tells apart all objects of
// each application and is plausible, and the reason. Where none does, it reports that.
func (a *adoption) guess() (ClusterFrom, string) {
	if !a.workloads {
		a.problems = append(a.problems, finding.Problem{Code: finding.CodeNothingToAdopt,
			Detail: "there is no HelmRelease, Kustomization or KCLRun of Flux; name the files that have them, or pipe what " +
				"kubectl get prints"})
		return ClusterFrom{}, ""
	}
	s := a.scene()
	if len(s) == 0 {
		return ClusterFrom{}, ""
	}
	from, reason := s.guess()
	if reason == "" {
		a.reportUndistinguished(s)
	}
	return from, reason
}

type scene []*object

// scene returns the objects with a name. Of objects with a kubeConfig that have one name it has the
// first: they are on one hub, whatever the place of the names of clusters is.
func (a *adoption) scene() (s scene) {
	seen := map[groupKey]bool{}
	for _, o := range a.objects {
		if o.name != "" && !(o.hasKubeConfig() && seen[o.key()]) {
			s = append(s, o)
			seen[o.key()] = true
		}
	}
	return s
}

func (s scene) guess() (ClusterFrom, string) {
	secrets, namespaces := map[string]bool{}, map[string]bool{}
	for _, o := range s {
		secrets[o.kubeConfigName().Text()], namespaces[o.namespace] = true, true
	}
	delete(secrets, "") // of the hub itself
	kubeConfig, namespace := ClusterFrom{place: fromKubeConfig}, ClusterFrom{place: fromNamespace}
	switch {
	case len(secrets) > 0 && (len(secrets) > 1 || len(namespaces) == 1) && s.fit(kubeConfig).ok:
		return kubeConfig, "the kubeConfigs tell the objects of each application apart"
	case s.fit(namespace).groups():
		return namespace, "the objects of each application are in different namespaces"
	}
	if from, ok := s.part(); ok {
		return from, fmt.Sprintf("that part of the path tells the objects of each application apart, for example %s",
			from.part(s[0].file))
	}
	for _, key := range s.labels() {
		if from := (ClusterFrom{place: fromLabel, label: key}); s.fit(from).groups() {
			return from, "the label tells the objects of each application apart"
		}
	}
	switch {
	case !s.fit(kubeConfig).ok:
		return ClusterFrom{}, ""
	case len(secrets) == 0:
		return kubeConfig, "no object has a kubeConfig, so all are for the hub itself"
	}
	return kubeConfig, "the kubeConfigs tell the objects of each application apart"
}

// part returns the part of the paths that tells the objects apart: of several, the one whose applications have similar
// objects, with the fewest clusters. A file per cluster of an application is more common than a file per object.
func (s scene) part() (best ClusterFrom, ok bool) {
	var bestFit fit
	for _, segment := range s.segments() {
		from := ClusterFrom{place: fromPath, segment: segment}
		t := s.fit(from)
		if t.groups() && (!ok || t.unlike < bestFit.unlike || t.unlike == bestFit.unlike && t.clusters < bestFit.clusters) {
			best, bestFit, ok = from, t, true
		}
	}
	return best, ok
}

// segments returns the parts that all paths have: from the front and, where paths differ in length, from the end too.
func (s scene) segments() (all []int) {
	var lengths []int
	for _, o := range s {
		lengths = append(lengths, len(partsOf(o.file)))
	}
	shortest, differ := slices.Min(lengths), slices.Min(lengths) != slices.Max(lengths)
	for i := range shortest {
		all = append(all, i+1)
	}
	for i := 0; differ && i < shortest; i++ {
		all = append(all, -i-1)
	}
	return all
}

// labels returns the keys of the labels that all objects have.
func (s scene) labels() []string {
	count := map[string]int{}
	for _, o := range s {
		for label := range o.root.At("metadata", "labels").Children() {
			if label.Text() != "" && !slices.Contains(addedLabels, label.Key()) {
				count[label.Key()]++
			}
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n < len(s) })
	return slices.Sorted(maps.Keys(count))
}

// fit is how well a place of the names of clusters distinguishes objects.
type fit struct {
	ok       bool // it distinguishes all objects of each application
	clusters int
	objects  int
	common   int // objects of applications that have several clusters
	unlike   int // applications whose objects have different charts or sources
}

// groups reports whether a place is plausible: most objects are of applications that come back on other clusters.
// Where only a few names are there twice, the places of these are most likely no clusters.
func (f fit) groups() bool { return f.ok && f.common > 0 && 2*f.common >= f.objects }

// spread is where an application is, as far as a place of the names of clusters tells.
type spread struct {
	clusters map[string]bool
	contents map[string]int // number of objects by what they deliver
}

// fit tries a place of the names of clusters.
func (s scene) fit(from ClusterFrom) (f fit) {
	type spot struct {
		application, object groupKey // there may be several objects on one cluster
		cluster             string
	}
	seen, clusters, applications := map[spot]bool{}, map[string]bool{}, map[groupKey]spread{}
	for _, o := range s {
		cluster, _, err := from.read(o)
		if err != nil {
			return fit{}
		}
		placed := *o
		placed.spelt = cluster
		application := placed.application()
		at := spot{application, o.key(), cluster}
		if o.known.name == "" && seen[at] {
			return fit{}
		}
		if applications[application].clusters == nil {
			applications[application] = spread{map[string]bool{}, map[string]int{}}
		}
		seen[at], clusters[cluster] = true, true
		applications[application].clusters[cluster] = true
		applications[application].contents[contentOf(o)]++
	}
	for _, where := range applications {
		for _, n := range where.contents {
			if len(where.clusters) > 1 {
				f.common += n
			}
		}
		if len(where.contents) > 1 {
			f.unlike++
		}
	}
	f.ok, f.clusters, f.objects = true, len(clusters), len(s)
	return f
}

// contentOf returns what an object delivers: its chart or its source.
func contentOf(o *object) string {
	if chart := o.workload.ChartName.In(o.root.At); chart.Exists() {
		return chart.Text()
	}
	_, source := o.workload.Source(o.root.At)
	return string(tree.AppendJSON(nil, source))
}

// reportUndistinguished refuses objects that nothing tells apart: the first two of one kind and name.
func (a *adoption) reportUndistinguished(s scene) {
	first := map[groupKey]*object{}
	for _, o := range s {
		if first[o.key()] == nil {
			first[o.key()] = o
			continue
		}
		remedy := "; write where the names of the clusters are: --cluster-from path:N or label:KEY"
		if o.namespace == "" {
			remedy += "; if kustomize adds the namespaces, adopt what kustomize build prints"
		}
		a.report(o, finding.Problem{Code: finding.CodeUnplaced, Node: o.root.At("metadata", "name"), Current: o.name,
			Detail: "nothing tells for which cluster this " + o.workload.Name + " is: one of the same name is at ",
		}.Beside(first[o.key()].root.At("metadata", "name"), remedy))
		return
	}
	for _, o := range s {
		if _, at, err := (ClusterFrom{place: fromKubeConfig}).read(o); err != nil {
			a.report(o, finding.Problem{Code: finding.CodeUnplaced, Node: at,
				Detail: err.Error() + "; write where the names of the clusters are: --cluster-from path:N or label:KEY"})
		}
	}
}
