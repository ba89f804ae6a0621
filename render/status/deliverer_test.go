package status_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// issuers is an application of Kustomizations on one of the clusters, which waits for the releases of shop there.
var issuers = strings.NewReplacer("name: shop", "name: issuers", "clusterSelector: {}", "cluster: berlin",
	"prune: true\n", "prune: true\n        dependsOn: [{application: shop}]\n").Replace(kustomization)

// delivered renders documents with delivery.
func delivered(t *testing.T, documents string) render.Result {
	t.Helper()
	return renderText(t, documents, render.Options{Delivery: schema.Parse("config.yaml", []byte(`apiVersion: `+
		`fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: fleet, namespace: flux-system}
spec: {delivery: {sourceRef: {kind: GitRepository, name: fleet}, groups: 1}}
`))[0]})
}

// not is the status of an object that is not ready, since a later time than that of ready ones.
func not(status, reason, message string) string {
	return `{"observedGeneration": 1, "conditions": [{"type": "Ready", "status": "` + status + `", "reason": "` + reason +
		`", "message": "` + message + `", "observedGeneration": 1, "lastTransitionTime": "2026-11-23T03:00:00Z"}]}`
}

// gone is the status of an object that its server does not have.
const gone = "gone"

// TestDeliverers tells of workloads that their server does not have yet, because the Kustomizations of delivery that
// apply them wait, and of Kustomizations that fail.
func TestDeliverers(t *testing.T) {
	waits := not("False", "DependencyNotReady", "dependency 'flux-system/fleet-apps-shop-berlin' is not ready")
	checks := not("Unknown", "Progressing", "Running health checks for revision main@sha1:1 with a timeout of 1m0s")
	timeout := not("False", "HealthCheckFailed",
		"timeout waiting for: [HelmRelease/apps/shop-berlin status: 'InProgress']")
	last := strings.NewReplacer("name: shop", "name: last", "clusterSelector: {}", "cluster: berlin",
		"interval: 10m", "interval: 10m\n        dependsOn: [{application: issuers}]").Replace(shop)
	result := delivered(t, shop+"---\n"+issuers+"---\n"+last)
	broken := not("False", "BuildFailed", "kustomize build failed: accumulating resources: no such file")
	running := not("Unknown", "Progressing", "Running 'install' action")
	failed := not("False", "InstallFailed", "Helm install failed: timed out")
	const shops, delivers = "HelmRelease/apps/shop-berlin 2", "Kustomization/flux-system/fleet-apps-shop-berlin"
	type states map[string]string // of objects that are not ready; without fleet-apps of those that deliver
	for _, c := range []struct {
		name     string
		statuses states
		edits    []string // of the Kustomization that waits
		causes   string   // their keys, with the numbers of objects
	}{
		{"ready", nil, nil, ""},
		{"installing", states{"shop-berlin": running, "deliver-shop-berlin": checks, "issuers-berlin": gone,
			"deliver-issuers-berlin": waits}, nil, shops},
		{"failed", states{"shop-berlin": failed, "deliver-shop-berlin": timeout, "issuers-berlin": gone,
			"deliver-issuers-berlin": waits}, nil, shops},
		{"upgrading", states{"shop-berlin": running, "deliver-shop-berlin": checks, "deliver-issuers-berlin": waits},
			[]string{"spec/path", `"./old"`}, shops},
		{"build-failed", states{"shop-berlin": gone, "deliver-shop-berlin": broken, "issuers-berlin": gone,
			"deliver-issuers-berlin": waits}, nil, delivers + " 2"},
		{"build-failed-later", states{"deliver-shop-berlin": broken, "deliver-issuers-berlin": waits}, nil,
			delivers + " 2"},
		{"not-delivered", states{"deliver-shop-berlin": gone, "shop-berlin": gone, "deliver-issuers-berlin": waits,
			"issuers-berlin": gone}, nil, delivers + " 3"},
		{"waits-for-kustomization", states{"issuers-berlin": not("False", "BuildFailed", "no such folder"),
			"last-berlin": gone, "deliver-last-berlin": not("False", "DependencyNotReady",
				"dependency 'apps/issuers-berlin' is not ready")}, nil, "Kustomization/apps/issuers-berlin 2"},
		{"nothing-to-apply", states{"issuers-berlin": gone}, nil, "Kustomization/apps/issuers-berlin 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var objects []string
			for _, o := range result.Files() {
				text, edits := ready, []string(nil)
				if s := c.statuses[strings.Replace(o.Name(), "fleet-apps", "deliver", 1)]; s != "" {
					text = s
				}
				if o.Name() == "issuers-berlin" {
					edits = c.edits
				}
				if text != gone {
					objects = append(objects, onServer(t, o, text, edits...))
				}
			}
			var observed status.Observed
			observe(t, &observed, "", append(objects, charts(""))...)
			s := status.Summarize(result, observed)
			golden.Assert(t, lines(s), "delivery/"+c.name+".txt")
			causesText(t, s)
			var keys []string
			all, _ := s.Causes()
			for _, cause := range all {
				keys = append(keys, fmt.Sprint(cause.Key, " ", cause.Objects))
			}
			assert.Equal(t, strings.Join(keys, ", "), c.causes)
		})
	}
}

// TestDeliverersOfOthers leaves out those that nobody read, and does not count those that are not rendered any more.
func TestDeliverersOfOthers(t *testing.T) {
	result := delivered(t, shop+"---\n"+issuers)
	var observed status.Observed
	observe(t, &observed, "", allOn(t, result, "", "issuers-berlin")...)
	golden.Assert(t, lines(status.Summarize(result, observed)), "delivery/not-read.txt")
	observed = status.Observed{}
	var delivering []string
	for _, o := range result.Delivery {
		delivering = append(delivering, onServer(t, o, ready))
	}
	alone := renderText(t, shop, render.Options{})
	observe(t, &observed, "", append(delivering, allOn(t, alone, "")...)...)
	golden.Assert(t, lines(status.Summarize(alone, observed)), "delivery/not-rendered.txt")
}
