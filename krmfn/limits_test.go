package krmfn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// limited returns an application with limits, and an entry for each cluster. It has a file where the client keeps any.
func limited(limits string, interval string, clusters ...string) string {
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: shop, namespace: apps}\nspec:\n")
	if limits != "" {
		b.WriteString("  limits: " + limits + "\n")
	}
	b.WriteString("  source: {sourceRef: {kind: HelmRepository, name: charts}}\n  config:\n    helmRelease:\n" +
		"      chart: {chart: shop, version: 1.0.0}\n      deploy:\n")
	for _, cluster := range clusters {
		fmt.Fprintf(&b, "      - {destination: {kubeConfig: {secretRef: {name: %s}}, targetNamespace: shop}, interval: %s}\n",
			cluster, interval)
	}
	return b.String()
}

var five = []string{"c1", "c2", "c3", "c4", "c5"}

// again runs the function over a document, and then with another document and functionConfig over what it made.
// Before the second run some annotations of a client are added to the documents.
func again(t *testing.T, config, first, second string, annotations ...string) (before, after nodeList) {
	t.Helper()
	items := append([]string{foreign}, printed(t, process(t, "", at(first, annotations...)))...)
	items[1] = at(second, annotations...)
	list := resourceList(config, items...)
	return read(t, list), answerTo(t, list)
}

// digestIn returns the digest that a result tells.
func digestIn(t *testing.T, rl nodeList) string {
	t.Helper()
	_, digest, found := strings.Cut(strings.Join(said(rl), "\n"), "--acknowledge ")
	assert.Assert(t, found, "%v", said(rl))
	return digest[:16]
}

// TestLimits checks that a change which exceeds a limit changes no item, whether the client keeps files or not, until
// it is acknowledged.
func TestLimits(t *testing.T) {
	for name, annotations := range map[string][]string{"files": {"path=apps/app.yaml", "index=0"}, "no files": nil} {
		for _, c := range []struct {
			name, config  string
			first, second string
			code, field   string
		}{
			{"the default", "", limited("", "1m", five...), limited("", "1m", "c1", "c2"), "FA601", ""},
			{"a limit of the application", "", limited("", "1m", five...),
				limited("{maxDeleted: 0}", "1m", "c1", "c2", "c3", "c4"), "FA601", "spec.limits.maxDeleted"},
			{"a limit of changes", "", limited("", "1m", five...), limited("{maxChanged: 50%}", "2m", five...), "FA602",
				"spec.limits.maxChanged"},
			{"a protected cluster", "", limited("", "1m", five...),
				limited("{protected: {clusterSelector: {}}}", "1m", "c1", "c2", "c3", "c4"), "FA604",
				"spec.limits.protected.clusterSelector"},
			{"the application alone", limited("", "1m", "c1", "c2"), limited("", "1m", five...), limited("", "1m", "c1", "c2"),
				"FA601", ""},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				before, after := again(t, c.config, c.first, c.second, annotations...)
				wrong := slices.DeleteFunc(slices.Clone(after.Results),
					func(r functionResult) bool { return r.Severity != finding.SeverityError })
				assert.Equal(t, len(wrong), 1, "%v", said(after))
				r := wrong[0]
				assert.Equal(t, r.Tags["code"], c.code)
				assert.Equal(t, r.ResourceRef.String(), "FluxApplication apps/shop")
				assert.Equal(t, r.Field.Path, c.field)
				assert.Equal(t, r.File.Path,
					strings.TrimPrefix(strings.Join(annotations[:min(1, len(annotations))], ""), "path="))
				assert.DeepEqual(t, printed(t, after), printed(t, before))

				digest := digestIn(t, after)
				for i, config := range configs("{acknowledge: \""+digest+"\"}", "{acknowledge: \""+digest+"\"}") {
					_, after = again(t, config, c.first, c.second, annotations...)
					assert.Assert(t, !after.Results.failed(), "%d %v", i, said(after))
					assert.Assert(t, strings.Contains(strings.Join(said(after), "\n"), "this is acknowledged with "+digest+" [FA605]"),
						"%v", said(after))
				}
				_, after = again(t, configs("{acknowledge: 0123456789abcdef}", "")[0], c.first, c.second, annotations...)
				assert.Assert(t, strings.Contains(strings.Join(said(after), "\n"),
					"; 0123456789abcdef acknowledges another change; "), "%v", said(after))
				assert.Equal(t, digestIn(t, after), digest)
			})
		}
	}
}

// TestLimitsOfTheRun checks the limits of a RenderConfig, which are at its own field, also where a ConfigMap has them.
func TestLimitsOfTheRun(t *testing.T) {
	first, second := limited("", "1m", five...), limited("", "1m", "c1", "c2", "c3", "c4")
	for i, config := range configs("{limits: {maxDeleted: 10%}}", `{limits: "{maxDeleted: 10%}"}`) {
		before, after := again(t, config, first, second)
		assert.Equal(t, len(after.Results), 1, "%v", said(after))
		r := after.Results[0]
		assert.Equal(t, r.Tags["code"], "FA601")
		assert.Equal(t, r.ResourceRef.Kind, []string{"RenderConfig", "ConfigMap"}[i])
		path := []string{"spec", "data"}[i] + ".limits.maxDeleted"
		assert.DeepEqual(t, r.Field, resultField{Path: path, CurrentValue: "10%"})
		assert.DeepEqual(t, printed(t, after), printed(t, before))
	}
	for _, config := range configs("{limits: {maxDeleted: 100%}}", `{limits: "maxDeleted: 100%"}`) {
		_, after := again(t, config, first, limited("", "1m", "c1"))
		assert.Assert(t, !after.Results.failed(), "%v", said(after))
	}
	_, after := again(t, configs("{check: true}", "")[0], first, limited("", "1m", "c1"))
	assert.Equal(t, strings.Count(strings.Join(said(after), "\n"), "[FA405]"), 4, "%v", said(after))
	assert.Assert(t, !strings.Contains(strings.Join(said(after), "\n"), "[FA60"), "a check changes nothing: %v",
		said(after))
}

// TestLimitsOfOrphans checks that the objects of a document which is gone count when they are removed, and only then.
func TestLimitsOfOrphans(t *testing.T) {
	made := printed(t, process(t, "", limited("", "1m", five...)))[1:]
	rl := process(t, configs("{pruneOrphans: true}", "")[0], made...)
	assert.Equal(t, len(rl.Items), 5)
	assert.Assert(t, strings.Contains(strings.Join(said(rl), "\n"), "workloads of apps/shop on 5 of 5 clusters"), "%v",
		said(rl))
	rl = process(t, "", made...)
	assert.Equal(t, len(rl.Items), 5)
	assert.Assert(t, !rl.Results.failed(), "%v", said(rl))
}

// TestLimitsReadWhatClientsChange checks that neither the order of fields, nor comments and the annotations of
// clients make a change of an item, and that its values do.
func TestLimitsReadWhatClientsChange(t *testing.T) {
	document := limited("{maxChanged: 0}", "1m", "c1", "c2")
	items := printed(t, process(t, "", at(document, "path=app.yaml")))
	for edit, passes := range map[[2]string]bool{
		{"interval: 1m", "interval: 1m # agreed"}:                        true,
		{"interval: 1m", "interval: '1m'"}:                               true,
		{"  targetNamespace: shop\n", ""}:                                false,
		{"interval: 1m", "interval: 9m"}:                                 false,
		{"spec:\n", "spec:\n  suspend: true\n"}:                          false,
		{"  targetNamespace: shop\n", "  targetNamespace:   \"shop\"\n"}: true,
	} {
		edited := strings.Replace(items[1], edit[0], edit[1], 1)
		assert.Assert(t, edited != items[1], edit[0])
		edited = at(edited, "id=7", "seqindent=compact")
		rl := process(t, "", at(document, "path=app.yaml"), edited, items[2])
		assert.Equal(t, !rl.Results.failed(), passes, "%s: %v", edit[1], said(rl))
	}
	first, rest, _ := strings.Cut(items[1], "kind: HelmRelease\n")
	rl := process(t, "", at(document, "path=app.yaml"), "kind: HelmRelease\n"+first+rest, items[2])
	assert.Assert(t, !rl.Results.failed(), "%v", said(rl))
	assert.Equal(t, resource.Text(values(rl.Items[1]), "kind"), "HelmRelease")
}
