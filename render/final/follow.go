package final

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing/fstest"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readCharts reads the charts and checkouts that are at hand, for what is followed.
func (r *runner) readCharts() {
	for _, place := range r.Charts {
		var files fs.FS = fstest.MapFS{}
		if folder, err := os.OpenRoot(place.Path); err == nil { // no link leads out of it
			files = folder.FS()
		} else if data, err := os.ReadFile(place.Path); err == nil { // an archive
			files = fstest.MapFS{filepath.Base(place.Path): {Data: data}}
		}
		r.charts.Add(files, place.Path, place.URL)
	}
}

// follow adds a pair for each object of Flux in what a Kustomization builds. Without one side nobody knows what goes.
func (r *runner) follow(p *pair) error {
	if !p.before.isMade() || !p.after.isMade() {
		return nil
	}
	before := r.fluxObjects(cmp.Or(p.Before, p.After), p.before)
	after := r.fluxObjects(cmp.Or(p.After, p.Before), p.after)
	for next := range change.CompareObjects(before, after, render.Result{}).Pairs(r.charts.Side) {
		next.Application, next.Cluster, next.At, next.Fields = p.Application, p.Cluster, p.At, nil
		if err := r.add(&pair{Pair: next, followed: true}); err != nil {
			return err
		}
	}
	return nil
}

// fluxObjects returns what a Kustomization builds, and its own source, with the URL that stands for the checkout.
func (r *runner) fluxObjects(of *stream.Side, made *rendition) (all []change.Object) {
	if made == nil {
		return nil
	}
	var parent kustomizev1.Kustomization
	_ = json.Unmarshal(of.Object, &parent) // which was built
	from := parent.Spec.SourceRef
	source := map[string]any{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": from.Kind,
		"metadata": map[string]any{"name": from.Name, "namespace": cmp.Or(from.Namespace, parent.Namespace)}}
	for _, place := range r.Charts {
		if place.Path == of.Path {
			url := place.URL
			source["spec"] = map[string]any{"url": url, "endpoint": path.Dir(url), "bucketName": path.Base(url)}
		}
	}
	for _, o := range append([]engine.Object{{Value: source}}, made.class.Objects...) {
		text, _ := json.Marshal(o.Value)
		one := change.Read(change.File{Object: tree.ParseValue(text)})
		if one.Row != nil && (len(all) == 0 || one.ID != all[0].ID) {
			all = append(all, one)
		}
	}
	return all
}
