package adopt

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestProof compares values that differ in one way each. The proof of an adoption has nothing else to go by.
func TestProof(t *testing.T) {
	for _, c := range []struct{ given, rendered, path, shown string }{
		{"{a: 1, b: [x, {c: true}]}", "{b: [x, {c: true}], a: 1}", "", ""},
		{`{a: "1"}`, "{a: 1}", "a", `"1" → 1`},
		{"{a: 1.0}", "{a: 1}", "a", "1.0 → 1"},
		{"{a: 1h}", "{a: 1h0m0s}", "a", `"1h" → "1h0m0s"`},
		{"{a: false}", "{}", "a", "false → not there"},
		{"{}", "{a: []}", "a", "not there → []"},
		{"{a: {}}", "{a: []}", "a", "{} → []"},
		{"{a: [1, 2]}", "{a: [1]}", "a", "[1,2] → [1]"},
		{"{a: [1, 2]}", "{a: [2, 1]}", "a[0]", "1 → 2"},
		{"{a: null}", "{}", "", ""},
		{"{a: {b: null}}", "{a: {}}", "", ""},
		{"{a: [null]}", "{a: []}", "a", "[null] → []"},
		{`{password: secret1}`, "{password: secret2}", "password", finding.Hidden + " → " + finding.Hidden},
		{"a: x # {\"$imagepolicy\": \"a:b\"}", "a: x", "a", `"x" # {"$imagepolicy": "a:b"} → "x"`},
		{"a: x # {\"$imagepolicy\": \"a:b\"}", "a: x # {\"$imagepolicy\": \"a:b:tag\"}", "a",
			`"x" # {"$imagepolicy": "a:b"} → "x" # {"$imagepolicy": "a:b:tag"}`},
	} {
		var path, difference string
		for d := range proof.Differences(parsed(t, c.given), parsed(t, c.rendered)) {
			path, difference = d.Path.String(), shown(d, d.Before)+" → "+shown(d, d.After)
			break
		}
		assert.Equal(t, path, c.path, c.given)
		assert.Equal(t, difference, c.shown, c.given)
	}
}

// TestNullsOfValues compares nulls where they are values: in what is rendered, a Builder has marked them.
func TestNullsOfValues(t *testing.T) {
	b := tree.NewBuilder()
	assert.Assert(t, proof.Equal(parsed(t, "{a: null}"), b.Verbatim(parsed(t, "{a: null}"))))
	assert.Assert(t, !proof.Equal(parsed(t, "{a: null}"), b.Verbatim(parsed(t, "{}"))))
	assert.Assert(t, !proof.Equal(parsed(t, "{}"), b.Verbatim(parsed(t, "{a: null}"))))
}

func parsed(t *testing.T, text string) tree.Node {
	t.Helper()
	trees, _ := tree.Parse("x.yaml", []byte(text)) // with warnings about numbers
	return trees[0].Root()
}

// TestNotProved compares a document that renders other objects with those that were given.
func TestNotProved(t *testing.T) {
	const given = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: web, namespace: apps}
spec: {interval: 1h, prune: true, path: ./web, sourceRef: {kind: GitRepository, name: web}}
`
	document := func(entries string) []byte {
		return []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n" +
			"spec: {source: {sourceRef: {kind: GitRepository, name: web}}, config: {kustomization: [" + entries + "]}}\n")
	}
	for entries, want := range map[string]string{
		"{destination: {}, interval: 1h, prune: true, path: ./web}": "",
		"{destination: {}, interval: 1h, prune: true, path: ./web, wait: true}": "a.yaml:3:18: " +
			"metadata.name: spec.wait is not there, and the document of application web renders true; report this as an error " +
			"of fluxapp [FA705]",
		"{destination: {}, interval: 2h, prune: true, path: ./web}": "a.yaml:4:18: " +
			"spec.interval: is \"1h\", and the document of application web renders \"2h\"; report this as an error of " +
			"fluxapp [FA705]",
		"{destination: {}, name: other, interval: 1h, prune: true, path: ./web}": "a.yaml:3:18: " +
			"metadata.name: the document of application web also renders Kustomization apps/other; report this as an error of " +
			"fluxapp [FA705]\na.yaml:3:18: metadata.name: the document of application web does not render this object; report " +
			"this as an error of fluxapp [FA705]",
		"{destination: {}, name: web, interval: 1h, prune: true, path: ./web}, " +
			"{destination: {}, name: other, interval: 1h, prune: true, path: ./other}": "a.yaml:3:18: " +
			"metadata.name: the document of application web also renders Kustomization apps/other; report this as an error of " +
			"fluxapp [FA705]",
		"{destination: {}, interval: 1h, prune: true, path: ./web, intervall: 1h}": "a.yaml:3:18: " +
			"metadata.name: the document of application web would be refused: unknown field; did you mean \"interval\"? " +
			"[FA101] [FA705]",
		"{destination: {cluster: berlin}, interval: 1h, prune: true, path: ./web, name: web}": "a.yaml:3:18: " +
			"metadata.name: the document of application web would be refused: cluster \"berlin\" is not known, because there " +
			"is no fleet; add destination.kubeConfig, spec.clusters, or documents of clusters; a generator of kustomize sees " +
			"this document only [FA220] [FA705]",
	} {
		a := newAdoption(nil)
		a.read(File{Name: "a.yaml", Data: []byte(given)})
		a.check(a.objects[0])
		a.place(places{})
		drafts := a.write(a.groups())
		drafts[0].YAML = document(entries)
		assert.Equal(t, len(a.prove(drafts)) == 1, want == "", entries)
		assert.Equal(t, a.findings().String(), want, entries)
	}
}
