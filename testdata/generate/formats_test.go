package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/Masterminds/sprig/v3"
	"gotest.tools/v3/assert"
)

var root = filepath.Join("..", "..")

// TestFormats holds that each text of Flux's kinds, in each version of Flux, has a row in formats.txt.
func TestFormats(t *testing.T) {
	rows, err := formats(root)
	assert.NilError(t, err)
	known, err := minors()
	assert.NilError(t, err)
	for _, minor := range known {
		facts := factsOf(t, folderOf(minor)[len("flux/"):])
		assert.Assert(t, len(texts(facts)) > 200, "%d texts", len(texts(facts)))
		assert.DeepEqual(t, withoutRow(rows, facts), []string(nil))
	}
}

// TestFormatsOfFields holds that a field without a row, and one that the schema does not describe, are found.
func TestFormatsOfFields(t *testing.T) {
	rows := []formatRow{{"GitRepository", "url", "isURL", ""}, {"GitRepository", "ref", "areFields", "Ref"},
		{"Ref", "tag", "-", "free"}, {"GitRepository", "provider", "-", "values"}, {"helmRelease", "patches[]", "isX", ""},
		{"entry", "destination.targetNamespace", "isNamespace", ""}}
	assert.DeepEqual(t, withoutRow(rows, parse([]byte(`GitRepository v1 spec.url: string
GitRepository v1 spec.ref.tag: string
GitRepository v1 spec.ref.branch: string
GitRepository v1 spec.provider: string
GitRepository v1 spec.insecure: boolean
HelmRelease v2 spec.patches: array of string
HelmRelease v2 spec.targetNamespace: string
HelmRelease v2 spec.labels: object of string
Receiver v1 spec.type: string
`))), []string{"GitRepository v1 spec.ref.branch has no row",
		"GitRepository v1 spec.provider has no values in the schema", "HelmRelease v2 spec.labels has no row"})
}

// TestFormatRows holds that each row is of a field of some version of Flux, or of an entry, and that each reason is one
// of those that the head of the file explains.
func TestFormatRows(t *testing.T) {
	rows, err := formats(root)
	assert.NilError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "schema", "validate", "formats.txt"))
	assert.NilError(t, err)
	rules, err := os.ReadFile(filepath.Join(root, "schema", "validate", "rules.txt"))
	assert.NilError(t, err)
	known, err := minors()
	assert.NilError(t, err)
	used := map[formatRow]bool{}
	for _, minor := range known {
		for _, f := range texts(factsOf(t, folderOf(minor)[len("flux/"):])) {
			tables, path := f.tables()
			if row, found := rowOf(rows, tables, path); found {
				used[row] = true
			}
		}
	}
	for _, row := range rows {
		last := row.path[strings.LastIndexByte(row.path, '.')+1:]
		assert.Check(t, used[row] || row.check == "areFields" || row.path == "dependsOn[].application", "no field: %+v", row)
		if row.check == "-" {
			assert.Check(t, regexp.MustCompile(`(?m)^#   `+row.text+`  `).Match(text), "no reason: %v", row)
		}
		if row.text == "rules" {
			assert.Check(t, strings.Contains(string(rules), strings.TrimSuffix(last, "[]")), "no rule: %v", row)
		}
	}
}

// TestFunctions holds that functions.txt has what the controller gives to templates of commit messages.
func TestFunctions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "schema", "validate", "functions.txt"))
	assert.NilError(t, err)
	var written []string
	for line := range strings.Lines(string(text)) {
		if line[0] != '#' {
			written = append(written, strings.Fields(line)...)
		}
	}
	assert.DeepEqual(t, written, slices.Sorted(maps.Keys(sprig.HermeticTxtFuncMap())))
}
