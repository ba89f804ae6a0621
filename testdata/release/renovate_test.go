package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// preset is what Renovate reads of .github/renovate/charts.json.
type preset struct {
	Schema         string `json:"$schema"`
	Description    []string
	CustomManagers []struct {
		CustomType, Description, MatchStringsStrategy, DatasourceTemplate, VersioningTemplate string
		ManagerFilePatterns, MatchStrings                                                     []string
	}
}

// dependency is a version that Renovate finds, in a file.
type dependency struct{ name, registry, version string }

// unseen are the versions of the examples that Renovate cannot find, with the reason.
var unseen = map[string]string{
	"hello-kubernetes/app.yaml":        "the chart is a folder of a Git repository",
	"template/chart.yaml":              "it is a HelmChart, and no document of fluxapp",
	"template/app.yaml":                "the name of the chart is in a HelmChart",
	"hub-and-spoke/cert-manager.yaml":  "the name of the chart is in a base",
	"hub-and-spoke/ingress-nginx.yaml": "the name of the chart is in a base",
	"hub-and-spoke/podinfo.yaml":       "the name of the chart is in a base",
	"oci-stages/app.yaml":              "the address has a reference",
}

// TestRenovate holds that the preset finds each version of a chart in the examples that a renderer reads there, with
// the name of its chart, and nothing else.
func TestRenovate(t *testing.T) {
	data, err := os.ReadFile("../../.github/renovate/charts.json")
	assert.NilError(t, err)
	var p preset
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	assert.NilError(t, decoder.Decode(&p))

	examples, seen := os.DirFS("../../examples"), 0
	names, err := fs.Glob(examples, "*")
	assert.NilError(t, err)
	for _, name := range slices.DeleteFunc(names, func(name string) bool { return path.Ext(name) != "" }) {
		read := versionsRead(t, examples, name)
		for file := range read {
			text, err := fs.ReadFile(examples, file)
			assert.NilError(t, err)
			found := p.find(t, string(text))
			if unseen[file] != "" {
				assert.Equal(t, len(found), 0, "%s: %v", file, found)
				delete(unseen, file)
				continue
			}
			versions := versionsOf(found)
			assert.Check(t, slices.Equal(versions, read[file]), "%s: found %v, and there are %v", file, versions, read[file])
			seen += len(found)
		}
	}
	assert.Equal(t, len(unseen), 0, "nothing reads a version there: %v", unseen)
	assert.Assert(t, seen > 15, "%d versions", seen)
}

// TestRenovateNames holds what Renovate looks for, and where.
func TestRenovateNames(t *testing.T) {
	data, err := os.ReadFile("../../.github/renovate/charts.json")
	assert.NilError(t, err)
	var p preset
	assert.NilError(t, json.Unmarshal(data, &p))
	for file, want := range map[string][]dependency{
		"fleet/app.yaml":            {{"shop", "", "5.1.0"}, {"shop", "", "5.0.0"}, {"shop", "", "4.2.1"}},
		"standalone/podinfo.yaml":   repeat("podinfo", "https://stefanprodan.github.io/podinfo", "6.9.0", "6.9.x"),
		"shared-fleet/ingress.yaml": repeat("ingress-nginx", "https://kubernetes.github.io/ingress-nginx", "4.12.1"),
		"adopt/documents/shop.yaml": repeat("shop", "", "6.9.0"),
		"everything/app.yaml":       repeat("ghcr.io/example/charts/shop", "", "4.2.1"),
	} {
		text, err := os.ReadFile("../../examples/" + file)
		assert.NilError(t, err)
		assert.Equal(t, fmt.Sprint(p.find(t, string(text))), fmt.Sprint(want), file)
		crlf := strings.ReplaceAll(string(text), "\n", "\r\n")
		assert.Equal(t, fmt.Sprint(p.find(t, crlf)), fmt.Sprint(want), "%s with CRLF", file)
	}
	assert.Equal(t, len(p.find(t, "kind: HelmRelease\nspec: {chart: {spec: {chart: web, version: 1.0.0}}}\n")), 0)
}

func repeat(name, registry string, versions ...string) (all []dependency) {
	for _, version := range versions {
		all = append(all, dependency{name, registry, version})
	}
	return all
}

func versionsOf(found []dependency) (all []string) {
	for _, d := range found {
		all = append(all, d.version)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// versionsRead returns the versions that an example renders, by the file that they are written in.
func versionsRead(t *testing.T, examples fs.FS, name string) map[string][]string {
	t.Helper()
	var documents schema.Documents
	assert.NilError(t, fs.WalkDir(examples, name, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case err != nil || path.Ext(file) != ".yaml":
			return err
		}
		data, err := fs.ReadFile(examples, file)
		documents = append(documents, schema.Parse(file, data)...)
		return err
	}))
	result, _ := render.Render(documents, render.Options{}) // of wrong documents there are no objects
	read := map[string][]string{}
	add := func(s render.Setting) {
		var version string
		if s.At.File != "" && json.Unmarshal([]byte(s.Value), &version) == nil {
			read[s.At.File] = append(read[s.At.File], version)
		}
	}
	for _, o := range result.Objects {
		for _, leaf := range o.Explain() {
			keys := strings.Join(leaf.Keys, "/")
			isChart := slices.Contains([]string{"HelmRelease spec/chart/spec/version", "HelmChart spec/version",
				"OCIRepository spec/ref/tag"}, o.Kind()+" "+keys)
			if isChart {
				add(leaf.Setting)
				for _, covered := range leaf.Covered {
					add(covered)
				}
			}
		}
	}
	for file, versions := range read {
		slices.Sort(versions)
		read[file] = slices.Compact(versions)
	}
	return read
}

// find does what Renovate does with matchStringsStrategy recursive: each pattern is applied to what the one before it
// matched, and their groups are put together.
func (p preset) find(t *testing.T, text string) (found []dependency) {
	t.Helper()
	for _, m := range p.CustomManagers {
		assert.Equal(t, m.CustomType+" "+m.MatchStringsStrategy, "regex recursive")
		var patterns []*regexp.Regexp
		for _, pattern := range m.MatchStrings {
			patterns = append(patterns, regexp.MustCompile(pattern))
		}
		for _, groups := range matches(patterns, text, nil) {
			found = append(found, dependency{groups["depName"], groups["registryUrl"], groups["currentValue"]})
		}
	}
	return found
}

func matches(patterns []*regexp.Regexp, text string, groups map[string]string) (all []map[string]string) {
	if len(patterns) == 0 {
		return []map[string]string{groups}
	}
	for _, match := range patterns[0].FindAllStringSubmatch(text, -1) {
		with := map[string]string{}
		for name, value := range groups {
			with[name] = value
		}
		for i, name := range patterns[0].SubexpNames() {
			if name != "" {
				with[name] = match[i]
			}
		}
		all = append(all, matches(patterns[1:], match[0], with)...)
	}
	return all
}
