package main

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"
)

// Both files are templates: others read them, and so they look as people write them.
var (
	//go:embed plugin.yaml.tmpl
	pluginText string
	//go:embed formula.rb.tmpl
	formulaText string
)

// pluginManifest returns the manifest from which "flux plugin install app" installs.
func pluginManifest(r release, archives []archive) []byte {
	return fill(pluginText, struct {
		Version   string
		Platforms []download
	}{r.version, r.downloads(archives)})
}

// formula returns the formula of a program for Homebrew, which knows macOS and Linux.
func formula(r release, of program, archives []archive) []byte {
	byPlatform := map[string]download{}
	for _, d := range r.downloads(archives) {
		byPlatform[d.OS+"_"+d.Arch] = d
	}
	return fill(formulaText, struct {
		Version string
		IsFinal bool
		On      map[string]download
	}{r.version, of == final, byPlatform})
}

type download struct{ OS, Arch, URL, SHA256 string }

func (r release) downloads(archives []archive) (all []download) {
	for _, a := range archives {
		all = append(all, download{a.os, a.arch, r.address(a.name), a.sha256})
	}
	return all
}

func fill(text string, with any) []byte {
	var out bytes.Buffer
	if err := template.Must(template.New("").Parse(strings.TrimLeft(text, "\n"))).Execute(&out, with); err != nil {
		panic(err) // a template of this folder is wrong
	}
	return out.Bytes()
}
