package session

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type folderFile struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// folder answers with the files that fluxapp render -o dir= writes into a new folder, in the order of their paths.
func (s *Session) folder(struct{}) (any, error) {
	if err := s.result.CheckPaths(); err != nil {
		return nil, err
	}
	files, lists := []folderFile{}, map[string]*list{}
	for _, o := range slices.Concat(s.result.Objects, s.result.Bootstrap) {
		file := o.Path()
		files = append(files, folderFile{file, string(o.YAML())})
		if o.Standalone() && !o.Bootstrap() {
			folder := path.Dir(path.Dir(file))
			if lists[folder] == nil {
				lists[folder] = &list{owners: map[string]bool{}}
			}
			lists[folder].files = append(lists[folder].files, strings.TrimPrefix(file, folder+"/"))
			lists[folder].owners[o.Application()] = true
		}
	}
	for folder, l := range lists {
		file, err := render.JoinPath(folder, "kustomization.yaml")
		if err != nil {
			return nil, err
		}
		files = append(files, folderFile{file, l.text(path.Base(folder))})
	}
	slices.SortFunc(files, func(a, b folderFile) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// list is the kustomization.yaml of a cluster with topology Standalone: what package folderlist makes in a new
// folder. That package also edits what is there, for which it needs more libraries than a page should have.
type list struct {
	files  []string
	owners map[string]bool
}

func (l *list) text(cluster string) string {
	b := tree.NewBuilder()
	str := func(text string) tree.Node { return b.String(text, tree.Node{}) }
	var resources []tree.Node
	for _, file := range slices.Sorted(slices.Values(l.files)) {
		resources = append(resources, str(file))
	}
	annotations := b.Map(tree.Node{},
		tree.Field{Key: "config.kubernetes.io/local-config", Value: str("true")},
		tree.Field{Key: terms.AnnotationRenderedFrom, Value: str(strings.Join(slices.Sorted(maps.Keys(l.owners)), ", "))})
	return string(tree.AppendYAML(nil, b.Map(tree.Node{},
		tree.Field{Key: "apiVersion", Value: str(kinds.KustomizeFile.APIVersion)},
		tree.Field{Key: "kind", Value: str(kinds.KustomizeFile.Name)},
		tree.Field{Key: "metadata", Value: b.Map(tree.Node{}, tree.Field{Key: "annotations", Value: annotations},
			tree.Field{Key: "name", Value: str(cluster)})},
		tree.Field{Key: "resources", Value: b.List(tree.Node{}, resources...)})))
}
