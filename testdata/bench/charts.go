package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// chartFiles are a chart of the releases of the documents, with a schema that says something of each value.
var chartFiles = map[string]string{
	"Chart.yaml": "apiVersion: v2\nname: podinfo\nversion: 6.9.0\n",
	"values.yaml": "replicaCount: 1\nimage: {repository: podinfo, tag: latest}\n" +
		"ingress: {enabled: false, hosts: []}\n",
	"values-production.yaml": "resources: {requests: {cpu: 50m}}\n",
	"values.schema.json": `{"type": "object", "properties": {
		"replicaCount": {"type": "integer", "minimum": 1, "maximum": 1000},
		"image": {"type": "object", "additionalProperties": false,
			"properties": {"repository": {"type": "string"}, "tag": {"type": "string", "pattern": "^[a-z0-9.-]+$"}}},
		"ingress": {"type": "object", "properties": {
			"enabled": {"type": "boolean"}, "className": {"enum": ["nginx", "traefik"]},
			"hosts": {"type": "array", "items": {"$ref": "#/$defs/host"}}}},
		"resources": {"type": "object", "properties": {"requests": {"type": "object",
			"properties": {"cpu": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[0-9]+m?$"}]}}}}}},
		"$defs": {"host": {"type": "object", "required": ["host"], "properties": {
			"host": {"type": "string", "maxLength": 253, "pattern": "^[a-z0-9.-]+$"},
			"paths": {"type": "array", "items": {"type": "object", "properties": {
				"pathType": {"enum": ["Exact", "Prefix"]}}}}}}}}`,
}

// charts measures rendering with a check of all values beside rendering without it: values that all clusters share,
// that references fill, and of which each cluster has its own.
func (b bench) charts() (rows []row, err error) {
	for name, text := range chartFiles {
		file := filepath.Join(b.dir, "charts", "podinfo", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	checked := []string{"--charts", filepath.Join(b.dir, "charts")}
	for _, d := range []struct {
		name string
		text func([]cluster) []byte
	}{{"by selector", selector}, {"references in values", references}, {"explicit entries", explicit}} {
		file, err := b.write("charts.yaml", d.text(b.fleet(b.few)))
		if err != nil {
			return nil, err
		}
		if err := b.finds(append([]string{"check", file}, checked...)...); err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		with, without := b.renders("fluxapp", file, checked...), b.renders("fluxapp", file)
		if err := byTurns(b.runs, with, without); err != nil {
			return nil, err
		}
		what := fmt.Sprintf("CPU of rendering %s objects with their values checked by a chart to that without, %s",
			thousands(b.few), d.name)
		rows = append(rows, compare("8", what, with, without, cpu).within(3))
	}
	return rows, nil
}

// finds returns an error if a run of the command has a finding: then the chart was not found, or values are wrong. That
// so many objects are for one Kustomization does not count.
func (b bench) finds(args ...string) error {
	var told bytes.Buffer
	cmd := exec.Command(b.path("fluxapp"), args...)
	cmd.Stderr = &told
	err := cmd.Run()
	for line := range strings.Lines(told.String()) {
		if strings.TrimSpace(line) != "" && !strings.Contains(line, "[FA535]") {
			return fmt.Errorf("%v: %s", args, line)
		}
	}
	return err
}
