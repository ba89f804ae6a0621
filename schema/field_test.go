package schema

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestFields compares all fields of all documents with testdata/fields.txt: type, default, limits and versions. A
// type is there once.
func TestFields(t *testing.T) {
	var out strings.Builder
	seen := map[string]bool{}
	var walk func(path string, f Field)
	walk = func(path string, f Field) {
		if f.Holds == "" || seen[f.Holds] {
			return
		}
		seen[f.Holds] = true
		fmt.Fprintf(&out, "%s\n", path)
		for _, below := range f.Fields() {
			line := fmt.Sprintf("    %s: %s", below.Name, below.Type)
			if below.Required {
				line += ", required"
			}
			if below.OptionalSince > 0 {
				line += fmt.Sprintf(", optional since %s", below.OptionalSince)
			}
			if below.Since > 0 {
				line += fmt.Sprintf(", since %s", below.Since)
			}
			if below.Default != "" {
				line += ", default " + below.Default
			}
			if below.MinLength+below.MaxLength > 0 {
				line += fmt.Sprintf(", %d to %d characters", below.MinLength, below.MaxLength)
			}
			for _, value := range below.Values {
				line += fmt.Sprintf(", %q", value.Value)
				if value.Since > 0 {
					line += fmt.Sprintf(" since %s", value.Since)
				}
			}
			if below.Pattern != "" {
				line += ", " + below.Pattern
			}
			if below.Description == oldField {
				line += ", old"
			}
			fmt.Fprintln(&out, line)
		}
		for _, below := range f.Fields() {
			walk(path+"."+below.Name, below)
		}
	}
	for _, kind := range explained {
		walk(kind, documentField(kind))
	}
	golden.Assert(t, out.String(), "fields.txt")
}

// TestFieldsAt checks which fields a path leads to, and what is reported about one that leads to none.
func TestFieldsAt(t *testing.T) {
	for path, want := range map[string]string{
		"spec.config.helmRelease.deploy": "deploy list of objects", "spec.config.helmRelease.deploy[0].wave": "wave integer",
		"FluxApplication.spec.source": "source object",
		"fluxapplication":             "FluxApplication document", "RenderConfig.spec.strict": "strict boolean",
		"HELMCHART.spec.chart": "chart string", "GitRepository.spec.url": "url string",
		"application.spec.kind": "kind string", "spec.config.overrides.disable": "disable boolean",
		"spec.config.defaults":             "defaults object",
		"spec.config.overrides":            "overrides list of objects",
		"spec.config.overrides[0].timeout": "timeout duration, timeout duration, timeout duration",
		"spec.config.defaults.values":      "values map of any values", "spec.clusters[*].labels": "labels map of strings",
		"spec.confg":                       "FluxApplication.spec has no field \"confg\"; did you mean config?",
		"spec.config.kustomization.path.x": "FluxApplication.spec.config.kustomization.path has no fields",
		"spec.xyz": "FluxApplication.spec has no field \"xyz\"; write one of bases, clusters, commonMetadata, config, " +
			"imageAutomation, limits, notification, sharding, source, sources, tenancy or topology",
		"Kustomizatoin.spec": "FluxApplication has no field \"Kustomizatoin\"; write one of apiVersion, kind, metadata, " +
			"spec or status",
		"": "FluxApplication has no field \"\"; write one of apiVersion, kind, metadata, spec or status",
		"spec.": "FluxApplication.spec has no field \"\"; write one of bases, clusters, commonMetadata, config, " +
			"imageAutomation, limits, notification, sharding, source, sources, tenancy or topology",
		"RenderConfig.sepc": "RenderConfig has no field \"sepc\"; did you mean spec?",
	} {
		fields, err := FieldsAt(path)
		if err != nil {
			assert.Check(t, err.Error() == want, "%s: %s", path, err)
			continue
		}
		var got []string
		for _, f := range fields {
			got = append(got, f.Name+" "+f.Type)
		}
		assert.Check(t, strings.Join(got, ", ") == want, "%s: %q", path, got)
	}
}
