package render_test

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestNamesOfDelivery follows the advice about each name that delivery has too: then all objects are rendered, and each
// has a file. A name is put in the place of what is in « », and so is the new name of a document.
func TestNamesOfDelivery(t *testing.T) {
	const head = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: fleet, namespace: " +
		"flux-system}\nspec:\n  source: {sourceRef: {kind: GitRepository, name: fleet}}\n"
	const entry = "path: ./x, interval: 1h, prune: true}]\n"
	read := func(name string) string { return string(readFile(t, "../testdata/cases/delivery/"+name)) }
	config := read("err-name-artifact/config.yaml")
	for name, text := range map[string]string{
		"a name that is written": head + "  config:\n    kustomization: [{destination: {}, «name: fleet-hub», " + entry,
		"a name of several clusters": head + "  clusters: [{name: group-1, kubeConfig: {secretRef: {name: a}}}, {name: " +
			"group-2, kubeConfig: {secretRef: {name: b}}}]\n  config:\n    kustomization: [{destination: {clusterSelector: " +
			"{}}, «metadata: {}», " + entry,
		"a generator": strings.Replace(head, "sourceRef: {kind: GitRepository, name: fleet}", "«name: fleet», artifact: "+
			"{sources: [{alias: x, kind: GitRepository, name: x}], artifacts: [{copy: [{from: '@x/*', to: '@artifact/'}]}]}",
			1) +
			"  config:\n    kustomization: [{destination: {}, interval: 1h, prune: true}]\n",
		"an artifact": strings.NewReplacer("{name: fleet, n", "{name: other, n", "name: fleet-group-1",
			"«name: fleet-group-1»").Replace(read("err-name-artifact/in.yaml")),
		"two in an order": strings.Replace(read("err-name-ordered/in.yaml"), "name: web-x", "«name: web-x»", 1),
	} {
		before, rest, _ := strings.Cut(text, "«")
		old, after, _ := strings.Cut(rest, "»")
		refused := renderDelivered(before+old+after, config)
		assert.ErrorContains(t, refused, "another", name)
		advised := "name: another"
		if found := regexp.MustCompile(`name: \S+-fleet`).FindString(refused.Error()); found != "" {
			advised = found
		}
		assert.NilError(t, renderDelivered(before+advised+after, config), name)
		if strings.Contains(refused.Error(), "RenderConfig") {
			renamed := strings.Replace(config, "  name: fleet", "  name: all", 1)
			assert.NilError(t, renderDelivered(before+old+after, renamed), name)
		}
	}
}

func renderDelivered(text, config string) error {
	docs := schema.Parse("config.yaml", []byte(config))
	opts, _ := docs[0].RenderConfig()
	result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.OptionsOf(opts))
	if err == nil {
		err = result.CheckPaths()
	}
	return err
}
