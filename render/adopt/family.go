package adopt

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// family are the folders of one folder, or its files, some of which may be of a cluster each.
type family struct {
	above    []string                     // the path of the folder
	clusters map[string][]*object         // those that have something in common with another one, or a root of their own
	common   map[string]map[groupKey]bool // what each has in common with another one
	objects  int                          // of the clusters
	shared   int                          // of them are of applications that another one has too
	doubled  map[string]map[groupKey]bool // what clusters have twice
	files    bool                         // each cluster has a file, and no folder
	sure     bool                         // somebody tells that they are clusters, or the folder is called so
	certain  bool                         // somebody tells that they are clusters
	half     int                          // how many clusters have half of their objects in common with others, or more
}

// families returns the families of all folders, upper ones first.
func (a *adoption) families(local scene) (all []*family) {
	a.addFamilies(nil, local, &all)
	return all
}

func (a *adoption) addFamilies(above []string, objects []*object, all *[]*family) {
	folders, files := map[string][]*object{}, map[string][]*object{}
	for _, o := range objects {
		switch parts := partsOf(o.file); {
		case len(parts) > len(above)+1:
			folders[parts[len(above)]] = append(folders[parts[len(above)]], o)
		default:
			files[parts[len(above)]] = append(files[parts[len(above)]], o)
		}
	}
	for i, children := range []map[string][]*object{folders, files} {
		if f := a.familyOf(above, children); len(f.clusters) > 1 {
			f.files = i == 1
			*all = append(*all, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		a.addFamilies(append(slices.Clone(above), name), folders[name], all)
	}
}

// familyOf returns the folders or files that have objects in common with others, or a root of their own. One that is
// called like a release in it is of that application, unless somebody tells that all are clusters.
func (a *adoption) familyOf(above []string, children map[string][]*object) *family {
	f := &family{above: above, clusters: map[string][]*object{}, common: map[string]map[groupKey]bool{},
		doubled: map[string]map[groupKey]bool{}}
	roots := a.rooted(above, children)
	for name := range children {
		f.sure = f.sure || slices.ContainsFunc(a.members, func(m schema.Member) bool { return m.Name == name })
	}
	f.certain = f.sure || len(roots) > 0
	isCalledSo := f.sure || len(above) > 0 && clustersWord.MatchString(strings.ToLower(above[len(above)-1]))
	if f.sure = f.certain || isCalledSo; !isCalledSo {
		children = maps.Clone(children)
		maps.DeleteFunc(children, func(name string, objects []*object) bool {
			return !roots[name] && isNoCluster(name, objects)
		})
	}
	if !f.sure && a.buildsTogether(children) {
		return f
	}
	f.compare(a.applicationsOf(children, f.sure), children, roots)
	return f
}

// compare finds out what each folder has in common with others.
func (f *family) compare(applications map[string]map[groupKey]int, children map[string][]*object,
	roots map[string]bool) {
	has := map[groupKey]int{}
	for _, own := range applications {
		for key := range own {
			has[key]++
		}
	}
	for name, own := range applications {
		f.common[name] = map[groupKey]bool{}
		shared := 0
		for key, n := range own {
			if has[key] > 1 {
				f.common[name][key], shared = true, shared+n
			}
			if n > 1 && f.doubled[name] == nil {
				f.doubled[name] = map[groupKey]bool{}
			}
			if n > 1 {
				f.doubled[name][key] = true
			}
		}
		if shared == 0 && !roots[name] {
			continue
		}
		f.clusters[name] = children[name]
		if f.objects, f.shared = f.objects+len(children[name]), f.shared+shared; 2*shared >= len(children[name]) {
			f.half++
		}
	}
}

// rooted returns the folders that have a root of their own, which is called like the root of another one: each API
// server has one of that name. A folder with several such roots has several clusters, so it is none.
func (a *adoption) rooted(above []string, children map[string][]*object) map[string]bool {
	folders := map[groupKey]map[string]bool{}
	for name := range children {
		for _, r := range a.roots {
			if !isIn(r.dir, path.Join(append(slices.Clone(above), name)...)) {
				continue
			}
			if folders[r.key] == nil {
				folders[r.key] = map[string]bool{}
			}
			_, twice := folders[r.key][name]
			folders[r.key][name] = !twice
		}
	}
	all := map[string]bool{}
	for _, names := range folders {
		areClusters := !slices.Contains(slices.Collect(maps.Values(names)), false)
		if len(names) > 1 && areClusters {
			maps.Copy(all, names)
		}
	}
	return all
}

// isIn reports whether a name is a folder or below one.
func isIn(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// buildsTogether reports whether kustomize builds two of some folders or files together, by a list or for a
// Kustomization that reads a folder of the repository: then they are of one cluster.
func (a *adoption) buildsTogether(children map[string][]*object) bool {
	first := map[int]string{} // by build
	for name, objects := range children {
		for _, o := range objects {
			for _, build := range a.buildsOf[o.file] {
				if first[build] == "" {
					first[build] = name
				}
				if first[build] != name {
					return true
				}
			}
		}
	}
	return false
}

// applicationsOf counts what the objects of folders or files have in common with others of their applications, if the
// names of the folders are those of clusters: the kind, and the name with * for the cluster. A namespace can have the
// name of a cluster only where somebody is sure of that: other folders are called like the namespaces of their objects.
func (a *adoption) applicationsOf(children map[string][]*object, sure bool) map[string]map[groupKey]int {
	same, folders := map[groupKey][]*object{}, map[*object]string{}
	for name, objects := range children {
		for _, o := range objects {
			on := *o
			on.spelt, folders[&on] = name, name
			if on.namespace == "" {
				on.namespace = a.repository.Namespace(o.file)
			}
			key := on.application()
			if !key.known {
				key.name = on.shape()
			}
			if !sure {
				on.spelt = ""
			}
			if !sure && !key.known {
				key.name += on.delivers(key.name)
			}
			same[key] = append(same[key], &on)
		}
	}
	counts := map[string]map[groupKey]int{}
	for key, objects := range same {
		homes := homesOf(objects)
		for _, o := range objects {
			if !key.known {
				key.namespace = homes[o]
			}
			if counts[folders[o]] == nil {
				counts[folders[o]] = map[groupKey]int{}
			}
			counts[folders[o]][key]++
		}
	}
	return counts
}

// delivers is the chart, or the source and the path, of an object whose name has the name of its folder: applications
// are called like their folders too, and with a common ending then, but they do not have one chart.
func (o *object) delivers(shape string) string {
	if shape == o.name {
		return ""
	}
	if chart := o.workload.ChartName.In(o.root.At).Text(); chart != "" {
		return " " + chart
	}
	_, source := o.workload.Source(o.root.At)
	return " " + source.Get("name").Text() + o.root.At("spec", "path").Text()
}

// pattern returns the place of the names. Where other families have the same names for other clusters, what differs in
// the paths above is part of the names.
func (f *family) pattern(all []*family) ClusterFrom {
	differ := make([]bool, len(f.above))
	for _, other := range all {
		if other == f || len(other.above) != len(f.above) || !f.collides(other) {
			continue
		}
		for i := range f.above {
			differ[i] = differ[i] || f.above[i] != other.above[i]
		}
	}
	only := map[string]bool{}
	for name := range f.clusters {
		only[name] = true
	}
	return placeBelow(f.above, func(i int) bool { return differ[i] }, only, f.files)
}

// collides reports whether a cluster of each of two families has one name and an object of one name.
func (f *family) collides(other *family) bool {
	for name, common := range f.common {
		for key := range common {
			if other.common[name][key] {
				return true
			}
		}
	}
	return false
}
