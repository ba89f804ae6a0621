package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// deliveryConfig is a RenderConfig of groups, for a package or for a run.
func deliveryConfig(fields string) string {
	return "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata:\n  name: fleet\n  namespace: flux-system\n" +
		"  annotations:\n    config.kubernetes.io/local-config: \"true\"\nspec:\n  delivery: {" + fields + "}\n"
}

// assertGroups holds that kustomize builds the rendered folder to what delivers and nothing else, and each folder that
// a Kustomization of delivery applies to exactly the objects that are in it, as kustomize-controller does it: with a
// kustomization.yaml of all files where there is none.
func assertGroups(t *testing.T, dir string) {
	t.Helper()
	delivering := ""
	for _, text := range files(t, filepath.Join(dir, "delivery")) {
		delivering += "---\n" + text
	}
	assert.DeepEqual(t, rendered(mustRun(t, dir, "kustomize", "build", ".")), rendered(formatted(t, delivering)))
	groups := 0
	for _, o := range rendered(delivering) {
		_, folder, named := strings.Cut(o, "fluxapp.dev/delivers: ")
		folder, _, _ = strings.Cut(folder, "\n")
		if !named || folder == "." {
			continue
		}
		groups++
		copied := filepath.Join(t.TempDir(), folder)
		assert.NilError(t, os.CopyFS(copied, os.DirFS(filepath.Join(dir, folder))))
		objects, stream := files(t, copied), ""
		for file, text := range objects {
			if file != "kustomization.yaml" {
				stream += "---\n" + strings.TrimPrefix(text, "---\n")
			}
		}
		if objects["kustomization.yaml"] == "" {
			mustRun(t, copied, "kustomize", "create", "--autodetect", "--recursive")
		}
		want := []string{}
		if stream != "" {
			want = rendered(formatted(t, stream))
		}
		assert.DeepEqual(t, rendered(mustRun(t, copied, "kustomize", "build", ".")), want)
	}
	assert.Equal(t, groups, 4+1)
}

// TestDeliveryFolders holds that what each Kustomization of delivery applies is what is in its folder, with both kinds
// of files, and that kpt writes the same files as the command and changes none of them when it runs again.
func TestDeliveryFolders(t *testing.T) {
	for _, kind := range []string{"object", "application"} {
		config := deliveryConfig(fmt.Sprintf("sourceRef: {kind: GitRepository, name: fleet}, groups: 4, files: %s", kind))
		documents := map[string]string{"shop.yaml": fleet("shop", 1, 2, 3), "web.yaml": fleet("web", 1, 2, 3, 4, 5, 6)}
		dir := pack(t, documents)
		out := t.TempDir()
		options := pack(t, map[string]string{"fleet.yaml": config})
		mustRun(t, dir, "fluxapp", "render", ".", "-o", "dir="+out, "--config", filepath.Join(options, "fleet.yaml"))
		assertGroups(t, out)
		if usable("kpt") != nil {
			continue
		}
		put(t, dir, "fleet.yaml", config)
		put(t, dir, "Kptfile", kptfile(mutator+"    configPath: fleet.yaml\n"))
		before := files(t, dir)
		_, first := render(t, dir)
		for file, text := range files(t, out) {
			assert.Equal(t, first[file], text, file)
		}
		assert.Equal(t, len(first), len(before)+len(files(t, out)))
		_, second := render(t, dir)
		assert.DeepEqual(t, changed(first, second), []string(nil))
	}
}

// TestKptDeliveryMoves holds that kpt moves the files of a flat package into groups after the commit that marks the
// objects, and refuses it before.
func TestKptDeliveryMoves(t *testing.T) {
	need(t, "kpt")
	dir := pack(t, map[string]string{"shop.yaml": fleet("shop", 1, 2, 3),
		"fleet.yaml": deliveryConfig("next: {groups: 2}"), "Kptfile": kptfile(mutator + "    configPath: fleet.yaml\n")})
	_, marked := render(t, dir)
	const name = "shop/member03/helmrelease-shop-member03-shop.yaml"
	assert.Assert(t, strings.Contains(marked[name], "kustomize.toolkit.fluxcd.io/prune: disabled"), "%v", marked)
	grouped := deliveryConfig("sourceRef: {kind: GitRepository, name: fleet}, groups: 2")
	put(t, dir, "fleet.yaml", grouped)
	_, moved := render(t, dir)
	assert.Equal(t, moved[name], "", "%s is moved", name)
	isMoved := func(group string) bool { return moved[group+name] != "" }
	assert.Assert(t, slices.ContainsFunc([]string{"group-1/", "group-2/"}, isMoved), "%v", changed(marked, moved))
	_, again := render(t, dir)
	assert.DeepEqual(t, changed(moved, again), []string(nil))
	put(t, dir, "fleet.yaml", deliveryConfig("sourceRef: {kind: GitRepository, name: fleet}, groups: 2, namespace: other"))
	_, said, err := run(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	assert.Assert(t, err != nil && strings.Contains(said, "to another Kustomization"), said)
	put(t, dir, "fleet.yaml", grouped)
	assert.DeepEqual(t, changed(again, files(t, dir)), []string(nil))
}
