package kustomization_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestSubstituteAsFlux puts odd texts and odd values together, and compares with Flux's own functions.
func TestSubstituteAsFlux(t *testing.T) {
	texts := []string{"${a}", "x-${a}-${b}", "${a:=no}", "${c:=none}", "${c:-a b: c}", "${a^^}", "${#a}", "${a:1:2}",
		"$${a}", "$$", "$a", "cost $5", "$(a)", "${a/x/y}", "${a%1}", "1${a}", "${a}: ${b}", "# ${a}", "\"${a}\"",
		"'${a}'", "line\n${a}\n", "- ${a}", strings.Repeat("long ", 30) + "${a} " + strings.Repeat("long ", 30),
		"{${a}}", "[${a}]", "${c}", "${a", "${}", "ä ${a}", "${b}${a}", "${c:=${a}}", "tab\t${a}"}
	values := []string{"one", "c001", "3", "1.10", "true", "null", "yes", "", "a: b", "x #y", "\"", "'", "1e3", "0x1f",
		"12:30", "- z", "{a: b}", "two\nlines", "${b}", "*x", "ü", " space ", "2026-01-02", "~", "---", "\\n", "$$"}
	random := rand.New(rand.NewSource(1))
	same, failed := 0, 0
	for i := range 120 {
		data := map[string]string{}
		for key := range 3 {
			data[fmt.Sprint("key", key)] = texts[random.Intn(len(texts))]
		}
		a, b := values[random.Intn(len(values))], values[random.Intn(len(values))]
		post := object{"substitute": object{"a": a, "b": b}}
		switch i % 10 {
		case 0:
			post = object{"substituteStrategy": "Always"}
		case 1:
			post = object{}
		}
		source := write(t, map[string]string{"data.yaml": encode(t, object{"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": object{"name": "data", "labels": object{"of": data["key0"]}}, "data": data,
			"spec": object{"replicas": data["key1"], "list": []any{data["key2"], 3}}})})
		ks := object{"metadata": object{"name": "apps", "namespace": "flux-system"}, "spec": object{"postBuild": post}}
		want, wrong := flux(t, ks, source)
		result, err := build(t, newBuilder(nil), ks, source)
		assert.Equal(t, err == nil, wrong == nil, "%q %q: %v, and Flux says %v", data, post, err, wrong)
		if wrong != nil {
			failed++
			continue
		}
		assert.DeepEqual(t, result.Objects, want)
		same++
	}
	assert.Assert(t, same > 30 && failed > 30, "%d same, %d failed", same, failed)
}

// TestSubstituteDisabled leaves objects alone that have substitution switched off, as Flux does.
func TestSubstituteDisabled(t *testing.T) {
	const off = "{kustomize.toolkit.fluxcd.io/substitute: disabled}"
	source := write(t, map[string]string{"all.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: a, annotations: ` + off + `}
data: {x: "${a} ${unknown}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, labels: ` + off + `}
data: {x: "${a} ${unknown}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {x: "${a}"}
`})
	ks := parse(t, "spec: {postBuild: {substitute: {a: one}}}")
	result, err := build(t, newBuilder(nil), ks, source)
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(result), []string{"${a} ${unknown}", "${a} ${unknown}", "one"})
	want, err := flux(t, ks, source)
	assert.NilError(t, err)
	assert.DeepEqual(t, result.Objects, want)
}

// texts are the fields data.x.
func texts(result result) (all []string) {
	for _, object := range result.Objects {
		data, _ := object["data"].(map[string]any)
		all = append(all, fmt.Sprint(data["x"]))
	}
	return all
}

// TestSubstituteFrom: a later source wins over one before it, and what is inline over all.
func TestSubstituteFrom(t *testing.T) {
	source := write(t, map[string]string{"a.yaml": config("a", "${a} ${b} ${c:=unset} ${d:=unset}"),
		"b.yaml": config("b", "none")})
	known := map[string]map[string]string{
		"ConfigMap/flux-system/one": {"a": "1", "b": "1", "c": "1\n"},
		"Secret/flux-system/two":    {"b": "2", "c": "2"},
	}
	const (
		absent   = " | substituteFrom names Secret/flux-system/three"
		optional = " | substituteFrom names ConfigMap/flux-system/three"
		unset    = `post build failed for 'ConfigMap.v1.[noGrp]/a': variable not set (strict mode): `
		one      = "{kind: ConfigMap, name: one}"
		two      = "{kind: Secret, name: two}"
		three    = "{kind: Secret, name: three}"
		perhaps  = "{kind: ConfigMap, name: three, optional: true}"
	)
	for _, c := range []struct{ name, post, want, err string }{
		{name: "all", post: "substituteFrom: [" + one + ", " + two + "], substitute: {c: in\n\nline}",
			want: "1 2 inline unset"},
		{name: "later wins", post: "substituteFrom: [" + two + ", " + one + "]", want: "1 1 1 unset"},
		{name: "not given", post: "substituteFrom: [" + one + ", " + three + ", " + three + "]",
			want: "1 1 1 ${d}" + absent},
		{name: "optional", post: "substituteFrom: [" + one + ", " + perhaps + "]",
			want: "1 1 1 unset" + optional},
		{name: "unknown variable", post: "substitute: {a: one}", err: unset + `"b"`},
		{name: "nothing", post: "", want: "${a} ${b} ${c:=unset} ${d:=unset}"},
		{name: "optional alone", post: "substituteFrom: [" + perhaps + "]",
			want: "${a} ${b} ${c:=unset} ${d:=unset}" + optional},
		{name: "always", post: "substituteStrategy: Always", err: unset + `"a"`},
		{name: "bad name", post: "substitute: {a-b: one}",
			err: `"a-b" is no name of a variable; write letters, digits and _`},
	} {
		t.Run(c.name, func(t *testing.T) {
			ks := parse(t, "metadata: {name: apps, namespace: flux-system}\nspec: {path: ./, postBuild: {"+c.post+"}}")
			result, err := build(t, newBuilder(known), ks, source)
			if c.err != "" {
				assert.Error(t, err, c.err)
				return
			}
			assert.NilError(t, err)
			assert.Equal(t, strings.Join(slices.Compact(append(texts(result)[:1], result.Notes...)), " | "), c.want)
			assert.Equal(t, texts(result)[1], "none")
		})
	}
	assert.DeepEqual(t, known["ConfigMap/flux-system/one"], map[string]string{"a": "1", "b": "1", "c": "1\n"})
}

func config(name, x string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {x: %q}\n", name, x)
}
