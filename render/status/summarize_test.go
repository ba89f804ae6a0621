package status_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// standalone is the application where each cluster has its own Flux.
var standalone = strings.Replace(shop, "spec:\n", "spec:\n  topology: Standalone\n", 1)

// allOn returns the objects of a run that lie on a server, ready.
func allOn(t *testing.T, result render.Result, server string, but ...string) (objects []string) {
	for _, o := range result.Objects {
		if o.ID().Server == server && !slices.Contains(but, o.Name()) {
			objects = append(objects, onServer(t, o, ready))
		}
	}
	return objects
}

// TestSummarize checks how objects are found, counted and grouped.
func TestSummarize(t *testing.T) {
	withSource := strings.Replace(shop, "sourceRef: {kind: HelmRepository, name: charts}",
		"helmRepository: {url: https://example.com, interval: 1h}", 1)
	_, spec, _ := strings.Cut(shop, "\nspec:\n")
	kubeSphere := "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\n" +
		"metadata: {name: shop, namespace: apps}\n" +
		"spec:\n  kind: fluxcd\n  fluxApp:\n    spec:\n" + strings.TrimSuffix("    "+strings.ReplaceAll(spec, "\n", "\n    "),
		"    ")
	for _, c := range []struct {
		name, documents string
		options         render.Options
		observe         func(t *testing.T, o *status.Observed, result render.Result)
		want            string // of lines, without the lines of messages
	}{
		{"nothing was read", shop, render.Options{}, func(*testing.T, *status.Observed, render.Result) {}, `
apps/shop 0/2 suspended 0 extra 0
  berlin: unknown 0/1
    HelmRelease apps/shop-berlin: unknown
      nobody read the objects of the hub
  tokyo: unknown 0/1
    HelmRelease apps/shop-tokyo: unknown
      nobody read the objects of the hub
`},
		{"the server has nothing", shop, render.Options{}, func(t *testing.T, o *status.Observed, _ render.Result) {
			observe(t, o, "")
		}, `
apps/shop 0/2 suspended 0 extra 0
  berlin: missing 0/1
    HelmRelease apps/shop-berlin: missing
      the hub does not have it
  tokyo: missing 0/1
    HelmRelease apps/shop-tokyo: missing
      the hub does not have it
`},
		{"one is missing", shop, render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "", allOn(t, result, "", "shop-tokyo")...)
		}, `
apps/shop 1/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: missing 0/1
    HelmRelease apps/shop-tokyo: missing
      the hub does not have it
`},
		{"only other kinds were read", shop, render.Options{}, func(t *testing.T, o *status.Observed, _ render.Result) {
			observe(t, o, "", `{"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": `+
				`{"name": "a"}}`)
		}, `
apps/shop 0/2 suspended 0 extra 0
  berlin: unknown 0/1
    HelmRelease apps/shop-berlin: unknown
      no HelmRelease was read; kubectl get helmreleases.helm.toolkit.fluxcd.io -A -o yaml prints them
  tokyo: unknown 0/1
    HelmRelease apps/shop-tokyo: unknown
      no HelmRelease was read; kubectl get helmreleases.helm.toolkit.fluxcd.io -A -o yaml prints them
`},
		{"sources were not read", withSource, render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "", allOn(t, result, "", "shop")...)
		}, `
apps/shop 2/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
info: the states of some objects are not known, because no HelmRepository was read; kubectl get ` +
			`helmrepositories.source.toolkit.fluxcd.io -A -o yaml prints them [FA833]
`},
		{"a source has failed", withSource, render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "", append(allOn(t, result, "", "shop"),
				onServer(t, result.Objects[0], strings.Replace(ready, `"True"`, `"False"`, 1)))...)
		}, `
apps/shop 2/2 suspended 0 extra 0
  HelmRepository apps/shop: failed, reason Done, revision master@sha1:1424, since 02:00:00
    done
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
observed.json:3:1: warning: the HelmRepository apps/shop cannot fetch, so that 2 workloads can only keep the ` +
			`last artifact: done; correct that, or nothing new arrives [FA835]
`},
		{"two servers", standalone, render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "berlin", allOn(t, result, "berlin")...)
			observe(t, o, "tokyo")
		}, `
apps/shop 1/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: missing 0/1
    HelmRelease apps/shop-tokyo: missing
      the cluster tokyo does not have it
`},
		{"a misspelt server", standalone, render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "berlin", allOn(t, result, "berlin")...)
			observe(t, o, "tokio", `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}}`)
		}, `
apps/shop 1/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: unknown 0/1
    HelmRelease apps/shop-tokyo: unknown
      nobody read the objects of the cluster tokyo
warning: no application of the run has an object on the cluster tokio; did you mean tokyo? [FA832]
`},
		{"another hub", shop, render.Options{}, func(t *testing.T, o *status.Observed, _ render.Result) {
			observe(t, o, "", `{"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": {"name": "a", `+
				`"namespace": "b"}}`)
		}, `
apps/shop 0/2 suspended 0 extra 0
  berlin: missing 0/1
    HelmRelease apps/shop-berlin: missing
      the hub does not have it
  tokyo: missing 0/1
    HelmRelease apps/shop-tokyo: missing
      the hub does not have it
observed.json:1:48: warning: none of the objects of the run (2) is among those that were read of the hub (1); if ` +
			`these are of another ` +
			`server, read this one [FA834]
`},
		{"the hub of clusters with their own Flux", standalone, render.Options{},
			func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "")
			}, `
apps/shop 0/2 suspended 0 extra 0
  berlin: unknown 0/1
    HelmRelease apps/shop-berlin: unknown
      nobody read the objects of the cluster berlin
  tokyo: unknown 0/1
    HelmRelease apps/shop-tokyo: unknown
      nobody read the objects of the cluster tokyo
warning: no application of the run has an object on the hub; name the cluster of the text, or leave the text out [FA832]
`},
		{"not rendered any more",
			strings.Replace(shop, "  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}\n", "", 1),
			render.Options{}, func(t *testing.T, o *status.Observed, _ render.Result) {
				before := renderText(t, withSource, render.Options{})
				objects := allOn(t, before, "")
				theirs := strings.ReplaceAll(objects[2], "apps/shop", "apps/other")
				nobodys := strings.ReplaceAll(objects[2], "fluxapp.dev/rendered-from", "example.com/a")
				objects[1] = strings.Replace(objects[1], `"name":"shop"}`, `"name":"charts"}`, 1)
				observe(t, o, "", append(objects, strings.ReplaceAll(theirs, "shop-tokyo", "theirs"),
					strings.ReplaceAll(nobodys, "shop-tokyo", "nobodys"))...)
			}, `
apps/shop 1/1 suspended 0 extra 1
  HelmRepository apps/shop: extra, revision master@sha1:1424
    the document does not render it any more
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: extra 0/0
    HelmRelease apps/shop-tokyo: extra, revision shop@1.2.3
      the document does not render it any more
`},
		{"a shard", shop, render.Options{Shard: render.Shard{Index: 1, Count: 2}},
			func(t *testing.T, o *status.Observed, result render.Result) {
				objects := allOn(t, result, "")
				for _, elsewhere := range result.Elsewhere() {
					objects = append(objects, onServer(t, elsewhere, ready))
				}
				observe(t, o, "", objects...)
			}, `
apps/shop 1/1 suspended 0 extra 0
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
`},
		{"what an administrator applied",
			strings.Replace(shop, "spec:\n", "spec:\n  tenancy: {serviceAccount: deployer, clusterRole: edit}\n", 1),
			render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "", allOn(t, result, "")...)
				for _, bootstrap := range result.Bootstrap {
					observe(t, o, bootstrap.Cluster(), onServer(t, bootstrap, "null"))
				}
			}, `
apps/shop 2/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
`},
		{"a document of KubeSphere", kubeSphere, render.Options{},
			func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "", allOn(t, result, "")...)
			}, `
apps/shop 2/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
`},
		{"a document without a namespace", strings.Replace(shop, ", namespace: apps", "", 1), render.Options{},
			func(t *testing.T, o *status.Observed, result render.Result) {
				objects := []string{
					onServer(t, result.Objects[0], ready, "metadata/namespace", `"given"`),
					onServer(t, result.Objects[0], ready, "metadata/namespace", `"theirs"`, "metadata/annotations", "null"),
					onServer(t, result.Objects[1], ready, "metadata/namespace", `"given"`, "metadata/annotations", "null"),
				}
				observe(t, o, "", objects...)
			}, `
shop 2/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
`},
		{"a name that is not known",
			strings.Replace(shop, "destination: {clusterSelector: {}}", "name: ${ENV}-shop\n        destination: {cluster: "+
				"berlin}", 1), render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "", strings.ReplaceAll(onServer(t, result.Objects[0], ready), "${ENV}", "prod"))
			}, `
apps/shop 0/1 suspended 0 extra 0
  berlin: unknown 0/1
    HelmRelease apps/${ENV}-shop: unknown
      its name has ${…}, and what that becomes is not in the documents
`},
		{"a namespace that is not known", strings.Replace(shop, "namespace: apps", `namespace: "${ENV}"`, 1),
			render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "", strings.ReplaceAll(onServer(t, result.Objects[0], ready), "${ENV}", "prod"))
			}, `
${ENV}/shop 0/2 suspended 0 extra 0
  berlin: unknown 0/1
    HelmRelease ${ENV}/shop-berlin: unknown
      its name has ${…}, and what that becomes is not in the documents
  tokyo: unknown 0/1
    HelmRelease ${ENV}/shop-tokyo: unknown
      its name has ${…}, and what that becomes is not in the documents
`},
		{"a server that is not rendered any more",
			strings.Replace(standalone, "  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}\n", "", 1),
			render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
				observe(t, o, "berlin", allOn(t, result, "berlin")...)
				before := renderText(t, standalone, render.Options{})
				observe(t, o, "tokyo", onServer(t, before.Objects[1], ready, "metadata/deletionTimestamp",
					`"2026-11-23T02:00:00Z"`))
			}, `
apps/shop 1/1 suspended 0 extra 1
  berlin: ready 1/1
    HelmRelease apps/shop-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: extra 0/0
    HelmRelease apps/shop-tokyo: extra, revision shop@1.2.3
      the document does not render it any more, and it is being deleted
`},
		{"two applications on one cluster", shop + "---\n" + strings.Replace(shop, "name: shop, namespace: apps",
			"name: cart, namespace: apps", 1), render.Options{}, func(t *testing.T, o *status.Observed, result render.Result) {
			observe(t, o, "", allOn(t, result, "", "shop-berlin")...)
		}, `
apps/cart 2/2 suspended 0 extra 0
  berlin: ready 1/1
    HelmRelease apps/cart-berlin: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
  tokyo: ready 1/1
    HelmRelease apps/cart-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
apps/shop 1/2 suspended 0 extra 0
  berlin: missing 0/1
    HelmRelease apps/shop-berlin: missing
      the hub does not have it
  tokyo: ready 1/1
    HelmRelease apps/shop-tokyo: ready, reason Done, revision shop@1.2.3, since 02:00:00
      done
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, c.options)
			var observed status.Observed
			c.observe(t, &observed, result)
			assert.Equal(t, "\n"+lines(status.Summarize(result, observed)), c.want)
		})
	}
}

// TestCounts checks what counts where a document suspends workloads.
func TestCounts(t *testing.T) {
	documents := strings.Replace(shop, "    helmRelease:", "    overrides: [{cluster: tokyo, suspend: true}]\n"+
		"    helmRelease:", 1)
	result := renderText(t, documents, render.Options{})
	for _, c := range []struct {
		name                    string
		tokyo                   []string
		ready, total, suspended int
		state                   status.State
	}{
		{"as the document wants it", nil, 1, 1, 1, status.Suspended},
		{"resumed by hand", []string{"spec/suspend", "null"}, 1, 2, 0, status.Stale},
		{"suspended, and changed by hand", []string{"spec/interval", `"1m"`}, 1, 1, 1, status.Suspended},
	} {
		var observed status.Observed
		observe(t, &observed, "", onServer(t, result.Objects[0], ready), onServer(t, result.Objects[1], ready, c.tokyo...))
		all := status.Summarize(result, observed)
		app := all.Applications[0]
		assert.DeepEqual(t, []int{app.Ready, app.Total, app.Suspended}, []int{c.ready, c.total, c.suspended})
		assert.Equal(t, app.Clusters[1].State, c.state, c.name)
		assert.Equal(t, all.IsReady(), c.total == 1)
	}
}

// TestOrder holds that neither the order of objects nor the order of texts can be seen.
func TestOrder(t *testing.T) {
	result := renderText(t, shop+"---\n"+
		strings.Replace(shop, "name: shop, namespace: apps", "name: cart, namespace: apps", 1), render.Options{})
	before := renderText(t, strings.ReplaceAll(shop, "clusterSelector: {}}", "clusterSelector: {}, targetNamespace: old}"),
		render.Options{})
	objects := append(allOn(t, result, "", "cart-tokyo"), allOn(t, before, "")...)
	var want []byte
	for i := range objects {
		var observed status.Observed
		observe(t, &observed, "", objects[i:]...)
		observe(t, &observed, "", objects[:i]...)
		var got bytes.Buffer
		assert.NilError(t, status.Summarize(result, observed).WriteJSON(&got))
		if i == 0 {
			want = got.Bytes()
			assert.Assert(t, bytes.Contains(want, []byte("extra\",\"workload")), "%s", want)
		}
		assert.Equal(t, got.String(), string(want))
	}
}
