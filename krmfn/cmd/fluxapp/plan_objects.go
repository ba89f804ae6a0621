package main

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// after returns the objects that the run writes, or has written before.
func (p *plan) after() (all []change.Object) {
	for _, t := range p.targets {
		if !t.otherShard {
			all = append(all, change.Rendered(t.object))
		}
	}
	return all
}

// before returns the objects that the folder holds in the files that the run writes or deletes. Those of an unchanged file are not read.
func (p *plan) before() (all []change.Object, err error) {
	changed, servers := map[string]bool{}, folderlist.Listed(p.allLists())
	for _, t := range p.writes {
		changed[t.path] = true
	}
	for _, t := range p.targets {
		if t.object.Standalone() {
			servers[t.path] = path.Dir(path.Dir(t.path)) // whatever a user has done to the list
		}
		if same := change.Rendered(t.object); !changed[t.path] && !t.otherShard {
			same.Unchanged = true
			all = append(all, same)
		}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(changed)), p.removes) {
		if _, object := p.ours[name]; !object {
			continue // a new file, or the list of a cluster
		}
		o, err := p.readObject(name, servers[name])
		if err != nil {
			return nil, p.named(err)
		}
		all = append(all, o...)
	}
	return all, nil
}

// readObject returns the object of a file that fluxapp wrote, which the Flux of a cluster applies from a folder; that of the hub when the
// folder is empty. There is none when somebody has changed the file since the run looked at it.
func (p *plan) readObject(name, folder string) ([]change.Object, error) {
	data, err := p.root.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d, _ := renderedFile(p.called(name), data)
	if d == nil {
		return nil, nil
	}
	o := change.Object{
		ID:          change.ID{Kind: d.Kind(), Namespace: d.Namespace(), Name: d.Name()},
		Application: p.ours[name].Document,
		Content:     d.Root,
	}
	o.Bootstrap = outputs.IsBootstrap(name, d.Root().At("metadata", "annotations", v1alpha1.AnnotationReconcile).Text())
	switch {
	case o.Bootstrap:
		o.Server = path.Base(path.Dir(path.Dir(name)))
		o.Cluster = o.Server
	case folder != "":
		o.Server = path.Base(folder)
		o.Cluster = o.Server
	default:
		o.Cluster = clusterOfFile(name, d, o.Application)
	}
	return []change.Object{o}, nil
}

// clusterOfFile returns the cluster that an object of the hub delivers to: the folder of its file, where the file has the name that
// fluxapp gives it, or else what its kubeConfig refers to. It is empty for an object of the hub.
func clusterOfFile(name string, d *schema.Document, application string) string {
	folder, document := path.Dir(name), application[strings.LastIndex(application, "/")+1:]
	kubeConfig := d.Root().At("spec", "kubeConfig")
	reference := cmp.Or(kubeConfig.At("secretRef", "name").Text(), kubeConfig.At("configMapRef", "name").Text())
	switch kind := strings.ToLower(d.Kind()) + "-"; {
	case reference == "":
		return ""
	case path.Base(path.Dir(folder)) == document && slices.Contains([]string{
		kind + d.Name() + ".yaml", kind + d.Namespace() + "_" + d.Name() + ".yaml"}, path.Base(name)):
		return path.Base(folder)
	}
	return strings.TrimSuffix(reference, "-kubeconfig")
}
