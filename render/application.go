package render

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/delivery"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// run is what a result keeps of its run beside the objects.
type run struct {
	inv      inventory.Inventory
	secrets  finding.Secrets
	looking  sync.Mutex // into the fleet
	patterns func() map[string][]*regexp.Regexp
	servers  func() map[ownedFile][]string
}

func (r Result) made() *run { return cmp.Or(r.run, &run{}) }

// Application is an application of a run, with what its objects do not have: its limits and its clusters.
type Application struct {
	app      *inventory.Application
	run      *run
	clusters func() *fleet.Fleet
	members  func() []schema.Member
}

// Applications returns the applications that the run rendered, perhaps to nothing, in the order of their documents.
func (r Result) Applications() (all []Application) {
	made := r.made()
	for _, app := range made.inv.Applications {
		clusters := sync.OnceValue(func() *fleet.Fleet {
			made.looking.Lock()
			defer made.looking.Unlock()
			known, _ := made.inv.FleetOf(app) // Render has reported its problems
			return known
		})
		members := sync.OnceValue(func() []schema.Member { return copies(clusters().Members) })
		all = append(all, Application{app, made, clusters, members})
	}
	return all
}

// Secrets returns the secrets in the documents of the run, for those who print values: whatever rules are ignored.
func (r Result) Secrets() finding.Secrets { return r.made().secrets }

// Clusters returns the clusters among the documents that the run read, in their order.
func (r Result) Clusters() []schema.Member { return copies(r.made().inv.Members) }

func copies(members []*schema.Member) []schema.Member {
	return each.Of(members, func(m *schema.Member) schema.Member { return *m })
}

// Name returns the namespace/name of the application, as its objects carry it; without a namespace, the name.
func (a Application) Name() string { return a.app.Owner() }

// Document returns the document of the application.
func (a Application) Document() *schema.Document { return a.app.Written }

// Limits returns how much one change may do to the application's workloads, bases included; absent without limits.
func (a Application) Limits() tree.Node { return a.app.Document.Spec().Get("limits") }

// Attribute makes problems about values that a base has problems of the base.
func (a Application) Attribute(problems []finding.Problem) { a.run.inv.Attribute(problems) }

// Clusters returns the clusters that the application sees, in the order of their names. The list must not be changed.
func (a Application) Clusters() []schema.Member { return a.members() }

// Cluster returns a cluster that the application sees by its name, empty for the hub; nil when the fleet lacks it.
func (a Application) Cluster(name string) *schema.Member {
	if name == "" {
		return a.clusters().Hub
	}
	return a.clusters().Find(name)
}

// decidesFiles tells what decides where objects lie, so that no document can; empty where nothing does.
func (o Options) decidesFiles() string {
	switch {
	case delivery.IsOn(o.Delivery):
		return "delivery puts each object into the folder of its group; leave file out, or render without delivery"
	case o.Shard.Count > 0:
		return "a shard has some of the clusters, and others may be in this file; leave file out, or render without --shard"
	}
	return ""
}

// MayHave reports whether an object of an application of the run, by its namespace/name, may lie in a file: the field
// file of one of its entries, layers or sources is that path, with some text without a slash in the place of each
// reference to the cluster. It asks the document, and not its clusters: of a cluster that went, the file is found too.
// The path begins at the rendered folder, and has slashes.
func (r Result) MayHave(application, file string) bool {
	return r.run != nil && slices.ContainsFunc(r.run.patterns()[application], func(p *regexp.Regexp) bool {
		_, fits := clusterIn(p, file)
		return fits
	})
}

// Servers returns the clusters with a Flux of their own that have the objects of an application in a file that its
// document says: those of the objects that the run renders into it, or else the one whose name stands in the path in
// the place of $(cluster.name). There is none where Flux runs on a hub.
func (r Result) Servers(application, file string) []string {
	if r.run == nil {
		return nil
	}
	if known := r.run.servers()[ownedFile{application, file}]; len(known) > 0 {
		return known
	}
	isIt := func(app *inventory.Application) bool { return app.Standalone && app.Owner() == application }
	for _, p := range r.run.patterns()[application] {
		if cluster, fits := clusterIn(p, file); fits && cluster != "" && slices.ContainsFunc(r.run.inv.Applications, isIt) {
			return []string{cluster}
		}
	}
	return nil
}

type ownedFile struct{ application, file string }

// serversOf returns the clusters with a Flux of their own for which files have objects, where documents say the files.
func serversOf(objects []Object) map[ownedFile][]string {
	all := map[ownedFile][]string{}
	for _, o := range objects {
		at := ownedFile{o.Application(), o.p.File}
		if o.Facts().HasFile() && o.Facts().Standalone() && !slices.Contains(all[at], o.Cluster()) {
			all[at] = append(all[at], o.Cluster())
		}
	}
	return all
}

func (r *run) filePatterns() map[string][]*regexp.Regexp {
	all := map[string][]*regexp.Regexp{}
	for _, app := range r.inv.Applications {
		d, seen := app.Document, map[string]bool{"": true}
		holders := slices.AppendSeq(d.Facts().EntriesAndLayers(), d.Spec().Get("sources").Children())
		for _, n := range append(holders, d.Spec()) {
			for _, text := range []string{n.Get(fileField).Text(), n.At("source", fileField).Text()} {
				if each.Add(seen, text) {
					all[app.Owner()] = append(all[app.Owner()], filePattern(app, text))
				}
			}
		}
	}
	return all
}

// filePattern returns the pattern for a file as it is written, with a group for each name of a cluster.
func filePattern(app *inventory.Application, written string) *regexp.Regexp {
	pattern := ""
	parts, _ := names.SplitReferences(written) // Render has refused what is wrong
	for _, part := range parts {
		switch ref := part.Reference; {
		case ref == nil:
			pattern += regexp.QuoteMeta(part.Text)
		case ref.Root == "app" && ref.Steps[0] == "name":
			pattern += regexp.QuoteMeta(app.ReferenceNames().Name)
		case ref.Root == "app":
			pattern += regexp.QuoteMeta(app.Namespace)
		case ref.Steps[0] == "name":
			pattern += "([^/]+)"
		default:
			pattern += "[^/]*"
		}
	}
	return regexp.MustCompile("^" + strings.ToValidUTF8(pattern, "") + "$")
}

// clusterIn returns the name of the cluster in a file, empty where the pattern has none, and whether the file fits.
func clusterIn(pattern *regexp.Regexp, file string) (cluster string, fits bool) {
	found := pattern.FindStringSubmatch(file)
	if len(found) < 2 {
		return "", len(found) == 1
	}
	isOther := func(name string) bool { return name != found[1] }
	return found[1], !slices.ContainsFunc(found[1:], isOther)
}
