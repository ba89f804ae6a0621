package stops

import (
	"go/ast"
	"path"
	"strings"
)

// importing stands for all functions of a module.
const importing = "(imports)"

// unread returns a place for each package of Flux that a file of a module imports and whose folder is not read.
func unread(file *ast.File, module string) (places []Place) {
	for _, spec := range file.Imports {
		name := strings.Trim(spec.Path.Value, `"`)
		if strings.HasPrefix(name, "github.com/fluxcd/") && !isRead(name) {
			places = append(places, Place{module, importing, "import " + name})
		}
	}
	return places
}

func isRead(name string) bool {
	for module, folders := range roots {
		for _, folder := range folders {
			root := path.Join(module, folder)
			if name == root || isDeep(folder) && strings.HasPrefix(name, root+"/") {
				return true
			}
		}
	}
	return false
}

// isDeep holds for folders that are read with all below them.
func isDeep(root string) bool { return strings.HasPrefix(root, "internal/") }
