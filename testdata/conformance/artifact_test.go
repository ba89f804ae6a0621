package conformance

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestArtifactGenerators changes one value of an ArtifactGenerator at a time, and holds that fluxapp refuses what the
// CRD refuses, at spec.source.artifact, and renders the rest. It refuses a pathPattern and several artifacts, too: an
// entry has one source.
func TestArtifactGenerators(t *testing.T) {
	many := func(item string, count int) string { return "[" + strings.Repeat(item+",", count) + "]" }
	for _, change := range []struct{ from, to string }{
		{"", ""}, {"name: podinfo}", "name: Podinfo}"}, {"name: podinfo}", "name: ''}"},
		{"kind: GitRepository", "kind: HelmRepository"}, {"kind: GitRepository", "kind: HelmChart"},
		{"alias: a", "alias: A"}, {"alias: a", "alias: ''"}, {"alias: a,", ""},
		{"alias: a", "alias: " + strings.Repeat("a", 64)},
		{"kind: GitRepository", "kind: GitRepository, namespace: flux-system"},
		{"kind: GitRepository", "kind: GitRepository, namespace: Flux"},
		{"  - name: podinfo", "  - name: a.b"}, {"  - name: podinfo", "  - name: A"}, {"  - name: podinfo", "  - name: a_b"},
		{"  - name: podinfo", "  - name: ''"},
		{"  - name: podinfo", "  - name: " + strings.Repeat("a", 254)},
		{"  - name: podinfo", "  - name: podinfo\n    revision: '@a'"},
		{"  - name: podinfo", "  - name: podinfo\n    revision: a"},
		{"  - name: podinfo", "  - name: podinfo\n    originRevision: '@A'"},
		{"@a/**", "a/**"}, {"@a/**", "@A/**"}, {"@a/**", "@a"}, {"@artifact/", "@artifact/../x"}, {"@artifact/", "@artifact"},
		{"@artifact/", "@artifact/a/b.yaml"},
		{"from: ", "exclude: ['*.md'], from: "}, {"from: ", "exclude: " + many("a", 101) + ", from: "},
		{"from: ", "strategy: Merge, from: "}, {"from: ", "strategy: Append, from: "},
		{"\n    - {from: \"@a/**\", to: \"@artifact/\"}", " []"}, {"from: \"@a/**\", ", ""}, {", to: \"@artifact/\"", ""},
		{"spec:\n", "spec:\n  commonMetadata: {labels: {team: a}}\n"},
		{"spec:\n", "spec:\n  serviceAccountName: a\n"}, {"spec:\n", "spec:\n  serviceAccountName: ''\n"},
		{"spec:\n", "spec:\n  serviceAccountName: A\n"}, {"spec:\n", "spec:\n  serviceAccountName: a.b\n"},
		{"spec:\n", "spec:\n  serviceAccountName: " + strings.Repeat("a", 63) + "\n"},
		{"spec:\n", "spec:\n  serviceAccountName: " + strings.Repeat("a", 64) + "\n"},
		{"from: ", "optional: true, from: "}, {"from: ", "optional: 'true', from: "},
		{"  - name: podinfo", "  - name: podinfo\n    inputsFrom: '@a/inputs.yaml'"},
		{"  - name: podinfo", "  - name: podinfo\n    inputsFrom: inputs.yaml"},
		{"  - name: podinfo", "  - name: podinfo\n    inputsFrom: ''"},
		{"from: ", "exclude: [" + strings.Repeat("a", 1025) + "], from: "},
		{"@artifact/", "@artifact/a/../b"}, {"@artifact/", "@artifact/.a/..b/c"}, {"@artifact/", "@artifact/a/.."},
	} {
		text := strings.Replace(artifactGenerator, change.from, change.to, 1)
		_, refused := checker.Check([]byte(text), Options{})
		object := &unstructured.Unstructured{}
		assert.NilError(t, decode([]byte(text), object))
		wrapped := &unstructured.Unstructured{Object: wrap(object)}
		document, err := wrapped.MarshalJSON()
		assert.NilError(t, err)
		_, err = render.Render(schema.Parse("app.yaml", document), render.Options{})
		assert.Check(t, (refused != nil) == (err != nil), "%s\nCRD: %v\nfluxapp: %v", text, refused, err)
		if err != nil {
			assert.Check(t, strings.Contains(fmt.Sprint(err), "spec.source.artifact"), "%v", err)
		}
	}
}
