package final

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing/fstest"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readCharts reads the charts and checkouts that are at hand, for what is followed.
func (r *runner) readCharts() error {
	for _, place := range r.Charts {
		files := os.DirFS(place.Path)
		if data, err := os.ReadFile(place.Path); err == nil {
			files = fstest.MapFS{filepath.Base(place.Path): {Data: data}}
		} else if _, err := os.Stat(place.Path); err != nil {
			return err
		}
		r.charts.Add(files, place.Path, place.URL)
	}
	return nil
}

// follow adds a pair for each object of Flux in what a Kustomization builds, on both sides.
func (r *runner) follow(p *pair) error {
	before, after := r.fluxObjects(p.Before, p.before), r.fluxObjects(p.After, p.after)
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		next := stream.Pair{Application: p.Application, Cluster: p.Cluster, At: p.At, Before: before[key], After: after[key],
			Same: p.Same}
		if err := r.add(&pair{Pair: next, followed: true}); err != nil {
			return err
		}
	}
	return nil
}

// fluxObjects returns the HelmReleases and Kustomizations that a Kustomization applies, by kind, namespace and name.
func (r *runner) fluxObjects(of *stream.Side, made *rendition) map[string]*stream.Side {
	all, nodes := map[string]*stream.Side{}, map[kinds.Target]releases.Node{}
	if of == nil || made == nil {
		return all
	}
	parent := newNode(of.Object, nil)
	for _, o := range made.class.Objects {
		text, _ := json.Marshal(o.Value)
		if node := newNode(text, nodes); node.Row != nil {
			nodes[kinds.Target{Kind: node.Row.Name, Namespace: node.Value("metadata", "namespace").Text(),
				Name: node.Value("metadata", "name").Text()}] = node
		}
	}
	for id, node := range nodes {
		side := &stream.Side{}
		switch node.Row {
		case kinds.HelmRelease:
			found := releases.ChartOf(node)
			side.Unknown, side.ValuesFiles, side.IgnoreMissing = found.Unknown, found.ValuesFiles, found.IgnoreMissingValuesFiles
			if side.Unknown == "" {
				side.Path, side.Root, side.Unknown = r.charts.Place(found.Chart)
			}
		case kinds.Kustomization:
			to, from := node.Feeds()
			if own, _ := parent.Feeds(); own == to {
				side.Path = of.Path
			} else if side.Unknown = "the URL of its source is not known"; from.Row != nil {
				side.Path, side.Unknown = r.charts.Checkout(render.Chart{SourceKind: to.Kind, URL: from.Row.Address(from.Value)})
			}
		default:
			continue
		}
		side.Object = tree.AppendJSON(nil, node.Value())
		all[id.Kind+" "+id.Namespace+"/"+id.Name] = side
	}
	return all
}

// newNode reads an object as what a release may be fed from, with others of the same build.
func newNode(text []byte, others map[kinds.Target]releases.Node) releases.Node {
	object := tree.ParseValue(text)
	row, read := kinds.Standard().Of(object), kinds.Reader(object.At)
	return releases.Node{Row: row, Value: read, Feeds: func() (to kinds.Target, from releases.Node) {
		if reference, value := row.Source(read); reference != nil {
			to = reference.Target(value, object.At("metadata", "namespace").Text(), read)
		}
		return to, others[to]
	}}
}
