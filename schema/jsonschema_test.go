package schema

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
)

// TestSchemaFiles holds that the files are what fluxapp schema prints. What they say is compared with what Parse says in
// testdata/conformance.
func TestSchemaFiles(t *testing.T) {
	for file, made := range map[string]func() ([]byte, error){
		"application.json":                               func() ([]byte, error) { return JSONSchema(KindApplication) },
		"fluxapplication.json":                           func() ([]byte, error) { return JSONSchema(KindFluxApplication) },
		"renderconfig.json":                              func() ([]byte, error) { return JSONSchema(KindRenderConfig) },
		"crd/gitops.kubesphere.io_applications.yaml":     func() ([]byte, error) { return CRD(KindApplication) },
		"crd/gitops.kubesphere.io_fluxapplications.yaml": func() ([]byte, error) { return CRD(KindFluxApplication) },
	} {
		want, err := made()
		assert.NilError(t, err)
		got, err := os.ReadFile(file)
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", file)
	}
	for _, made := range []func(string) ([]byte, error){JSONSchema, CRD} {
		_, err := made("Kustomization")
		assert.ErrorContains(t, err, `there is no schema of kind "Kustomization"; write Application`)
	}
}

// TestDescriptions holds that the descriptions are in the order in which they are searched, and that every field of a document
// has one.
func TestDescriptions(t *testing.T) {
	assert.Assert(t, slices.IsSortedFunc(descriptions[:], func(a, b description) int {
		return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.field, b.field))
	}))
	set := shapes()
	for name, s := range reached(set.application, set.fluxApplication, set.renderConfig, set.helmChart, set.repository) {
		for _, f := range (Field{shapes: []*shape{s}}).Fields() {
			assert.Check(t, f.Description != "", "nothing says what %s.%s is for", name, f.Name)
		}
	}
}

// TestNoGoNames holds that descriptions and the names of definitions, which editors show, are free of Go: no name behind a
// package or a struct, and no type but those that are kinds of documents.
func TestNoGoNames(t *testing.T) {
	types := map[string]bool{}
	for _, d := range descriptions {
		types[d.of[strings.LastIndex(d.of, ".")+1:]] = true
	}
	for _, word := range []string{"Application", "FluxApplication", "RenderConfig", "Kustomization", "HelmRelease"} {
		delete(types, word)
	}
	for _, d := range descriptions {
		assert.Check(t, !goName.MatchString(d.text), "%s.%s: %s", d.of, d.field, d.text)
		for _, word := range camelCase.FindAllString(d.text, -1) {
			assert.Check(t, !types[word], "%s.%s: %s is a Go type: %s", d.of, d.field, word, d.text)
		}
	}
	for _, kind := range ownKinds() {
		data, err := JSONSchema(kind)
		assert.NilError(t, err)
		for _, ref := range definedAs.FindAllStringSubmatch(string(data), -1) {
			assert.Check(t, !strings.ContainsFunc(ref[1][:1], unicode.IsUpper) && !strings.Contains(ref[1], "schema."), ref[1])
		}
	}
}

var (
	goName    = regexp.MustCompile(`\b([a-z][a-z0-9]*|[A-Z]\w*)\.[A-Z]\w+`)
	camelCase = regexp.MustCompile(`\b[A-Z]\w*[a-z]\w*[A-Z]\w*\b`)
	definedAs = regexp.MustCompile(`"#/definitions/(.*?)"`)
)
