package repositories

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// remote is an entry of a list of kustomize that is fetched, and local one that is a file or a folder.
var (
	remote = regexp.MustCompile(`(?m)^( *- *)["']?(?:https?://|git@|github\.com/).*$`)
	local  = regexp.MustCompile(`(?m)^ *- *(?:[\w.-]+=)?["']?([\w.-]*[./][\w./-]+)["']?$`)
)

// complete gives a copy of a repository what the corpus leaves out of it: files that are no YAML, large ones, and what
// kustomize would fetch. Without it builds fail, and nothing would be known of all else that they have.
func complete(root string) error {
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || strings.TrimSuffix(entry.Name(), filepath.Ext(name)) != "kustomization" {
			return err
		}
		data, err := os.ReadFile(name)
		lines := strings.Split(string(data), "\n")
		for i, line := range lines {
			lines[i] = remote.ReplaceAllString(line, fmt.Sprintf("${1}fetched-%d.yaml", i))
			if m := local.FindStringSubmatch(lines[i]); m != nil {
				file := filepath.Join(filepath.Dir(name), m[1])
				if _, absent := os.Stat(file); absent != nil {
					id := strings.NewReplacer("/", "-", "_", "-", "..", "").Replace(strings.ToLower(m[1]))
					err = errors.Join(err, stand(file, fmt.Sprintf("%s-%d", strings.TrimLeft(id, ".-"), i)))
				}
			}
		}
		return errors.Join(err, write(name, strings.Join(lines, "\n")))
	})
}

// stand writes an object in the place of what is not there.
func stand(file, name string) error {
	return write(file, "apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: default, name: "+name+"}\n")
}

// write writes a file and its folder.
func write(name, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644))
}
