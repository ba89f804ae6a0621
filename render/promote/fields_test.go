package promote_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// twoFields are layers whose chart and image belong together, on one line in staging and in layers of their own in
// production.
const twoFields = frame +
	"    - {clusterSelector: {matchLabels: {stage: test}}, chart: {version: 1.2.0-rc.1}, values: {tag: v2, up: true}}\n" +
	"    - {clusterSelector: {matchLabels: {stage: staging}}, chart: {version: 1.1.0}, values: {tag: v1, up: true}}\n" +
	"    - {clusterSelector: {matchLabels: {stage: production}}, values: {tag: v1}}\n" +
	"    - {clusterSelector: {matchLabels: {stage: production}}, chart: {version: 1.1.0}}\n"

// TestFields promotes several fields, and holds that all of them are promoted, or none.
func TestFields(t *testing.T) {
	rest := strings.Split(twoFields, "\n")
	for arguments, want := range map[string]struct{ changes, summary string }{
		"stage=test stage=staging chart.version values.tag values.up chart.version": {"1.1.0 1.2.0-rc.1 v1 v2",
			"promote shop: chart.version 1.1.0 → 1.2.0-rc.1, values.tag v1 → v2, values.up is true already (stage=test → " +
				"stage=staging, 1 cluster)"},
		"stage=test stage=production values.tag chart.version": {"1.1.0 1.2.0-rc.1 v1 v2",
			"promote shop: values.tag v1 → v2, chart.version 1.1.0 → 1.2.0-rc.1 (stage=test → stage=production, 2 clusters)"},
		"stage=production stage=staging chart.version values.tag": {"",
			"nothing to promote for shop: chart.version is 1.1.0 already, values.tag is v1 already (stage=production → " +
				"stage=staging, 1 cluster)"},
	} {
		to := strings.Fields(arguments)[1]
		lines := append([]string(nil), rest...)
		for i := range lines {
			if strings.Contains(lines[i], strings.Replace(to, "=", ": ", 1)+"}}") {
				lines[i] = strings.NewReplacer(strings.Fields(want.changes)...).Replace(lines[i])
			}
		}
		got, summary, wrong := promoted(t, twoFields, request(t, arguments))
		assert.Equal(t, wrong, "", arguments)
		assert.Equal(t, got, strings.Join(lines, "\n"), arguments)
		assert.Equal(t, summary, want.summary)
	}

	compact, err := yaml.YAMLToJSON([]byte(twoFields))
	assert.NilError(t, err)
	_, summary, wrong := promoted(t, string(compact), request(t, "stage=staging stage=test values.tag chart.version"))
	assert.Equal(t, wrong, "")
	assert.Equal(t, summary, "promote shop: values.tag v2 → v1, chart.version 1.2.0-rc.1 → 1.1.0 (stage=staging → "+
		"stage=test, 1 cluster)")

	got, _, wrong := promoted(t, twoFields, request(t, "stage=test stage=production values.up chart.version values.x"))
	assert.Equal(t, got, "")
	assert.Equal(t, strings.Count(wrong, "FA802"), 2, wrong)
}

// TestFieldsTogether holds that documents are rendered with all fields: with the first one alone, two applications have
// one release. It also shows where the values are after the edit.
func TestFieldsTogether(t *testing.T) {
	text := frame + "    - {clusterSelector: {matchLabels: {stage: test}}, releaseName: longer, storageNamespace: new}\n" +
		"    - {clusterSelector: {matchLabels: {stage: staging}}, releaseName: a, storageNamespace: old}\n---\n" +
		strings.Replace(frame, "name: shop,", "name: other,", 1) +
		"    - {cluster: oslo, releaseName: longer, storageNamespace: old}\n"
	_, _, wrong := promoted(t, text, request(t, "stage=test stage=staging releaseName"))
	assert.Assert(t, strings.Contains(wrong, "[FA303]") && strings.Contains(wrong, "the documents are wrong with longer "+
		"of stage=test here"), wrong)
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)),
		request(t, "stage=test stage=staging releaseName storageNamespace"))
	assert.NilError(t, err)
	for i, want := range []string{"longer", "new"} {
		at := e.Values[i].To.At
		line := strings.Split(string(e.Text()), "\n")[at.Line-1]
		assert.Assert(t, strings.HasPrefix(line[at.Column-1:], want), line)
	}
}
