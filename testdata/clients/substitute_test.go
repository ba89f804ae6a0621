package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/envsubst"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// TestVariables does with variables of postBuild.substitute what kustomize-controller does: kustomize prints the
// manifests, Flux's envsubst fills in the variables, and sigs.k8s.io/yaml reads the text. It holds what FA908 tells:
// which texts do not stay strings, and that the quotes that it proposes keep every one a string.
func TestVariables(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		t.Helper()
		assert.NilError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644))
	}
	write("kustomization.yaml", "resources: [map.yaml]\n")
	write("map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"+
		"data: {alone: \"${n}\", quoted: \"${quote}${n}${quote}\"}\n")
	printed := mustRun(t, dir, "kustomize", "build", ".")
	for _, text := range []string{
		"1", "1.10", "0755", "0x10", "1_000", "1e3", "+1", "0o10", "true", "on", "y", "Off", "null", "~", "eu", "1.2.3",
		"10m", "2026-11-22", "12:30:45", "NaN", "a b",
	} {
		variables := map[string]string{"n": text, "quote": `"`}
		filled, err := envsubst.Eval(printed, func(name string) (string, bool) { return variables[name], true })
		assert.NilError(t, err)
		var object struct{ Data map[string]any }
		assert.NilError(t, yaml.Unmarshal([]byte(filled), &object))
		assert.Equal(t, object.Data["quoted"], any(text))

		write("app.yaml", fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec:
  source: {sourceRef: {kind: GitRepository, name: a}}
  config:
    kustomization: [{destination: {}, path: ., prune: true, interval: 1h, postBuild: {substitute: {n: '%s'}}}]
`, text))
		_, stderr, err := run(t, dir, "fluxapp", "render", "app.yaml")
		assert.NilError(t, err, stderr)
		_, isString := object.Data["alone"].(string)
		assert.Equal(t, strings.Contains(stderr, "[FA908]"), !isString, "%s is %v; %s", text, object.Data["alone"], stderr)
	}
}

// TestLiteral does with the files of a run what kustomize-controller does with postBuild: it fills in the variables
// of each object but of those with the annotation substitute: disabled. With --literal all objects stay as they are,
// and each object with the annotation would not have.
func TestLiteral(t *testing.T) {
	const document = "../cases/options/literal/in.yaml"
	variables := map[string]string{"VARIABLE": "replaced"}
	fill := func(object string) string {
		var metadata struct {
			Metadata struct{ Annotations map[string]string }
		}
		assert.NilError(t, yaml.Unmarshal([]byte(object), &metadata))
		if metadata.Metadata.Annotations["kustomize.toolkit.fluxcd.io/substitute"] == "disabled" {
			return object
		}
		filled, err := envsubst.Eval(object, func(name string) (string, bool) { return variables[name], true })
		assert.NilError(t, err)
		return filled
	}
	objects := strings.SplitAfter(mustRun(t, ".", "fluxapp", "render", "--literal", document), "---\n")
	plain := strings.SplitAfter(mustRun(t, ".", "fluxapp", "render", document), "---\n")
	assert.Equal(t, len(objects), len(plain))
	annotated := 0
	for i, object := range objects {
		isOwn := strings.Contains(plain[i], "substitute: enabled")
		assert.Equal(t, fill(object) != object, isOwn, object)
		if object != plain[i] {
			annotated++
			assert.Assert(t, fill(plain[i]) != plain[i], object)
		}
	}
	assert.Assert(t, annotated > 10, "%d objects", annotated)
}

// TestUndefined does with objects of a run what kustomize-controller of Flux 2.9 does with postBuild: it fails at a
// variable that it does not define. It holds that FA922 tells of exactly the texts at which it does.
func TestUndefined(t *testing.T) {
	dir := t.TempDir()
	for text, fails := range map[string]bool{
		"${X}": true, "a ${X} b": true, "${X}${D:=a}": true, "$$${X}": true, "${#X}": true, "${X^^}": true, "${X,,}": true,
		"${X:0:3}": true, "${X%.*}": true, "${X##*/}": true, "${X/a/b}": true, "${D:-${X}}": true, "${D:=a ${X:0:1}}": true,
		"${x[@]}": true, "${ X }": true, "${X-y}": true, "${!X}": true, "${}": true, "${x.y}": true, "${X": true,
		"${1}": true, "${X:-a}": false, "${X:=a}": false, "${X:?a}": false, "${X:+a}": false, "${X=a}": false,
		"${X:-}": false, "${X:-${Y:=b}}": false, "$${X}": false, "$$$${X}": false, "$X": false, "$(X)": false,
		"$((1+2))": false, "{X}": false, "5$": false, "$$": false, "{{ .X }}": false, "$ {X}": false,
	} {
		file := filepath.Join(dir, "app.yaml")
		assert.NilError(t, os.WriteFile(file, fmt.Appendf(nil, `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec:
  source: {sourceRef: {kind: HelmRepository, name: a}}
  config: {helmRelease: {chart: {chart: a}, deploy: [{destination: {}, interval: 1h, values: {text: '%s'}}]}}
`, text), 0o644))
		object, stderr, err := run(t, dir, "fluxapp", "render", "app.yaml")
		assert.NilError(t, err, stderr)
		_, err = envsubst.Eval(object, func(name string) (string, bool) { return "", name == "OTHER" })
		assert.Equal(t, err != nil, fails, "%s: %v", text, err)
		assert.Equal(t, strings.Contains(stderr, "[FA922]"), fails, "%s: %s", text, stderr)
	}
}
