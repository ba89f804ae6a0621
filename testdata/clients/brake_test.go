package clients

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// digest is what the error about a limit prints.
var digest = regexp.MustCompile(`--acknowledge "?([0-9a-f]{16})`)

// TestFleetVanishes holds that a document which has lost most of its clusters changes nothing, in every client whose
// function sees the objects of the run before, until somebody acknowledges this change.
func TestFleetVanishes(t *testing.T) {
	fluxapp := filepath.Join(bin, "fluxapp")
	options := func(acknowledge string) string {
		return fmt.Sprintf("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata:\n  name: options\n"+
			"  annotations:\n"+
			"    config.kubernetes.io/local-config: \"true\"\n    %sspec: {limits: {maxChanged: 0}, acknowledge: %q}\n",
			executable(), acknowledge)
	}
	for name, c := range map[string]struct {
		client  string
		args    []string
		files   func(acknowledge string) map[string]string
		writes  bool
		objects bool // the package has them from another run
	}{
		"kpt fn render": {"kpt", []string{"fn", "render", "--allow-exec", "."}, func(acknowledge string) map[string]string {
			return map[string]string{
				"Kptfile": kptfile(mutator + fmt.Sprintf("    configMap: {limits: \"maxChanged: 0\", acknowledge: %q}\n",
					acknowledge))}
		}, true, false},
		"kpt fn eval": {"kpt", []string{"fn", "eval", ".", "--exec", fluxapp, "--fn-config", "options.yaml"},
			func(acknowledge string) map[string]string {
				return map[string]string{"Kptfile": kptfile(""), "options.yaml": options(acknowledge)}
			}, true, false},
		"kustomize fn run": {"kustomize", []string{"fn", "run", "--enable-exec", "."},
			func(acknowledge string) map[string]string {
				return map[string]string{"options.yaml": options(acknowledge)}
			}, true, false},
		"kustomize build": {"kustomize", []string{"build", "--enable-exec", "--enable-alpha-plugins", "."},
			func(acknowledge string) map[string]string {
				return map[string]string{
					"kustomization.yaml": "resources: [app.yaml, made.yaml]\ntransformers: [options.yaml]\n",
					"options.yaml":       options(acknowledge),
				}
			}, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			if c.client == "kpt" {
				need(t, c.client)
			}
			dir := pack(t, c.files(""))
			put(t, dir, "app.yaml", fleet("shop", until(6)...))
			if c.objects {
				put(t, dir, "made.yaml", mustRun(t, dir, "fluxapp", "app.yaml"))
			}
			mustRun(t, dir, c.client, c.args...)
			mustRun(t, dir, c.client, c.args...) // what clients add to objects is no change
			put(t, dir, "app.yaml", fleet("shop", 1, 2))
			before := files(t, dir)
			stdout, stderr, err := run(t, dir, c.client, c.args...)
			assert.ErrorContains(t, err, "exit status 1")
			assert.Equal(t, stdout, "")
			assert.Assert(t, strings.Contains(stderr, "member03"), stderr)
			assert.DeepEqual(t, changed(before, files(t, dir)), []string(nil))

			printed := digest.FindStringSubmatch(strings.Join(strings.Fields(stderr), " "))
			assert.Assert(t, printed != nil, stderr)
			for file, text := range c.files(printed[1]) {
				put(t, dir, file, text)
			}
			stdout = mustRun(t, dir, c.client, c.args...)
			after := files(t, dir)
			if c.writes {
				assert.Equal(t, len(before)-len(after), 4)
			} else {
				assert.Equal(t, strings.Count(stdout, "kind: HelmRelease\n"), 2)
			}
		})
	}
}
