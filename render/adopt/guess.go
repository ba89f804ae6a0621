package adopt

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// clustersWord is what people call folders of clusters.
var clustersWord = regexp.MustCompile(`^(clusters?|env(ironment)?s?|sites?|stages?|regions?|fleet|spokes?|members?)$`)

// stageWord is what people call the clusters of a stage.
var stageWord = regexp.MustCompile(
	`^(canary|demo|dev(elopment)?|int(egration)?|live|pre-?prod(uction)?|prod(uction)?|` +
		`qa|sandbox|stag(e|ing)|test(ing)?|uat)$`)

// oldEnding is how people call what they keep of a folder or file: production-backup is no cluster beside production.
var oldEnding = regexp.MustCompile(`[-_.](archived?|backup|bak|copy|deprecated|disabled|old|orig)[-_.]?[0-9]*$`)

// guess finds out where the names of clusters are: in the kubeConfigs of a hub, in the folders that Flux reads first,
// in the folders of a folder that is called like that, or in what differs between places of one object.
func guess(in *input, readings []reading) places {
	hub := remotePlaces(in.telling())
	with := func(from []ClusterFrom, why string) (places, fit) {
		p := places{remote: hub.remote, local: from, why: why}
		return p, try(in, place(in, readings, p))
	}
	if roots := rootFolders(in.roots); len(roots) > 0 {
		p, _ := with(roots, "each of these folders has a root of Flux")
		return p
	}
	doubled := clashes(in.telling(), place(in, readings, hub))
	if p, f := with(byFolders(in, false), "folders are called so"); f.several > 0 {
		if sites, finer := with(byFolders(in, true), p.why); finer.several > 0 && finer.doubled < f.doubled {
			return sites
		}
		return p
	}
	if len(doubled) == 0 {
		return hub
	}
	for _, from := range candidates(doubled) {
		if p, f := with([]ClusterFrom{from}, "it tells the same objects apart"); f.isPlausible() {
			return p
		}
	}
	return hub
}

// telling returns the workloads that tell of clusters: those that one has as its file says, also if they stay.
func (in *input) telling() []*object {
	return slices.DeleteFunc(in.workloadsOfFiles(), func(o *object) bool {
		return o.altered || o.left == isBootstrap || slices.Contains(noObjects, o.left)
	})
}

// remotePlaces chooses the place for the objects of a hub: their kubeConfigs or, where each cluster has a namespace
// with a kubeConfig of one name, their namespaces.
func remotePlaces(objects []*object) places {
	secrets, namespaces := map[string]bool{}, map[string]bool{}
	for _, o := range objects {
		if o.isRemote() {
			secrets[o.kubeConfigName().Text()], namespaces[o.namespace] = true, true
		}
	}
	switch {
	case len(secrets) == 1 && len(namespaces) > 1:
		return places{remote: []ClusterFrom{{place: fromNamespace}}, tenants: true,
			why: "each cluster has a namespace with its kubeConfig"}
	case len(secrets) > 0:
		return places{remote: []ClusterFrom{{place: fromKubeConfig}}, why: "the kubeConfigs tell"}
	}
	return places{why: "no object has a kubeConfig, so all are for one cluster"}
}

// rootFolders returns the place of the names of clusters in the folders that Flux reads first, where there are several.
func rootFolders(roots []string) []ClusterFrom {
	roots = slices.Compact(slices.Sorted(slices.Values(roots)))
	if len(roots) < 2 {
		return nil
	}
	all := each.Of(roots, func(root string) []string { return append(strings.Split(path.Clean(root), "/"), "") })
	differ := differing(all)
	if len(differ) == 0 || slices.ContainsFunc(all, func(parts []string) bool { return len(parts) != len(all[0]) }) {
		return nil
	}
	for _, i := range slices.Backward(differ) { // a part that tells all apart is enough
		if len(each.Once(all, func(parts []string) string { return parts[i] })) == len(all) {
			differ = []int{i}
			break
		}
	}
	from := wordsAt(all, differ)
	from.pattern.only = each.Once(all, from.pattern.match)
	return []ClusterFrom{from}
}

// byFolders returns the places of names in folders of a folder that is called clusters or the like, or that are called
// like clusters of the fleet; where clusters have sites, behind these.
func byFolders(in *input, hasSites bool) []ClusterFrom {
	texts := map[string]bool{}
	for _, o := range in.telling() {
		parts := partsOf(o.file)
		for i, part := range parts[:len(parts)-1] {
			isOfFleet := slices.ContainsFunc(in.members, func(m schema.Member) bool { return m.Name == part })
			if !isOfFleet && (i == 0 || !clustersWord.MatchString(strings.ToLower(parts[i-1]))) {
				continue
			}
			words := "{cluster}"
			if hasSites {
				words = "{site}/{cluster}"
			}
			texts[path.Join(append(slices.Clone(parts[:i]), words, "…")...)] = true
			break
		}
	}
	var all []ClusterFrom
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		p, _ := parsePattern(text)
		p.isDir = true
		all = append(all, ClusterFrom{place: fromPattern, pattern: p})
	}
	return all
}

// fit is how well places tell clusters apart.
type fit struct {
	objects  int  // that the places have
	doubled  int  // that their cluster has from another file too
	several  int  // applications on several clusters
	common   int  // objects of these
	isStages bool // all clusters are called like stages
	isOld    bool // a cluster is called like what people keep of a folder
}

// isPlausible reports whether places that nobody names are those of clusters: they tell all objects apart, of which
// most are on others too, no folder is old, and several applications or stages have them.
func (f fit) isPlausible() bool {
	return f.doubled == 0 && !f.isOld && 2*f.common >= f.objects && (f.several > 1 || f.several == 1 && f.isStages)
}

// try finds out how well spots tell objects apart.
func try(in *input, spots map[*object]spot) (f fit) {
	objects := in.telling()
	f.doubled, f.isStages = len(clashes(objects, spots)), true
	applications, count := sets[key, string]{}, map[key]int{}
	keys := keysOf(objects, spots)
	for _, o := range objects {
		s := spots[o]
		if !s.isLocal || len(s.clusters) == 0 {
			continue
		}
		f.objects++
		count[keys[o]]++
		if len(s.clusters) == 1 { // what several read in one file tells nothing
			applications.add(keys[o], s.cluster())
		}
		f.isStages = f.isStages && stageWord.MatchString(s.spelt)
		f.isOld = f.isOld || oldEnding.MatchString(s.spelt)
	}
	for key, on := range applications {
		if len(on) > 1 {
			f.several++
			f.common += count[key]
		}
	}
	return f
}
