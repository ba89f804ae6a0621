package repositories

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// remote is an entry of a list of kustomize that is fetched.
var remote = regexp.MustCompile(`(?m)^( *- *)["']?(?:https?://|git@|github\.com/).*$`)

// complete gives a copy of a repository what the corpus leaves out of it: files that are no YAML, large ones, and what
// kustomize would fetch. Without it builds fail, and nothing would be known of all else that they have.
func complete(root string) error {
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || strings.TrimSuffix(entry.Name(), filepath.Ext(name)) != "kustomization" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fetched := 0
		data = remote.ReplaceAllFunc(data, func(entry []byte) []byte {
			fetched++
			return remote.ReplaceAll(entry, fmt.Appendf(nil, "${1}fetched-%d.yaml", fetched))
		})
		if err := write(name, string(data)); err != nil {
			return err
		}
		var list tree
		if err := yaml.Unmarshal(data, &list); err != nil {
			return err
		}
		for _, file := range files(list) {
			if err := stand(filepath.Join(filepath.Dir(name), file)); err != nil {
				return err
			}
		}
		return nil
	})
}

// files returns the files that a list of kustomize names.
func files(list tree) (all []string) {
	resources, _, _ := unstructured.NestedStringSlice(list, "resources")
	for _, file := range resources {
		if strings.Contains(filepath.Ext(file), ".y") {
			all = append(all, file)
		}
	}
	for _, kind := range []string{"configMapGenerator", "secretGenerator"} {
		generators, _, _ := unstructured.NestedSlice(list, kind)
		for _, g := range generators {
			named, _, _ := unstructured.NestedStringSlice(g.(tree), "files")
			for _, file := range named {
				all = append(all, file[strings.Index(file, "=")+1:])
			}
		}
	}
	return all
}

// stand writes a file where there is none: a ConfigMap with a name of its own.
func stand(name string) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("/._", r) })
	return write(name, "apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: default, name: "+
		strings.Join(parts[max(0, len(parts)-4):], "-")+"}\n")
}

// write writes a file and its folder.
func write(name, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644))
}
