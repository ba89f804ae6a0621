package clients

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// fleet returns a document with a HelmRelease on each of some clusters.
func fleet(name string, clusters ...int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# What runs everywhere.
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: %[1]s
  namespace: apps
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  source:
    sourceRef: {kind: HelmRepository, name: charts} # of the team
  config:
    helmRelease:
      chart: {chart: %[1]s, version: 6.x}
      deploy:
`, name)
	for _, c := range clusters {
		fmt.Fprintf(&b, `      - destination:
          kubeConfig: {secretRef: {name: member%02d-kubeconfig}}
          targetNamespace: %s
        interval: 10m
        values: {replicas: %d}
`, c, name, c)
	}
	return b.String()
}

// until returns the numbers from 1 to n but some.
func until(n int, but ...int) (numbers []int) {
	for i := 1; i <= n; i++ {
		if !slices.Contains(but, i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// releaseFile is where kpt puts the HelmRelease of a cluster.
func releaseFile(name string, cluster int) string {
	return fmt.Sprintf("%[1]s/member%02[2]d/helmrelease-%[1]s-member%02[2]d-%[1]s.yaml", name, cluster)
}

// kptfile returns a Kptfile with a pipeline, which may be empty.
func kptfile(pipeline string) string {
	file := "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: package\n  annotations:\n" +
		"    config.kubernetes.io/local-config: \"true\"\n"
	if pipeline != "" {
		file += "pipeline:\n" + pipeline
	}
	return file
}

const mutator = "  mutators:\n  - exec: fluxapp\n"

// pack writes a package, and returns its folder.
func pack(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range contents {
		put(t, dir, name, content)
	}
	return dir
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	assert.NilError(t, os.WriteFile(path, []byte(content), 0o644))
}

// render runs kpt fn render, and returns what kpt says and the files that there are then.
func render(t *testing.T, dir string) (said string, after map[string]string) {
	t.Helper()
	_, stderr, err := run(t, dir, "kpt", "fn", "render", "--allow-exec", ".")
	assert.NilError(t, err, stderr)
	return stderr, files(t, dir)
}

// changed returns the names of the files that are not the same in both, which is what git would show.
func changed(before, after map[string]string) (names []string) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		was, had := before[name]
		if is, has := after[name]; is != was || has != had {
			names = append(names, name)
		}
	}
	return names
}

// TestKptPackageLives holds that a package of 40 clusters stays its users': what they take out of the document goes,
// what they moved and noted stays, and what they changed in an object is as the document says again.
func TestKptPackageLives(t *testing.T) {
	need(t, "kpt")
	dir := pack(t, map[string]string{"Kptfile": kptfile(mutator), "app.yaml": fleet("shop", until(40)...)})
	_, first := render(t, dir)
	assert.Equal(t, len(first), 2+40)

	put(t, dir, "app.yaml", fleet("shop", until(40, 5, 6, 7)...))
	const moved = "elsewhere/tenth.yaml"
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "elsewhere"), 0o755))
	assert.NilError(t, os.Rename(filepath.Join(dir, releaseFile("shop", 10)), filepath.Join(dir, moved)))
	noted := "# ask the owners first\n" + strings.Replace(first[releaseFile("shop", 20)], "interval: 10m",
		"interval: 10m # as agreed", 1)
	put(t, dir, releaseFile("shop", 20), noted)
	put(t, dir, releaseFile("shop", 30),
		strings.Replace(first[releaseFile("shop", 30)], "interval: 10m", "interval: 99m", 1))
	edited := files(t, dir)

	_, second := render(t, dir)
	assert.DeepEqual(t, changed(edited, second), []string{
		releaseFile("shop", 5), releaseFile("shop", 6), releaseFile("shop", 7), releaseFile("shop", 30)})
	assert.Equal(t, len(second), 2+37)
	assert.Equal(t, second[moved], first[releaseFile("shop", 10)])
	assert.Equal(t, second[releaseFile("shop", 20)], noted)
	assert.Equal(t, second[releaseFile("shop", 30)], first[releaseFile("shop", 30)])

	_, third := render(t, dir)
	assert.DeepEqual(t, changed(second, third), []string(nil))
}

// TestKptPackageIsShared holds that a rendered package stays right for those who get it. "kpt pkg get" and "kpt pkg
// update" write a comment and an annotation into each object: they are no difference to a check, and an object that
// changes keeps them, in kpt and with the command.
func TestKptPackageIsShared(t *testing.T) {
	need(t, "kpt")
	need(t, "git")
	t.Setenv("KPT_CACHE_DIR", t.TempDir())
	upstream := pack(t, map[string]string{"shop/Kptfile": kptfile(mutator + validator), "shop/app.yaml": fleet("shop", 1)})
	git(t, upstream, "init", "-q", "-b", "main")
	render(t, filepath.Join(upstream, "shop"))
	commit(t, upstream)

	dir := filepath.Join(t.TempDir(), "shop")
	mustRun(t, filepath.Dir(dir), "kpt", "pkg", "get", "file://"+upstream+".git/shop@main")
	release := releaseFile("shop", 1)
	got := files(t, dir)
	assert.Assert(t, strings.Contains(got[release], "    internal.kpt.dev/upstream-identifier: 'helm.toolkit.fluxcd.io|"))
	_, again := render(t, dir)
	assert.DeepEqual(t, changed(got, again), []string(nil))

	replace := func(dir, old, by string) {
		put(t, dir, "app.yaml", strings.Replace(files(t, dir)["app.yaml"], old, by, 1))
	}
	replace(dir, "10m", "11m")
	_, edited := render(t, dir)
	assert.Equal(t, edited[release], strings.Replace(got[release], "10m", "11m", 1))
	replace(dir, "11m", "12m")
	mustRun(t, dir, "fluxapp", "render", ".", "-o", "dir=.")
	assert.Equal(t, files(t, dir)[release], strings.Replace(got[release], "10m", "12m", 1))
	git(t, dir, "init", "-q")
	commit(t, dir)

	replace(filepath.Join(upstream, "shop"), "6.x", "7.x")
	render(t, filepath.Join(upstream, "shop"))
	commit(t, upstream)
	mustRun(t, dir, "kpt", "pkg", "update", ".")
	updated := files(t, dir)
	assert.Equal(t, updated[release], strings.NewReplacer("10m", "12m", "6.x", "7.x").Replace(got[release]))
	_, again = render(t, dir)
	assert.DeepEqual(t, changed(updated, again), []string(nil))
}

// TestKptSubpackages holds that a document owns what lies in its own package: of two that are of one name and have a
// pipeline each, and of two that the pipeline above them renders.
func TestKptSubpackages(t *testing.T) {
	need(t, "kpt")
	for name, c := range map[string]struct{ above, below, a, b string }{
		"one name, two pipelines": {"", mutator, "shop", "shop"},
		"two names, one pipeline": {mutator, "", "shop", "mail"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := pack(t, map[string]string{
				"Kptfile":   kptfile(c.above),
				"a/Kptfile": kptfile(c.below), "a/app.yaml": fleet(c.a, 1, 2),
				"b/Kptfile": kptfile(c.below), "b/app.yaml": fleet(c.b, 1, 2),
			})
			_, first := render(t, dir)
			assert.Equal(t, len(first), 5+4)
			put(t, dir, "b/app.yaml", fleet(c.b, 2))
			_, second := render(t, dir)
			assert.DeepEqual(t, changed(first, second), []string{"b/app.yaml", "b/" + releaseFile(c.b, 1)})
		})
	}
}

// TestKptMoved holds that a document that moves to a subpackage takes its files with it, and that a check agrees.
func TestKptMoved(t *testing.T) {
	need(t, "kpt")
	dir := pack(t, map[string]string{"Kptfile": kptfile(mutator + validator), "sub/Kptfile": kptfile(""),
		"app.yaml": fleet("shop", 1, 2)})
	_, first := render(t, dir)
	assert.Equal(t, len(first), 3+2)
	assert.NilError(t, os.Rename(filepath.Join(dir, "app.yaml"), filepath.Join(dir, "sub/app.yaml")))
	_, moved := render(t, dir)
	for _, name := range []string{releaseFile("shop", 1), releaseFile("shop", 2)} {
		assert.Equal(t, moved["sub/"+name], first[name])
		assert.Equal(t, moved[name], "")
	}
	assert.Equal(t, len(moved), len(first))
	_, again := render(t, dir)
	assert.DeepEqual(t, changed(moved, again), []string(nil))
	put(t, dir, "sub/app.yaml", fleet("shop", 2))
	_, less := render(t, dir)
	assert.Equal(t, len(less), 3+1)
	assert.Equal(t, less["sub/"+releaseFile("shop", 2)], first[releaseFile("shop", 2)])
}

// TestKptSelection holds that a selection of the package is warned of: kpt keeps back objects that are there, and
// what is made anew is there twice. Nothing is lost, and a run without the selection makes one of two again.
func TestKptSelection(t *testing.T) {
	need(t, "kpt")
	const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n"
	for selection, twice := range map[string]bool{
		"selectors:\n    - kind: FluxApplication\n": true,
		"selectors:\n    - kind: HelmRelease\n":     false,
		"exclude:\n    - kind: HelmRelease\n":       true,
		"exclude:\n    - kind: FluxApplication\n":   false,
		"exclude:\n    - kind: ConfigMap\n":         false,
	} {
		t.Run(strings.Join(strings.Fields(selection), " "), func(t *testing.T) {
			dir := pack(t, map[string]string{"Kptfile": kptfile(mutator), "settings.yaml": settings,
				"app.yaml": fleet("shop", 1, 2)})
			_, before := render(t, dir)
			put(t, dir, "Kptfile", kptfile(mutator+"    "+selection))
			said, after := render(t, dir)
			assert.Equal(t, strings.Count(said, "[warning]"), 1, said)
			assert.Assert(t, strings.Contains(said, "leave out selectors and exclude"), said)
			assert.DeepEqual(t, changed(before, after)[0], "Kptfile")
			for name, content := range before {
				assert.Assert(t, name == "Kptfile" || strings.HasPrefix(after[name], content), "kpt lost something of %s", name)
			}
			for _, cluster := range []int{1, 2} {
				file := releaseFile("shop", cluster)
				assert.Equal(t, after[file] != before[file], twice, after[file])
			}

			put(t, dir, "Kptfile", kptfile(mutator))
			_, healed := render(t, dir)
			assert.DeepEqual(t, changed(before, healed), []string(nil))
		})
	}
}
