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
	used := map[formatRow]bool{} // by table and path: a path can have several rows
	for _, minor := range known {
		for _, f := range texts(factsOf(t, folderOf(minor)[len("flux/"):])) {
			tables, path := f.tables()
			if row, found := rowOf(rows, tables, path); found {
				used[formatRow{table: row.table, path: row.path}] = true
			}
		}
	}
	for _, row := range rows {
		isUsed := used[formatRow{table: row.table, path: row.path}]
		assert.Check(t, isUsed || row.check == "areFields" || row.path == "dependsOn[].application", "no field: %+v", row)
		reason, where, _ := strings.Cut(row.text, " ")
		switch {
		case row.check != "-":
		case reason == "rules":
			_, table, _ := strings.Cut(string(rules), "\n["+where+"]\n")
			table, _, _ = strings.Cut(table, "\n[")
			assert.Check(t, hasPath(table, row.path), "no rule: %+v", row)
		case reason == "code":
			assert.Check(t, hasFunction(t, where), "no function: %+v", row)
		default:
			assert.Check(t, regexp.MustCompile(`(?m)^#   `+reason+`  `).Match(text), "no reason: %+v", row)
		}
	}
}

// hasPath is true of a table of rules.txt with a row of a path, or of a map around it.
func hasPath(table, path string) bool {
	for line := range strings.Lines(table) {
		of, _, _ := strings.Cut(line, " |")
		if of == path || strings.HasPrefix(path, of+".") || strings.HasSuffix(path, "[]."+of) {
			return true
		}
	}
	return false
}

func hasFunction(t *testing.T, name string) bool {
	files, err := filepath.Glob(filepath.Join(root, "schema", "validate", "*.go"))
	assert.NilError(t, err)
	return slices.ContainsFunc(files, func(file string) bool {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		return regexp.MustCompile(`(?m)^func (\(\w+ \S+\) )?` + name + `\(`).Match(data)
	})
}

// TestFunctions holds that message.txt has what the controller gives to templates of commit messages.
func TestFunctions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "schema", "validate", "message.txt"))
	assert.NilError(t, err)
	var written []string
	_, functions, found := strings.Cut(string(text), "# The other functions")
	assert.Assert(t, found)
	for line := range strings.Lines("#" + functions) {
		if line[0] != '#' {
			written = append(written, strings.Fields(line)...)
		}
	}
	assert.DeepEqual(t, written, slices.Sorted(maps.Keys(sprig.HermeticTxtFuncMap())))
}
