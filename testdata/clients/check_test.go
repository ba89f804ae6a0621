package clients

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const validator = "  validators:\n  - exec: fluxapp\n    configMap:\n      check: \"true\"\n"

// TestKptCheck holds that a check fails for each way in which a package is not as its documents say, names the
// objects, and writes nothing, and that a render before it makes it pass.
func TestKptCheck(t *testing.T) {
	need(t, "kpt")
	dir := pack(t, map[string]string{"Kptfile": kptfile(mutator), "app.yaml": fleet("shop", 1, 2, 3)})
	_, good := render(t, dir)
	eval := []string{"fn", "eval", ".", "--exec", filepath.Join(bin, "fluxapp"), "--", "check=true"}
	put(t, dir, "Kptfile", kptfile(validator))
	for name, args := range map[string][]string{"render": {"fn", "render", "--allow-exec", "."}, "eval": eval} {
		t.Run(name, func(t *testing.T) {
			put(t, dir, "Kptfile", kptfile(validator))
			mustRun(t, dir, "kpt", args...)

			put(t, dir, "app.yaml", fleet("shop", 1, 2, 4))
			put(t, dir, releaseFile("shop", 1),
				strings.Replace(good[releaseFile("shop", 1)], "interval: 10m", "interval: 99m", 1))
			before := files(t, dir)
			_, stderr, err := run(t, dir, "kpt", args...)
			assert.ErrorContains(t, err, "exit status 1")
			for _, want := range []string{
				"HelmRelease apps/shop-member01-shop is out of date; run fluxapp without check",
				"HelmRelease/apps/shop-member03-shop: is no longer rendered from apps/shop; run fluxapp without check, which " +
					"removes it",
				"HelmRelease apps/shop-member04-shop is missing; run fluxapp without check",
			} {
				assert.Equal(t, strings.Count(stderr, want), 1, stderr)
			}
			assert.Equal(t, strings.Count(stderr, "[error]"), 3, stderr)
			assert.DeepEqual(t, changed(before, files(t, dir)), []string(nil))

			put(t, dir, "app.yaml", fleet("shop", 1, 2, 3))
			put(t, dir, "Kptfile", kptfile(mutator+validator))
			_, after := render(t, dir)
			assert.DeepEqual(t, changed(good, after), []string{"Kptfile"})
		})
	}
}

// TestKptOptions holds that the options of a run reach it from a file of the package: as a RenderConfig, and as a
// ConfigMap.
func TestKptOptions(t *testing.T) {
	need(t, "kpt")
	const local = "  annotations:\n    config.kubernetes.io/local-config: \"true\"\n"
	for name, options := range map[string]string{
		"RenderConfig": "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata:\n  name: options\n" + local +
			"spec:\n  applications: [apps/shop]\n",
		"ConfigMap": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: options\n" + local +
			"data:\n  applications: apps/shop\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := pack(t, map[string]string{
				"Kptfile":      kptfile(mutator + "    configPath: options.yaml\n"),
				"options.yaml": options,
				"mail.yaml":    fleet("mail", 1, 2), "shop.yaml": fleet("shop", 1, 2),
			})
			before := files(t, dir)
			_, after := render(t, dir)
			assert.DeepEqual(t, changed(before, after), []string{releaseFile("shop", 1), releaseFile("shop", 2)})

			put(t, dir, "options.yaml", strings.ReplaceAll(options, "applications", "aplications"))
			_, stderr, err := run(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
			assert.ErrorContains(t, err, "exit status 1")
			assert.Assert(t, strings.Contains(stderr, `.aplications: unknown field; did you mean "applications"?`), stderr)
		})
	}
}
