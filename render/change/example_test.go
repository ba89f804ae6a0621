package change_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 10m
        values: {replicas: 2}
`

func renderShop(text string) render.Result {
	result, err := render.Render(schema.Parse("shop.yaml", []byte(text)), render.Options{})
	if err != nil {
		fmt.Println(err)
	}
	return result
}

func ExampleCompare() {
	before := renderShop(shop)
	after := renderShop(strings.Replace(shop, "    helmRelease:",
		"    overrides:\n    - {cluster: tokyo, releaseName: store, values: {replicas: 3}}\n    helmRelease:", 1))

	changes := change.Compare(before, after)
	for _, c := range changes.List {
		fmt.Printf("%s %s on %s\n%s\n", c.Action, c.Object, c.Cluster, c.Effect)
		for _, f := range c.Fields {
			fmt.Printf("  %s: %s -> %s, set by %s\n", f.Path, f.Before, f.After, f.Set)
		}
	}
	fmt.Println("unchanged:", changes.Unchanged)
	// Output:
	// reinstalled HelmRelease apps/shop-tokyo on tokyo
	// Flux uninstalls its Helm release and installs it anew, because its release name changes from shop-tokyo to store
	//   spec.releaseName:  -> "store", set by overrides[0] shop.yaml:11:37
	//   spec.values.replicas: 2 -> 3, set by overrides[0] shop.yaml:11:63
	// unchanged: 1
}

// The objects of a side can be files that an earlier run wrote.
func ExampleCompareObjects() {
	var before, after []change.Object
	for _, o := range renderShop(shop).Objects { // which an earlier run wrote into files
		trees, _ := tree.Parse(o.Path(), o.YAML())
		before = append(before, change.Read(change.File{Path: o.Path(), Object: trees[0].Root()}))
	}
	for _, o := range renderShop(strings.Replace(shop, "  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}\n", "",
		1)).Objects {
		after = append(after, change.Rendered(o))
	}

	for _, c := range change.CompareObjects(before, after, render.Result{}).List {
		fmt.Printf("%s %s on %s (%s)\n", c.Action, c.Object, c.Cluster, c.At.File)
	}
	// Output:
	// deleted HelmRelease apps/shop-tokyo on tokyo (shop/tokyo/helmrelease-shop-tokyo.yaml)
}

// A program that lets harmless changes pass, and asks a person about the others.
func ExampleAction() {
	after := renderShop(strings.Replace(shop, "    helmRelease:",
		"    overrides:\n    - {cluster: tokyo, suspend: true}\n    helmRelease:", 1))
	for _, c := range change.Compare(renderShop(shop), after).List {
		switch c.Action {
		case change.Deleted, change.Reinstalled, change.Orphaned:
			fmt.Println("removes what runs:", c.Object)
		case change.Suspended, change.Gated:
			fmt.Println("stops updates:", c.Object)
		case change.Created, change.Changed, change.Resumed, change.Freed:
			fmt.Println("Flux works:", c.Object)
		case change.Renamed, change.Moved:
			fmt.Println("what runs stays:", c.Object)
		}
	}
	// Output: stops updates: HelmRelease apps/shop-tokyo
}
