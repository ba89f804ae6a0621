package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Image automation that changes rendered files and not their document is told, as far as the paths are known.
func TestAutomationOfRenderedFiles(t *testing.T) {
	t.Parallel()
	const marked = "\n          tag: 1.0.0 # {\"$imagepolicy\": \"apps:web:tag\"}\n"
	for name, c := range map[string]struct {
		path, values, cluster, from string
		told                        bool
	}{
		"the rendered folder":          {"./deploy", marked, "berlin", "", true},
		"a folder in it":               {"deploy/berlin/", marked, "berlin", "", true},
		"the folder of the document":   {"./apps", marked, "berlin", "", false},
		"both":                         {"./", marked, "berlin", "", false},
		"the name goes on":             {"./dep", marked, "berlin", "", false},
		"no marked value":              {"./deploy", " {}\n", "berlin", "", false},
		"from the top of the tree":     {"./fleet/deploy", marked, "berlin", "fleet", true},
		"another folder of this name":  {"./deploy", marked, "berlin", "fleet", false},
		"the document, from the top":   {"./fleet/apps", marked, "berlin", "fleet", false},
		"the folder of another one":    {"./deploy/oslo", marked, "berlin", "", false},
		"a placeholder is not known":   {"./${folder}", marked, "berlin", "", false},
		"of a name with a dot as last": {"./deploy/.", marked, "berlin", "", true},
	} {
		t.Run(name, func(test *testing.T) {
			document := "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n" +
				"spec:\n  topology: Standalone\n  clusters: [{name: berlin}]\n" +
				"  source: {sourceRef: {kind: GitRepository, name: fleet}}\n  config:\n    helmRelease:\n" +
				"      chart: {chart: ./web}\n      deploy:\n      - destination: {clusterSelector: {}}\n" +
				"        interval: 1h\n        values:" + c.values + "  imageAutomation:\n    cluster: berlin\n" +
				"    update:\n      interval: 1h\n      git: {commit: {author: {email: a@example.com}}, push: {branch: main}}\n" +
				"      update: {path: \"" + c.path + "\"}\n"
			t := inFolder(test, "apps/web.yaml", document)
			if c.from != "" {
				t = inFolder(test, ".git/HEAD", "", c.from+"/apps/web.yaml", document)
				*t.dir = t.path(c.from)
			}
			_, errs, code := fluxapp(t, "", "-o", "dir=deploy", "apps")
			assert.Equal(t, code, 0, errs)
			assert.Equal(t, strings.Contains(errs, "[FA427]"), c.told, errs)
		})
	}
}
