package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// waiting writes the application shop of HelmReleases, and web of Kustomizations, which may wait for shop.
func waiting(t testFolder, topology string, waits bool, clusters ...string) {
	t.Helper()
	web := clustered("web", topology, clusters...)
	shop := strings.NewReplacer("gitRepository: {url: https://example.com/a.git, interval: 1h, ref: {branch: main}}",
		"sourceRef: {kind: HelmRepository, name: charts}", "kustomization:\n    - {", "helmRelease:\n      chart: "+
			"{chart: shop, version: 1.0.0}\n      deploy:\n      - {", ", prune: true, path: ./shop",
		"").Replace(clustered("shop", topology, clusters...))
	if waits {
		web = strings.Replace(web, "prune: true", "prune: true, dependsOn: [{application: shop}]", 1)
	}
	put(t, "apps/shop.yaml", shop)
	put(t, "apps/web.yaml", web)
}

// layouts are the two places of what is applied in an order: the folder of an application on the cluster a.
var layouts = map[string]struct{ topology, folder, delivery string }{
	"hub":        {"HubAndSpoke", "ordered/apps/%s/a/", "delivery/"},
	"standalone": {"Standalone", "a/ordered/apps/%s/", "a/delivery/"},
}

// TestOrderedMove holds that the way into an order, and out of it, takes two commits, that the first one is named, and
// that nothing differs when nothing changes.
func TestOrderedMove(t *testing.T) {
	for name, layout := range layouts {
		for _, files := range []string{"object", "application"} {
			t.Run(name+" "+files, func(test *testing.T) {
				test.Parallel()
				t, delivery := inFolder(test), fleetSource+", files: "+files
				if name == "hub" {
					delivery = inGroups(3, ", files: "+files)
				}
				const next = "write only next: {applications: [apps/shop, " +
					"apps/web]} into delivery first"
				move := func(waits bool) {
					t.Helper()
					waiting(t, layout.topology, waits, "a", "b")
					held(t, next)
					_, of := diffOf(t), "the second of two commits: 4 objects move to another Kustomization"
					waiting(t, layout.topology, !waits, "a", "b")
					fleet(t, delivery+", next: {applications: [apps/shop, web]}")
					deliver(t)
					waiting(t, layout.topology, waits, "a", "b")
					fleet(t, delivery)
					assert.Assert(t, strings.Contains(diffOf(t), of))
					_, errs := deliver(t)
					assert.Assert(t, strings.Contains(errs, of), errs)
					assert.Assert(t, strings.HasPrefix(diffOf(t), "no change"))
				}
				waiting(t, layout.topology, false, "a", "b")
				fleet(t, delivery)
				deliver(t)
				plain := contents(t, "deploy")
				move(true)
				for _, app := range []string{"shop", "web"} {
					found := 0
					for file := range contents(t, "deploy") {
						if strings.HasPrefix(file, fmt.Sprintf(layout.folder, app)) {
							found++
						}
					}
					assert.Equal(t, found, 1)
				}
				move(false)
				assert.DeepEqual(t, contents(t, "deploy"), plain)
			})
		}
	}
}

// diffOf returns what diff tells of the folder deploy.
func diffOf(t testFolder) string {
	t.Helper()
	out, errs, _ := fluxapp(t, "", "diff", "--rendered", "deploy", "apps")
	assert.Assert(t, out != "", errs)
	return out
}

// TestOrderedDiff holds that a comparison with the rendered files tells what one with the documents tells, of what
// delivers too.
func TestOrderedDiff(t *testing.T) {
	for name, layout := range layouts {
		t.Run(name, func(test *testing.T) {
			test.Parallel()
			t, delivery := inFolder(test), fleetSource
			if name == "hub" {
				delivery = inGroups(3, "")
			}
			waiting(t, layout.topology, true, "a", "b")
			fleet(t, delivery)
			deliver(t)
			waiting(t, layout.topology, true, "b")
			for _, want := range []string{"\ndeleted: HelmRelease apps/shop-a of apps/shop on a\n",
				"\ndeleted: Kustomization flux-system/fleet-apps-shop-a of apps/shop on a\n",
				"\ndeleted: Kustomization flux-system/fleet-apps-web-a of apps/web on a\n"} {
				assert.Assert(t, strings.Contains(diffOf(t), want), diffOf(t))
			}
			waiting(t, layout.topology, true, "a", "b", "c")
			assert.Assert(t, strings.Contains(diffOf(t), " objects created; "), diffOf(t))
			waiting(t, layout.topology, true, "a", "b")
			fleet(t, delivery+", interval: 5m")
			assert.Assert(t, strings.Contains(diffOf(t), "\nchanged: 2 Kustomizations flux-system/"+
				"fleet-apps-web-$(cluster.name) of apps/web on 2 clusters\n  on a, b\n  spec.interval: 10m → 5m"), diffOf(t))
			assert.Assert(t, !strings.Contains(diffOf(t), "deleted"), diffOf(t))
			fleet(t, delivery)

			before := contents(t, "deploy")
			assert.NilError(t, os.Remove(t.path("deploy/"+layout.delivery+"kustomization-fleet-apps-web-a.yaml")))
			put(t, "apps/web.yaml", strings.Replace(read(t, "apps/web.yaml"), "interval: 1h, prune", "interval: 2h, prune", 1))
			_, errs := deliver(t)
			assert.Assert(t, !strings.Contains(errs, "FA607"), errs)
			waiting(t, layout.topology, true, "a", "b")
			deliver(t)
			assert.DeepEqual(t, contents(t, "deploy"), before)
		})
	}
}

// TestOrderedExplained holds that explain tells why an application is applied in an order, and what delivery waits for.
func TestOrderedExplained(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	waiting(t, "HubAndSpoke", true, "a", "b")
	fleet(t, inGroups(3, ""))
	for _, c := range []struct{ args, want string }{
		{"web --cluster a", "\n  spec.dependsOn  # removed by delivery of entry apps/web.yaml:12:82, over " +
			"[{\"application\":\"shop\"}] of entry apps/web.yaml:12:82\n"},
		{"web --cluster a", "\nKustomization flux-system/fleet-apps-web-a\n"},
		{"web --cluster a", "\n  spec.dependsOn: [{\"name\":\"fleet-apps-shop-a\"}]  # dependsOn apps/web.yaml:12:83\n"},
		{"web --field dependsOn", "\na, b     (none)  apps/web.yaml:12:82  delivery of entry  removed, over "},
		{"shop --cluster a", "\n  spec.retryInterval: \"30s\"  # dependsOn apps/web.yaml:12:83\n"},
		{"shop --cluster a", "\n  spec.timeout: \"1m\"  # dependsOn apps/web.yaml:12:83\n"},
		{"shop --cluster a", "\n  spec.wait: true  # dependsOn apps/web.yaml:12:83\n"},
		{"shop --cluster a", "\n  spec.interval: \"10m\"  # delivery fluxapp.yaml:4:"},
		{"shop --field interval", "\na, b     \"1h\"   apps/shop.yaml:14:56  entry\n"},
	} {
		args := strings.Fields("explain " + c.args)
		out, errs, code := fluxapp(t, "", append(args[:2:2], append([]string{"apps"}, args[2:]...)...)...)
		assert.Equal(t, code, exitGood, errs)
		assert.Assert(t, strings.Contains(out, c.want), "%s:\n%s", c.args, out)
		assert.Assert(t, !strings.Contains(c.args, "--cluster a") || !strings.Contains(out, "-b\n"), out)
	}
}
