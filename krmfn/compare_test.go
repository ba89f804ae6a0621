package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
)

// checkOptions ask for a check.
var checkOptions = configs("{check: true}", `{check: "true"}`)

func TestCheck(t *testing.T) {
	document, hub, member := earlier(t)
	const again = "; run fluxapp without check"
	hubPath, memberPath := strings.Split(hubFile[1:], "#")[0], strings.Split(memberFile[1:], "#")[0]
	for name, c := range map[string]struct{ items, want []string }{
		"up to date": {[]string{document, hub, member}, nil},
		"the look": {[]string{document, at(strings.Replace(hub, "interval: 10m", "interval: \"10m\" # mine", 1),
			"index=3", "seqindent=wide", "annotations-migration-resource-id=3"), member}, nil},
		"missing": {[]string{document, hub},
			[]string{memberPath + ": the " + memberObject + " is missing" + again + " [FA407]"}},
		"out of date": {[]string{document, strings.Replace(hub, "10m", "9m", 1), member},
			[]string{hubPath + ": spec.interval: the " + hubObject + " is out of date" + again + " [FA408]"}},
		"a label more": {[]string{document, strings.Replace(hub, "  name:", "  labels: {a: b}\n  name:", 1), member},
			[]string{hubPath + ": metadata.labels: the " + hubObject + " is out of date" + again + " [FA408]"}},
		"an entry less": {[]string{withoutMember(document), hub, member},
			[]string{memberPath + ": is no longer rendered from apps/hello" + again + ", which removes it [FA405]"}},
		"gone": {[]string{document, hub, member,
			at(strings.NewReplacer("apps/hello\n", "apps/gone\n", "name: hello", "name: gone").Replace(hub), "path=gone.yaml")},
			[]string{"warning: left the objects of apps/gone, which is not among the items: 1; pruneOrphans: true in the " +
				"functionConfig removes them [FA405]"}},
		"wrong": {[]string{strings.Replace(document, "prune:", "prun:", 1), hub, member},
			[]string{`apps/app.yaml: spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]`}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, config := range checkOptions {
				rl := process(t, config, c.items...)
				assert.DeepEqual(t, said(rl), c.want)
				assert.DeepEqual(t, printed(t, rl), c.items)
			}
		})
	}
}

// TestCheckHidesSecrets checks that a check does not print a value of a secret param in a field of another name.
func TestCheckHidesSecrets(t *testing.T) {
	secret := strings.NewReplacer("spec:\n", "spec:\n  clusters: [{name: one, params: {password: Hunter2xq9}, "+
		"kubeConfig: {secretRef: {name: k}}}]\n", "path: ./deploy",
		"path: ./x/$(cluster.params.password or 'Default3xq9')").Replace(inFile)
	items := printed(t, process(t, "", secret))
	items[1] = strings.Replace(items[1], "Default3xq9", "Older3xq9", 1)
	results := process(t, checkOptions[0], items...).Results
	last := results[len(results)-1]
	assert.DeepEqual(t, last.Field, resultField{Path: "spec.path"})
	assert.Assert(t, last.Tags["code"] == string(output.CodeOutOfDate), "%v", last)
}

// TestCheckNamesTheFirstDifference checks which field a check names of an object that differs: the first in
// alphabetical order, also within lists, with both values where they are scalars.
func TestCheckNamesTheFirstDifference(t *testing.T) {
	patched := strings.Replace(inFile, "prune: true",
		"prune: true\n      patches: [{patch: '- {op: remove, path: /a}', target: {}}, "+
			"{patch: '- {op: remove, path: /b}', target: {name: x}}]", 1)
	items := printed(t, process(t, "", patched))
	const first = "  - patch: '- {op: remove, path: /a}'\n    target: {}\n"
	const patches = "  patches:\n" + first + "  - patch: '- {op: remove, path: /b}'\n    target:\n      name: x\n"
	for name, c := range map[string]struct {
		old, new string
		want     resultField
	}{
		"in a list": {"'- {op: remove, path: /b}'", "c",
			resultField{"spec.patches[1].patch", "c", "- {op: remove, path: /b}"}},
		"below a list": {"name: x", "name: z", resultField{"spec.patches[1].target.name", "z", "x"}},
		"a list more":  {first, first + first, resultField{Path: "spec.patches"}},
		"a list less":  {first, "", resultField{Path: "spec.patches"}},
		"a map for a text": {"'- {op: remove, path: /b}'", "{x: y}",
			resultField{"spec.patches[1].patch", "", "- {op: remove, path: /b}"}},
		"a text for a list":   {patches, "  patches: x\n", resultField{"spec.patches", "x", ""}},
		"a field less":        {"  prune: true\n", "", resultField{"spec.prune", "", "true"}},
		"a field more":        {"  prune: true\n", "  prune: true\n  force: true\n", resultField{"spec.force", "true", ""}},
		"a number for a text": {"interval: 10m", "interval: 10", resultField{"spec.interval", "10", "10m"}},
		"a text for a number": {"prune: true", "prune: \"true\"", resultField{"spec.prune", "true", "true"}},
		"two fields": {"interval: 10m\n  patches", "interval: 9m\n  force: true\n  patches",
			resultField{"spec.force", "true", ""}},
		"the version": {"toolkit.fluxcd.io/v1", "toolkit.fluxcd.io/v1beta2",
			resultField{"apiVersion", "kustomize.toolkit.fluxcd.io/v1beta2", "kustomize.toolkit.fluxcd.io/v1"}},
		"in another order": {patches + "  path: ./deploy\n", "  path: ./deploy\n" + patches, resultField{}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Assert(t, strings.Contains(items[1], c.old), items[1])
			rl := process(t, checkConfig, items[0], strings.Replace(items[1], c.old, c.new, 1), items[2])
			if c.want == (resultField{}) {
				assert.DeepEqual(t, said(rl), []string(nil))
				return
			}
			assert.Equal(t, len(rl.Results), 1, said(rl))
			assert.Equal(t, rl.Results[0].Tags["code"], string(output.CodeOutOfDate))
			assert.DeepEqual(t, rl.Results[0].Field, c.want)
		})
	}
}

// TestCheckHidesValues checks that a difference in what may be a secret is told without it.
func TestCheckHidesValues(t *testing.T) {
	document, hub, member := earlier(t)
	hub = strings.Replace(hub, "  annotations:\n", "  annotations:\n    example.com/pin: hunter2\n", 1)
	rl := process(t, checkOptions[0], document, hub, member)
	assert.Assert(t, strings.Contains(hub, "hunter2"))
	assert.Equal(t, len(rl.Results), 1)
	assert.DeepEqual(t, rl.Results[0].Field, resultField{Path: "metadata.annotations[example.com/pin]"})

	document = strings.Replace(document, "destination: {target", "metadata: {annotations: {example.com/pin: \"1234\"}}\n"+
		"      destination: {target", 1)
	rl = process(t, checkOptions[0], document, hub, member)
	assert.Assert(t, strings.Contains(document, "1234"))
	assert.Equal(t, len(rl.Results), 1, "%v", said(rl))
	assert.DeepEqual(t, rl.Results[0].Field, resultField{Path: "metadata.annotations[example.com/pin]"})
}
