package main

import (
	"fmt"
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

// writeDefinitions writes the CRDs of each release into a folder of its version. Its KCLRun is the same in all of them:
// it does not come with Flux.
func writeDefinitions(dir string) error {
	releases, err := loadReleases()
	if err != nil {
		return err
	}
	for _, r := range releases {
		folder := filepath.Join(dir, filepath.Base(folderOf(r.minor)))
		definitions, err := r.types.definitions()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for _, definition := range definitions {
			data, err := yaml.Marshal(definition)
			if err != nil {
				return err
			}
			file := fmt.Sprintf("%s_%s.yaml", definition.Spec.Group, definition.Spec.Names.Plural)
			if err := os.WriteFile(filepath.Join(folder, file), data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
