package clients

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// client builds a folder with kustomize or kubectl.
type client struct {
	name string
	args []string
}

var (
	kustomize     = client{"kustomize", []string{"build", "--enable-alpha-plugins"}}
	kustomizeExec = client{"kustomize", []string{"build", "--enable-alpha-plugins", "--enable-exec"}}
	kubectl       = client{"kubectl", []string{"kustomize", "--enable-alpha-plugins"}}
)

// build builds a folder twice, which must give the same.
func (c client) build(t *testing.T, dir string) string {
	t.Helper()
	if c.name == "kubectl" {
		need(t, "kubectl")
	}
	got := mustRun(t, dir, c.name, append(c.args, ".")...)
	assert.Equal(t, mustRun(t, dir, c.name, append(c.args, ".")...), got)
	return got
}

// TestGeneratorWays holds that each way to a generator gives what the command prints, formatted by kustomize, and
// that all ways give the same.
func TestGeneratorWays(t *testing.T) {
	dir := example(t, "kustomize-generator")
	want := formatted(t, mustRun(t, dir, "fluxapp", "render", "plugin/app.yaml"))
	for folder, clients := range map[string][]client{
		"container": {kustomize, kubectl},
		"exec":      {kustomizeExec},
		"plugin":    {kustomize, kubectl},
	} {
		for _, c := range clients {
			t.Run(folder+"/"+c.name, func(t *testing.T) {
				if folder == "container" {
					image(t)
				}
				if folder == "plugin" {
					install(t, "FluxApplication")
				}
				assert.Equal(t, c.build(t, filepath.Join(dir, folder)), strings.ReplaceAll(want, "hello-plugin", "hello-"+folder))
			})
		}
	}
}

// TestTransformer holds the same for a transformer, which sees all resources and lets the others through. What it
// made once may lie among the resources: it is made anew, and not twice.
func TestTransformer(t *testing.T) {
	dir := example(t, "kustomize-transformer")
	others, err := os.ReadFile(filepath.Join(dir, "repositories.yaml"))
	assert.NilError(t, err)
	want := formatted(t, string(others)+mustRun(t, dir, "fluxapp", "render", "app.yaml", "site.yaml"))
	ways := map[string]struct {
		client
		ready func(t *testing.T, dir string)
	}{
		"container":         {kustomize, func(t *testing.T, _ string) { image(t) }},
		"container/kubectl": {kubectl, func(t *testing.T, _ string) { image(t) }},
		"exec": {kustomizeExec, func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "fluxapp.yaml"), "container:\n        image: "+imageHere(t),
				"exec:\n        path: ../../bin/fluxapp")
		}},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			dir := example(t, "kustomize-transformer")
			way.ready(t, dir)
			assert.Equal(t, way.build(t, dir), want)
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "made.yaml"),
				[]byte(mustRun(t, dir, "fluxapp", "render", "app.yaml", "site.yaml")), 0o644))
			edit(t, filepath.Join(dir, "kustomization.yaml"), "- repositories.yaml\n", "- repositories.yaml\n- made.yaml\n")
			assert.Equal(t, way.build(t, dir), want)
		})
	}
}

// TestGeneratorNeedsFlags holds what the README says of flags that are forgotten.
func TestGeneratorNeedsFlags(t *testing.T) {
	dir := example(t, "kustomize-generator")
	stdout, _, err := run(t, filepath.Join(dir, "exec"), "kustomize", "build", "--enable-alpha-plugins", ".")
	assert.NilError(t, err)
	assert.Equal(t, stdout, "")
	_, stderr, err := run(t, filepath.Join(dir, "exec"), "kustomize", "build", ".")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(stderr, "external plugins disabled"), stderr)
}

// TestExampleImages holds that the examples name the image of this version.
func TestExampleImages(t *testing.T) {
	named := regexp.MustCompile(`ghcr\.io/fluxapp-dev/[\w.:/-]+`)
	found := 0
	for file, data := range files(t, filepath.Join(root, "examples")) {
		for _, name := range named.FindAllString(data, -1) {
			found++
			assert.Check(t, name == imageHere(t), "%s names %s", file, name)
		}
	}
	assert.Assert(t, found > 0)
}

// install puts the binary where kustomize looks for plugins of a kind.
func install(t *testing.T, kind string) {
	t.Helper()
	config := t.TempDir()
	folder := filepath.Join(config, "kustomize", "plugin", "fluxapp.dev", "v1alpha1", strings.ToLower(kind))
	assert.NilError(t, os.MkdirAll(folder, 0o755))
	assert.NilError(t, os.Symlink(filepath.Join(bin, "fluxapp"), filepath.Join(folder, kind)))
	t.Setenv("XDG_CONFIG_HOME", config)
}

// formatted returns objects as kustomize prints them when it does nothing else.
func formatted(t *testing.T, objects string) string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "objects.yaml"), []byte(objects), 0o644))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "kustomization.yaml"),
		[]byte("resources: [objects.yaml]\nsortOptions: {order: fifo}\n"), 0o644))
	return mustRun(t, dir, "kustomize", "build", ".")
}

// imageHere returns the image of this version's name, which docker need not have.
func imageHere(t *testing.T) string {
	t.Helper()
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	assert.NilError(t, err)
	name, err := imageName(string(makefile))
	assert.NilError(t, err)
	return name
}
