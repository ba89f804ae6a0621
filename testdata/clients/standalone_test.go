package clients

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// clusterFolders returns the folders that have a kustomization.yaml.
func clusterFolders(t *testing.T, dir string) (folders []string) {
	t.Helper()
	for file := range files(t, dir) {
		if filepath.Base(file) == "kustomization.yaml" {
			folders = append(folders, filepath.Dir(file))
		}
	}
	slices.Sort(folders)
	return folders
}

// assertBuilds holds that the folder of a cluster builds with kustomize and kubectl to the objects that lie in it,
// and no others.
func assertBuilds(t *testing.T, dir string) {
	t.Helper()
	stream := ""
	for file, text := range files(t, dir) {
		if file != "kustomization.yaml" {
			stream += "---\n" + text
		}
	}
	want := rendered(formatted(t, stream))
	assert.Assert(t, len(want) > 0, "%s is empty", dir)
	assert.DeepEqual(t, rendered(mustRun(t, dir, "kustomize", "build", ".")), want)
	if usable("kubectl") == nil {
		assert.DeepEqual(t, rendered(mustRun(t, dir, "kubectl", "kustomize", ".")), want)
	}
}

// TestStandaloneFolders holds that kustomize builds the folder of every cluster of examples/standalone, and what the
// README says of switching the topology: the same names, and nothing left behind.
func TestStandaloneFolders(t *testing.T) {
	dir := example(t, "standalone")
	out := t.TempDir()
	options := pack(t, map[string]string{"options.yaml": "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n" +
		"spec: {limits: {maxDeleted: 100%}}\n"})
	write := func() map[string]string {
		mustRun(t, dir, "fluxapp", "render", ".", "-o", "dir="+out, "--config", filepath.Join(options, "options.yaml"))
		mustRun(t, dir, "fluxapp", "check", ".", "--rendered", out)
		return files(t, out)
	}
	members := write()
	assert.DeepEqual(t, clusterFolders(t, out), []string{"berlin", "madrid", "tokyo"})
	for _, cluster := range clusterFolders(t, out) {
		assertBuilds(t, filepath.Join(out, cluster))
	}

	for _, name := range []string{"podinfo.yaml", "redis.yaml"} {
		edit(t, filepath.Join(dir, name), "topology: Standalone", "topology: HubAndSpoke")
	}
	reach := strings.ReplaceAll(content(t, filepath.Join(dir, "clusters.yaml")), "  namespace: fleet\n",
		"  namespace: flux-system\n  annotations: {fluxapp.dev/kubeconfig-secret: kubeconfig}\n")
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "clusters.yaml"), []byte(reach), 0o644))
	hub := write()
	assert.DeepEqual(t, clusterFolders(t, out), []string(nil))
	assert.DeepEqual(t, objectNames(hub), objectNames(members))

	for _, name := range []string{"podinfo.yaml", "redis.yaml"} {
		edit(t, filepath.Join(dir, name), "topology: HubAndSpoke", "topology: Standalone")
	}
	assert.DeepEqual(t, write(), members)
}

// objectNames returns the names of the files of objects, without their folders and repetition.
func objectNames(all map[string]string) (names []string) {
	for file := range all {
		if name := filepath.Base(file); name != "kustomization.yaml" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestKptStandalone holds that kpt writes the folders of clusters as the command does, byte for byte, that a check
// agrees, and that a package stays whole when its documents change.
func TestKptStandalone(t *testing.T) {
	need(t, "kpt")
	dir := example(t, "standalone")
	put(t, dir, "Kptfile", kptfile(mutator+"    configMap: {limits: \"maxDeleted: 100%\"}\n"+validator))
	before := files(t, dir)
	_, first := render(t, dir)
	out := t.TempDir()
	mustRun(t, dir, "fluxapp", "render", "clusters.yaml", "podinfo.yaml", "redis.yaml", "-o", "dir="+out)
	for file, text := range files(t, out) {
		assert.Equal(t, first[file], text, file)
	}
	assert.Equal(t, len(first), len(before)+len(files(t, out)))
	for _, cluster := range []string{"berlin", "madrid", "tokyo"} {
		assertBuilds(t, filepath.Join(dir, cluster))
	}
	_, second := render(t, dir)
	assert.DeepEqual(t, changed(first, second), []string(nil))

	t.Run("one application by hand", func(t *testing.T) {
		mustRun(t, dir, "kpt", "fn", "eval", ".", "--exec", filepath.Join(bin, "fluxapp"), "--fn-config", "redis.yaml")
		assert.DeepEqual(t, changed(first, files(t, dir)), []string(nil))
	})
	t.Run("changed by hand", func(t *testing.T) {
		edit(t, filepath.Join(dir, "tokyo", "kustomization.yaml"), "- redis/helmrelease-redis-tokyo-redis.yaml\n", "")
		assert.NilError(t, os.Remove(filepath.Join(dir, "madrid", "podinfo", "helmrepository-podinfo.yaml")))
		edit(t, filepath.Join(dir, "berlin", "podinfo", "helmrepository-podinfo.yaml"), "interval: 1h", "interval: 9h")
		_, healed := render(t, dir)
		assert.DeepEqual(t, changed(first, healed), []string(nil))
	})
	t.Run("another topology", func(t *testing.T) {
		for _, name := range []string{"podinfo.yaml", "redis.yaml"} {
			edit(t, filepath.Join(dir, name), "topology: Standalone", "topology: HubAndSpoke")
		}
		clusters := content(t, filepath.Join(dir, "clusters.yaml"))
		put(t, dir, "clusters.yaml", strings.ReplaceAll(clusters, "  namespace: fleet\n",
			"  namespace: fleet\n  annotations: {fluxapp.dev/kubeconfig-secret: kubeconfig}\n"))
		_, hub := render(t, dir)
		for file := range hub {
			assert.Assert(t, !strings.HasPrefix(file, "berlin/") && !strings.HasPrefix(file, "madrid/"),
				"%s is left behind", file)
		}
		for _, name := range []string{"podinfo.yaml", "redis.yaml"} {
			edit(t, filepath.Join(dir, name), "topology: HubAndSpoke", "topology: Standalone")
		}
		put(t, dir, "clusters.yaml", clusters)
		_, members := render(t, dir)
		assert.DeepEqual(t, changed(first, members), []string(nil))
	})
	t.Run("an application less", func(t *testing.T) {
		edit(t, filepath.Join(dir, "podinfo.yaml"), "      dependsOn: # those of the same cluster\n"+
			"      - application: redis\n", "")
		assert.NilError(t, os.Remove(filepath.Join(dir, "redis.yaml")))
		said, left := render(t, dir)
		assert.Assert(t, strings.Contains(said, "pruneOrphans: true in the functionConfig removes them"), said)
		assert.Equal(t, len(left), len(first)-1)
		put(t, dir, "Kptfile", kptfile(mutator+"    configMap: {pruneOrphans: \"true\"}\n"))
		_, less := render(t, dir)
		assert.Equal(t, len(less), len(first)-3)
		assertBuilds(t, filepath.Join(dir, "madrid"))
	})
}
