package shape

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDescriptionsAreSorted holds that descriptions and fallbacks are in the order in which they are searched.
func TestDescriptionsAreSorted(t *testing.T) {
	for _, table := range [][]description{descriptions[:], fallbacks[:]} {
		assert.Assert(t, slices.IsSortedFunc(table, func(a, b description) int {
			return cmp.Or(cmp.Compare(a.goType, b.goType), cmp.Compare(a.field, b.field))
		}))
	}
}

// TestNoGoNames holds that descriptions are free of Go: no name behind a package or a struct, and no type but those
// that are kinds of documents.
func TestNoGoNames(t *testing.T) {
	types := map[string]bool{}
	for _, d := range descriptions {
		types[d.goType[strings.LastIndex(d.goType, ".")+1:]] = true
	}
	for _, word := range []string{"Application", "FluxApplication", "FluxApplicationBase", "RenderConfig", "Kustomization",
		"HelmRelease", "ImageRepository", "ImagePolicy"} {
		delete(types, word)
	}
	for _, d := range descriptions {
		assert.Check(t, !goName.MatchString(d.text), "%s.%s: %s", d.goType, d.field, d.text)
		for _, word := range camelCase.FindAllString(d.text, -1) {
			assert.Check(t, !types[word], "%s.%s: %s is a Go type: %s", d.goType, d.field, word, d.text)
		}
	}
}

var (
	goName    = regexp.MustCompile(`\b([a-z][a-z0-9]*|[A-Z]\w*)\.[A-Z]\w+`)
	camelCase = regexp.MustCompile(`\b[A-Z]\w*[a-z]\w*[A-Z]\w*\b`)
)
