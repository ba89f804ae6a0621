package outputfolder

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// users returns the files of users that Flux reads where a folder has no kustomization.yaml.
func (p *Plan) users() (all []string) {
	isTarget := map[string]bool{}
	for _, t := range p.targets {
		isTarget[t.path] = true
	}
	for name, mode := range p.found {
		isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
		if isYAML && mode.IsRegular() && !strings.HasPrefix(path.Base(name), ".") && !p.wrote(name) && !isTarget[name] {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// isApplied reports whether a file holds an object for Flux: no document of fluxapp, and nothing that kustomize leaves
// out. What cannot be read may be one.
func (p *Plan) isApplied(name string) bool {
	data, err := p.read(name)
	return err != nil || data == nil || slices.ContainsFunc(schema.Parse(name, data), func(d *schema.Document) bool {
		switch d.Class() {
		case schema.ClassApplication, schema.ClassBase, schema.ClassRenderConfig:
			return false
		}
		return d.Kind() != "" && d.Root().At("metadata", "annotations", resource.Local).Text() != "true"
	})
}
