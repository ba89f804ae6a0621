package outputfolder

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// users returns the files of users that Flux reads where a folder has no kustomization.yaml.
func (p *Plan) users() (all []string) {
	for name, mode := range p.found {
		isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
		if isYAML && mode.IsRegular() && !strings.HasPrefix(path.Base(name), ".") && !p.wrote(name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	for _, t := range p.targets { // one in the way is an error of its own
		if i, found := slices.BinarySearch(all, t.path); found {
			all = slices.Delete(all, i, i+1)
		}
	}
	return all
}

// isApplied reports whether a file holds an object for Flux. What cannot be read may be one.
func (p *Plan) isApplied(name string) bool {
	data, err := p.read(name)
	return err != nil || data == nil || slices.ContainsFunc(schema.Parse(name, data), folderlist.IsApplied)
}
