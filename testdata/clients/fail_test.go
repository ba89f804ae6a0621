package clients

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestFailureChangesNothing holds that a function that fails leaves the package byte for byte as it was, in every
// client that writes into one, and gives a build nothing; as an executable, and as a container.
func TestFailureChangesNothing(t *testing.T) {
	t.Run("exec", func(t *testing.T) {
		fluxapp := filepath.Join(bin, "fluxapp")
		failInPackage(t, "exec: {path: "+fluxapp+"}", "exec: fluxapp", "--exec", fluxapp)
	})
	t.Run("container", func(t *testing.T) {
		name := image(t)
		failInPackage(t, "container: {image: "+name+"}", "image: "+name, "--image", name)
	})
}

// failInPackage runs a function that is written as kustomize wants it, as a Kptfile does, and as kpt fn eval.
func failInPackage(t *testing.T, function, step string, eval ...string) {
	kpt := map[string]string{"Kptfile": kptfile("  mutators:\n  - " + step + "\n"), "app.yaml": fleet("shop", 1, 2, 3)}
	annotated := strings.Replace(kpt["app.yaml"], "annotations:\n",
		"annotations:\n    config.kubernetes.io/function: |\n      "+function+"\n", 1)
	kustomize := map[string]string{"app.yaml": annotated, "kustomization.yaml": "generators: [app.yaml]\n"}
	for _, c := range []struct {
		client   string
		args     []string
		contents map[string]string
		writes   bool
	}{
		{"kpt", []string{"fn", "render", "--allow-exec", "."}, kpt, true},
		{"kpt", append([]string{"fn", "eval", "."}, eval...), kpt, true},
		{"kustomize", []string{"fn", "run", "--enable-exec", "."}, kustomize, true},
		{"kustomize", []string{"build", "--enable-exec", "--enable-alpha-plugins", "."}, kustomize, false},
	} {
		t.Run(c.client+" "+c.args[0]+" "+c.args[1], func(t *testing.T) {
			if c.client == "kpt" {
				need(t, c.client)
			}
			dir := pack(t, c.contents)
			good := mustRun(t, dir, c.client, c.args...)
			assert.Equal(t, len(files(t, dir)) == len(c.contents)+3, c.writes, "the client writes files")
			assert.Equal(t, strings.Count(good, "kind: HelmRelease\n") == 3, !c.writes, good)

			odd(t, dir, c.contents["app.yaml"])
			before := files(t, dir)
			stdout, stderr, err := run(t, dir, c.client, c.args...)
			assert.ErrorContains(t, err, "exit status 1")
			assert.Equal(t, stdout, "")
			assert.Assert(t, strings.Contains(stderr, `unknown field; did you mean "interval"?`), stderr)
			assert.DeepEqual(t, changed(before, files(t, dir)), []string(nil))
		})
	}
}

// odd breaks the document of a package, takes a cluster out of it, and adds to the package what clients print in
// another way whenever they write.
func odd(t *testing.T, dir, document string) {
	t.Helper()
	fewer, _, _ := strings.Cut(document, "      - destination:\n          kubeConfig: {secretRef: {name: member03")
	put(t, dir, "app.yaml", strings.Replace(fewer, "interval: 10m", "intervall: 10m", 1))
	put(t, dir, releaseFile("shop", 1), "# noted\n")
	put(t, dir, "odd.yaml", "apiVersion:  v1\r\nkind:   ConfigMap\r\nmetadata: {name:    odd}\r\ndata:\r\n  a: >-\r\n"+
		"    b\r\n    c")
	put(t, dir, "notes.yaml", "# a file of comments alone, without an end of line")
}
